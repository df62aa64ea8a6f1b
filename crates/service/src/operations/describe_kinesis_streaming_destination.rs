//! DescribeKinesisStreamingDestination: returns the current and former destinations of a table, with their statuses.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer, table_name_of};
use dynalab_engine::request::operation::{Access, Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::kinesis_destination::{KinesisDestination, Precision, destinations_of, failure};

/// A DescribeKinesisStreamingDestination request.
#[derive(Clone, Debug)]
pub struct DescribeKinesisStreamingDestination {
    table: String,
}

/// The response of DescribeKinesisStreamingDestination.
#[derive(Debug)]
pub struct Destinations {
    table: String,
    destinations: Vec<DestinationDescription>,
}

#[derive(Debug)]
struct DestinationDescription {
    arn: String,
    status: &'static str,
    failure: Option<&'static str>,
    precision: Option<Precision>,
}

impl Operation<Complete> for DescribeKinesisStreamingDestination {
    const NAME: &'static str = "DescribeKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Table(|operation| &operation.table);
    const TABLES: fn(&mut Self) -> Vec<&mut String> = |operation| vec![&mut operation.table];
    type Response = Destinations;

    fn decode(fields: &mut Fields) -> DescribeKinesisStreamingDestination {
        DescribeKinesisStreamingDestination { table: fields.table_name() }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Destinations>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let table = table.definition.name.to_string();
        let (now, config) = (context.now, context.config);
        let shown = |(arn, destination): (String, KinesisDestination)| {
            let status = destination.status(&arn, now, config);
            let failure = failure(&arn, config).filter(|_| status == "ENABLE_FAILED");
            DestinationDescription { arn, status, failure, precision: destination.precision }
        };
        let destinations = destinations_of(context.database, &table).into_iter().map(shown).collect();
        Ok(Step::Done(Destinations { table, destinations }, WriteSet::default()))
    }

    fn encode(response: &Destinations, body: &mut ObjectWriter) {
        body.text("TableName", &response.table);
        body.objects("KinesisDataStreamDestinations", &response.destinations, |object, shown| {
            object.text("StreamArn", &shown.arn);
            object.text("DestinationStatus", shown.status);
            if let Some(failure) = shown.failure {
                object.text("DestinationStatusDescription", failure);
            }
            if let Some(precision) = shown.precision {
                object.text("ApproximateCreationDateTimePrecision", precision.name());
            }
        });
    }
}
