//! Whether a worker is alive: it is asked while a request takes long, and answers between the parts of its work.
//!
//! Only time in which the page is visible counts. In a hidden page the browser holds timers and workers back.

/// Milliseconds between two beats.
pub const BEAT_MS: u32 = 1_000;
/// Milliseconds of visible time after which a worker that does not answer is silent.
const SILENT_MS: u32 = 10_000;
/// What one beat counts for at most. A device that slept has a beat of hours.
const BEAT_MS_MAX: u32 = 2 * BEAT_MS;

/// What the page does at a beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// The worker is asked whether it is alive.
    Ask,
    Wait,
    /// The worker has been silent for too long.
    Silent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// The visible milliseconds since the worker was asked. None if it was not, or has answered.
    unanswered_ms: Option<u32>,
}

impl Pulse {
    /// The worker said something, whatever it was.
    pub fn hear(&mut self) {
        self.unanswered_ms = None;
    }

    pub fn is_silent(&self) -> bool {
        self.unanswered_ms.is_some_and(|ms| ms >= SILENT_MS)
    }

    /// A beat, with the time since the one before.
    pub fn beat(&mut self, since_ms: f64, is_visible: bool) -> Beat {
        let Some(unanswered_ms) = &mut self.unanswered_ms else {
            self.unanswered_ms = Some(0);
            return Beat::Ask;
        };
        if is_visible {
            *unanswered_ms = unanswered_ms.saturating_add((since_ms.max(0.0) as u32).min(BEAT_MS_MAX));
        }
        if self.is_silent() { Beat::Silent } else { Beat::Wait }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: f64 = 1_000.0;

    #[test]
    fn ten_visible_seconds_without_an_answer_are_silence() {
        let mut pulse = Pulse::default();
        assert_eq!(pulse.beat(SECOND, true), Beat::Ask);
        assert!((0..9).all(|_| pulse.beat(SECOND, true) == Beat::Wait));
        assert_eq!(pulse.beat(SECOND, true), Beat::Silent);
        assert!(pulse.is_silent());
        pulse.hear();
        assert!(!pulse.is_silent());
        assert_eq!(pulse.beat(SECOND, true), Beat::Ask, "it begins anew");
    }

    #[test]
    fn a_worker_that_answers_is_never_silent() {
        let mut pulse = Pulse::default();
        for beat in 0..1_000 {
            assert_ne!(pulse.beat(SECOND, true), Beat::Silent);
            if beat % 9 == 0 {
                pulse.hear();
            }
        }
    }

    #[test]
    fn hidden_time_and_sleep_do_not_count() {
        let mut pulse = Pulse::default();
        pulse.beat(SECOND, true);
        assert!((0..500).all(|_| pulse.beat(SECOND, false) == Beat::Wait));
        assert_eq!(pulse.beat(8.0 * 3_600.0 * SECOND, true), Beat::Wait);
        assert_eq!(pulse.beat(f64::NAN, true), Beat::Wait);
        assert!((0..7).all(|_| pulse.beat(SECOND, true) == Beat::Wait));
        assert_eq!(pulse.beat(SECOND, true), Beat::Silent);
    }
}
