//! Dynalab.SetAccount: chooses the Region and the account whose names are in every ARN. What the request does not name stays as it is.
//!
//! ARNs are stored with tables, streams and backups. So the request is refused when one exists.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::registry::RecordKind;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::Timestamp;
use dynalab_types::region::is_region;

use crate::account::Account;
use crate::complete::{Complete, Context};
use crate::contract::clock::AccountNames;
pub use crate::contract::clock::SetAccount;
use crate::contract::{Call, encode};
use crate::stream_shards::Lineage;

/// Records that contain ARNs, in addition to those that are named by one.
const KINDS_WITH_ARNS: [RecordKind; 2] = [RecordKind::EVENT_SOURCE_MAPPING, RecordKind::PRINCIPAL];

/// Returns the name of something that has an ARN already, or `None`. A closed stream counts for 24 hours.
fn first_with_arn(database: &Database, now: Timestamp) -> Option<String> {
    if let Some(table) = database.all_tables().next() {
        return Some(table.definition.arn.to_string());
    }
    let mut arns = database.streams().map(|stream| &stream.definition.arn);
    if let Some(arn) = arns.find(|arn| Lineage::find(database, arn, now).is_ok()) {
        return Some(arn.to_string());
    }
    let kinds = RecordKind::NAMED_BY_ARN.iter().chain(&KINDS_WITH_ARNS);
    let mut records = kinds.flat_map(|kind| database.registry().of_kind(*kind));
    records.next().map(|(key, _)| key.name.to_string())
}

impl SetAccount {
    fn check(&self) -> Result<(), DynamoError> {
        if let Some(region) = self.region.as_ref().filter(|region| !is_region(region)) {
            return Err(ControlError::NotFound { what: "Region", name: region.clone() }.into());
        }
        if let Some(id) = self.account_id.as_ref().filter(|id| !Account::is_id(id)) {
            return Err(ControlError::AccountId { id: id.clone() }.into());
        }
        Ok(())
    }
}

impl Operation<Complete> for SetAccount {
    const NAME: &'static str = <SetAccount as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = AccountNames;

    fn decode(fields: &mut Fields) -> SetAccount {
        SetAccount { region: fields.text("Region"), account_id: fields.text("AccountId") }
    }

    type Planned = ();

    fn plan(&self, _: &Database) -> Result<(), DynamoError> {
        self.check()
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<AccountNames>, DynamoError> {
        self.check()?;
        if let Some(name) = first_with_arn(context.database, context.now) {
            return Err(ControlError::AccountInUse { name }.into());
        }
        let before = Account::of_config(context.config);
        let account = Account {
            id: self.account_id.take().unwrap_or(before.id),
            region: self.region.take().unwrap_or(before.region),
        };
        let record = Change::record(Account::record_key(), Some(account.to_bytes()));
        let response = AccountNames { region: account.region, account_id: account.id };
        Ok(Step::Done(response, WriteSet::from_change(record)))
    }

    fn encode(response: &AccountNames, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
