//! A global table: its Regions, the writes in transit, one item in each Region, and the winner of two conflicting writes. The
//! settings are below the map.

mod map;
mod settings;
mod state_reads;

use dynalab_app::pictures::global_table_state::GlobalTableState;
use dynalab_app::regions;
use dynalab_playground::utc;
use dynalab_playground::views::regions::{Key, Meeting, Pair};
use yew::prelude::*;

use super::control_sender::use_control_sender;
use super::engine_reads::use_told;
use super::figure::{self, EmptyFigure, Figure};
use super::{Canvas, empty_drawings};
use crate::browser::figures;
use crate::page::sentences;

const MEETINGS_SHOWN: usize = 4;

/// Returns the name of a Region, or its code if it has no name.
pub fn place_name(canvas: &Canvas, region: &str) -> String {
    regions::place(region, canvas.messages.language)
}

/// Formats the time of day with milliseconds.
fn exact_time(at_ms: u64) -> String {
    format!("{}.{:03} {}", utc::day_and_time(at_ms).1, at_ms % 1_000, utc::UTC)
}

#[derive(PartialEq, Properties)]
pub struct RegionsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Regions(props: &RegionsProps) -> Html {
    let canvas = &props.canvas;
    let sender = use_control_sender(canvas);
    let table = canvas.place.table.clone();
    let page = canvas.page.clone();
    let world = use_told(canvas.drawing, table.clone(), move || state_reads::fetch_state(page, table));
    let Some(world) = world else { return figure::waiting(canvas) };
    let world = match world.as_ref() {
        Ok(world) => world,
        Err(why) => return figure::refused(why),
    };
    html! {
        <>
            { sender.view() }
            if world.is_global() {
                { drawn(canvas, world).view(canvas) }
                { meetings(canvas, world) }
            } else {
                { one_region(canvas) }
            }
            <settings::RegionSettings canvas={canvas.clone()} {sender} world={world.clone()} />
        </>
    }
}

/// A table without replicas. The button that adds one is below, with its Region.
fn one_region(canvas: &Canvas) -> Html {
    let (title, about) = (sentences::pictures::REGIONS_ONE, sentences::pictures::REGIONS_NONE);
    EmptyFigure { drawing: empty_drawings::regions(), title, about, foot: html! {} }.view(&canvas.messages)
}

fn drawn(canvas: &Canvas, world: &GlobalTableState) -> Figure {
    let label = caption(canvas, world);
    let drawing = map::drawn(canvas, world, &label);
    Figure { drawing, legend: map::legend(canvas), caption: label, twin: twin(canvas, world) }
}

fn caption(canvas: &Canvas, world: &GlobalTableState) -> String {
    if world.replication.is_strong() {
        return canvas.text(sentences::pictures::REGIONS_CAPTION_STRONG);
    }
    let on_the_way = world.replication.on_the_way();
    if world.replication.pairs().iter().any(|pair| !pair.is_up()) {
        return canvas.messages.text(sentences::pictures::RegionsCaptionCut { count: on_the_way.into() });
    }
    canvas.messages.text(sentences::pictures::RegionsCaption { count: on_the_way.into() })
}

/// Renders the conflicting writes and their winners.
fn meetings(canvas: &Canvas, world: &GlobalTableState) -> Html {
    let meetings = world.replication.meetings();
    if meetings.is_empty() {
        return html! {};
    }
    html! {
        <ul class="partitions-notes regions-meetings" aria-label={canvas.text(sentences::pictures::REGIONS_CONFLICTS)}>
            { for meetings.iter().take(MEETINGS_SHOWN).map(|meeting| html! {
                <li class="partitions-note partitions-note--now" data-testid="regions-winner" data-region={meeting.winner.region_name.clone()}>
                    <b>{ canvas.messages.text(sentences::pictures::RegionsWon {
                        region: place_name(canvas, &meeting.winner.region_name).as_str().into(), key: key_text(&meeting.key).as_str().into() }) }</b>
                    { won_over(canvas, meeting) }
                </li>
            }) }
        </ul>
    }
}

/// Returns the values of a key.
fn key_text(key: &Key) -> String {
    key.values().flat_map(|value| value.values()).cloned().collect::<Vec<_>>().join(" / ")
}

fn won_over(canvas: &Canvas, meeting: &Meeting) -> String {
    let loser = place_name(canvas, &meeting.loser.region_name);
    let (won_at, lost_at) =
        (exact_time(meeting.winner.written_at_ms()), exact_time(meeting.loser.written_at_ms()));
    let met: Vec<String> = meeting.regions.iter().map(|region| place_name(canvas, region)).collect();
    let met = met.join(", ");
    let (loser, places) = (loser.as_str().into(), met.as_str().into());
    match won_at == lost_at {
        true => canvas.text(sentences::pictures::RegionsWonAtOnce {
            won_at: won_at.as_str().into(),
            lost_at: lost_at.as_str().into(),
            loser,
            r#where: places,
        }),
        false => canvas.text(sentences::pictures::RegionsWonAbout {
            won_at: won_at.as_str().into(),
            lost_at: lost_at.as_str().into(),
            loser,
            r#where: places,
        }),
    }
}

fn twin(canvas: &Canvas, world: &GlobalTableState) -> Html {
    let head = [
        sentences::pictures::REGIONS_REGION,
        sentences::pictures::REGIONS_STATUS,
        sentences::pictures::REGIONS_ITEMS,
        sentences::pictures::REGIONS_ITEM,
    ];
    let rows = world.regions.iter().map(|there| {
        let member = world.member(&there.name);
        [
            format!("{} ({})", place_name(canvas, &there.name), there.name),
            there.status.clone(),
            member.map(|member| figures::grouped(member.item_count)).unwrap_or_default(),
            world
                .value(&there.name)
                .map_or_else(|| canvas.text(sentences::pictures::REGIONS_NO_ITEM), str::to_owned),
        ]
    });
    let regions = figure::sheet(canvas, sentences::pictures::PICTURE_REGIONS, head, rows);
    let head = [
        sentences::pictures::REGIONS_LINK,
        sentences::pictures::REGIONS_THERE,
        sentences::pictures::REGIONS_BACK,
        sentences::pictures::REGIONS_STATUS,
    ];
    let rows = world.replication.pairs().into_iter().map(|pair| {
        let (there, back) = (figures::grouped(pair.there.pending), figures::grouped(pair.back.pending));
        [
            pair_name(canvas, &pair),
            there,
            back,
            canvas.text(if pair.is_up() {
                sentences::pictures::REGIONS_UP
            } else {
                sentences::pictures::REGIONS_CUT
            }),
        ]
    });
    html! { <>{ regions }{ figure::sheet(canvas, sentences::pictures::REGIONS_LINKS, head, rows) }</> }
}

fn pair_name(canvas: &Canvas, pair: &Pair) -> String {
    format!("{} ⇄ {}", place_name(canvas, &pair.there.from), place_name(canvas, &pair.there.to))
}
