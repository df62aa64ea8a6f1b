//! Cheaper ways beside how it was asked: what either cost and met, whether they came to the same, and what can be done with one.

use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::Canvas;
use super::advised::{Advised, Asked, Trial, Way};
use super::door;
use crate::figures;
use crate::json_text;
use crate::messages::{Filling, Messages};

#[derive(PartialEq, Properties)]
pub struct AdviceProps {
    pub canvas: Canvas,
    pub advised: Advised,
}

#[component]
pub fn Advice(props: &AdviceProps) -> Html {
    let AdviceProps { canvas, advised } = props;
    let came = use_state(|| None::<String>);
    let title = match advised.met.error {
        Some(_) => "advice-title-error",
        None => "advice-title",
    };
    html! {
        <section class="advice" aria-label={canvas.text(title)} data-testid="advice" data-count={advised.advice.len().to_string()}>
            <h3>{ canvas.text(title) }</h3>
            if advised.advice.is_empty() {
                <p class="picture-caption">{ canvas.text("advice-none") }</p>
            }
            { for advised.advice.iter().map(|way| one(canvas, way, advised.moment, &came.setter())) }
            <p class="advice-came" role="status" data-testid="advice-came">{ (*came).clone().unwrap_or_default() }</p>
        </section>
    }
}

fn one(canvas: &Canvas, way: &Way, moment: Option<u64>, came: &UseStateSetter<Option<String>>) -> Html {
    let sign = if way.no_cheaper { "=" } else { "↓" };
    html! {
        <article class="advice-way" data-testid={format!("advice-{}", way.rule)} data-same-items={way.same_items.to_string()}>
            <h4><span class={if way.no_cheaper { "advice-sign advice-sign--same" } else { "advice-sign" }} aria-hidden="true">{ sign }</span>{ title(&canvas.messages, way) }</h4>
            <p class="picture-caption">{ reason(&canvas.messages, way) }</p>
            { side_by_side(canvas, way) }
            <p class="advice-verdict">{ verdict(canvas, way) }</p>
            <details><summary>{ canvas.text("advice-requests") }</summary>
                { for way.preparation.iter().map(|asked| text_of(canvas, asked, Some("advice-once"))) }
                { for way.requests.iter().map(|asked| text_of(canvas, asked, None)) }
            </details>
            { keys(canvas, way, moment, came) }
        </article>
    }
}

/// What to do instead, in a few words.
fn title(messages: &Messages, way: &Way) -> String {
    let name = format!("advice-{}", way.rule);
    messages.find(&name, &fillings(way)).unwrap_or(name)
}

/// Why it is cheaper, or why it is not.
fn reason(messages: &Messages, way: &Way) -> String {
    messages.find(&format!("advice-{}-why", way.rule), &fillings(way)).unwrap_or_default()
}

/// The figures of the case, for the gaps of its sentences.
fn fillings(way: &Way) -> Vec<(&str, Filling<'_>)> {
    let texts = way.figures.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    texts.map(|(name, text)| (name, text.parse().map_or(Filling::Text(text), Filling::Number))).collect()
}

fn verdict(canvas: &Canvas, way: &Way) -> String {
    let writes = way.as_asked.written + way.otherwise.written > 0;
    let name = match (way.as_asked.error.is_some(), writes, way.same_items, way.same_tables) {
        (true, ..) => "advice-works",
        (_, true, _, true) => "advice-same-tables",
        (_, false, true, _) => "advice-same-items",
        _ => "advice-not-the-same",
    };
    canvas.text(name)
}

type Row = (&'static str, fn(&Trial) -> String);

/// What is zero on both sides is not told.
const ROWS: &[Row] = &[
    ("advice-count", |trial| trial.requests.to_string()),
    ("advice-read-units", |trial| trial.read_units.clone()),
    ("advice-write-units", |trial| trial.write_units.clone()),
    ("request-read-items", |trial| figures::grouped(trial.read)),
    ("request-thrown-items", |trial| figures::grouped(trial.thrown_away)),
    ("request-returned", |trial| figures::grouped(trial.returned)),
    ("request-written-items", |trial| figures::grouped(trial.written)),
    ("advice-sent", |trial| figures::size(trial.request_bytes)),
    ("request-answer-size", |trial| figures::size(trial.answer_bytes)),
];

fn side_by_side(canvas: &Canvas, way: &Way) -> Html {
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
            <thead><tr><td></td><th scope="col" class="sheet-num">{ canvas.text("advice-as-asked") }</th><th scope="col" class="sheet-num">{ canvas.text("advice-otherwise") }</th></tr></thead>
            <tbody>
                { for rows.map(|(name, figure)| {
                    let (one, other) = (figure(&way.as_asked), figure(&way.otherwise));
                    let better = !refused && number(&other) < number(&one);
                    html! { <tr><th scope="row">{ canvas.text(name) }</th>{ cell(&way.as_asked, *figure, false) }{ cell(&way.otherwise, *figure, better) }</tr> }
                }) }
            </tbody>
        </table>
    }
}

/// Of figures that stand for themselves; sizes are not compared.
fn number(figure: &str) -> f64 {
    figure.replace(',', "").parse().unwrap_or_default()
}

fn text_of(canvas: &Canvas, asked: &Asked, note: Option<&str>) -> Html {
    html! {
        <div class="advice-request"><b>{ asked.operation.clone() }</b>
            if let Some(note) = note { { " " }<span>{ canvas.text(note) }</span> }
            <pre class="code code--inset" tabindex="0">{ json_text::pretty(&asked.request.to_string()) }</pre>
        </div>
    }
}

fn keys(canvas: &Canvas, way: &Way, moment: Option<u64>, came: &UseStateSetter<Option<String>>) -> Html {
    let edit = {
        let request = way.requests.first().cloned();
        Callback::from(move |_: MouseEvent| {
            if let Some(Asked { operation, request }) = &request {
                let body = json_text::pretty(&request.to_string());
                door::act("edit", &json!({ "operation": operation, "body": body }));
            }
        })
    };
    let branch = {
        let name = title(&canvas.messages, way);
        let requests: Vec<Value> = way.preparation.iter().chain(&way.requests).map(as_json).collect();
        let mut question = json!({ "Name": name, "Requests": requests });
        if let Some(moment) = moment {
            question["Instead"] = moment.into();
        }
        let (came, done) =
            (came.clone(), canvas.messages.fill("advice-branched", [("name", name.as_str().into())]));
        Callback::from(move |_: MouseEvent| {
            let (question, came, done) = (question.clone(), came.clone(), done.clone());
            spawn_local(async move {
                let told = door::control("Dynalab.Branch", &question).await;
                came.set(Some(told.map_or_else(|why| why, |_| done)));
            });
        })
    };
    let can_branch = canvas.is_live() && !way.no_cheaper;
    html! {
        <div class="advice-keys">
            <button type="button" class="button" data-testid={format!("advice-edit-{}", way.rule)} onclick={edit}>{ canvas.text("advice-edit") }</button>
            if can_branch {
                <button type="button" class="button" data-testid={format!("advice-branch-{}", way.rule)} onclick={branch}>{ canvas.text("advice-branch") }</button>
            }
        </div>
    }
}

fn as_json(asked: &Asked) -> Value {
    json!({ "Operation": asked.operation, "Request": asked.request })
}
