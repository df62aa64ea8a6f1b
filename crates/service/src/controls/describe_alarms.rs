//! Dynalab.DescribeAlarms: the alarms with their states and the history of these states.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::alarms::{Alarm, AlarmHistory};
use crate::complete::{Complete, Context};
pub use crate::contract::metrics::DescribeAlarms;
use crate::contract::metrics::{AlarmDescription, AlarmStateChange, AlarmsDescription, MetricDescription};
use crate::contract::{Call, encode};
use crate::controls::list_metrics;

fn describe(alarm: &Alarm, history: &AlarmHistory) -> AlarmDescription {
    let MetricDescription { namespace, metric_name, dimensions } = list_metrics::describe(&alarm.series);
    let turns = history
        .turns
        .iter()
        .map(|(at, state)| AlarmStateChange { at: at.epoch_seconds(), state_value: state.name().to_owned() });
    AlarmDescription {
        alarm_name: alarm.name.to_string(),
        state_value: history.state().name().to_owned(),
        namespace,
        metric_name,
        dimensions,
        statistic: alarm.statistic.name().to_owned(),
        period: alarm.period_ms / 1000,
        evaluation_periods: alarm.periods,
        datapoints_to_alarm: alarm.datapoints,
        threshold: alarm.threshold_thousandths as f64 / 1000.0,
        comparison_operator: alarm.comparison.name().to_owned(),
        treat_missing_data: alarm.missing.name().to_owned(),
        history: turns.collect(),
    }
}

impl Operation<Complete> for DescribeAlarms {
    const NAME: &'static str = <DescribeAlarms as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = AlarmsDescription;

    fn decode(_: &mut Fields) -> DescribeAlarms {
        DescribeAlarms {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Self::Response>, DynamoError> {
        let alarms = Alarm::all(context.database);
        let alarms = alarms.map(|alarm| describe(&alarm, &AlarmHistory::load(context.database, &alarm.name)));
        let described = AlarmsDescription { metric_alarms: alarms.collect() };
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(response: &AlarmsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
