//! Long work in parts: between two parts of a jump of the clock, or of a document that is opened, the host reads the page's messages.
//! Other requests to the same tables wait until the work ends or is stopped. While the clock jumps, reads see the time it has reached.

use dynalab_engine::operations::Request;
use dynalab_storage::Store;
use dynalab_types::Timestamp;

use super::service::HostService;
use super::{Host, Reply, level};
use crate::opening::{self, Opening};
use crate::protocol::{Refusal, Role, Space, ToPage, ToWorker, Travel, WorkKind};
use crate::reply;
use crate::workspace::JUMP;

/// Longer bodies are no jumps, and are refused as all requests are.
const JUMP_MAX_BYTES: usize = 1_000;

pub(super) enum Work {
    Jump {
        id: u32,
        /// The response of the parts so far.
        answer: ToPage,
        began: Timestamp,
        until: Timestamp,
    },
    Opening {
        id: u32,
        opening: Box<Opening>,
    },
}

impl<T: Store, S: HostService> Host<T, S> {
    /// Returns true if work waits: process another batch at once, which may be empty.
    pub fn has_work(&self) -> bool {
        self.work.is_some() || !self.put_off.is_empty()
    }

    /// Returns true if another batch is to be processed at once, which may be empty: work waits, or a snapshot is being made.
    pub fn has_more_to_do(&self) -> bool {
        self.has_work() || self.is_making_snapshot()
    }

    /// Returns true while a document is being opened: none of its changes may be stored yet.
    pub(super) fn is_opening(&self) -> bool {
        matches!(self.work, Some(Work::Opening { .. }))
    }

    /// Executes the messages that waited for the end of work, then the batch.
    pub(super) fn reply_to_all(&mut self, batch: Vec<ToWorker>, now: Timestamp, replies: &mut Vec<Reply>) {
        for message in std::mem::take(&mut self.put_off).into_iter().chain(batch) {
            if message == ToWorker::Stop {
                let stopped = self.stop_work(now);
                replies.extend(stopped.or_else(|| self.stop_waiting_document()));
            } else if self.must_wait(&message) {
                self.put_off.push_back(message);
            } else {
                replies.extend(self.reply(message, now));
            }
        }
    }

    /// Returns whether a message has to wait until the work ends.
    pub(super) fn must_wait(&self, message: &ToWorker) -> bool {
        let is_of_saved = reply::space_of(message) == Some(Space::Saved);
        match (&self.work, message) {
            // Messages that waited are executed first.
            (None, _) => is_of_saved && !self.put_off.is_empty(),
            // Viewing the past would move the tables during the jump.
            (Some(Work::Jump { .. }), ToWorker::Travel { to, .. }) => *to != Travel::Nowhere,
            (Some(Work::Jump { .. }), ToWorker::Execute { .. } | ToWorker::OpenDocument { .. }) => {
                is_of_saved
            }
            (Some(Work::Jump { .. }), ToWorker::Clear { .. } | ToWorker::TablesText { .. }) => is_of_saved,
            (Some(Work::Jump { .. }), _) => false,
            (Some(Work::Opening { .. }), _) => is_of_saved,
        }
    }

    /// Begins work that may take several parts. Returns any other message as `Err`.
    pub(super) fn begin_work(
        &mut self,
        message: ToWorker,
        wall: Timestamp,
    ) -> Result<Option<Reply>, ToWorker> {
        if self.role() == Role::Follower {
            return Err(message);
        }
        match message {
            ToWorker::Execute { id, space: Space::Saved, operation, body, trace }
                if operation == JUMP
                    && body.len() <= JUMP_MAX_BYTES
                    && !Request::<S>::needs_complete_engine(&operation, &body) =>
            {
                let began = self.saved.engine().now().max(self.saved.time(wall));
                let (answer, left) = reply::jump(&mut self.saved, id, &body, wall, level(trace));
                self.saved.follow_clock(wall);
                Ok(Some(match left {
                    None => self.finished(answer),
                    Some(until) => {
                        self.work = Some(Work::Jump { id, answer, began, until });
                        self.progress()
                    }
                }))
            }
            ToWorker::OpenDocument { id, space: Space::Saved, document } => {
                let was_clean = !self.saved.has_uncommitted();
                let mut opening = match Opening::begin(&self.saved, &document, self.saved.time(wall)) {
                    Ok(opening) => Box::new(opening),
                    Err(refusal) => return Ok(Some(self.finished(ToPage::Refused { id, refusal }))),
                };
                let advanced = opening.advance(&mut self.saved);
                self.saved.follow_clock(wall);
                Ok(match advanced.transpose() {
                    Some(opened) => Some(self.finished(opening::message(id, opened))),
                    None if was_clean => {
                        self.work = Some(Work::Opening { id, opening });
                        Some(self.progress())
                    }
                    // The changes before it in this batch are stored first. Until then the page can stop it.
                    None => {
                        opening.give_up(&mut self.saved);
                        self.put_off.push_back(ToWorker::OpenDocument { id, space: Space::Saved, document });
                        let message = ToPage::Working { id, work: WorkKind::Document, permille: 0 };
                        Some(Reply { message, waits_for_commit: false })
                    }
                })
            }
            message => Err(message),
        }
    }

    /// Executes the next part.
    pub(super) fn next_part(&mut self, wall: Timestamp) -> Option<Reply> {
        let reply = match self.work.take()? {
            Work::Jump { id, mut answer, began, until } => {
                let left = reply::continue_jump(&mut self.saved, &mut answer, until);
                match left {
                    None => self.finished(answer),
                    Some(until) => {
                        self.work = Some(Work::Jump { id, answer, began, until });
                        self.progress()
                    }
                }
            }
            Work::Opening { id, mut opening } => match opening.advance(&mut self.saved).transpose() {
                Some(opened) => self.finished(opening::message(id, opened)),
                None => {
                    self.work = Some(Work::Opening { id, opening });
                    self.progress()
                }
            },
        };
        self.saved.follow_clock(wall);
        Some(reply)
    }

    /// Stops the work. The response to a jump has the time that it reached. Nothing is left of a document.
    pub(super) fn stop_work(&mut self, wall: Timestamp) -> Option<Reply> {
        let reply = match self.work.take()? {
            Work::Jump { answer, .. } => self.finished(answer),
            Work::Opening { id, opening } => {
                opening.give_up(&mut self.saved);
                self.finished(ToPage::Refused { id, refusal: Refusal::Stopped })
            }
        };
        self.saved.follow_clock(wall);
        Some(reply)
    }

    /// Refuses the first document that waits for the end of other work, or for writes before it to be kept.
    fn stop_waiting_document(&mut self) -> Option<Reply> {
        let is_document = |message: &ToWorker| matches!(message, ToWorker::OpenDocument { .. });
        let place = self.put_off.iter().position(is_document)?;
        let Some(ToWorker::OpenDocument { id, .. }) = self.put_off.remove(place) else { return None };
        Some(self.finished(ToPage::Refused { id, refusal: Refusal::Stopped }))
    }

    /// The store did not append a part of a jump: ends it, with the tables as before that part.
    pub(super) fn end_unkept_work(&mut self, refusal: &Refusal) -> Option<Reply> {
        match self.work.take()? {
            Work::Jump { id, .. } => {
                let message = ToPage::Refused { id, refusal: refusal.clone() };
                Some(Reply { message, waits_for_commit: false })
            }
            work @ Work::Opening { .. } => {
                self.work = Some(work);
                None
            }
        }
    }

    fn finished(&self, message: ToPage) -> Reply {
        let immediate = matches!(message, ToPage::Refused { .. });
        Reply { message, waits_for_commit: !immediate && self.saved.has_uncommitted() }
    }

    fn progress(&self) -> Reply {
        let (id, work, permille) = match &self.work {
            Some(Work::Jump { id, began, until, .. }) => {
                let passed_ms = self.saved.engine().now().epoch_ms.saturating_sub(began.epoch_ms);
                (
                    *id,
                    WorkKind::Jump,
                    passed_ms * 1_000 / until.epoch_ms.saturating_sub(began.epoch_ms).max(1),
                )
            }
            Some(Work::Opening { id, opening }) => (*id, WorkKind::Document, opening.permille()),
            // Not reachable: only work has progress.
            None => (0, WorkKind::Jump, 1_000),
        };
        Reply { message: ToPage::Working { id, work, permille }, waits_for_commit: false }
    }
}
