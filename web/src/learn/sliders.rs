//! Numbers in a lesson's text that a slider changes, and the numbers that depend on them.

use std::collections::BTreeMap;

use dynalab_lessons::value::Value;
use dynalab_lessons::{Lesson, formula};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::lesson_html::each;
use crate::browser::figures::grouped_decimal;

const SLIDER: &str = "data-slider";
/// The element in which the numbers change. It contains all texts of the lesson.
const PLAYER: &str = ".learn-player";

/// Adds a slider after the first occurrence of each number that has one.
pub fn add(host: &Element, lesson: &Lesson, label: &str) {
    each(host, "data[data-value]", |number| {
        let name = number.get_attribute("data-value").unwrap_or_default();
        let Some(Value::Slider(slider)) = lesson.facts.values.get(&name) else { return };
        let known = host.query_selector(&format!("[{SLIDER}='{name}']"));
        if known.is_ok_and(|known| known.is_some()) {
            return;
        }
        let Ok(input) = document().create_element("input") else { return };
        let attributes = [
            ("type", "range".to_owned()),
            ("class", "range learn-slider".to_owned()),
            ("min", slider.min.to_string()),
            ("max", slider.max.to_string()),
            ("step", slider.step.to_string()),
            ("value", slider.start.to_string()),
            ("aria-label", format!("{label}: {name}")),
            (SLIDER, name),
        ];
        // An element of the page can always take an attribute and a neighbor.
        for (attribute, value) in attributes {
            let _ = input.set_attribute(attribute, &value);
        }
        let _ = number.insert_adjacent_element("afterend", &input);
    });
}

/// Updates every number of the lesson if the target is a slider.
pub fn moved(target: &Element, lesson: &Lesson) {
    let Ok(Some(player)) = document().query_selector(PLAYER) else { return };
    if !target.has_attribute(SLIDER) {
        return;
    }
    let mut changed = BTreeMap::new();
    each(&player, &format!("[{SLIDER}]"), |slider| {
        let name = slider.get_attribute(SLIDER).unwrap_or_default();
        if let Some(input) = slider.dyn_ref::<HtmlInputElement>() {
            changed.insert(name, input.value_as_number());
        }
    });
    each(&player, "data[data-value]", |number| {
        let name = number.get_attribute("data-value").unwrap_or_default();
        if let Ok(value) = formula::number(&name, &lesson.facts.values, &changed) {
            number.set_text_content(Some(&grouped_decimal(value)));
            let _ = number.set_attribute("value", &value.to_string());
        }
    });
}
