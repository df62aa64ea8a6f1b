//! The account and the Region that the engine stands for, if a client has chosen them.

use dynalab_engine::codec::record_form;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::binary::Malformed;
use serde::{Deserialize, Serialize};

/// The number of digits of an account's ID.
const ID_LENGTH: usize = 12;

/// An account in a Region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Twelve digits.
    pub id: String,
    /// The name of a Region, such as "ap-northeast-1".
    pub region: String,
}

impl Account {
    /// Returns whether the text can be the ID of an account.
    pub(crate) fn is_id(text: &str) -> bool {
        text.len() == ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_digit())
    }

    pub(crate) fn of_config(config: &EngineConfig) -> Account {
        Account { id: config.account_id.clone(), region: config.region.clone() }
    }

    pub(crate) fn record_key() -> RecordKey {
        RecordKey::of_account(RecordKind::ACCOUNT, "")
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Account, Malformed> {
        record_form::read(bytes, |_| Err(Malformed))
    }
}
