//! The fixes of findings, with the data to apply them, and their sentences.

use dynalab_messages::{Language, Message};
use serde::{Deserialize, Serialize};

use crate::sentences::{self, findings as words};
use crate::template::Template;

/// The recommended fix, with the data to apply it if possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fix {
    /// The rule's text contains the fix.
    None,
    PutOwnerFirst {
        owner: String,
    },
    SpreadKey {
        shards: u32,
    },
    AddIndex {
        index: String,
        partition_key: Template,
        sort_key: Option<Template>,
    },
    UseIndex {
        index: String,
    },
    MoveToSortKey {
        attribute: String,
    },
    RemoveIndex {
        index: String,
    },
    ShortenProjection {
        index: String,
        keeps: Vec<String>,
    },
    AddCondition {
        condition: String,
    },
    ReadAllPages,
    SplitItem,
    UseGlobalIndex,
    JoinKeyAttributes {
        template: Template,
    },
    RecordResult {
        count: u64,
    },
    WriteRate,
    SplitTable {
        entities: Vec<String>,
    },
    SendAlone,
    PadNumber {
        attribute: String,
        digits: u8,
    },
    StoreSeconds {
        attribute: String,
    },
    AddUniquenessItem {
        attribute: String,
    },
    RenameKeys {
        names: Vec<String>,
    },
    /// Adds a version to the entity, and the condition that it is the one of this sample row.
    AddVersion {
        row: u64,
    },
    SendWithToken,
    LimitPage {
        limit: u64,
    },
    ReadLess,
    /// Divides the items of a partition key over several.
    DivideKey,
    /// Adds to the condition that the attribute does not have this value.
    KeepState {
        attribute: String,
        state: String,
    },
    CorrectKey,
    WriteTtl {
        attribute: String,
    },
    FilterExpired {
        reader: String,
    },
    StoreTogether {
        items: Vec<String>,
    },
    /// Sends the queries of an index to the table or to the index `by`, and removes the index.
    UseKey {
        index: String,
        by: Option<String>,
    },
    MoveKey {
        index: String,
    },
    LimitSwitches {
        most: u32,
    },
}

impl Fix {
    /// Returns true if the fix removes an index, or attributes from one. Such advice must be tried before it is given.
    pub fn removes(&self) -> bool {
        matches!(
            self,
            Fix::RemoveIndex { .. }
                | Fix::UseKey { .. }
                | Fix::MoveKey { .. }
                | Fix::ShortenProjection { .. }
        )
    }
}

/// The change that `apply` makes. The page shows it before.
pub type Change = Fix;

/// Writes the fix. The text is empty if the rule's sentence contains the fix.
impl Message for Fix {
    fn write(&self, language: Language) -> String {
        match self {
            Fix::None => String::new(),
            Fix::PutOwnerFirst { owner } => words::FixOwnerFirst { owner: owner.into() }.write(language),
            Fix::SpreadKey { shards } => words::FixSpreadKey { shards: (*shards).into() }.write(language),
            Fix::AddIndex { index, partition_key, sort_key } => {
                add_index(index, partition_key, sort_key.as_ref(), language)
            }
            Fix::UseIndex { index } => words::FixUseIndex { index: index.into() }.write(language),
            Fix::MoveToSortKey { attribute } => {
                words::FixMoveToSortKey { attribute: attribute.into() }.write(language)
            }
            Fix::RemoveIndex { index } => words::FixRemoveIndex { index: index.into() }.write(language),
            Fix::ShortenProjection { index, keeps } if keeps.is_empty() => {
                words::FixShortenProjectionKeys { index: index.into() }.write(language)
            }
            Fix::ShortenProjection { index, keeps } => {
                words::FixShortenProjection { index: index.into(), names: keeps.join(", ").as_str().into() }
                    .write(language)
            }
            Fix::AddCondition { condition } => {
                words::FixAddCondition { condition: condition.into() }.write(language)
            }
            Fix::ReadAllPages => words::FIX_READ_ALL_PAGES.write(language),
            Fix::SplitItem => words::FIX_SPLIT_ITEM.write(language),
            Fix::UseGlobalIndex => words::FIX_USE_GLOBAL_INDEX.write(language),
            Fix::JoinKeyAttributes { template } => {
                words::FixJoinKeyAttributes { template: template.to_string().as_str().into() }.write(language)
            }
            Fix::RecordResult { count } => words::FixRecordResult { count: (*count).into() }.write(language),
            Fix::WriteRate => words::FIX_WRITE_RATE.write(language),
            Fix::SplitTable { entities } => {
                words::FixSplitTable { entities: entities.join(", ").as_str().into() }.write(language)
            }
            Fix::SendAlone => words::FIX_SEND_ALONE.write(language),
            Fix::PadNumber { attribute, digits } => pad_number(attribute, *digits, language),
            Fix::StoreSeconds { attribute } => {
                words::FixStoreSeconds { attribute: attribute.into() }.write(language)
            }
            Fix::AddUniquenessItem { attribute } => {
                words::FixAddUniquenessItem { attribute: attribute.into() }.write(language)
            }
            Fix::RenameKeys { names } => {
                words::FixRenameKeys { names: names.join(", ").as_str().into() }.write(language)
            }
            Fix::AddVersion { .. } => words::FIX_ADD_VERSION.write(language),
            Fix::SendWithToken => words::FIX_SEND_WITH_TOKEN.write(language),
            Fix::LimitPage { limit } => words::FixLimitPage { count: (*limit).into() }.write(language),
            Fix::ReadLess => words::FIX_READ_LESS.write(language),
            Fix::DivideKey => words::FIX_DIVIDE_KEY.write(language),
            Fix::KeepState { attribute, state } => {
                words::FixKeepState { attribute: attribute.into(), state: state.into() }.write(language)
            }
            Fix::CorrectKey => words::FIX_CORRECT_KEY.write(language),
            Fix::WriteTtl { attribute } => words::FixWriteTtl { attribute: attribute.into() }.write(language),
            Fix::FilterExpired { reader } => {
                words::FixFilterExpired { reader: reader.into() }.write(language)
            }
            Fix::StoreTogether { items } => {
                words::FixStoreTogether { items: sentences::joined(language, items).as_str().into() }
                    .write(language)
            }
            Fix::UseKey { index, by: Some(by) } => {
                words::FixUseKey { by: by.into(), index: index.into() }.write(language)
            }
            Fix::UseKey { index, by: None } => words::FixUseKeyTable { index: index.into() }.write(language),
            Fix::MoveKey { index } => words::FixMoveKey { index: index.into() }.write(language),
            Fix::LimitSwitches { most } => words::FixLimitSwitches { most: (*most).into() }.write(language),
        }
    }
}

fn pad_number(attribute: &str, digits: u8, language: Language) -> String {
    let template = format!("{{{attribute}:{digits}}}");
    let digits = u64::from(digits).into();
    words::FixPadNumber { attribute: attribute.into(), digits, template: (&template).into() }.write(language)
}

fn add_index(
    index: &str,
    partition_key: &Template,
    sort_key: Option<&Template>,
    language: Language,
) -> String {
    let partition_key = partition_key.to_string();
    let (index, partition_key) = (index.into(), (&partition_key).into());
    match sort_key.map(Template::to_string) {
        None => words::FixAddIndex { index, partition_key }.write(language),
        Some(sort_key) => {
            words::FixAddSortedIndex { index, partition_key, sort_key: (&sort_key).into() }.write(language)
        }
    }
}
