//! On a phone the parts of the workbench are below each other: what a person asked for is scrolled into view.

use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use yew::prelude::*;

use crate::page::scene::Scene;

/// The width up to which the parts are below each other.
const PHONE: &str = "(max-width: 700px)";
/// A part that opens is drawn after the next frame.
const DRAWN_AFTER_MS: u32 = 60;
const RESULT: &str = ".workbench-result";
const PICTURE: &str = ".workbench-picture";
const LOAD_TEST: &str = ".load-test-result";

/// Scrolls to the result when a request that the person sent has its response.
#[hook]
pub fn use_result_in_view(scene: &Scene) {
    let newest = scene.app.history().cards().next().map(|card| card.number);
    let before = use_mut_ref(|| newest);
    use_effect_with(newest, move |newest| {
        if before.replace(*newest) != *newest && newest.is_some() {
            show(RESULT);
        }
    });
}

/// Scrolls to the diagram that a button has just opened.
pub fn show_picture() {
    show(PICTURE);
}

/// Scrolls to the result of a load test that a button has just started.
pub fn show_load_test() {
    show(LOAD_TEST);
}

pub fn is_phone() -> bool {
    window().match_media(PHONE).ok().flatten().is_some_and(|query| query.matches())
}

fn show(selector: &'static str) {
    if !is_phone() {
        return;
    }
    Timeout::new(DRAWN_AFTER_MS, move || {
        if let Ok(Some(part)) = document().query_selector(selector) {
            part.scroll_into_view();
        }
    })
    .forget();
}
