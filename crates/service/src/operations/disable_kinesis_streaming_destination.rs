//! DisableKinesisStreamingDestination: turns off a destination of a table. It stays in the list as DISABLED.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, KinesisError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::kinesis_destination::{
    DestinationChange, KinesisDestination, LastChange, Precision, StreamAddress,
};

const CONFIGURATION: &str = "EnableKinesisStreamingConfiguration";

/// A DisableKinesisStreamingDestination request.
#[derive(Clone, Debug)]
pub struct DisableKinesisStreamingDestination {
    addressed: StreamAddress,
    precision: Option<Precision>,
}

impl DisableKinesisStreamingDestination {
    fn check(&self, database: &Database) -> Result<KinesisDestination, DynamoError> {
        let (_, current) = self.addressed.find(database)?;
        if self.precision.is_some() {
            return Err(KinesisError::DisabledWithParameters.into());
        }
        let enabled = current.filter(|current| current.last != LastChange::Disabled);
        enabled.ok_or_else(|| KinesisError::NotActive.into())
    }
}

impl Operation<Complete> for DisableKinesisStreamingDestination {
    const NAME: &'static str = "DisableKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| operation.addressed.table_name());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![operation.addressed.table_mut()];
    type Response = DestinationChange;

    fn decode(fields: &mut Fields) -> DisableKinesisStreamingDestination {
        DisableKinesisStreamingDestination {
            addressed: StreamAddress::decode(fields),
            precision: Precision::decode(CONFIGURATION, fields),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<DestinationChange>, DynamoError> {
        let current = self.check(context.database)?;
        if current.status(&self.addressed.arn, context.now, context.config) != "ACTIVE" {
            return Err(KinesisError::NotActive.into());
        }
        let destination =
            KinesisDestination { last: LastChange::Disabled, changed_at: context.now, ..current };
        let addressed = self.addressed.clone();
        let change = Change::record(addressed.key(), Some(destination.to_bytes()));
        let answer = DestinationChange { addressed, status: "DISABLING", configuration: None };
        Ok(Step::Done(answer, WriteSet::from_change(change)))
    }

    fn encode(response: &DestinationChange, body: &mut ObjectWriter) {
        response.encode(CONFIGURATION, body);
    }
}
