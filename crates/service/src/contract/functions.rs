//! The controls of event source mappings, which invoke functions with the records of a stream.

use super::{EpochSeconds, Json, NoMembers};

crate::contract! {
    /// Invokes a function with the records of a stream. A mapping of the same name is changed.
    pub struct PutEventSourceMapping: "Dynalab.PutEventSourceMapping" -> NoMembers {
        pub name: String,
        pub stream_arn: String,
        /// `TRIM_HORIZON`, `LATEST` or `AT_TIMESTAMP`.
        pub starting_position: String,
        pub starting_position_timestamp: Option<EpochSeconds>,
        /// 1 to 10,000. The default is 100.
        pub batch_size: Option<u64>,
        /// 0 to 5 minutes. The default is 0.
        pub maximum_batching_window_ms: Option<u64>,
        /// 1 to 10. The default is 1.
        pub parallelization_factor: Option<u64>,
        /// -1, the default, retries until the records expire.
        pub maximum_retry_attempts: Option<i64>,
        /// -1, the default, has no limit.
        pub maximum_record_age_ms: Option<i64>,
        pub bisect_batch_on_function_error: Option<bool>,
        pub filter_criteria: Option<FilterCriteria>,
        pub destination_config: Option<DestinationConfig>,
        /// `ReportBatchItemFailures`.
        pub function_response_types: Option<Vec<String>>,
        /// The function. Without it, every invocation succeeds.
        pub handler: Option<HandlerSettings>,
    }

    /// The filters of a mapping. A record must match one of them.
    pub struct FilterCriteria {
        pub filters: Vec<Filter>,
    }

    /// A filter of records.
    pub struct Filter {
        /// JSON text.
        pub pattern: String,
    }

    /// Where discarded batches go.
    pub struct DestinationConfig {
        pub on_failure: Option<OnFailure>,
    }

    /// The destination of discarded batches.
    pub struct OnFailure {
        pub destination: Option<String>,
    }

    /// A function with code, or a simulated function with a duration and faults.
    pub struct HandlerSettings {
        /// JavaScript, which the page executes.
        pub code: Option<String>,
        /// The timeout of the code. The default is 3 seconds.
        pub timeout_ms: Option<u64>,
        /// The duration of a simulated invocation.
        pub duration_ms: Option<u64>,
        /// Records with these attributes in their key fail in every attempt.
        pub poison_keys: Option<Vec<Json>>,
        /// The share of records that fail in every attempt, 0 to 1000.
        pub poison_permille: Option<u64>,
        /// The share of invocations that fail, 0 to 1000.
        pub error_permille: Option<u64>,
        /// The numbers of invocations that fail. The first is 1.
        pub failing_batches: Option<Vec<u64>>,
    }

    /// Deletes a mapping with its position.
    pub struct DeleteEventSourceMapping: "Dynalab.DeleteEventSourceMapping" -> NoMembers {
        pub name: String,
    }

    /// Shows the position of a mapping in each shard, its latest invocations and what it discarded.
    pub struct DescribeEventSourceMapping: "Dynalab.DescribeEventSourceMapping" -> MappingDescription {
        pub name: String,
    }

    /// An event source mapping with its settings, counters and progress.
    pub struct MappingDescription {
        pub name: String,
        pub stream_arn: String,
        pub batch_size: u64,
        pub maximum_batching_window_ms: u64,
        pub parallelization_factor: u64,
        pub bisect_batch_on_function_error: bool,
        /// -1 retries until the records expire.
        pub maximum_retry_attempts: i64,
        /// -1 has no limit.
        pub maximum_record_age_ms: i64,
        /// `ReportBatchItemFailures`.
        pub function_response_types: Option<Vec<String>>,
        pub filters: Option<Vec<Filter>>,
        /// The timeout of a function with code.
        pub timeout_ms: Option<u64>,
        /// The destination of discarded batches.
        pub on_failure: Option<String>,
        pub invocations: u64,
        pub failed_invocations: u64,
        /// The number of records in all invocations.
        pub records_handed: u64,
        /// The number of records that were in an invocation before.
        pub records_handed_again: u64,
        pub records_delivered: u64,
        pub records_filtered_out: u64,
        pub records_dead_lettered: u64,
        pub records_discarded: u64,
        /// When the mapping reads the stream again.
        pub next_wake: Option<EpochSeconds>,
        pub shards: Vec<MappedShard>,
        /// The latest invocations, the oldest first.
        pub last_invocations: Vec<FunctionInvocation>,
        /// The latest discarded batches, the oldest first.
        pub dead_letters: Vec<DeadLetterDescription>,
    }

    /// The progress of a mapping in a shard.
    pub struct MappedShard {
        pub shard_id: String,
        pub closed: bool,
        pub records_waiting: u64,
        /// The age of the last record in the latest invocation.
        pub iterator_age_ms: u64,
        /// The age of the oldest unfinished record.
        pub oldest_record_age_ms: u64,
        /// True until the parent shard is finished. There are no lanes then.
        pub waits_for_parent: Option<bool>,
        /// One for each concurrent invocation.
        pub lanes: Option<Vec<LaneDescription>>,
    }

    /// The part of a shard that one invocation at a time reads.
    pub struct LaneDescription {
        /// The sequence number of the next record.
        pub position: String,
        pub in_flight: Option<FunctionInvocation>,
        /// The batches that wait for a retry, the next one first.
        pub retries: Vec<RetryDescription>,
    }

    /// A batch that waits for a retry.
    pub struct RetryDescription {
        /// The sequence number of the first record.
        pub first: String,
        /// The sequence number of the last record.
        pub last: String,
        /// The number of retries so far.
        pub retries: u64,
        pub not_before: EpochSeconds,
    }

    /// An invocation that ended, or one in progress in its lane.
    pub struct FunctionInvocation {
        /// Absent in a lane, as the next member is.
        pub shard_id: Option<String>,
        /// The number of the lane.
        pub lane: Option<u64>,
        pub batch: u64,
        /// The sequence number of the first record.
        pub first: String,
        /// The sequence number of the last record.
        pub last: String,
        pub records: u64,
        pub retries: u64,
        pub started: EpochSeconds,
        /// True if the result of the function is not known yet.
        pub awaited: Option<bool>,
        /// When the invocation ends.
        pub done: Option<EpochSeconds>,
        /// `SUCCESS` or `FAILURE`. Absent in a lane.
        pub outcome: Option<String>,
        /// The sequence number of the record that failed.
        pub failed_at: Option<String>,
    }

    /// A batch that was discarded.
    pub struct DeadLetterDescription {
        pub shard_id: String,
        pub start_sequence_number: String,
        pub end_sequence_number: String,
        pub batch_size: u64,
        /// `RetryAttemptsExhausted` or `MaximumRecordAgeExceeded`.
        pub condition: String,
        pub approximate_invoke_count: u64,
        pub approximate_arrival_of_first_record: EpochSeconds,
        /// When the batch was discarded.
        pub timestamp: EpochSeconds,
    }

    /// Lists functions with code, and the invocations that wait for a result.
    pub struct DescribeHandlers: "Dynalab.DescribeHandlers" -> HandlersDescription {
    }

    /// The functions with code, sorted by name.
    pub struct HandlersDescription {
        pub handlers: Vec<HandlerDescription>,
    }

    /// A function with code.
    pub struct HandlerDescription {
        pub name: String,
        /// The table whose stream the function reads.
        pub table_name: String,
        /// JavaScript.
        pub code: String,
        pub timeout_ms: u64,
        /// The invocations without a result.
        pub waiting: Vec<WaitingInvocation>,
    }

    /// An invocation without a result.
    pub struct WaitingInvocation {
        pub batch: u64,
        pub records: u64,
        pub retries: u64,
        pub started: EpochSeconds,
    }

    /// Returns the event of a waiting invocation.
    pub struct DescribeInvocation: "Dynalab.DescribeInvocation" -> InvocationDescription {
        /// The mapping.
        pub name: String,
        pub batch: u64,
    }

    /// The event of an invocation.
    pub struct InvocationDescription {
        pub batch: u64,
        pub shard_id: String,
        pub retries: u64,
        pub started: EpochSeconds,
        pub event: InvocationEvent,
    }

    /// The event that a function receives.
    pub struct InvocationEvent {
        /// Records as Lambda has them.
        pub records: Vec<Json>,
    }

    /// Reports the result of an invocation.
    pub struct ReportInvocation: "Dynalab.ReportInvocation" -> NoMembers {
        /// The mapping.
        pub name: String,
        pub batch: u64,
        pub duration_ms: Option<u64>,
        /// The message of an error. Without it, the invocation succeeded.
        pub error: Option<String>,
        /// The records that failed.
        pub batch_item_failures: Option<Vec<BatchItemFailure>>,
    }

    /// A record that failed.
    pub struct BatchItemFailure {
        /// The sequence number of the record.
        #[serde(rename = "itemIdentifier")]
        pub item_identifier: String,
    }
}

impl DestinationConfig {
    /// Returns the configuration with this destination for discarded batches.
    pub fn to(destination: &str) -> DestinationConfig {
        let on_failure = OnFailure { destination: Some(destination.to_owned()) };
        DestinationConfig { on_failure: Some(on_failure) }
    }
}
