//! The heat map: the hash space from top to bottom, the day from left to right. Adjacent cells of one level are one rectangle.

use dynalab_app::pictures::svg::short;
use dynalab_traffic::lab::{DayReport, HeatMap, QUARTER_MINUTES};
use yew::prelude::*;

use super::charts::time;
use crate::browser::figures::grouped;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;
use crate::pages::calculator::figure::{Figures, figure, legend_entry};

const LEFT: f64 = 40.0;
const TOP: f64 = 18.0;
const WIDTH: f64 = 492.0;
const HEIGHT: f64 = 192.0;
const CLASSES: [&str; 5] = ["pic-heat-0", "pic-heat-1", "pic-heat-2", "pic-heat-3", "pic-heat-4"];
const LEVELS: [Sentence; 5] = [
    words::SCALE_LEVEL_0,
    words::SCALE_LEVEL_1,
    words::SCALE_LEVEL_2,
    words::SCALE_LEVEL_3,
    words::SCALE_THROTTLED,
];

pub fn view(scene: &Scene, name: &'static str, heat: &HeatMap, report: &DayReport, caption: String) -> Html {
    let height = HEIGHT / heat.rows.max(1) as f64;
    let hatch = format!("hatch-{name}");
    let drawing = html! {
        <svg viewBox="0 0 540 232" role="img" aria-label={caption.clone()} data-testid={format!("scale-{name}")}>
            <defs>
                <pattern id={hatch.clone()} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path class="pic-hatch" d="M0 0V6" />
                </pattern>
            </defs>
            { for (0..heat.rows).map(|row| row_of(heat, row, TOP + row as f64 * height, height, &hatch)) }
            { axis(heat) }
            { mark(scene, report) }
        </svg>
    };
    let legend = html! { <>{ for CLASSES.iter().zip(LEVELS).map(|(class, level)| legend_entry(class, scene.text(level))) }</> };
    figure(scene, name, drawing, legend, caption, &figures(scene, heat))
}

fn row_of(heat: &HeatMap, row: usize, y: f64, height: f64, hatch: &str) -> Html {
    let width = WIDTH / heat.columns.max(1) as f64;
    let gap = if height > 5.0 { 1.0 } else { 0.4 };
    let mut cells = Vec::new();
    let mut from = 0;
    for column in 1..=heat.columns {
        let level = heat.level(row, from);
        if column < heat.columns && heat.level(row, column) == level {
            continue;
        }
        let (x, wide) = (LEFT + from as f64 * width, (column - from) as f64 * width);
        let (x, y, wide, high) = (short(x), short(y), short(wide), short(height - gap));
        cells.push(html! { <rect class={CLASSES[level.min(4)]} x={x.clone()} y={y.clone()} width={wide.clone()} height={high.clone()} /> });
        if level == 4 {
            cells.push(html! { <rect fill={format!("url(#{hatch})")} {x} {y} width={wide} height={high} /> });
        }
        from = column;
    }
    html! { <>{ for cells }</> }
}

/// Renders hash values at the left and times below.
fn axis(heat: &HeatMap) -> Html {
    let hashes = [0, heat.rows / 4, heat.rows / 2, heat.rows * 3 / 4];
    html! {
        <>
            { for hashes.into_iter().map(|row| {
                let y = TOP + HEIGHT * (row as f64 + 0.5) / heat.rows.max(1) as f64 + 4.0;
                html! { <text class="pic-label pic-label--data pic-label--quiet pic-end" x="34" y={short(y)}>{ hash(heat, row) }</text> }
            }) }
            { for (0..=4_u64).map(|quarter| {
                let class = if quarter == 4 { "pic-label pic-label--data pic-label--quiet pic-end" } else {
                    "pic-label pic-label--data pic-label--quiet pic-middle" };
                html! { <text {class} x={short(LEFT + WIDTH * quarter as f64 / 4.0)} y="227">{ time(quarter * 360) }</text> }
            }) }
        </>
    }
}

/// Returns the first two digits of the hash at which a row begins.
fn hash(heat: &HeatMap, row: usize) -> String {
    format!("{:02x}…", row * 256 / heat.rows.max(1))
}

/// Renders a mark at the minute in which the design breaks, or at its busiest minute.
fn mark(scene: &Scene, report: &DayReport) -> Html {
    let (minute, line, label) = match report.breaks {
        Some(breaks) => (breaks.minute, "pic-limit", "pic-label--bad"),
        None => (report.busiest_minute, "pic-now--soft", "pic-label--accent"),
    };
    let text = match report.breaks {
        Some(_) => scene.text(words::ScaleMarkBreaks { time: time(minute).as_str().into() }),
        None => scene.text(words::ScaleMarkBusiest { time: time(minute).as_str().into() }),
    };
    let x = LEFT + WIDTH * minute as f64 / 1_440.0;
    let is_right = x > LEFT + WIDTH / 2.0;
    let class = classes!("pic-label", label, is_right.then_some("pic-end"));
    html! { <>
        <path class={line} d={format!("M{} 12V{}", short(x), short(TOP + HEIGHT))} />
        <text {class} x={short(if is_right { x - 4.0 } else { x + 4.0 })} y="12">{ text }</text>
    </> }
}

/// Returns the highest utilization per hour of each part of the hash space, in percent of the limit.
fn figures(scene: &Scene, heat: &HeatMap) -> Figures {
    let quarters = (60 / QUARTER_MINUTES) as usize;
    let hours = heat.columns / quarters;
    let mut head = vec![scene.text(words::SCALE_HASH), scene.text(words::SCALE_THROTTLED_QUARTERS)];
    head.extend((0..hours).map(|hour| time(hour as u64 * 60)));
    let mut figures = Figures::new(&head);
    for row in 0..heat.rows {
        let mut cells = vec![hash(heat, row), grouped(heat.row_throttled(row) as u64)];
        cells.extend((0..hours).map(|hour| {
            let first = row * heat.columns + hour * quarters;
            let used = heat.used_permille.iter().skip(first).take(quarters).copied().max();
            format!("{} %", used.unwrap_or_default() / 10)
        }));
        figures.add(cells);
    }
    figures
}
