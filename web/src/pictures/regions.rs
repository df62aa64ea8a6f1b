//! A global table: its Regions as places, what is on its way between them, one item as each of them has it, and which of two writes
//! won. Below the map, what can be turned and written.

mod asked;
mod map;
mod settings;

use dynalab_playground::views::regions::{Key, Meeting, Pair};
use yew::prelude::*;

use super::Canvas;
use super::described::use_told;
use super::turning::use_turning;
use super::words::{self, Figure};
use crate::figures;
use asked::World;

const MEETINGS_SHOWN: usize = 4;

/// As people call it; the code where nobody has a name for it.
pub fn place_name(canvas: &Canvas, region: &str) -> String {
    canvas.messages.find(&format!("region-{region}"), &[]).unwrap_or_else(|| region.to_owned())
}

/// The time of day with its thousandths.
fn exact_time(at_ms: u64) -> String {
    format!("{}.{:03}", figures::day_and_time(at_ms).1, at_ms % 1_000)
}

#[derive(PartialEq, Properties)]
pub struct RegionsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Regions(props: &RegionsProps) -> Html {
    let canvas = &props.canvas;
    let turning = use_turning(canvas);
    let table = canvas.place.table.clone();
    let page = canvas.page.clone();
    let world = use_told(canvas.moment, table.clone(), move || asked::ask(page, table));
    let Some(world) = world else { return words::waiting(canvas) };
    let world = match world.as_ref() {
        Ok(world) => world,
        Err(why) => return words::refused(why),
    };
    html! {
        <>
            { turning.view() }
            if world.is_global() {
                { drawn(canvas, world).view(canvas) }
                { meetings(canvas, world) }
            } else {
                <p class="picture-caption picture-note">{ canvas.text("regions-none") }</p>
            }
            <settings::RegionSettings canvas={canvas.clone()} {turning} world={world.clone()} />
        </>
    }
}

fn drawn(canvas: &Canvas, world: &World) -> Figure {
    let label = caption(canvas, world);
    let drawing = map::drawn(canvas, world, &label);
    Figure { drawing, legend: map::legend(canvas), caption: label, twin: twin(canvas, world) }
}

fn caption(canvas: &Canvas, world: &World) -> String {
    if world.replication.is_strong() {
        return canvas.text("regions-caption-strong");
    }
    let on_the_way = world.replication.on_the_way();
    if world.replication.pairs().iter().any(|pair| !pair.is_up()) {
        return canvas.messages.fill("regions-caption-cut", [("count", on_the_way.into())]);
    }
    canvas.messages.fill("regions-caption", [("count", on_the_way.into())])
}

/// Which writes met, and which of them won.
fn meetings(canvas: &Canvas, world: &World) -> Html {
    let meetings = world.replication.meetings();
    if meetings.is_empty() {
        return html! {};
    }
    html! {
        <ul class="partitions-notes regions-meetings" aria-label={canvas.text("regions-conflicts")}>
            { for meetings.iter().take(MEETINGS_SHOWN).map(|meeting| html! {
                <li class="partitions-note partitions-note--now" data-testid="regions-winner" data-region={meeting.winner.region_name.clone()}>
                    <b>{ canvas.messages.fill("regions-won", [("region", place_name(canvas, &meeting.winner.region_name).as_str().into()), ("key", key_text(&meeting.key).as_str().into())]) }</b>
                    { won_over(canvas, meeting) }
                </li>
            }) }
        </ul>
    }
}

/// The values alone, as people read them.
fn key_text(key: &Key) -> String {
    key.values().flat_map(|value| value.values()).cloned().collect::<Vec<_>>().join(" / ")
}

fn won_over(canvas: &Canvas, meeting: &Meeting) -> String {
    let loser = place_name(canvas, &meeting.loser.region_name);
    let (won_at, lost_at) =
        (exact_time(meeting.winner.written_at_ms()), exact_time(meeting.loser.written_at_ms()));
    let met: Vec<String> = meeting.regions.iter().map(|region| place_name(canvas, region)).collect();
    let met = met.join(", ");
    let told = [
        ("won-at", won_at.as_str().into()),
        ("lost-at", lost_at.as_str().into()),
        ("loser", loser.as_str().into()),
        ("where", met.as_str().into()),
    ];
    let name = if won_at == lost_at { "regions-won-at-once" } else { "regions-won-about" };
    canvas.messages.fill(name, told)
}

fn twin(canvas: &Canvas, world: &World) -> Html {
    let head = ["regions-region", "regions-status", "regions-items", "regions-item"];
    let rows = world.regions.iter().map(|there| {
        let member = world.member(&there.name);
        [
            format!("{} ({})", place_name(canvas, &there.name), there.name),
            there.status.clone(),
            member.map(|member| figures::grouped(member.item_count)).unwrap_or_default(),
            world.value(&there.name).map_or_else(|| canvas.text("regions-no-item"), str::to_owned),
        ]
    });
    let regions = words::sheet(canvas, "picture-regions", head, rows);
    let head = ["regions-link", "regions-there", "regions-back", "regions-status"];
    let rows = world.replication.pairs().into_iter().map(|pair| {
        let (there, back) = (figures::grouped(pair.there.pending), figures::grouped(pair.back.pending));
        [
            pair_name(canvas, &pair),
            there,
            back,
            canvas.text(if pair.is_up() { "regions-up" } else { "regions-cut" }),
        ]
    });
    html! { <>{ regions }{ words::sheet(canvas, "regions-links", head, rows) }</> }
}

fn pair_name(canvas: &Canvas, pair: &Pair) -> String {
    format!("{} ⇄ {}", place_name(canvas, &pair.there.from), place_name(canvas, &pair.there.to))
}
