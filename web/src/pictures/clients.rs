//! Two or three concurrent clients with their requests. Shows all interleavings of their steps, and lanes of the first that no
//! serial order explains.

use dynalab_app::pictures::clients_cases::{CASES, case};
use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::call_result::{CallResult, json_of};
use dynalab_playground::contract::{ExplorationResponse, Explore, ExploredOutcome, ExploredStep};
use dynalab_service::contract::dynamodb::DescribeTable;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::clients_by_hand::ByHand;
use super::engine_reads::use_described;
use super::figure::{self, Figure};
use super::{Canvas, form};
use crate::browser::field_events::written;
use crate::page::messages::Sentence;
use crate::page::sentences;

const WIDTH: f64 = 560.0;
/// Width of the clients' names, in either language.
const LEFT: f64 = 106.0;
const TOP: f64 = 16.0;
const LANE: f64 = 46.0;
/// Width of the verdict at the end.
const END: f64 = 34.0;
/// Maximum number of clients, as in the engine.
const CLIENTS_MAX: usize = 3;

#[derive(PartialEq, Properties)]
pub struct ClientsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Clients(props: &ClientsProps) -> Html {
    let canvas = &props.canvas;
    let chosen = use_state(|| CASES[0].to_owned());
    let texts = use_state(Vec::<String>::new);
    let explored = use_state(|| None::<CallResult<ExplorationResponse>>);
    let shown = use_state(|| 0_usize);
    let script = use_state(Vec::<usize>::new);
    let described = use_described(canvas, DescribeTable { table_name: canvas.place.table.clone() });
    {
        let (texts, explored, script) = (texts.setter(), explored.setter(), script.setter());
        let table = canvas.place.table.clone();
        let described = described.clone();
        let known = described.as_deref().is_some_and(Result::is_ok);
        use_effect_with(((*chosen).clone(), table.clone(), known), move |(chosen, _, _)| {
            if let Some(Ok(described)) = described.as_deref() {
                texts.set(case(chosen, &table, &described.table));
                explored.set(None);
                script.set(Vec::new());
            }
        });
    }
    let explore = {
        let (page, texts) = (canvas.page.clone(), texts.clone());
        let (explored, shown) = (explored.setter(), shown.setter());
        Callback::from(move |_: MouseEvent| {
            let (page, question) = (page.clone(), question_of(&texts));
            let (explored, shown) = (explored.clone(), shown.clone());
            spawn_local(async move {
                let told = match question {
                    Ok(question) => page.look(&question).await,
                    Err(why) => Err(why),
                };
                let bad = told.as_ref().ok().and_then(first_unexplained);
                shown.set(bad.unwrap_or_default());
                explored.set(Some(told));
            });
        })
    };
    let on_choose = {
        let chosen = chosen.setter();
        Callback::from(move |name| chosen.set(name))
    };
    html! {
        <>
            <div class="picture-form">
                { form::choice(canvas, sentences::pictures::CLIENTS_CASE, sentences::pictures::clients_case, CASES, &chosen, on_choose) }
                <button class="button button--go" type="button" data-testid="clients-explore" onclick={explore}>
                    { canvas.text(sentences::pictures::CLIENTS_EXPLORE) }
                </button>
            </div>
            { match explored.as_ref() {
                None => html! { <p class="picture-caption picture-form">{ canvas.text(sentences::pictures::CLIENTS_ABOUT) }</p> },
                Some(Err(why)) => figure::refused(why),
                Some(Ok(explored)) => found(canvas, explored, &shown, &script),
            } }
            { match clients_of(&texts) {
                Ok(clients) if clients.is_empty() => html! {},
                Ok(clients) => html! { <ByHand canvas={canvas.clone()} {clients} script={(*script).clone()} /> },
                Err(why) => figure::refused(&why),
            } }
            <details class="picture-form clients-texts"><summary>{ canvas.text(sentences::pictures::CLIENTS_EDIT) }</summary>
                { for texts.iter().enumerate().map(|(number, text)| editor(canvas, &texts, number, text)) }
                { fewer_or_more(canvas, &texts) }
            </details>
        </>
    }
}

fn editor(canvas: &Canvas, texts: &UseStateHandle<Vec<String>>, number: usize, text: &str) -> Html {
    let oninput = {
        let texts = texts.clone();
        Callback::from(move |event: InputEvent| {
            let mut changed = (*texts).clone();
            if let Some(text) = changed.get_mut(number) {
                *text = written(&event);
                texts.set(changed);
            }
        })
    };
    html! {
        <label class="clients-text">{ client_name(canvas, number) }
            <textarea class="code" rows="8" spellcheck="false" data-testid={format!("client-{number}")} value={text.to_owned()} {oninput} />
        </label>
    }
}

/// Renders the buttons that add and remove a client.
fn fewer_or_more(canvas: &Canvas, texts: &UseStateHandle<Vec<String>>) -> Html {
    let change = |change: fn(&mut Vec<String>)| {
        let texts = texts.clone();
        Callback::from(move |_: MouseEvent| {
            let mut changed = (*texts).clone();
            change(&mut changed);
            texts.set(changed);
        })
    };
    let more = change(|texts| texts.extend(texts.last().cloned()));
    let fewer = change(|texts| texts.truncate(texts.len() - 1));
    html! {
        <div class="picture-form">
            if texts.len() < CLIENTS_MAX {
                <button type="button" class="button" data-testid="clients-more" onclick={more}>{ canvas.text(sentences::pictures::CLIENTS_MORE) }</button>
            }
            if texts.len() > 2 {
                <button type="button" class="button" data-testid="clients-fewer" onclick={fewer}>{ canvas.text(sentences::pictures::CLIENTS_FEWER) }</button>
            }
        </div>
    }
}

pub fn client_name(canvas: &Canvas, number: usize) -> String {
    let letter = ["A", "B", "C"].get(number).copied().unwrap_or("?");
    canvas.messages.text(sentences::pictures::ClientsClient { letter: letter.into() })
}

fn clients_of(texts: &[String]) -> Result<Vec<Value>, String> {
    let clients = texts.iter().map(|text| serde_json::from_str::<Value>(text));
    clients.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

fn question_of(texts: &[String]) -> Result<Explore, String> {
    Ok(Explore { clients: clients_of(texts)?.iter().map(json_of).collect() })
}

fn first_unexplained(explored: &ExplorationResponse) -> Option<usize> {
    explored.outcomes.iter().position(|outcome| outcome.whole_clients.is_none())
}

fn found(
    canvas: &Canvas,
    explored: &ExplorationResponse,
    shown: &UseStateHandle<usize>,
    script: &UseStateHandle<Vec<usize>>,
) -> Html {
    let Some(outcome) = explored.outcomes.get(**shown).or(explored.outcomes.first()) else {
        return figure::waiting(canvas);
    };
    let step_key = |to: usize, label: &'static str, name: Sentence, enabled: bool| {
        let shown = shown.setter();
        let onclick = Callback::from(move |_: MouseEvent| shown.set(to));
        html! {
            <button class="button button--quiet" type="button" data-testid={name.name()} aria-label={canvas.text(name)} disabled={!enabled} {onclick}>
                { label }
            </button>
        }
    };
    let last = explored.outcomes.len() - 1;
    let step_through = {
        let (script, steps) =
            (script.setter(), outcome.steps.iter().map(|step| step.client).collect::<Vec<_>>());
        Callback::from(move |_: MouseEvent| script.set(steps.clone()))
    };
    html! {
        <>
            <div class="picture-form">
                { step_key(shown.saturating_sub(1), "◂", sentences::pictures::CLIENTS_PREVIOUS, **shown > 0) }
                <span data-testid="clients-outcome" data-unexplained={first_unexplained(explored).is_some().to_string()}>
                    { canvas.messages.text(sentences::pictures::ClientsOutcome {
                        number: (**shown as u64 + 1).into(), count: (explored.outcomes.len() as u64).into(), interleavings: outcome.count.into() }) }
                </span>
                { step_key((**shown + 1).min(last), "▸", sentences::pictures::CLIENTS_NEXT, **shown < last) }
                <button class="button" type="button" data-testid="clients-step-through" onclick={step_through}>
                    { canvas.text(sentences::pictures::CLIENTS_STEP_THROUGH) }
                </button>
            </div>
            { drawn(canvas, explored, outcome).view(canvas) }
        </>
    }
}

fn drawn(canvas: &Canvas, explored: &ExplorationResponse, outcome: &ExploredOutcome) -> Figure {
    let clients = outcome.steps.iter().map(|step| step.client + 1).max().unwrap_or(1);
    let height = TOP + LANE * clients as f64 + 4.0;
    let steps = outcome.steps.len().max(1) as f64;
    let width = ((WIDTH - LEFT - END) / steps).min(92.0);
    let label = caption(canvas, explored, outcome);
    let drawing = html! {
        <svg class="picture-wide" viewBox={format!("0 0 {WIDTH} {}", short(height))} role="img" aria-label={label.clone()}>
            { for (0..clients).map(|client| {
                let y = TOP + LANE * client as f64;
                html! { <g key={client}>
                    <text class="pic-label pic-label--strong" x="6" y={short(y + 20.0)}>{ client_name(canvas, client) }</text>
                    <rect class="pic-lane" x={short(LEFT - 4.0)} y={short(y)} width={short(WIDTH - LEFT)} height="34" rx="4" />
                </g> }
            }) }
            { for outcome.steps.iter().enumerate().map(|(number, step)| draw_step(step, LEFT + width * number as f64, width)) }
            { draw_end(canvas, outcome, LEFT + width * steps, height) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption: label, twin: twin(canvas, outcome) }
}

/// Draws whether the result is that of whole clients, one after another. Each of its steps can succeed even if it is not.
fn draw_end(canvas: &Canvas, outcome: &ExploredOutcome, x: f64, height: f64) -> Html {
    let is_right = outcome.whole_clients.is_some();
    let (class, mark, name) = match is_right {
        true => ("pic-fill--ok", "✓", sentences::pictures::CLIENTS_RIGHT),
        false => ("pic-fill--bad", "✕", sentences::pictures::CLIENTS_WRONG),
    };
    html! {
        <g data-testid="clients-end" data-right={is_right.to_string()}>
            <title>{ canvas.text(name) }</title>
            <rect {class} x={short(x)} y={short(TOP)} width={short(END - 6.0)} height={short(height - TOP - 16.0)} rx="4" />
            <text class="pic-label pic-middle" x={short(x + END / 2.0 - 3.0)} y={short((TOP + height - 16.0) / 2.0 + 4.0)}>{ mark }</text>
        </g>
    }
}

fn draw_step(step: &ExploredStep, x: f64, width: f64) -> Html {
    let y = TOP + LANE * step.client as f64 + 4.0;
    let (class, mark) = match step.status {
        None => ("pic-place pic-place--live", "…"),
        Some(status) if status < 400 => ("pic-fill--ok", "✓"),
        Some(_) => ("pic-fill--bad", "✕"),
    };
    let title = match (&step.body, step.status) {
        (Some(body), Some(status)) => format!("{} {status} {body}", step.operation),
        _ => step.operation.clone(),
    };
    let letters = ((width - 16.0) / 6.5).max(2.0) as usize;
    html! {
        <g>
            <title>{ title }</title>
            <rect {class} x={short(x)} y={short(y)} width={short(width - 4.0)} height="26" rx="4" />
            <text class="pic-label" x={short(x + 5.0)} y={short(y + 17.0)}>{ format!("{} {mark}", key_text::cut(&step.operation, letters)) }</text>
        </g>
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |class: &'static str, name: Sentence| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect {class} x="1" y="1" width="20" height="10" rx="2" /></svg>{ canvas.text(name) }
            </span>
        }
    };
    html! {
        <>
            { entry("pic-place pic-place--live", sentences::pictures::CLIENTS_STEP) }
            { entry("pic-fill--ok", sentences::pictures::CLIENTS_ANSWERED) }
            { entry("pic-fill--bad", sentences::pictures::CLIENTS_REFUSED) }
            { entry("pic-fill--ok", sentences::pictures::CLIENTS_RIGHT) }
            { entry("pic-fill--bad", sentences::pictures::CLIENTS_WRONG) }
        </>
    }
}

fn caption(canvas: &Canvas, explored: &ExplorationResponse, outcome: &ExploredOutcome) -> String {
    let bad = explored.outcomes.iter().filter(|outcome| outcome.whole_clients.is_none());
    let broken: u64 = bad.map(|outcome| outcome.count).sum();
    let order = outcome.whole_clients.as_ref().map(|order| {
        order
            .iter()
            .map(|client| ["A", "B", "C"].get(*client).copied().unwrap_or("?"))
            .collect::<Vec<_>>()
            .join(", ")
    });
    use sentences::pictures as words;
    let (interleavings, broken) = (explored.interleavings.into(), broken.into());
    match (&order, explored.complete) {
        (None, _) if outcome.explained_by.is_none() => {
            canvas.text(words::ClientsTorn { interleavings, broken })
        }
        (None, _) => canvas.text(words::ClientsUnexplained { interleavings, broken }),
        (Some(order), true) => {
            canvas.text(words::ClientsExplained { interleavings, broken, order: order.as_str().into() })
        }
        (Some(order), false) => {
            canvas.text(words::ClientsNotAll { interleavings, broken, order: order.as_str().into() })
        }
    }
}

fn twin(canvas: &Canvas, outcome: &ExploredOutcome) -> Html {
    let head = [
        sentences::pictures::CLIENTS_NUMBER,
        sentences::pictures::CLIENTS_WHO,
        sentences::pictures::REQUEST_FATE,
        sentences::pictures::TRAFFIC_OUTCOME,
    ];
    let rows = outcome.steps.iter().enumerate().map(|(number, step)| {
        let answer =
            step.status.map(|status| format!("{status} {}", step.body.as_deref().unwrap_or_default()));
        [
            (number + 1).to_string(),
            client_name(canvas, step.client),
            format!("{} #{}", step.operation, step.request + 1),
            answer.unwrap_or_default(),
        ]
    });
    figure::sheet(canvas, sentences::pictures::PICTURE_CLIENTS, head, rows)
}
