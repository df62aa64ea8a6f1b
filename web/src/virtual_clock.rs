//! The virtual clock as the page knows it: what it was told last, and how the clock has gone on since.

use gloo::timers::callback::Interval;
use gloo::utils::window;
use yew::prelude::*;

use crate::state::AppState;

/// Often enough for a diagram to move, seldom enough for the engine not to notice.
const BEAT_MS: u32 = 500;

/// What the clock showed when the page was told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClockReading {
    pub now_ms: u64,
    /// The moment that is shown.
    pub shown_id: u64,
    /// How many times as fast as the wall's; none while it is that one.
    pub rate: Option<u64>,
    /// An earlier moment is shown, and the clock stands still in it.
    pub looks_back: bool,
}

impl ClockReading {
    pub fn of(app: &AppState) -> ClockReading {
        let timeline = app.timeline.as_deref();
        ClockReading {
            now_ms: timeline.map_or(0, |timeline| timeline.now_ms),
            shown_id: timeline.map_or(0, |timeline| timeline.shown_id),
            rate: timeline.and_then(|timeline| timeline.rate),
            looks_back: app.looked_at().is_some(),
        }
    }
}

/// Counts while the clock runs: what is shown may have changed by itself.
#[hook]
pub fn use_beats(rate: Option<u64>) -> u64 {
    let beats = use_state(|| 0_u64);
    let count = use_mut_ref(|| 0_u64);
    let setter = beats.setter();
    use_effect_with(rate, move |rate| {
        let timer = rate.filter(|rate| *rate > 0).map(|_| {
            Interval::new(BEAT_MS, move || {
                *count.borrow_mut() += 1;
                setter.set(*count.borrow());
            })
        });
        move || drop(timer)
    });
    *beats
}

/// What time it is there: what the page was told last, and how far the clock has run since, in milliseconds of the epoch.
#[hook]
pub fn use_now(reading: ClockReading) -> u64 {
    let told = use_mut_ref(|| (ClockReading::default(), 0.0_f64));
    let wall_ms = window().performance().map_or(0.0, |performance| performance.now());
    let mut told = told.borrow_mut();
    let (last, _) = *told;
    if (last.now_ms, last.shown_id, last.rate) != (reading.now_ms, reading.shown_id, reading.rate) {
        *told = (reading, wall_ms);
    }
    if reading.looks_back {
        return reading.now_ms;
    }
    let rate = reading.rate.unwrap_or(1) as f64;
    reading.now_ms + ((wall_ms - told.1).max(0.0) * rate) as u64
}
