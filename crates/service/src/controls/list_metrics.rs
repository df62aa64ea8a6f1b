//! Dynalab.ListMetrics: the metrics that have data.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::metrics::ListMetrics;
use crate::contract::metrics::{MetricDescription, MetricDimension, MetricsList};
use crate::contract::{Call, encode};
use crate::metrics::points::all_series;
use crate::metrics::{NAMESPACE, Series};

pub(crate) fn describe(series: &Series) -> MetricDescription {
    let dimensions = series.dimensions.iter().map(|(dimension, value)| MetricDimension {
        name: dimension.name().to_owned(),
        value: value.to_string(),
    });
    MetricDescription {
        namespace: NAMESPACE.to_owned(),
        metric_name: series.metric.name().to_owned(),
        dimensions: dimensions.collect(),
    }
}

impl Operation<Complete> for ListMetrics {
    const NAME: &'static str = <ListMetrics as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = MetricsList;

    fn decode(_: &mut Fields) -> ListMetrics {
        ListMetrics {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<MetricsList>, DynamoError> {
        let metrics = all_series(context.database).iter().map(describe).collect();
        Ok(Step::Done(MetricsList { metrics }, WriteSet::default()))
    }

    fn encode(response: &MetricsList, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
