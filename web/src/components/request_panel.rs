//! The request: as a question of the sample, as a form, or as JSON. One draft stands behind all three.

use gloo::events::EventListener;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

use crate::app_context::{use_app, use_engine};
use crate::components::icon::Icon;
use crate::components::request_form_panel::RequestFormPanel;
use crate::components::request_json::RequestJson;
use crate::components::request_questions::RequestQuestions;
use crate::components::tabs::{Tab, Tabs};
use crate::json_text;
use crate::pages::play::PlayPlace;
use crate::request_form::{RequestForm, template};
use crate::route::{PlayQuery, RequestTab};
use crate::samples::Question;
use crate::state::{Action, AppState};
use crate::submit;

#[derive(PartialEq, Properties)]
pub struct RequestPanelProps {
    pub place: PlayPlace,
    pub on_place: Callback<PlayPlace>,
}

#[component]
pub fn RequestPanel(props: &RequestPanelProps) -> Html {
    let app = use_app();
    let engine = use_engine();
    let messages = &app.messages;
    let questions = questions_of(&app, &props.place);
    let tab = chosen_tab(&app, props.place.query.request, !questions.is_empty());
    let on_select = {
        let (on_place, place) = (props.on_place.clone(), props.place.clone());
        Callback::from(move |name: AttrValue| {
            let request = RequestTab::of_name(&name);
            on_place.emit(PlayPlace { query: PlayQuery { request, ..place.query.clone() }, ..place.clone() });
        })
    };
    let run = {
        let app = app.clone();
        Callback::from(move |()| {
            if json_text::problem(&app.draft.body).is_none() && !app.draft.operation.is_empty() {
                submit::send(&engine, &app.dispatcher(), app.draft.operation.clone(), app.draft.body.clone());
            }
        })
    };
    use_run_key(&run);
    let mut tabs = vec![RequestTab::Form, RequestTab::Json];
    if !questions.is_empty() {
        tabs.insert(0, RequestTab::Questions);
    }
    let tabs = tabs.into_iter().map(|tab| Tab {
        name: tab.name().into(),
        label: messages.text(&format!("request-tab-{}", tab.name())).into(),
    });
    let panel = format!("request-panel-{}", tab.name());
    let broken = json_text::problem(&app.draft.body).is_some();
    html! {
        <section class="workbench-request" aria-label={messages.text("request")}>
            <Tabs group="request" label={messages.text("request-as")} title={html! { <h2 class="tabs-heading">{ messages.text("request") }</h2> }} tabs={tabs.collect::<Vec<_>>()} selected={tab.name()} {on_select} />
            <div class="request">
                <div class="request-panel" id={panel} role="tabpanel" aria-labelledby={format!("request-tab-{}", tab.name())}>
                    { match tab {
                        RequestTab::Questions => html! { <RequestQuestions {questions} /> },
                        RequestTab::Form => html! { <RequestFormPanel /> },
                        RequestTab::Json => html! { <RequestJson /> },
                    } }
                </div>
                <div class="request-foot">
                    <OperationSelect />
                    <button class="button button--go" type="button" data-testid="run" disabled={broken || app.draft.operation.is_empty()} onclick={run.reform(|_: MouseEvent| ())}>
                        { Icon::Run.draw() }{ messages.text("run") }<kbd class="request-key">{ run_key_name() }</kbd>
                    </button>
                </div>
            </div>
        </section>
    }
}

/// The questions, when there are any and no request has been written yet; then the form, if the operation has one.
fn chosen_tab(app: &AppState, asked: Option<RequestTab>, has_questions: bool) -> RequestTab {
    match asked {
        Some(RequestTab::Questions) if !has_questions => RequestTab::Form,
        Some(tab) => tab,
        None if has_questions => RequestTab::Questions,
        None if template::has_form(&app.draft.operation) || app.draft.operation.is_empty() => {
            RequestTab::Form
        }
        None => RequestTab::Json,
    }
}

fn questions_of(app: &AppState, place: &PlayPlace) -> Vec<Question> {
    let Some(table) = place.table.as_ref().filter(|name| app.table(name).is_some()) else {
        return Vec::new();
    };
    let sample = app.samples.iter().find(|entry| entry.tables.contains(table));
    let questions = sample.and_then(|sample| app.questions.get(&sample.id));
    questions.map(|questions| questions.to_vec()).unwrap_or_default()
}

/// Ctrl or Cmd and Enter run the request from wherever the focus is, except within a dialog.
#[hook]
fn use_run_key(run: &Callback<()>) {
    let latest = use_mut_ref(|| run.clone());
    *latest.borrow_mut() = run.clone();
    use_effect_with((), move |()| {
        let listener = EventListener::new(&document(), "keydown", move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            let in_dialog = document().query_selector("dialog[open]").ok().flatten().is_some();
            if key.key() == "Enter" && (key.ctrl_key() || key.meta_key()) && !in_dialog {
                let run = latest.borrow().clone();
                run.emit(());
            }
        });
        move || drop(listener)
    });
}

fn run_key_name() -> &'static str {
    let platform = gloo::utils::window().navigator().platform().unwrap_or_default();
    if platform.starts_with("Mac") || platform.starts_with("iP") { "⌘↵" } else { "Ctrl ↵" }
}

#[component]
fn OperationSelect() -> Html {
    let app = use_app();
    let messages = &app.messages;
    let onchange = {
        let app = app.clone();
        Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else { return };
            let operation = select.value();
            app.dispatch(Action::Edit { body: body_for(&app, &operation), operation });
        })
    };
    let option = |operation: &&'static str| {
        html! { <option value={*operation} selected={app.draft.operation == *operation}>{ *operation }</option> }
    };
    let known =
        template::WITH_FORM.iter().chain(&template::JSON_ONLY).any(|name| *name == app.draft.operation);
    html! {
        <select class="field" data-testid="operation-select" aria-label={messages.text("operation")} {onchange}>
            if !known { <option value={app.draft.operation.clone()} selected=true>{ &app.draft.operation }</option> }
            <optgroup label={messages.text("operations-items")}>{ for template::WITH_FORM.iter().map(option) }</optgroup>
            <optgroup label={messages.text("operations-more")}>{ for template::JSON_ONLY.iter().map(option) }</optgroup>
        </select>
    }
}

/// What stood there before for this operation and the same table, or a fresh template.
fn body_for(app: &AppState, operation: &str) -> String {
    let before = RequestForm::read(&app.draft.body);
    let table_name =
        before.as_ref().map(|form| form.text("TableName").to_owned()).filter(|name| !name.is_empty());
    let kept = app.draft.others.get(operation).filter(|body| {
        RequestForm::read(body)
            .is_some_and(|form| table_name.as_deref().is_none_or(|name| form.text("TableName") == name))
    });
    let table = table_name.as_deref().and_then(|name| app.table(name));
    let table = table.or_else(|| app.table(&app.items.table)).or_else(|| app.tables.as_ref()?.first());
    kept.cloned().unwrap_or_else(|| template::request(operation, table, before.as_ref()))
}
