//! Dynalab.GetMetricData: the values of a metric by period, oldest first.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step};
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::metrics::points::{decimal, points};
use crate::metrics::requested::RequestedMetric;

#[derive(Clone, Debug)]
pub struct GetMetricData {
    metric: RequestedMetric,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
}

/// The start of each period, and its value as a decimal number.
#[derive(Debug)]
pub struct MetricData {
    label: &'static str,
    points: Vec<(Timestamp, String)>,
}

impl Operation<Complete> for GetMetricData {
    const NAME: &'static str = "Dynalab.GetMetricData";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = MetricData;

    fn decode(fields: &mut Fields) -> GetMetricData {
        GetMetricData {
            metric: RequestedMetric::decode(fields),
            from: fields.date("StartTime"),
            to: fields.date("EndTime"),
        }
    }

    type Planned = ();

    fn plan(&self, _: &Database) -> Result<(), DynamoError> {
        self.metric.series()?;
        Ok(())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<MetricData>, DynamoError> {
        let series = self.metric.series()?;
        let from_ms = self.from.map_or(0, |from| from.epoch_ms);
        let to_ms = self.to.map_or(u64::MAX, |to| to.epoch_ms);
        let found = points(context.database, &series, self.metric.period_ms, from_ms, to_ms);
        let told = found.iter().map(|(begins_ms, counted)| {
            (Timestamp::from_epoch_ms(*begins_ms), decimal(self.metric.statistic.value_in(*counted)))
        });
        let data = MetricData { label: series.metric.name(), points: told.collect() };
        Ok(Step::Done(data, WriteSet::default()))
    }

    fn encode(data: &MetricData, body: &mut ObjectWriter) {
        body.text("Label", data.label);
        body.list("Timestamps", &data.points, |json, (at, _)| {
            dynalab_engine::json_writer::write_double(at.epoch_seconds(), json);
        });
        body.list("Values", &data.points, |json, (_, value)| json.push_str(value));
    }
}
