//! The history of the branch, newest first. A click shows the tables at that point, with the request and its response.

use dynalab_app::request::answer::CapacityUnit;
use dynalab_app::request::history::RequestCard;
use dynalab_app::request::target::target;
use dynalab_app::shared::Shared;
use dynalab_playground::views::tables::TableSummary;
use dynalab_playground::views::timeline::{StepView, TimelineView};
use yew::prelude::*;

use crate::browser::figures;
use crate::engine::time_travel;
use crate::page::context::PageContext;
use crate::page::messages::Messages;
use crate::page::scene::Scene;
use crate::page::sentences;

/// What the operations of the simulation begin with.
const CONTROL: &str = "Dynalab.";

pub fn view(scene: &Scene) -> Html {
    let timeline = scene.app.timeline().as_deref();
    let steps = timeline.map(|timeline| timeline.steps.as_slice()).unwrap_or_default();
    html! {
        <section class="workbench-history" aria-label={scene.text(sentences::workbench::HISTORY)}>
            <div class="tabs"><h2 class="tabs-title">{ scene.text(sentences::workbench::HISTORY) }</h2>
                <span class="tabs-side" data-testid="history-count">{ count(scene, timeline) }</span>
            </div>
            if steps.is_empty() {
                <p class="items-waiting">{ scene.text(sentences::workbench::HISTORY_EMPTY) }</p>
            } else {
                <div class="history-list" data-testid="history">
                    { for timeline.iter().flat_map(|timeline| steps.iter().map(|step| one_step(scene, timeline, step))) }
                </div>
            }
        </section>
    }
}

/// Returns the number of requests of the branch. The list has the newest of them.
fn count(scene: &Scene, timeline: Option<&TimelineView>) -> String {
    let requests = timeline.map_or(0, |timeline| timeline.newest);
    if requests == 0 {
        return String::new();
    }
    scene.text(sentences::workbench::HistoryCount { requests: u64::from(requests).into() })
}

fn one_step(scene: &Scene, timeline: &TimelineView, step: &StepView) -> Html {
    html! {
        <HistoryStep
            key={step.id} page={scene.page.clone()} messages={*scene.messages()} step={step.clone()} card={scene.app.history().of_entry(step.id).cloned()}
            definitions={scene.app.definitions().clone()} is_shown={step.contains(timeline.shown)} is_undone={step.number > timeline.head}
        />
    }
}

#[derive(PartialEq, Properties)]
struct HistoryStepProps {
    page: PageContext,
    messages: Messages,
    step: StepView,
    /// The request and its response, if the page has them.
    card: Option<Shared<RequestCard>>,
    definitions: Option<Shared<Vec<TableSummary>>>,
    is_shown: bool,
    is_undone: bool,
}

/// One step. It is a component, because its texts are read from JSON: they are read again only when the step changes.
#[component]
fn HistoryStep(props: &HistoryStepProps) -> Html {
    let HistoryStepProps { page, messages, step, is_shown, is_undone, .. } = props;
    let number = step.number;
    let onclick = {
        let page = page.clone();
        Callback::from(move |_: MouseEvent| time_travel::take_up(&page, number))
    };
    let failed = step.status >= 400;
    let class = classes!(
        "history-item",
        failed.then_some("history-item--bad"),
        is_undone.then_some("history-item--ahead"),
    );
    // A narrow list cuts its lines with an ellipsis, so the title has the whole line.
    let (title, what) = (title(messages, step), what(props));
    html! {
        <button {class} type="button" aria-current={is_shown.then_some("true")} data-testid={format!("entry-{number}")} {onclick}>
            <span class="history-number">{ number }</span>
            <span class="history-name" title={title.clone()}>{ title }</span>
            <span class="history-cost">{ if failed { "✕".to_owned() } else { cost(step, props.card.as_deref()) } }</span>
            if let Some(name) = &step.name { <span class="history-what history-given" title={name.clone()}>{ name }</span> }
            <span class="history-what" title={what.clone()}>{ what }</span>
        </button>
    }
}

/// Returns the operation, or the number of requests if there are several.
fn title(messages: &Messages, step: &StepView) -> String {
    match step.done() {
        1 => name_of(messages, &step.operation, &step.body),
        requests => {
            messages.text(sentences::workbench::HistoryRequests { requests: u64::from(requests).into() })
        }
    }
}

/// Returns an operation of DynamoDB as it is. An operation of the simulation has a plain name, which says what it does.
fn name_of(messages: &Messages, operation: &str, body: &str) -> String {
    let Some(control) = operation.strip_prefix(CONTROL) else { return operation.to_owned() };
    let name = match (control, limits_in(body)) {
        ("SetDials", Some(true)) => "limits-on",
        ("SetDials", Some(false)) => "limits-off",
        _ => control,
    };
    messages.text_or(sentences::workbench::history_control(name), operation)
}

/// Whether settings turn the limits on or off. `None` if they do not.
fn limits_in(body: &str) -> Option<bool> {
    serde_json::from_str::<serde_json::Value>(body).ok()?.get("Limits")?.as_bool()
}

fn cost(step: &StepView, card: Option<&RequestCard>) -> String {
    let told = card.and_then(RequestCard::summary).and_then(|summary| summary.units_total());
    // After a reload the responses are gone, but the history entry has the sum of the units.
    let kept = (step.consumed_half_units > 0).then(|| step.consumed_half_units as f64 / 2.0);
    match told.or(kept) {
        Some(units) if step.done() == 1 => {
            format!(
                "{} {}",
                figures::grouped_decimal(units),
                CapacityUnit::from_request(&step.operation, &step.body).name()
            )
        }
        _ => String::new(),
    }
}

fn what(props: &HistoryStepProps) -> String {
    let HistoryStepProps { messages, step, card, definitions, .. } = props;
    let card = card.as_deref();
    let error = card.and_then(RequestCard::summary).and_then(|summary| summary.error.as_ref());
    match error {
        Some(error) => error.name.clone(),
        None if step.done() > 1 => {
            let first = name_of(messages, &step.first_operation, "");
            let last = name_of(messages, &step.operation, &step.body);
            if first == last { first } else { format!("{first} … {last}") }
        }
        // The history entry omits a large body, so it is read from the card.
        None => {
            let body =
                card.filter(|_| step.body.is_empty()).map_or(step.body.as_str(), |card| card.body.as_str());
            let definition = |name: &str| definitions.as_ref()?.iter().find(|table| table.name == name);
            target(body, |table| definition(table).map(|table| &table.key))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::limits_in;

    #[test]
    fn the_switch_of_limits_is_told_from_other_settings() {
        assert_eq!(limits_in(r#"{"Limits":true,"Dials":{"capacity_history":1}}"#), Some(true));
        assert_eq!(limits_in(r#"{"Limits":false}"#), Some(false));
        assert_eq!(limits_in(r#"{"Dials":{"metrics":1}}"#), None);
        assert_eq!(limits_in(""), None);
    }
}
