//! The changes of tables that are in progress: until when, and a button that moves the clock to that time.

use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_playground::utc;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{AdvanceClock, DescribeWaits, WaitDescription};
use gloo::utils::window;
use yew::prelude::*;

use crate::engine::virtual_clock::{ClockReading, use_beats, use_now};
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences::workbench;
use crate::pictures::engine_reads::use_told;

/// The line of a trace with the time until which a request is rejected.
const REJECTED_UNTIL: &str = "trace-rejected-until";

fn until_ms(wait: &WaitDescription) -> u64 {
    (wait.until * 1_000.0).round() as u64
}

fn sentence(wait: &WaitDescription, scene: &Scene, time: &str) -> String {
    let name = wait.awaited.to_lowercase().replace('_', "-");
    let Some(template) = workbench::wait(&name) else {
        return format!("{} {}", wait.table_name, wait.awaited);
    };
    let index = wait.index_name.as_deref().unwrap_or_default();
    let values = [("name", wait.table_name.as_str().into()), ("index", index.into()), ("time", time.into())];
    scene.messages().fill(template, &values)
}

#[derive(PartialEq, Properties)]
pub struct WaitsProps {
    pub scene: StillScene,
}

/// Renders one line for each change in progress. Empty without any.
#[component]
pub fn Waits(props: &WaitsProps) -> Html {
    let scene = &use_own_scene(&props.scene);
    let reading = ClockReading::from_app(&scene.app);
    use_beats(reading.rate);
    let now_ms = use_now(reading);
    let page = scene.page.clone();
    // A change shows itself at the next revision, and the past has changes of its own.
    let question = format!("{} {}", *scene.app.revision(), reading.shown_id);
    let told = use_told(*scene.app.revision(), question, move || async move {
        page.look(&DescribeWaits::default()).await
    });
    let Some(Ok(told)) = told.as_deref() else { return html! {} };
    let waits: Vec<&WaitDescription> = told.waits.iter().filter(|wait| until_ms(wait) > now_ms).collect();
    if waits.is_empty() {
        return html! {};
    }
    html! {
        <ul class="waits" aria-label={scene.text(workbench::WAITS)} data-testid="waits">
            { for waits.into_iter().map(|wait| {
                let time = time_text(until_ms(wait), now_ms);
                html! {
                    <li class="wait" key={sentence(wait, scene, "")} data-testid={format!("wait-{}", wait.awaited)} data-until={until_ms(wait).to_string()}>
                        <span>{ sentence(wait, scene, &time) }</span>
                        <MoveClock scene={scene.clone()} until_ms={until_ms(wait)} />
                    </li>
                }
            }) }
        </ul>
    }
}

/// Renders until when DynamoDB rejects the shown request. Empty if its error does not end by itself.
pub fn rejection(scene: &Scene, card: &RequestCard) -> Html {
    match rejected_until_ms(card) {
        Some(until_ms) => html! { <RejectionWait scene={scene.clone()} {until_ms} /> },
        None => html! {},
    }
}

#[derive(PartialEq, Properties)]
struct RejectionProps {
    scene: Scene,
    until_ms: u64,
}

#[component]
fn RejectionWait(props: &RejectionProps) -> Html {
    let RejectionProps { scene, until_ms } = props;
    let until_ms = *until_ms;
    let reading = ClockReading::from_app(&scene.app);
    use_beats(reading.rate);
    let now_ms = use_now(reading);
    if until_ms <= now_ms {
        return html! { <p class="wait" data-testid="wait-over">{ scene.text(workbench::WAITS_OVER) }</p> };
    }
    let time = time_text(until_ms, now_ms);
    html! {
        <p class="wait" data-testid="wait-rejected" data-until={until_ms.to_string()}>
            <span>{ scene.text(workbench::WaitsRejected { time: time.as_str().into() }) }</span>
            <MoveClock scene={scene.clone()} {until_ms} />
        </p>
    }
}

fn rejected_until_ms(card: &RequestCard) -> Option<u64> {
    let Outcome::Answered { trace, .. } = &card.outcome else { return None };
    trace.iter().find(|line| line.code == REJECTED_UNTIL)?.value("at").parse().ok()
}

/// Returns the milliseconds since the page was opened.
fn page_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Returns the time of day, with the date if it is another day.
fn time_text(at_ms: u64, now_ms: u64) -> String {
    // The times of the engine have milliseconds. The clock must not stop before the end.
    let at_ms = at_ms.div_ceil(1_000) * 1_000;
    match utc::day_and_time(now_ms).0 == utc::day_and_time(at_ms).0 {
        true => utc::time_of_day(at_ms),
        false => utc::date_time(at_ms),
    }
}

#[derive(PartialEq, Properties)]
struct MoveClockProps {
    scene: Scene,
    until_ms: u64,
}

/// Renders the button that moves the clock to a time.
#[component]
fn MoveClock(props: &MoveClockProps) -> Html {
    let MoveClockProps { scene, until_ms } = props;
    let refusal = use_state(|| None::<String>);
    let reading = ClockReading::from_app(&scene.app);
    let now_ms = use_now(reading);
    let onclick = {
        let (page, refusal) = (scene.page.clone(), refusal.setter());
        let left_ms = until_ms.saturating_sub(now_ms) as f64;
        let (drawn_at_ms, rate) = (page_ms(), reading.rate.unwrap_or(1) as f64);
        Callback::from(move |_: MouseEvent| {
            let refusal = refusal.clone();
            // The clock has moved since the button was drawn.
            let left_ms = (left_ms - (page_ms() - drawn_at_ms) * rate).max(0.0).ceil() as u64;
            let request = AdvanceClock { milliseconds: left_ms }.request();
            page.send_control(request, Callback::from(move |why| refusal.set(Some(why))));
        })
    };
    let time = time_text(*until_ms, now_ms);
    let disabled = scene.is_follower() || reading.looks_back;
    html! {
        <>
            <button class="button" type="button" data-testid="wait-move" {disabled} {onclick}>
                { scene.text(workbench::WaitsMove { time: time.as_str().into() }) }
            </button>
            if let Some(why) = refusal.as_ref() { <span class="wait-refused" role="alert">{ why }</span> }
        </>
    }
}
