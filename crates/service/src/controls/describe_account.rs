//! Dynalab.DescribeAccount: the Region and the account whose names are in every ARN, and the Regions that can be chosen.

use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::region::REGIONS;

use crate::account::Account;
use crate::complete::{Complete, Context};
use crate::contract::clock::AccountDescription;
pub use crate::contract::clock::DescribeAccount;
use crate::contract::{Call, encode};

impl Operation<Complete> for DescribeAccount {
    const NAME: &'static str = <DescribeAccount as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = AccountDescription;

    fn decode(_: &mut Fields) -> DescribeAccount {
        DescribeAccount {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<AccountDescription>, DynamoError> {
        let account = Account::of_config(context.config);
        let regions = REGIONS.iter().map(|region| region.name.to_owned()).collect();
        let described = AccountDescription { region: account.region, account_id: account.id, regions };
        Ok(Step::Done(described, WriteSet::default()))
    }

    fn encode(response: &AccountDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
