//! The partition lab: days of traffic on the traffic model. Each answer comes after a short while, so that the page can show the progress and
//! cancel: it asks no more.

use std::cell::RefCell;

use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage};
use dynalab_traffic::lab::{DAY_MINUTES, Day, DayAnswer, DayQuestion};

/// Until an answer.
const WHILE_MS: f64 = 120.0;
/// Between two looks at the clock.
const STEP_MINUTES: u64 = 5;

thread_local! {
    /// Those that are running. One worker runs the days of one page.
    static DAYS: RefCell<Vec<Day>> = const { RefCell::new(Vec::new()) };
}

pub fn simulate(id: u32, question: &[u8]) -> ToPage {
    let answer = message_bytes::read(question).map_err(|error| error.to_string()).and_then(answer);
    match answer.map(|answer| message_bytes::write(&answer)) {
        Ok(Some(answer)) => ToPage::DaySimulated { id, answer },
        Ok(None) => refused(id, "the report cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

fn answer(question: DayQuestion) -> Result<DayAnswer, String> {
    DAYS.with_borrow_mut(|days| {
        if let DayQuestion::Begin { traffic, designs } = question {
            days.clear();
            for design in &designs {
                days.push(Day::new(&traffic, design).map_err(|error| error.to_string())?);
            }
        }
        let until_ms = js_sys::Date::now() + WHILE_MS;
        while js_sys::Date::now() < until_ms {
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
    })
}

fn refused(id: u32, detail: String) -> ToPage {
    ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
}
