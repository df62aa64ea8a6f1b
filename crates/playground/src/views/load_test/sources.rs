//! The access patterns of the history with the shares of their key values, and the start that a form makes of them.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Sources {
    pub limits_in_workspace: bool,
    pub patterns: Vec<Pattern>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Pattern {
    pub id: String,
    pub operation: String,
    /// In the history.
    pub requests: u64,
    /// Its share of the requests in the history.
    pub permille: u64,
    /// One, or the different actions of a batch, a transaction or several statements.
    pub actions: Vec<PatternAction>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct PatternAction {
    /// The operation, or the action's name in a transaction.
    pub name: String,
    pub table_name: String,
    pub index_name: Option<String>,
    /// What the key values begin with, such as "STATION#".
    pub partition_prefix: String,
    pub sort_prefix: Option<String>,
    /// An expression, or a statement.
    pub expression: String,
    /// Whether its hottest key value has the largest share of the pattern's actions.
    pub leads: bool,
    pub keys: Vec<Key>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Key {
    pub attribute: String,
    pub index_name: Option<String>,
    /// "requests" or "items".
    pub measured_from: String,
    pub count: u64,
    pub distinct: u64,
    /// Whether this attribute's hottest value has the largest share.
    pub varied: bool,
    /// Whether requests can have different values.
    pub can_vary: bool,
    /// The most frequent values.
    pub values: Vec<KeyShare>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct KeyShare {
    pub value: String,
    pub count: u64,
    pub permille: u64,
}

impl Pattern {
    /// The key attribute whose hottest value can be given another share, and that value.
    pub fn varied(&self) -> Option<(&Key, &KeyShare)> {
        let action = self.actions.iter().find(|action| action.leads)?;
        let key = action.keys.iter().find(|key| key.varied)?;
        Some((key, key.values.first()?))
    }
}

impl PatternAction {
    /// The kinds of keys as text: "STATION#…, RIDE#…".
    pub fn kind(&self) -> String {
        let prefixes = [Some(&self.partition_prefix), self.sort_prefix.as_ref()];
        let named = prefixes.into_iter().flatten().filter(|prefix| !prefix.is_empty());
        named.map(|prefix| format!("{prefix}…")).collect::<Vec<_>>().join(", ")
    }
}

/// The body of `Dynalab.StartLoadTest`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Start {
    pub patterns: Vec<Chosen>,
    pub per_second: u64,
    pub seconds: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Chosen {
    pub id: String,
    pub share_permille: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hottest_permille: Option<u64>,
}

/// The shares that the person entered, in percent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edited {
    pub share_percent: Option<u64>,
    pub hottest_percent: Option<u64>,
}

impl Sources {
    /// Returns the start for these shares. What was not entered stays as measured.
    pub fn start(&self, edited: impl Fn(&str) -> Edited, per_second: u64, seconds: u64) -> Start {
        let patterns = self.patterns.iter().map(|pattern| {
            let edited = edited(&pattern.id);
            Chosen {
                id: pattern.id.clone(),
                share_permille: edited.share_percent.map_or(pattern.permille, |percent| percent * 10),
                hottest_permille: edited.hottest_percent.map(|percent| percent * 10),
            }
        });
        Start { patterns: patterns.collect(), per_second, seconds }
    }
}
