//! The inputs of the load: requests of one size, or measured units per second.

use dynalab_app::capacity::inputs::{Choice, Number};
use dynalab_app::capacity::load::{UNITS, has_measured_units};
use yew::prelude::*;

use super::capacity_context::CapacityContext;

/// Renders the inputs. `requests` are those of the section.
pub fn view(desk: &CapacityContext, requests: &[Number]) -> Html {
    let numbers = if has_measured_units(desk.inputs) { UNITS } else { requests };
    html! { <>{ desk.choice(Choice::Load) }{ desk.numbers(numbers) }</> }
}
