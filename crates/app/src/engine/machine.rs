//! The page's end of the worker, as a state machine: what happens comes in ([`Input`]), and what the page is to do comes out ([`Effect`]).
//!
//! Each question is a message with an id, and each response completes the question with that id. A worker that stops is replaced by another,
//! which starts from the stored data. The machine has no clock: timers are effects, and a timer that has ended is an input.

mod lifecycle;
mod questions;
mod replacement;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
mod work;

use std::collections::VecDeque;

use dynalab_playground::protocol::{Durability, Refusal, Role, ToPage, ToWorker};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};

use crate::engine::event::{EngineEvent, EngineSize, WorkerEnd};
use crate::engine::message_id;
use crate::engine::working::Working;

use questions::{Check, Deferred, Waiting};
use replacement::Leaving;

/// What happens: a wish of the page, a word of a worker, or the end of a timer. A question has a number of the page's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Asks the worker. The id in the message is ignored.
    Ask {
        question: u32,
        message: ToWorker,
    },
    /// Asks the program of a lesson, in its own bytes.
    CheckLesson {
        question: u32,
        message: Vec<u8>,
    },
    /// The page no longer waits for the answer.
    Abandon {
        question: u32,
    },
    /// Sends a message that has no answer.
    Post(ToWorker),
    /// The page is hidden: the browser may end the worker.
    Hide,
    SetDurability(Durability),
    /// Closes the open workspace, or deletes it, and opens another. Earlier questions are answered first, by the workspace that they were
    /// asked of. Later questions wait for the new one.
    Leave {
        question: u32,
        next: WorkspaceChoice,
        delete: bool,
    },
    /// The temporary copy is stored as this workspace now.
    Keep(WorkspaceId),
    /// Starts the complete engine early, so that no question has to wait for it.
    Complete,
    /// Ends the work that goes on in parts.
    StopWork,
    /// Ends a worker that does not answer, and starts another from what is stored.
    Restart,
    /// Ends the worker for good, with the data that is only in its memory.
    End,
    /// The page is left (`pagehide`).
    PutAway,
    /// The page is restored (`pageshow`). The workspace differs from the earlier one if that was deleted meanwhile.
    BringBack(WorkspaceChoice),
    /// The browser cannot start a worker.
    NotStarted {
        worker: u32,
    },
    Heard {
        worker: u32,
        message: FromWorker,
    },
    Ended {
        worker: u32,
        end: WorkerEnd,
    },
    /// A timer has ended.
    Rang(Timer),
    /// A second has passed while beats are wanted.
    Beat {
        since_ms: f64,
        is_visible: bool,
    },
}

/// What a worker sends.
#[derive(Clone, Debug, PartialEq)]
pub enum FromWorker {
    Message(ToPage),
    /// The answer to a question about the tables that is none to the engine.
    Answer {
        id: u32,
        bytes: Vec<u8>,
    },
}

/// What the page is to do, in this order. Workers have numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Starts a worker. Its name tells it what it holds.
    Start {
        worker: u32,
        size: EngineSize,
        name: String,
    },
    Post {
        worker: u32,
        message: ToWorker,
    },
    /// Sends a question about the tables that is none to the engine.
    Ask {
        worker: u32,
        id: u32,
        message: Vec<u8>,
    },
    Terminate {
        worker: u32,
    },
    Answer {
        question: u32,
        answer: Result<Reply, Refusal>,
    },
    Tell(EngineEvent),
    /// Begins a timer.
    Wait {
        ms: u32,
        timer: Timer,
    },
    /// Ends a timer before its time. It may have ended.
    Cancel(Timer),
    /// Sends a [`Input::Beat`] every [`BEAT_MS`](crate::engine::pulse::BEAT_MS).
    BeginBeats,
    EndBeats,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Message(ToPage),
    Bytes(Vec<u8>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// The request with this id takes long.
    Slow(u32),
    /// A worker has had its time to answer the last message, which has this id.
    Patience(u32),
    /// A worker has had its time to hear that it should stop. The number of messages heard before.
    Stop(u32),
}

#[derive(Debug)]
pub struct Machine {
    /// The worker of the open workspace.
    worker: Option<u32>,
    /// Workers that received their last message.
    leaving: Vec<Leaving>,
    /// The last role that the worker of the open workspace reported.
    role: Option<Role>,
    /// True while the page is in the browser's page cache, when no worker may run.
    is_put_away: bool,
    /// True if no worker runs and none starts by itself. A question is refused at once then.
    is_stopped: bool,
    workspace: WorkspaceChoice,
    /// Incremented per worker, and when one ends. A worker has the number of its start. What an older one says is ignored, except its
    /// last responses.
    generation: u32,
    is_ready: bool,
    /// Messages for a worker that is not ready yet.
    outbox: Vec<ToWorker>,
    waiting: Vec<Waiting>,
    /// The checks of a lesson.
    checks: Vec<Check>,
    last_id: u32,
    durability: Durability,
    failed_starts: u32,
    size: EngineSize,
    /// The state that a worker handed over, until the next one takes it.
    handed_over: Vec<Vec<u8>>,
    working: Working,
    /// What follows from an input once the input is done.
    deferred: VecDeque<Deferred>,
    effects: Vec<Effect>,
}

impl Machine {
    /// Returns the machine with the effect that starts its first worker.
    pub fn start(
        size: EngineSize,
        durability: Durability,
        workspace: WorkspaceChoice,
    ) -> (Machine, Vec<Effect>) {
        let mut machine = Machine {
            worker: None,
            leaving: Vec::new(),
            role: None,
            is_put_away: false,
            is_stopped: false,
            workspace,
            generation: 0,
            is_ready: false,
            outbox: Vec::new(),
            waiting: Vec::new(),
            checks: Vec::new(),
            last_id: 0,
            durability,
            failed_starts: 0,
            size,
            handed_over: Vec::new(),
            working: Working::default(),
            deferred: VecDeque::new(),
            effects: Vec::new(),
        };
        machine.start_worker();
        let effects = std::mem::take(&mut machine.effects);
        (machine, effects)
    }

    pub fn workspace(&self) -> &WorkspaceChoice {
        &self.workspace
    }

    pub fn is_put_away(&self) -> bool {
        self.is_put_away
    }

    /// Applies an input. Returns what the page is to do now.
    pub fn receive(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Ask { question, message } => self.ask(question, message, false),
            Input::CheckLesson { question, message } => self.check_lesson(question, message),
            Input::Abandon { question } => self.abandon(question),
            Input::Post(message) => self.post(message),
            Input::Hide if self.is_ready => self.post(ToWorker::Hidden),
            Input::Hide => {}
            Input::SetDurability(durability) => {
                self.durability = durability;
                self.post(ToWorker::SetDurability { durability });
            }
            Input::Leave { question, next, delete } => self.leave(question, next, delete),
            Input::Keep(id) => self.workspace = WorkspaceChoice::Stored { id },
            Input::Complete => self.complete(None),
            Input::StopWork => self.stop_work(),
            Input::Restart => self.restart(self.generation, WorkerEnd::Failed),
            Input::End => self.end(),
            Input::PutAway => self.put_away(),
            Input::BringBack(workspace) => self.bring_back(workspace),
            Input::NotStarted { worker } => self.note_not_started(worker),
            Input::Heard { worker, message } => self.hear(worker, message),
            Input::Ended { worker, end } => self.restart(worker, end),
            Input::Rang(timer) => self.ring(timer),
            Input::Beat { since_ms, is_visible } => self.beat(since_ms, is_visible),
        }
        while let Some(deferred) = self.deferred.pop_front() {
            self.follow(deferred);
        }
        std::mem::take(&mut self.effects)
    }

    fn ring(&mut self, timer: Timer) {
        match timer {
            Timer::Slow(id) => self.show_slow(id),
            Timer::Patience(last) => self.settle(last, Err(Refusal::Restarted)),
            Timer::Stop(heard) => self.miss_stop(heard),
        }
    }

    fn hear(&mut self, worker: u32, message: FromWorker) {
        self.note_heard();
        match message {
            FromWorker::Message(ToPage::Refused { id, refusal }) => self.settle(id, Err(refusal)),
            FromWorker::Message(message) => match message_id::answered(&message) {
                Some(id) => self.settle(id, Ok(message)),
                None if worker == self.generation => self.hear_notice(message),
                None => {}
            },
            FromWorker::Answer { id, bytes } if worker == self.generation => self.settle_check(id, bytes),
            FromWorker::Answer { .. } => {}
        }
    }

    /// Handles a message of the present worker that answers no question.
    fn hear_notice(&mut self, message: ToPage) {
        match message {
            ToPage::Ready { role, revision, loaded_items, loaded_ms } => {
                self.role = Some(role);
                self.become_ready();
                self.tell(EngineEvent::Ready { role, revision, loaded_items, loaded_ms });
            }
            ToPage::Changed { space, revision } => self.tell(EngineEvent::Changed { space, revision }),
            ToPage::Role { role } => {
                self.role = Some(role);
                self.tell(EngineEvent::Role(role));
            }
            ToPage::Storage { health } => self.tell(EngineEvent::Storage(health)),
            ToPage::Working { id, work, permille } => self.note_progress(id, work, permille),
            ToPage::DiscardedTail => self.tell(EngineEvent::DiscardedTail),
            ToPage::NeedsCompleteEngine => self.start_complete(),
            ToPage::Panicked { .. } => self.restart(self.generation, WorkerEnd::Failed),
            ToPage::ClockAhead { device_ms, engine_ms } => {
                self.tell(EngineEvent::ClockAhead { device_ms, engine_ms });
            }
            // A pong says only that the worker is alive. Answers never get here.
            _ => {}
        }
    }

    fn tell(&mut self, event: EngineEvent) {
        self.effects.push(Effect::Tell(event));
    }

    fn next_id(&mut self) -> u32 {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    fn post(&mut self, message: ToWorker) {
        match self.worker {
            _ if self.is_stopped => {}
            _ if !self.is_ready => self.outbox.push(message),
            Some(worker) => self.effects.push(Effect::Post { worker, message }),
            None => {}
        }
    }

    fn terminate(&mut self, worker: u32) {
        self.effects.push(Effect::Terminate { worker });
    }
}
