//! The page of the capacity calculators: item size, units, partitions, mode and price, auto scaling. All inputs are in the link.

mod capacity_context;
mod curve;
mod item_size;
mod load_form;
mod measured;
mod partitions;
mod price;
mod scaling;
mod units;

use dynalab_app::capacity::inputs::{Change, Choice, Inputs};
use dynalab_pricing::Preset;
use yew::prelude::*;

use self::capacity_context::CapacityContext;
use self::measured::Measured;
use crate::page::scene::Scene;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::{group, option_button};
use crate::pages::calculator::link::{copy_link_callback, use_linked_inputs};

#[derive(PartialEq, Properties)]
pub struct CapacityPageProps {
    pub scene: Scene,
}

#[component]
pub fn CapacityPage(props: &CapacityPageProps) -> Html {
    let (inputs, change) = use_linked_inputs::<Inputs>();
    let desk = CapacityContext { scene: &props.scene, inputs: &inputs, change: &change };
    html! {
        <div class="page calc" data-testid="capacity-page">
            { head(&desk) }
            { conventions(&desk) }
            <Measured scene={props.scene.clone()} inputs={inputs.clone()} change={change.clone()} />
            { section(&desk) }
        </div>
    }
}

fn head(desk: &CapacityContext) -> Html {
    let onclick =
        copy_link_callback(desk.scene, desk.inputs, words::CALC_LINK_COPIED, words::CALC_LINK_NOT_COPIED);
    html! {
        <div class="page-head">
            <div><h1 class="page-title">{ desk.text(words::CALC_TITLE) }</h1><p class="page-lead">{ desk.text(words::CALC_LEAD) }</p></div>
            <div class="page-tools">
                { desk.choice(Choice::Place) }
                <button class="button" type="button" data-testid="calc-copy-link" {onclick}>{ desk.text(words::CALC_COPY_LINK) }</button>
                { desk.button(words::CALC_RESET, Change::Open(Box::default())) }
            </div>
        </div>
    }
}

/// Renders the conventions: the length of a month, the bytes of a GB and a KB, and the free tier.
fn conventions(desk: &CapacityContext) -> Html {
    let presets = Preset::ALL.into_iter().map(|preset| {
        let emit = desk.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(Change::Preset(preset)));
        let (name, sentence) = match preset {
            Preset::PricePage => ("price-page", words::CALC_PRESET_PRICE_PAGE),
            Preset::McpCalculator => ("mcp", words::CALC_PRESET_MCP),
            Preset::AgentSkill => ("skill", words::CALC_PRESET_SKILL),
        };
        let is_chosen = desk.inputs.has_preset(preset);
        option_button(format!("calc-preset-{name}"), desk.text(sentence), is_chosen, onclick)
    });
    let body = html! {
        <div class="calc-row">
            { group(desk.text(words::CALC_PRESET), html! { <>{ for presets }</> }) }
            { desk.choice(Choice::Month) }
            { desk.choice(Choice::Gb) }
            { desk.choice(Choice::Kb) }
            { desk.choice(Choice::FreeTier) }
        </div>
    };
    // The note names further differences of an AWS tool, besides its conventions.
    let about = if desk.inputs.has_preset(Preset::McpCalculator) {
        Some(words::CALC_PRESET_MCP_ABOUT)
    } else if desk.inputs.has_preset(Preset::AgentSkill) {
        Some(words::CALC_PRESET_SKILL_ABOUT)
    } else {
        None
    };
    let body = html! {
        <>
            { body }
            if let Some(about) = about { <p class="picture-caption" data-testid="calc-preset-about">{ desk.text(about) }</p> }
        </>
    };
    desk.panel(words::CALC_CONVENTIONS, html! { desk.text(words::CALC_CONVENTIONS_SIDE) }, body)
}

fn section(desk: &CapacityContext) -> Html {
    let options = Choice::Section.options();
    let tabs = options.iter().enumerate().map(|(place, option)| {
        let emit = desk.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(Change::Choice(Choice::Section, place)));
        let current = (desk.inputs.choice(Choice::Section) == place).then_some("true");
        html! {
            <button class="calc-tab" type="button" aria-current={current} data-testid={format!("calc-section-{option}")} {onclick}>
                { desk.option_label(Choice::Section, option) }
            </button>
        }
    });
    let shown = match desk.inputs.option(Choice::Section) {
        "units" => units::view(desk),
        "partitions" => partitions::view(desk),
        "price" => price::view(desk),
        "scaling" => scaling::view(desk),
        _ => item_size::view(desk),
    };
    html! {
        <>
            <nav class="calc-tabs" aria-label={desk.text(words::CALC_SECTIONS)}>{ for tabs }</nav>
            { shown }
        </>
    }
}
