//! UpdateKinesisStreamingDestination: changes the precision of times, at most three times in 24 hours.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, KinesisError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::kinesis_destination::{DestinationChange, KinesisDestination, Precision, StreamAddress};

const CONFIGURATION: &str = "UpdateKinesisStreamingConfiguration";

/// A UpdateKinesisStreamingDestination request.
#[derive(Clone, Debug)]
pub struct UpdateKinesisStreamingDestination {
    addressed: StreamAddress,
    precision: Option<Precision>,
}

impl UpdateKinesisStreamingDestination {
    fn check(&self, context: &Context) -> Result<(KinesisDestination, Precision), DynamoError> {
        let precision = self.precision.ok_or(KinesisError::NothingToUpdate)?;
        let (table, current) = self.addressed.find(context.database)?;
        let arn = self.addressed.arn.clone();
        let active = current
            .filter(|current| current.status(&self.addressed.arn, context.now, context.config) == "ACTIVE");
        let Some(current) = active else {
            let table = table.definition.name.to_string();
            return Err(KinesisError::NotActiveToUpdate { table, arn }.into());
        };
        if current.precision.unwrap_or(Precision::Millisecond) == precision {
            let (table_id, precision) = (table.definition.id.to_string(), precision.name());
            return Err(KinesisError::PrecisionUnchanged { precision, table_id, arn }.into());
        }
        Ok((current, precision))
    }
}

impl Operation<Complete> for UpdateKinesisStreamingDestination {
    const NAME: &'static str = "UpdateKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Table(|operation| operation.addressed.table_name());
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![operation.addressed.table_mut()];
    type Response = DestinationChange;

    fn decode(fields: &mut Fields) -> UpdateKinesisStreamingDestination {
        UpdateKinesisStreamingDestination {
            addressed: StreamAddress::decode(fields),
            precision: Precision::decode(CONFIGURATION, fields),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        if self.precision.is_none() {
            return Err(KinesisError::NothingToUpdate.into());
        }
        self.addressed.find(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<DestinationChange>, DynamoError> {
        let (current, precision) = self.check(context)?;
        let destination = current.with_precision(precision, context.now)?;
        let addressed = self.addressed.clone();
        let change = Change::record(addressed.key(), Some(destination.to_bytes()));
        let answer = DestinationChange { addressed, status: "UPDATING", configuration: Some(self.precision) };
        Ok(Step::Done(answer, WriteSet::from_change(change)))
    }

    fn encode(response: &DestinationChange, body: &mut ObjectWriter) {
        response.encode(CONFIGURATION, body);
    }
}
