//! EnableKinesisStreamingDestination: names a Kinesis data stream for the changes of a table. Nothing is delivered to it.

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::{DynamoError, KinesisError};
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::kinesis_destination::{
    Addressed, DestinationChange, KinesisDestination, LastChange, Precision, destinations_of,
};
use crate::operations::{Operation, Step};
use crate::plan::Plan;

const CONFIGURATION: &str = "EnableKinesisStreamingConfiguration";

#[derive(Clone, Debug)]
pub struct EnableKinesisStreamingDestination {
    addressed: Addressed,
    precision: Option<Precision>,
}

impl EnableKinesisStreamingDestination {
    /// A table has one destination at a time.
    fn check(&self, database: &Database) -> Result<Option<KinesisDestination>, DynamoError> {
        let (_, current) = self.addressed.find(database)?;
        let destinations = destinations_of(database, self.addressed.table_name());
        if destinations.iter().any(|(_, destination)| destination.last != LastChange::Disabled) {
            return Err(KinesisError::AlreadyEnabled.into());
        }
        Ok(current)
    }
}

impl Operation for EnableKinesisStreamingDestination {
    const NAME: &'static str = "EnableKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    type Response = DestinationChange;

    fn decode(fields: &mut Fields) -> EnableKinesisStreamingDestination {
        EnableKinesisStreamingDestination {
            addressed: Addressed::decode(fields),
            precision: Precision::decode(CONFIGURATION, fields),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.check(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<DestinationChange>, DynamoError> {
        let current = self.check(context.database)?;
        // It is still on its way out.
        let leaving = current.as_ref().map(|current| current.status(context.now, context.config));
        if leaving == Some("DISABLING") {
            return Err(KinesisError::AlreadyEnabled.into());
        }
        let destination = KinesisDestination {
            last: LastChange::Enabled,
            precision: self.precision.unwrap_or(Precision::Millisecond),
            changed_at: context.now,
            precision_changes: current.map(|current| current.precision_changes).unwrap_or_default(),
        };
        let addressed = self.addressed.clone();
        let change = Change::record(addressed.key(), Some(destination.to_bytes()));
        let answer = DestinationChange { addressed, status: "ENABLING", precision: self.precision };
        Ok(Step::Done(answer, WriteSet::of(change)))
    }

    fn encode(response: &DestinationChange, body: &mut ObjectWriter) {
        response.encode(CONFIGURATION, body);
    }
}
