//! Dynalab.InRegion: executes a request in another Region, on the replicas there. The response contains the names and ARNs of
//! that Region.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::{DynamoError, GlobalTableError};
use dynalab_engine::execution::plan::Plan;
use dynalab_engine::registry::replica_name::member_name;
use dynalab_engine::registry::replication::Replication;
use dynalab_engine::request::fields::{Fields, RequestLayer, check_own_table, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::region::is_region;

use crate::complete::{Complete, Context};
use crate::complete_engine::Planned;
use crate::contract::{Call, regions as contract};
use crate::inner_request::InnerRequest;
use crate::item_operations::{ITEM_OPERATIONS, STREAM_OPERATIONS};
use crate::regions::{self, shapes};
use crate::request_interceptor;

/// The operations on replicas.
const OPERATIONS: &[&[&str]] = &[ITEM_OPERATIONS, STREAM_OPERATIONS, &["DescribeStream", "DescribeTable"]];

/// An InRegion request.
#[derive(Clone, Debug)]
pub struct InRegion {
    region: String,
    request: InnerRequest,
    begun: bool,
}

impl InRegion {
    pub(crate) fn request(&self) -> &InnerRequest {
        &self.request
    }

    /// Returns the changes that create replicas without items of their own yet.
    pub(crate) fn make_replicas(&mut self, context: &Context) -> Result<WriteSet, DynamoError> {
        if !is_region(&self.region) {
            return Err(GlobalTableError::UnknownRegion { region: self.region.clone() }.into());
        }
        let mut writes = WriteSet::default();
        for table in self.request.get_mut()?.tables_mut() {
            // An ARN names the table as it is in the Region of the request.
            check_own_table(table, &self.region, &context.config.account_id)?;
            let name = table_name_of(table);
            if context.database.find(&member_name(name, &self.region, context.config)).is_none() {
                writes.append(shapes::create_replica_tables(
                    name,
                    context.now,
                    context.database,
                    context.config,
                ));
            }
        }
        Ok(writes)
    }

    /// Replaces the tables of the request by the replicas of the Region.
    fn move_there(&mut self, context: &mut Context) -> Result<(), DynamoError> {
        let request = self.request.get_mut()?;
        if self.region != context.config.region {
            for table in request.tables_mut() {
                let name = table_name_of(table).to_owned();
                let replication = Replication::load(context.database, &name).unwrap_or_default();
                let mut replicas = replication.remaining().filter(|replica| replica.region == self.region);
                let status =
                    replicas.next().and_then(|replica| replica.stage.status(context.now, context.config));
                if !matches!(status, Some("ACTIVE" | "UPDATING")) {
                    return Err(DynamoError::ResourceNotFound);
                }
                *table = member_name(&name, &self.region, context.config);
            }
        }
        let touched = request.resource_accesses(context.database);
        regions::check_streams(&touched, &self.region, context.database)?;
        request_interceptor::authorize(&touched, context)?;
        regions::check(&touched, context)
    }
}

impl Operation<Complete> for InRegion {
    const NAME: &'static str = <contract::InRegion as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    /// The body of the inner response.
    type Response = String;

    fn decode(fields: &mut Fields) -> InRegion {
        fields.require("Region");
        InRegion {
            region: fields.text("Region").unwrap_or_default(),
            request: InnerRequest::decode(fields, OPERATIONS),
            begun: false,
        }
    }

    /// The plan of the inner request, once its tables are replaced.
    type Planned = Box<Option<Planned>>;

    fn plan(&self, _: &Database) -> Result<Self::Planned, DynamoError> {
        Ok(Box::default())
    }

    fn describe(&self, _: &Self::Planned, database: &Database) -> Result<Plan, DynamoError> {
        self.request.get()?.explain(database)
    }

    fn step(
        &mut self,
        planned: &mut Self::Planned,
        context: &mut Context,
    ) -> Result<Step<String>, DynamoError> {
        if !self.begun {
            let writes = self.make_replicas(context)?;
            if !writes.changes.is_empty() {
                return Ok(Step::More(writes));
            }
            self.move_there(context)?;
            self.begun = true;
        }
        Ok(match self.request.get_mut()?.plan_and_step(planned, context)? {
            Step::More(writes) => Step::More(writes),
            Step::Done(response, writes) => Step::Done(seen_from(&self.region, &response.to_json()), writes),
        })
    }

    fn encode(json: &String, body: &mut ObjectWriter) {
        if let Ok(Value::Object(answer)) = json::parse(json) {
            for (name, value) in &answer {
                let mut text = String::new();
                value.write(&mut text);
                body.json(name, &text);
            }
        }
    }
}

/// Returns the response with the table names of the Region. The data of clients does not change.
fn seen_from(region: &str, json: &str) -> String {
    let Ok(Value::Object(mut answer)) = json::parse(json) else { return json.to_owned() };
    let suffix = format!("@{region}");
    for (member, value) in &mut answer {
        match (member.as_str(), value) {
            ("ConsumedCapacity" | "Table" | "StreamDescription", value) => rename_members(value, &suffix),
            (
                "Responses" | "UnprocessedKeys" | "UnprocessedItems" | "ItemCollectionMetrics",
                Value::Object(tables),
            ) => {
                *tables = std::mem::take(tables)
                    .into_iter()
                    .map(|(name, value)| {
                        (name.strip_suffix(&suffix).map_or(name.clone(), str::to_owned), value)
                    })
                    .collect::<Object>();
            }
            _ => {}
        }
    }
    let mut text = String::new();
    json::write_object(&answer, &mut text);
    text
}

fn rename_members(value: &mut Value, suffix: &str) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| rename_members(element, suffix)),
        Value::Object(object) => {
            for name in ["TableName", "TableId"] {
                if let Some(Value::String(text)) = object.get_mut(name)
                    && let Some(plain) = text.strip_suffix(suffix)
                {
                    *text = plain.to_owned();
                }
            }
        }
        _ => {}
    }
}
