//! The workspace of a worker: a stored workspace, or a temporary copy.
//!
//! A worker reads it from its own name when it starts. Each stored workspace has its own database, lock and channel between tabs.
//! All three have the same name, made from the workspace's id.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The database of the first workspace. The name is from the time when there was only one.
const FIRST: &str = "dynalab";
const OTHERS: &str = "dynalab-workspace-";
const VISITING: &str = "dynalab-visiting";
const ID_BYTES_MAX: usize = 32;

/// Lowercase letters and digits, because the id is part of the names of databases, locks and settings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct WorkspaceId(String);

/// The text is not the id of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAWorkspaceId;

impl fmt::Display for NotAWorkspaceId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("The id of a workspace has 1 to 32 lowercase letters and digits.")
    }
}

impl std::error::Error for NotAWorkspaceId {}

impl TryFrom<String> for WorkspaceId {
    type Error = NotAWorkspaceId;

    fn try_from(text: String) -> Result<WorkspaceId, NotAWorkspaceId> {
        WorkspaceId::parse(&text).ok_or(NotAWorkspaceId)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WorkspaceChoice {
    /// Has its own store, which is created if it does not exist.
    Stored { id: WorkspaceId },
    /// A temporary copy: in memory only and empty at first. It has the content of a link or file until the user saves it.
    Visiting,
}

impl WorkspaceId {
    /// Returns the id of the workspace that always exists.
    pub fn first() -> WorkspaceId {
        WorkspaceId("first".to_owned())
    }

    pub fn is_first(&self) -> bool {
        *self == WorkspaceId::first()
    }

    /// Returns `None` if the text is not a valid id.
    pub fn parse(text: &str) -> Option<WorkspaceId> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let fine = (1..=ID_BYTES_MAX).contains(&text.len()) && text.bytes().all(fits);
        fine.then(|| WorkspaceId(text.to_owned()))
    }

    /// Returns an id for a new workspace. `random` should have at least 53 random bits.
    pub fn from_random(random: u64) -> WorkspaceId {
        WorkspaceId(format!("{random:016x}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn database_name(&self) -> String {
        if self.is_first() { FIRST.to_owned() } else { format!("{OTHERS}{}", self.0) }
    }

    /// Returns the workspace of a database, or `None` if the database is not one of Dynalab's workspaces.
    pub fn of_database(name: &str) -> Option<WorkspaceId> {
        match name.strip_prefix(OTHERS) {
            Some(id) => WorkspaceId::parse(id).filter(|id| !id.is_first()),
            None => (name == FIRST).then(WorkspaceId::first),
        }
    }
}

impl WorkspaceChoice {
    pub fn worker_name(&self) -> String {
        match self {
            WorkspaceChoice::Stored { id } => id.database_name(),
            WorkspaceChoice::Visiting => VISITING.to_owned(),
        }
    }

    /// Returns the choice for a worker's name. An unknown name means a temporary copy, so stored data is not changed.
    pub fn of_worker(name: &str) -> WorkspaceChoice {
        match WorkspaceId::of_database(name) {
            Some(id) => WorkspaceChoice::Stored { id },
            None => WorkspaceChoice::Visiting,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{WorkspaceChoice, WorkspaceId};

    #[test]
    fn the_first_workspace_keeps_the_database_it_always_had() {
        assert_eq!(WorkspaceId::first().database_name(), "dynalab");
        assert_eq!(WorkspaceId::of_database("dynalab"), Some(WorkspaceId::first()));
    }

    #[test]
    fn a_worker_finds_its_workspace_in_its_name() {
        let other = WorkspaceId::from_random(0xabc);
        for choice in [
            WorkspaceChoice::Visiting,
            WorkspaceChoice::Stored { id: WorkspaceId::first() },
            WorkspaceChoice::Stored { id: other },
        ] {
            assert_eq!(WorkspaceChoice::of_worker(&choice.worker_name()), choice);
        }
        assert_eq!(WorkspaceChoice::of_worker("whatever"), WorkspaceChoice::Visiting);
    }

    #[test]
    fn only_our_own_databases_are_taken_for_workspaces() {
        for name in [
            "",
            "Dynalab",
            "dynalab-",
            "dynalab-workspace-",
            "dynalab-workspace-first",
            "dynalab-workspace-A",
        ] {
            assert_eq!(WorkspaceId::of_database(name), None, "{name}");
        }
        assert_eq!(WorkspaceId::parse(&"a".repeat(33)), None);
        assert_eq!(WorkspaceId::from_random(u64::MAX).as_str(), "ffffffffffffffff");
    }
}
