//! Reads one item or query with and without the cache. Both results are shown, so that stale entries are visible.

use dynalab_app::pictures::cache_reads::{Answer, CacheableRequest, Pair};
use dynalab_app::pictures::key_text;
use dynalab_app::request::call_result::CallResult;
use dynalab_service::contract::Call;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::figures;
use crate::page::context::PageContext;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::Canvas;
use crate::pictures::control_sender::ControlSender;

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
            let put = CacheableRequest::put(&table, &key, *price.borrow());
            sender.send(vec![match through {
                true => put.through_cache().request(),
                false => (put.operation, put.body.to_string()),
            }]);
        })
    };
    let read = |query: bool| {
        let (page, pair, table) = (canvas.page.clone(), pair.clone(), canvas.place.table.clone());
        let (key, partition_key) = (key.clone(), partition_key.clone());
        Callback::from(move |_: MouseEvent| {
            let (page, pair) = (page.clone(), pair.clone());
            let request = match query {
                true => CacheableRequest::query(&table, &key, &partition_key),
                false => CacheableRequest::get(&table, &key),
            };
            spawn_local(async move { pair.set(read_both(&page, &request).await) });
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

async fn read_both(page: &PageContext, request: &CacheableRequest) -> Pair {
    let (operation, body) = request.past_cache();
    let past: CallResult<Value> = page.send((operation, &body)).await;
    Pair::of(page.control(&request.through_cache()).await, past)
}
