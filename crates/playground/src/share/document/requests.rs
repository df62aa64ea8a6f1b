//! Converts a document to the requests that build its tables.

use dynalab_types::Timestamp;
use dynalab_types::json::{Object, Value, write_object};

use super::{Document, DocumentError, LoggedCommand, TableData, TableDocument, text_of};

/// The account of all workspaces that chose none, until the default became another one. Documents of then have it in the ARNs of
/// their commands, which must find the same resources as then.
const FORMER_ACCOUNT: &str = "000000000000";

/// The maximum number of items in a BatchWriteItem request.
const BATCH_MAX: usize = 25;

/// One request to build the content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadRequest {
    /// The time of the request. `None`: the current time.
    pub at: Option<Timestamp>,
    pub operation: String,
    pub body: String,
    /// The request builds a table: if it fails, the document cannot be loaded. A logged command may have failed, and fails again.
    pub must_succeed: bool,
    /// The request belongs to the step of the request before it.
    pub continues: bool,
}

impl Document {
    /// Returns the requests. Run in this order on a database without these tables, they build the document's content.
    pub fn requests(&self) -> Result<Vec<LoadRequest>, DocumentError> {
        let mut requests = Vec::new();
        let building = |operation: &str, body: String| LoadRequest {
            at: self.clock,
            operation: operation.to_owned(),
            body,
            must_succeed: true,
            continues: true,
        };
        if self.has_former_account() {
            let body = format!("{{\"AccountId\":\"{FORMER_ACCOUNT}\"}}");
            requests.push(building("Dynalab.SetAccount", body));
        }
        for table in &self.tables {
            requests.push(building("CreateTable", create_text(&table.create)));
            for items in table.items()?.chunks(BATCH_MAX) {
                requests.push(building("BatchWriteItem", puts(table.name(), items)));
            }
        }
        requests.extend(self.commands.iter().map(|command| LoadRequest {
            at: Some(command.at),
            operation: command.operation.clone(),
            body: command.body.clone(),
            must_succeed: false,
            continues: command.continues,
        }));
        Ok(requests)
    }
}

impl Document {
    /// Returns true if the commands name resources of the account that was the default before, and choose no account.
    fn has_former_account(&self) -> bool {
        let chooses = |command: &LoggedCommand| {
            command.operation == "Dynalab.SetAccount" && command.body.contains("AccountId")
        };
        let former = format!(":{FORMER_ACCOUNT}:");
        let named = |body: &str| body.contains(&former);
        let is_named = self.commands.iter().any(|command| named(&command.body))
            || self.questions.iter().any(|question| named(&question.body()));
        is_named && !self.commands.iter().any(chooses)
    }
}

impl TableDocument {
    /// Returns the items, which are generated if necessary.
    pub fn items(&self) -> Result<Vec<Object>, DocumentError> {
        match &self.data {
            TableData::Items(items) => Ok(items.clone()),
            TableData::Generated(generator) => Ok(generator.items()?),
        }
    }
}

/// Returns the body of CreateTable. Documents of before say -1 where a table has no maximum throughput, which DynamoDB rejects.
fn create_text(create: &Object) -> String {
    let mut create = create.clone();
    leave_out_unlimited(&mut create);
    if let Some(Value::Array(indexes)) = create.get_mut("GlobalSecondaryIndexes") {
        for index in indexes {
            if let Value::Object(index) = index {
                leave_out_unlimited(index);
            }
        }
    }
    text_of(&create)
}

fn leave_out_unlimited(create: &mut Object) {
    if let Some(Value::Object(maximum)) = create.get_mut("OnDemandThroughput") {
        let limits = |(_, units): &(String, Value)| !matches!(units, Value::Number(units) if units == "-1");
        *maximum = std::mem::take(maximum).into_iter().filter(limits).collect();
    }
}

fn puts(table: &str, items: &[Object]) -> String {
    let mut body = String::from("{\"RequestItems\":{");
    dynalab_types::wire::write_json_string(table, &mut body);
    body.push_str(":[");
    for (index, item) in items.iter().enumerate() {
        body.push_str(if index == 0 { "" } else { "," });
        body.push_str("{\"PutRequest\":{\"Item\":");
        write_object(item, &mut body);
        body.push_str("}}");
    }
    body.push_str("]}}");
    body
}
