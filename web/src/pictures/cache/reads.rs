//! One item read through the cache and past it, side by side, so that it is seen when the cache tells what was there once; and the
//! same of a query.

use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::NAME;
use crate::figures;
use crate::page_context::PageContext;
use crate::pictures::turning::{Asked, Turning};
use crate::pictures::{Canvas, keys};

/// The attribute that is written.
const VALUE: &str = "price";

/// What one of the two told.
#[derive(Clone, PartialEq)]
struct Answer {
    /// TABLE, ITEM_CACHE or QUERY_CACHE; none for who was not asked through the cache.
    source: Option<String>,
    age_ms: Option<u64>,
    /// None where it was not there.
    value: Option<String>,
}

/// Both, of the same question, or why there is no answer.
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
    pub turning: Turning,
    /// None where the keys are bytes.
    pub item_key: Option<Value>,
    pub partition_key: String,
}

#[component]
pub fn CacheReads(props: &CacheReadsProps) -> Html {
    let CacheReadsProps { canvas, turning, item_key, partition_key } = props;
    let pair = use_state(Pair::default);
    let price = {
        let now_s = canvas.now_ms() / 1_000;
        use_mut_ref(move || 100 + now_s % 900)
    };
    // The answers of another table say nothing here.
    {
        let pair = pair.clone();
        use_effect_with(canvas.place.table.clone(), move |_| pair.set(Pair::default()));
    }
    let Some(key) = item_key else {
        return html! { <p class="picture-caption picture-note">{ canvas.text("cache-binary-keys") }</p> };
    };
    let write = |through: bool| {
        let (turning, key, table, price) =
            (turning.clone(), key.clone(), canvas.place.table.clone(), price.clone());
        Callback::from(move |_: MouseEvent| {
            *price.borrow_mut() += 1;
            turning.turn(vec![write_of(&table, &key, *price.borrow(), through)]);
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
    let button = |name: &'static str, onclick: Callback<MouseEvent>| {
        html! { <button class="button" type="button" data-testid={name} disabled={!canvas.is_live()} {onclick}>{ canvas.text(name) }</button> }
    };
    html! {
        <>
            <div class="picture-form">
                <p class="picture-caption">{ canvas.messages.fill("cache-item-about", [("key", keys::text(key).as_str().into())]) }</p>
                { button("cache-write-through", write(true)) }
                { button("cache-write-past", write(false)) }
                { button("cache-read", read(false)) }
                { button("cache-query", read(true)) }
            </div>
            { side_by_side(canvas, &pair) }
        </>
    }
}

fn side_by_side(canvas: &Canvas, pair: &Pair) -> Html {
    let answer = |name: &'static str, answer: &Option<Answer>| {
        let (about, value) = match answer {
            None => (canvas.text("cache-not-asked"), "–".to_owned()),
            Some(answer) => {
                let value = answer.value.clone().unwrap_or_else(|| canvas.text("cache-not-there"));
                (source_text(canvas, answer), value)
            }
        };
        let class = if name == "cache-through" && pair.is_stale() { "picture-fact--bad" } else { "" };
        html! { <div {class} data-testid={name}><dt>{ canvas.text(name) }</dt><dd>{ value }</dd><dd class="picture-fact-about">{ about }</dd></div> }
    };
    html! {
        <>
            if let Some(why) = &pair.refusal { { crate::pictures::words::refused(why) } }
            <dl class="picture-facts" aria-live="polite" data-stale={pair.is_stale().to_string()} data-testid="cache-answers">
                { answer("cache-through", &pair.through) }
                { answer("cache-past", &pair.past) }
                if pair.is_stale() { <div class="picture-fact--bad"><dt>{ canvas.text("cache-stale-read") }</dt><dd class="picture-fact-about">{ canvas.text("cache-stale-read-about") }</dd></div> }
            </dl>
        </>
    }
}

fn source_text(canvas: &Canvas, answer: &Answer) -> String {
    let age = figures::grouped_decimal((answer.age_ms.unwrap_or_default() as f64 / 100.0).round() / 10.0);
    let aged = |name: &str| canvas.messages.fill(name, [("seconds", age.as_str().into())]);
    match answer.source.as_deref() {
        Some("ITEM_CACHE") => aged("cache-from-items"),
        Some("QUERY_CACHE") => aged("cache-from-queries"),
        Some(_) => canvas.text("cache-from-table"),
        None => canvas.text("cache-from-table-itself"),
    }
}

fn through(operation: &str, request: Value) -> Value {
    json!({ "Name": NAME, "Operation": operation, "Request": request })
}

fn write_of(table: &str, key: &Value, price: u64, through_cache: bool) -> Asked {
    let mut item = key.clone();
    item[VALUE] = json!({ "N": price.to_string() });
    let request = json!({ "TableName": table, "Item": item });
    match through_cache {
        true => ("Dynalab.ThroughCache", through("PutItem", request)),
        false => ("PutItem", request),
    }
}

/// The question as GetItem, or as a Query for the whole item collection.
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
    // What the table has, and not what one of its replicas has not heard of yet.
    let mut strong = request.clone();
    strong["ConsistentRead"] = json!(true);
    let past = page.control(operation, &strong).await;
    let through = page.control("Dynalab.ThroughCache", &through(operation, request)).await;
    let refusal = [&past, &through].into_iter().find_map(|told| told.as_ref().err().cloned());
    let through = through.ok().map(|told| Answer {
        source: told.get("Source").and_then(Value::as_str).map(str::to_owned),
        age_ms: told.get("AgeMs").and_then(Value::as_u64),
        value: told.get("Answer").and_then(value_of),
    });
    let past = past.ok().map(|told| Answer { source: None, age_ms: None, value: value_of(&told) });
    Pair { through, past, refusal }
}

fn value_of(answer: &Value) -> Option<String> {
    let item = answer.get("Item").or_else(|| answer.get("Items")?.get(0))?;
    let price = item.get(VALUE)?.get("N")?.as_str()?;
    Some(format!("{VALUE} {price}"))
}
