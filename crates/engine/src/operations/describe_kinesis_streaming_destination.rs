//! DescribeKinesisStreamingDestination: the destinations that a table has or had, with their statuses.

use crate::change::WriteSet;
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer, table_name_of};
use crate::json_writer::ObjectWriter;
use crate::kinesis_destination::{Precision, destinations_of};
use crate::operations::{Operation, Step};
use crate::plan::Plan;

#[derive(Clone, Debug)]
pub struct DescribeKinesisStreamingDestination {
    table: String,
}

#[derive(Debug)]
pub struct Destinations {
    table: String,
    /// ARN, status and precision.
    destinations: Vec<(String, &'static str, Precision)>,
}

impl Operation for DescribeKinesisStreamingDestination {
    const NAME: &'static str = "DescribeKinesisStreamingDestination";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    type Response = Destinations;

    fn decode(fields: &mut Fields) -> DescribeKinesisStreamingDestination {
        DescribeKinesisStreamingDestination { table: fields.table_name() }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        database.described_table(table_name_of(&self.table)).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Destinations>, DynamoError> {
        let table = context.database.described_table(table_name_of(&self.table))?;
        let table = table.definition.name.to_string();
        let destinations = destinations_of(context.database, &table).into_iter();
        let destinations = destinations.map(|(arn, destination)| {
            (arn, destination.status(context.now, context.config), destination.precision)
        });
        let destinations = destinations.collect();
        Ok(Step::Done(Destinations { table, destinations }, WriteSet::default()))
    }

    fn encode(response: &Destinations, body: &mut ObjectWriter) {
        body.text("TableName", &response.table);
        let destinations = &response.destinations;
        body.objects("KinesisDataStreamDestinations", destinations, |object, (arn, status, precision)| {
            object.text("StreamArn", arn);
            object.text("DestinationStatus", status);
            object.text("ApproximateCreationDateTimePrecision", precision.name());
        });
    }
}
