//! The inputs of the load: requests of one size, measured units per second, or the load of a design with its access patterns.

use dynalab_app::calculator::amounts::units;
use dynalab_app::calculator::link_text::load_problem;
use dynalab_app::capacity::inputs::{Choice, Number};
use dynalab_app::capacity::load::{self, UNITS, has_measured_units};
use dynalab_load::{Load, PatternLoad, RequestLoad};
use dynalab_messages::figures::money;
use yew::prelude::*;

use super::capacity_context::CapacityContext;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::figure::Figures;

/// Renders the inputs. `requests` are those of the section.
pub fn view(desk: &CapacityContext, requests: &[Number]) -> Html {
    let is_design = desk.inputs.is(Choice::Load, "design");
    let inputs = match load::offered(desk.inputs) {
        Some(load) => offered(desk, load),
        None if is_design => {
            let problem = load_problem(desk.inputs.offered.as_ref(), desk.scene.app.messages());
            html! { <p class="picture-caption" data-testid="calc-offered-problem">{ problem }</p> }
        }
        None if has_measured_units(desk.inputs) => desk.numbers(UNITS),
        None => desk.numbers(requests),
    };
    html! { <>{ desk.choice(Choice::Load) }{ inputs }</> }
}

/// Renders the access patterns of a design, and the bill of all of them.
fn offered(desk: &CapacityContext, load: &Load) -> Html {
    let mut figures = Figures::new(
        &[
            words::CALC_OFFERED_PATTERN,
            words::CALC_OFFERED_AVERAGE,
            words::CALC_OFFERED_PEAK,
            words::CALC_OFFERED_SAMPLE,
            words::CALC_OFFERED_READS,
            words::CALC_OFFERED_WRITES,
        ]
        .map(|name| desk.text(name)),
    );
    for pattern in &load.patterns {
        let flow = pattern.flow();
        let sum = |of: fn(&PatternLoad, &RequestLoad) -> f64| {
            units(pattern.requests.iter().map(|request| of(pattern, request)).sum())
        };
        figures.add([
            pattern.name.clone(),
            units(flow.average),
            units(flow.peak),
            sum(|_, request| request.sample_read_units),
            sum(|_, request| request.read_units),
            sum(|pattern, request| request.mean_write_units(pattern.failed_conditions)),
        ]);
    }
    let bill = load::offered_bill(desk.inputs).map(|bill| {
        let usd = money(bill.total_usd());
        desk.text(words::CalcOfferedBill { usd: usd.as_str().into() })
    });
    html! {
        <>
            <p data-testid="calc-offered-bill">{ bill }</p>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_OFFERED_PATTERN)} data-testid="calc-offered">
                { figures.view() }
            </div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "load") }</div>
        </>
    }
}
