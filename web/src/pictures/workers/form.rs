//! The form of a stream's workers: start, stop, restart and remove them.

use dynalab_service::contract::Call;
use dynalab_service::contract::streams::{DeleteWorkers, PutWorkers, StopWorker};
use yew::prelude::*;

use super::StreamApplications;
use crate::page::sentences;
use crate::pictures::control_sender::ControlSender;
use crate::pictures::{Canvas, form};

const WORKERS_USUAL: u64 = 3;
const WORKERS_MAX: u64 = 8;
const CHECKPOINT_USUAL: u64 = 10;
const CHECKPOINT_MAX: u64 = 10_000;
const LEASE_SECONDS_USUAL: u64 = 10;
const LEASE_SECONDS_MAX: u64 = 3_600;

/// Typed numbers that are not applied yet. None means the present number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct TypedNumbers {
    workers: Option<u64>,
    checkpoint_every: Option<u64>,
    lease_seconds: Option<u64>,
}

#[derive(PartialEq, Properties)]
pub struct WorkersFormProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    pub stream: String,
    pub world: StreamApplications,
    pub on_choose: Callback<String>,
}

#[component]
pub fn WorkersForm(props: &WorkersFormProps) -> Html {
    let (canvas, sender, application) = (&props.canvas, &props.sender, &props.world.shown);
    let typed = use_state_eq(TypedNumbers::default);
    let runs = !application.workers.is_empty();
    let is = |known: u64, usual: u64| if runs { known } else { usual };
    let workers = typed.workers.unwrap_or(is(application.workers.len() as u64, WORKERS_USUAL));
    let checkpoint_every =
        typed.checkpoint_every.unwrap_or(is(application.checkpoint_every, CHECKPOINT_USUAL));
    let lease_seconds = typed.lease_seconds.unwrap_or(is(application.lease_ms / 1_000, LEASE_SECONDS_USUAL));
    let field = |name, value, most, set: fn(&mut TypedNumbers, u64)| {
        let typed = typed.clone();
        let on_change = Callback::from(move |text: String| {
            // Text that is not a number does not change the number.
            let Ok(number) = text.parse::<u64>() else { return };
            let mut next = *typed;
            set(&mut next, number.clamp(1, most));
            typed.set(next);
        });
        form::number(canvas, name, value, most, on_change)
    };
    let name = if runs { application.name.clone() } else { format!("workers-{}", canvas.place.table) };
    let put = PutWorkers {
        name,
        stream_arn: props.stream.clone(),
        workers: (1..=workers).map(|number| format!("w{number}")).collect(),
        starting_position: Some("TRIM_HORIZON".to_owned()),
        checkpoint_every: Some(checkpoint_every),
        lease_ms: Some(lease_seconds * 1_000),
        ..PutWorkers::default()
    };
    let start = if runs { sentences::pictures::WORKERS_APPLY } else { sentences::pictures::WORKERS_START };
    html! {
        <div class="picture-form">
            if !runs { <p class="picture-caption">{ canvas.text(sentences::pictures::WORKERS_NONE) }</p> }
            { choice_of(props) }
            { field(sentences::pictures::WORKERS_COUNT, workers, WORKERS_MAX, |typed, number| typed.workers = Some(number)) }
            { field(sentences::pictures::WORKERS_CHECKPOINT, checkpoint_every, CHECKPOINT_MAX, |typed, number| typed.checkpoint_every = Some(number)) }
            { field(sentences::pictures::WORKERS_LEASE, lease_seconds, LEASE_SECONDS_MAX, |typed, number| typed.lease_seconds = Some(number)) }
            { sender.button(canvas, start, vec![put.request()]) }
            if runs {
                { stop_keys(props) }
                { sender.button(canvas, sentences::pictures::WORKERS_REMOVE, vec![DeleteWorkers { name: application.name.clone() }.request()]) }
            }
        </div>
    }
}

/// Renders the choice of an application, if several read the stream.
fn choice_of(props: &WorkersFormProps) -> Html {
    let StreamApplications { applications, shown, .. } = &props.world;
    if applications.len() < 2 {
        return html! {};
    }
    let on_choose = props.on_choose.clone();
    let onchange =
        Callback::from(move |event: Event| on_choose.emit(crate::browser::field_events::written(&event)));
    html! {
        <label>{ props.canvas.text(sentences::pictures::WORKERS_APPLICATION) }{ " " }<select class="field" data-testid="workers-application" {onchange}>
            { for applications.iter().map(|name| html! { <option value={name.clone()} selected={*name == shown.name}>{ name }</option> }) }
        </select></label>
    }
}

/// Renders a stop button for each running worker. "Apply" starts stopped workers again.
fn stop_keys(props: &WorkersFormProps) -> Html {
    let application = &props.world.shown;
    let running = application.workers.iter().filter(|worker| worker.is_running());
    let keys = running.map(|worker| {
        let label =
            props.canvas.text(sentences::pictures::WorkersStop { worker: worker.name.as_str().into() });
        let stop = StopWorker { name: application.name.clone(), worker: worker.name.clone() };
        let test_id = format!("workers-stop-{}", worker.name);
        props.sender.button_with_label(&props.canvas, &test_id, label, vec![stop.request()])
    });
    html! { <>{ for keys }</> }
}
