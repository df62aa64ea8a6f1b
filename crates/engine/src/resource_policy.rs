//! A resource policy: a document of JSON that is kept with a table or a stream and shown. Nobody asks it for permission.

use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};
use dynalab_types::json::{self, Object, Value};

use crate::change::Change;
use crate::database::Database;
use crate::error::{DynamoError, PolicyError, SettingError};
use crate::registry::{RecordKey, RecordKind};
use crate::table::TableDefinition;

/// In bytes, white space included.
const DOCUMENT_BYTES_MAX: usize = 20 * 1024;
/// The only revision that a resource without a policy can be expected to have.
const NO_POLICY: &str = "NO_POLICY";
const VERSIONS: [&str; 2] = ["2012-10-17", "2008-10-17"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResourcePolicy {
    pub document: String,
    /// Milliseconds since 1970, never the same for two documents.
    pub revision: u64,
}

impl ResourcePolicy {
    /// The policy that a document makes in the place of another; the same document is the same revision.
    pub fn following(current: Option<ResourcePolicy>, document: &str, now: Timestamp) -> ResourcePolicy {
        match current {
            Some(current) if current.document == document => current,
            current => {
                let revision = current.map_or(now.epoch_ms, |current| now.epoch_ms.max(current.revision + 1));
                ResourcePolicy { document: document.to_owned(), revision }
            }
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.text(&self.document);
        writer.unsigned(self.revision);
        writer.bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<ResourcePolicy, Malformed> {
        let mut reader = Reader::new(bytes);
        Ok(ResourcePolicy { document: reader.text()?.to_owned(), revision: reader.unsigned()? })
    }
}

/// What a policy can stand on.
pub(crate) struct PolicyHolder {
    pub key: RecordKey,
    pub policy: Option<ResourcePolicy>,
}

impl PolicyHolder {
    /// A table or a stream, by its ARN.
    pub fn find(database: &Database, arn: &str) -> Result<PolicyHolder, DynamoError> {
        let invalid = || DynamoError::from(SettingError::InvalidResourceArn { arn: arn.to_owned() });
        let (_, resource) = arn.split_once(":table/").ok_or_else(invalid)?;
        if !arn.starts_with("arn:aws:dynamodb:") {
            return Err(invalid());
        }
        let key = match resource.split_once('/') {
            None => {
                let table = database.described_table(resource)?;
                if table.definition.arn != arn {
                    return Err(DynamoError::TableNotFound { table: resource.to_owned() });
                }
                policy_key(&table.definition.name, "")
            }
            Some((_, rest)) if rest.starts_with("stream/") => {
                let stream = &database.stream(arn)?.definition;
                policy_key(&stream.table, &stream.label)
            }
            // An index answers to the policy of its table.
            Some(_) => return Err(invalid()),
        };
        let policy = database.record(&key).and_then(|bytes| ResourcePolicy::from_bytes(bytes).ok());
        Ok(PolicyHolder { key, policy })
    }

    /// Refuses another revision than the one that the request expects, if it expects one.
    pub fn expect(&self, arn: &str, revision: Option<&str>) -> Result<(), DynamoError> {
        let current = self.policy.as_ref().map(|policy| policy.revision.to_string());
        match revision {
            Some(expected) if expected != current.as_deref().unwrap_or(NO_POLICY) => {
                Err(PolicyError::NotFound { arn: arn.to_owned() }.into())
            }
            _ => Ok(()),
        }
    }
}

/// `label` is that of the stream, and empty for the table itself.
pub(crate) fn policy_key(table: &str, label: &str) -> RecordKey {
    RecordKey::of_table(RecordKind::RESOURCE_POLICY, table, label)
}

/// The policy of a table that is being created.
pub(crate) fn first_policy(
    document: &str,
    definition: &TableDefinition,
    now: Timestamp,
) -> Result<Change, PolicyError> {
    check_document(document, &definition.arn)?;
    let policy = ResourcePolicy::following(None, document, now);
    Ok(Change::record(policy_key(&definition.name, ""), Some(policy.to_bytes())))
}

/// What can be known of a document without asking who is who.
pub(crate) fn check_document(document: &str, arn: &str) -> Result<(), PolicyError> {
    if document.len() > DOCUMENT_BYTES_MAX {
        return Err(PolicyError::TooLong { most: DOCUMENT_BYTES_MAX });
    }
    let Ok(Value::Object(policy)) = json::parse(document) else { return Err(PolicyError::NotJson) };
    if let Some(version) = policy.get("Version")
        && !version.as_str().is_some_and(|version| VERSIONS.contains(&version))
    {
        return Err(PolicyError::Version);
    }
    let statements = match policy.get("Statement") {
        Some(Value::Array(statements)) => statements.as_slice(),
        Some(statement @ Value::Object(_)) => std::slice::from_ref(statement),
        _ => &[],
    };
    if statements.is_empty() {
        return Err(PolicyError::MissingElement { element: "Statement" });
    }
    for statement in statements {
        let Value::Object(statement) = statement else {
            return Err(PolicyError::MissingElement { element: "Statement" });
        };
        check_statement(statement, arn)?;
    }
    Ok(())
}

fn check_statement(statement: &Object, arn: &str) -> Result<(), PolicyError> {
    match statement.get("Effect").and_then(Value::as_str) {
        Some("Allow" | "Deny") => {}
        Some(_) => return Err(PolicyError::Effect),
        None => return Err(PolicyError::MissingElement { element: "Effect" }),
    }
    one_of(statement, "Principal", "NotPrincipal")?;
    let actions = texts(one_of(statement, "Action", "NotAction")?);
    let resources = texts(one_of(statement, "Resource", "NotResource")?);
    if let Some(action) = actions.iter().find(|action| !is_action(action)) {
        return Err(PolicyError::Action { action: (*action).to_owned() });
    }
    if let Some(resource) = resources.iter().find(|resource| !belongs_to(resource, arn)) {
        return Err(PolicyError::Resource { resource: (*resource).to_owned() });
    }
    Ok(())
}

/// One of two elements must be there, and not both.
fn one_of<'a>(
    statement: &'a Object,
    element: &'static str,
    other: &'static str,
) -> Result<&'a Value, PolicyError> {
    match (statement.get(element), statement.get(other)) {
        (Some(_), Some(_)) => Err(PolicyError::BothElements { element, other }),
        (Some(value), None) | (None, Some(value)) => Ok(value),
        (None, None) => Err(PolicyError::MissingElement { element }),
    }
}

/// A text or a list of texts.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(elements) => elements.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().into_iter().collect(),
    }
}

fn is_action(action: &str) -> bool {
    let prefix = "dynamodb:";
    action == "*" || action.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// The resource itself, something under it, or a pattern that fits one of them.
fn belongs_to(resource: &str, arn: &str) -> bool {
    resource.strip_prefix(arn).is_some_and(|rest| rest.starts_with('/'))
        || matches(resource.as_bytes(), arn.as_bytes())
}

/// `*` stands for any characters, `?` for one.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // Where to go on when what follows the last star does not fit here.
    let mut star = None;
    while read < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(byte) if *byte == b'?' || *byte == text[read] => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                read = taken + 1;
            }
        }
    }
    pattern[at.min(pattern.len())..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARN: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/Music";

    #[test]
    fn resources_belong_to_what_they_stand_on() {
        for resource in [ARN, &format!("{ARN}/index/*"), "*", "arn:aws:dynamodb:*:*:table/M?sic"] {
            assert!(belongs_to(resource, ARN), "{resource}");
        }
        for resource in ["", "Music", &format!("{ARN}2"), "arn:aws:dynamodb:*:*:table/Games", "*x"] {
            assert!(!belongs_to(resource, ARN), "{resource}");
        }
    }

    #[test]
    fn bytes_come_back() {
        let policy = ResourcePolicy { document: "{}".into(), revision: 1_700_000_000_000 };
        assert_eq!(ResourcePolicy::from_bytes(&policy.to_bytes()), Ok(policy.clone()));
        assert!(ResourcePolicy::from_bytes(&policy.to_bytes()[..3]).is_err());
    }
}
