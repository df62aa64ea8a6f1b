//! Draws a vector search: the map around the query, the ranking beside it, and the table of projections.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_playground::views::vectors::{Entry, NearestEntries, Place};
use serde_json::Value;
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::figure::{self, Figure};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 280.0;
const CENTER: f64 = 140.0;
/// The radius of the farthest entry.
const RADIUS: f64 = 118.0;
/// The radius of the nearest entry, so that the middle is free for the query.
const RADIUS_LEAST: f64 = 16.0;
const LIST_LEFT: f64 = 300.0;
const LIST_WIDTH: f64 = WIDTH - LIST_LEFT - 10.0;
const ROW: f64 = 25.0;
const ROWS_MAX: usize = 10;
const KEY_LENGTH: usize = 24;

pub(super) fn drawn(canvas: &Canvas, found: &NearestEntries<Value>) -> Figure {
    let places = found.places();
    let label = caption(canvas, found);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {HEIGHT}")} role="img" aria-label={label.clone()}>
            { map(found, &places) }
            { ranking(canvas, found, &places) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, found) }
}

fn at(place: &Place) -> (f64, f64) {
    let radius = RADIUS_LEAST + (RADIUS - RADIUS_LEAST) * place.radius;
    (CENTER + radius * place.direction.0, CENTER - radius * place.direction.1)
}

fn map(found: &NearestEntries<Value>, places: &[Place]) -> Html {
    let reach = found.reach(places).map(|reach| RADIUS_LEAST + (RADIUS - RADIUS_LEAST) * reach);
    // The query's own item is drawn as the query.
    let is_query = |entry: &Entry<Value>| found.key.as_ref() == Some(&entry.key);
    let drawn = found.entries.iter().zip(places).enumerate().filter(|(_, (entry, _))| !is_query(entry));
    html! {
        <g>
            <circle class="pic-lane" cx={short(CENTER)} cy={short(CENTER)} r={short(RADIUS + 14.0)} />
            if let Some(reach) = reach { <circle class="pic-limit" cx={short(CENTER)} cy={short(CENTER)} r={short(reach)} fill="none" /> }
            { for drawn.clone().filter(|(_, (_, place))| place.is_returned).map(|(_, (_, place))| {
                let (x, y) = at(place);
                html! { <path class="pic-spoke" d={format!("M{0} {0}L{1} {2}", short(CENTER), short(x), short(y))} /> }
            }) }
            { for drawn.map(|(rank, (entry, place))| dot(rank, entry, place)) }
            <circle class="pic-item pic-item--touched" cx={short(CENTER)} cy={short(CENTER)} r="6" />
            <text class="pic-label pic-label--strong pic-label--halo pic-middle" x={short(CENTER)} y={short(CENTER + 18.0)}>{ "?" }</text>
        </g>
    }
}

fn dot(rank: usize, entry: &Entry<Value>, place: &Place) -> Html {
    let (x, y) = at(place);
    let (class, radius) =
        if place.is_returned { ("pic-item pic-item--ok", "5") } else { ("pic-item", "3.5") };
    html! {
        <g data-testid="vectors-entry" data-returned={place.is_returned.to_string()}>
            <title>{ format!("{}. {} · {}", rank + 1, key_text::text(&entry.key), score_text(entry.score)) }</title>
            <circle {class} cx={short(x)} cy={short(y)} r={radius} />
            if place.is_returned { <text class="pic-label pic-label--halo" x={short(x + 7.0)} y={short(y - 5.0)}>{ rank + 1 }</text> }
        </g>
    }
}

fn score_text(score: f64) -> String {
    format!("{score:.4}")
}

/// Draws the nearest entries with their scores as bars.
fn ranking(canvas: &Canvas, found: &NearestEntries<Value>, places: &[Place]) -> Html {
    html! {
        <g>
            <text class="pic-label pic-label--quiet" x={short(LIST_LEFT)} y="14">{ canvas.text(function_name(&found.distance_function)) }</text>
            { for found.entries.iter().zip(places).take(ROWS_MAX).enumerate().map(|(rank, (entry, place))| {
                let y = 24.0 + ROW * rank as f64;
                let (bar, label) = match place.is_returned {
                    true => ("pic-fill--ok", "pic-label"),
                    false => ("pic-place", "pic-label pic-label--quiet"),
                };
                html! { <g key={rank}>
                    <text class={label} x={short(LIST_LEFT)} y={short(y + 10.0)}>
                        { format!("{}. {}", rank + 1, key_text::cut(&key_text::text(&entry.key), KEY_LENGTH)) }
                    </text>
                    <text class={format!("{label} pic-label--data pic-end")} x={short(LIST_LEFT + LIST_WIDTH)} y={short(y + 10.0)}>
                        { score_text(entry.score) }
                    </text>
                    <rect class={bar} x={short(LIST_LEFT)} y={short(y + 14.0)} width={short((LIST_WIDTH * place.radius).max(1.0))} height="5" rx="2" />
                </g> }
            }) }
        </g>
    }
}

fn function_name(function: &str) -> Sentence {
    match function {
        "EUCLIDEAN" => sentences::pictures::VECTORS_EUCLIDEAN,
        "DOT_PRODUCT" => sentences::pictures::VECTORS_DOT_PRODUCT,
        _ => sentences::pictures::VECTORS_COSINE,
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, radius: &'static str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><circle {class} cx="11" cy="6" r={radius} /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! { <>
        { entry("pic-item pic-item--touched", "5", sentences::pictures::VECTORS_QUERY) }
        { entry("pic-item pic-item--ok", "5", sentences::pictures::VECTORS_RETURNED) }
        { entry("pic-item", "3.5", sentences::pictures::VECTORS_OTHERS) }
    </> }
}

fn caption(canvas: &Canvas, found: &NearestEntries<Value>) -> String {
    let bytes = found.projections.iter().find(|projection| projection.current);
    let bytes = bytes.map(|projection| projection.search_bytes).unwrap_or_default();
    canvas.text(sentences::pictures::VectorsCaption {
        examined: found.examined.into(),
        dimensions: found.dimensions.into(),
        bytes: figures::grouped(bytes).as_str().into(),
    })
}

fn twin(canvas: &Canvas, found: &NearestEntries<Value>) -> Html {
    let head = [
        sentences::pictures::VECTORS_RANK,
        sentences::pictures::VECTORS_ITEM,
        sentences::pictures::VECTORS_SCORE,
        sentences::pictures::VECTORS_ENTRY_BYTES,
    ];
    let rows = found.entries.iter().enumerate().map(|(rank, entry)| {
        let rank = (rank + 1).to_string();
        [rank, key_text::text(&entry.key), score_text(entry.score), figures::grouped(entry.size_bytes)]
    });
    let entries = figure::sheet(canvas, sentences::pictures::PICTURE_VECTORS, head, rows);
    let head = [
        sentences::pictures::VECTORS_PROJECTION,
        sentences::pictures::VECTORS_STORED,
        sentences::pictures::VECTORS_RETURNED_BYTES,
        sentences::pictures::VECTORS_SEARCH_BYTES,
    ];
    let rows = found.projections.iter().map(|projection| {
        let name = &projection.projection_type;
        let name = match projection.current {
            true => canvas.text(sentences::pictures::VectorsCurrent { projection: name.as_str().into() }),
            false => name.clone(),
        };
        let bytes = [projection.entry_bytes, projection.returned_bytes, projection.search_bytes];
        let [stored, returned, searched] = bytes.map(figures::grouped);
        [name, stored, returned, searched]
    });
    html! { <>{ entries }{ figure::sheet(canvas, sentences::pictures::VECTORS_BY_PROJECTION, head, rows) }</> }
}
