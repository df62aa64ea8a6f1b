//! The property of durability: a workspace on a store that fails, restarts and is claimed by another process.

use dynalab_engine::database::Database;
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_storage::{
    Durability, Epoch, FailingStore, Fault, LogTail, MemoryStore, Refusal, Revision, Store, StoreError,
};
use pollster::block_on;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::config;
use crate::simulator::generation::Plan;
use crate::simulator::model::Model;
use crate::simulator::request::Command;
use crate::simulator::run::{Checked, Failure, MUCH_LATER_MS, audit, check_command};

/// A process that writes to the workspace.
struct Holder {
    workspace: Workspace,
    epoch: Epoch,
    revision: Revision,
}

/// The writes that are known to be stored.
#[derive(Clone)]
struct Kept {
    model: Model,
    database: Database,
}

struct World<'a> {
    plan: &'a Plan,
    chance: Chance,
    store: FailingStore,
    holder: Holder,
    kept: Kept,
    now_ms: u64,
    /// True if another process has claimed the store, and the holder has not noticed.
    deposed: bool,
}

pub fn acknowledged_writes_survive(plan: &Plan) -> Checked {
    let store = FailingStore::new(MemoryStore::new());
    let holder = opened(&store, plan)?;
    let kept = Kept { model: Model::new(plan.delays), database: Database::default() };
    let mut world =
        World { plan, chance: Chance::new(plan.seed), store, holder, kept, now_ms: 0, deposed: false };
    let mut commands = &plan.commands[..];
    while let Some(first) = commands.first() {
        world.chance = Chance::at(plan.seed ^ 0xFA17, first.at_ms);
        let (batch, rest) = commands.split_at(commands.len().min(1 + world.chance.below(6)));
        world.commit(batch)?;
        if world.chance.one_in(8) {
            world.die()?;
        }
        commands = rest;
    }
    world.die()?;
    let later_ms = world.now_ms + MUCH_LATER_MS;
    audit(&mut world.holder.workspace, &mut world.kept.model, later_ms)
}

/// Loads the stored data, as a new process does, and claims the store.
fn opened(store: &FailingStore, plan: &Plan) -> Result<Holder, Failure> {
    let saved =
        block_on(store.load()).map_err(|error| Failure::from_text(format!("cannot be loaded: {error}")))?;
    let workspace = Workspace::restore(&saved, plan.seed, config(plan.delays), Window::PAGE)
        .map_err(|_| Failure::from_text("what was loaded cannot be read"))?;
    // Try a failed claim again.
    let claim = block_on(store.claim())
        .or_else(|_| block_on(store.claim()))
        .map_err(|error| Failure::from_text(format!("cannot be claimed: {error}")))?;
    if claim.revision != saved.revision {
        return Err(Failure::from_text(format!("loaded {} and claimed {}", saved.revision, claim.revision)));
    }
    Ok(Holder { workspace, epoch: claim.epoch, revision: saved.revision })
}

impl World<'_> {
    /// Executes a batch and appends its changes, or fails.
    fn commit(&mut self, batch: &[Command]) -> Checked {
        let tried = self.execute(batch)?;
        if self.chance.one_in(12) {
            self.another_takes_over()?;
        }
        let Some(chunk) = self.holder.workspace.uncommitted_chunk() else {
            self.kept.model = tried.model;
            return Ok(());
        };
        self.plan_a_fault(chunk.len());
        let durability = *self.chance.pick(&[Durability::Strict, Durability::Relaxed]);
        let Holder { epoch, revision, .. } = self.holder;
        match block_on(self.store.append(epoch, revision, &chunk, durability)) {
            Ok(_) if self.deposed => Err(Failure::from_text("a deposed holder could append")),
            Ok(revision) => {
                self.keep(revision, tried);
                self.compact()
            }
            Err(StoreError::Interrupted { .. }) => self.find_out(&chunk, tried),
            Err(StoreError::Full) => self.go_back(),
            Err(StoreError::Deposed) if self.deposed => self.go_back(),
            Err(error) => Err(Failure::from_text(format!("cannot be appended: {error}"))),
        }
    }

    /// Executes a batch. Returns the state to expect if the append succeeds.
    fn execute(&mut self, batch: &[Command]) -> Result<Kept, Failure> {
        let mut model = self.kept.model.clone();
        for command in batch {
            check_command(&mut self.holder.workspace, &mut model, command)?;
            self.now_ms = command.at_ms;
        }
        Ok(Kept { model, database: self.holder.workspace.engine().database().clone() })
    }

    fn plan_a_fault(&mut self, chunk_bytes: usize) {
        let fault = match self.chance.below(10) {
            0 => Fault::Refuse(Refusal::Full),
            1 => Fault::Refuse(Refusal::Interrupted),
            2 => Fault::Tear { stored_bytes: self.chance.below(chunk_bytes + 30) },
            3 => Fault::LoseAnswer,
            4 => {
                // Leaves room for a part of the next append.
                let room_bytes = self.store.disk().stored().size_bytes() + self.chance.below(200) as u64;
                self.store.set_room_bytes(Some(room_bytes));
                return;
            }
            _ => {
                self.store.set_room_bytes(None);
                return;
            }
        };
        self.store.set_room_bytes(None);
        self.store.at_next_write(fault);
    }

    fn keep(&mut self, revision: Revision, kept: Kept) {
        self.holder.workspace.commit();
        self.holder.revision = revision;
        self.kept = kept;
    }

    /// It is unknown whether the chunk was stored: restart the process, or read the store.
    fn find_out(&mut self, chunk: &[u8], tried: Kept) -> Checked {
        let expected = Revision(self.holder.revision.0 + 1);
        let saved = block_on(self.store.load())
            .map_err(|error| Failure::from_text(format!("cannot be loaded: {error}")))?;
        let is_kept = saved.revision == expected;
        if is_kept && saved.log.last().is_none_or(|last| last.payload != chunk) {
            if !self.deposed {
                return Err(Failure::from_text("another chunk is kept than the one that was appended"));
            }
            return self.go_back();
        }
        if !is_kept && saved.revision != self.holder.revision {
            return Err(Failure::from_text(format!(
                "revision {} is kept after {}",
                saved.revision, self.holder.revision
            )));
        }
        if self.chance.one_in(2) {
            if is_kept {
                self.kept = tried;
            }
            return self.die();
        }
        if is_kept {
            self.keep(expected, tried);
            return Ok(());
        }
        self.go_back()
    }

    /// Rolls back everything since the last commit.
    fn go_back(&mut self) -> Checked {
        self.holder.workspace.roll_back();
        if self.deposed {
            return self.follow_and_take_back();
        }
        self.check("after going back")
    }

    fn check(&mut self, when: &str) -> Checked {
        if self.holder.workspace.engine().database() != &self.kept.database {
            return Err(Failure::from_text(format!("{when}, other tables or indexes than were kept")));
        }
        audit(&mut self.holder.workspace, &mut self.kept.model.clone(), self.now_ms)
            .map_err(|failure| Failure::from_text(format!("{when}: {}", failure.what)))
    }

    /// Restarts: a new process loads what the store has.
    fn die(&mut self) -> Checked {
        // A fault that was planned for the next write ends with the process.
        self.store = FailingStore::new(self.store.disk().reopened());
        self.holder = opened(&self.store, self.plan)?;
        self.deposed = false;
        self.check("after a crash")
    }

    fn compact(&mut self) -> Checked {
        if !self.chance.one_in(4) {
            return Ok(());
        }
        match self.chance.below(6) {
            0 => self.store.at_next_write(Fault::Refuse(Refusal::Interrupted)),
            1 => self.store.at_next_write(Fault::Tear { stored_bytes: 10 }),
            2 => self.store.at_next_write(Fault::LoseAnswer),
            _ => {}
        }
        let snapshot = self.holder.workspace.snapshot().unwrap_or_default();
        let Holder { epoch, revision, .. } = self.holder;
        match block_on(self.store.replace(epoch, revision, &snapshot)) {
            Ok(()) | Err(StoreError::Interrupted { .. } | StoreError::Full) => Ok(()),
            Err(error) => Err(Failure::from_text(format!("cannot be compacted: {error}"))),
        }
    }

    /// Another process claims the store, and writes what the first holder failed to write.
    fn another_takes_over(&mut self) -> Checked {
        let disk = FailingStore::new(self.store.disk());
        self.deposed = true;
        let mut other = opened(&disk, self.plan)?;
        let model = &mut self.kept.model.clone();
        audit(&mut other.workspace, model, self.now_ms)?;
        if let Some(chunk) = other.workspace.uncommitted_chunk() {
            let appended = block_on(disk.append(other.epoch, other.revision, &chunk, Durability::Strict));
            appended.map_err(|error| Failure::from_text(format!("the new holder cannot append: {error}")))?;
            self.kept = Kept { model: model.clone(), database: other.workspace.engine().database().clone() };
        }
        if self.chance.one_in(3) {
            let saved = block_on(disk.load()).map_err(|error| Failure::from_text(error.to_string()))?;
            let snapshot = other.workspace.snapshot().unwrap_or_default();
            let replaced = block_on(disk.replace(other.epoch, saved.revision, &snapshot));
            replaced
                .map_err(|error| Failure::from_text(format!("the new holder cannot compact: {error}")))?;
        }
        Ok(())
    }

    /// The first holder reads the missed chunks and claims the store again.
    fn follow_and_take_back(&mut self) -> Checked {
        self.deposed = false;
        let tail = block_on(self.store.load_after(self.holder.revision));
        // The claim writes a fence, which needs room.
        self.store.set_room_bytes(None);
        match tail.map_err(|error| Failure::from_text(error.to_string()))? {
            LogTail::Chunks(chunks) => {
                let followed = self.holder.workspace.apply_chunks(&chunks);
                followed.map_err(|_| Failure::from_text("the chunks of the other holder cannot be read"))?;
                let claim =
                    block_on(self.store.claim()).map_err(|error| Failure::from_text(error.to_string()))?;
                self.holder.epoch = claim.epoch;
                self.holder.revision = claim.revision;
            }
            LogTail::Replaced => self.holder = opened(&self.store, self.plan)?,
        }
        self.check("after following")
    }
}
