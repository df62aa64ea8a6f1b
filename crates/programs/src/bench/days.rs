//! Days of the partition lab on the traffic model. Each answer comes after a short while, so that the page can show the progress, and cancel
//! by asking no more.

use dynalab_traffic::lab::{DAY_MINUTES, Day, DayAnswer, DayQuestion};

use super::BenchError;

/// Milliseconds until an answer.
const WHILE_MS: f64 = 120.0;
/// Simulated minutes between two looks at the clock.
const STEP_MINUTES: u64 = 5;

/// The days that are running. One bench runs the days of one page.
#[derive(Default)]
pub(super) struct Days(Vec<Day>);

impl Days {
    pub(super) fn simulate(
        &mut self,
        question: DayQuestion,
        now_ms: fn() -> f64,
    ) -> Result<DayAnswer, BenchError> {
        let Days(days) = self;
        if let DayQuestion::Begin { traffic, designs } = question {
            days.clear();
            for design in &designs {
                let day = Day::new(&traffic, design);
                days.push(day.map_err(|error| BenchError::Traffic { detail: error.to_string() })?);
            }
        }
        let until_ms = now_ms() + WHILE_MS;
        while now_ms() < until_ms {
            match days.iter_mut().find(|day| !day.is_over()) {
                Some(day) => day.advance(STEP_MINUTES),
                None => break,
            };
        }
        if days.iter().all(Day::is_over) {
            return Ok(DayAnswer::Over { reports: days.drain(..).map(|day| day.report()).collect() });
        }
        let minutes_done = days.iter().map(Day::minute).sum();
        Ok(DayAnswer::Running { minutes_done, minutes: DAY_MINUTES * days.len() as u64 })
    }
}
