//! Partitions: the hash space as a ring, colored by load, with throttling hatched. Items are dots at their hashes, and a spoke
//! shows the key of the last request. Bars below show each partition's load in the last second.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::{Ring, short};
use dynalab_capacity::admission::CapacityRules;
use dynalab_playground::views::request::RequestView;
use dynalab_service::contract::partitions::{
    DescribePartitions, PartitionDescription, PartitionThroughput, PartitionsDescription,
};
use yew::prelude::*;

use super::engine_reads::use_described;
use super::figure::{self, Figure};
use super::{Canvas, limits_off};
use crate::browser::figures;
use crate::page::sentences;

const RING: Ring = Ring { x: 130.0, y: 126.0, radius: 76.0 };
const RING_WIDTH: f64 = 260.0;
/// Number of ring slices in which items are counted. A small table has a dot for each item.
const SLICES: u64 = 96;
/// Maximum number of dots per slice, drawn one behind another.
const DOTS_MAX: u64 = 5;
const DOTS_BEGIN: f64 = 14.0;
const DOT_STEP: f64 = 5.5;
/// A label may extend into the space between the ring and the notes.
const LABELS_END: f64 = RING_WIDTH + 10.0;
/// Average width of a letter in a label.
const LETTER_WIDTH: f64 = 6.0;
/// The limits of a partition while limits are off.
const LIMITS_OFF: CapacityRules = CapacityRules::OF_THE_SERVICE;
const BARS_MAX: usize = 12;
const BAR_LEFT: f64 = 104.0;
const BAR_WIDTH: f64 = 120.0;

/// Returns the load of the last second as a share of the engine's limit, or of `off` without one.
fn heat_of(flow: &PartitionThroughput, off: u64) -> f64 {
    let limit = flow.units_per_second.filter(|units| *units > 0.0).unwrap_or(off as f64);
    flow.last_second_units / limit
}

/// Returns the position of a hash as a share of the ring.
fn turn_of(hash: &str) -> f64 {
    u64::from_str_radix(hash, 16).map_or(0.0, |hash| hash as f64 / u64::MAX as f64)
}

/// The load of a partition, and its place on the ring.
trait PartitionLoad {
    /// Returns the beginning of the partition as a share of the ring.
    fn ring_start(&self) -> f64;
    fn write_heat(&self) -> f64;
    fn read_heat(&self) -> f64;
    fn throttled(&self) -> u64;

    /// Returns the load of the last second as a share of the partition's limits. It can be above 1.
    fn heat(&self) -> f64 {
        self.write_heat().max(self.read_heat())
    }

    fn heat_class(&self) -> &'static str {
        match self.heat() {
            heat if heat < 0.02 => "pic-heat-0",
            heat if heat < 0.25 => "pic-heat-1",
            heat if heat < 0.6 => "pic-heat-2",
            heat if heat < 0.9 => "pic-heat-3",
            _ => "pic-heat-4",
        }
    }
}

impl PartitionLoad for PartitionDescription {
    fn ring_start(&self) -> f64 {
        turn_of(&self.from_hash)
    }

    fn write_heat(&self) -> f64 {
        heat_of(&self.writes, LIMITS_OFF.partition_write_units)
    }

    fn read_heat(&self) -> f64 {
        heat_of(&self.reads, LIMITS_OFF.partition_read_units)
    }

    fn throttled(&self) -> u64 {
        self.reads.throttled_requests + self.writes.throttled_requests
    }
}

#[derive(PartialEq, Properties)]
pub struct PartitionsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Partitions(props: &PartitionsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let request = DescribePartitions {
        table_name: canvas.place.table.clone(),
        index_name: canvas.place.index.clone(),
        hash_slices: Some(SLICES),
    };
    let described = use_described(canvas, request);
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let refused = {
        let refusal = refusal.setter();
        Callback::from(move |why| refusal.set(Some(why)))
    };
    html! {
        <>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            if !described.limited { { limits_off::notice(canvas, refused) } }
            { drawn(canvas, described).view(canvas) }
        </>
    }
}

fn drawn(canvas: &Canvas, described: &PartitionsDescription) -> Figure {
    let label = caption(canvas, described);
    let touched = last_used_partitions(canvas);
    let drawing = html! {
        <div class="partitions">
            { ring(canvas, described, &touched, &label) }
            { notes(canvas, described, &touched) }
            { bars(canvas, described) }
        </div>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, described) }
}

/// Returns the shown table or index as a trace names it.
fn source_of(canvas: &Canvas) -> String {
    match &canvas.place.index {
        Some(index) => format!("{}.{index}", canvas.place.table),
        None => canvas.place.table.clone(),
    }
}

/// Returns the hash and the first key of each partition that the last request used.
fn last_used_partitions(canvas: &Canvas) -> Vec<(f64, String, String)> {
    let view =
        canvas.place.card.as_ref().map(|card| RequestView::from_trace(&card.trace)).unwrap_or_default();
    let source = source_of(canvas);
    // A request may also use other tables. Their keys have no place on this ring.
    let places = view.places.into_iter().filter(|place| place.source == source).filter_map(|place| {
        let hash = place.hash?;
        let turn = u64::from_str_radix(&hash, 16).ok()? as f64 / 4_294_967_296.0;
        let key = place.dots.first().map(|dot| dot.key.clone()).unwrap_or_default();
        let key =
            key.split(' ').next().and_then(|first| first.split_once('=')).map(|(_, value)| value.to_owned());
        Some((turn, key.unwrap_or_default(), hash))
    });
    places.take(6).collect()
}

fn ring(
    canvas: &Canvas,
    described: &PartitionsDescription,
    touched: &[(f64, String, String)],
    label: &str,
) -> Html {
    let partitions = &described.partitions;
    let end_of = |place: usize| partitions.get(place + 1).map_or(1.0, PartitionDescription::ring_start);
    let gap = if partitions.len() > 60 { 0.0 } else { 0.004 };
    html! {
        <svg viewBox={format!("0 0 {RING_WIDTH} 252")} role="img" aria-label={label.to_owned()}>
            <defs>
                <pattern id="hatch-ring" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path class="pic-hatch" d="M0 0V6" />
                </pattern>
            </defs>
            { for partitions.iter().enumerate().map(|(place, partition)| {
                let (from, to) = (partition.ring_start(), end_of(place));
                let (from, to) = if to - from > 4.0 * gap { (from + gap, to - gap) } else { (from, to) };
                html! {
                    <g key={partition.id}>
                        <path class={format!("pic-arc {}", partition.heat_class())} d={RING.arc(from, to)}>
                            <title>{ format!("P{}", partition.id) }</title>
                        </path>
                        if is_refusing(partition) { <path class="pic-refused" fill="url(#hatch-ring)" d={RING.wider(8.0).band(from, to, 9.0)} /> }
                    </g>
                }
            }) }
            { for touched.iter().map(|(turn, ..)| spoke(*turn)) }
            { for youngest(described).into_iter().map(|partition| fork(partition.ring_start())) }
            { for partitions.iter().enumerate().map(|(place, partition)| name(partition, end_of(place))) }
            { for dots(described) }
            { for touched.iter().map(|(turn, key, _)| {
                let (x, y) = RING.wider(DOTS_BEGIN).at(*turn);
                let (text_x, text_y) = RING.wider(24.0).at(*turn);
                // If a label does not fit beside the ring, only the note names the key.
                let key = key_text::cut(key, 12);
                let width = LETTER_WIDTH * key.chars().count() as f64;
                let is_right = text_x > RING.x;
                let fits = if is_right { text_x + width <= LABELS_END } else { text_x >= width };
                let side = if is_right { "" } else { "pic-end" };
                html! { <g>
                    <circle class="pic-item pic-item--touched" cx={short(x)} cy={short(y)} r="4" />
                    <circle class="pic-item pic-item--touched pic-pulse" cx={short(x)} cy={short(y)} r="4" />
                    if fits {
                        <text class={classes!("pic-label", "pic-label--halo", "pic-label--accent", side)} x={short(text_x)} y={short(text_y + 4.0)}>
                            { key }
                        </text>
                    }
                </g> }
            }) }
            <text class="pic-label pic-label--quiet pic-middle" x={short(RING.x)} y="122" data-testid="partitions-of">
                { key_text::cut(canvas.place.index.as_ref().unwrap_or(&canvas.place.table), 14) }
            </text>
            <text class="pic-label pic-label--data pic-label--quiet pic-middle" x={short(RING.x)} y="136">
                { canvas.messages.text(sentences::pictures::PartitionsCount { count: (partitions.len() as u64).into() }) }
            </text>
        </svg>
    }
}

/// Draws the items at their hashes, one behind another.
fn dots(described: &PartitionsDescription) -> impl Iterator<Item = Html> {
    let places = described.hash_slices.iter().flatten().flat_map(|slice| {
        let turn = turn_of(&slice.first_hash);
        (0..slice.item_count.min(DOTS_MAX))
            .map(move |item| RING.wider(DOTS_BEGIN + DOT_STEP * item as f64).at(turn))
    });
    places.map(|(x, y)| html! { <circle class="pic-item" cx={short(x)} cy={short(y)} r="1.9" /> })
}

/// Returns the newest partition that was split from another.
fn youngest(described: &PartitionsDescription) -> Option<&PartitionDescription> {
    described
        .partitions
        .iter()
        .filter(|partition| partition.parent.is_some())
        .max_by_key(|partition| partition.id)
}

/// Draws the name of a partition if its arc is long enough.
fn name(partition: &PartitionDescription, end: f64) -> Html {
    const ROOM: f64 = 0.035;
    if end - partition.ring_start() <= ROOM {
        return html! {};
    }
    let (x, y) = RING.wider(-24.0).at((partition.ring_start() + end) / 2.0);
    html! { <text class="pic-label pic-label--halo pic-label--strong pic-middle" x={short(x)} y={short(y + 4.0)}>{ format!("P{}", partition.id) }</text> }
}

/// Draws a line from the center to the item's hash.
fn spoke(turn: f64) -> Html {
    let ends = [RING.wider(-40.0).at(turn), RING.wider(DOTS_BEGIN - 4.0).at(turn)];
    let [from, to] = ends.map(|(x, y)| format!("{} {}", short(x), short(y)));
    html! { <path class="pic-spoke" d={format!("M{from}L{to}")} /> }
}

/// Draws a fork inside the ring, where a partition was split.
fn fork(turn: f64) -> Html {
    const HALF: f64 = 0.035;
    let (stem, middle) = (RING.wider(-30.0).at(turn), RING.wider(-22.0).at(turn));
    let (left, right) = (RING.wider(-10.0).at(turn - HALF), RING.wider(-10.0).at(turn + HALF));
    let [stem, middle, left, right] =
        [stem, middle, left, right].map(|(x, y)| format!("{} {}", short(x), short(y)));
    html! { <path class="pic-fork" data-testid="partitions-fork" d={format!("M{stem}L{middle}M{left}L{middle}L{right}")} /> }
}

/// Returns true if the partition throttled requests and its load is still above half of its limits.
fn is_refusing(partition: &PartitionDescription) -> bool {
    partition.throttled() > 0 && partition.heat() > 0.5
}

fn notes(canvas: &Canvas, described: &PartitionsDescription, touched: &[(f64, String, String)]) -> Html {
    let partition_at =
        |turn: f64| described.partitions.iter().rev().find(|partition| partition.ring_start() <= turn);
    let hottest = described.partitions.iter().filter(|partition| partition.throttled() > 0);
    let hottest = hottest.max_by_key(|partition| partition.throttled());
    html! {
        <ul class="partitions-notes">
            if let Some((turn, key, hash)) = touched.iter().find(|(_, key, _)| !key.is_empty()) {
                if let Some(partition) = partition_at(*turn) {
                    <li class="partitions-note partitions-note--now">
                        <b>{ canvas.messages.text(sentences::pictures::PartitionsLiesIn { key: key.as_str().into(), partition: partition.id.into() }) }</b>
                        <code>{ format!("hash = {hash}…") }</code>
                    </li>
                }
            }
            if let Some(partition) = youngest(described) {
                <li class="partitions-note partitions-note--split">
                    <b>{ canvas.messages.text(sentences::pictures::PartitionsSplit { partition: partition.parent.unwrap_or_default().into() }) }</b>
                    { canvas.text(sentences::pictures::PARTITIONS_SPLIT_ABOUT) }
                </li>
            }
            if let Some(partition) = hottest {
                <li class="partitions-note partitions-note--bad" data-testid="partitions-throttled">
                    <b>
                        { canvas.messages.text(
                            sentences::pictures::PartitionsThrottled { partition: partition.id.into(), count: partition.throttled().into() },
                        ) }
                    </b>
                    { canvas.text(sentences::pictures::PARTITIONS_THROTTLED_ABOUT) }
                </li>
            }
            <li class="partitions-note">
                <b>{ canvas.text(sentences::pictures::PARTITIONS_TABLE_FLOW) }</b>
                { flow_text(canvas, &described.writes, "WCU") }
                <br />
                { flow_text(canvas, &described.reads, "RCU") }
            </li>
        </ul>
    }
}

fn flow_text(canvas: &Canvas, flow: &PartitionThroughput, unit: &str) -> String {
    let now = figures::grouped_decimal(flow.last_second_units);
    match (flow.units_per_second, flow.saved_units) {
        (Some(limit), Some(saved)) => {
            let (limit, saved) = (figures::grouped_decimal(limit), figures::grouped_decimal(saved.round()));
            canvas.messages.text(sentences::pictures::PartitionsFlowOf {
                now: now.as_str().into(),
                limit: limit.as_str().into(),
                saved: saved.as_str().into(),
                unit: unit.into(),
            })
        }
        (Some(limit), None) => {
            let limit = figures::grouped_decimal(limit);
            canvas.messages.text(sentences::pictures::PartitionsFlowUpTo {
                now: now.as_str().into(),
                limit: limit.as_str().into(),
                unit: unit.into(),
            })
        }
        _ => format!("{now} {unit}/s"),
    }
}

/// Renders the hottest partitions in the order of their hashes, for writes or reads, whichever load is higher.
fn bars(canvas: &Canvas, described: &PartitionsDescription) -> Html {
    let hottest =
        |heat: fn(&PartitionDescription) -> f64| described.partitions.iter().map(heat).fold(0.0, f64::max);
    let of_writes = hottest(PartitionDescription::write_heat) >= hottest(PartitionDescription::read_heat);
    let name = match of_writes {
        true => sentences::pictures::PARTITIONS_WRITES,
        false => sentences::pictures::PARTITIONS_READS,
    };
    let flow = |partition: &PartitionDescription| match of_writes {
        true => (partition.writes.last_second_units, partition.write_heat()),
        false => (partition.reads.last_second_units, partition.read_heat()),
    };
    let mut shown: Vec<&PartitionDescription> = described.partitions.iter().collect();
    shown.sort_by(|one, other| other.heat().total_cmp(&one.heat()));
    shown.truncate(BARS_MAX);
    shown.sort_by(|one, other| one.ring_start().total_cmp(&other.ring_start()));
    let height = 24.0 + 19.0 * shown.len() as f64;
    html! {
        <svg viewBox={format!("0 0 360 {}", short(height))} aria-hidden="true">
            <text class="pic-label pic-label--quiet" x="4" y="14">{ canvas.text(sentences::pictures::PARTITIONS_FROM) }</text>
            <text class="pic-label pic-label--quiet" x={short(BAR_LEFT)} y="14">{ canvas.text(name) }</text>
            <text class="pic-label pic-label--quiet pic-end" x="356" y="14">{ canvas.text(sentences::pictures::PARTITIONS_REFUSED) }</text>
            { for shown.iter().enumerate().map(|(row, partition)| {
                let y = 22.0 + 19.0 * row as f64;
                let (units, heat) = flow(partition);
                let filled = heat.min(1.0) * BAR_WIDTH;
                html! { <g key={partition.id}>
                    <text class="pic-label pic-label--strong" x="4" y={short(y + 10.0)}>{ format!("P{}", partition.id) }</text>
                    <text class="pic-label pic-label--data" x="40" y={short(y + 10.0)}>
                        { format!("{}…{}", &partition.from_hash.get(..4).unwrap_or_default(), if partition.from_key.is_some() { "+" } else { "" }) }
                    </text>
                    <rect class="pic-lane" x={short(BAR_LEFT)} y={short(y)} width={short(BAR_WIDTH)} height="12" rx="2" />
                    <rect class={partition.heat_class()} x={short(BAR_LEFT)} y={short(y)} width={short(filled)} height="12" rx="2" />
                    <text class="pic-label pic-label--data" x={short(BAR_LEFT + BAR_WIDTH + 6.0)} y={short(y + 10.0)}>
                        { figures::grouped(units.round() as u64) }
                    </text>
                    if partition.throttled() > 0 {
                        <text class="pic-label pic-label--bad pic-end" x="356" y={short(y + 10.0)}>{ figures::grouped(partition.throttled()) }</text>
                    }
                </g> }
            }) }
            <path class="pic-limit" d={format!("M{0} 18V{1}", short(BAR_LEFT + BAR_WIDTH), short(height - 2.0))} />
        </svg>
    }
}

fn legend(canvas: &Canvas) -> Html {
    html! {
        <>
            { for ["pic-heat-0", "pic-heat-1", "pic-heat-2", "pic-heat-3",
                "pic-heat-4"].into_iter().zip(["0 %", "25 %", "60 %", "90 %", "100 %"]).map(|(class, share)| html! {
                <span class="legend-entry"><svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" /></svg>{ share }</span>
            }) }
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class="pic-refused" fill="url(#hatch-ring)" x="1" y="1" width="20" height="10" /></svg>
                { canvas.text(sentences::pictures::PARTITIONS_REFUSED) }
            </span>
        </>
    }
}

fn caption(canvas: &Canvas, described: &PartitionsDescription) -> String {
    let throttled: u64 = described.partitions.iter().map(PartitionDescription::throttled).sum();
    let count = described.partitions.len() as u64;
    let count = count.into();
    match throttled {
        0 => canvas.text(sentences::pictures::PartitionsCaption { count }),
        _ => canvas
            .text(sentences::pictures::PartitionsCaptionThrottled { count, throttled: throttled.into() }),
    }
}

fn twin(canvas: &Canvas, described: &PartitionsDescription) -> Html {
    let head = [
        sentences::pictures::PARTITIONS_PARTITION,
        sentences::pictures::PARTITIONS_PARENT,
        sentences::pictures::PARTITIONS_FROM,
        sentences::pictures::PARTITIONS_ITEMS,
        sentences::pictures::PARTITIONS_SIZE,
        sentences::pictures::PARTITIONS_WRITES,
        sentences::pictures::PARTITIONS_READS,
        sentences::pictures::PARTITIONS_REFUSED,
    ];
    let rows = described.partitions.iter().map(|partition| {
        let parent = partition.parent.map(|parent| format!("P{parent}")).unwrap_or_default();
        [
            format!("P{}", partition.id),
            parent,
            partition.from_hash.clone(),
            figures::grouped(partition.item_count),
            figures::size(partition.size_bytes),
            figures::grouped_decimal(partition.writes.last_second_units),
            figures::grouped_decimal(partition.reads.last_second_units),
            figures::grouped(partition.throttled()),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_PARTITIONS, head, rows)
}
