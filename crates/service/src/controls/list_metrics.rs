//! Dynalab.ListMetrics: the metrics that have data.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::complete::{Complete, Context};
use crate::metrics::points::all_series;
use crate::metrics::{NAMESPACE, Series};

#[derive(Clone, Debug)]
pub struct ListMetrics;

pub(crate) fn encode_series(series: &Series, object: &mut ObjectWriter) {
    object.text("Namespace", NAMESPACE);
    object.text("MetricName", series.metric.name());
    object.objects("Dimensions", &series.dimensions, |object, (dimension, value)| {
        object.text("Name", dimension.name());
        object.text("Value", value);
    });
}

impl Operation<Complete> for ListMetrics {
    const NAME: &'static str = "Dynalab.ListMetrics";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<Series>;

    fn decode(_: &mut Fields) -> ListMetrics {
        ListMetrics
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Vec<Series>>, DynamoError> {
        Ok(Step::Done(all_series(context.database), WriteSet::default()))
    }

    fn encode(found: &Vec<Series>, body: &mut ObjectWriter) {
        body.objects("Metrics", found, |object, series| encode_series(series, object));
    }
}
