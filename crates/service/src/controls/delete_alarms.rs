//! Dynalab.DeleteAlarms: deletes alarms by name. If one of them does not exist, none is deleted.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::alarms::{Alarm, AlarmHistory, watch};
use crate::complete::{Complete, Context};
use crate::contract::Call;
pub use crate::contract::metrics::DeleteAlarms;

impl DeleteAlarms {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        match self.alarm_names.iter().find(|name| database.record(&Alarm::key(name)).is_none()) {
            None => Ok(()),
            Some(name) => Err(ControlError::NotFound { what: "alarm", name: name.clone() }.into()),
        }
    }
}

impl Operation<Complete> for DeleteAlarms {
    const NAME: &'static str = <DeleteAlarms as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> DeleteAlarms {
        fields.require("AlarmNames");
        DeleteAlarms { alarm_names: fields.texts("AlarmNames").unwrap_or_default() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let keys = self.alarm_names.iter().flat_map(|name| [Alarm::key(name), AlarmHistory::key(name)]);
        let there = keys.filter(|key| context.database.record(key).is_some());
        let mut changes: Vec<Change> = there.map(|key| Change::record(key, None)).collect();
        let is_named = |alarm: &Alarm| self.alarm_names.iter().any(|name| *name == *alarm.name);
        if !changes.is_empty() && Alarm::all(context.database).all(|alarm| is_named(&alarm)) {
            changes.push(watch::end());
        }
        Ok(Step::Done((), WriteSet { changes, later: Vec::new() }))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
