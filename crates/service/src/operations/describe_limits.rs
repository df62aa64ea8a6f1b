//! DescribeLimits: returns the quotas of a new account. Dynalab does not enforce them here.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};

/// The quotas in units per second for us-east-1, from the quotas page of the Developer Guide.
const ACCOUNT_MAX: u64 = 80_000;
const TABLE_MAX: u64 = 40_000;

/// A DescribeLimits request.
#[derive(Clone, Debug)]
pub struct DescribeLimits;

impl Operation<Complete> for DescribeLimits {
    const NAME: &'static str = "DescribeLimits";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const READS_ONLY: bool = true;
    const ACCESS: Access<Self> = Access::Account;
    type Response = ();

    fn decode(_fields: &mut Fields) -> DescribeLimits {
        DescribeLimits
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<()>, DynamoError> {
        Ok(Step::Done((), WriteSet::default()))
    }

    fn encode(_response: &(), body: &mut ObjectWriter) {
        body.integer("AccountMaxReadCapacityUnits", ACCOUNT_MAX);
        body.integer("AccountMaxWriteCapacityUnits", ACCOUNT_MAX);
        body.integer("TableMaxReadCapacityUnits", TABLE_MAX);
        body.integer("TableMaxWriteCapacityUnits", TABLE_MAX);
    }
}
