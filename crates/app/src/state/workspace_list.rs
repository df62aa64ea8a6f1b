//! The list of stored workspaces: their names and times.

use dynalab_messages::Messages;
use dynalab_playground::protocol::Role;
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::sentences;
use crate::state::watched::WatchedState;

pub const NAME_CHARACTERS_MAX: usize = 60;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkspaceEntry {
    pub id: WorkspaceId,
    /// The name; none for the first workspace before it is named, and for one that was found without an entry.
    pub name: Option<String>,
    /// Milliseconds since 1970; 0 if unknown.
    pub created_ms: f64,
    pub used_ms: f64,
}

impl WorkspaceEntry {
    /// Returns the entry of a new workspace.
    pub fn named(id: WorkspaceId, name: &str, now_ms: f64) -> WorkspaceEntry {
        WorkspaceEntry { id, name: clean(name), created_ms: now_ms, used_ms: now_ms }
    }

    /// Returns the name that a person sees.
    pub fn title(&self, messages: &Messages) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None if self.id.is_first() => messages.text(sentences::workbench::WORKSPACE_FIRST),
            None => {
                let id = self.id.as_str();
                let short = &id[id.len().saturating_sub(4)..];
                messages.text(sentences::workbench::WorkspaceFound { id: short.into() })
            }
        }
    }

    /// Returns the entry of a workspace that was found without one.
    pub fn unnamed(id: WorkspaceId) -> WorkspaceEntry {
        WorkspaceEntry { id, name: None, created_ms: 0.0, used_ms: 0.0 }
    }

    /// Reads a stored entry, damaged or not. Unreadable parts count as missing.
    pub fn read(id: WorkspaceId, text: &str) -> WorkspaceEntry {
        let stored: Value = serde_json::from_str(text).unwrap_or_default();
        let time = |name: &str| stored[name].as_f64().unwrap_or_default();
        let name = stored["name"].as_str().and_then(clean);
        WorkspaceEntry { id, name, created_ms: time("created"), used_ms: time("used") }
    }

    /// Returns the entry as it is stored.
    pub fn text(&self) -> String {
        json!({"name": self.name, "created": self.created_ms, "used": self.used_ms}).to_string()
    }
}

/// Returns a name on one line with a limited length, or none if it is empty.
pub fn clean(name: &str) -> Option<String> {
    let plain: String = name.chars().filter(|character| !character.is_control()).collect();
    let cut: String = plain.trim().chars().take(NAME_CHARACTERS_MAX).collect();
    (!cut.is_empty()).then_some(cut)
}

/// Returns the wanted name, with a number behind it if it is taken.
pub fn free_name(wanted: &str, taken: &[String]) -> String {
    let is_taken = |name: &str| taken.iter().any(|known| known == name);
    let mut name = wanted.to_owned();
    let mut number = 2_u32;
    while is_taken(&name) {
        name = format!("{wanted} ({number})");
        number += 1;
    }
    name
}

/// Returns the entries by time of creation. The first workspace stays in front.
pub fn in_order(mut entries: Vec<WorkspaceEntry>) -> Vec<WorkspaceEntry> {
    // An insertion sort, because the entries are few and a library sort adds code.
    for place in 1..entries.len() {
        let mut at = place;
        while at > 1 && entries[at - 1].created_ms > entries[at].created_ms {
            entries.swap(at - 1, at);
            at -= 1;
        }
    }
    entries
}

/// Returns the title of a workspace, listed or not.
pub fn title_of(app: &WatchedState, id: &WorkspaceId) -> String {
    match app.workspaces().iter().find(|entry| entry.id == *id) {
        Some(entry) => entry.title(app.messages()),
        None => WorkspaceEntry::unnamed(id.clone()).title(app.messages()),
    }
}

/// Returns true if this tab's workspace is in memory only but is not a temporary copy. It is lost when another one is opened.
pub fn would_be_lost(app: &WatchedState) -> bool {
    *app.role() == Some(Role::MemoryOnly) && *app.workspace() != WorkspaceChoice::Visiting
}

/// Returns the title of this tab's workspace.
pub fn title_of_this(app: &WatchedState) -> String {
    match app.workspace() {
        WorkspaceChoice::Stored { id } => title_of(app, id),
        WorkspaceChoice::Visiting => app.messages().text(sentences::workbench::WORKSPACE_COPY),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_playground::workspace_choice::WorkspaceId;

    use super::{WorkspaceEntry, clean, free_name, in_order};

    #[test]
    fn an_entry_comes_back_and_a_torn_one_loses_only_itself() {
        let id = WorkspaceId::from_random(1);
        let entry = WorkspaceEntry {
            id: id.clone(),
            name: Some("Orders \"v2\" 受注".into()),
            created_ms: 1.0,
            used_ms: 1_790_000_000_000.0,
        };
        assert_eq!(WorkspaceEntry::read(id.clone(), &entry.text()), entry);
        for torn in ["", "{", "[]", "7", "{\"name\":3,\"created\":\"x\"}", "{\"name\":\"\\n \"}"] {
            assert_eq!(WorkspaceEntry::read(id.clone(), torn), WorkspaceEntry::unnamed(id.clone()), "{torn}");
        }
    }

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(clean("  a\nb\u{7f} "), Some("ab".into()));
        assert_eq!(clean(" \t "), None);
        assert_eq!(clean(&"長".repeat(80)).map(|name| name.chars().count()), Some(60));
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = ["Shop".to_owned(), "Shop (2)".to_owned()];
        assert_eq!(free_name("Game", &taken), "Game");
        assert_eq!(free_name("Shop", &taken), "Shop (3)");
    }

    #[test]
    fn the_first_stays_in_front_and_the_others_follow_by_age() {
        let entry = |id: WorkspaceId, created_ms| WorkspaceEntry { id, name: None, created_ms, used_ms: 0.0 };
        let [old, new] = [1, 2].map(WorkspaceId::from_random);
        let first = WorkspaceId::first();
        let listed = vec![entry(first.clone(), 9.0), entry(new.clone(), 5.0), entry(old.clone(), 3.0)];
        let ids: Vec<WorkspaceId> = in_order(listed).into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids, [first, old, new]);
    }
}
