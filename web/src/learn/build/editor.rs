//! The text area with line numbers. A file can be dropped on it.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, HtmlElement, HtmlTextAreaElement, InputEvent};
use yew::prelude::*;

use super::Bench;
use super::arrivals::open_file;
use super::builder_state::Change;
use crate::page::sentences::learn as words;

const NUMBERS: &str = "build-numbers";

pub fn view(bench: &Bench) -> Html {
    let oninput = {
        let setter = bench.setter.clone();
        Callback::from(move |event: InputEvent| {
            let area: HtmlTextAreaElement = event.target_unchecked_into();
            setter.dispatch(Change::Type(area.value()));
        })
    };
    let ondrop = {
        let (scene, setter) = (bench.scene.clone(), bench.setter.clone());
        Callback::from(move |event: DragEvent| {
            let files = event.data_transfer().and_then(|data| data.files());
            // Dropped text is left to the browser, which inserts it.
            if let Some(file) = files.and_then(|files| files.get(0)) {
                event.prevent_default();
                open_file(&scene, &setter, file);
            }
        })
    };
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let onscroll = Callback::from(|event: Event| {
        let area: HtmlTextAreaElement = event.target_unchecked_into();
        let numbers = document().get_element_by_id(NUMBERS);
        if let Some(numbers) = numbers.and_then(|numbers| numbers.dyn_into::<HtmlElement>().ok()) {
            numbers.set_scroll_top(area.scroll_top());
        }
    });
    html! {
        <section class="build-editor">
            <label class="visually-hidden" for="build-text">{ bench.text(words::BUILD_TEXT) }</label>
            <div class="build-numbers" id={NUMBERS} aria-hidden="true" data-numbers={numbers(&bench.desk.text)}></div>
            <textarea class="build-text" id="build-text" data-testid="build-text" lang="en" spellcheck="false" autocapitalize="off" wrap="off"
                ref={bench.area.clone()} value={bench.desk.text.clone()} {oninput} {ondrop} {ondragover} {onscroll} />
        </section>
    }
}

fn numbers(text: &str) -> String {
    let count = text.matches('\n').count() + 1;
    let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    numbers.join("\n")
}

/// Selects a line of the text and scrolls it into view. Lines are counted from 1.
pub fn select(area: &NodeRef, line: usize) {
    let Some(area) = area.cast::<HtmlTextAreaElement>() else { return };
    let text = area.value();
    let (start, end) = place_of(&text, line);
    // An element of the page can take the focus, and the positions are within its text.
    let _ = area.focus();
    let _ = area.set_selection_range(start, end);
    let lines = text.matches('\n').count() + 1;
    let height = f64::from(area.scroll_height()) / lines as f64;
    let top = height * line.saturating_sub(1) as f64 - f64::from(area.client_height()) / 3.0;
    area.set_scroll_top(top.max(0.0) as i32);
}

/// Returns the start and end of a line in UTF-16 code units.
fn place_of(text: &str, line: usize) -> (u32, u32) {
    let units = |text: &str| u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let mut start = 0;
    for (place, content) in text.split('\n').enumerate() {
        let end = start + units(content);
        if place + 1 == line {
            return (start, end);
        }
        start = end + 1;
    }
    (units(text), units(text))
}

#[cfg(test)]
mod tests {
    use super::{numbers, place_of};

    #[test]
    fn a_line_is_found_in_the_units_of_the_browser() {
        let text = "ab\n漢字😀\n\nend";
        assert_eq!([1, 2, 3, 4].map(|line| place_of(text, line)), [(0, 2), (3, 7), (8, 8), (9, 12)]);
        assert_eq!(place_of(text, 99), (12, 12));
        assert_eq!(numbers(text), "1\n2\n3\n4");
        assert_eq!(numbers(""), "1");
    }
}
