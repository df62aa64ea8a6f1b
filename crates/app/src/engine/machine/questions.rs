//! Questions and their answers. A question that the plain engine cannot answer is asked again, of the complete engine.

use dynalab_playground::protocol::{Refusal, ToPage, ToWorker};

use super::replacement::Farewell;
use super::{Effect, Machine, Reply, Timer};
use crate::engine::event::EngineEvent;
use crate::engine::message_id::with_id;
use crate::engine::working::Ended;

/// Milliseconds without an answer after which a request is shown.
const SLOW_MS: u32 = 1_000;

/// A message that is not answered yet.
#[derive(Debug)]
pub struct Waiting {
    pub id: u32,
    pub waiter: Waiter,
}

#[derive(Debug)]
pub enum Waiter {
    Question(Question),
    /// The question was abandoned.
    Nobody,
    /// The message is the last one to its worker.
    Farewell(Farewell),
}

#[derive(Debug)]
pub struct Question {
    /// The page's number of the question.
    pub number: u32,
    /// What is asked again if the worker needs the complete engine. None if it was asked again.
    again: Option<ToWorker>,
}

/// A check of a lesson that is not answered yet.
#[derive(Debug)]
pub struct Check {
    pub id: u32,
    pub question: u32,
}

/// What follows from an input once the input is done.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "few of them wait at once, and each waits for a moment only")]
pub enum Deferred {
    Answered { id: u32, waiter: Waiter, answer: Result<ToPage, Refusal> },
    Checked { id: u32, question: u32, answer: Result<Vec<u8>, Refusal> },
}

impl Machine {
    pub(super) fn ask(&mut self, number: u32, message: ToWorker, is_second: bool) {
        if self.is_stopped {
            return self.answer(number, Err(Refusal::NoWorker));
        }
        let id = self.next_id();
        let again = (!is_second).then(|| message.clone());
        self.waiting.push(Waiting { id, waiter: Waiter::Question(Question { number, again }) });
        self.post(with_id(message, id));
        self.watch(id);
    }

    /// A lesson that is not ready is not checked: the page checks it again after its start.
    pub(super) fn check_lesson(&mut self, question: u32, message: Vec<u8>) {
        let id = self.next_id();
        self.watch(id);
        match self.worker {
            Some(worker) if self.is_ready => {
                self.checks.push(Check { id, question });
                self.effects.push(Effect::Ask { worker, id, message });
            }
            _ => {
                let answer = Err(if self.is_stopped { Refusal::NoWorker } else { Refusal::Restarted });
                self.deferred.push_back(Deferred::Checked { id, question, answer });
            }
        }
    }

    /// No check will be answered.
    pub(super) fn fail_checks(&mut self) {
        for Check { id, question } in std::mem::take(&mut self.checks) {
            self.deferred.push_back(Deferred::Checked { id, question, answer: Err(Refusal::Restarted) });
        }
    }

    pub(super) fn settle_check(&mut self, id: u32, bytes: Vec<u8>) {
        if let Some(position) = self.checks.iter().position(|check| check.id == id) {
            let Check { question, .. } = self.checks.swap_remove(position);
            self.deferred.push_back(Deferred::Checked { id, question, answer: Ok(bytes) });
        }
    }

    pub(super) fn abandon(&mut self, number: u32) {
        if let Some(position) = self.checks.iter().position(|check| check.question == number) {
            let Check { id, .. } = self.checks.swap_remove(position);
            self.end_watch(id);
        }
        let mut ended = None;
        for Waiting { id, waiter } in &mut self.waiting {
            match waiter {
                Waiter::Question(question) if question.number == number => {
                    (*waiter, ended) = (Waiter::Nobody, Some(*id));
                }
                Waiter::Farewell(farewell) => farewell.abandon(number),
                Waiter::Question(_) | Waiter::Nobody => {}
            }
        }
        if let Some(id) = ended {
            self.end_watch(id);
        }
    }

    /// Hands the answer to the question that waits for it. Without such a question it is dropped.
    pub(super) fn settle(&mut self, id: u32, answer: Result<ToPage, Refusal>) {
        if let Some(position) = self.waiting.iter().position(|waiting| waiting.id == id) {
            let Waiting { id, waiter } = self.waiting.swap_remove(position);
            self.deferred.push_back(Deferred::Answered { id, waiter, answer });
        }
    }

    pub(super) fn refuse_all(&mut self, waiting: Vec<Waiting>, refusal: &Refusal) {
        for Waiting { id, waiter } in waiting {
            self.deferred.push_back(Deferred::Answered { id, waiter, answer: Err(refusal.clone()) });
        }
    }

    pub(super) fn follow(&mut self, deferred: Deferred) {
        match deferred {
            Deferred::Answered { id, waiter: Waiter::Question(question), answer } => {
                self.end_watch(id);
                match (answer, question.again) {
                    (Err(Refusal::NeedsCompleteEngine), Some(message)) => {
                        self.complete(Some((question.number, message)));
                    }
                    (answer, _) => self.answer(question.number, answer.map(Reply::Message)),
                }
            }
            Deferred::Answered { waiter: Waiter::Nobody, .. } => {}
            Deferred::Answered { id, waiter: Waiter::Farewell(farewell), answer } => {
                self.finish_leaving(id, farewell, answer);
            }
            Deferred::Checked { id, question, answer } => {
                self.end_watch(id);
                self.answer(question, answer.map(Reply::Bytes));
            }
        }
    }

    pub(super) fn answer(&mut self, question: u32, answer: Result<Reply, Refusal>) {
        self.effects.push(Effect::Answer { question, answer });
    }

    /// Watches a request until it is answered or abandoned.
    fn watch(&mut self, id: u32) {
        self.effects.push(Effect::Wait { ms: SLOW_MS, timer: Timer::Slow(id) });
    }

    fn end_watch(&mut self, id: u32) {
        self.effects.push(Effect::Cancel(Timer::Slow(id)));
        let Ended { was_shown, is_last, is_stopped_jump } = self.working.end(id);
        if is_last {
            self.effects.push(Effect::EndBeats);
        }
        if was_shown {
            self.show_work();
        }
        if is_stopped_jump && self.is_ready {
            self.tell(EngineEvent::StoppedJump);
        }
    }
}
