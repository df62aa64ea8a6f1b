//! Dynalab.PutFault: creates a fault rule, or replaces the one of that name.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::AttributeValue;

use crate::complete::{Complete, Context};
use crate::complete_engine::Request;
use crate::contract::{Call, faults as contract};
use crate::faults::{Fault, FaultKind};
use crate::simulation_state::SimulationState;

const FAULTS_MAX: usize = 50;
const NAME_LENGTH_MAX: usize = 64;

/// A PutFault request.
#[derive(Clone, Debug)]
pub struct PutFault {
    name: String,
    operations: Option<Vec<String>>,
    table: Option<String>,
    key: Option<AttributeValue>,
    rate_permille: i64,
    kind: Option<FaultKind>,
    after_commit: bool,
}

impl PutFault {
    fn rule(&self, database: &Database) -> Result<Fault, DynamoError> {
        let operations = self.operations.clone().unwrap_or_default();
        if let Some(unknown) = operations.iter().find(|name| !Request::ALL.contains(&name.as_str())) {
            return Err(ControlError::NoSuchOperation { name: unknown.clone() }.into());
        }
        let kind = self.kind.unwrap_or(FaultKind::InternalError);
        if self.after_commit && kind != FaultKind::Timeout {
            return Err(ControlError::AfterCommitOfTimeoutOnly.into());
        }
        let faults = SimulationState::of(database).faults;
        if faults.len() >= FAULTS_MAX && !faults.iter().any(|fault| *fault.name == *self.name) {
            return Err(ControlError::TooMany { what: "faults", most: FAULTS_MAX as u64 }.into());
        }
        Ok(Fault {
            name: self.name.as_str().into(),
            operations,
            table: self.table.as_deref().map(|table| table_name_of(table).to_owned()),
            key: self.key.clone(),
            rate_permille: self.rate_permille.max(0) as u64,
            kind,
            after_commit: self.after_commit,
        })
    }
}

impl Operation<Complete> for PutFault {
    const NAME: &'static str = <contract::PutFault as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| operation.table.iter_mut().collect();
    type Response = ();

    fn decode(fields: &mut Fields) -> PutFault {
        ["Name", "RatePermille", "Kind"].into_iter().for_each(|member| fields.require(member));
        let known = FaultKind::ALL.map(|kind| (kind.name(), kind));
        PutFault {
            name: fields.text_of_length("Name", 1, NAME_LENGTH_MAX).unwrap_or_default(),
            operations: fields.texts("Operations"),
            table: fields.text("TableName"),
            key: fields.value("KeyEquals"),
            rate_permille: fields
                .integer_between("RatePermille", "Integer", 0, Some(1000))
                .unwrap_or_default(),
            kind: fields.enumeration("Kind", FaultKind::NAMES, &known),
            after_commit: fields.boolean("AfterCommit").unwrap_or(false),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.rule(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let rule = self.rule(context.database)?;
        let record = Change::record(Fault::key_of(&rule.name), Some(rule.to_bytes()));
        Ok(Step::Done((), WriteSet::from_change(record)))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
