//! Draws the sketch of entities and relations: boxes with attributes, and lines from each parent to its children.

use dynalab_app::pictures::svg::short;
use dynalab_modeling::sketch::{AttributeLine, EntityBox, Join, Sketch};
use yew::prelude::*;

use super::design_context::{DesignContext, scroll};
use crate::browser::figures;
use crate::page::sentences::design as words;

const BOX_WIDTH: f64 = 190.0;
const HEAD_HEIGHT: f64 = 40.0;
const LINE_HEIGHT: f64 = 18.0;
const FOOT_HEIGHT: f64 = 6.0;
const COLUMN_GAP: f64 = 90.0;
const ROW_GAP: f64 = 22.0;
/// Space around the drawing, because a line to an earlier column leaves its box to the right.
const MARGIN: f64 = 10.0;
const WAY_BACK: f64 = 34.0;
/// Length of the fork at the end of a line, which means "many".
const FOOT_LENGTH: f64 = 11.0;
const FOOT_SPREAD: f64 = 6.0;

pub fn view(desk: &DesignContext, sketch: &Sketch) -> Html {
    let places = places(sketch);
    let (columns, _) = sketch.size();
    let width = MARGIN * 2.0 + columns as f64 * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP + WAY_BACK;
    let height =
        places.iter().zip(&sketch.boxes).map(|(place, one)| place.y + box_height(one)).fold(0.0, f64::max)
            + MARGIN;
    let label = desk.text(words::DesignSketch {
        entities: (sketch.boxes.len() as u64).into(),
        relations: (sketch.joins.len() as u64).into(),
    });
    let drawing = html! {
        <svg
            class="sketch" width={short(width)} height={short(height)} viewBox={format!("0 0 {} {}", short(width), short(height))} role="img"
            aria-label={label.clone()} data-testid="design-sketch"
        >
            { for sketch.joins.iter().map(|join| line(join, &places)) }
            { for sketch.boxes.iter().zip(&places).map(|(one, place)| entity(desk, one, place)) }
        </svg>
    };
    scroll(label, drawing)
}

struct BoxPlace {
    x: f64,
    y: f64,
    column: usize,
}

impl BoxPlace {
    /// Returns the y coordinate of a line's end: the middle of the name.
    fn middle(&self) -> f64 {
        self.y + HEAD_HEIGHT / 2.0
    }
}

/// Returns the position of each box. A row is as high as its highest box.
fn places(sketch: &Sketch) -> Vec<BoxPlace> {
    let (_, rows) = sketch.size();
    let mut tops = vec![MARGIN];
    for row in 0..rows {
        let heights = sketch.boxes.iter().filter(|one| one.row == row).map(box_height);
        tops.push(tops[row] + heights.fold(0.0, f64::max) + ROW_GAP);
    }
    let place = |one: &EntityBox| BoxPlace {
        x: MARGIN + one.column as f64 * (BOX_WIDTH + COLUMN_GAP),
        y: tops[one.row],
        column: one.column,
    };
    sketch.boxes.iter().map(place).collect()
}

fn box_height(one: &EntityBox) -> f64 {
    let lines = one.lines.len() + usize::from(one.more > 0);
    HEAD_HEIGHT + lines as f64 * LINE_HEIGHT + FOOT_HEIGHT
}

fn entity(desk: &DesignContext, one: &EntityBox, place: &BoxPlace) -> Html {
    let count = desk.text(words::DesignSketchItems { items: one.count.into() });
    let line_at = |number: usize| place.y + HEAD_HEIGHT + (number as f64 + 0.75) * LINE_HEIGHT;
    html! {
        <g key={one.entity}>
            <rect class="sketch-box" x={short(place.x)} y={short(place.y)} width={short(BOX_WIDTH)} height={short(box_height(one))} rx="4" />
            <path class="sketch-rule" d={format!("M{} {}h{}", short(place.x), short(place.y + HEAD_HEIGHT), short(BOX_WIDTH))} />
            <text class="sketch-name" x={short(place.x + 10.0)} y={short(place.y + 17.0)}>{ cut(&one.name) }</text>
            <text class="sketch-count" x={short(place.x + 10.0)} y={short(place.y + 32.0)}>{ count }</text>
            { for one.lines.iter().enumerate().map(|(number, line)| attribute(line, place.x, line_at(number))) }
            if one.more > 0 {
                <text class="sketch-count" x={short(place.x + 10.0)} y={short(line_at(one.lines.len()))}>
                    { desk.text(words::DesignSketchMore { more: (one.more as u64).into() }) }
                </text>
            }
        </g>
    }
}

fn attribute(line: &AttributeLine, x: f64, y: f64) -> Html {
    let class = if line.copied_from.is_some() {
        "sketch-attribute sketch-attribute--copy"
    } else {
        "sketch-attribute"
    };
    html! {
        <>
            <text {class} x={short(x + 10.0)} y={short(y)}>if let Some(from) = &line.copied_from { <title>{ from }</title> }{ cut(&line.name) }</text>
            <text class="sketch-type" x={short(x + BOX_WIDTH - 10.0)} y={short(y)} text-anchor="end">{ line.data_type.name() }</text>
        </>
    }
}

/// Renders the line from a parent to its child, with the number of children at the child's end.
fn line(join: &Join, places: &[BoxPlace]) -> Html {
    let (parent, child) = (&places[join.parent], &places[join.child]);
    let (from_x, from_y, to_y) = (parent.x + BOX_WIDTH, parent.middle(), child.middle());
    let goes_right = child.column > parent.column;
    // A line to the same or an earlier column enters the box from the right.
    let (to_x, side) = if goes_right { (child.x, -1.0) } else { (child.x + BOX_WIDTH, 1.0) };
    let to_y = if join.parent == join.child { to_y + HEAD_HEIGHT / 2.0 + LINE_HEIGHT } else { to_y };
    let bend = if goes_right { (to_x - from_x) / 2.0 } else { WAY_BACK };
    let path = format!(
        "M{} {}C{} {} {} {} {} {}",
        short(from_x),
        short(from_y),
        short(from_x + bend),
        short(from_y),
        short(to_x + side * bend),
        short(to_y),
        short(to_x),
        short(to_y)
    );
    let foot = foot(to_x, to_y, side, join.most);
    let (label_x, anchor) =
        if goes_right { (to_x - FOOT_LENGTH - 3.0, "end") } else { (to_x + FOOT_LENGTH + 3.0, "start") };
    html! {
        <g key={format!("join-{}", join.relation)}>
            <path class="sketch-join" d={path} />
            <path class="sketch-join" d={foot} />
            <text class="sketch-number" x={short(label_x)} y={short(to_y - 5.0)} text-anchor={anchor}>{ rows(join) }</text>
        </g>
    }
}

/// Returns the number of children per parent, such as "1" or "0–20".
fn rows(join: &Join) -> String {
    match join.least == join.most {
        true => figures::grouped(join.most),
        false => format!("{}–{}", figures::grouped(join.least), figures::grouped(join.most)),
    }
}

fn foot(x: f64, y: f64, side: f64, most: u64) -> String {
    let from = short(x + side * FOOT_LENGTH);
    if most <= 1 {
        return format!("M{from} {}v{}", short(y - FOOT_SPREAD), short(FOOT_SPREAD * 2.0));
    }
    let (x, y_text) = (short(x), short(y));
    format!("M{x} {}L{from} {y_text}L{x} {}", short(y - FOOT_SPREAD), short(y + FOOT_SPREAD))
}

/// Cuts a name to the length that a box can show.
fn cut(name: &str) -> String {
    const MOST: usize = 22;
    match name.chars().count() > MOST {
        true => format!("{}…", name.chars().take(MOST - 1).collect::<String>()),
        false => name.to_owned(),
    }
}
