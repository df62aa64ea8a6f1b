//! The view model of a table's metrics: the series, their period and statistic, and their alarms. Computed from the responses of
//! `Dynalab.ListMetrics`, `Dynalab.GetMetricData` and `Dynalab.DescribeAlarms`.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ListedMetrics {
    pub metrics: Vec<Series>,
}

/// One metric with its dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Series {
    pub metric_name: String,
    pub dimensions: Vec<Dimension>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Dimension {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct MetricData {
    /// In seconds since 1970.
    timestamps: Vec<f64>,
    values: Vec<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct DescribedAlarms {
    pub metric_alarms: Vec<Alarm>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Alarm {
    pub alarm_name: String,
    /// OK, ALARM or INSUFFICIENT_DATA.
    pub state_value: String,
    #[serde(flatten)]
    pub series: Series,
    pub statistic: String,
    /// The period in seconds.
    pub period: u64,
    pub evaluation_periods: u64,
    pub threshold: f64,
    pub comparison_operator: String,
    history: Vec<StateChange>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct StateChange {
    at: f64,
    state_value: String,
}

/// The length of the aggregation periods, which also determines the length of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    Minute,
    FiveMinutes,
    Hour,
}

impl Period {
    pub fn seconds(self) -> u64 {
        match self {
            Period::Minute => 60,
            Period::FiveMinutes => 300,
            Period::Hour => 3_600,
        }
    }

    fn count(self) -> u64 {
        match self {
            Period::Minute => 60,
            Period::FiveMinutes => 36,
            Period::Hour => 120,
        }
    }

    /// Returns the time from the start of the first period to the end of the current one.
    pub fn span_ms(self, now_ms: u64) -> (u64, u64) {
        let period_ms = self.seconds() * 1_000;
        let end = now_ms / period_ms + 1;
        (end.saturating_sub(self.count()) * period_ms, end * period_ms)
    }
}

/// The maximum number of charts, so that they stay readable.
const SERIES_MOST: usize = 24;

/// Returns the series of a table, and those of the account.
pub fn series_of(listed: &ListedMetrics, table: &str) -> Vec<Series> {
    let is_its = |series: &&Series| series.dimension("TableName").is_none_or(|of| of == table);
    listed.metrics.iter().filter(is_its).take(SERIES_MOST).cloned().collect()
}

impl Series {
    pub fn dimension(&self, name: &str) -> Option<&str> {
        let found = self.dimensions.iter().find(|dimension| dimension.name == name);
        found.map(|dimension| dimension.value.as_str())
    }

    /// Returns the dimensions besides the table: an operation, an index, a Region.
    pub fn resource_label(&self) -> String {
        let others = self.dimensions.iter().filter(|dimension| dimension.name != "TableName");
        others.map(|dimension| dimension.value.as_str()).collect::<Vec<_>>().join(" · ")
    }

    /// Returns the most useful statistic of the metric.
    pub fn statistic(&self) -> &'static str {
        match self.metric_name.as_str() {
            "ProvisionedReadCapacityUnits" | "ProvisionedWriteCapacityUnits" | "ReplicationLatency" => {
                "Average"
            }
            "OnlineIndexPercentageProgress" => "Maximum",
            _ => "Sum",
        }
    }

    /// Returns true if the metric counts events, so that a period without samples is zero.
    pub fn is_counted(&self) -> bool {
        self.statistic() == "Sum"
    }

    /// Returns the name of the alarm on the series. Each series has at most one alarm.
    pub fn alarm_name(&self) -> String {
        let dimensions = self.dimensions.iter().map(|dimension| dimension.value.as_str());
        std::iter::once(self.metric_name.as_str()).chain(dimensions).collect::<Vec<_>>().join(" ")
    }
}

impl MetricData {
    /// Returns the start of each period and its value.
    pub fn points(&self) -> Vec<(u64, f64)> {
        let at = self.timestamps.iter().map(|seconds| (seconds * 1_000.0).round() as u64);
        at.zip(self.values.iter().copied()).collect()
    }
}

impl Alarm {
    /// Returns the state changes of the alarm with their times, oldest first.
    pub fn state_changes(&self) -> Vec<(u64, &str)> {
        let turns = self.history.iter();
        turns.map(|turn| ((turn.at * 1_000.0).round() as u64, turn.state_value.as_str())).collect()
    }

    pub fn since_ms(&self) -> Option<u64> {
        self.state_changes().last().map(|(at_ms, _)| *at_ms)
    }
}

/// A series with its samples and alarms.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricChart {
    pub series: Series,
    pub points: Vec<(u64, f64)>,
    pub alarms: Vec<Alarm>,
}

impl MetricChart {
    pub fn new(series: Series, data: &MetricData, alarms: &[Alarm]) -> MetricChart {
        let alarms = alarms.iter().filter(|alarm| alarm.series == series).cloned().collect();
        MetricChart { points: data.points(), series, alarms }
    }

    /// Returns the top of the chart, which includes the thresholds of alarms.
    pub fn most(&self) -> f64 {
        let values = self.points.iter().map(|(_, value)| *value);
        values.chain(self.alarms.iter().map(|alarm| alarm.threshold)).fold(0.0, f64::max)
    }

    pub fn last(&self) -> Option<f64> {
        self.points.last().map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

    use super::*;

    const LISTED: &str = r#"{"Metrics":[
        {"Namespace":"AWS/DynamoDB","MetricName":"ConsumedWriteCapacityUnits","Dimensions":[{"Name":"TableName","Value":"T"}]},
        {"Namespace":"AWS/DynamoDB","MetricName":"ConsumedWriteCapacityUnits","Dimensions":[{"Name":"TableName","Value":"Other"}]},
        {"Namespace":"AWS/DynamoDB","MetricName":"ThrottledRequests","Dimensions":[{"Name":"Operation","Value":"PutItem"},{"Name":"TableName","Value":"T"}]},
        {"Namespace":"AWS/DynamoDB","MetricName":"UserErrors","Dimensions":[]}]}"#;
    const ALARMS: &str = r#"{"MetricAlarms":[{"AlarmName":"a","StateValue":"ALARM","Namespace":"AWS/DynamoDB","MetricName":"ThrottledRequests",
        "Dimensions":[{"Name":"Operation","Value":"PutItem"},{"Name":"TableName","Value":"T"}],"Statistic":"Sum","Period":60,"EvaluationPeriods":1,
        "DatapointsToAlarm":1,"Threshold":12.5,"ComparisonOperator":"GreaterThanThreshold","TreatMissingData":"missing",
        "History":[{"At":60,"StateValue":"OK"},{"At":120,"StateValue":"ALARM"}]}]}"#;

    #[test]
    fn a_table_has_its_own_metrics_and_those_of_the_account() {
        let series = series_of(&serde_json::from_str(LISTED).unwrap(), "T");
        let named: Vec<(String, String)> =
            series.iter().map(|series| (series.alarm_name(), series.resource_label())).collect();
        let expected = [
            ("ConsumedWriteCapacityUnits T", ""),
            ("ThrottledRequests PutItem T", "PutItem"),
            ("UserErrors", ""),
        ];
        assert_eq!(named, expected.map(|(name, of)| (name.to_owned(), of.to_owned())));
    }

    #[test]
    fn an_alarm_is_on_the_chart_of_its_series() {
        let series = series_of(&serde_json::from_str(LISTED).unwrap(), "T");
        let alarms: DescribedAlarms = serde_json::from_str(ALARMS).unwrap();
        let data = MetricData { timestamps: vec![60.0, 120.0], values: vec![3.0, 8.0] };
        let charts: Vec<MetricChart> =
            series.into_iter().map(|series| MetricChart::new(series, &data, &alarms.metric_alarms)).collect();
        assert_eq!(charts.iter().map(|chart| chart.alarms.len()).collect::<Vec<_>>(), [0, 1, 0]);
        assert_eq!((charts[0].most(), charts[1].most()), (8.0, 12.5));
        assert_eq!(charts[1].alarms[0].state_changes(), [(60_000, "OK"), (120_000, "ALARM")]);
        assert_eq!(charts[1].alarms[0].since_ms(), Some(120_000));
        assert_eq!(charts[0].points, [(60_000, 3.0), (120_000, 8.0)]);
    }

    #[test]
    fn periods_end_with_the_one_that_runs() {
        assert_eq!(Period::Minute.span_ms(3_600_000 * 10), (3_600_000 * 9 + 60_000, 3_600_000 * 10 + 60_000));
        assert_eq!(Period::FiveMinutes.span_ms(1), (0, 300_000));
    }
}
