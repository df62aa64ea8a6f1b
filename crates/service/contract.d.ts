// The requests and responses of Dynalab's controls, made from crates/service/src/contract.

/** Any JSON value, such as an item in DynamoDB JSON. */
export type Json = unknown;

/** The names in every ARN, and the Regions that can be chosen. */
export interface AccountDescription {
  Region: string;
  /** 12 digits. */
  AccountId: string;
  Regions: string[];
}

/** The names in every ARN. */
export interface AccountNames {
  Region: string;
  /** 12 digits. */
  AccountId: string;
}

/** Moves the clock forward, at most to the end of the year 9999. What becomes due is executed in order before the response. */
export interface AdvanceClock {
  /** 0 to a year. */
  Milliseconds: number;
}

/** An alarm with its state. */
export interface AlarmDescription {
  AlarmName: string;
  /** `OK`, `ALARM` or `INSUFFICIENT_DATA`. */
  StateValue: string;
  Namespace: string;
  MetricName: string;
  Dimensions: MetricDimension[];
  Statistic: string;
  /** Seconds. */
  Period: number;
  EvaluationPeriods: number;
  DatapointsToAlarm: number;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
  /** The latest changes of the state, the oldest first. */
  History: AlarmStateChange[];
}

/** A change of an alarm's state. */
export interface AlarmStateChange {
  At: number;
  /** The state from then on. */
  StateValue: string;
}

/** The alarms, sorted by name. */
export interface AlarmsDescription {
  MetricAlarms: AlarmDescription[];
}

/** The progress of a new index through the items of its table. */
export interface BackfillDescription {
  /** The number of items when the backfill began. */
  Items: number;
  /** The number of items that were read. */
  LookedAt: number;
  /** The number of items read that have no entry in the index. */
  Skipped: number;
  /** The number of entries of the index. */
  Entries: number;
  /** When the backfill ends. */
  Ends: number;
}

/** A record that failed. */
export interface BatchItemFailure {
  /** The sequence number of the record. */
  itemIdentifier: string;
}

/** The response and its source. */
export interface CacheAnswer {
  /** `ITEM_CACHE`, `QUERY_CACHE` or `TABLE`. */
  Source: string;
  /** The age of the entry. */
  AgeMs?: number;
  /** The response of the operation. */
  Answer: Json;
}

/** The settings, counters and entries of a cache. */
export interface CacheDescription {
  Name: string;
  ItemTtlMs: number;
  QueryTtlMs: number;
  ItemMax: number;
  ItemCacheHits: number;
  ItemCacheMisses: number;
  QueryCacheHits: number;
  QueryCacheMisses: number;
  /** The number of entries removed to make room. */
  Evicted: number;
  Items: CachedItem[];
  Queries: CachedQuery[];
}

/** An entry of the item cache. */
export interface CachedItem {
  TableName: string;
  /** Absent if the item did not exist. */
  Item?: Json;
  AgeMs: number;
  Expired: boolean;
  /** True if the table has another item now. */
  Differs: boolean;
}

/** An entry of the query cache. */
export interface CachedQuery {
  Operation: string;
  Request: Json;
  AgeMs: number;
  Expired: boolean;
}

/** The capacity of a table and its global indexes. */
export interface CapacityDescription {
  TableName: string;
  RegionName: string;
  /** `PROVISIONED` or `PAY_PER_REQUEST`. */
  BillingMode: string;
  /** True if limits are on. */
  Limited: boolean;
  /** True if samples are stored. */
  Remembered: boolean;
  /** True if auto scaling is on. */
  Scaled: boolean;
  /** How long unused capacity is kept. */
  BurstMs: number;
  /** The table, then its global indexes. */
  Resources: CapacityResource[];
  ScalingChanges: ScalingChange[];
}

/** The capacity of the table or a global index. */
export interface CapacityResource {
  /** Absent for the table. */
  IndexName?: string;
  Reads: ResourceThroughput;
  Writes: ResourceThroughput;
  /** The seconds with requests, the oldest first. */
  Seconds: CapacitySample[];
  /** The minutes with requests, the oldest first. */
  Minutes: CapacitySample[];
}

/** A second or a minute of consumption. */
export interface CapacitySample {
  /** The number of the second or minute since 1970. */
  Number: number;
  /** Absent without reads. */
  Reads?: CapacityUse;
  /** Absent without writes. */
  Writes?: CapacityUse;
}

/** The units of a sample. */
export interface CapacityUse {
  Units: number;
  /** The burst capacity at its end. */
  Saved: number;
  /** The limit per second. */
  Limit: number;
  /** The number of throttled requests. */
  Throttled: number;
}

/** The settings that differ from their profile. */
export interface ChangedDials {
  Profile: string;
  Seed: number;
  /** The values by the names of the settings. */
  Turned: Record<string, number>;
}

/** The speed of the clock. */
export interface ClockRate {
  /** Simulated seconds per second. */
  Rate: number;
}

/** The time after the move. */
export interface ClockTime {
  Now: number;
}

/** Two writes of one item in different Regions. */
export interface ConflictDescription {
  /** When the replica resolved the conflict. */
  At: number;
  /** The Region of the replica. */
  RegionName: string;
  /** The primary key in DynamoDB JSON. */
  Key: Json;
  Winner: WriteVersion;
  Loser: WriteVersion;
}

/** A batch that was discarded. */
export interface DeadLetterDescription {
  ShardId: string;
  StartSequenceNumber: string;
  EndSequenceNumber: string;
  BatchSize: number;
  /** `RetryAttemptsExhausted` or `MaximumRecordAgeExceeded`. */
  Condition: string;
  ApproximateInvokeCount: number;
  ApproximateArrivalOfFirstRecord: number;
  /** When the batch was discarded. */
  Timestamp: number;
}

/** Deletes alarms, all or none. */
export interface DeleteAlarms {
  AlarmNames: string[];
}

/** Deletes a cache with its entries. */
export interface DeleteCache {
  Name: string;
}

/** Deletes a mapping with its position. */
export interface DeleteEventSourceMapping {
  Name: string;
}

/** Deletes a fault rule. */
export interface DeleteFault {
  Name: string;
}

/** Deletes a principal. */
export interface DeletePrincipal {
  Name: string;
}

/** Empties the log of requests. */
export type DeleteRequests = Record<string, never>;

/** Deletes a snapshot. */
export interface DeleteSnapshot {
  /** The name of the snapshot. */
  Name: string;
}

/** Deletes an application with its leases and checkpoints. */
export interface DeleteWorkers {
  Name: string;
}

/** Returns the Region and the account, and all Regions. */
export type DescribeAccount = Record<string, never>;

/** Lists the alarms with their states and history. */
export type DescribeAlarms = Record<string, never>;

/** Shows the entries, their age, and whether they equal the items. */
export interface DescribeCache {
  Name: string;
}

/** Shows limits, burst capacity and consumption of a table and its global indexes, and changes by auto scaling. */
export interface DescribeCapacity {
  /** The name or ARN of the table. */
  TableName: string;
}

/** Lists the settings with value, default, range, source and description. */
export type DescribeDials = Record<string, never>;

/** Shows the position of a mapping in each shard, its latest invocations and what it discarded. */
export interface DescribeEventSourceMapping {
  Name: string;
}

/** Shows the expired items that are not deleted yet, and when the next ones are. */
export interface DescribeExpiredItems {
  /** The name or ARN of the table. */
  TableName: string;
}

/** Lists the fault rules, and how often each was injected. */
export type DescribeFaults = Record<string, never>;

/** Lists functions with code, and the invocations that wait for a result. */
export type DescribeHandlers = Record<string, never>;

/** Shows the writes that wait for each global index, and the progress of its backfill. */
export interface DescribeIndexQueues {
  /** The name or ARN of the table. */
  TableName: string;
}

/** Returns the event of a waiting invocation. */
export interface DescribeInvocation {
  /** The mapping. */
  Name: string;
  Batch: number;
}

/** Shows the partitions with items, and units consumed and throttled. */
export interface DescribePartitions {
  /** The name or ARN of the table. */
  TableName: string;
  /** A global index, whose partitions are described in place of the table's. */
  IndexName?: string;
  /** Divides the hash range into this number of equal parts, whose items are counted. */
  HashSlices?: number;
}

/** Lists the principals and the one in use. */
export type DescribePrincipals = Record<string, never>;

/** Shows the replicas and the leader of each partition, and the writes that have not reached them. */
export interface DescribeReplicas {
  /** The name or ARN of the table. */
  TableName: string;
}

/** Shows the replicas of a global table, writes on their way, and conflicts. */
export interface DescribeReplication {
  /** The name or ARN of the table. */
  TableName: string;
  /** A primary key in DynamoDB JSON, whose item is shown in each replica. */
  Key?: Json;
}

/** Shows the shards of a stream with their newest records, and who reads them. */
export interface DescribeShards {
  /** The table with the stream: its name or ARN. */
  TableName: string;
}

/** Shows the entries of a vector index nearest to a vector or an item. */
export interface DescribeVectorSearch {
  /** The name or ARN of the table. */
  TableName: string;
  /** Without it, the first vector index of the table is searched. */
  IndexName?: string;
  /** The vector to search for: numbers in DynamoDB JSON. */
  SearchVector?: Json[];
  /** The primary key of the item whose vector is searched for. Without a key and a vector, it is the first item. */
  Key?: Json;
  /** The number of results. */
  TopK?: number;
}

/** Lists the changes of tables and indexes that are in progress, the first to end first. */
export interface DescribeWaits {
  /** The name or ARN of a table. Without it, all tables are described. */
  TableName?: string;
}

/** Shows leases, checkpoints, and records that were processed twice. */
export interface DescribeWorkers {
  Name: string;
}

/** Where discarded batches go. */
export interface DestinationConfig {
  OnFailure?: OnFailure;
}

/** One setting of the simulation. */
export interface DialDescription {
  Name: string;
  Value: number;
  /** The value in the profile `instant`. */
  Instant: number;
  /** The value in the profile `realistic`. */
  Realistic: number;
  /** The largest value that can be set. */
  Most: number;
  /** The source of the realistic value: `published`, `measured`, `estimate` or `own`. */
  Source: string;
  /** What the setting does, in English. */
  About: string;
}

/** All settings of the simulation. */
export interface DialsDescription {
  /** `instant` or `realistic`. */
  Profile: string;
  Seed: number;
  Dials: DialDescription[];
}

/** The expired items of a table. */
export interface ExpiredItemsDescription {
  TableName: string;
  /** `ENABLED`, `ENABLING`, `DISABLED` or `DISABLING`. */
  TimeToLiveStatus: string;
  /** The attribute with the time. */
  AttributeName?: string;
  /** True if expired items are deleted. */
  Sweeping: boolean;
  ExpiredItemCount: number;
  /** The expiry of the item that expired first. */
  OldestExpiry?: number;
  NextSweep?: number;
  LastSweep?: number;
  /** The number of items that TTL has deleted. */
  DeletedItemCount: number;
  /** At most 10 items, the first to be deleted first. */
  Next: ExpiringItem[];
}

/** An item that TTL will delete. */
export interface ExpiringItem {
  /** The primary key in DynamoDB JSON. */
  Key: Json;
  Expires: number;
  /** When TTL deletes it. */
  Due: number;
}

/** A fault rule with its counters. */
export interface FaultDescription {
  Name: string;
  /** The operations that can fail. Without it, all can. */
  Operations?: string[];
  TableName?: string;
  /** The value of the partition key, in DynamoDB JSON. */
  KeyEquals?: Json;
  /** The share of requests that fail, 0 to 1000. */
  RatePermille: number;
  /** `THROTTLE`, `UNPROCESSED`, `TIMEOUT`, `INTERNAL_ERROR` or `SERVICE_UNAVAILABLE`. */
  Kind: string;
  /** True if requests are executed first and fail then. */
  AfterCommit?: boolean;
  /** The number of requests that matched. */
  Asked: number;
  /** The number of requests that failed. */
  Struck: number;
}

/** The fault rules, sorted by name. */
export interface FaultsDescription {
  Faults: FaultDescription[];
}

/** A filter of records. */
export interface Filter {
  /** JSON text. */
  Pattern: string;
}

/** The filters of a mapping. A record must match one of them. */
export interface FilterCriteria {
  Filters: Filter[];
}

/** Makes a copy of the whole database that others can change without effect on this one. It is the database of clients with this access key and the same Region. */
export interface Fork {
  /** The access key: 1 to 64 letters, digits, hyphens and underscores. It must not name an account, and its database must be empty. */
  Name: string;
}

/** The copy of a database. */
export interface ForkDescription {
  Name: string;
  TableCount: number;
  ItemCount: number;
}

/** An invocation that ended, or one in progress in its lane. */
export interface FunctionInvocation {
  /** Absent in a lane, as the next member is. */
  ShardId?: string;
  /** The number of the lane. */
  Lane?: number;
  Batch: number;
  /** The sequence number of the first record. */
  First: string;
  /** The sequence number of the last record. */
  Last: string;
  Records: number;
  Retries: number;
  Started: number;
  /** True if the result of the function is not known yet. */
  Awaited?: boolean;
  /** When the invocation ends. */
  Done?: number;
  /** `SUCCESS` or `FAILURE`. Absent in a lane. */
  Outcome?: string;
  /** The sequence number of the record that failed. */
  FailedAt?: string;
}

/** Returns the values of a metric by period. */
export interface GetMetricData {
  Namespace?: string;
  MetricName: string;
  Dimensions?: MetricDimension[];
  /** Seconds, a multiple of 60. */
  Period: number;
  /** Such as `Sum` or `Average`. */
  Statistic: string;
  StartTime?: number;
  EndTime?: number;
}

/** A function with code. */
export interface HandlerDescription {
  Name: string;
  /** The table whose stream the function reads. */
  TableName: string;
  /** JavaScript. */
  Code: string;
  TimeoutMs: number;
  /** The invocations without a result. */
  Waiting: WaitingInvocation[];
}

/** A function with code, or a simulated function with a duration and faults. */
export interface HandlerSettings {
  /** JavaScript, which the page executes. */
  Code?: string;
  /** The timeout of the code. The default is 3 seconds. */
  TimeoutMs?: number;
  /** The duration of a simulated invocation. */
  DurationMs?: number;
  /** Records with these attributes in their key fail in every attempt. */
  PoisonKeys?: Json[];
  /** The share of records that fail in every attempt, 0 to 1000. */
  PoisonPermille?: number;
  /** The share of invocations that fail, 0 to 1000. */
  ErrorPermille?: number;
  /** The numbers of invocations that fail. The first is 1. */
  FailingBatches?: number[];
}

/** The functions with code, sorted by name. */
export interface HandlersDescription {
  Handlers: HandlerDescription[];
}

/** One of the equal parts of the hash range. */
export interface HashSlice {
  /** The hash of its first item, as 16 hexadecimal digits. */
  FirstHash: string;
  ItemCount: number;
}

/** Executes a request on the replicas in another Region. The response is that of the request. */
export interface InRegion {
  Region: string;
  /** An operation of DynamoDB. */
  Operation: string;
  /** The request of the operation. */
  Request: Json;
}

/** The writes that wait for a global index. */
export interface IndexQueue {
  IndexName: string;
  /** `CREATING`, `ACTIVE`, `UPDATING` or `DELETING`. */
  IndexStatus: string;
  WaitingWrites: number;
  /** How long the oldest write has waited. */
  OldestMilliseconds: number;
  /** How long the last write still waits. */
  LongestLeftMilliseconds: number;
  /** The progress of a new index. */
  Backfill?: BackfillDescription;
}

/** The queues of a table's global indexes. */
export interface IndexQueuesDescription {
  Indexes: IndexQueue[];
}

/** The event of an invocation. */
export interface InvocationDescription {
  Batch: number;
  ShardId: string;
  Retries: number;
  Started: number;
  Event: InvocationEvent;
}

/** The event that a function receives. */
export interface InvocationEvent {
  /** Records as Lambda has them. */
  Records: Json[];
}

/** The part of a shard that one invocation at a time reads. */
export interface LaneDescription {
  /** The sequence number of the next record. */
  Position: string;
  InFlight?: FunctionInvocation;
  /** The batches that wait for a retry, the next one first. */
  Retries: RetryDescription[];
}

/** A shard with its lease. */
export interface LeasedShard {
  ShardId: string;
  /** The shard that was closed when this one was created. */
  ParentShardId?: string;
  Closed: boolean;
  /** The number of records after the checkpoint. */
  RecordsWaiting: number;
  /** True until the parent shard is finished. The shard has no lease then. */
  WaitsForParent?: boolean;
  /** The worker with the lease. */
  Owner?: string;
  /** The end of the lease of a stopped worker. */
  LeaseEnds?: number;
  /** The sequence number from which another worker continues. */
  Checkpoint?: string;
  /** The sequence number of the next record. */
  Position?: string;
  RecordsSinceCheckpoint?: number;
  /** True if all records are processed. */
  Done?: boolean;
}

/** Replication from one Region to another. */
export interface LinkDescription {
  From: string;
  To: string;
  /** The delay, if it was set. */
  LagMs?: number;
  Up: boolean;
  /** The number of writes on their way. */
  Pending: number;
  /** The age of the oldest of them. */
  OldestPendingMs?: number;
}

/** Lists the metrics that have data. The setting `metrics` must be on. */
export type ListMetrics = Record<string, never>;

/** Returns the log of requests, the oldest first. It has the newest 10,000, or those that fit into its bytes. */
export interface ListRequests {
  /** Only requests with a larger number. */
  After?: number;
  /** 1 to 10000. Without it, all requests are returned. */
  Limit?: number;
}

/** Lists the snapshots in the order of their names. */
export type ListSnapshots = Record<string, never>;

/** A request and what it cost. */
export interface LoggedRequest {
  /** The first request has 1. Numbers are not used again. */
  Number: number;
  At: number;
  Operation: string;
  /** The tables that it read, wrote or described, each once. */
  Tables: string[];
  /** How it reached its items. Equal ways of a batch are one. */
  Plans: PlanDescription[];
  /** The partitions of the items that it addressed by their keys, each once. */
  Partitions: UsedPartition[];
  /** The items that it read, including filtered items. */
  ItemsRead: number;
  /** The items that a filter removed after they were read. */
  ItemsFiltered: number;
  ItemsWritten: number;
  /** The units by table and index. */
  Units: UsedUnits[];
  /** The price of the units on demand, in US dollars. Absent if the price book does not have the Region or the price. */
  PriceUsd?: number;
  /** The HTTP status. */
  Status: number;
  /** The name of the error. */
  Error?: string;
  Message?: string;
}

/** The progress of a mapping in a shard. */
export interface MappedShard {
  ShardId: string;
  Closed: boolean;
  RecordsWaiting: number;
  /** The age of the last record in the latest invocation. */
  IteratorAgeMs: number;
  /** The age of the oldest unfinished record. */
  OldestRecordAgeMs: number;
  /** True until the parent shard is finished. There are no lanes then. */
  WaitsForParent?: boolean;
  /** One for each concurrent invocation. */
  Lanes?: LaneDescription[];
}

/** An event source mapping with its settings, counters and progress. */
export interface MappingDescription {
  Name: string;
  StreamArn: string;
  BatchSize: number;
  MaximumBatchingWindowMs: number;
  ParallelizationFactor: number;
  BisectBatchOnFunctionError: boolean;
  /** -1 retries until the records expire. */
  MaximumRetryAttempts: number;
  /** -1 has no limit. */
  MaximumRecordAgeMs: number;
  /** `ReportBatchItemFailures`. */
  FunctionResponseTypes?: string[];
  Filters?: Filter[];
  /** The timeout of a function with code. */
  TimeoutMs?: number;
  /** The destination of discarded batches. */
  OnFailure?: string;
  Invocations: number;
  FailedInvocations: number;
  /** The number of records in all invocations. */
  RecordsHanded: number;
  /** The number of records that were in an invocation before. */
  RecordsHandedAgain: number;
  RecordsDelivered: number;
  RecordsFilteredOut: number;
  RecordsDeadLettered: number;
  RecordsDiscarded: number;
  /** When the mapping reads the stream again. */
  NextWake?: number;
  Shards: MappedShard[];
  /** The latest invocations, the oldest first. */
  LastInvocations: FunctionInvocation[];
  /** The latest discarded batches, the oldest first. */
  DeadLetters: DeadLetterDescription[];
}

/** A statement of a policy. */
export interface MatchedStatement {
  Policy: string;
  Statement: string;
}

/** The values of a metric. */
export interface MetricData {
  /** The name of the metric. */
  Label: string;
  /** The beginning of each period with data. */
  Timestamps: number[];
  /** The value of each period. */
  Values: number[];
}

/** One metric with its dimensions. */
export interface MetricDescription {
  /** `AWS/DynamoDB`. */
  Namespace: string;
  MetricName: string;
  Dimensions: MetricDimension[];
}

/** A dimension of a metric, such as the table. */
export interface MetricDimension {
  Name: string;
  Value: string;
}

/** The metrics with data. */
export interface MetricsList {
  Metrics: MetricDescription[];
}

export type NoMembers = Record<string, never>;

/** The destination of discarded batches. */
export interface OnFailure {
  Destination?: string;
}

/** A partition with its part of the hash range. */
export interface PartitionDescription {
  Id: number;
  /** The id of the partition that was split. */
  Parent?: number;
  /** The first hash, as 16 hexadecimal digits. */
  FromHash: string;
  /** The sort key at which it begins within one item collection, as hexadecimal digits. */
  FromKey?: string;
  /** The first hash of the next partition. Absent for the last one. */
  ToHash?: string;
  ItemCount: number;
  SizeBytes: number;
  /** The time since which its load is above the threshold of a split. */
  BusySince?: number;
  Reads: PartitionThroughput;
  Writes: PartitionThroughput;
}

/** The reads or the writes of a partition, or of the table or index as a whole. */
export interface PartitionThroughput {
  /** The limit per second. Absent without a limit. */
  UnitsPerSecond?: number;
  /** The burst capacity in units. A negative number is owed. */
  SavedUnits?: number;
  /** The units consumed in the last second. */
  LastSecondUnits: number;
  /** The units consumed in the last minute, for tables and indexes only. */
  LastMinuteUnits?: number;
  ThrottledRequests: number;
}

/** All partitions of a table or a global index. */
export interface PartitionsDescription {
  TableName: string;
  IndexName?: string;
  /** True if limits are on. */
  Limited: boolean;
  Reads: PartitionThroughput;
  Writes: PartitionThroughput;
  Partitions: PartitionDescription[];
  /** The parts with items, in the order of hashes, if the request asks for them. */
  HashSlices?: HashSlice[];
}

/** A way to reach items. */
export interface PlanDescription {
  /** `ITEM` for one item by its key, `QUERY`, or `SCAN`. */
  Kind: string;
  TableName: string;
  IndexName?: string;
  /** The key, or the partition key of a query. Absent if several keys were reached in this way. */
  Key?: Json;
  /** The condition on the sort key. */
  SortCondition?: string;
  /** True if a filter was applied to the items. */
  Filtered: boolean;
  /** How often this way was taken. */
  Count: number;
}

/** The decision on one action. */
export interface PolicyEvaluation {
  /** Such as `dynamodb:GetItem`. */
  EvalActionName: string;
  /** The ARN of the resource. */
  EvalResourceName: string;
  /** `allowed`, `explicitDeny` or `implicitDeny`. */
  EvalDecision: string;
  /** The statement that decided, if one did. */
  MatchedStatements: MatchedStatement[];
}

/** The decisions on a request. */
export interface PolicySimulation {
  /** One for each action and resource that the request needs. */
  EvaluationResults: PolicyEvaluation[];
}

/** A principal with its policies. */
export interface PrincipalDescription {
  Name: string;
  Arn: string;
  /** True if requests are sent as this principal. */
  Used: boolean;
  /** Policy documents. */
  Policies: Json[];
  /** The values of condition keys by name. */
  Context?: Record<string, string>;
}

/** The principal of the following requests. */
export interface PrincipalInUse {
  Arn: string;
}

/** The principals, sorted by name. */
export interface PrincipalsDescription {
  Principals: PrincipalDescription[];
}

/** Creates a cache in front of the tables, or changes it. */
export interface PutCache {
  /** Letters, digits and hyphens. */
  Name: string;
  /** How long an item is returned. The default is 5 minutes. */
  ItemTtlMs?: number;
  /** How long the response of a query is returned. The default is 5 minutes. */
  QueryTtlMs?: number;
  /** The maximum number of items. */
  ItemMax?: number;
}

/** Invokes a function with the records of a stream. A mapping of the same name is changed. */
export interface PutEventSourceMapping {
  Name: string;
  StreamArn: string;
  /** `TRIM_HORIZON`, `LATEST` or `AT_TIMESTAMP`. */
  StartingPosition: string;
  StartingPositionTimestamp?: number;
  /** 1 to 10,000. The default is 100. */
  BatchSize?: number;
  /** 0 to 5 minutes. The default is 0. */
  MaximumBatchingWindowMs?: number;
  /** 1 to 10. The default is 1. */
  ParallelizationFactor?: number;
  /** -1, the default, retries until the records expire. */
  MaximumRetryAttempts?: number;
  /** -1, the default, has no limit. */
  MaximumRecordAgeMs?: number;
  BisectBatchOnFunctionError?: boolean;
  FilterCriteria?: FilterCriteria;
  DestinationConfig?: DestinationConfig;
  /** `ReportBatchItemFailures`. */
  FunctionResponseTypes?: string[];
  /** The function. Without it, every invocation succeeds. */
  Handler?: HandlerSettings;
}

/** Makes requests fail that match. A rule of the same name is replaced. */
export interface PutFault {
  Name: string;
  /** The operations that can fail. Without it, all can. */
  Operations?: string[];
  TableName?: string;
  /** The value of the partition key, in DynamoDB JSON. */
  KeyEquals?: Json;
  /** The share of requests that fail, 0 to 1000. */
  RatePermille: number;
  /** `THROTTLE`, `UNPROCESSED`, `TIMEOUT`, `INTERNAL_ERROR` or `SERVICE_UNAVAILABLE`. */
  Kind: string;
  /** True if requests are executed first and fail then. */
  AfterCommit?: boolean;
}

/** Creates an alarm, or replaces it. */
export interface PutMetricAlarm {
  AlarmName: string;
  Namespace?: string;
  MetricName: string;
  Dimensions?: MetricDimension[];
  /** Seconds, a multiple of 60. */
  Period: number;
  /** Such as `Sum` or `Average`. */
  Statistic: string;
  /** The number of periods that are compared. */
  EvaluationPeriods: number;
  /** The number of these periods that must breach. The default is all. */
  DatapointsToAlarm?: number;
  Threshold: number;
  /** Such as `GreaterThanThreshold`. */
  ComparisonOperator: string;
  /** `breaching`, `notBreaching`, `ignore` or `missing`. */
  TreatMissingData?: string;
}

/** Creates a principal with IAM policies, or replaces it. */
export interface PutPrincipal {
  Name: string;
  /** Policy documents, each as an object or as text. */
  Policies: Json[];
  /** The values of condition keys by name. */
  Context?: Record<string, string>;
}

/** Creates an application whose workers share the shards of a stream, or changes it. */
export interface PutWorkers {
  Name: string;
  StreamArn: string;
  /** The names of the workers. */
  Workers: string[];
  /** `TRIM_HORIZON`, the default, or `LATEST`. */
  StartingPosition?: string;
  /** The number of records between two checkpoints. The default is 100. */
  CheckpointEvery?: number;
  /** How long a lease is valid after its worker stopped. The default is 10 seconds. */
  LeaseMs?: number;
  RecordsPerPoll?: number;
}

/** A record of a stream. */
export interface RecordDescription {
  SequenceNumber: string;
  /** `INSERT`, `MODIFY` or `REMOVE`. */
  EventName: string;
  /** The primary key of the item in DynamoDB JSON. */
  Key: Json;
  /** The time of the write. */
  At: number;
  /** True for an item that TTL deleted. */
  ByService: boolean;
}

/** A replica of a global table. */
export interface RegionReplica {
  RegionName: string;
  ItemCount: number;
  /** The item with the key of the request, in DynamoDB JSON. */
  Item?: Json;
}

/** A replica of a partition in one zone. */
export interface ReplicaDescription {
  /** `a`, `b` or `c`. */
  Zone: string;
  /** `LEADER` or `FOLLOWER`. */
  Role: string;
  /** `UP`, `DOWN` or `CATCHING_UP`. */
  Status: string;
  /** The number of writes that have not reached it. */
  PendingWrites: number;
  /** The age of the oldest of these writes. */
  BehindMilliseconds: number;
  /** The number of writes to the table since the zone failed. */
  MissedWrites: number;
}

/** The replicas of a table. */
export interface ReplicasDescription {
  Partitions: ReplicatedPartition[];
}

/** A partition with its replicas. */
export interface ReplicatedPartition {
  /** The id of the partition. */
  Partition: number;
  /** The zone of the leader. Absent while there is no leader. */
  Leader?: string;
  /** The zone of the replica that becomes the leader. */
  NextLeader?: string;
  /** When the next leader takes over. */
  NextLeaderFrom?: number;
  /** True if a write can be acknowledged. */
  Writable: boolean;
  Replicas: ReplicaDescription[];
}

/** The replication of a global table. */
export interface ReplicationDescription {
  TableName: string;
  /** `EVENTUAL` or `STRONG`. */
  MultiRegionConsistency: string;
  Replicas: RegionReplica[];
  /** The links between all pairs of Regions, in both directions. */
  Links: LinkDescription[];
  /** The latest conflicts. */
  Conflicts: ConflictDescription[];
}

/** Reports the result of an invocation. */
export interface ReportInvocation {
  /** The mapping. */
  Name: string;
  Batch: number;
  DurationMs?: number;
  /** The message of an error. Without it, the invocation succeeded. */
  Error?: string;
  /** The records that failed. */
  BatchItemFailures?: BatchItemFailure[];
}

/** The log of requests. */
export interface RequestList {
  On: boolean;
  Requests: LoggedRequest[];
  /** The number of requests that are no longer in the log. */
  Forgotten: number;
}

/** The state of the log of requests. */
export interface RequestLogState {
  On: boolean;
  /** The number of requests in the log. */
  Count: number;
}

/** Empties the database: tables, data, settings and clock are as they were when it was opened. Snapshots and the log of requests stay. */
export type Reset = Record<string, never>;

/** The reads or the writes of a table or a global index. */
export interface ResourceThroughput {
  /** The limit per second. Absent without a limit. */
  UnitsPerSecond?: number;
  /** The burst capacity in units. A negative number is owed. */
  SavedUnits?: number;
  /** The units consumed in the last second. */
  LastSecondUnits: number;
  /** The units consumed in the last minute. */
  LastMinuteUnits?: number;
  ThrottledRequests: number;
  /** The configured maximum throughput of an on-demand table. */
  MaxUnits?: number;
  /** The settings of auto scaling, if it has a target. */
  Scaling?: ScalingDescription;
}

/** Replaces the whole database with a snapshot: tables, data, settings, ids and clock. The snapshot stays. */
export interface Restore {
  /** The name of the snapshot. */
  Name: string;
}

/** A batch that waits for a retry. */
export interface RetryDescription {
  /** The sequence number of the first record. */
  First: string;
  /** The sequence number of the last record. */
  Last: string;
  /** The number of retries so far. */
  Retries: number;
  NotBefore: number;
}

/** A change that auto scaling made. */
export interface ScalingChange {
  At: number;
  /** Absent for the table. */
  IndexName?: string;
  /** True for write capacity. */
  Writes: boolean;
  /** Units per second before the change. */
  Before: number;
  /** Units per second after the change. */
  After: number;
}

/** A target of auto scaling. */
export interface ScalingDescription {
  /** The target utilization. */
  TargetPercent: number;
  MinimumUnits: number;
  MaximumUnits: number;
  /** True if capacity can decrease. */
  ScalesIn: boolean;
  /** The number of minutes in a row above the target. */
  MinutesAbove: number;
  /** The number of minutes in a row below the target. */
  MinutesBelow: number;
  /** The time of the last change. */
  ScaledAt?: number;
}

/** Chooses the names that are in every ARN. It is refused once there is a table, a stream or a backup. */
export interface SetAccount {
  Region?: string;
  /** 12 digits. */
  AccountId?: string;
}

/** Sets the speed of the clock. 0 stops it. */
export interface SetClock {
  /** Simulated seconds per second, 0 to 3600. */
  Rate: number;
}

/** Sets the delays and limits of the simulation. A profile first resets all settings. */
export interface SetDials {
  /** `instant` or `realistic`. */
  Profile?: string;
  /** The seed of all random choices. */
  Seed?: number;
  /** Turns the limits of throughput on or off together. */
  Limits?: boolean;
  /** The values of single settings by name. */
  Dials?: Record<string, number>;
}

/** Sets the delay of replication from a Region to another, or cuts the link. */
export interface SetLink {
  From: string;
  To: string;
  /** Without it, the delay is drawn from the settings. */
  LagMs?: number;
  /** False cuts the link. The default is true. */
  Up?: boolean;
}

/** Turns the log of requests on or off. It is off at first. Turning it off keeps what it has. */
export interface SetRequestLog {
  On: boolean;
}

/** Makes an Availability Zone fail with its replicas, or recovers it. */
export interface SetZone {
  /** `a`, `b` or `c`. */
  Zone: string;
  Up: boolean;
}

/** A shard of a stream. */
export interface ShardDescription {
  ShardId: string;
  /** The shard that was closed when this one was created. */
  ParentShardId?: string;
  Closed: boolean;
  /** The number of records of the last 24 hours. */
  RecordCount: number;
  /** At most 24 records, the oldest first. */
  Newest: RecordDescription[];
}

/** The newest shards of a table's stream. Without a stream, only the last two members are there. */
export interface ShardsDescription {
  StreamArn?: string;
  /** What the records contain, such as `NEW_AND_OLD_IMAGES`. */
  StreamViewType?: string;
  /** `ENABLED`, or `DISABLED` for a stream that can only be read. */
  StreamStatus?: string;
  /** At most 40 shards, the oldest first. DescribeStream returns the older ones. */
  Shards?: ShardDescription[];
  /** The names of all event source mappings of the account. */
  Mappings: string[];
  /** The names of the applications whose workers read this stream. */
  Applications: string[];
}

/** Returns the decision on a request, and the statement that decided. The request is not executed. */
export interface SimulatePolicy {
  /** A principal. Without a name and policies, it is the one in use. */
  Name?: string;
  /** Policy documents in place of those of a principal. */
  Policies?: Json[];
  /** An operation of DynamoDB. */
  Operation: string;
  /** The request of the operation. */
  Request: Json;
}

/** A snapshot of a database. */
export interface SnapshotDescription {
  Name: string;
  /** The time of the simulation at which it was taken. */
  TakenAt: number;
  TableCount: number;
  ItemCount: number;
  /** About the bytes that it keeps in memory if all data changes later. */
  SizeBytes: number;
}

/** All snapshots of a database. */
export interface SnapshotList {
  Snapshots: SnapshotDescription[];
}

/** Stops a worker during its work. */
export interface StopWorker {
  /** The application. */
  Name: string;
  Worker: string;
}

/** A worker that stopped. */
export interface StoppedWorker {
  /** When other workers can take its leases. */
  LeasesEnd: number;
}

/** Keeps the whole database under a name, in memory. It replaces an earlier snapshot with the name. Unchanged data is shared, not copied. */
export interface TakeSnapshot {
  /** 1 to 64 characters. */
  Name: string;
}

/** Sends a request through a cache. */
export interface ThroughCache {
  Name: string;
  /** An operation of DynamoDB. */
  Operation: string;
  /** The request of the operation. */
  Request: Json;
}

/** Sends the following requests as this principal. */
export interface UsePrincipal {
  /** Without a name, requests are sent as root. */
  Name?: string;
}

/** A partition that a request used. */
export interface UsedPartition {
  TableName: string;
  Partition: number;
}

/** The capacity units that a table or an index was charged. */
export interface UsedUnits {
  TableName: string;
  IndexName?: string;
  ReadUnits: number;
  WriteUnits: number;
}

/** An item whose vector can be searched for. */
export interface VectorCandidate {
  /** The primary key in DynamoDB JSON. */
  Key: Json;
}

/** An entry of the index near the vector. */
export interface VectorEntry {
  /** The primary key in DynamoDB JSON. */
  Key: Json;
  Score: number;
  SizeBytes: number;
  Vector: number[];
}

/** The size of the entries with one kind of projection. */
export interface VectorProjection {
  /** `KEYS_ONLY`, `INCLUDE` or `ALL`. */
  ProjectionType: string;
  /** True for the projection of the index. */
  Current: boolean;
  /** The size of all listed entries. */
  EntryBytes: number;
  /** The size of the results. */
  ReturnedBytes: number;
  /** The bytes that the search consumes. */
  SearchBytes: number;
}

/** A vector search. Without entries, only `Indexes` is there. */
export interface VectorSearchDescription {
  /** The names of the table's vector indexes. */
  Indexes: string[];
  IndexName?: string;
  /** `COSINE`, `EUCLIDEAN` or `DOT_PRODUCT`. */
  DistanceFunction?: string;
  Dimensions?: number;
  /** The primary key of the item whose vector is searched for. */
  Key?: Json;
  /** The HASH attribute that the search is limited to, with its value. */
  Hash?: Json;
  SearchVector?: number[];
  TopK?: number;
  /** The number of entries of the index. */
  Indexed?: number;
  /** The number of entries that were compared. */
  Examined?: number;
  /** Items whose vector can be searched for. */
  Candidates?: VectorCandidate[];
  /** The nearest entries, the nearest first. The first `TopK` are the results. */
  Entries?: VectorEntry[];
  /** The size of the entries with each kind of projection. */
  Projections?: VectorProjection[];
}

/** A change of a table or an index that is in progress. */
export interface WaitDescription {
  TableName: string;
  IndexName?: string;
  /** What is in progress, such as `TABLE_CREATING`. */
  Awaited: string;
  /** When the change ends. */
  Until: number;
}

/** An invocation without a result. */
export interface WaitingInvocation {
  Batch: number;
  Records: number;
  Retries: number;
  Started: number;
}

/** The changes that end by themselves. */
export interface WaitsDescription {
  Waits: WaitDescription[];
}

/** A worker of an application. */
export interface WorkerDescription {
  Name: string;
  /** `RUNNING` or `STOPPED`. */
  Status: string;
  /** The number of shards that it leases. */
  Leases: number;
  RecordsProcessed: number;
}

/** An application with its workers. */
export interface WorkersDescription {
  Name: string;
  StreamArn: string;
  CheckpointEvery: number;
  LeaseMs: number;
  RecordsPerPoll: number;
  RecordsProcessed: number;
  RecordsProcessedTwice: number;
  Checkpoints: number;
  /** The number of leases taken from stopped workers or for balance. */
  LeasesTaken: number;
  /** When the workers read the stream again. */
  NextWake?: number;
  Workers: WorkerDescription[];
  Shards: LeasedShard[];
}

/** The origin of a write. */
export interface WriteVersion {
  RegionName: string;
  WrittenAt: number;
}

/** The status of an Availability Zone. */
export interface ZoneDescription {
  /** `a`, `b` or `c`. */
  Zone: string;
  Up: boolean;
  /** When its replicas have caught up. Absent while the zone is down. */
  ServesFrom?: number;
}

/** The three Availability Zones. */
export interface ZonesDescription {
  Zones: ZoneDescription[];
}

/** The request and the response of each control. */
export interface Controls {
  "Dynalab.AdvanceClock": { request: AdvanceClock; response: ClockTime };
  "Dynalab.SetClock": { request: SetClock; response: ClockRate };
  "Dynalab.SetDials": { request: SetDials; response: ChangedDials };
  "Dynalab.DescribeDials": { request: DescribeDials; response: DialsDescription };
  "Dynalab.DescribeWaits": { request: DescribeWaits; response: WaitsDescription };
  "Dynalab.SetAccount": { request: SetAccount; response: AccountNames };
  "Dynalab.DescribeAccount": { request: DescribeAccount; response: AccountDescription };
  "Dynalab.PutFault": { request: PutFault; response: NoMembers };
  "Dynalab.DeleteFault": { request: DeleteFault; response: NoMembers };
  "Dynalab.DescribeFaults": { request: DescribeFaults; response: FaultsDescription };
  "Dynalab.SetZone": { request: SetZone; response: ZonesDescription };
  "Dynalab.DescribeReplicas": { request: DescribeReplicas; response: ReplicasDescription };
  "Dynalab.DescribePartitions": { request: DescribePartitions; response: PartitionsDescription };
  "Dynalab.DescribeCapacity": { request: DescribeCapacity; response: CapacityDescription };
  "Dynalab.DescribeIndexQueues": { request: DescribeIndexQueues; response: IndexQueuesDescription };
  "Dynalab.DescribeTimeToLive": { request: DescribeExpiredItems; response: ExpiredItemsDescription };
  "Dynalab.DescribeVectorSearch": { request: DescribeVectorSearch; response: VectorSearchDescription };
  "Dynalab.InRegion": { request: InRegion; response: Json };
  "Dynalab.SetLink": { request: SetLink; response: NoMembers };
  "Dynalab.DescribeReplication": { request: DescribeReplication; response: ReplicationDescription };
  "Dynalab.DescribeShards": { request: DescribeShards; response: ShardsDescription };
  "Dynalab.PutWorkers": { request: PutWorkers; response: NoMembers };
  "Dynalab.StopWorker": { request: StopWorker; response: StoppedWorker };
  "Dynalab.DeleteWorkers": { request: DeleteWorkers; response: NoMembers };
  "Dynalab.DescribeWorkers": { request: DescribeWorkers; response: WorkersDescription };
  "Dynalab.PutEventSourceMapping": { request: PutEventSourceMapping; response: NoMembers };
  "Dynalab.DeleteEventSourceMapping": { request: DeleteEventSourceMapping; response: NoMembers };
  "Dynalab.DescribeEventSourceMapping": { request: DescribeEventSourceMapping; response: MappingDescription };
  "Dynalab.DescribeHandlers": { request: DescribeHandlers; response: HandlersDescription };
  "Dynalab.DescribeInvocation": { request: DescribeInvocation; response: InvocationDescription };
  "Dynalab.ReportInvocation": { request: ReportInvocation; response: NoMembers };
  "Dynalab.PutCache": { request: PutCache; response: NoMembers };
  "Dynalab.DeleteCache": { request: DeleteCache; response: NoMembers };
  "Dynalab.ThroughCache": { request: ThroughCache; response: CacheAnswer };
  "Dynalab.DescribeCache": { request: DescribeCache; response: CacheDescription };
  "Dynalab.ListMetrics": { request: ListMetrics; response: MetricsList };
  "Dynalab.GetMetricData": { request: GetMetricData; response: MetricData };
  "Dynalab.PutMetricAlarm": { request: PutMetricAlarm; response: NoMembers };
  "Dynalab.DeleteAlarms": { request: DeleteAlarms; response: NoMembers };
  "Dynalab.DescribeAlarms": { request: DescribeAlarms; response: AlarmsDescription };
  "Dynalab.PutPrincipal": { request: PutPrincipal; response: NoMembers };
  "Dynalab.DeletePrincipal": { request: DeletePrincipal; response: NoMembers };
  "Dynalab.UsePrincipal": { request: UsePrincipal; response: PrincipalInUse };
  "Dynalab.DescribePrincipals": { request: DescribePrincipals; response: PrincipalsDescription };
  "Dynalab.SimulatePolicy": { request: SimulatePolicy; response: PolicySimulation };
  "Dynalab.Reset": { request: Reset; response: NoMembers };
  "Dynalab.Snapshot": { request: TakeSnapshot; response: SnapshotDescription };
  "Dynalab.Restore": { request: Restore; response: SnapshotDescription };
  "Dynalab.Fork": { request: Fork; response: ForkDescription };
  "Dynalab.ListSnapshots": { request: ListSnapshots; response: SnapshotList };
  "Dynalab.DeleteSnapshot": { request: DeleteSnapshot; response: NoMembers };
  "Dynalab.SetRequestLog": { request: SetRequestLog; response: RequestLogState };
  "Dynalab.ListRequests": { request: ListRequests; response: RequestList };
  "Dynalab.DeleteRequests": { request: DeleteRequests; response: NoMembers };
}
