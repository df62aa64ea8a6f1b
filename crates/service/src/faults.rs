//! Faults: rules that make requests fail like network and server errors. Whether a fault is injected depends on the seed.

pub(crate) mod injection;

use std::sync::Arc;

use dynalab_engine::codec::primitives::read_flag;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::table::Table;
use dynalab_engine::registry::{RecordKey, RecordKind};
use dynalab_engine::request::resource_access::Resource;
use dynalab_types::binary::Malformed;
use dynalab_types::{AttributeValue, Item};

/// The effect of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    Throttle,
    /// Single items of a batch are left unprocessed.
    Unprocessed,
    /// The client receives no response in time.
    Timeout,
    InternalError,
    ServiceUnavailable,
}

impl FaultKind {
    pub const NAMES: &[&str] =
        &["THROTTLE", "UNPROCESSED", "TIMEOUT", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];
    pub const ALL: [FaultKind; 5] = [
        FaultKind::Throttle,
        FaultKind::Unprocessed,
        FaultKind::Timeout,
        FaultKind::InternalError,
        FaultKind::ServiceUnavailable,
    ];

    /// Returns the name in the API.
    pub fn name(self) -> &'static str {
        FaultKind::NAMES[self as usize]
    }
}

/// A fault rule. An empty member matches all requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub name: Arc<str>,
    /// The names of operations.
    pub operations: Vec<String>,
    pub table: Option<String>,
    /// The partition key value.
    pub key: Option<AttributeValue>,
    pub rate_permille: u64,
    pub kind: FaultKind,
    /// True if the operation is executed before the request fails.
    pub after_commit: bool,
}

impl Fault {
    /// Returns the key of the record with this name.
    pub fn key_of(name: &str) -> RecordKey {
        RecordKey::of_account(RecordKind::FAULT, name)
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = record_form::begin();
        writer.unsigned(self.operations.len() as u64);
        self.operations.iter().for_each(|operation| writer.text(operation));
        writer.text(self.table.as_deref().unwrap_or_default());
        writer.byte(u8::from(self.key.is_some()));
        if let Some(key) = &self.key {
            writer.value(key);
        }
        writer.unsigned(self.rate_permille);
        writer.byte(self.kind as u8);
        writer.byte(u8::from(self.after_commit));
        writer.bytes
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(name: &Arc<str>, bytes: &[u8]) -> Result<Fault, Malformed> {
        let mut reader = record_form::content(bytes)?;
        let mut operations = Vec::new();
        for _ in 0..reader.count()? {
            operations.push(reader.text()?.to_owned());
        }
        let table = Some(reader.text()?.to_owned()).filter(|table| !table.is_empty());
        let key = if read_flag(&mut reader)? { Some(reader.value()?) } else { None };
        let rate_permille = reader.unsigned()?;
        let kind = *FaultKind::ALL.get(usize::from(reader.byte()?)).ok_or(Malformed)?;
        let after_commit = read_flag(&mut reader)?;
        Ok(Fault { name: name.clone(), operations, table, key, rate_permille, kind, after_commit })
    }

    fn is_about(&self, operation: &str, table: Option<&str>) -> bool {
        let named = self.operations.is_empty() || self.operations.iter().any(|name| name == operation);
        named && self.table.as_deref().is_none_or(|wanted| table == Some(wanted))
    }

    fn is_about_item(&self, definition: Option<&Table>, resource: &Resource, item: &Item) -> bool {
        let Some(wanted) = &self.key else { return true };
        let Some(definition) = definition.map(|table| &table.definition) else { return false };
        let schema = match resource {
            Resource::Index(_, index) => definition.index(index).map_or(&definition.key, |index| &index.key),
            _ => &definition.key,
        };
        schema.partition.first().is_some_and(|attribute| item.get(&attribute.name) == Some(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_as_it_was_written() {
        for kind in FaultKind::ALL {
            let fault = Fault {
                name: "f".into(),
                operations: vec!["GetItem".into()],
                table: Some("Orders".into()),
                key: Some(AttributeValue::string("a")),
                rate_permille: 250,
                kind,
                after_commit: true,
            };
            assert_eq!(Fault::from_bytes(&fault.name, &fault.to_bytes()), Ok(fault.clone()));
            assert_eq!(FaultKind::ALL[kind as usize], kind);
        }
    }
}
