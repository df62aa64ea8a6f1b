//! Requests that take long: the page shows them after a moment, and the person can stop them. A worker that does not even answer that is
//! inside one long step: the person can end it, and another starts from what is stored.

use dynalab_app::engine::pulse::{BEAT_MS, Beat, Pulse};

use std::cell::{Cell, RefCell};

use dynalab_playground::protocol::{ToWorker, WorkKind};
use gloo::timers::callback::{Interval, Timeout};
use gloo::utils::{document, window};
use web_sys::VisibilityState;

use crate::engine_handle::{EngineEvent, EngineHandle};
use crate::engine_start::WorkerEnd;

/// Milliseconds without an answer after which a request is shown.
const SLOW_MS: u32 = 1_000;
/// Milliseconds in which a worker hears that it should stop.
const STOP_PATIENCE_MS: u32 = 3_000;

/// The work that the page waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LongWork {
    /// How much is done, of 1,000. `None` for work that is not done in parts.
    pub progress: Option<(WorkKind, u64)>,
    pub stop: Stop,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    #[default]
    NotAsked,
    Asked,
    /// The worker did not hear it, or hears nothing at all.
    Unanswered,
}

#[derive(Default)]
pub(super) struct Working {
    /// The requests that are shown, in their order.
    slow: RefCell<Vec<u32>>,
    /// The request that goes on in parts.
    progress: Cell<Option<(u32, WorkKind, u64)>>,
    stop: Cell<Stop>,
    /// Counts the messages of the workers.
    heard: Cell<u32>,
    pulse: Cell<Pulse>,
    /// Beats while requests are shown, with the time of the last beat.
    beats: RefCell<Option<Interval>>,
    last_beat_ms: Cell<f64>,
}

/// Watches a request until it is answered, or nobody waits for it.
pub(super) struct Watch {
    engine: EngineHandle,
    id: u32,
    _slow: Timeout,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.engine.end_watch(self.id);
    }
}

impl EngineHandle {
    pub(super) fn watch(&self, id: u32) -> Watch {
        let engine = self.clone();
        let _slow = Timeout::new(SLOW_MS, move || engine.show_slow(id));
        Watch { engine: self.clone(), id, _slow }
    }

    /// Before the worker is ready, requests wait for its start and not for work.
    fn show_slow(&self, id: u32) {
        if self.0.ready.get() {
            self.0.working.slow.borrow_mut().push(id);
            self.show_work();
            self.begin_beats();
        }
    }

    fn end_watch(&self, id: u32) {
        let working = &self.0.working;
        let ended = working.progress.get().filter(|(of, ..)| *of == id);
        if ended.is_some() {
            working.progress.set(None);
        }
        let was_shown = working.slow.borrow().contains(&id);
        working.slow.borrow_mut().retain(|slow| *slow != id);
        if working.slow.borrow().is_empty() {
            working.beats.replace(None);
            working.pulse.take();
        }
        if was_shown {
            let is_stopped = working.stop.replace(Stop::NotAsked) != Stop::NotAsked;
            self.show_work();
            if is_stopped && ended.is_some_and(|(_, work, _)| work == WorkKind::Jump) && self.0.ready.get() {
                self.0.on_event.emit(EngineEvent::StoppedJump);
            }
        }
    }

    pub(super) fn note_heard(&self) {
        let working = &self.0.working;
        working.heard.set(working.heard.get().wrapping_add(1));
        let mut pulse = working.pulse.get();
        let was_silent = pulse.is_silent();
        pulse.hear();
        working.pulse.set(pulse);
        if was_silent {
            self.show_work();
        }
    }

    /// Asks the worker from now on whether it is alive, until no request takes long.
    fn begin_beats(&self) {
        let working = &self.0.working;
        if working.beats.borrow().is_some() {
            return;
        }
        working.last_beat_ms.set(page_ms());
        let engine = self.clone();
        working.beats.replace(Some(Interval::new(BEAT_MS, move || engine.beat())));
    }

    fn beat(&self) {
        let working = &self.0.working;
        let now_ms = page_ms();
        let since_ms = now_ms - working.last_beat_ms.replace(now_ms);
        let is_visible = document().visibility_state() == VisibilityState::Visible;
        // A worker that starts anew is not asked. Its requests wait for its start.
        if !self.0.ready.get() {
            working.pulse.take();
            return;
        }
        let (mut pulse, was_silent) = (working.pulse.get(), working.pulse.get().is_silent());
        let beat = pulse.beat(since_ms, is_visible);
        working.pulse.set(pulse);
        match beat {
            Beat::Ask => self.post(ToWorker::Ping),
            Beat::Silent if !was_silent => self.show_work(),
            Beat::Silent | Beat::Wait => {}
        }
    }

    pub(super) fn note_progress(&self, id: u32, work: WorkKind, permille: u64) {
        self.0.working.progress.set(Some((id, work, permille)));
        if !self.0.working.slow.borrow().is_empty() {
            self.show_work();
        }
    }

    fn show_work(&self) {
        let working = &self.0.working;
        let is_slow = !working.slow.borrow().is_empty();
        let progress = working.progress.get().map(|(_, work, permille)| (work, permille));
        // One button is enough for a worker that would not hear the other.
        let stop = if working.pulse.get().is_silent() { Stop::Unanswered } else { working.stop.get() };
        let work = is_slow.then_some(LongWork { progress, stop });
        self.0.on_event.emit(EngineEvent::Working(work));
    }

    /// Ends the work that goes on in parts.
    pub fn stop_work(&self) {
        self.0.working.stop.set(Stop::Asked);
        self.show_work();
        self.post(ToWorker::Stop);
        let (engine, heard) = (self.clone(), self.0.working.heard.get());
        Timeout::new(STOP_PATIENCE_MS, move || {
            let working = &engine.0.working;
            if working.heard.get() == heard && working.stop.get() == Stop::Asked {
                working.stop.set(Stop::Unanswered);
                engine.show_work();
            }
        })
        .forget();
    }

    /// Ends a worker that does not answer, and starts another from what is stored.
    pub fn restart_worker(&self) {
        self.restart(self.0.generation.get(), WorkerEnd::Failed);
    }
}

fn page_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
