//! Controls: requests that are none of the API's and turn the world around the tables. They travel as requests do, so the history,
//! links, undo and the server know them without a word; their names begin with `Dynalab.`.

pub(crate) mod advance_clock;
pub(crate) mod delete_alarms;
pub(crate) mod delete_cache;
pub(crate) mod delete_event_source_mapping;
pub(crate) mod delete_fault;
pub(crate) mod delete_workers;
pub(crate) mod describe_alarms;
pub(crate) mod describe_cache;
pub(crate) mod describe_dials;
pub(crate) mod describe_event_source_mapping;
pub(crate) mod describe_expired_items;
pub(crate) mod describe_faults;
pub(crate) mod describe_index_queues;
pub(crate) mod describe_partitions;
pub(crate) mod describe_replicas;
pub(crate) mod describe_replication;
pub(crate) mod describe_shards;
pub(crate) mod describe_workers;
pub(crate) mod get_metric_data;
pub(crate) mod in_region;
pub(crate) mod list_metrics;
pub(crate) mod put_cache;
pub(crate) mod put_event_source_mapping;
pub(crate) mod put_fault;
pub(crate) mod put_metric_alarm;
pub(crate) mod put_principal;
pub(crate) mod put_workers;
pub(crate) mod set_clock;
pub(crate) mod set_dials;
pub(crate) mod set_link;
pub(crate) mod set_zone;
pub(crate) mod simulate_policy;
pub(crate) mod stop_worker;
pub(crate) mod through_cache;
pub(crate) mod use_principal;
