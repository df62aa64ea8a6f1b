//! A cache in front of the table, like DAX. Shows the entries of its item cache and query cache, and a read with and without it.

mod drawing;
mod reads;

use dynalab_app::pictures::cache_reads::CACHE_NAME;
use dynalab_app::request::call_result::{CallResult, ReadyRequest};
use dynalab_app::table::keys::TableKeys;
use dynalab_playground::views::cache::Cache as Described;
use dynalab_service::contract::Call;
use dynalab_service::contract::cache::{DeleteCache, DescribeCache, PutCache};
use dynalab_service::contract::dynamodb::DescribeTable;
use serde_json::Value;
use yew::prelude::*;

use super::control_sender::{ControlSender, use_control_sender};
use super::engine_reads::use_told;
use super::figure::{self, EmptyFigure, Figure};
use super::form;
use super::{Canvas, empty_drawings};
use crate::browser::figures;
use crate::page::context::PageContext;
use crate::page::sentences;

const TTL_S_MOST: u64 = 31 * 24 * 60 * 60;
/// Default TTL of DAX in seconds.
const TTL_S: u64 = 300;

/// The description of the cache, or none if there is no cache.
type CacheThere = Option<Described<Value>>;

#[derive(Clone, PartialEq)]
struct CacheState {
    cache: CacheThere,
    /// The partition key and, if there is one, the sort key.
    key_names: Vec<String>,
    /// The key of the item that is written and read here, or none if the keys are binary.
    key: Option<Value>,
}

async fn ask(page: PageContext, table: String) -> CallResult<CacheState> {
    let described = page.look(&DescribeTable { table_name: table }).await?;
    let keys = described.table;
    let is_bytes = |place| keys.attribute(place).is_some_and(|(_, attribute_type)| attribute_type == "B");
    let key = (0..2).all(|place| !is_bytes(place)).then(|| keys.key_named("CACHED", 1));
    let names = (0..2).filter_map(|place| Some(keys.attribute(place)?.0.to_owned()));
    let key_names = names.collect();
    // An error means that there is no cache.
    let cache = page.look_as(&DescribeCache { name: CACHE_NAME.to_owned() }).await.ok();
    Ok(CacheState { cache, key_names, key })
}

#[derive(PartialEq, Properties)]
pub struct CacheProps {
    pub canvas: Canvas,
}

#[component]
pub fn Cache(props: &CacheProps) -> Html {
    let canvas = &props.canvas;
    let sender = use_control_sender(canvas);
    let table = canvas.place.table.clone();
    let page = canvas.page.clone();
    let asked = use_told(canvas.drawing, table.clone(), move || ask(page, table));
    let Some(asked) = asked else { return figure::waiting(canvas) };
    let asked = match asked.as_ref() {
        Ok(asked) => asked,
        Err(why) => return figure::refused(why),
    };
    html! {
        <>
            { sender.view() }
            if let Some(cache) = &asked.cache {
                <reads::CacheReads
                    canvas={canvas.clone()} sender={sender.clone()} item_key={asked.key.clone()}
                    partition_key={asked.key_names.first().cloned().unwrap_or_default()}
                />
                { drawn(canvas, cache, &asked.key_names).view(canvas) }
                { settings(canvas, &sender, cache) }
            } else {
                { no_cache(canvas, &sender) }
            }
        </>
    }
}

fn no_cache(canvas: &Canvas, sender: &ControlSender) -> Html {
    let foot = sender.button(canvas, sentences::pictures::CACHE_CREATE, vec![put(TTL_S, TTL_S)]);
    let (title, about) = (sentences::pictures::CACHE_NONE, sentences::pictures::CACHE_NONE_ABOUT);
    EmptyFigure { drawing: empty_drawings::cache(), title, about, foot }.view(&canvas.messages)
}

fn put(item_ttl_s: u64, query_ttl_s: u64) -> ReadyRequest {
    let cache = PutCache {
        name: CACHE_NAME.to_owned(),
        item_ttl_ms: Some(item_ttl_s * 1_000),
        query_ttl_ms: Some(query_ttl_s * 1_000),
        ..PutCache::default()
    };
    cache.request()
}

fn settings(canvas: &Canvas, sender: &ControlSender, cache: &Described<Value>) -> Html {
    let (item_ttl_s, query_ttl_s) = (cache.item_ttl_ms / 1_000, cache.query_ttl_ms / 1_000);
    let on_change = |put: fn(u64, u64, u64) -> ReadyRequest| {
        let sender = sender.clone();
        Callback::from(move |typed: String| {
            if let Ok(seconds) = typed.parse() {
                sender.send(vec![put(seconds, item_ttl_s, query_ttl_s)]);
            }
        })
    };
    let delete = DeleteCache { name: CACHE_NAME.to_owned() }.request();
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::CACHE_SETTINGS)}>
            { form::number(canvas, sentences::pictures::CACHE_ITEM_TTL, item_ttl_s, TTL_S_MOST, on_change(|seconds, _, query| self::put(seconds, query))) }
            { form::number(canvas, sentences::pictures::CACHE_QUERY_TTL, query_ttl_s, TTL_S_MOST, on_change(|seconds, item, _| self::put(item, seconds))) }
            <span class="picture-note">{ canvas.text(sentences::pictures::CACHE_TTL_ABOUT) }</span>
            { sender.button(canvas, sentences::pictures::CACHE_DELETE, vec![delete]) }
        </div>
    }
}

fn drawn(canvas: &Canvas, cache: &Described<Value>, key_names: &[String]) -> Figure {
    let label = caption(canvas, cache);
    let drawing = drawing::drawn(canvas, cache, key_names, &label);
    Figure {
        drawing,
        legend: drawing::legend(canvas),
        caption: label,
        twin: drawing::twin(canvas, cache, key_names),
    }
}

fn caption(canvas: &Canvas, cache: &Described<Value>) -> String {
    let hits = cache.item_cache_hits + cache.query_cache_hits;
    let asked = hits + cache.item_cache_misses + cache.query_cache_misses;
    if asked == 0 {
        return canvas.text(sentences::pictures::CACHE_CAPTION_NEW);
    }
    let share = figures::grouped_decimal((hits as f64 / asked as f64 * 1_000.0).round() / 10.0);
    canvas.messages.text(sentences::pictures::CacheCaption {
        hits: hits.into(),
        asked: asked.into(),
        share: share.as_str().into(),
    })
}
