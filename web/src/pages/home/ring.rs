//! Draws the partitions of the live table as a ring: the places of items, the load of each partition, and throttled requests.

use std::collections::BTreeMap;

use dynalab_app::pictures::svg::{Ring, short};
use dynalab_playground::views::live_load::{HotKey, LiveLoad, PartitionLoad, limit};
use yew::prelude::*;

use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::messages::Messages;
use crate::page::sentences::shell;

const RING: Ring = Ring { x: 190.0, y: 132.0, radius: 80.0 };
const WIDTH: f64 = 380.0;
/// Space between two partitions, as a share of the ring.
const GAP: f64 = 0.004;
/// Maximum number of items drawn per item collection.
const DOTS_MAX: usize = 6;
const DOT_STEP: f64 = 7.0;
/// Space between a label and the edge of the drawing.
const LABEL_MARGIN: f64 = 6.0;
/// Average width of a letter in a label.
const LETTER_WIDTH: f64 = 7.8;

/// Renders the ring. `selected` is the primary key of the row that the person selected.
pub fn view(table: &str, load: &LiveLoad, selected: Option<&str>, messages: &Messages) -> Html {
    let partitions = load.partitions();
    let hot = load.hot_key();
    let throttled: u64 = partitions.iter().map(|partition| partition.throttled).sum();
    let label = label(table, partitions.len() as u64, hot.as_ref(), messages);
    html! {
        <>
            <div class="tabs"><h2 class="tabs-title">{ messages.text(shell::STAGE_PARTITIONS) }</h2>
                <span class="tabs-side">
                    if throttled > 0 {
                        <span class="chip chip--bad" data-testid="stage-throttled">
                            { Icon::Warning.draw() }
                            { messages.text(shell::StageThrottled { writes: figures::grouped(throttled).as_str().into() }) }
                        </span>
                    }
                </span>
            </div>
            <svg class="stage-ring" viewBox={format!("0 0 {WIDTH} 264")} role="img" aria-label={label}>
                <defs>
                    <pattern id="hatch-stage" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                        <path class="pic-hatch" d="M0 0V6" />
                    </pattern>
                </defs>
                { for partitions.iter().map(arc) }
                { for dots(load) }
                { mark(load, hot.as_ref(), selected) }
                <text class="pic-label pic-label--big pic-middle" x={short(RING.x)} y="129">{ partitions.len() }</text>
                <text class="pic-label pic-label--quiet pic-middle" x={short(RING.x)} y="146">{ messages.text(shell::STAGE_PARTITIONS_COUNTED) }</text>
            </svg>
        </>
    }
}

fn label(table: &str, partitions: u64, hot: Option<&HotKey>, messages: &Messages) -> String {
    let ring = messages.text(shell::StageRing { table: table.into(), partitions: partitions.into() });
    let Some(hot) = hot else { return ring };
    let (writes, throttled) = (figures::grouped(hot.writes), figures::grouped(hot.throttled));
    let hot = messages.text(shell::StageRingHot {
        key: hot.partition_key.as_str().into(),
        partition: name(hot.partition).as_str().into(),
        writes: writes.as_str().into(),
        throttled: throttled.as_str().into(),
    });
    format!("{ring} {hot}")
}

pub fn name(partition: u64) -> String {
    format!("P{partition}")
}

fn arc(partition: &PartitionLoad) -> Html {
    let (from, until) = (partition.from + GAP, partition.until - GAP);
    let (x, y) = RING.wider(-24.0).at((from + until) / 2.0);
    html! {
        <g key={partition.id}>
            <path class={classes!("pic-arc", heat_class(partition.asked))} d={RING.arc(from, until)} />
            if partition.throttled > 0 { <path class="pic-refused" fill="url(#hatch-stage)" d={RING.wider(8.0).band(from, until, 9.0)} /> }
            <text class="pic-label pic-label--strong pic-middle" x={short(x)} y={short(y + 4.0)}>{ name(partition.id) }</text>
        </g>
    }
}

/// Returns the class for a partition's writes, as a share of its limit.
pub fn heat_class(writes: u64) -> &'static str {
    match writes * 100 / limit().max(1) {
        0..2 => "pic-heat-0",
        2..25 => "pic-heat-1",
        25..60 => "pic-heat-2",
        60..90 => "pic-heat-3",
        _ => "pic-heat-4",
    }
}

/// Draws the items of each partition key, one behind another.
fn dots(load: &LiveLoad) -> impl Iterator<Item = Html> {
    let mut collections: BTreeMap<&str, (f64, usize)> = BTreeMap::new();
    for key in load.keys() {
        collections.entry(&key.partition_key).or_insert((key.turn, 0)).1 += 1;
    }
    let places = collections.into_values().flat_map(|(turn, items)| {
        (0..items.min(DOTS_MAX)).map(move |item| RING.wider(24.0 + DOT_STEP * item as f64).at(turn))
    });
    places.map(|(x, y)| html! { <circle class="pic-item" cx={short(x)} cy={short(y)} r="2.4" /> })
}

/// Draws the mark of the selected item, or else of the item on sale.
fn mark(load: &LiveLoad, hot: Option<&HotKey>, selected: Option<&str>) -> Html {
    let selected = selected.and_then(|key| load.key(key)).map(|key| (key.turn, &key.partition_key));
    let is_bad = selected.is_none();
    let Some((turn, key)) = selected.or(hot.map(|hot| (hot.turn, &hot.partition_key))) else {
        return html! {};
    };
    let ((x, y), (text_x, text_y)) = (RING.wider(24.0).at(turn), RING.wider(40.0).at(turn));
    // A label extends away from the ring and remains within the drawing.
    let half = LETTER_WIDTH * key.chars().count() as f64 / 2.0;
    let outwards = (text_x - RING.x) / RING.wider(40.0).radius;
    let least = half + LABEL_MARGIN;
    let text_x = (text_x + outwards * half).clamp(least, (WIDTH - least).max(least));
    let (item, flow, text) = if is_bad {
        ("pic-item--bad", "pic-flow--bad", "pic-label--bad")
    } else {
        ("pic-item--touched", "", "pic-label--accent")
    };
    html! {
        <g data-testid="stage-mark">
            <path
                class={classes!("pic-flow", flow)}
                d={format!("M{} {}L{} {}", short(x), short(y), short(RING.wider(8.0).at(turn).0), short(RING.wider(8.0).at(turn).1))}
            />
            <circle class={classes!("pic-item", item)} cx={short(x)} cy={short(y)} r="3.6" />
            <circle class={classes!("pic-item", "pic-pulse", item)} cx={short(x)} cy={short(y)} r="3.6" />
            <text class={classes!("pic-label", "pic-label--halo", "pic-middle", text)} x={short(text_x)} y={short(text_y + 4.0)}>{ key }</text>
        </g>
    }
}
