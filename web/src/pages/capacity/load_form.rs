//! The inputs of the load: requests of one size, or units per second as they were measured.

use yew::prelude::*;

use super::desk::Desk;
use super::inputs::{Choice, Number};
use super::load::{UNITS, has_measured_units};

/// `requests` are those of the section.
pub fn view(desk: &Desk, requests: &[Number]) -> Html {
    let numbers = if has_measured_units(desk.inputs) { UNITS } else { requests };
    html! { <>{ desk.choice(Choice::Load) }{ desk.numbers(numbers) }</> }
}
