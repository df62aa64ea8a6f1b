//! Replaces one worker with another: with that of another workspace, or with the complete engine, which continues from the same state.
//! The first answers its questions and ends, then the next one starts.

use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceChoice;

use super::questions::{Waiter, Waiting};
use super::{Effect, Machine, Reply, Timer};
use crate::engine::event::{EngineEvent, EngineSize};

/// Milliseconds after which a worker that does not end by itself is terminated.
const LEAVE_PATIENCE_MS: u32 = 10_000;

/// A worker that received its last message.
#[derive(Debug)]
pub struct Leaving {
    /// The id of that message.
    pub last: u32,
    pub worker: u32,
}

/// The last message to a worker, and what follows from its answer.
#[derive(Debug)]
pub struct Farewell {
    /// The generation in which the next worker starts.
    generation: u32,
    purpose: Purpose,
}

#[derive(Debug)]
enum Purpose {
    /// Another workspace is opened. The question waits for the end of the first one.
    Leave { question: Option<u32>, delete: bool },
    /// The complete engine continues. A question that needs it is asked again, unless another workspace was opened meanwhile.
    HandOver { workspace: WorkspaceChoice, asked: Option<(u32, ToWorker)> },
}

impl Farewell {
    fn message(&self, id: u32) -> ToWorker {
        match self.purpose {
            Purpose::Leave { delete, .. } => ToWorker::Leave { id, delete },
            Purpose::HandOver { .. } => ToWorker::ExportState { id },
        }
    }

    /// The question is abandoned. The replacement goes on.
    pub fn abandon(&mut self, number: u32) {
        match &mut self.purpose {
            Purpose::Leave { question, .. } => {
                question.take_if(|question| *question == number);
            }
            Purpose::HandOver { asked, .. } => {
                asked.take_if(|(question, _)| *question == number);
            }
        }
    }
}

impl Machine {
    pub(super) fn leave(&mut self, question: u32, next: WorkspaceChoice, delete: bool) {
        self.tell(EngineEvent::Opening(next.clone()));
        self.handed_over.clear();
        self.role = None;
        self.replace_worker(next, Purpose::Leave { question: Some(question), delete });
    }

    /// Replaces the worker with one that has every operation, unless that was done before. Questions in progress get their
    /// response first; later questions wait for the new worker.
    pub(super) fn complete(&mut self, asked: Option<(u32, ToWorker)>) {
        if self.size == EngineSize::Core {
            self.size = EngineSize::Complete;
            let workspace = self.workspace.clone();
            self.replace_worker(workspace.clone(), Purpose::HandOver { workspace, asked });
        } else if let Some((question, message)) = asked {
            self.ask(question, message, true);
        }
    }

    /// Sends a last message to the worker. The next one starts when it is answered.
    fn replace_worker(&mut self, next: WorkspaceChoice, purpose: Purpose) {
        let leaving = self.worker.take();
        let was_ready = std::mem::take(&mut self.is_ready);
        let generation = self.next_generation();
        self.workspace = next;
        let last = self.next_id();
        let farewell = Farewell { generation, purpose };
        self.outbox.clear();
        match leaving {
            Some(worker) if was_ready => {
                self.effects.push(Effect::Post { worker, message: farewell.message(last) });
                self.leaving.push(Leaving { last, worker });
                self.effects.push(Effect::Wait { ms: LEAVE_PATIENCE_MS, timer: Timer::Patience(last) });
                self.waiting.push(Waiting { id: last, waiter: Waiter::Farewell(farewell) });
            }
            leaving => {
                if let Some(worker) = leaving {
                    self.terminate(worker);
                }
                self.finish_leaving(last, farewell, Err(Refusal::Restarted));
            }
        }
    }

    /// The last message was answered, or will not be. The worker ends, and the next one starts.
    pub(super) fn finish_leaving(&mut self, last: u32, farewell: Farewell, left: Result<ToPage, Refusal>) {
        self.effects.push(Effect::Cancel(Timer::Patience(last)));
        if let Some(position) = self.leaving.iter().position(|leaving| leaving.last == last) {
            let Leaving { worker, .. } = self.leaving.swap_remove(position);
            self.terminate(worker);
        }
        // Questions to the ended worker fail. Questions for the next worker keep waiting.
        let waiting = std::mem::take(&mut self.waiting);
        let (gone, waiting) = waiting.into_iter().partition(|waiting| waiting.id <= last);
        self.waiting = waiting;
        self.refuse_all(gone, &Refusal::Restarted);
        if self.generation == farewell.generation {
            self.failed_starts = 0;
            self.start_worker();
        }
        match farewell.purpose {
            Purpose::Leave { question, .. } => {
                if let Some(question) = question {
                    self.answer(question, left.map(Reply::Message));
                }
            }
            Purpose::HandOver { workspace, asked } => {
                let is_same = self.workspace == workspace;
                if let (true, Ok(ToPage::HandedOver { chunks, .. })) = (is_same, left) {
                    self.handed_over = chunks;
                }
                match asked {
                    Some((question, message)) if is_same => self.ask(question, message, true),
                    Some((question, _)) => self.answer(question, Err(Refusal::Restarted)),
                    None => {}
                }
            }
        }
    }
}
