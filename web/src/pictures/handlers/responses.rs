//! The engine's description of a stream and of its function.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct DescribedStream {
    pub stream_arn: Option<String>,
    pub stream_status: String,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct MappingDescription {
    pub batch_size: u64,
    pub maximum_retry_attempts: i64,
    pub bisect_batch_on_function_error: bool,
    pub function_response_types: Vec<String>,
    pub timeout_ms: u64,
    pub invocations: u64,
    pub failed_invocations: u64,
    pub records_delivered: u64,
    pub records_handed_again: u64,
    pub records_dead_lettered: u64,
    pub shards: Vec<MappedShard>,
    pub last_invocations: Vec<InvocationDescription>,
    pub dead_letters: Vec<DeadLetter>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct MappedShard {
    pub shard_id: String,
    pub closed: bool,
    pub records_waiting: u64,
    pub oldest_record_age_ms: u64,
    pub lanes: Vec<Lane>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Lane {
    pub position: String,
    pub in_flight: Option<InvocationDescription>,
    pub retries: Vec<Retry>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct Retry {
    pub retries: u64,
    pub not_before: f64,
}

/// An invocation that ended or is in progress.
#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct InvocationDescription {
    pub batch: u64,
    pub first: String,
    pub last: String,
    pub records: u64,
    pub retries: u64,
    pub started: f64,
    pub done: Option<f64>,
    pub outcome: String,
    pub failed_at: Option<String>,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "PascalCase", default)]
pub struct DeadLetter {
    pub start_sequence_number: String,
    pub end_sequence_number: String,
    pub batch_size: u64,
    pub condition: String,
    pub approximate_invoke_count: u64,
    pub timestamp: f64,
}
