//! Dynalab.GetMetricData: the values of a metric by period, oldest first.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;

use crate::complete::{Complete, Context};
use crate::contract::{Call, Digits, encode, metrics as contract};
use crate::metrics::points::{decimal, points};
use crate::metrics::requested::RequestedMetric;

/// A GetMetricData request.
#[derive(Clone, Debug)]
pub struct GetMetricData {
    metric: RequestedMetric,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
}

impl Operation<Complete> for GetMetricData {
    const NAME: &'static str = <contract::GetMetricData as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = contract::MetricData;

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

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<contract::MetricData>, DynamoError> {
        let series = self.metric.series()?;
        let from_ms = self.from.map_or(0, |from| from.epoch_ms);
        let to_ms = self.to.map_or(u64::MAX, |to| to.epoch_ms);
        let found = points(context.database, &series, self.metric.period_ms, from_ms, to_ms);
        let value = |counted| Digits(decimal(self.metric.statistic.value_in(counted)));
        let data = contract::MetricData {
            label: series.metric.name().to_owned(),
            timestamps: found.keys().map(|at_ms| Timestamp::from_epoch_ms(*at_ms).epoch_seconds()).collect(),
            values: found.values().map(|counted| value(*counted)).collect(),
        };
        Ok(Step::Done(data, WriteSet::default()))
    }

    fn encode(response: &contract::MetricData, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
