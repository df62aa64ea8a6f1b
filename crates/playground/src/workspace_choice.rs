//! Which workspace a worker holds: one of those that are kept, or a copy that is only looked at.
//!
//! A worker learns it from its name when it starts. A kept workspace has everything to itself: its database, its lock
//! and its channel between tabs carry one name, made from its id.

/// The database of the first workspace, from the time when it was the only one.
const FIRST: &str = "dynalab";
const OTHERS: &str = "dynalab-workspace-";
const VISITING: &str = "dynalab-visiting";
const ID_BYTES_MAX: usize = 32;

/// Small letters and digits: it stands in names of databases, of locks and of settings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkspaceId(String);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkspaceChoice {
    /// In a store of its own; made empty when it is not there yet.
    Stored { id: WorkspaceId },
    /// In memory only, empty at first: the place for what came with a link or a file, until the person keeps it.
    Visiting,
}

impl WorkspaceId {
    /// The workspace that is always there.
    pub fn first() -> WorkspaceId {
        WorkspaceId("first".to_owned())
    }

    pub fn is_first(&self) -> bool {
        *self == WorkspaceId::first()
    }

    /// None unless it could have been made here.
    pub fn parse(text: &str) -> Option<WorkspaceId> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let fine = (1..=ID_BYTES_MAX).contains(&text.len()) && text.bytes().all(fits);
        fine.then(|| WorkspaceId(text.to_owned()))
    }

    /// An id for a new workspace, from 53 random bits or more.
    pub fn from_random(random: u64) -> WorkspaceId {
        WorkspaceId(format!("{random:016x}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn database_name(&self) -> String {
        if self.is_first() { FIRST.to_owned() } else { format!("{OTHERS}{}", self.0) }
    }

    /// The workspace that a database belongs to; none when it belongs to nothing of ours.
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

    /// A name that nobody gave is a visit: nothing that is kept is touched.
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
