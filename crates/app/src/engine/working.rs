//! Requests that take long: the page shows them after a moment, and the person can stop them. A worker that does not even answer that is
//! inside one long step: the person can end it, and another starts from what is stored.

use dynalab_playground::protocol::WorkKind;

use crate::engine::event::{LongWork, Stop};
use crate::engine::pulse::{Beat, Pulse};

#[derive(Debug, Default)]
pub struct Working {
    /// The requests that are shown, by their ids, in their order.
    slow: Vec<u32>,
    /// The request that goes on in parts.
    progress: Option<(u32, WorkKind, u64)>,
    stop: Stop,
    /// Counts the messages of the workers.
    heard: u32,
    pulse: Pulse,
}

/// What the end of a request changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The request was shown.
    pub was_shown: bool,
    /// No other request is shown.
    pub is_last: bool,
    /// The person stopped it, and it was a jump of the clock.
    pub is_stopped_jump: bool,
}

impl Working {
    /// Shows the request. Returns whether it is the only one.
    pub fn show(&mut self, id: u32) -> bool {
        self.slow.push(id);
        self.slow.len() == 1
    }

    /// Ends the request: it is answered or abandoned.
    pub fn end(&mut self, id: u32) -> Ended {
        let ended = self.progress.take_if(|(of, ..)| *of == id);
        let was_shown = self.slow.contains(&id);
        self.slow.retain(|slow| *slow != id);
        let is_last = was_shown && self.slow.is_empty();
        if self.slow.is_empty() {
            self.pulse = Pulse::default();
        }
        let is_stopped = was_shown && std::mem::take(&mut self.stop) != Stop::NotAsked;
        let is_jump = ended.is_some_and(|(_, work, _)| work == WorkKind::Jump);
        Ended { was_shown, is_last, is_stopped_jump: is_stopped && is_jump }
    }

    /// A worker said something. Returns whether it was silent before.
    pub fn hear(&mut self) -> bool {
        self.heard = self.heard.wrapping_add(1);
        let was_silent = self.pulse.is_silent();
        self.pulse.hear();
        was_silent
    }

    /// The number of messages so far.
    pub fn heard(&self) -> u32 {
        self.heard
    }

    /// A beat while requests are shown. A worker that starts anew is not asked: its requests wait for its start.
    pub fn beat(&mut self, since_ms: f64, is_visible: bool) -> Beat {
        let was_silent = self.pulse.is_silent();
        match self.pulse.beat(since_ms, is_visible) {
            // It is shown already.
            Beat::Silent if was_silent => Beat::Wait,
            beat => beat,
        }
    }

    /// The worker starts anew.
    pub fn forget_pulse(&mut self) {
        self.pulse = Pulse::default();
    }

    /// Notes how far a request is. Returns whether that is shown.
    pub fn note_progress(&mut self, id: u32, work: WorkKind, permille: u64) -> bool {
        self.progress = Some((id, work, permille));
        !self.slow.is_empty()
    }

    /// The person stops the work that goes on in parts.
    pub fn ask_to_stop(&mut self) {
        self.stop = Stop::Asked;
    }

    /// Some time has passed since the person stopped the work. `heard` is the number of messages at that time. Returns whether the worker
    /// has not heard it.
    pub fn miss_stop(&mut self, heard: u32) -> bool {
        let is_missed = self.heard == heard && self.stop == Stop::Asked;
        if is_missed {
            self.stop = Stop::Unanswered;
        }
        is_missed
    }

    /// Returns the work that is shown.
    pub fn shown(&self) -> Option<LongWork> {
        let progress = self.progress.map(|(_, work, permille)| (work, permille));
        // One button is enough for a worker that would not hear the other.
        let stop = if self.pulse.is_silent() { Stop::Unanswered } else { self.stop };
        (!self.slow.is_empty()).then_some(LongWork { progress, stop })
    }
}
