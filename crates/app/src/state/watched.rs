//! The state of the app as a drawing reads it: what it read is noted, so that it is drawn again only when one of these fields changed.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_messages::{Language, Messages};
use dynalab_playground::protocol::{Durability, Role, StorageHealth};
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use dynalab_programs::files::Problem;

use super::notices::Notices;
use super::theme::Theme;
use super::workspace_list::WorkspaceEntry;
use super::{AppState, Dialog, Draft, EngineStatus};
use crate::engine::event::LongWork;
use crate::request::history::{History, RequestCard};
use crate::request::template::RequestTemplate;
use crate::samples::{Question, SampleEntry};
use crate::shared::Shared;

/// A set of fields of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldSet(u64);

impl FieldSet {
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn union(self, other: FieldSet) -> FieldSet {
        FieldSet(self.0 | other.0)
    }

    /// Returns true if the sets have a field in common.
    pub fn meets(self, other: FieldSet) -> bool {
        self.0 & other.0 != 0
    }
}

/// A state at a time, with the fields of it that its reader has read. Clones read for the same reader.
#[derive(Clone, Debug)]
pub struct WatchedState {
    state: Rc<AppState>,
    read: Rc<Cell<FieldSet>>,
}

impl PartialEq for WatchedState {
    /// Two are equal if they are the same state.
    fn eq(&self, other: &WatchedState) -> bool {
        Rc::ptr_eq(&self.state, &other.state)
    }
}

/// Declares a bit and a reading method for each field of the state, and their comparison.
macro_rules! fields {
    ($($field:ident: $kind:ty,)*) => {
        /// The position of each field in a [`FieldSet`].
        #[allow(non_camel_case_types, reason = "they are the names of the fields")]
        #[derive(Clone, Copy)]
        enum Field { $($field,)* }

        impl AppState {
            /// Returns the fields whose values differ. Shared values differ if they are not the same allocation.
            pub fn changed_fields(&self, before: &AppState) -> FieldSet {
                // A new field does not compile before it is listed.
                let AppState { $($field,)* } = self;
                let mut changed = FieldSet::default();
                $(if *$field != before.$field { changed = changed.union(FieldSet(1 << Field::$field as u64)); })*
                changed
            }
        }

        impl WatchedState {
            $(
                pub fn $field(&self) -> &$kind {
                    self.read.set(self.read.get().union(FieldSet(1 << Field::$field as u64)));
                    &self.state.$field
                }
            )*
        }
    };
}

fields! {
    messages: Messages,
    offered_language: Option<Language>,
    theme: Theme,
    status: EngineStatus,
    does_not_fit: bool,
    work: Option<LongWork>,
    reading: Option<String>,
    clock_ahead: Option<(u64, u64)>,
    workspace: WorkspaceChoice,
    workspaces: Shared<Vec<WorkspaceEntry>>,
    visited_title: String,
    starts: u32,
    role: Option<Role>,
    health: StorageHealth,
    durability: Durability,
    revision: u64,
    loaded: Option<(u64, f64)>,
    tables: Option<Shared<Vec<TableSummary>>>,
    definitions: Option<Shared<Vec<TableSummary>>>,
    tables_revision: u64,
    draft: Shared<Draft>,
    unread: bool,
    timeline: Option<Shared<TimelineView>>,
    last_entry: Option<u64>,
    going_to: Option<u32>,
    history: Shared<History>,
    running: bool,
    samples: Shared<Vec<SampleEntry>>,
    templates: Shared<Vec<RequestTemplate>>,
    questions: Shared<Vec<(String, Shared<Vec<Question>>)>>,
    notices: Shared<Notices>,
    dialog: Option<Dialog>,
    dialog_failed: Option<Shared<RequestCard>>,
    loading_sample: bool,
    arrival_failed: Option<Problem>,
    asked_to_delete_all: bool,
}

impl WatchedState {
    /// The state for a reader. `read` is the set in which its fields are noted.
    pub fn new(state: Rc<AppState>, read: Rc<Cell<FieldSet>>) -> WatchedState {
        WatchedState { state, read }
    }

    /// Returns a table without its counts and sizes.
    pub fn definition(&self, name: &str) -> Option<&TableSummary> {
        self.definitions().as_ref()?.iter().find(|table| table.name == name)
    }

    pub fn table(&self, name: &str) -> Option<&TableSummary> {
        self.tables().as_ref()?.iter().find(|table| table.name == name)
    }

    /// Returns the id of the shown history entry if it is not the present state of the tables.
    pub fn looked_at(&self) -> Option<u64> {
        self.timeline();
        self.state.looked_at()
    }

    pub fn language(&self) -> Language {
        self.messages().language
    }

    pub fn questions_of(&self, sample: &str) -> Option<&Shared<Vec<Question>>> {
        self.questions().iter().find(|(name, _)| name == sample).map(|(_, questions)| questions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduce::Reduce;
    use crate::state::Action;

    fn state() -> AppState {
        let workspace = WorkspaceChoice::Visiting;
        AppState::new(Language::English, Theme::System, Durability::default(), workspace)
    }

    #[test]
    fn a_reader_of_the_draft_is_drawn_again_when_the_draft_changes_and_for_nothing_else() {
        let read = Rc::new(Cell::new(FieldSet::default()));
        let before = state();
        let watched = WatchedState::new(Rc::new(before.clone()), read.clone());
        assert!(read.get().is_empty());
        assert_eq!(watched.draft().operation, "");
        let mut running = before.clone();
        running.apply(Action::Running);
        let mut edited = running.clone();
        edited.apply(Action::Edit { operation: "Scan".to_owned(), body: "{}".to_owned() });
        assert!(!read.get().meets(running.changed_fields(&before)));
        assert!(read.get().meets(edited.changed_fields(&running)));
        assert!(edited.changed_fields(&edited.clone()).is_empty());
    }

    #[test]
    fn what_is_computed_from_a_field_counts_as_reading_it() {
        let before = state();
        let mut after = before.clone();
        after.apply(Action::TimelineRead { timeline: TimelineView::default(), revision: 3 });
        let changed = after.changed_fields(&before);
        let reads = |read: fn(&WatchedState)| {
            let fields = Rc::new(Cell::new(FieldSet::default()));
            read(&WatchedState::new(Rc::new(before.clone()), fields.clone()));
            fields.get().meets(changed)
        };
        assert!(reads(|state| _ = state.looked_at()));
        assert!(reads(|state| _ = state.revision()));
        assert!(!reads(|state| _ = state.table("Orders").is_some()));
        assert!(!reads(|state| _ = state.language()));
    }
}
