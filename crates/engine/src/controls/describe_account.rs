//! Dynalab.DescribeAccount: the Region and the account whose names are in every ARN, and the Regions that can be chosen.

use crate::change::WriteSet;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operation::{Operation, Step, reads_nothing};
use crate::region::REGIONS;
use crate::service::account::Account;
use crate::service::complete::{Complete, Context};

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
        body.list("Regions", REGIONS, |json, region| dynalab_types::wire::write_json_string(region, json));
    }
}
