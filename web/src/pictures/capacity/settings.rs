//! The capacity settings: billing mode, provisioned units and auto scaling.

use dynalab_app::pictures::capacity_requests::{self, Scaled, Units};
use dynalab_playground::views::capacity::{Capacity as Described, Scaling};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::control_sender::ControlSender;
use crate::pictures::{Canvas, form};

const UNITS_MOST: u64 = 40_000;
/// Minutes above the target after which auto scaling raises the provisioned units. The minutes far below it, which lower them, follow.
const MINUTES_ABOVE: u64 = 2;
const MINUTES_BELOW: u64 = 15;

#[derive(Clone, PartialEq, Properties)]
pub struct CapacitySettingsProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    pub described: Described,
    pub place: usize,
    pub writes: bool,
}

#[component]
pub fn CapacitySettings(props: &CapacitySettingsProps) -> Html {
    let CapacitySettingsProps { canvas, sender, described, .. } = props;
    let wanted = use_state(|| Units { read: 5, write: 5 });
    let number = |name: Sentence, value: u64, set: fn(Units, u64) -> Units| {
        let wanted = wanted.clone();
        let on_change = Callback::from(move |typed: String| {
            if let Ok(units) = typed.parse() {
                wanted.set(set(*wanted, units));
            }
        });
        form::number(canvas, name, value, UNITS_MOST, on_change)
    };
    let is_provisioned = described.billing_mode == "PROVISIONED";
    let table = &canvas.place.table;
    let provision =
        capacity_requests::provision(table, described, is_provisioned.then_some(props.place), *wanted);
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::CAPACITY_SETTINGS)}>
            { number(sentences::pictures::CAPACITY_READ_UNITS, wanted.read, |units, read| Units { read, ..units }) }
            { number(sentences::pictures::CAPACITY_WRITE_UNITS, wanted.write, |units, write| Units { write, ..units }) }
            { sender.button(
                canvas, if is_provisioned { sentences::pictures::CAPACITY_CHANGE } else { sentences::pictures::CAPACITY_PROVISION }, vec![provision],
            ) }
            if is_provisioned {
                { sender.button(canvas, sentences::pictures::CAPACITY_PAY_PER_REQUEST, vec![capacity_requests::pay_per_request(table)]) }
                { scaling(props) }
            }
        </div>
    }
}

fn scaling(props: &CapacitySettingsProps) -> Html {
    let CapacitySettingsProps { canvas, sender, described, place, writes } = props;
    let Some(resource) = described.resources.get(*place) else { return html! {} };
    let flow = resource.flow(*writes);
    let scaled = Scaled {
        table: &canvas.place.table,
        region: &described.region_name,
        index: resource.index_name.as_deref(),
        writes: *writes,
    };
    let Some(scaling) = &flow.scaling else {
        let mut asked = vec![capacity_requests::scale(scaled, flow.units_per_second)];
        if !described.scaled {
            asked.push(SetDials::from_values(&[("auto_scaling", 1)]).request());
        }
        return html! { <>
            { sender.button(canvas, sentences::pictures::CAPACITY_SCALE, asked) }
            <span class="picture-note">{ canvas.text(sentences::pictures::CAPACITY_SCALE_ABOUT) }</span>
        </> };
    };
    html! { <>
        <p class="picture-caption" data-testid="capacity-scaling">{ scaling_text(canvas, scaling) }</p>
        { sender.button(canvas, sentences::pictures::CAPACITY_SCALE_OFF, vec![capacity_requests::stop_scaling(scaled)]) }
    </> }
}

fn scaling_text(canvas: &Canvas, scaling: &Scaling) -> String {
    let target = figures::grouped_decimal(scaling.target_percent);
    canvas.messages.text(sentences::pictures::CapacityScaled {
        target: target.as_str().into(),
        least: scaling.minimum_units.into(),
        most: scaling.maximum_units.into(),
        above: scaling.minutes_above.min(MINUTES_ABOVE).into(),
        above_of: MINUTES_ABOVE.into(),
        below: scaling.minutes_below.min(MINUTES_BELOW).into(),
        below_of: MINUTES_BELOW.into(),
    })
}
