//! GetItem: returns one item by its key.

use dynalab_capacity::{ReadConsistency, read_units};
use dynalab_expressions::BoundProjection;
use dynalab_types::{Item, KeyBytes, PackedItem};

use crate::database::Database;
use crate::database::change::WriteSet;
use crate::database::charges::{CapacityKind, Owner};
use crate::database::table::Table;
use crate::error::DynamoError;
use crate::execution::context::{Context, ItemService};
use crate::execution::item_keys::check_key_paths;
use crate::execution::key_values::bytes_of_key;
use crate::execution::plan::{Plan, Source};
use crate::request::expression_parameters::{ExpressionParameters, LegacyParameters};
use crate::request::fields::{Fields, RequestLayer, table_name_of};
use crate::request::legacy::attributes_to_get::AttributesToGet;
use crate::request::legacy::legacy_error;
use crate::request::operation::{Access, Operation, Step};
use crate::request::resource_access::ResourceAccess;
use crate::request::return_values::ReturnConsumedCapacity;
use crate::response::consumed_capacity::{self, ConsumedCapacity};
use crate::response::json_writer::ObjectWriter;

const NAME: &str = "GetItem";

/// A GetItem request.
#[derive(Clone, Debug)]
pub struct GetItem {
    table: String,
    key: Item,
    consistent_read: bool,
    projection: Option<String>,
    parameters: ExpressionParameters,
    attributes_to_get: AttributesToGet,
    legacy: LegacyParameters,
    return_consumed_capacity: ReturnConsumedCapacity,
}

/// The key and the projection of a GetItem request.
#[derive(Clone, Debug)]
pub struct PlannedGet {
    pub key: KeyBytes,
    projection: Option<BoundProjection>,
}

/// The response of GetItem.
#[derive(Debug)]
pub struct GetItemResponse {
    item: Option<PackedItem>,
    consumed: Option<ConsumedCapacity>,
}

impl GetItem {
    /// Returns true for an eventually consistent read.
    pub fn is_eventual(&self) -> bool {
        !self.consistent_read
    }

    /// Returns true if the request asks for some attributes only.
    pub fn has_projection(&self) -> bool {
        self.projection.is_some() || self.attributes_to_get.is_given()
    }

    /// Returns the table of the request.
    ///
    /// # Errors
    /// No table has this name, or it is being created or deleted.
    pub fn table<'a>(&self, context: &Context<'a, impl ItemService>) -> Result<&'a Table, DynamoError> {
        context.table(table_name_of(&self.table))
    }

    /// Returns the response for an item that was found without reading the table.
    pub fn answer(
        &self,
        planned: &PlannedGet,
        context: &Context<impl ItemService>,
        item: Option<PackedItem>,
    ) -> GetItemResponse {
        let item = match (&planned.projection, item) {
            (Some(projection), Some(item)) => Some(PackedItem::pack(&projection.project(&item.unpack()))),
            (_, item) => item,
        };
        let name = table_name_of(&self.table);
        let consumed =
            ConsumedCapacity::if_requested(context, self.return_consumed_capacity, name, &self.table);
        GetItemResponse { item, consumed }
    }
}

impl GetItemResponse {
    /// Returns the item that was found.
    pub fn item(&self) -> Option<&PackedItem> {
        self.item.as_ref()
    }
}

impl GetItem {
    fn bind(&self) -> Result<Option<BoundProjection>, DynamoError> {
        let layer = RequestLayer::Plain;
        let projection = bind_projection(self.projection.as_deref(), &self.parameters, &self.legacy, layer)?;
        Ok(projection.or(self.attributes_to_get.bind().map_err(|error| legacy_error(layer, error))?))
    }
}

/// Binds a projection with its names, for GetItem and each table of BatchGetItem.
pub(crate) fn bind_projection(
    text: Option<&str>,
    parameters: &ExpressionParameters,
    legacy: &LegacyParameters,
    layer: RequestLayer,
) -> Result<Option<BoundProjection>, DynamoError> {
    let given = [("ProjectionExpression", text.is_some())];
    legacy.check(layer, &given)?;
    let mut aliases = parameters.aliases(&given)?;
    let bind =
        |text| dynalab_expressions::projection(text, &mut aliases).map_err(|error| parameters.error(error));
    let projection = text.map(bind).transpose()?;
    parameters.finish(&aliases)?;
    Ok(projection)
}

impl GetItem {
    fn resource_accesses(&self, _: &Database) -> Vec<ResourceAccess> {
        let mut touched = ResourceAccess::of_item(NAME, &self.table, &self.key);
        touched.add_expression(self.projection.as_deref(), &self.parameters);
        touched.add_attribute_names(self.attributes_to_get.names());
        let projects = self.projection.is_some() || self.attributes_to_get.is_given();
        touched.select = Some(if projects { "SPECIFIC_ATTRIBUTES" } else { "ALL_ATTRIBUTES" });
        touched.set_return_consumed_capacity(self.return_consumed_capacity);
        vec![touched]
    }
}

impl<S: ItemService> Operation<S> for GetItem {
    const NAME: &'static str = NAME;
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Items(GetItem::resource_accesses);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = GetItemResponse;

    fn decode(fields: &mut Fields) -> GetItem {
        fields.require("Key");
        GetItem {
            table: fields.table_name(),
            return_consumed_capacity: ReturnConsumedCapacity::decode(fields),
            key: fields.item("Key").unwrap_or_default(),
            consistent_read: fields.boolean("ConsistentRead").unwrap_or(false),
            projection: fields.text("ProjectionExpression"),
            parameters: ExpressionParameters::decode_names(fields),
            attributes_to_get: AttributesToGet::decode(fields),
            legacy: LegacyParameters::decode(fields, &["AttributesToGet"]),
        }
    }

    type Planned = PlannedGet;

    fn plan(&self, database: &Database) -> Result<PlannedGet, DynamoError> {
        let projection = self.bind()?;
        let table = database.table(table_name_of(&self.table))?;
        check_key_paths(&table.definition, projection.iter().flat_map(|projection| projection.paths()))?;
        Ok(PlannedGet { key: bytes_of_key(&table.definition.key, &self.key)?, projection })
    }

    fn describe(&self, _: &PlannedGet, database: &Database) -> Result<Plan, DynamoError> {
        let definition = &database.table(table_name_of(&self.table))?.definition;
        Ok(Plan::of_item(&definition.name, self.key.clone()))
    }

    fn step(
        &mut self,
        planned: &mut PlannedGet,
        context: &mut Context<S>,
    ) -> Result<Step<GetItemResponse>, DynamoError> {
        context.trace_plan(|database| Operation::<S>::describe(self, planned, database));
        let PlannedGet { key, projection } = planned;
        let table = context.table(table_name_of(&self.table))?;
        let source = Source { table: table.definition.name.clone(), index: None };
        context.trace_route(table, key.as_slice());
        let consistency =
            if self.consistent_read { ReadConsistency::Strong } else { ReadConsistency::Eventual };
        let item = context.read_item(table, key, consistency)?;
        let size_bytes = item.map(|item| table.read_size_bytes(item));
        context.trace_read(&source, &self.key, size_bytes);
        let units = read_units(size_bytes.unwrap_or_default(), consistency);
        context.admit_one(table, CapacityKind::Read, key, units)?;
        context.charge(Owner::table(&source.table), CapacityKind::Read, units);
        let item = match (projection.as_ref(), item) {
            (Some(projection), Some(item)) => Some(PackedItem::pack(&projection.project(&item.unpack()))),
            (_, item) => item.cloned(),
        };
        let consumed = ConsumedCapacity::if_requested(
            context,
            self.return_consumed_capacity,
            &source.table,
            &self.table,
        );
        Ok(Step::Done(GetItemResponse { item, consumed }, WriteSet::default()))
    }

    fn encode(response: &GetItemResponse, body: &mut ObjectWriter) {
        if let Some(item) = &response.item {
            body.packed_item("Item", item);
        }
        consumed_capacity::encode_one(&response.consumed, body);
    }
}
