//! Requests that take long, and workers that do not answer.

use dynalab_playground::protocol::{ToWorker, WorkKind};

use super::{Effect, Machine, Timer};
use crate::engine::event::EngineEvent;
use crate::engine::pulse::Beat;

/// Milliseconds in which a worker reads the request to stop.
const STOP_PATIENCE_MS: u32 = 3_000;

impl Machine {
    /// Before the worker is ready, requests wait for its start and not for work.
    pub(super) fn show_slow(&mut self, id: u32) {
        if !self.is_ready {
            return;
        }
        let is_first = self.working.show(id);
        self.show_work();
        if is_first {
            self.effects.push(Effect::BeginBeats);
        }
    }

    pub(super) fn note_heard(&mut self) {
        if self.working.hear() {
            self.show_work();
        }
    }

    pub(super) fn note_progress(&mut self, id: u32, work: WorkKind, permille: u64) {
        if self.working.note_progress(id, work, permille) {
            self.show_work();
        }
    }

    pub(super) fn beat(&mut self, since_ms: f64, is_visible: bool) {
        if !self.is_ready {
            self.working.forget_pulse();
            return;
        }
        match self.working.beat(since_ms, is_visible) {
            Beat::Ask => self.post(ToWorker::Ping),
            Beat::Silent => self.show_work(),
            Beat::Wait => {}
        }
    }

    pub(super) fn show_work(&mut self) {
        let work = self.working.shown();
        self.tell(EngineEvent::Working(work));
    }

    pub(super) fn stop_work(&mut self) {
        self.working.ask_to_stop();
        self.show_work();
        self.post(ToWorker::Stop);
        let timer = Timer::Stop(self.working.heard());
        self.effects.push(Effect::Wait { ms: STOP_PATIENCE_MS, timer });
    }

    pub(super) fn miss_stop(&mut self, heard: u32) {
        if self.working.miss_stop(heard) {
            self.show_work();
        }
    }
}
