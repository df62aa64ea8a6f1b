//! The virtual clock: its time, and the buttons that pause it, change its rate and advance it.

use dynalab_app::request::call_result::ReadyRequest;
use dynalab_playground::utc;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{AdvanceClock, SetClock};
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::engine::virtual_clock::{ClockReading, use_beats, use_now};
use crate::page::messages::Sentence;
use crate::page::scene::{Scene, StillScene, use_own_scene};
use crate::page::sentences;

const SECOND_MS: u64 = 1_000;
const MINUTE_MS: u64 = 60 * SECOND_MS;
const HOUR_MS: u64 = 60 * MINUTE_MS;
/// Jumps of the clock: the name for tests, the label, the time and the title. Lessons ask for the short ones.
const SHORT_JUMPS: [(&str, &str, u64, Sentence); 3] = [
    ("1s", "+1 s", SECOND_MS, sentences::workbench::CLOCK_SECOND),
    ("1min", "+1 min", MINUTE_MS, sentences::workbench::CLOCK_MINUTE),
    ("10min", "+10 min", 10 * MINUTE_MS, sentences::workbench::CLOCK_TEN_MINUTES),
];
const LONG_JUMPS: [(&str, &str, u64, Sentence); 2] = [
    ("1", "+1 h", HOUR_MS, sentences::workbench::CLOCK_HOUR),
    ("48", "+48 h", 48 * HOUR_MS, sentences::workbench::CLOCK_TWO_DAYS),
];

#[derive(PartialEq, Properties)]
pub struct ClockProps {
    pub scene: StillScene,
    /// Says where the clock stands.
    #[prop_or_default]
    pub class: Classes,
}

#[component]
pub fn Clock(props: &ClockProps) -> Html {
    let scene = &use_own_scene(&props.scene);
    let refusal = use_state(|| None::<String>);
    let is_open = use_state(|| false);
    let reading = ClockReading::from_app(&scene.app);
    use_beats(reading.rate);
    let now_ms = use_now(reading);
    let turn = |request: ReadyRequest| {
        let (page, refusal) = (scene.page.clone(), refusal.setter());
        Callback::from(move |_: MouseEvent| {
            refusal.set(None);
            let refusal = refusal.clone();
            page.send_control(request.clone(), Callback::from(move |why| refusal.set(Some(why))));
        })
    };
    let disabled = scene.is_follower() || reading.looks_back;
    let rate_key = |rate: u64, label: &'static str, name: Sentence| {
        let pressed = (reading.rate == Some(rate)).to_string();
        let onclick = turn(SetClock { rate }.request());
        // A person who uses voice control says the button's visible label, so the spoken name begins with it.
        let spoken = format!("{label} {}", scene.text(name));
        html! {
            <button
                class="choice-option" type="button" aria-pressed={pressed} title={scene.text(name)}
                aria-label={spoken.trim().to_owned()} data-testid={format!("clock-rate-{rate}")} {disabled} {onclick}
            >
                if rate == 0 { { Icon::Pause.draw() } } else { { label } }
            </button>
        }
    };
    let jump_key = |(id, label, time_ms, name): (&str, &'static str, u64, Sentence)| {
        let onclick = turn(AdvanceClock { milliseconds: time_ms }.request());
        html! {
            <button class="choice-option" type="button" title={scene.text(name)} data-testid={format!("clock-jump-{id}")} {disabled} {onclick}>
                { label }
            </button>
        }
    };
    let short_jumps = SHORT_JUMPS.into_iter().filter(|_| scene.page.navigator.is_inner());
    let toggle = {
        let (is_open, next) = (is_open.setter(), !*is_open);
        Callback::from(move |_: MouseEvent| is_open.set(next))
    };
    let settings = scene.text(sentences::workbench::CLOCK_SETTINGS);
    html! {
        <div class={classes!("clock", props.class.clone())} role="group" aria-label={scene.text(sentences::workbench::CLOCK)}>
            { face(scene, reading, now_ms) }
            <button
                class="button button--quiet clock-open" type="button" title={settings.clone()} aria-label={settings}
                aria-expanded={is_open.to_string()} aria-controls="clock-keys" data-testid="clock-open"
                onclick={toggle}
            >
                { Icon::Clock.draw() }
            </button>
            <div class={classes!("clock-keys", is_open.then_some("clock-keys--open"))} id="clock-keys">
                <span class="choice-set">
                    { rate_key(0, "", sentences::workbench::CLOCK_PAUSE) }
                    { rate_key(1, "1×", sentences::workbench::CLOCK_1) }
                    { rate_key(60, "60×", sentences::workbench::CLOCK_60) }
                    { rate_key(3_600, "3600×", sentences::workbench::CLOCK_3600) }
                </span>
                <span class="choice-set">
                    { for short_jumps.chain(LONG_JUMPS).map(jump_key) }
                </span>
                if let Some(why) = refusal.as_ref() { <span class="clock-refused" role="alert">{ why }</span> }
            </div>
        </div>
    }
}

/// Renders the time. A clock that a person set runs without requests. Otherwise the device's clock is used, and the time shown is that of
/// the history entry.
fn face(scene: &Scene, reading: ClockReading, now_ms: u64) -> Html {
    let runs_by_itself = reading.rate.is_some() && !reading.looks_back;
    let shown_at_ms = scene.app.timeline().as_deref().and_then(|timeline| timeline.shown_at_ms);
    let at_ms = if runs_by_itself { Some(now_ms) } else { shown_at_ms };
    let title = reading.rate.is_none().then(|| scene.text(sentences::workbench::CLOCK_OF_THE_WALL));
    let shown = at_ms.map_or_else(
        || html! { "—" },
        |at_ms| {
            let (day, time) = utc::day_and_time(at_ms);
            html! { <><small>{ day }</small>{ " " }{ time }{ " " }<small class="clock-zone">{ utc::UTC }</small></> }
        },
    );
    html! { <span class="clock-face" {title} data-testid="clock-face" data-now={now_ms.to_string()}>{ shown }</span> }
}
