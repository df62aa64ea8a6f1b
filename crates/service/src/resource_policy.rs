//! A resource-based policy: a JSON document stored with a table or a stream. It is evaluated as soon as a principal is in use.

mod actions;
mod document;

pub(crate) use document::{matches_pattern, matches_pattern_in_case};

use dynalab_engine::codec::primitives::read_flag;
use dynalab_engine::codec::record_form;
use dynalab_engine::database::Database;
use dynalab_engine::database::change::Change;
use dynalab_engine::database::table::TableDefinition;
use dynalab_engine::error::{ArnError, DynamoError, PolicyError, PolicyRevisionError};
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_engine::settings::config::EngineConfig;
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader};
use serde::{Deserialize, Serialize};

use crate::complete::Context;
use crate::resource_policy::document::{Owner, canonical, to_response_json};
use crate::table_or_stream::{NamedFor, TableOrStream};
use crate::table_times::cool_downs;

/// The only revision that a request can expect of a resource without a policy.
const NO_POLICY: &str = "NO_POLICY";

/// The policy of one table or stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourcePolicy {
    /// In its canonical form. `None` if it was deleted.
    pub document: Option<String>,
    /// The time of the change in milliseconds since 1970, increased if necessary: two documents never have the same revision.
    pub revision: u64,
}

impl ResourcePolicy {
    /// Returns the policy that replaces the current one.
    pub fn following(
        current: Option<&ResourcePolicy>,
        document: Option<String>,
        now: Timestamp,
    ) -> ResourcePolicy {
        let revision = current.map_or(now.epoch_ms, |current| now.epoch_ms.max(current.revision + 1));
        ResourcePolicy { document, revision }
    }

    /// Returns the document as GetResourcePolicy returns it.
    pub fn to_json(&self) -> String {
        to_response_json(self.document.as_deref().unwrap_or_default())
    }

    /// Encodes the record.
    pub fn to_bytes(&self) -> Vec<u8> {
        record_form::write(self)
    }

    /// Decodes the record.
    ///
    /// # Errors
    /// The bytes are no such record.
    pub fn from_bytes(bytes: &[u8]) -> Result<ResourcePolicy, Malformed> {
        record_form::read(bytes, ResourcePolicy::read_older)
    }

    /// Reads the format that was in use before records had versions.
    fn read_older(reader: &mut Reader) -> Result<ResourcePolicy, Malformed> {
        let is_there = read_flag(reader)?;
        let document = Some(reader.text()?.to_owned()).filter(|_| is_there);
        Ok(ResourcePolicy { document, revision: reader.unsigned()? })
    }
}

/// The resource of a policy, as a request names it.
#[derive(Clone, Debug)]
pub(crate) struct PolicyHolder<'a> {
    resource: TableOrStream<'a>,
    config: &'a EngineConfig,
}

impl<'a> PolicyHolder<'a> {
    /// Parses the ARN of a table or a stream. It does not check that the resource exists.
    ///
    /// # Errors
    /// The ARN is none of a table or stream of this account and Region.
    pub fn parse(arn: &'a str, config: &'a EngineConfig) -> Result<PolicyHolder<'a>, ArnError> {
        Ok(PolicyHolder { resource: TableOrStream::parse(arn, NamedFor::Policies, config)?, config })
    }

    /// Returns the key of the record.
    pub fn key(&self) -> RecordKey {
        policy_key(self.resource.table, self.resource.label)
    }

    /// Checks a document for this resource, and returns its canonical form.
    ///
    /// # Errors
    /// The document is no policy, is too large, or would lock out its sender.
    pub fn canonical(&self, document: &str, confirmed: bool) -> Result<String, PolicyError> {
        let owner = Owner { arn: self.resource.arn, account_id: &self.config.account_id };
        canonical(document, owner, confirmed)
    }

    /// Returns the policy of the resource, if it has or had one.
    ///
    /// # Errors
    /// The table or the stream does not exist.
    pub fn find(&self, database: &Database) -> Result<Option<ResourcePolicy>, DynamoError> {
        let TableOrStream { arn, table, label } = self.resource;
        match label {
            "" => {
                database.described_table(table)?;
            }
            label if database.stream(arn).is_err() => {
                database.described_table(table)?;
                let (table, label) = (table.to_owned(), label.to_owned());
                return Err(PolicyError::NoStream { table, label }.into());
            }
            _ => {}
        }
        let bytes = database.record(&self.key());
        Ok(bytes.and_then(|bytes| ResourcePolicy::from_bytes(bytes).checked()))
    }

    /// Returns the policy that reads show: for a while that of before a change.
    pub fn shown(&self, context: &Context, policy: Option<ResourcePolicy>) -> Option<ResourcePolicy> {
        match cool_downs::policy_of_before(context, self.resource.table, self.resource.label) {
            Some(before) => before.and_then(|bytes| ResourcePolicy::from_bytes(&bytes).checked()),
            None => policy,
        }
    }

    /// Returns the change that remembers when the policy changed.
    ///
    /// # Errors
    /// The policy was changed too recently.
    pub fn note_change(&self, context: &Context) -> Result<Option<Change>, DynamoError> {
        let Some(table) = context.database.find(self.resource.table) else { return Ok(None) };
        let before = context.database.record(&self.key());
        let label = self.resource.label;
        let times = cool_downs::change_policy(context, table, label, before.map(|bytes| &**bytes))?;
        Ok(times.changed(context, self.resource.table))
    }

    /// Returns the error for a missing policy.
    pub fn not_found(&self) -> PolicyError {
        PolicyError::Revision(PolicyRevisionError::NotFound { arn: self.resource.arn.to_owned() })
    }

    /// Checks the revision that the request expects, if any.
    ///
    /// # Errors
    /// The current revision is another one, or there is no policy.
    pub fn expect(&self, policy: Option<&ResourcePolicy>, expected: Option<&str>) -> Result<(), PolicyError> {
        let current = policy.filter(|policy| policy.document.is_some());
        let revision = current.map(|current| current.revision.to_string());
        let table = || self.resource.table.to_owned();
        match (expected, revision) {
            (None, _) | (Some(NO_POLICY), None) => Ok(()),
            (Some(NO_POLICY), Some(revision)) => {
                Err(PolicyError::Revision(PolicyRevisionError::Unexpected { table: table(), revision }))
            }
            (Some(expected), None) => Err(PolicyError::Revision(PolicyRevisionError::ExpectedOne {
                table: table(),
                expected: expected.to_owned(),
            })),
            (Some(expected), Some(revision)) if expected == revision => Ok(()),
            (Some(expected), Some(revision)) => {
                let expected = expected.to_owned();
                Err(PolicyError::Revision(PolicyRevisionError::ExpectedOther {
                    table: table(),
                    expected,
                    revision,
                }))
            }
        }
    }
}

fn policy_key(table: &str, label: &str) -> RecordKey {
    RecordKey::of_table(RecordKind::RESOURCE_POLICY, table, label)
}

/// Returns the policy of a table, or of its stream with this label.
pub(crate) fn document_of(database: &Database, table: &str, label: &str) -> Option<String> {
    ResourcePolicy::from_bytes(database.record(&policy_key(table, label))?).checked()?.document
}

/// Checks the policy of a table that is being created, and returns it.
pub(crate) fn first_policy(
    document: &str,
    definition: &TableDefinition,
    config: &EngineConfig,
    now: Timestamp,
) -> Result<Change, PolicyError> {
    let owner = Owner { arn: &definition.arn, account_id: &config.account_id };
    let document = canonical(document, owner, false)?;
    let policy = ResourcePolicy::following(None, Some(document), now);
    Ok(Change::record(policy_key(&definition.name, ""), Some(policy.to_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for document in [Some("{}".to_owned()), None] {
            let policy = ResourcePolicy { document, revision: 1_700_000_000_000 };
            assert_eq!(ResourcePolicy::from_bytes(&policy.to_bytes()), Ok(policy.clone()));
            assert!(ResourcePolicy::from_bytes(&policy.to_bytes()[..2]).is_err());
        }
    }

    #[test]
    fn a_policy_without_a_version_is_read() {
        const BEFORE: &[u8] = &[1, 2, 123, 125, 172, 2];
        let kept = ResourcePolicy { document: Some("{}".to_owned()), revision: 300 };
        assert_eq!(ResourcePolicy::from_bytes(BEFORE), Ok(kept.clone()));
        assert_eq!(ResourcePolicy::from_bytes(&kept.to_bytes()), Ok(kept));
    }
}
