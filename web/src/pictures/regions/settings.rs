//! The settings of a global table: its Regions, their links, and writes in each Region.

use dynalab_app::pictures::global_table_requests;
use dynalab_app::pictures::global_table_state::{GlobalTableState, ReplicaRegion};
use dynalab_app::request::call_result::ReadyRequest;
use dynalab_app::request::json_text;
use dynalab_pricing::Region;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use dynalab_service::contract::regions::SetLink;
use dynalab_types::region;
use serde_json::Value;
use yew::prelude::*;

use super::{exact_time, pair_name, place_name};
use crate::browser::field_events::written;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::control_sender::ControlSender;

const REGIONS_MOST: usize = 6;
/// The lags that a link can have. The first is the lag of the simulation settings.
const LAGS_MS: &[Option<u64>] = &[None, Some(100), Some(5_000), Some(60_000)];

#[derive(Clone, PartialEq, Properties)]
pub struct RegionSettingsProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    pub world: GlobalTableState,
}

#[component]
pub fn RegionSettings(props: &RegionSettingsProps) -> Html {
    let RegionSettingsProps { canvas, sender, world } = props;
    let wanted = use_state(|| None::<String>);
    html! {
        <>
            if world.is_global() && !world.is_late() {
                <div class="picture-form">
                    <p class="picture-caption">{ canvas.text(sentences::pictures::REGIONS_INSTANT) }</p>
                    { sender.button(canvas, sentences::pictures::REGIONS_APART, vec![apart()]) }
                </div>
            }
            if world.is_global() {
                { writing(canvas, sender, world) }
                { links(canvas, sender, world) }
            }
            { adding(canvas, sender, world, &wanted) }
        </>
    }
}

/// Returns the control that sets lags similar to those between AWS Regions.
fn apart() -> ReadyRequest {
    SetDials::from_values(&[("replication_lag_least_ms", 300), ("replication_lag_most_ms", 1_000)]).request()
}

fn put(canvas: &Canvas, key: &Value, region: &str) -> ReadyRequest {
    let text = format!("{} {}", place_name(canvas, region), exact_time(canvas.now_ms()));
    global_table_requests::put_item(&canvas.place.table, region, key, &text)
}

/// Renders the buttons that write and read the item in each Region.
fn writing(canvas: &Canvas, sender: &ControlSender, world: &GlobalTableState) -> Html {
    let Some(key) = &world.key else {
        return html! { <p class="picture-caption picture-note">{ canvas.text(sentences::pictures::REGIONS_BINARY_KEYS) }</p> };
    };
    let active = || world.regions.iter().filter(|there| there.status == "ACTIVE");
    let key_text = dynalab_app::pictures::key_text::text(key);
    let about = match world.replication.is_strong() {
        true => canvas.text(sentences::pictures::RegionsItemAboutStrong { key: key_text.as_str().into() }),
        false => canvas.text(sentences::pictures::RegionsItemAbout { key: key_text.as_str().into() }),
    };
    let everywhere: Vec<ReadyRequest> = active().map(|there| put(canvas, key, &there.name)).collect();
    html! {
        <div class="picture-form">
            <p class="picture-caption">{ about }</p>
            { sender.button(canvas, sentences::pictures::REGIONS_WRITE_EVERYWHERE, everywhere) }
            <table class="sheet">
                <tbody>{ for world.regions.iter().map(|there| region_row(canvas, sender, world, there, key)) }</tbody>
            </table>
        </div>
    }
}

fn region_row(
    canvas: &Canvas,
    sender: &ControlSender,
    world: &GlobalTableState,
    there: &ReplicaRegion,
    key: &Value,
) -> Html {
    let name = &there.name;
    let active = there.status == "ACTIVE";
    let read = {
        let (operation, body) = global_table_requests::get_item(&canvas.place.table, name, key);
        let page = canvas.page.clone();
        Callback::from(move |_: MouseEvent| page.edit_and_send(operation, json_text::pretty(&body)))
    };
    let is_own = world.regions.first().is_some_and(|own| own.name == *name);
    let remove = global_table_requests::remove_replica(&canvas.place.table, name);
    html! {
        <tr key={name.clone()}>
            <th scope="row">{ place_name(canvas, name) }</th>
            <td>
                if active {
                    { sender.button_with_label(
                        canvas, &format!("regions-write-{name}"), canvas.text(sentences::pictures::REGIONS_WRITE), vec![put(canvas, key, name)],
                    ) }
                    <button class="button" type="button" data-testid={format!("regions-read-{name}")} onclick={read}>
                        { canvas.text(sentences::pictures::REGIONS_READ) }
                    </button>
                } else {
                    { &there.status }
                }
            </td>
            <td>
                if !is_own && active {
                    { sender.button_with_label(canvas, &format!("regions-remove-{name}"), canvas.text(sentences::pictures::REGIONS_REMOVE), vec![remove]) }
                }
            </td>
        </tr>
    }
}

/// Renders the buttons that disconnect, reconnect and delay links.
fn links(canvas: &Canvas, sender: &ControlSender, world: &GlobalTableState) -> Html {
    let pairs = world.replication.pairs();
    if pairs.is_empty() {
        return html! {};
    }
    let set = |pair: &dynalab_playground::views::regions::Pair,
               up: bool,
               lag_ms: Option<u64>|
     -> Vec<ReadyRequest> {
        let ways = [(&pair.there.from, &pair.there.to), (&pair.back.from, &pair.back.to)];
        let link = |(from, to): (&String, &String)| SetLink {
            from: from.clone(),
            to: to.clone(),
            lag_ms,
            up: Some(up),
        };
        ways.map(|way| link(way).request()).to_vec()
    };
    // A strongly consistent table has no link settings, because a write waits for the other Regions.
    let strong = world.replication.is_strong();
    let row = |pair: dynalab_playground::views::regions::Pair| {
        let (up, lag_ms) = (pair.is_up(), pair.there.lag_ms);
        let name = pair_name(canvas, &pair);
        let test_id = format!("{}-{}", pair.there.from, pair.there.to);
        let onchange = {
            let (sender, pair) = (sender.clone(), pair.clone());
            Callback::from(move |event: Event| {
                let chosen = written(&event).parse::<usize>().ok();
                if let Some(lag_ms) = chosen.and_then(|place| LAGS_MS.get(place)) {
                    sender.send(set(&pair, up, *lag_ms));
                }
            })
        };
        html! {
            <tr key={test_id.clone()}>
                <th scope="row">{ &name }</th>
                <td>
                    <select
                        class="field" aria-label={format!("{}: {name}", canvas.text(sentences::pictures::REGIONS_LAG))}
                        data-testid={format!("regions-lag-{test_id}")} disabled={!canvas.is_live()} {onchange}
                    >
                    { for LAGS_MS.iter().enumerate().map(|(place, lag)| html! {
                        <option value={place.to_string()} selected={*lag == lag_ms}>{ lag_text(canvas, *lag) }</option>
                    }) }
                </select></td>
                <td>
                    if !strong {
                        { sender.button_with_label(
                            canvas, &format!("regions-link-{test_id}"),
                            canvas.text(if up { sentences::pictures::REGIONS_CUT_LINK } else { sentences::pictures::REGIONS_RESTORE_LINK }),
                            set(&pair, !up, lag_ms),
                        ) }
                    }
                </td>
            </tr>
        }
    };
    html! {
        <div class="picture-form">
            <table class="sheet"><caption>{ canvas.text(sentences::pictures::REGIONS_LINKS) }</caption><tbody>{ for pairs.into_iter().map(row) }</tbody></table>
        </div>
    }
}

fn lag_text(canvas: &Canvas, lag_ms: Option<u64>) -> String {
    match lag_ms {
        None => canvas.text(sentences::pictures::REGIONS_LAG_DIALS),
        Some(lag_ms) => format!("{} s", crate::browser::figures::grouped_decimal(lag_ms as f64 / 1_000.0)),
    }
}

fn adding(
    canvas: &Canvas,
    sender: &ControlSender,
    world: &GlobalTableState,
    wanted: &UseStateHandle<Option<String>>,
) -> Html {
    let is_there = |region: &str| world.regions.iter().any(|there| there.name == region);
    // Regions with known prices come first.
    let priced = Region::NAMES.iter().copied();
    let others = region::names().filter(|name| !Region::NAMES.contains(name));
    let free: Vec<&str> = priced.chain(others).filter(|region| !is_there(region)).collect();
    // A strongly consistent table keeps its initial Regions.
    if world.regions.len() >= REGIONS_MOST || free.is_empty() || world.replication.is_strong() {
        return html! {};
    }
    let chosen = wanted.as_deref().filter(|region| free.contains(region)).or(free.first().copied());
    let chosen = chosen.unwrap_or_default();
    let onchange = {
        let wanted = wanted.clone();
        Callback::from(move |event: Event| wanted.set(Some(written(&event))))
    };
    let table = &canvas.place.table;
    let add = global_table_requests::add_replica(table, chosen);
    let strong = global_table_requests::add_strong_replicas(table);
    html! {
        <div class="picture-form">
            <label>{ canvas.text(sentences::pictures::REGIONS_REGION) }{ " " }<select class="field" data-testid="regions-region" {onchange}>
                { for free.iter().map(|region| html! {
                    <option value={region.to_string()} selected={*region == chosen}>{ format!("{} ({region})", place_name(canvas, region)) }</option>
                }) }
            </select></label>
            { sender.button(canvas, sentences::pictures::REGIONS_ADD, vec![add]) }
            if !world.is_global() {
                { sender.button(canvas, sentences::pictures::REGIONS_ADD_STRONG, vec![strong]) }
                <span class="picture-note">{ canvas.text(sentences::pictures::REGIONS_STRONG_ABOUT) }</span>
            }
        </div>
    }
}
