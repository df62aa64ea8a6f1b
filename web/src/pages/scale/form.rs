//! The inputs: the traffic of the day, the two designs, and buttons that change B.

use dynalab_app::calculator::amounts::percent;
use dynalab_app::calculator::link_text::load_problem;
use dynalab_app::scale::inputs::{Change, Choice, Number, Side};
use dynalab_app::scale::presets::Preset;
use dynalab_load::Keys;
use yew::prelude::*;

use super::charts;
use super::scale_context::ScaleContext;
use crate::page::messages::Sentence;
use crate::page::sentences::scale as words;
use crate::pages::calculator::controls::{group, option_button, panel};

pub fn traffic(desk: &ScaleContext) -> Html {
    let presets = Preset::ALL.into_iter().map(|preset| {
        let name = match preset {
            Preset::Vote => words::SCALE_PRESET_VOTE,
            Preset::Shop => words::SCALE_PRESET_SHOP,
            Preset::Sensors => words::SCALE_PRESET_SENSORS,
        };
        let is_chosen = *desk.inputs == preset.inputs();
        let id = format!("scale-preset-{}", preset.name());
        option_button(id, desk.text(name), is_chosen, desk.emit(Change::Preset(preset)))
    });
    let body = html! {
        <>
            <div class="calc-row">
                { group(desk.text(words::SCALE_PRESET), html! { <>{ for presets }</> }) }
            </div>
            <div class="lab-traffic">
                <div class="lab-inputs">
                    { desk.choice(Side::A, Choice::Curve) }
                    { desk.number(Side::A, Number::Peak) }
                    { desk.number(Side::A, Number::Reads) }
                    if desk.inputs.number(Side::A, Number::Reads) > 0.0 { { desk.number(Side::A, Number::Strong) } }
                    { for desk.inputs.adjustable_keys().map(|keys| busiest_share(desk, keys)) }
                </div>
                { charts::curve(desk) }
            </div>
        </>
    };
    panel("scale-traffic".to_owned(), desk.text(words::SCALE_TRAFFIC), html! {}, body)
}

/// Renders the share of the busiest key of a design, such as one event, and which key that is.
fn busiest_share(desk: &ScaleContext, keys: &Keys) -> Html {
    let (key, percent) = (keys.busiest_label(), percent(keys.busiest_share));
    let about = words::ScaleBusiestShare { key: key.as_str().into(), percent: percent.as_str().into() };
    html! {
        <>
            { desk.number_of(Side::A, Number::BusiestShare, desk.inputs.busiest_percent(keys)) }
            <p class="picture-caption" data-testid="scale-busiest-share-about">{ desk.text(about) }</p>
        </>
    }
}

pub fn design(desk: &ScaleContext, side: Side) -> Html {
    let title = match side {
        Side::A => words::SCALE_DESIGN_A,
        Side::B => words::SCALE_DESIGN_B,
    };
    let is = |choice: Choice, option: &str| desk.inputs.is(side, choice, option);
    let is_time = is(Choice::Distribution, "time");
    let shards = desk.inputs.number(side, Number::Shards);
    let has_indexes = desk.inputs.number(side, Number::Indexes) > 0.0;
    let reads = desk.inputs.number(Side::A, Number::Reads) > 0.0;
    if is(Choice::Source, "design") {
        let body = html! { <>{ desk.choice(side, Choice::Source) }{ offered(desk, side) }{ desk.choice(side, Choice::Mode) }{ throughput(desk, side) }</> };
        return panel(format!("scale-design-{}", side.name()), desk.text(title), html! {}, body);
    }
    let body = html! {
        <>
            { desk.choice(side, Choice::Source) }
            { desk.choice(side, Choice::Distribution) }
            if is_time { { desk.choice(side, Choice::Period) } } else { { desk.number(side, Number::Keys) } }
            if is(Choice::Distribution, "hot") { { desk.number(side, Number::HotPercent) } }
            if is(Choice::Distribution, "zipf") { { desk.number(side, Number::Skew) } }
            { desk.number(side, Number::Shards) }
            if shards > 1.0 && reads { { desk.choice(side, Choice::ShardRead) } }
            { desk.number(side, Number::ItemBytes) }
            { desk.choice(side, Choice::Mode) }
            { throughput(desk, side) }
            { desk.number(side, Number::Indexes) }
            if has_indexes {
                { desk.number(side, Number::IndexValues) }
                { desk.choice(side, Choice::Projection) }
                if is(Choice::Projection, "include") { { desk.number(side, Number::EntryBytes) } }
            }
        </>
    };
    panel(format!("scale-design-{}", side.name()), desk.text(title), html! {}, body)
}

/// Renders what the load of a design has for the simulated table.
fn offered(desk: &ScaleContext, side: Side) -> Html {
    let text =
        match desk.inputs.offered(side).and_then(|load| Some((load, desk.inputs.simulated_table(side)?))) {
            Some((load, table)) => {
                let patterns =
                    load.patterns.iter().filter(|pattern| pattern.requests_on(table).next().is_some());
                desk.text(words::ScaleOffered { table: table.into(), patterns: patterns.count().into() })
            }
            None => load_problem(desk.inputs.offered[side as usize].as_ref(), desk.scene.app.messages()),
        };
    html! { <p class="picture-caption" data-testid={format!("scale-{}-offered", side.name())}>{ text }</p> }
}

fn throughput(desk: &ScaleContext, side: Side) -> Html {
    let numbers: &[Number] = match desk.inputs.option(side, Choice::Mode) {
        "provisioned" => &[Number::Writes, Number::ReadUnits],
        "auto-scaling" => {
            &[Number::Writes, Number::MostWrites, Number::ReadUnits, Number::MostReads, Number::Target]
        }
        _ => &[Number::WarmWrites, Number::WarmReads, Number::Quota],
    };
    html! { <>{ for numbers.iter().map(|number| desk.number(side, *number)) }</> }
}

/// Renders the buttons that make B a copy of A with some changed inputs.
pub fn what_if(desk: &ScaleContext) -> Html {
    let number = |number, value| Change::Number(Side::B, number, value);
    let choice = |choice: Choice, option: &str| {
        let place = choice.options().iter().position(|known| *known == option).unwrap_or_default();
        Change::Choice(Side::B, choice, place)
    };
    let warm = vec![
        number(Number::WarmWrites, 200_000.0),
        number(Number::Quota, 200_000.0),
        choice(Choice::Mode, "on-demand"),
    ];
    let all: Vec<(Sentence, Vec<Change>)> = vec![
        (words::SCALE_IF_SHARDS_10, vec![number(Number::Shards, 10.0)]),
        (words::SCALE_IF_SHARDS_100, vec![number(Number::Shards, 100.0)]),
        (words::SCALE_IF_SHARDS_1000, vec![number(Number::Shards, 1_000.0)]),
        (words::SCALE_IF_WARM, warm),
        (words::SCALE_IF_NO_INDEX, vec![number(Number::Indexes, 0.0)]),
        (
            words::SCALE_IF_INDEX,
            vec![number(Number::Indexes, desk.inputs.number(Side::A, Number::Indexes) + 1.0)],
        ),
        (words::SCALE_IF_KEYS_ONLY, vec![choice(Choice::Projection, "keys-only")]),
        (words::SCALE_IF_ITEM_1K, vec![number(Number::ItemBytes, 1_024.0)]),
        (words::SCALE_IF_ITEM_4K, vec![number(Number::ItemBytes, 4_096.0)]),
        (words::SCALE_IF_SCALING, vec![choice(Choice::Mode, "auto-scaling")]),
    ];
    let body = html! {
        <div class="lab-what-if">
            { for all.into_iter().map(|(name, changes)| desk.button(name, Change::WhatIf(changes))) }
        </div>
    };
    let side = html! { desk.text(words::SCALE_WHAT_IF_SIDE) };
    html! { <div class="calc-wide">{ panel("scale-what-if".to_owned(), desk.text(words::SCALE_WHAT_IF), side, body) }</div> }
}
