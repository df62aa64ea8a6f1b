//! Draws the map of a global table: Regions as boxes, links as arrows, writes in transit as squares.

use dynalab_app::pictures::global_table_state::{GlobalTableState, ReplicaRegion};
use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_playground::views::regions::{Link, places, progress};
use yew::prelude::*;

use super::place_name;
use crate::browser::figures;
use crate::page::sentences;
use crate::pictures::Canvas;

const WIDTH: f64 = 560.0;
const BOX_WIDTH: f64 = 180.0;
const BOX_HEIGHT: f64 = 74.0;
/// Half of the distance between the two directions of a link.
const APART: f64 = 7.0;
const SQUARES_MAX: u64 = 4;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

pub fn drawn(canvas: &Canvas, world: &GlobalTableState, label: &str) -> Html {
    let height = if world.regions.len() > 2 { 340.0 } else { 128.0 };
    let centres: Vec<Point> = places(world.regions.len())
        .into_iter()
        .map(|place| Point {
            x: BOX_WIDTH / 2.0 + 2.0 + place.x * (WIDTH - BOX_WIDTH - 4.0),
            y: BOX_HEIGHT / 2.0 + 4.0 + place.y * (height - BOX_HEIGHT - 8.0),
        })
        .collect();
    let centre_of = |region: &str| {
        let place = world.regions.iter().position(|there| there.name == region);
        place.and_then(|place| centres.get(place)).copied()
    };
    html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {height}")} role="img" aria-label={label.to_owned()}>
            { for world.replication.links.iter().filter_map(|link| {
                let (from, to) = centre_of(&link.from).zip(centre_of(&link.to))?;
                Some(link_drawn(canvas, world, link, from, to))
            }) }
            { for world.regions.iter().zip(&centres).map(|(there, centre)| region(canvas, world, there, *centre)) }
        </svg>
    }
}

fn region(canvas: &Canvas, world: &GlobalTableState, there: &ReplicaRegion, centre: Point) -> Html {
    let (x, y) = (centre.x - BOX_WIDTH / 2.0, centre.y - BOX_HEIGHT / 2.0);
    let active = there.status == "ACTIVE";
    let items = world.member(&there.name).map(|member| member.item_count);
    let items =
        items.map(|items| canvas.messages.text(sentences::pictures::RegionsCount { count: items.into() }));
    let about = if active { items.unwrap_or_default() } else { there.status.clone() };
    let there_is = world.value(&there.name);
    let value = there_is.map_or_else(|| canvas.text(sentences::pictures::REGIONS_NO_ITEM), str::to_owned);
    let newest = world.replication.meetings().into_iter().next();
    let fate = newest.and_then(|meeting| match () {
        () if meeting.winner.region_name == there.name => {
            Some(("pic-label pic-label--ok pic-end", sentences::pictures::REGIONS_WINS))
        }
        () if meeting.loser.region_name == there.name => {
            Some(("pic-label pic-label--bad pic-end", sentences::pictures::REGIONS_LOSES))
        }
        () => None,
    });
    html! {
        <g key={there.name.clone()}>
            <rect
                class={if active { "pic-place" } else { "pic-place pic-place--off" }} x={short(x)} y={short(y)} width={short(BOX_WIDTH)}
                height={short(BOX_HEIGHT)} rx="5"
            />
            <text class="pic-label pic-label--strong" x={short(x + 9.0)} y={short(y + 17.0)}>{ place_name(canvas, &there.name) }</text>
            <text class="pic-label pic-label--data pic-label--quiet" x={short(x + 9.0)} y={short(y + 31.0)}>{ &there.name }</text>
            if let Some((class, name)) = fate { <text {class} x={short(x + BOX_WIDTH - 8.0)} y={short(y + 17.0)}>{ canvas.text(name) }</text> }
            <text class="pic-label pic-label--quiet pic-end" x={short(x + BOX_WIDTH - 8.0)} y={short(y + 31.0)}>{ about }</text>
            if active {
                <rect
                    class={if there_is.is_some() { "pic-place pic-place--live" } else { "pic-place pic-place--off" }} x={short(x + 7.0)}
                    y={short(y + 41.0)} width={short(BOX_WIDTH - 14.0)} height="24" rx="3"
                />
                <text
                    class="pic-label pic-label--data pic-middle" x={short(centre.x)} y={short(y + 57.0)} textLength={squeezed(&value)}
                    lengthAdjust="spacingAndGlyphs"
                    data-testid={format!("regions-value-{}", there.name)}
                >
                    { key_text::cut(&value, 32) }
                </text>
            }
        </g>
    }
}

/// Returns the width to which a value must be compressed, or none if it fits. Letters beyond ASCII are about twice as wide.
fn squeezed(value: &str) -> Option<String> {
    let width: f64 = value.chars().map(|letter| if letter.is_ascii() { 6.7 } else { 11.2 }).sum();
    let most = BOX_WIDTH - 22.0;
    (width > most).then(|| short(most))
}

/// Returns the point where a line from a box's center to another point leaves the box.
fn edge(centre: Point, towards: Point) -> Point {
    let (dx, dy) = (towards.x - centre.x, towards.y - centre.y);
    let part = |half: f64, distance: f64| if distance == 0.0 { f64::MAX } else { half / distance.abs() };
    let part = part(BOX_WIDTH / 2.0 + 3.0, dx).min(part(BOX_HEIGHT / 2.0 + 3.0, dy)).min(0.5);
    Point { x: centre.x + dx * part, y: centre.y + dy * part }
}

fn link_drawn(canvas: &Canvas, world: &GlobalTableState, link: &Link, from: Point, to: Point) -> Html {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    // Each direction is drawn at its left side, so that the two are side by side.
    let (left, up) = (dy / length, -dx / length);
    let shift = |point: Point, by: f64| Point { x: point.x + left * by, y: point.y + up * by };
    let (begin, end) = (shift(edge(from, to), APART), shift(edge(to, from), APART));
    let at =
        |part: f64| Point { x: begin.x + (end.x - begin.x) * part, y: begin.y + (end.y - begin.y) * part };
    let (ux, uy) = (dx / length, dy / length);
    let wing = |side: f64| {
        format!("{},{}", short(end.x - ux * 7.0 + left * side), short(end.y - uy * 7.0 + up * side))
    };
    let strong = world.replication.is_strong();
    let class = match (link.up, strong) {
        (false, _) => "pic-flow pic-flow--bad pic-flow--later",
        (true, true) => "pic-flow pic-flow--now",
        (true, false) if link.pending > 0 => "pic-flow pic-flow--later pic-travel",
        (true, false) => "pic-flow pic-flow--later",
    };
    let head = match (link.up, strong) {
        (false, _) => "pic-head pic-head--bad",
        (true, true) => "pic-head pic-head--now",
        (true, false) => "pic-head",
    };
    let middle = at(0.5);
    // The note is nearer to the arrow's end, so that notes of several links do not overlap.
    let note = shift(at(if left.abs() > 0.5 { 0.66 } else { 0.5 }), 13.0);
    let anchor = if left > 0.5 {
        ""
    } else if left < -0.5 {
        "pic-end"
    } else {
        "pic-middle"
    };
    let oldest = progress(link, world.usual_lag_ms);
    html! {
        <g key={format!("{}>{}", link.from, link.to)}>
            <path {class} d={format!("M{} {}L{} {}", short(begin.x), short(begin.y), short(end.x), short(end.y))} />
            <polygon class={head} points={format!("{},{} {} {}", short(end.x), short(end.y), wing(3.5), wing(-3.5))} />
            if !link.up {
                <path
                    class="pic-cross"
                    d={format!("M{} {}l8 8M{} {}l-8 8", short(middle.x - 4.0), short(middle.y - 4.0), short(middle.x + 4.0), short(middle.y - 4.0))}
                />
            }
            { for (0..link.pending.min(SQUARES_MAX)).map(|number| {
                let place = at((oldest - 0.07 * number as f64).max(0.04));
                html! { <rect class="pic-item--held" x={short(place.x - 4.5)} y={short(place.y - 4.5)} width="9" height="9" rx="2" /> }
            }) }
            <text
                class={classes!("pic-label", if link.up { "pic-label--quiet" } else { "pic-label--bad" }, anchor)} x={short(note.x)}
                y={short(note.y + 4.0)}
            >{ note_of(canvas, link) }</text>
        </g>
    }
}

fn note_of(canvas: &Canvas, link: &Link) -> String {
    let waits = (link.pending > 0)
        .then(|| canvas.messages.text(sentences::pictures::RegionsWaiting { count: link.pending.into() }));
    let lag = link.lag_ms.map(|lag_ms| format!("{} s", figures::grouped_decimal(lag_ms as f64 / 1_000.0)));
    let state = if link.up { lag } else { Some(canvas.text(sentences::pictures::REGIONS_CUT)) };
    [state, waits].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

pub fn legend(canvas: &Canvas) -> Html {
    html! {
        <>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-flow pic-flow--later" d="M1 6H21" /></svg>
                { canvas.text(sentences::pictures::REGIONS_LATER) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-flow pic-flow--now" d="M1 6H21" /></svg>
                { canvas.text(sentences::pictures::REGIONS_AT_ONCE) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-item--held" x="6.5" y="1.5" width="9" height="9" rx="2" /></svg>
                { canvas.text(sentences::pictures::REGIONS_ON_THE_WAY) }
            </span>
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><path class="pic-cross" d="M7 2l8 8M15 2l-8 8" /></svg>
                { canvas.text(sentences::pictures::REGIONS_CUT) }
            </span>
        </>
    }
}
