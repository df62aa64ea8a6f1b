//! The definition of a table at an endpoint: what describes it, and the table of a design that this is.

use std::fmt;

use dynalab_modeling::design::Table;
use dynalab_modeling::differences::Setting;
use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::create_table::read_table;
use dynalab_modeling::table_request::after_creation;
use dynalab_playground::share::tables_text::create_body;
use dynalab_types::json;
use serde_json::{Value, json};

use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;

/// What describes a table, each as the body of a response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Described {
    /// The member Table of DescribeTable.
    pub table: Value,
    /// None if the endpoint does not have the operation.
    pub time_to_live: Option<Value>,
    pub backups: Option<Value>,
    pub tags: Option<Value>,
}

/// A table with what its description cannot say.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundTable {
    pub table: Table,
    /// The body of CreateTable that makes it again.
    pub create: Value,
    pub status: String,
    /// The number of items that the description says. DynamoDB counts every six hours.
    pub items: u64,
    /// Settings that the endpoint does not tell.
    pub unsaid: Vec<Setting>,
    pub notes: Vec<ImportNote>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    NotDescribed { message: String },
    NotRead { message: String },
}

const DESCRIBE: &str = "DescribeTable";
const TIME_TO_LIVE: &str = "DescribeTimeToLive";
const BACKUPS: &str = "DescribeContinuousBackups";
const TAGS: &str = "ListTagsOfResource";

/// Describes a table of a database in this process.
///
/// # Errors
/// The table is not there.
pub fn described(
    name: &str,
    call: impl Fn(&str, &Value) -> Result<Value, String>,
) -> Result<Described, String> {
    let named = json!({ "TableName": name });
    let table = call(DESCRIBE, &named)?["Table"].take();
    Ok(Described {
        time_to_live: call(TIME_TO_LIVE, &named).ok(),
        backups: call(BACKUPS, &named).ok(),
        tags: call(TAGS, &json!({ "ResourceArn": table["TableArn"] })).ok(),
        table,
    })
}

/// Describes a table of an endpoint. None if it is not there.
///
/// # Errors
/// The endpoint refuses a request for another reason than that it does not have the operation.
pub async fn describe<E: Edge>(client: &Client<E>, name: &str) -> Result<Option<Described>, RemoteError> {
    let named = json!({ "TableName": name });
    let mut answer = match client.call(DESCRIBE, &named).await {
        Ok(answer) => answer,
        Err(error) if error.is("ResourceNotFoundException") => return Ok(None),
        Err(error) => return Err(error),
    };
    let table = answer["Table"].take();
    let of_arn = json!({ "ResourceArn": table["TableArn"] });
    Ok(Some(Described {
        time_to_live: if_known(client.call(TIME_TO_LIVE, &named).await)?,
        backups: if_known(client.call(BACKUPS, &named).await)?,
        tags: if_known(client.call(TAGS, &of_arn).await)?,
        table,
    }))
}

/// Returns None for an answer that says that the endpoint or the access key does not have the operation.
fn if_known(answer: Result<Value, RemoteError>) -> Result<Option<Value>, RemoteError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if error.is_unknown_operation() || error.is("AccessDeniedException") => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a description as the table of a design.
///
/// # Errors
/// The description lacks the keys.
pub fn read(described: &Described) -> Result<FoundTable, TableError> {
    let not_read = |message: String| TableError::NotRead { message };
    let name = described.table["TableName"].as_str().unwrap_or_default();
    let mut notes = Vec::new();
    let mut table =
        read_table(&described.table, name, &mut notes).map_err(|error| not_read(error.to_string()))?;
    let mut unsaid = Vec::new();
    match &described.time_to_live {
        Some(answer) => {
            let of = &answer["TimeToLiveDescription"];
            let is_on = matches!(of["TimeToLiveStatus"].as_str(), Some("ENABLED" | "ENABLING"));
            table.ttl = of["AttributeName"].as_str().filter(|_| is_on).map(str::to_owned);
        }
        None => unsaid.push(Setting::Ttl),
    }
    match &described.backups {
        Some(answer) => {
            let of = &answer["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"];
            table.recovery = of["PointInTimeRecoveryStatus"] == "ENABLED";
            table.settings.recovery_days = of["RecoveryPeriodInDays"].as_u64().filter(|_| table.recovery);
        }
        None => unsaid.extend([Setting::Recovery, Setting::RecoveryDays]),
    }
    match &described.tags {
        Some(answer) => {
            let tags = answer["Tags"].as_array().into_iter().flatten();
            table.settings.tags = tags
                .filter_map(|tag| Some((tag["Key"].as_str()?.to_owned(), tag["Value"].as_str()?.to_owned())))
                .collect();
        }
        None => unsaid.push(Setting::Tags),
    }
    // Other services than DynamoDB's own tell these.
    unsaid.extend([
        Setting::Scaling,
        Setting::DeletionPolicy,
        Setting::Policy,
        Setting::ContributorInsights,
        Setting::ReplicaConsistency,
    ]);
    let description =
        json::parse(&described.table.to_string()).map_err(|error| not_read(format!("{error:?}")))?;
    let json::Value::Object(description) = description else { return Err(not_read(String::new())) };
    let mut create = String::new();
    json::write_object(&create_body(&description), &mut create);
    Ok(FoundTable {
        table,
        create: serde_json::from_str(&create).map_err(|error| not_read(error.to_string()))?,
        status: described.table["TableStatus"].as_str().unwrap_or_default().to_owned(),
        items: described.table["ItemCount"].as_u64().unwrap_or_default(),
        unsaid,
        notes,
    })
}

/// Returns the requests after CreateTable as commands of a document.
pub fn setting_commands(table: &Table, at_ms: u64) -> Vec<Value> {
    let requests = after_creation(table).into_iter();
    let commands = requests
        .map(|(operation, body)| json!({ "at": at_ms, "operation": operation, "body": body.to_string() }));
    commands.collect()
}

/// Applies a command of [`setting_commands`] to its table. Returns false for any other command.
pub fn apply_setting(table: &mut Table, command: &Value) -> bool {
    let body = match &command["body"] {
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        body => body.clone(),
    };
    let is_of_table = body["TableName"].as_str() == Some(&table.name);
    match command["operation"].as_str() {
        Some("UpdateTimeToLive") if is_of_table => {
            table.ttl = body["TimeToLiveSpecification"]["AttributeName"].as_str().map(str::to_owned);
        }
        Some("UpdateContinuousBackups") if is_of_table => {
            let of = &body["PointInTimeRecoverySpecification"];
            table.recovery = of["PointInTimeRecoveryEnabled"] == true;
            table.settings.recovery_days = of["RecoveryPeriodInDays"].as_u64();
        }
        Some("UpdateTimeToLive" | "UpdateContinuousBackups") => {}
        _ => return false,
    }
    true
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NotDescribed { message } | TableError::NotRead { message } => {
                formatter.write_str(message)
            }
        }
    }
}

impl std::error::Error for TableError {}
