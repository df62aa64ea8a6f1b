//! An engine whose changes are kept elsewhere: what was executed since the last commit can be taken as one chunk, or
//! undone as if it had never been.
//!
//! No I/O happens here. The host writes the chunk and then says whether it was kept.

use dynalab_engine::change::Change;
use dynalab_engine::charges::Charges;
use dynalab_engine::trace::Trace;
use dynalab_engine::{Command, DynamoError, Engine, EngineConfig, Request, TraceLevel, change_log};
use dynalab_storage::{LogChunk, Saved};
use dynalab_types::Timestamp;
use dynalab_types::binary::{Malformed, Reader, Writer};

pub struct Workspace {
    engine: Engine,
    /// Groups of changes that are in memory and not kept yet, oldest first.
    pending: Vec<Vec<Change>>,
}

/// Groups of changes that were pending at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// The service's answer to one request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    pub trace: Trace,
    pub charges: Charges,
    /// Whether it changed something, or saw something, that is not kept yet: it may be told only after the commit.
    pub waits_for_commit: bool,
}

impl Workspace {
    pub fn new(seed: u64, config: EngineConfig) -> Workspace {
        Workspace { engine: Engine::new(seed, config), pending: Vec::new() }
    }

    /// From what a store has; a workspace that was never stored starts from the seed.
    ///
    /// # Errors
    /// When the bytes are not what any version wrote: nothing is guessed.
    pub fn restore(saved: &Saved, seed: u64, config: EngineConfig) -> Result<Workspace, Malformed> {
        let engine = if saved.snapshot.is_empty() {
            Engine::new(seed, config)
        } else {
            Engine::restore(saved.snapshot.iter().map(Vec::as_slice), config)?
        };
        let mut workspace = Workspace { engine, pending: Vec::new() };
        workspace.follow(&saved.log)?;
        Ok(workspace)
    }

    /// Applies chunks that another holder appended.
    pub fn follow(&mut self, chunks: &[LogChunk]) -> Result<(), Malformed> {
        for chunk in chunks {
            let mut reader = Reader::new(&chunk.payload);
            for _ in 0..reader.count()? {
                self.engine.apply_log(reader.slice()?)?;
            }
            if !reader.is_empty() {
                return Err(Malformed);
            }
        }
        Ok(())
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn execute(&mut self, at: Timestamp, operation: &str, body: &str, level: TraceLevel) -> Answer {
        let request = match Request::parse(operation, body) {
            Ok(request) => request,
            Err(error) => return self.refused(&error),
        };
        let mut execution = self.engine.execute(Command { at, request }, level);
        let (status, body) = execution.answer();
        let changes = std::mem::take(&mut execution.changes);
        if !changes.is_empty() {
            self.pending.push(changes);
        }
        Answer {
            status,
            body,
            trace: execution.trace,
            charges: execution.charges,
            waits_for_commit: self.has_uncommitted(),
        }
    }

    fn refused(&self, error: &DynamoError) -> Answer {
        Answer {
            status: error.http_status(),
            body: error.to_json(),
            trace: Trace::new(),
            charges: Charges::default(),
            waits_for_commit: false,
        }
    }

    pub fn has_uncommitted(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Everything since the last commit as one chunk; none when there is nothing.
    pub fn uncommitted_chunk(&self) -> Option<Vec<u8>> {
        if self.pending.is_empty() {
            return None;
        }
        let mut writer = Writer::default();
        writer.unsigned(self.pending.len() as u64);
        for changes in &self.pending {
            writer.slice(&change_log::encode(changes));
        }
        Some(writer.bytes)
    }

    /// The chunk is kept.
    pub fn commit(&mut self) {
        self.pending.clear();
    }

    /// The chunk is not kept: the engine goes back to the last commit.
    pub fn roll_back(&mut self) {
        self.roll_back_to(Mark(0));
    }

    /// A place between two requests to come back to before the next commit.
    pub fn mark(&self) -> Mark {
        Mark(self.pending.len())
    }

    pub fn roll_back_to(&mut self, mark: Mark) {
        while self.pending.len() > mark.0 {
            if let Some(changes) = self.pending.pop() {
                self.engine.undo(changes);
            }
        }
    }
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Workspace")
            .field("engine", &self.engine)
            .field("pending", &self.pending.len())
            .finish()
    }
}
