//! The capacity that one request consumes, by table and index. A rejected request can consume capacity too.

use std::sync::Arc;

use dynalab_capacity::HalfUnits;

use crate::database::table::IndexKind;

/// The bytes that a request has written to one vector index so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorCharge {
    pub table: Arc<str>,
    pub index: Arc<str>,
    pub bytes: u64,
}

/// The table or index that is charged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    pub table: Arc<str>,
    pub index: Option<(IndexKind, Arc<str>)>,
}

impl Owner {
    /// Returns the owner for charges of the table itself.
    pub fn table(table: &Arc<str>) -> Owner {
        Owner { table: table.clone(), index: None }
    }

    /// Returns the name of the index, or of the table without an index.
    pub fn name(&self) -> &str {
        match &self.index {
            Some((_, name)) => name,
            None => &self.table,
        }
    }
}

/// The two kinds of capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CapacityKind {
    Read,
    Write,
}

/// Capacity units that one table or index is charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub owner: Owner,
    pub kind: CapacityKind,
    pub units: HalfUnits,
}

/// The charges of one request so far. A list is sufficient because a request has few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    charges: Vec<Charge>,
    vector_writes: Vec<VectorCharge>,
    /// The number of items that results pages returned, by table.
    returned: Vec<(Arc<str>, u64)>,
}

impl Charges {
    /// Adds units to the charge of the same owner and kind.
    pub fn add(&mut self, owner: Owner, kind: CapacityKind, units: HalfUnits) {
        match self.charges.iter_mut().find(|charge| charge.owner == owner && charge.kind == kind) {
            Some(charge) => charge.units += units,
            None => self.charges.push(Charge { owner, kind, units }),
        }
    }

    /// Adds the bytes written to a vector index.
    pub fn add_vector_write(&mut self, write: VectorCharge) {
        let same = |charge: &&mut VectorCharge| charge.table == write.table && charge.index == write.index;
        match self.vector_writes.iter_mut().find(same) {
            Some(charge) => charge.bytes += write.bytes,
            None => self.vector_writes.push(write),
        }
    }

    /// Returns the bytes written to the vector indexes of a table, which are not charged in capacity units.
    pub(crate) fn vector_writes_of(&self, table: &str) -> Vec<VectorCharge> {
        self.vector_writes.iter().filter(|write| write.table.as_ref() == table).cloned().collect()
    }

    /// Adds the number of items that a read of a table returned.
    pub fn add_returned(&mut self, table: &Arc<str>, count: u64) {
        self.returned.push((table.clone(), count));
    }

    /// Returns the numbers of returned items, by table, in the order of the reads.
    pub fn returned(&self) -> &[(Arc<str>, u64)] {
        &self.returned
    }

    /// Returns the charges in the order in which owners were first charged.
    pub fn iter(&self) -> impl Iterator<Item = &Charge> {
        self.charges.iter()
    }

    /// Returns the units charged to a table and its indexes together.
    pub fn total(&self, table: &str) -> HalfUnits {
        self.iter().filter(|charge| charge.owner.table.as_ref() == table).map(|charge| charge.units).sum()
    }
}
