//! Reads one item or query with and without the cache. Both results are shown, so that stale entries are visible.

use dynalab_app::pictures::key_text;
use dynalab_app::request::call_result::{CallResult, ReadyRequest, json_of, value_of};
use dynalab_service::contract::Call;
use dynalab_service::contract::cache::ThroughCache;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::NAME;
use crate::browser::figures;
use crate::page::context::PageContext;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::control_sender::ControlSender;

/// The attribute that the diagram writes.
const VALUE: &str = "price";

/// The result of one of the two reads.
#[derive(Clone, PartialEq)]
struct Answer {
    /// TABLE, ITEM_CACHE or QUERY_CACHE, or none for a read that bypassed the cache.
    source: Option<String>,
    age_ms: Option<u64>,
    /// The value, or none if the item does not exist.
    value: Option<String>,
}

/// The results of both reads of one item or query, or why they failed.
#[derive(Clone, Default, PartialEq)]
struct Pair {
    through: Option<Answer>,
    past: Option<Answer>,
    refusal: Option<String>,
}

impl Pair {
    fn is_stale(&self) -> bool {
        match (&self.through, &self.past) {
            (Some(through), Some(past)) => through.value != past.value,
            _ => false,
        }
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct CacheReadsProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    /// The key of the item, or none if the keys are binary.
    pub item_key: Option<Value>,
    pub partition_key: String,
}

#[component]
pub fn CacheReads(props: &CacheReadsProps) -> Html {
    let CacheReadsProps { canvas, sender, item_key, partition_key } = props;
    let pair = use_state(Pair::default);
    let price = {
        let now_s = canvas.now_ms() / 1_000;
        use_mut_ref(move || 100 + now_s % 900)
    };
    // Results of another table do not apply.
    {
        let pair = pair.clone();
        use_effect_with(canvas.place.table.clone(), move |_| pair.set(Pair::default()));
    }
    let Some(key) = item_key else {
        return html! { <p class="picture-caption picture-note">{ canvas.text(sentences::pictures::CACHE_BINARY_KEYS) }</p> };
    };
    let write = |through: bool| {
        let (sender, key, table, price) =
            (sender.clone(), key.clone(), canvas.place.table.clone(), price.clone());
        Callback::from(move |_: MouseEvent| {
            *price.borrow_mut() += 1;
            sender.send(vec![write_of(&table, &key, *price.borrow(), through)]);
        })
    };
    let read = |query: bool| {
        let (page, pair, table) = (canvas.page.clone(), pair.clone(), canvas.place.table.clone());
        let (key, partition_key) = (key.clone(), partition_key.clone());
        Callback::from(move |_: MouseEvent| {
            let (page, pair) = (page.clone(), pair.clone());
            let (operation, request) = question(&table, &key, query.then_some(partition_key.as_str()));
            spawn_local(async move { pair.set(read_both(&page, operation, request).await) });
        })
    };
    let button = |name: Sentence, onclick: Callback<MouseEvent>| {
        html! { <button class="button" type="button" data-testid={name.name()} disabled={!canvas.is_live()} {onclick}>{ canvas.text(name) }</button> }
    };
    html! {
        <>
            <div class="picture-form">
                <p class="picture-caption">{ canvas.messages.text(sentences::pictures::CacheItemAbout { key: key_text::text(key).as_str().into() }) }</p>
                { button(sentences::pictures::CACHE_WRITE_THROUGH, write(true)) }
                { button(sentences::pictures::CACHE_WRITE_PAST, write(false)) }
                { button(sentences::pictures::CACHE_READ, read(false)) }
                { button(sentences::pictures::CACHE_QUERY, read(true)) }
            </div>
            { side_by_side(canvas, &pair) }
        </>
    }
}

fn side_by_side(canvas: &Canvas, pair: &Pair) -> Html {
    let answer = |name: Sentence, answer: &Option<Answer>| {
        let (about, value) = match answer {
            None => (canvas.text(sentences::pictures::CACHE_NOT_ASKED), "–".to_owned()),
            Some(answer) => {
                let value =
                    answer.value.clone().unwrap_or_else(|| canvas.text(sentences::pictures::CACHE_NOT_THERE));
                (source_text(canvas, answer), value)
            }
        };
        let class = if name == sentences::pictures::CACHE_THROUGH && pair.is_stale() {
            "picture-fact--bad"
        } else {
            ""
        };
        html! { <div {class} data-testid={name.name()}><dt>{ canvas.text(name) }</dt><dd>{ value }</dd><dd class="picture-fact-about">{ about }</dd></div> }
    };
    html! {
        <>
            if let Some(why) = &pair.refusal { { crate::pictures::figure::refused(why) } }
            <dl class="picture-facts" aria-live="polite" data-stale={pair.is_stale().to_string()} data-testid="cache-answers">
                { answer(sentences::pictures::CACHE_THROUGH, &pair.through) }
                { answer(sentences::pictures::CACHE_PAST, &pair.past) }
                if pair.is_stale() {
                    <div class="picture-fact--bad">
                        <dt>{ canvas.text(sentences::pictures::CACHE_STALE_READ) }</dt>
                        <dd class="picture-fact-about">{ canvas.text(sentences::pictures::CACHE_STALE_READ_ABOUT) }</dd>
                    </div>
                }
            </dl>
        </>
    }
}

fn source_text(canvas: &Canvas, answer: &Answer) -> String {
    let age = figures::grouped_decimal((answer.age_ms.unwrap_or_default() as f64 / 100.0).round() / 10.0);
    let seconds = age.as_str().into();
    match answer.source.as_deref() {
        Some("ITEM_CACHE") => canvas.text(sentences::pictures::CacheFromItems { seconds }),
        Some("QUERY_CACHE") => canvas.text(sentences::pictures::CacheFromQueries { seconds }),
        Some(_) => canvas.text(sentences::pictures::CACHE_FROM_TABLE),
        None => canvas.text(sentences::pictures::CACHE_FROM_TABLE_ITSELF),
    }
}

fn through(operation: &str, request: &Value) -> ThroughCache {
    ThroughCache { name: NAME.to_owned(), operation: operation.to_owned(), request: json_of(request) }
}

fn write_of(table: &str, key: &Value, price: u64, through_cache: bool) -> ReadyRequest {
    let mut item = key.clone();
    item[VALUE] = json!({ "N": price.to_string() });
    let request = json!({ "TableName": table, "Item": item });
    match through_cache {
        true => through("PutItem", &request).request(),
        false => ("PutItem", request.to_string()),
    }
}

/// Returns the read as GetItem, or as a Query of the whole item collection.
fn question(table: &str, key: &Value, partition_key: Option<&str>) -> (&'static str, Value) {
    let Some(name) = partition_key else {
        return ("GetItem", json!({ "TableName": table, "Key": key }));
    };
    let request = json!({
        "TableName": table, "KeyConditionExpression": "#p = :p",
        "ExpressionAttributeNames": { "#p": name }, "ExpressionAttributeValues": { ":p": key.get(name) },
    });
    ("Query", request)
}

async fn read_both(page: &PageContext, operation: &'static str, request: Value) -> Pair {
    // The direct read is strongly consistent, so that it does not read a replica with old data.
    let mut strong = request.clone();
    strong["ConsistentRead"] = json!(true);
    let past: CallResult<Value> = page.send((operation, &strong.to_string())).await;
    let through = page.control(&through(operation, &request)).await;
    let refusal = past.as_ref().err().or(through.as_ref().err()).cloned();
    let through = through.ok().map(|told| Answer {
        source: Some(told.source),
        age_ms: told.age_ms,
        value: price_of(&value_of(&told.answer)),
    });
    let past = past.ok().map(|told| Answer { source: None, age_ms: None, value: price_of(&told) });
    Pair { through, past, refusal }
}

fn price_of(answer: &Value) -> Option<String> {
    let item = answer.get("Item").or_else(|| answer.get("Items")?.get(0))?;
    let price = item.get(VALUE)?.get("N")?.as_str()?;
    Some(format!("{VALUE} {price}"))
}
