//! DescribeEndpoints: returns the address of the Region, valid for one day.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};

const MINUTES_OF_A_DAY: u64 = 1440;

/// A DescribeEndpoints request.
#[derive(Clone, Debug)]
pub struct DescribeEndpoints;

impl Operation<Complete> for DescribeEndpoints {
    const NAME: &'static str = "DescribeEndpoints";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    /// The address.
    type Response = String;

    fn decode(_fields: &mut Fields) -> DescribeEndpoints {
        DescribeEndpoints
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<String>, DynamoError> {
        let address = format!("dynamodb.{}.amazonaws.com", context.config.region);
        Ok(Step::Done(address, WriteSet::default()))
    }

    fn encode(address: &String, body: &mut ObjectWriter) {
        body.objects("Endpoints", [address], |endpoint, address| {
            endpoint.text("Address", address);
            endpoint.integer("CachePeriodInMinutes", MINUTES_OF_A_DAY);
        });
    }
}
