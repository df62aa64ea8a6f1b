//! Dynalab.DescribeAlarms: the alarms with their states and the history of these states.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_types::Timestamp;

use crate::alarms::{Alarm, AlarmHistory, AlarmState};
use crate::complete::{Complete, Context};
use crate::controls::list_metrics::encode_series;

#[derive(Clone, Debug)]
pub struct DescribeAlarms;

impl Operation<Complete> for DescribeAlarms {
    const NAME: &'static str = "Dynalab.DescribeAlarms";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Vec<(Alarm, AlarmHistory)>;

    fn decode(_: &mut Fields) -> DescribeAlarms {
        DescribeAlarms
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let alarms = Alarm::all(context.database).map(|alarm| {
            let history = AlarmHistory::load(context.database, &alarm.name);
            (alarm, history)
        });
        let alarms = alarms.collect();
        Ok(Step::Done(alarms, WriteSet::default()))
    }

    fn encode(alarms: &Self::Response, body: &mut ObjectWriter) {
        body.objects("MetricAlarms", alarms, |object, (alarm, history)| {
            object.text("AlarmName", &alarm.name);
            object.text("StateValue", history.state().name());
            encode_series(&alarm.series, object);
            object.text("Statistic", alarm.statistic.name());
            object.integer("Period", alarm.period_ms / 1000);
            object.integer("EvaluationPeriods", alarm.periods);
            object.integer("DatapointsToAlarm", alarm.datapoints);
            object.double("Threshold", alarm.threshold_thousandths as f64 / 1000.0);
            object.text("ComparisonOperator", alarm.comparison.name());
            object.text("TreatMissingData", alarm.missing.name());
            object.objects("History", &history.turns, |object, (at, state): &(Timestamp, AlarmState)| {
                object.date("At", *at);
                object.text("StateValue", state.name());
            });
        });
    }
}
