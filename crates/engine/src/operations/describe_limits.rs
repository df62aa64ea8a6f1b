//! DescribeLimits: the quotas of a new account. They are told, and nothing is refused because of them.

use crate::change::WriteSet;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operation::{Access, Operation, Step, reads_nothing};
use crate::service::complete::{Complete, Context};

/// Units a second, as the quotas page of the developer guide has them for us-east-1.
const ACCOUNT_MAX: u64 = 80_000;
const TABLE_MAX: u64 = 40_000;

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
