//! The `ConsumedCapacity` member of responses.

use dynalab_capacity::HalfUnits;

use crate::database::charges::VectorCharge;
use crate::database::charges::{CapacityKind, Charge, Charges};
use crate::database::table::IndexKind;
use crate::execution::context::{Context, ItemService};
use crate::request::fields::table_name_of;
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::json_writer::ObjectWriter;

/// The consumed capacity of one table in one response.
#[derive(Debug)]
pub struct ConsumedCapacity {
    /// The table as the request named it: a name or an ARN.
    table_as_named: String,
    with_indexes: bool,
    /// For transactions only: whether the capacity is for reads or writes.
    kind: Option<CapacityKind>,
    total: HalfUnits,
    table: HalfUnits,
    indexes: Vec<(IndexKind, String, HalfUnits)>,
    vectors: Vec<VectorCharge>,
}

impl ConsumedCapacity {
    /// Returns the capacity charged to a table so far, if the request asked for it.
    pub fn if_requested(
        context: &Context<impl ItemService>,
        wanted: ReturnConsumedCapacity,
        table: &str,
        table_as_named: &str,
    ) -> Option<ConsumedCapacity> {
        if wanted == ReturnConsumedCapacity::None {
            return None;
        }
        Some(ConsumedCapacity::from_charges(context.charges, wanted, table, table_as_named))
    }

    /// Returns the capacity that a transaction or batch consumed so far. It has one entry for each charged table, in the order
    /// of the request. Only transactions have a kind.
    pub fn of_tables(
        context: &Context<impl ItemService>,
        wanted: ReturnConsumedCapacity,
        kind: Option<CapacityKind>,
        tables_as_named: &mut dyn Iterator<Item = &str>,
    ) -> Vec<ConsumedCapacity> {
        let mut consumed: Vec<ConsumedCapacity> = Vec::new();
        for named in tables_as_named {
            let name = table_name_of(named);
            let is_told = consumed.iter().any(|told| table_name_of(&told.table_as_named) == name);
            let is_charged = context.charges.iter().any(|charge| charge.owner.table.as_ref() == name);
            if !is_told && is_charged {
                consumed.extend(ConsumedCapacity::if_requested(context, wanted, name, named));
            }
        }
        consumed.iter_mut().for_each(|consumed| consumed.kind = kind);
        consumed
    }

    fn from_charges(
        charges: &Charges,
        wanted: ReturnConsumedCapacity,
        table: &str,
        table_as_named: &str,
    ) -> ConsumedCapacity {
        let of_table = |charge: &&Charge| charge.owner.table.as_ref() == table;
        let indexes = charges.iter().filter(of_table).filter_map(|charge| {
            let (kind, name) = charge.owner.index.as_ref()?;
            Some((*kind, name.to_string(), charge.units))
        });
        ConsumedCapacity {
            table_as_named: table_as_named.to_owned(),
            with_indexes: wanted == ReturnConsumedCapacity::Indexes,
            kind: None,
            total: charges.total(table),
            table: charges
                .iter()
                .filter(of_table)
                .filter(|charge| charge.owner.index.is_none())
                .map(|charge| charge.units)
                .sum(),
            indexes: indexes.collect(),
            vectors: charges.vector_writes_of(table),
        }
    }

    fn encode_units(&self, units: HalfUnits, object: &mut ObjectWriter) {
        object.double("CapacityUnits", units.as_units());
        match self.kind {
            Some(CapacityKind::Read) => object.double("ReadCapacityUnits", units.as_units()),
            Some(CapacityKind::Write) => object.double("WriteCapacityUnits", units.as_units()),
            None => {}
        }
    }

    pub(crate) fn encode(&self, object: &mut ObjectWriter) {
        object.text("TableName", &self.table_as_named);
        self.encode_units(self.total, object);
        if !self.with_indexes {
            return;
        }
        object.object("Table", |table| self.encode_units(self.table, table));
        let kinds =
            [(IndexKind::Local, "LocalSecondaryIndexes"), (IndexKind::Global, "GlobalSecondaryIndexes")];
        for (kind, member) in kinds {
            if self.indexes.iter().any(|(found, ..)| *found == kind) {
                object.object(member, |indexes| {
                    for (_, name, units) in self.indexes.iter().filter(|(found, ..)| *found == kind) {
                        indexes.object(name, |index| self.encode_units(*units, index));
                    }
                });
            }
        }
        self.encode_vectors(object);
    }

    fn encode_vectors(&self, object: &mut ObjectWriter) {
        if !self.vectors.is_empty() {
            object.object("VectorIndexes", |indexes| {
                for charge in &self.vectors {
                    indexes.object(&charge.index, |index| {
                        index.double("VectorWriteRequestBytes", charge.bytes as f64);
                    });
                }
            });
        }
    }
}

/// Writes the member in the response of a single-table operation, if the request asked for it.
pub fn encode_one(consumed: &Option<ConsumedCapacity>, body: &mut ObjectWriter) {
    if let Some(consumed) = consumed {
        body.object("ConsumedCapacity", |object| consumed.encode(object));
    }
}

/// Writes the list in the response of a batch or transaction, if the request asked for it.
pub fn encode_list(consumed: &[ConsumedCapacity], body: &mut ObjectWriter) {
    if !consumed.is_empty() {
        body.objects("ConsumedCapacity", consumed, |object, consumed| consumed.encode(object));
    }
}
