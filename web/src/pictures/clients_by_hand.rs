//! Clients that the person steps. Shows a button per client, lanes with the result of each step, and the items involved. The
//! engine plays the steps as a dry run from the shown point, until the person keeps them.

use dynalab_app::pictures::key_text;
use dynalab_app::pictures::svg::short;
use dynalab_app::request::attribute;
use dynalab_app::request::call_result::{json_of, value_of};
use dynalab_playground::contract::{ClientState, ClientStep, RunClients, StepClients, SteppedClients};
use dynalab_service::contract::Json;
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::engine_reads::use_answer;
use super::figure::{self, Figure};
use super::{Canvas, clients};
use crate::page::sentences;

const WIDTH: f64 = 560.0;
/// Width of the clients' names, in either language.
const LEFT: f64 = 106.0;
const TOP: f64 = 10.0;
const LANE: f64 = 46.0;
const WIDEST: f64 = 104.0;
const NARROWEST: f64 = 80.0;

#[derive(PartialEq, Properties)]
pub struct ByHandProps {
    pub canvas: Canvas,
    /// The requests of each client.
    pub clients: Vec<Value>,
    /// An order of steps to follow, if one was found.
    pub script: Vec<usize>,
}

#[component]
pub fn ByHand(props: &ByHandProps) -> Html {
    let ByHandProps { canvas, clients, script } = props;
    let schedule = use_state(Vec::<usize>::new);
    let told = use_state(|| None::<String>);
    {
        let (schedule, told) = (schedule.setter(), told.setter());
        use_effect_with((clients.clone(), script.clone()), move |_| {
            schedule.set(Vec::new());
            told.set(None);
        });
    }
    let state = canvas.place.revision.wrapping_mul(1_000_003).wrapping_add(canvas.place.clock.shown_id);
    // A schedule with more steps than the clients have is from before an edit.
    let question =
        StepClients { clients: clients.iter().map(json_of).collect(), schedule: (*schedule).clone() };
    let stepped = use_answer(canvas, state, question);
    let last = use_mut_ref(|| None::<SteppedClients>);
    match stepped.as_deref() {
        Some(Err(why)) => return figure::refused(why),
        Some(Ok(stepped)) => *last.borrow_mut() = Some(stepped.clone()),
        // The earlier response is shown until the new one arrives.
        None => {}
    }
    let Some(stepped) = last.borrow().clone() else { return figure::waiting(canvas) };
    html! {
        <section class="by-hand" aria-label={canvas.text(sentences::pictures::CLIENTS_BY_HAND)} data-testid="clients-by-hand">
            <h3 class="by-hand-title">{ canvas.text(sentences::pictures::CLIENTS_BY_HAND) }</h3>
            <p class="picture-caption picture-form">{ canvas.text(sentences::pictures::CLIENTS_BY_HAND_ABOUT) }</p>
            { step_keys(canvas, &stepped, &schedule, script) }
            { other_keys(canvas, clients, &stepped, &schedule, &told) }
            { figure(canvas, &stepped).view(canvas) }
            { items(canvas, &stepped) }
            <p class="by-hand-told" role="status" data-testid="clients-told">{ (*told).clone().unwrap_or_default() }</p>
        </section>
    }
}

fn step_keys(
    canvas: &Canvas,
    stepped: &SteppedClients,
    schedule: &UseStateHandle<Vec<usize>>,
    script: &[usize],
) -> Html {
    let key_of = |number: usize, client: &ClientState| {
        let next = match (client.begun, client.next.as_str()) {
            (_, "") => canvas.text(sentences::pictures::CLIENTS_DONE),
            (true, next) => format!("{next} …"),
            (false, next) => next.to_owned(),
        };
        html! {
            <button
                type="button" class="button by-hand-step" data-testid={format!("clients-step-{number}")} disabled={client.next.is_empty()}
                onclick={push_callback(schedule, number)}
            >
                <b>{ clients::client_name(canvas, number) }</b>{ " ▸ " }<span>{ next }</span>
            </button>
        }
    };
    let follows = script.get(schedule.len()).filter(|_| script.starts_with(schedule));
    html! {
        <div class="picture-form by-hand-keys" role="group" aria-label={canvas.text(sentences::pictures::CLIENTS_NEXT_STEP)}>
            <span>{ canvas.text(sentences::pictures::CLIENTS_NEXT_STEP) }</span>
            { for stepped.clients.iter().enumerate().map(|(number, client)| key_of(number, client)) }
            if let Some(client) = follows {
                <button type="button" class="button button--go" data-testid="clients-follow" onclick={push_callback(schedule, *client)}>
                    { canvas.messages.text(
                        sentences::pictures::ClientsFollow { number: (schedule.len() as u64 + 1).into(), count: (script.len() as u64).into() },
                    ) }
                </button>
            }
        </div>
    }
}

fn push_callback(schedule: &UseStateHandle<Vec<usize>>, client: usize) -> Callback<MouseEvent> {
    let schedule = schedule.clone();
    Callback::from(move |_| {
        let mut longer = (*schedule).clone();
        longer.push(client);
        schedule.set(longer);
    })
}

fn other_keys(
    canvas: &Canvas,
    clients: &[Value],
    stepped: &SteppedClients,
    schedule: &UseStateHandle<Vec<usize>>,
    told: &UseStateHandle<Option<String>>,
) -> Html {
    let set_to = |length: usize| {
        let schedule = schedule.clone();
        Callback::from(move |_: MouseEvent| schedule.set(schedule[..length].to_vec()))
    };
    let keep = {
        let question =
            RunClients { clients: clients.iter().map(json_of).collect(), schedule: (**schedule).clone() };
        let (page, kept) = (canvas.page.clone(), canvas.text(sentences::pictures::CLIENTS_KEPT));
        let (schedule, told) = (schedule.setter(), told.setter());
        Callback::from(move |_: MouseEvent| {
            let (page, question, kept) = (page.clone(), question.clone(), kept.clone());
            let (schedule, told) = (schedule.clone(), told.clone());
            spawn_local(async move {
                match page.control(&question).await {
                    Ok(_) => {
                        schedule.set(Vec::new());
                        told.set(Some(kept));
                    }
                    Err(why) => told.set(Some(why)),
                }
            });
        })
    };
    let none = schedule.is_empty();
    let under_way = stepped.clients.iter().any(|client| client.begun);
    html! {
        <div class="picture-form">
            <button type="button" class="button" data-testid="clients-back" disabled={none} onclick={set_to(schedule.len().saturating_sub(1))}>
                { canvas.text(sentences::pictures::CLIENTS_BACK) }
            </button>
            <button type="button" class="button" data-testid="clients-again" disabled={none} onclick={set_to(0)}>
                { canvas.text(sentences::pictures::CLIENTS_AGAIN) }
            </button>
            <button type="button" class="button" data-testid="clients-keep" disabled={none || under_way || !canvas.is_live()} onclick={keep}>
                { canvas.text(sentences::pictures::CLIENTS_KEEP) }
            </button>
            if under_way { <span class="picture-caption">{ canvas.text(sentences::pictures::CLIENTS_UNDER_WAY) }</span> }
        </div>
    }
}

fn figure(canvas: &Canvas, stepped: &SteppedClients) -> Figure {
    let lanes = stepped.clients.len().max(1);
    let height = TOP + LANE * lanes as f64 + 4.0;
    let step_width = ((WIDTH - LEFT) / stepped.steps.len().max(1) as f64).clamp(NARROWEST, WIDEST);
    let width = (LEFT + step_width * stepped.steps.len() as f64).max(WIDTH);
    let caption = caption(canvas, stepped);
    let drawing = html! {
        <svg
            class={if width > WIDTH { "picture-long" } else { "picture-wide" }} width={short(width)}
            viewBox={format!("0 0 {} {}", short(width), short(height))} role="img" aria-label={caption.clone()}
        >
            { for (0..lanes).map(|lane| {
                let y = TOP + LANE * lane as f64;
                html! { <g key={lane}>
                    <text class="pic-label pic-label--strong" x="6" y={short(y + 20.0)}>{ clients::client_name(canvas, lane) }</text>
                    <rect class="pic-lane" x={short(LEFT - 4.0)} y={short(y)} width={short(width - LEFT)} height="34" rx="4" />
                </g> }
            }) }
            { for stepped.steps.iter().enumerate().map(|(number, step)| draw_step(canvas, step, LEFT + step_width * number as f64, step_width)) }
        </svg>
    };
    Figure { drawing, legend: legend(canvas), caption, twin: twin(canvas, stepped) }
}

fn draw_step(canvas: &Canvas, step: &ClientStep, x: f64, width: f64) -> Html {
    let y = TOP + LANE * step.client as f64 + 3.0;
    let letters = ((width - 12.0) / 6.3).max(3.0) as usize;
    let strong = ((width - 12.0) / 6.9).max(3.0) as usize;
    let state = canvas.text_or(sentences::pictures::clients_state(&step.state), &step.state);
    let title = match (&step.body, step.status) {
        (Some(body), Some(status)) => format!("{}: {state}. {status} {body}", step.operation),
        _ => format!("{}: {state}. {}", step.operation, step.items.join(", ")),
    };
    html! {
        <g>
            <title>{ title }</title>
            <rect class={class_of(&step.state)} x={short(x)} y={short(y)} width={short(width - 4.0)} height="28" rx="4" />
            <text class="pic-label" x={short(x + 5.0)} y={short(y + 12.0)}>{ key_text::cut(&step.operation, letters) }</text>
            <text class="pic-label pic-label--strong" x={short(x + 5.0)} y={short(y + 24.0)}>
                { key_text::cut(&format!("{} {state}", mark_of(step)), strong) }
            </text>
        </g>
    }
}

fn class_of(state: &str) -> &'static str {
    match state {
        "prepared" => "pic-fill--warn",
        "committed" | "wrote" | "answered" => "pic-fill--ok",
        "conflict" | "cancelled" | "refused" => "pic-fill--bad",
        _ => "pic-place pic-place--live",
    }
}

fn mark_of(step: &ClientStep) -> &'static str {
    match step.state.as_str() {
        "read" if step.status.is_some() => "✓",
        "prepared" => "◐",
        "committed" | "wrote" | "answered" => "✓",
        "conflict" | "cancelled" | "refused" => "✕",
        _ => "…",
    }
}

fn legend(canvas: &Canvas) -> Html {
    let entry = |state: &str| {
        html! {
            <span class="legend-entry">
                <svg viewBox="0 0 22 12" aria-hidden="true"><rect class={class_of(state)} x="1" y="1" width="20" height="10" rx="2" /></svg>
                { canvas.text_or(sentences::pictures::clients_state(state), state) }
            </span>
        }
    };
    html! { { for ["read", "prepared", "committed", "conflict"].iter().map(|state| entry(state)) } }
}

fn caption(canvas: &Canvas, stepped: &SteppedClients) -> String {
    let Some(step) = stepped.steps.last() else { return canvas.text(sentences::pictures::CLIENTS_NO_STEP) };
    let client = clients::client_name(canvas, step.client);
    let (state, items) =
        (canvas.text_or(sentences::pictures::clients_state(&step.state), &step.state), step.items.join(", "));
    canvas.text(sentences::pictures::ClientsLastStep {
        number: (stepped.steps.len() as u64).into(),
        client: client.as_str().into(),
        operation: step.operation.as_str().into(),
        state: state.as_str().into(),
        items: if items.is_empty() { "–" } else { items.as_str() }.into(),
    })
}

fn twin(canvas: &Canvas, stepped: &SteppedClients) -> Html {
    let head = [
        sentences::pictures::CLIENTS_NUMBER,
        sentences::pictures::CLIENTS_WHO,
        sentences::pictures::REQUEST_FATE,
        sentences::pictures::CLIENTS_STATE,
        sentences::pictures::REQUEST_ITEM,
        sentences::pictures::TRAFFIC_OUTCOME,
    ];
    let rows = stepped.steps.iter().enumerate().map(|(number, step)| {
        let answer =
            step.status.map(|status| format!("{status} {}", step.body.as_deref().unwrap_or_default()));
        [
            (number + 1).to_string(),
            clients::client_name(canvas, step.client),
            format!("{} #{}", step.operation, step.request + 1),
            canvas.text_or(sentences::pictures::clients_state(&step.state), &step.state),
            step.items.join(", "),
            answer.unwrap_or_default(),
        ]
    });
    figure::sheet(canvas, sentences::pictures::CLIENTS_BY_HAND, head, rows)
}

fn items(canvas: &Canvas, stepped: &SteppedClients) -> Html {
    if stepped.items.is_empty() {
        return html! {};
    }
    let head = [
        sentences::pictures::REQUEST_PLACE,
        sentences::pictures::REQUEST_ITEM,
        sentences::pictures::CLIENTS_HOLDER,
        sentences::pictures::VALUE,
    ];
    let rows = stepped.items.iter().map(|met| {
        let holder =
            met.held_by.map(|client| clients::client_name(canvas, client)).unwrap_or_else(|| "–".to_owned());
        let value =
            met.item.as_ref().map_or_else(|| canvas.text(sentences::pictures::FATE_MISSING), attributes);
        [met.table.clone(), met.key.clone(), holder, value]
    });
    html! {
        <div class="scroll by-hand-items" tabindex="0" role="region" aria-label={canvas.text(sentences::pictures::CLIENTS_ITEMS)} data-testid="clients-items">
            { figure::sheet(canvas, sentences::pictures::CLIENTS_ITEMS, head, rows) }
        </div>
    }
}

fn attributes(item: &Json) -> String {
    let item = value_of(item);
    let attributes = item.as_object().into_iter().flatten();
    attributes
        .map(|(name, value)| format!("{name}: {}", attribute::from_value(value).text))
        .collect::<Vec<_>>()
        .join(" · ")
}
