//! A workspace in memory that is sent what a page would send, for inputs that are executed and not only read.

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use pollster::block_on;

use super::reader::Run;

const START_MS: u64 = 1_790_000_000_000;
/// The parts after which a message counts as one that does not end.
const PARTS_MAX: usize = 100_000;

pub struct OpenedWorkspace {
    host: Host<MemoryStore>,
    now_ms: u64,
    parts: usize,
    refused: Option<String>,
}

impl OpenedWorkspace {
    pub fn new() -> OpenedWorkspace {
        let mut host = block_on(Host::open(Ok(MemoryStore::default()), 7, EngineConfig::instant()));
        block_on(host.become_writer());
        OpenedWorkspace { host, now_ms: START_MS, parts: 0, refused: None }
    }

    /// Opens a document as a link does.
    pub fn open(&mut self, document: &str) {
        let document = document.to_owned();
        self.send(ToWorker::OpenDocument { id: 1, space: Space::Saved, document });
    }

    /// Executes one line of a script: an operation and its body. `?` before an operation is a dry run, `@undo` undoes.
    pub fn execute_line(&mut self, line: &str) {
        if line == "@undo" {
            return self.send(ToWorker::Travel { id: 1, to: Travel::Undo });
        }
        let (operation, body) = line.split_once(' ').unwrap_or((line, "{}"));
        let body = body.to_owned();
        self.send(match operation.strip_prefix('?') {
            Some(operation) => {
                ToWorker::DryRun { id: 1, space: Space::Saved, operation: operation.to_owned(), body }
            }
            None => {
                let operation = operation.to_owned();
                ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false }
            }
        });
    }

    fn send(&mut self, message: ToWorker) {
        self.now_ms += 1_000;
        let mut batch = vec![message];
        loop {
            let now = Timestamp::from_epoch_ms(self.now_ms);
            let result = block_on(self.host.process(std::mem::take(&mut batch), now));
            self.parts += 1;
            let mut is_answered = false;
            for message in result.messages {
                match message {
                    ToPage::Refused { refusal, .. } => {
                        is_answered = true;
                        self.refused = Some(format!("{refusal:?}"));
                    }
                    ToPage::Answer { status, body, .. } => {
                        is_answered = true;
                        if status != 200 {
                            self.refused = Some(body);
                        }
                    }
                    ToPage::Loaded { .. } | ToPage::Timeline { .. } => is_answered = true,
                    _ => {}
                }
            }
            if is_answered {
                return;
            }
            assert!(self.host.has_work(), "a message is not answered");
            assert!(self.parts < PARTS_MAX, "a message does not end");
        }
    }

    /// What the engine did, with the last refusal.
    pub fn run(&self) -> Run {
        let effort = self.host.saved().engine().effort();
        Run {
            steps: effort.tasks,
            bytes: effort.written_bytes,
            refused: self.refused.clone(),
            too_much: None,
        }
    }
}
