//! Dynalab.DescribeAccount: the Region and the account whose names are in every ARN, and the Regions that can be chosen.

use dynalab_engine::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};
use dynalab_types::region::{REGIONS, Region};

use crate::account::Account;
use crate::complete::{Complete, Context};

#[derive(Clone, Debug)]
pub struct DescribeAccount;

impl Operation<Complete> for DescribeAccount {
    const NAME: &'static str = "Dynalab.DescribeAccount";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Account;

    fn decode(_: &mut Fields) -> DescribeAccount {
        DescribeAccount
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Account>, DynamoError> {
        Ok(Step::Done(Account::of_config(context.config), WriteSet::default()))
    }

    fn encode(account: &Account, body: &mut ObjectWriter) {
        body.text("Region", &account.region);
        body.text("AccountId", &account.id);
        body.list("Regions", REGIONS, |json, Region { name, .. }| {
            dynalab_types::wire::write_json_string(name, json);
        });
    }
}
