//! The virtual clock in the page: the last reported time, and the time since then.

use dynalab_app::state::watched::WatchedState;
use gloo::timers::callback::Interval;
use gloo::utils::window;
use yew::prelude::*;

/// Milliseconds between updates while the clock runs: enough for a moving diagram, with little load for the engine.
const BEAT_MS: u32 = 500;

/// The clock at the time of the worker's last report.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClockReading {
    pub now_ms: u64,
    /// The id of the shown history entry.
    pub shown_id: u64,
    /// The speed of the clock as a multiple of real time; none if it is the device's clock.
    pub rate: Option<u64>,
    /// Whether an earlier point in history is shown, at which the clock does not run.
    pub looks_back: bool,
}

impl ClockReading {
    pub fn from_app(app: &WatchedState) -> ClockReading {
        let timeline = app.timeline().as_deref();
        ClockReading {
            now_ms: timeline.map_or(0, |timeline| timeline.now_ms),
            shown_id: timeline.map_or(0, |timeline| timeline.shown_id),
            rate: timeline.and_then(|timeline| timeline.rate),
            looks_back: app.looked_at().is_some(),
        }
    }
}

/// Returns a count that increases while the clock runs, because data may change with time.
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

/// Returns the virtual time in milliseconds since 1970: the last reported time plus the clock's progress since then.
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
