//! Creates a workspace from a store's content, and the snapshot of a workspace for a store.

use std::iter::Chain;

use dynalab_engine::codec::snapshot_chunks::SnapshotChunks;
use dynalab_engine::engine::Engine;
use dynalab_engine::{EngineConfig, Unreadable};
use dynalab_storage::{LogChunk, SavedContent};
use dynalab_types::binary::Reader;

use crate::history::journal::{self, Entry};
use crate::history::{BranchState, History, HistoryEntryId, Window, may_combine};
use crate::workspace::pending::Pending;
use crate::workspace::service::WorkspaceService;
use crate::workspace::{UndoGroup, Workspace};

/// The chunks of a workspace that are not written yet: those of its engine, then those of its history.
pub(crate) type WorkspaceChunks = Chain<SnapshotChunks, std::vec::IntoIter<Vec<u8>>>;

impl<S: WorkspaceService> Workspace<S> {
    /// Restores a workspace. A workspace that was never stored starts with the seed.
    ///
    /// # Errors
    /// If the content cannot be decoded. Nothing is guessed.
    pub fn restore(
        saved: &SavedContent,
        seed: u64,
        config: EngineConfig,
        window: Window,
    ) -> Result<Workspace<S>, Unreadable> {
        let chunks = || saved.snapshot.iter().map(Vec::as_slice);
        let of_history = |chunk: &&[u8]| journal::is_snapshot_chunk(chunk);
        let engine = match saved.snapshot.is_empty() {
            true => Engine::new(seed, config),
            false => Engine::restore(chunks().filter(|chunk| !of_history(chunk)), config)?,
        };
        let history = journal::read_snapshot(chunks().filter(of_history), window)?;
        let mut workspace = Workspace {
            engine,
            history,
            pending: Pending::default(),
            together: UndoGroup::Inactive,
            clock: S::Clock::default(),
            left: None,
            is_behind: false,
        };
        workspace.apply_chunks(&saved.log)?;
        Ok(workspace)
    }

    /// Creates a workspace with the engine's tables and an empty history.
    pub(crate) fn from_engine(engine: Engine<S>, window: Window) -> Workspace<S> {
        Workspace { engine, ..Workspace::new(0, EngineConfig::instant(), window) }
    }

    /// Returns the tables at the head and the newest history as chunks for a store. Returns `None` while the past is shown,
    /// because the engine is not at the head.
    pub fn snapshot(&self) -> Option<Vec<Vec<u8>>> {
        self.snapshot_chunks().map(Iterator::collect)
    }

    /// Takes the state, to write the chunks of [`snapshot`](Workspace::snapshot) one by one. Later changes are not in it.
    pub(crate) fn snapshot_chunks(&self) -> Option<WorkspaceChunks> {
        let history = || journal::snapshot_chunks::<S>(&self.history, Window::KEPT);
        (!self.history.is_looking_back()).then(|| self.engine.snapshot_chunks().chain(history()))
    }

    /// Applies chunks that another tab appended. If a past entry is shown, it stays visible as long as it is available.
    ///
    /// # Errors
    /// If a chunk cannot be decoded. The chunks before it are applied.
    pub fn apply_chunks(&mut self, chunks: &[LogChunk]) -> Result<(), Unreadable> {
        let looked_at = self.history.is_looking_back().then(|| self.history.position());
        self.look_at_head();
        for chunk in chunks {
            match journal::log_entries(&chunk.payload)? {
                None => self.follow_changes(&chunk.payload)?,
                Some(entries) => entries.into_iter().try_for_each(|entry| self.follow_entry(entry))?,
            }
            self.history.trim::<S>();
        }
        if let Some(looked_at) = looked_at {
            // If the entry was dropped meanwhile, the head is shown.
            let _ = self.go(looked_at);
        }
        Ok(())
    }

    /// Applies a chunk whose format has no history: it has only groups of changes.
    fn follow_changes(&mut self, chunk: &[u8]) -> Result<(), Unreadable> {
        let mut reader = Reader::new(chunk);
        for _ in 0..reader.count()? {
            self.engine.apply_log(reader.slice()?)?;
        }
        if reader.is_empty() { Ok(()) } else { Err(Unreadable::Chunk) }
    }

    fn follow_entry(&mut self, entry: Entry) -> Result<(), Unreadable> {
        match entry {
            Entry::Added { id, mut history_entry, changes } => {
                if history_entry.parent >= id {
                    return Err(Unreadable::Chunk);
                }
                let changes = self.engine.apply_log(changes)?;
                history_entry.state_delta = journal::delta_back(changes);
                history_entry.size_bytes = history_entry.state_delta.size_bytes(&history_entry.body);
                if self.history.head() != history_entry.parent || self.history.next_id() != id {
                    self.history.restart_at(history_entry.parent, id);
                }
                self.history.add(history_entry);
            }
            Entry::Stand { branch_state, state_deltas } => self.follow_to(branch_state, &state_deltas)?,
            Entry::Branches(branch_state) => self.history.settle(branch_state),
            Entry::Name { id, name } => {
                if let Some(history_entry) = self.history.entry_mut(id) {
                    history_entry.name = name;
                }
            }
        }
        Ok(())
    }

    /// Applies the changes to the tables. Updates the changes of the entries if the path is available.
    fn follow_to(&mut self, branch_state: BranchState, state_deltas: &[&[u8]]) -> Result<(), Unreadable> {
        let path = self.history.path(self.history.head(), branch_state.head);
        // The writer was in a state that this history does not have any more.
        let turn =
            path.as_ref().and_then(|path| self.history.entry(*path.back.last()?)).map(|last| last.parent);
        let is_split =
            [Some(branch_state.head), turn].into_iter().flatten().any(|id| self.history.is_lost(id));
        let path: Vec<HistoryEntryId> =
            path.into_iter().flat_map(|path| [path.back, path.forward].concat()).collect();
        let known = path.len() == state_deltas.len() && !is_split;
        for (place, state_delta) in state_deltas.iter().enumerate() {
            let changes = self.engine.apply_log(state_delta)?;
            let has_changes = !changes.is_empty();
            if let Some(history_entry) =
                path.get(place).filter(|_| known).and_then(|id| self.history.entry_mut(*id))
            {
                history_entry.state_delta = journal::delta_back(changes);
                // The writer has the changes of each entry, or those of the whole step in its last entry.
                history_entry.is_lost = !has_changes && may_combine(&history_entry.operation);
            }
        }
        if !known {
            let next = self.history.next_id();
            self.history.restart_at(branch_state.head, next.max(HistoryEntryId(branch_state.head.0 + 1)));
        }
        self.history.settle(branch_state);
        Ok(())
    }
}

impl History {
    /// Sets the head and the branches that the other tab wrote.
    fn settle(&mut self, branch_state: BranchState) {
        self.set_position(branch_state.head);
        self.set_branch_state(branch_state);
        self.drop_lost_branches();
    }
}
