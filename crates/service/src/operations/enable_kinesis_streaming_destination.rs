//! EnableKinesisStreamingDestination: sets a Kinesis data stream as the destination of a table's changes. Dynalab delivers
//! nothing to it.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, KinesisError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::kinesis_destination::{
    DestinationChange, KinesisDestination, LastChange, Precision, StreamAddress, destinations_of,
};

const CONFIGURATION: &str = "EnableKinesisStreamingConfiguration";

/// An EnableKinesisStreamingDestination request.
#[derive(Clone, Debug)]
pub struct EnableKinesisStreamingDestination {
    addressed: StreamAddress,
    precision: Option<Precision>,
}

impl Operation<Complete> for EnableKinesisStreamingDestination {
    const NAME: &'static str = "EnableKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| operation.addressed.table_name());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![operation.addressed.table_mut()];
    type Response = DestinationChange;

    fn decode(fields: &mut Fields) -> EnableKinesisStreamingDestination {
        EnableKinesisStreamingDestination {
            addressed: StreamAddress::decode(fields),
            precision: Precision::decode(CONFIGURATION, fields),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.addressed.find(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<DestinationChange>, DynamoError> {
        let (_, current) = self.addressed.find(context.database)?;
        // A table has one destination at a time, including one that is being disabled.
        let destinations = destinations_of(context.database, self.addressed.table_name());
        let is_live = |(arn, destination): &(String, KinesisDestination)| {
            !["DISABLED", "ENABLE_FAILED"].contains(&destination.status(arn, context.now, context.config))
        };
        if destinations.iter().any(is_live) {
            return Err(KinesisError::AlreadyEnabled.into());
        }
        let destination = KinesisDestination {
            last: LastChange::Enabled,
            precision: self.precision,
            changed_at: context.now,
            precision_changes: current.map(|current| current.precision_changes).unwrap_or_default(),
        };
        let addressed = self.addressed.clone();
        let change = Change::record(addressed.key(), Some(destination.to_bytes()));
        let answer = DestinationChange { addressed, status: "ENABLING", configuration: Some(self.precision) };
        Ok(Step::Done(answer, WriteSet::from_change(change)))
    }

    fn encode(response: &DestinationChange, body: &mut ObjectWriter) {
        response.encode(CONFIGURATION, body);
    }
}
