//! The controls of metrics and alarms.

use super::{Digits, EpochSeconds, NoMembers};

crate::contract! {
    /// Lists the metrics that have data. The setting `metrics` must be on.
    pub struct ListMetrics: "Dynalab.ListMetrics" -> MetricsList {
    }

    /// The metrics with data.
    pub struct MetricsList {
        pub metrics: Vec<MetricDescription>,
    }

    /// One metric with its dimensions.
    pub struct MetricDescription {
        /// `AWS/DynamoDB`.
        pub namespace: String,
        pub metric_name: String,
        pub dimensions: Vec<MetricDimension>,
    }

    /// A dimension of a metric, such as the table.
    pub struct MetricDimension {
        pub name: String,
        pub value: String,
    }

    /// Returns the values of a metric by period.
    pub struct GetMetricData: "Dynalab.GetMetricData" -> MetricData {
        pub namespace: Option<String>,
        pub metric_name: String,
        pub dimensions: Option<Vec<MetricDimension>>,
        /// Seconds, a multiple of 60.
        pub period: u64,
        /// Such as `Sum` or `Average`.
        pub statistic: String,
        pub start_time: Option<EpochSeconds>,
        pub end_time: Option<EpochSeconds>,
    }

    /// The values of a metric.
    pub struct MetricData {
        /// The name of the metric.
        pub label: String,
        /// The beginning of each period with data.
        pub timestamps: Vec<EpochSeconds>,
        /// The value of each period.
        pub values: Vec<Digits>,
    }

    /// Creates an alarm, or replaces it.
    pub struct PutMetricAlarm: "Dynalab.PutMetricAlarm" -> NoMembers {
        pub alarm_name: String,
        pub namespace: Option<String>,
        pub metric_name: String,
        pub dimensions: Option<Vec<MetricDimension>>,
        /// Seconds, a multiple of 60.
        pub period: u64,
        /// Such as `Sum` or `Average`.
        pub statistic: String,
        /// The number of periods that are compared.
        pub evaluation_periods: u64,
        /// The number of these periods that must breach. The default is all.
        pub datapoints_to_alarm: Option<u64>,
        pub threshold: f64,
        /// Such as `GreaterThanThreshold`.
        pub comparison_operator: String,
        /// `breaching`, `notBreaching`, `ignore` or `missing`.
        pub treat_missing_data: Option<String>,
    }

    /// Deletes alarms, all or none.
    pub struct DeleteAlarms: "Dynalab.DeleteAlarms" -> NoMembers {
        pub alarm_names: Vec<String>,
    }

    /// Lists the alarms with their states and history.
    pub struct DescribeAlarms: "Dynalab.DescribeAlarms" -> AlarmsDescription {
    }

    /// The alarms, sorted by name.
    pub struct AlarmsDescription {
        pub metric_alarms: Vec<AlarmDescription>,
    }

    /// An alarm with its state.
    pub struct AlarmDescription {
        pub alarm_name: String,
        /// `OK`, `ALARM` or `INSUFFICIENT_DATA`.
        pub state_value: String,
        pub namespace: String,
        pub metric_name: String,
        pub dimensions: Vec<MetricDimension>,
        pub statistic: String,
        /// Seconds.
        pub period: u64,
        pub evaluation_periods: u64,
        pub datapoints_to_alarm: u64,
        pub threshold: f64,
        pub comparison_operator: String,
        pub treat_missing_data: String,
        /// The latest changes of the state, the oldest first.
        pub history: Vec<AlarmStateChange>,
    }

    /// A change of an alarm's state.
    pub struct AlarmStateChange {
        pub at: EpochSeconds,
        /// The state from then on.
        pub state_value: String,
    }
}
