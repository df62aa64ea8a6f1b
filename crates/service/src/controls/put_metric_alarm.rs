//! Dynalab.PutMetricAlarm: creates an alarm on a metric, or replaces the one of that name. Its first state is
//! INSUFFICIENT_DATA.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::alarms::{Alarm, AlarmHistory, Comparison, MissingData, watch};
use crate::complete::{Complete, Context};
use crate::contract::{Call, metrics as contract};
use crate::metrics::requested::RequestedMetric;

const ALARMS_MAX: usize = 50;
/// The number of minutes in a day.
const PERIODS_MAX: i64 = 1440;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A PutMetricAlarm request.
#[derive(Clone, Debug)]
pub struct PutMetricAlarm {
    name: String,
    metric: RequestedMetric,
    periods: u64,
    datapoints: Option<u64>,
    threshold_thousandths: i64,
    comparison: Option<Comparison>,
    missing: Option<MissingData>,
}

impl PutMetricAlarm {
    fn alarm(&self, database: &Database) -> Result<Alarm, DynamoError> {
        let series = self.metric.series()?;
        let datapoints = self.datapoints.unwrap_or(self.periods);
        if datapoints > self.periods {
            return Err(ControlError::MoreDatapointsThanPeriods.into());
        }
        if self.periods * self.metric.period_ms > DAY_MS {
            return Err(ControlError::AlarmAboveDay.into());
        }
        let others = Alarm::all(database).filter(|alarm| *alarm.name != *self.name).count();
        if others >= ALARMS_MAX {
            return Err(ControlError::TooMany { what: "alarms", most: ALARMS_MAX as u64 }.into());
        }
        Ok(Alarm {
            name: self.name.as_str().into(),
            series,
            statistic: self.metric.statistic,
            period_ms: self.metric.period_ms,
            periods: self.periods,
            datapoints,
            threshold_thousandths: self.threshold_thousandths,
            comparison: self.comparison.unwrap_or(Comparison::AtLeast),
            missing: self.missing.unwrap_or(MissingData::Missing),
        })
    }
}

impl Operation<Complete> for PutMetricAlarm {
    const NAME: &'static str = <contract::PutMetricAlarm as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> PutMetricAlarm {
        let needed = ["AlarmName", "EvaluationPeriods", "Threshold", "ComparisonOperator"];
        needed.into_iter().for_each(|member| fields.require(member));
        let comparisons = Comparison::ALL.map(|comparison| (comparison.name(), comparison));
        let treatments = MissingData::ALL.map(|missing| (missing.name(), missing));
        let periods = fields.integer_between("EvaluationPeriods", "Integer", 1, Some(PERIODS_MAX));
        let datapoints = fields.integer_between("DatapointsToAlarm", "Integer", 1, Some(PERIODS_MAX));
        PutMetricAlarm {
            name: fields.text_of_length("AlarmName", 1, 255).unwrap_or_default(),
            metric: RequestedMetric::decode(fields),
            periods: periods.unwrap_or(1).max(1) as u64,
            datapoints: datapoints.map(|datapoints| datapoints.max(1) as u64),
            threshold_thousandths: fields.thousandths("Threshold").unwrap_or_default(),
            comparison: fields.enumeration("ComparisonOperator", Comparison::NAMES, &comparisons),
            missing: fields.enumeration("TreatMissingData", MissingData::NAMES, &treatments),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.alarm(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let alarm = self.alarm(context.database)?;
        let mut writes = watch::begin(context.database, context.now);
        writes.changes.push(Change::record(Alarm::key(&alarm.name), Some(alarm.to_bytes())));
        let history = AlarmHistory::key(&alarm.name);
        if context.database.record(&history).is_some() {
            writes.changes.push(Change::record(history, None));
        }
        Ok(Step::Done((), writes))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
