//! The virtual clock: what time it is where the tables are, and the keys that stop it, hurry it and make it jump.

use gloo::timers::callback::Interval;
use gloo::utils::window;
use serde_json::json;
use yew::prelude::*;

use super::Canvas;
use super::place::PicturePlace;
use crate::components::icon::Icon;
use crate::figures;

/// Often enough for a picture to move, seldom enough for the engine not to notice.
const BEAT_MS: u32 = 500;
const HOUR_MS: u64 = 60 * 60 * 1000;

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

/// What time it is there: what the page told last, and between two tellings the clock goes on by itself.
#[hook]
pub fn use_now(place: &PicturePlace) -> u64 {
    let told = use_mut_ref(|| (0_u64, 0_u64, None, 0.0_f64));
    let wall_ms = window().performance().map_or(0.0, |performance| performance.now());
    let mut told = told.borrow_mut();
    if (told.0, told.1, told.2) != (place.now_ms, place.shown_id, place.rate) {
        *told = (place.now_ms, place.shown_id, place.rate, wall_ms);
    }
    if place.looks_back {
        return place.now_ms;
    }
    let rate = place.rate.unwrap_or(1) as f64;
    place.now_ms + ((wall_ms - told.3).max(0.0) * rate) as u64
}

#[derive(PartialEq, Properties)]
pub struct ClockProps {
    pub canvas: Canvas,
}

#[component]
pub fn Clock(props: &ClockProps) -> Html {
    let canvas = &props.canvas;
    let place = &canvas.place;
    let refusal = use_state(|| None::<String>);
    let now_ms = canvas.now_ms();
    let (day, time) = figures::day_and_time(now_ms);
    let turn = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        move |operation: &'static str, body: serde_json::Value| {
            let (page, refusal) = (page.clone(), refusal.clone());
            Callback::from(move |_: MouseEvent| {
                refusal.set(None);
                let refused = {
                    let refusal = refusal.clone();
                    Callback::from(move |why| refusal.set(Some(why)))
                };
                page.turn(operation, body.clone(), refused);
            })
        }
    };
    let disabled = !canvas.is_live();
    let rate_key = |rate: u64, label: String, name: &str| {
        let pressed = (place.rate == Some(rate)).to_string();
        let onclick = turn("Dynalab.SetClock", json!({ "Rate": rate }));
        // Whoever speaks to the page says what stands on the key.
        let spoken = format!("{label} {}", canvas.text(name));
        html! { <button class="button button--quiet" type="button" aria-pressed={pressed} title={canvas.text(name)} aria-label={spoken.trim().to_owned()} data-testid={format!("clock-rate-{rate}")} {disabled} {onclick}>
            if rate == 0 { { Icon::Pause.draw() } } else { { label } }
        </button> }
    };
    let jump_key = |hours: u64, name: &str| {
        let onclick = turn("Dynalab.AdvanceClock", json!({ "Milliseconds": hours * HOUR_MS }));
        html! { <button class="button button--quiet" type="button" title={canvas.text(name)} data-testid={format!("clock-jump-{hours}")} {disabled} {onclick}>{ format!("+{hours} h") }</button> }
    };
    html! {
        <div class="virtual-clock" role="group" aria-label={canvas.text("clock")}>
            <span class="virtual-clock-face" data-testid="clock-face" data-now={now_ms.to_string()}><small>{ day }</small>{ " " }{ time }</span>
            { rate_key(0, String::new(), "clock-pause") }
            { rate_key(1, "1×".to_owned(), "clock-1") }
            { rate_key(60, "60×".to_owned(), "clock-60") }
            { rate_key(3_600, "3600×".to_owned(), "clock-3600") }
            { jump_key(1, "clock-hour") }
            { jump_key(48, "clock-two-days") }
            if place.rate.is_none() { <span class="virtual-clock-note">{ canvas.text("clock-of-the-wall") }</span> }
            if let Some(why) = refusal.as_ref() { <span class="virtual-clock-note" role="alert">{ why }</span> }
        </div>
    }
}
