//! Cheaper alternatives compared with the original request: consumed units, items, whether the results are equal, and buttons that use an
//! alternative.

use dynalab_app::request::call_result::value_of;
use dynalab_app::request::{advice_sentences, json_text};
use dynalab_playground::contract::{AdviceResponse, Alternative, OriginalRequest, RunBranch, Trial};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Canvas;
use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;

#[derive(PartialEq, Properties)]
pub struct AdviceProps {
    pub canvas: Canvas,
    pub advised: AdviceResponse,
}

#[component]
pub fn Advice(props: &AdviceProps) -> Html {
    let AdviceProps { canvas, advised } = props;
    let came = use_state(|| None::<String>);
    let title = match advised.met.error {
        Some(_) => sentences::pictures::ADVICE_TITLE_ERROR,
        None => sentences::pictures::ADVICE_TITLE,
    };
    html! {
        <section class="advice" aria-label={canvas.text(title)} data-testid="advice" data-count={advised.advice.len().to_string()}>
            <h3>{ canvas.text(title) }</h3>
            if advised.advice.is_empty() {
                <p class="picture-caption">{ canvas.text(sentences::pictures::ADVICE_NONE) }</p>
            }
            { for advised.advice.iter().map(|way| one(canvas, way, advised.moment, &came.setter())) }
            <p class="advice-came" role="status" data-testid="advice-came">{ (*came).clone().unwrap_or_default() }</p>
        </section>
    }
}

fn one(
    canvas: &Canvas,
    way: &Alternative,
    entry: Option<u64>,
    came: &UseStateSetter<Option<String>>,
) -> Html {
    let sign = if way.no_cheaper { "=" } else { "↓" };
    html! {
        <article class="advice-way" data-testid={format!("advice-{}", way.rule)} data-same-items={way.same_items.to_string()}>
            <h4>
                <span class={if way.no_cheaper { "advice-sign advice-sign--same" } else { "advice-sign" }} aria-hidden="true">{ sign }</span>
                { advice_sentences::title(way, &canvas.messages) }
            </h4>
            <p class="picture-caption">{ advice_sentences::reason(way, &canvas.messages) }</p>
            { side_by_side(canvas, way) }
            <p class="advice-verdict">{ verdict(canvas, way) }</p>
            <details><summary>{ canvas.text(sentences::pictures::ADVICE_REQUESTS) }</summary>
                { for way.preparation.iter().map(|asked| text_of(canvas, asked, Some(sentences::pictures::ADVICE_ONCE))) }
                { for way.requests.iter().map(|asked| text_of(canvas, asked, None)) }
            </details>
            { keys(canvas, way, entry, came) }
        </article>
    }
}

fn verdict(canvas: &Canvas, way: &Alternative) -> String {
    let writes = way.as_asked.written + way.otherwise.written > 0;
    let name = match (way.as_asked.error.is_some(), writes, way.same_items, way.same_tables) {
        (true, ..) => sentences::pictures::ADVICE_WORKS,
        (_, true, _, true) => sentences::pictures::ADVICE_SAME_TABLES,
        (_, false, true, _) => sentences::pictures::ADVICE_SAME_ITEMS,
        _ => sentences::pictures::ADVICE_NOT_THE_SAME,
    };
    canvas.text(name)
}

type Row = (Sentence, fn(&Trial) -> String);

/// The compared figures. A figure that is zero on both sides is not shown.
const ROWS: &[Row] = &[
    (sentences::pictures::ADVICE_COUNT, |trial| trial.requests.to_string()),
    (sentences::pictures::ADVICE_READ_UNITS, |trial| trial.read_units.clone()),
    (sentences::pictures::ADVICE_WRITE_UNITS, |trial| trial.write_units.clone()),
    (sentences::pictures::REQUEST_READ_ITEMS, |trial| figures::grouped(trial.read)),
    (sentences::pictures::REQUEST_THROWN_ITEMS, |trial| figures::grouped(trial.thrown_away)),
    (sentences::pictures::REQUEST_RETURNED, |trial| figures::grouped(trial.returned)),
    (sentences::pictures::REQUEST_WRITTEN_ITEMS, |trial| figures::grouped(trial.written)),
    (sentences::pictures::ADVICE_SENT, |trial| figures::size(trial.request_bytes)),
    (sentences::pictures::REQUEST_ANSWER_SIZE, |trial| figures::size(trial.answer_bytes)),
];

fn side_by_side(canvas: &Canvas, way: &Alternative) -> Html {
    let cell = |trial: &Trial, figure: fn(&Trial) -> String, better: bool| {
        let class = if better { "sheet-num advice-better" } else { "sheet-num" };
        let text = if trial.error.is_some() { "–".to_owned() } else { figure(trial) };
        html! { <td {class}>{ text }</td> }
    };
    let refused = way.as_asked.error.is_some();
    let rows =
        ROWS.iter().filter(|(_, figure)| figure(&way.as_asked) != "0" || figure(&way.otherwise) != "0");
    html! {
        <table class="sheet advice-sheet">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col" class="sheet-num">{ canvas.text(sentences::pictures::ADVICE_AS_ASKED) }</th>
                    <th scope="col" class="sheet-num">{ canvas.text(sentences::pictures::ADVICE_OTHERWISE) }</th>
                </tr>
            </thead>
            <tbody>
                { for rows.map(|(name, figure)| {
                    let (one, other) = (figure(&way.as_asked), figure(&way.otherwise));
                    let better = !refused && number(&other) < number(&one);
                    html! {
                        <tr><th scope="row">{ canvas.text(*name) }</th>{ cell(&way.as_asked, *figure, false) }{ cell(&way.otherwise, *figure, better) }</tr>
                    }
                }) }
            </tbody>
        </table>
    }
}

/// Parses a count or a number of units. Sizes with a unit are not compared.
fn number(figure: &str) -> f64 {
    figure.replace(',', "").parse().unwrap_or_default()
}

fn text_of(canvas: &Canvas, asked: &OriginalRequest, note: Option<Sentence>) -> Html {
    html! {
        <div class="advice-request"><b>{ asked.operation.clone() }</b>
            if let Some(note) = note { { " " }<span>{ canvas.text(note) }</span> }
            <pre class="code code--inset" tabindex="0">{ json_text::pretty(&value_of(&asked.request).to_string()) }</pre>
        </div>
    }
}

fn keys(
    canvas: &Canvas,
    way: &Alternative,
    entry: Option<u64>,
    came: &UseStateSetter<Option<String>>,
) -> Html {
    let edit = {
        let (page, request) = (canvas.page.clone(), way.requests.first().cloned());
        Callback::from(move |_: MouseEvent| {
            if let Some(OriginalRequest { operation, request }) = &request {
                let body = json_text::pretty(&value_of(request).to_string());
                page.edit(operation, body);
            }
        })
    };
    let branch = {
        let name = advice_sentences::title(way, &canvas.messages);
        let requests = way.preparation.iter().chain(&way.requests).cloned().collect();
        let question = RunBranch { instead: entry, name: Some(name.clone()), requests };
        let (page, came) = (canvas.page.clone(), came.clone());
        let done = canvas.messages.text(sentences::pictures::BranchFromAdvice { name: name.as_str().into() });
        Callback::from(move |_: MouseEvent| {
            let (page, question, came, done) = (page.clone(), question.clone(), came.clone(), done.clone());
            spawn_local(async move {
                let told = page.control(&question).await;
                came.set(Some(told.map_or_else(|why| why, |_| done)));
            });
        })
    };
    let can_branch = canvas.is_live() && !way.no_cheaper;
    html! {
        <div class="advice-keys">
            <button type="button" class="button" data-testid={format!("advice-edit-{}", way.rule)} onclick={edit}>
                { canvas.text(sentences::pictures::ADVICE_EDIT) }
            </button>
            if can_branch {
                <button type="button" class="button" data-testid={format!("advice-branch-{}", way.rule)} onclick={branch}>
                    { canvas.text(sentences::pictures::ADVICE_BRANCH) }
                </button>
            }
        </div>
    }
}
