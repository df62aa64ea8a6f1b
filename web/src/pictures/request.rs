//! The request path of the last request: from the code to the router, and to its partitions and indexes, with results and costs.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::call_result::json_of;
use dynalab_playground::contract::Advise;
use dynalab_playground::views::request::{Dot, ItemOutcome, Place, RequestView};
use yew::prelude::*;

use super::advice::Advice;
use super::engine_reads::use_answer;
use super::figure::{self, EmptyFigure, Figure};
use super::place::PicturedCard;
use super::{Canvas, request_card};
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
const TOP: f64 = 26.0;
const ROW: f64 = 62.0;
const BOX: f64 = 50.0;
/// The left edge of the partitions and indexes.
const LEFT: f64 = 262.0;
const RIGHT: f64 = 452.0;
const DOTS_IN_A_LINE: usize = 15;
const PLACES_MAX: usize = 8;

#[derive(PartialEq, Properties)]
pub struct RequestProps {
    pub canvas: Canvas,
}

#[component]
pub fn Request(props: &RequestProps) -> Html {
    let canvas = &props.canvas;
    match &canvas.place.card {
        None => empty(canvas),
        Some(card) => html! { <Answered canvas={canvas.clone()} card={card.clone()} /> },
    }
}

/// The route of a request that has not been sent.
fn empty(canvas: &Canvas) -> Html {
    let drawing = html! {
        <>
            <rect x="1" y="28" width="34" height="28" rx="4" />
            <path d="M35 42H58M52 36l7 6-7 6" />
            <rect x="60" y="28" width="28" height="28" rx="14" />
            <path d="M88 42H100V16H112M100 42H112M100 42V68H112" />
            { for [6, 32, 58].into_iter().map(|y| html! { <rect x="113" y={y.to_string()} width="36" height="20" rx="4" /> }) }
        </>
    };
    let (title, about) = (sentences::pictures::REQUEST_EMPTY, sentences::pictures::REQUEST_NONE);
    EmptyFigure { drawing, title, about, foot: html! {} }.view(&canvas.messages)
}

#[derive(PartialEq, Properties)]
struct AnsweredProps {
    canvas: Canvas,
    card: PicturedCard,
}

#[component]
fn Answered(props: &AnsweredProps) -> Html {
    let AnsweredProps { canvas, card } = props;
    let question = Advise {
        moment: card.entry,
        operation: Some(card.operation.clone()),
        request: Some(json_of(&serde_json::from_str(&card.body).unwrap_or_default())),
    };
    let told = use_answer(canvas, u64::from(card.number), question);
    let view = RequestView::from_trace(&card.trace);
    let caption = caption(canvas, &view);
    let drawing = drawing(canvas, &card.operation, &view, &caption);
    let figure = Figure { drawing, legend: legend(canvas), caption, twin: twin(canvas, &view) };
    let advised = told.as_deref().and_then(|told| told.as_ref().ok());
    html! {
        <>
            { figure.view(canvas) }
            <div class="request-card">
                { request_card::view(canvas, &view, &units_text(&view), advised) }
                { match told.as_deref() {
                    Some(Ok(advised)) => html! { <Advice canvas={canvas.clone()} advised={advised.clone()} /> },
                    // The engine returns a sentence if the request cannot be run again.
                    Some(Err(why)) => html! { <p class="picture-caption">{ why.clone() }</p> },
                    None => figure::waiting(canvas),
                } }
            </div>
        </>
    }
}

fn caption(canvas: &Canvas, view: &RequestView) -> String {
    let units = units_text(view);
    use sentences::pictures as words;
    let units = units.as_str().into();
    match (view.thrown_away > 0, view.written > 0) {
        (true, _) => {
            let (read, thrown) = (view.read.into(), view.thrown_away.into());
            canvas.text(words::RequestThrewAway { read, thrown, units })
        }
        (false, true) => canvas.text(words::RequestWrote { written: view.written.into(), units }),
        (false, false) => canvas.text(words::RequestRead { read: view.read.into(), units }),
    }
}

fn units_text(view: &RequestView) -> String {
    let mut sums: Vec<(&str, f64)> = Vec::new();
    for (_, units, unit) in &view.charges {
        match sums.iter_mut().find(|(known, _)| known == unit) {
            Some((_, sum)) => *sum += units,
            None => sums.push((unit, *units)),
        }
    }
    let sums = sums.into_iter().map(|(unit, sum)| format!("{} {unit}", figures::grouped_decimal(sum)));
    let text = sums.collect::<Vec<_>>().join(" + ");
    if text.is_empty() { "0".to_owned() } else { text }
}

fn middle_of(row: usize) -> f64 {
    TOP + ROW * row as f64 + BOX / 2.0
}

fn drawing(canvas: &Canvas, operation: &str, view: &RequestView, label: &str) -> Html {
    let places: Vec<&Place> = view.places.iter().take(PLACES_MAX).collect();
    let height = TOP + ROW * places.len().max(1) as f64 + 4.0;
    let middle = height / 2.0;
    let refused = view.rejected.is_some();
    html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.to_owned()}>
            <rect class="pic-place" x="8" y={short(middle - 22.0)} width="84" height="44" rx="5" />
            <text class="pic-label pic-label--strong pic-middle" x="50" y={short(middle - 2.0)}>{ canvas.text(sentences::pictures::YOUR_CODE) }</text>
            <text class="pic-label pic-label--data pic-label--quiet pic-middle" x="50" y={short(middle + 13.0)}>{ key_text::cut(operation, 14) }</text>
            { arrow((92.0, middle), (132.0, middle), "--now") }
            <rect class={if refused { "pic-fill--bad" } else { "pic-place pic-place--live" }} x="134" y={short(middle - 22.0)} width="84" height="44" rx="5" />
            <text class="pic-label pic-label--strong pic-middle" x="176" y={short(middle + 4.0)}>{ canvas.text(sentences::pictures::ROUTER) }</text>
            { for places.iter().enumerate().map(|(row, place)| html! {
                <g key={row}>
                    { way_to(place, row, middle, &places) }
                    { place_box(canvas, place, row) }
                    { charge_of(view, place, row) }
                </g>
            }) }
            if view.places.len() > PLACES_MAX {
                <text class="pic-label pic-label--quiet" x={short(LEFT)} y={short(height - 1.0)}>{ format!("+{}", view.places.len() - PLACES_MAX) }</text>
            }
        </svg>
    }
}

/// Draws the line from the router, or from the table to an index that is updated later.
fn way_to(place: &Place, row: usize, middle: f64, places: &[&Place]) -> Html {
    let to = (LEFT - 2.0, middle_of(row));
    let table = places.iter().position(|other| !other.is_index);
    let follows = place.is_index
        && place.dots.iter().any(|dot| matches!(dot.fate, ItemOutcome::Written | ItemOutcome::Deleted));
    match table.filter(|_| follows) {
        Some(table) => {
            let class = if place.later_ms.is_some() { "pic-flow pic-flow--later" } else { "pic-flow" };
            let from_y = middle_of(table) + BOX / 2.0;
            let path = format!(
                "M{0} {1}V{2}H{3}",
                short(LEFT + 12.0),
                short(from_y),
                short(to.1),
                short(LEFT + 14.0)
            );
            html! { <path {class} d={path} /> }
        }
        None => arrow((218.0, middle), to, "--now"),
    }
}

fn arrow(from: (f64, f64), to: (f64, f64), kind: &str) -> Html {
    let (x, y) = to;
    let (dx, dy) = (x - from.0, y - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (bx, by) = (x - 7.0 * ux, y - 7.0 * uy);
    let points = [(x, y), (bx - 3.2 * uy, by + 3.2 * ux), (bx + 3.2 * uy, by - 3.2 * ux)];
    let points = points.map(|(x, y)| format!("{},{}", short(x), short(y))).join(" ");
    html! {
        <>
            <path class={format!("pic-flow pic-flow{kind}")} d={format!("M{} {}L{} {}", short(from.0), short(from.1), short(bx), short(by))} />
            <polygon class={format!("pic-head pic-head{kind}")} {points} />
        </>
    }
}

fn place_box(canvas: &Canvas, place: &Place, row: usize) -> Html {
    let y = TOP + ROW * row as f64;
    let indent = if place.is_index { 14.0 } else { 0.0 };
    let name = match &place.partition {
        Some(partition) => format!("{} · P{partition}", key_text::cut(&place.source, 18)),
        None => key_text::cut(&place.source, 22),
    };
    let aside = match (&place.hash, place.later_ms) {
        (_, Some(later)) => format!("+{later} ms"),
        (Some(hash), None) => format!("{}…", hash.chars().take(6).collect::<String>()),
        (None, None) => String::new(),
    };
    // The number of further items is at the end of the second line.
    let all = place.dots.len() as u64 + place.more;
    let dots = if all > 2 * DOTS_IN_A_LINE as u64 { 2 * DOTS_IN_A_LINE - 4 } else { 2 * DOTS_IN_A_LINE };
    let class = if place.later_ms.is_some() { "pic-place pic-place--off" } else { "pic-place" };
    html! {
        <>
            <rect {class} x={short(LEFT + indent)} y={short(y)} width={short(RIGHT - LEFT - indent)} height={short(BOX)} rx="5" />
            <text class="pic-label pic-label--strong" x={short(LEFT + indent + 8.0)} y={short(y + 15.0)}>{ name }</text>
            <text class="pic-label pic-label--data pic-label--quiet pic-end" x={short(RIGHT - 6.0)} y={short(y + 15.0)}>{ aside }</text>
            { for place.dots.iter().take(dots).enumerate().map(|(number, dot)| {
                let x = LEFT + indent + 13.0 + 11.0 * (number % DOTS_IN_A_LINE) as f64;
                let y = y + 27.0 + 12.0 * (number / DOTS_IN_A_LINE) as f64;
                draw_dot(canvas, dot, x, y)
            }) }
            if all > dots as u64 {
                <text class="pic-label pic-label--quiet pic-end" x={short(RIGHT - 6.0)} y={short(y + 44.0)}>{ format!("+{}", all - dots as u64) }</text>
            }
        </>
    }
}

fn draw_dot(canvas: &Canvas, dot: &Dot, x: f64, y: f64) -> Html {
    let title = format!("{}: {}", dot.key, canvas.text(fate_name(dot.fate)));
    let (x, y) = (short(x), short(y));
    html! { <circle class={fate_class(dot.fate)} cx={x} cy={y} r="4"><title>{ title }</title></circle> }
}

fn fate_class(fate: ItemOutcome) -> &'static str {
    match fate {
        ItemOutcome::Read => "pic-item pic-item--touched",
        ItemOutcome::ThrownAway => "pic-item pic-item--thrown",
        ItemOutcome::Missing => "pic-item pic-item--gone",
        ItemOutcome::Written => "pic-item pic-item--ok",
        ItemOutcome::Deleted => "pic-item pic-item--old",
        ItemOutcome::Held => "pic-item pic-item--held",
        ItemOutcome::Conflict => "pic-item pic-item--bad",
    }
}

fn fate_name(fate: ItemOutcome) -> Sentence {
    match fate {
        ItemOutcome::Read => sentences::pictures::FATE_READ,
        ItemOutcome::ThrownAway => sentences::pictures::FATE_THROWN_AWAY,
        ItemOutcome::Missing => sentences::pictures::FATE_MISSING,
        ItemOutcome::Written => sentences::pictures::FATE_WRITTEN,
        ItemOutcome::Deleted => sentences::pictures::FATE_DELETED,
        ItemOutcome::Held => sentences::pictures::FATE_HELD,
        ItemOutcome::Conflict => sentences::pictures::FATE_CONFLICT,
    }
}

fn charge_of(view: &RequestView, place: &Place, row: usize) -> Html {
    let of_place = |owner: &str| {
        owner == place.source || owner.rsplit_once('.').is_some_and(|(_, index)| index == place.source)
    };
    let charges = view.charges.iter().filter(|(owner, units, _)| of_place(owner) && *units > 0.0);
    let texts: Vec<String> =
        charges.map(|(_, units, unit)| format!("{} {unit}", figures::grouped_decimal(*units))).collect();
    html! { <text class="pic-label pic-label--data" x={short(RIGHT + 12.0)} y={short(middle_of(row) + 4.0)}>{ texts.join(" ") }</text> }
}

fn legend(canvas: &Canvas) -> Html {
    let fates = [
        ItemOutcome::Read,
        ItemOutcome::ThrownAway,
        ItemOutcome::Missing,
        ItemOutcome::Written,
        ItemOutcome::Deleted,
        ItemOutcome::Conflict,
    ];
    html! { { for fates.into_iter().map(|fate| html! {
        <span class="legend-entry">
            <svg viewBox="0 0 22 12" aria-hidden="true"><circle class={fate_class(fate)} cx="11" cy="6" r="4" /></svg>{ canvas.text(fate_name(fate)) }
        </span>
    }) } }
}

fn twin(canvas: &Canvas, view: &RequestView) -> Html {
    let head = [
        sentences::pictures::REQUEST_PLACE,
        sentences::pictures::REQUEST_ITEM,
        sentences::pictures::REQUEST_FATE,
        sentences::pictures::REQUEST_BYTES,
    ];
    let rows = view.places.iter().flat_map(|place| {
        let name = match &place.partition {
            Some(partition) => format!("{} P{partition}", place.source),
            None => place.source.clone(),
        };
        place.dots.iter().map(move |dot| {
            let size = dot.size_bytes.map(|size| size.to_string()).unwrap_or_default();
            [name.clone(), dot.key.clone(), canvas.text(fate_name(dot.fate)), size]
        })
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_REQUEST, head, rows)
}
