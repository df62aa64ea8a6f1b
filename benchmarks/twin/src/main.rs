//! A module for the benchmarks' page, not part of the site. It runs the days of the traffic model, hour by hour.

use dynalab_traffic::twin::Twin;
use dynalab_twin_benchmarks::{Day, throttled_permille};
use wasm_bindgen::prelude::*;

const HOUR_SECONDS: u64 = 3_600;

fn main() {}

#[wasm_bindgen]
pub fn titles() -> Vec<String> {
    Day::ALL.into_iter().map(|day| day.title().to_owned()).collect()
}

/// A day that is being simulated.
#[wasm_bindgen]
pub struct RunningDay {
    twin: Twin,
}

#[wasm_bindgen]
impl RunningDay {
    /// Creates the day with this position in the list of titles.
    #[wasm_bindgen(constructor)]
    pub fn new(place: usize) -> Result<RunningDay, String> {
        let day = Day::ALL.get(place).ok_or("there is no such day")?;
        Ok(RunningDay { twin: day.twin().map_err(|error| error.to_string())? })
    }

    /// Simulates the next hour. Returns whether the day is over.
    pub fn step(&mut self) -> bool {
        self.twin.step(HOUR_SECONDS).is_done()
    }

    pub fn throttled_permille(&self) -> f64 {
        self.twin.reports().first().map_or(0.0, throttled_permille)
    }
}
