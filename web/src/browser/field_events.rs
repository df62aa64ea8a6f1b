//! Reads an event of a field: its text, or whether its box is checked.

use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// Returns the typed or chosen text.
pub fn written(event: &Event) -> String {
    let input = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value());
    let area = || event.target_dyn_into::<HtmlTextAreaElement>().map(|area| area.value());
    let select = || event.target_dyn_into::<HtmlSelectElement>().map(|select| select.value());
    input.or_else(area).or_else(select).unwrap_or_default()
}

pub fn is_checked(event: &Event) -> bool {
    event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked())
}
