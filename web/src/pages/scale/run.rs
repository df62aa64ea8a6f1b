//! Runs both days in the program `bench`. A run starts when the inputs stop changing, shows its progress, and can be canceled.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_app::scale::inputs::Inputs;
use dynalab_programs::bench::SimulateDay;
use dynalab_traffic::lab::{DayAnswer, DayQuestion, DayReport};
use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::scale_context::ScaleContext;
use crate::components::notices::ask_sentence;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;

/// Milliseconds without a change before a run starts, so that a moving slider starts one run.
const REST_MS: u32 = 200;

/// The days of both designs, with their inputs.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub inputs: Inputs,
    pub reports: [DayReport; 2],
    pub took_ms: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    Running { percent: u64 },
    Done,
    Canceled,
    Failed(String),
}

/// The state of the run that the page shows.
#[derive(Clone, PartialEq)]
pub struct Run {
    pub progress: Progress,
    /// The outcome of the last finished run.
    pub outcome: Option<Rc<Outcome>>,
    cancel: Callback<MouseEvent>,
    again: Callback<MouseEvent>,
}

/// The number of the newest run. An older run stops at its next response.
type Newest = Rc<Cell<u32>>;

#[hook]
pub fn use_run(scene: &Scene, inputs: &Inputs) -> Run {
    let bench = use_memo((), |()| ProgramHandle::new(Program::Bench));
    let bench = (*bench).clone();
    {
        let bench = bench.clone();
        use_effect_with((), move |()| move || bench.end());
    }
    let newest: Rc<Newest> = use_memo((), |()| Newest::default());
    let progress = use_state_eq(|| Progress::Running { percent: 0 });
    let outcome = use_state_eq(|| None::<Rc<Outcome>>);
    let attempts = use_state_eq(|| 0_u32);
    let messages = *scene.messages();
    {
        let (newest, progress, outcome) = ((*newest).clone(), progress.clone(), outcome.clone());
        let bench = bench.clone();
        use_effect_with((inputs.clone(), *attempts), move |(inputs, _)| {
            let inputs = inputs.clone();
            newest.set(newest.get().wrapping_add(1));
            let mine = newest.get();
            progress.set(Progress::Running { percent: 0 });
            let timeout = Timeout::new(REST_MS, move || {
                spawn_local(async move {
                    let is_newest = || newest.get() == mine;
                    let ended = simulate(&bench, inputs, &messages, is_newest, |percent| {
                        progress.set(Progress::Running { percent });
                    });
                    let ended = ended.await;
                    if !is_newest() {
                        return;
                    }
                    match ended {
                        Ok(Some(done)) => {
                            outcome.set(Some(Rc::new(done)));
                            progress.set(Progress::Done);
                        }
                        Ok(None) => {}
                        Err(detail) => progress.set(Progress::Failed(detail)),
                    }
                });
            });
            move || drop(timeout)
        });
    }
    let cancel = {
        let (newest, progress, bench) = ((*newest).clone(), progress.clone(), bench.clone());
        Callback::from(move |_: MouseEvent| {
            newest.set(newest.get().wrapping_add(1));
            bench.stop();
            progress.set(Progress::Canceled);
        })
    };
    let again = {
        let attempts = attempts.clone();
        Callback::from(move |_: MouseEvent| attempts.set(*attempts + 1))
    };
    Run { progress: (*progress).clone(), outcome: (*outcome).clone(), cancel, again }
}

/// Runs both days. Returns none if a newer run began, or if this one was canceled.
async fn simulate(
    bench: &ProgramHandle,
    inputs: Inputs,
    messages: &Messages,
    is_newest: impl Fn() -> bool,
    tell: impl Fn(u64),
) -> Result<Option<Outcome>, String> {
    let began_ms = js_sys::Date::now();
    let mut question = inputs.question();
    while is_newest() {
        let answer = bench.ask(SimulateDay { question }).await;
        let answer = answer.map_err(|error| ask_sentence(error, messages))?;
        let answer = answer.map_err(|error| error.to_string())?;
        match answer {
            DayAnswer::Running { minutes_done, minutes } if is_newest() => {
                tell(minutes_done * 100 / minutes.max(1));
            }
            DayAnswer::Running { .. } => {}
            DayAnswer::Over { reports } => {
                let took_ms = js_sys::Date::now() - began_ms;
                let reports = <[DayReport; 2]>::try_from(reports).ok();
                return Ok(reports.map(|reports| Outcome { inputs, reports, took_ms }));
            }
        }
        question = DayQuestion::Advance;
    }
    Ok(None)
}

impl Run {
    pub fn view(&self, desk: &ScaleContext) -> Html {
        let percent = match &self.progress {
            Progress::Running { percent } => *percent,
            Progress::Done => 100,
            Progress::Canceled | Progress::Failed(_) => 0,
        };
        let text = match (&self.progress, &self.outcome) {
            (Progress::Running { .. }, _) => desk.text(words::SCALE_RUNNING),
            (Progress::Done, Some(outcome)) => desk.text(words::ScaleDone {
                requests: outcome.reports.iter().map(DayReport::requests).sum::<u64>().into(),
                seconds: format!("{:.1}", outcome.took_ms / 1_000.0).as_str().into(),
            }),
            (Progress::Done, None) => String::new(),
            (Progress::Canceled, _) => desk.text(words::SCALE_CANCELED),
            (Progress::Failed(detail), _) => desk.text(words::ScaleFailed { detail: detail.as_str().into() }),
        };
        let is_running = matches!(self.progress, Progress::Running { .. });
        html! {
            <div class="lab-run" data-testid="scale-run" data-state={self.state()}>
                <span class="lab-run-text">
                    <span role="status">{ text }</span>if is_running { <span aria-hidden="true">{ format!(" {percent} %") }</span> }
                </span>
                <progress class="lab-progress" max="100" value={percent.to_string()} aria-label={desk.text(words::SCALE_PROGRESS)}></progress>
                if is_running {
                    <button class="button" type="button" data-testid="scale-cancel" onclick={self.cancel.clone()}>{ desk.text(words::SCALE_CANCEL) }</button>
                } else {
                    <button class="button" type="button" data-testid="scale-again" onclick={self.again.clone()}>{ desk.text(words::SCALE_AGAIN) }</button>
                }
            </div>
        }
    }

    /// Returns the name of the state for tests.
    fn state(&self) -> &'static str {
        match self.progress {
            Progress::Running { .. } => "running",
            Progress::Done => "done",
            Progress::Canceled => "canceled",
            Progress::Failed(_) => "failed",
        }
    }
}
