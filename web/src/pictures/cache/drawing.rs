//! Draws the two caches. Each row is an entry, with its age, its TTL, and whether it is stale.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_playground::views::cache::{Cache, Entry, Freshness};
use serde_json::{Value, json};
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::{Canvas, figure};

const WIDTH: f64 = 560.0;
const ROW: f64 = 24.0;
const SHELF_TOP: f64 = 46.0;
const SHELF_WIDTH: f64 = 274.0;
const AGE_LEFT: f64 = 144.0;
const AGE_WIDTH: f64 = 60.0;
const ROWS_MAX: usize = 8;

/// One of the two caches.
struct Shelf {
    name: Sentence,
    hits: u64,
    misses: u64,
    ttl_ms: u64,
    entries: Vec<Entry<Value>>,
}

fn shelves(canvas: &Canvas, cache: &Cache<Value>) -> [Shelf; 2] {
    let table = canvas.place.table.as_str();
    let is_its =
        |request: &Value| request.get("TableName").and_then(Value::as_str).is_some_and(|name| name == table);
    [
        Shelf {
            name: sentences::pictures::CACHE_ITEMS,
            hits: cache.item_cache_hits,
            misses: cache.item_cache_misses,
            ttl_ms: cache.item_ttl_ms,
            entries: cache.items(table),
        },
        Shelf {
            name: sentences::pictures::CACHE_QUERIES,
            hits: cache.query_cache_hits,
            misses: cache.query_cache_misses,
            ttl_ms: cache.query_ttl_ms,
            entries: cache.queries(is_its),
        },
    ]
}

pub fn drawn(canvas: &Canvas, cache: &Cache<Value>, key_names: &[String], label: &str) -> Html {
    let shelves = shelves(canvas, cache);
    let rows = shelves.iter().map(|shelf| shelf.entries.len().min(ROWS_MAX)).max().unwrap_or_default().max(1);
    let height = SHELF_TOP + ROW * rows as f64 + 22.0;
    html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.to_owned()}>
            { for shelves.iter().enumerate().map(|(place, shelf)| {
                let left = 2.0 + (SHELF_WIDTH + 8.0) * place as f64;
                drawn_shelf(canvas, shelf, key_names, left, height)
            }) }
        </svg>
    }
}

fn drawn_shelf(canvas: &Canvas, shelf: &Shelf, key_names: &[String], left: f64, height: f64) -> Html {
    let hits = sentences::pictures::CacheHits { hits: shelf.hits.into(), misses: shelf.misses.into() };
    let ttl = figures::grouped_decimal(shelf.ttl_ms as f64 / 1_000.0);
    let ttl = canvas.messages.text(sentences::pictures::CacheTtl { seconds: ttl.as_str().into() });
    let more = shelf.entries.len().saturating_sub(ROWS_MAX);
    html! {
        <g>
            <rect class="pic-place" x={short(left)} y="2" width={short(SHELF_WIDTH)} height={short(height - 4.0)} rx="5" />
            <text class="pic-label pic-label--strong" x={short(left + 9.0)} y="19">{ canvas.text(shelf.name) }</text>
            <text class="pic-label pic-label--data pic-end" x={short(left + SHELF_WIDTH - 9.0)} y="19">{ canvas.text(hits) }</text>
            <text class="pic-label pic-label--quiet" x={short(left + 9.0)} y="36">{ ttl }</text>
            if shelf.entries.is_empty() {
                <text class="pic-label pic-label--quiet" x={short(left + 9.0)} y={short(SHELF_TOP + 18.0)}>
                    { canvas.text(sentences::pictures::CACHE_EMPTY) }
                </text>
            }
            { for shelf.entries.iter().take(ROWS_MAX).enumerate().map(|(row, entry)| drawn_entry(canvas, entry, &name_of(canvas, entry, key_names),
                left, SHELF_TOP + ROW * row as f64)) }
            if more > 0 {
                <text class="pic-label pic-label--quiet" x={short(left + 9.0)} y={short(height - 9.0)}>
                    { canvas.messages.text(sentences::pictures::CacheMore { count: (more as u64).into() }) }
                </text>
            }
        </g>
    }
}

fn drawn_entry(canvas: &Canvas, entry: &Entry<Value>, known_as: &str, left: f64, y: f64) -> Html {
    let (class, fill, text, name) = match entry.freshness {
        Freshness::Same => ("pic-fill--ok", "pic-fill", "pic-label--ok", sentences::pictures::CACHE_SAME),
        Freshness::Unknown => {
            ("pic-place pic-place--live", "pic-fill", "pic-label--quiet", sentences::pictures::CACHE_ANSWER)
        }
        Freshness::Stale => {
            ("pic-fill--bad", "pic-heat-3", "pic-label--bad", sentences::pictures::CACHE_STALE)
        }
        Freshness::Expired => (
            "pic-place pic-place--off",
            "pic-fill--quiet",
            "pic-label--quiet",
            sentences::pictures::CACHE_EXPIRED,
        ),
    };
    let x = left + AGE_LEFT;
    html! {
        <g data-freshness={name.name()}>
            <rect {class} x={short(left + 7.0)} y={short(y)} width={short(SHELF_WIDTH - 14.0)} height="20" rx="3" />
            <text class="pic-label pic-label--data" x={short(left + 13.0)} y={short(y + 14.0)}>{ key_text::cut(known_as, 18) }</text>
            <rect class="pic-lane" x={short(x)} y={short(y + 7.0)} width={short(AGE_WIDTH)} height="6" rx="2" />
            <rect class={fill} x={short(x)} y={short(y + 7.0)} width={short(AGE_WIDTH * entry.lived)} height="6" rx="2" />
            <text class={classes!("pic-label", text, "pic-end")} x={short(left + SHELF_WIDTH - 12.0)} y={short(y + 14.0)}>{ canvas.text(name) }</text>
            <title>{ format!("{known_as}, {} s, {}", age(entry), canvas.text(name)) }</title>
        </g>
    }
}

/// Returns the name of an entry: the key values of an item, or the values of a query.
fn name_of(canvas: &Canvas, entry: &Entry<Value>, key_names: &[String]) -> String {
    let Some(body) = &entry.body else { return canvas.text(sentences::pictures::CACHE_NOT_THERE) };
    if entry.operation.is_empty() {
        let values = key_names.iter().filter_map(|name| Some(json!({ name.as_str(): body.get(name)? })));
        return values.map(|value| key_text::text(&value)).collect::<Vec<_>>().join(" / ");
    }
    let values = body.get("ExpressionAttributeValues").map(key_text::text).unwrap_or_default();
    format!("{} {values}", entry.operation)
}

fn age(entry: &Entry<Value>) -> String {
    figures::grouped_decimal((entry.age_ms as f64 / 100.0).round() / 10.0)
}

pub fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" rx="2" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! { <>
        { entry("pic-fill--ok", sentences::pictures::CACHE_SAME_ABOUT) }
        { entry("pic-fill--bad", sentences::pictures::CACHE_STALE_ABOUT) }
        { entry("pic-place pic-place--live", sentences::pictures::CACHE_ANSWER_ABOUT) }
        { entry("pic-place pic-place--off", sentences::pictures::CACHE_EXPIRED_ABOUT) }
    </> }
}

pub fn twin(canvas: &Canvas, cache: &Cache<Value>, key_names: &[String]) -> Html {
    let head = [
        sentences::pictures::CACHE_WHERE,
        sentences::pictures::CACHE_WHAT,
        sentences::pictures::CACHE_AGE,
        sentences::pictures::CACHE_STATE,
    ];
    let rows = shelves(canvas, cache).into_iter().flat_map(|shelf| {
        let name = canvas.text(shelf.name);
        shelf.entries.into_iter().take(60).map(move |entry| (name.clone(), entry))
    });
    let rows = rows.map(|(name, entry)| {
        let state = match entry.freshness {
            Freshness::Same => sentences::pictures::CACHE_SAME,
            Freshness::Unknown => sentences::pictures::CACHE_ANSWER,
            Freshness::Stale => sentences::pictures::CACHE_STALE,
            Freshness::Expired => sentences::pictures::CACHE_EXPIRED,
        };
        [name, name_of(canvas, &entry, key_names), age(&entry), canvas.text(state)]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_CACHE, head, rows)
}
