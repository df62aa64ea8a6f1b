//! The request panel: access patterns of the sample, form, or JSON. All three edit the same draft.

use dynalab_app::request::form::{RequestForm, template};
use dynalab_app::request::json_text;
use dynalab_app::request::play_query::{PlayQuery, RequestTab};
use dynalab_app::request::template::RequestTemplate;
use dynalab_app::samples::Question;
use dynalab_app::shared::Shared;
use dynalab_app::state::watched::WatchedState;
use dynalab_app::state::{Dialog, ItemToEdit};
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::components::panel::panel;
use crate::components::part::Part;
use crate::components::request_forecast::RequestForecast;
use crate::components::tabs::TabRow;
use crate::components::when_in_view::WhenInView;
use crate::components::{request_empty, request_form_panel, request_json, request_questions};
use crate::engine::submit;
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let run = {
        let scene = scene.clone();
        Callback::from(move |_: MouseEvent| run_draft(&scene))
    };
    let foot = html! {
        <div class="request-foot">
            { operation_select(scene) }
            <RequestForecast scene={scene.still()} is_written={shown_tab(scene) != RequestTab::Questions} />
            <button class="button button--go" type="button" data-testid="run" disabled={!can_run(&scene.app)} onclick={run}>
                { Icon::Run.draw() }{ scene.text(sentences::workbench::RUN) }<kbd class="request-key">{ run_key_name() }</kbd>
            </button>
        </div>
    };
    view_above(scene, foot)
}

/// Renders the request above a foot with the Run button.
pub fn view_above(scene: &Scene, foot: Html) -> Html {
    let app = &scene.app;
    let questions = questions_of(scene);
    let tab = shown_tab(scene);
    let on_select = {
        let scene = scene.clone();
        Callback::from(move |name: AttrValue| {
            let request = RequestTab::of_name(&name);
            scene.navigate_to_query(PlayQuery { request, ..scene.query.clone() });
        })
    };
    // A workspace without tables has nothing to request, unless a tab is chosen: a request can create a table.
    let is_empty = scene.query.request.is_none()
        && scene.table_name().is_none()
        && app.definitions().as_ref().is_none_or(|tables| tables.is_empty());
    let is_text = !is_empty && !matches!(tab, RequestTab::Questions | RequestTab::Form);
    let tabs = RequestTab::ALL.into_iter();
    let row = TabRow {
        group: "request",
        label: scene.text(sentences::workbench::REQUEST_AS),
        title: scene.text(sentences::workbench::REQUEST),
        tabs: tabs
            .filter(|tab| questions.is_some() || *tab != RequestTab::Questions)
            .map(|tab| {
                (
                    tab.name().to_owned(),
                    scene.text_or(sentences::workbench::request_tab(tab.name()), tab.name()),
                )
            })
            .collect(),
        selected: tab.name().to_owned(),
        panel: None,
    };
    html! {
        <section
            class={classes!("workbench-request", app.definitions().is_none().then_some("workbench-request--waiting"))}
            aria-label={scene.text(sentences::workbench::REQUEST)}
        >
            { row.view(on_select, html! {}) }
            <div class="request">
                { panel("request-no-items", no_items, scene) }
                <div
                    class={classes!("request-panel", is_text.then_some("request-panel--text"))} id={format!("request-panel-{}", tab.name())} role="tabpanel"
                    aria-labelledby={format!("request-tab-{}", tab.name())}
                >
                    { match (tab, questions) {
                        (RequestTab::Questions, Some(questions)) => request_questions::view(scene, &questions),
                        (RequestTab::Questions | RequestTab::Form, _) => request_form_panel::view(scene),
                        _ if is_empty => request_empty::view(scene),
                        _ => editor(scene),
                    } }
                </div>
                if !is_empty {
                    { render_storage_only_note(app) }
                    { foot }
                }
            </div>
        </section>
    }
}

/// Renders the editor of the request's text. It is large, so it is fetched when its place is in view: on a phone, a lesson's text is
/// above it.
fn editor(scene: &Scene) -> Html {
    let before = html! { <pre class="code code--inset" data-testid="editor-waiting">{ &scene.app.draft().body }</pre> };
    html! {
        <WhenInView {before}>
            <Part part={scene.page.parts.editor()} scene={scene.still()} instead={request_json::view(scene)} />
        </WhenInView>
    }
}

/// Renders what fills an empty table. It is shown where the items are far below the request.
fn no_items(scene: &Scene) -> Html {
    let table = scene.table_name().and_then(|name| scene.app.table(name));
    let Some(table) = table.filter(|table| table.item_count == 0 && !scene.is_follower()) else {
        return html! {};
    };
    if scene.page.navigator.is_inner() {
        return html! {};
    }
    let name = table.name.clone();
    let add = scene.open_dialog_callback(move || Dialog::Item(ItemToEdit { table: name.clone(), key: None }));
    html! {
        <div class="request-no-items" data-testid="request-no-items">
            <p>{ scene.text(sentences::workbench::NO_ITEMS) }</p>
            <button class="button" type="button" data-testid="request-new-item" onclick={add}>
                { Icon::Plus.draw() }{ scene.text(sentences::workbench::NEW_ITEM) }
            </button>
            <button class="button" type="button" data-testid="request-generate" onclick={scene.open_dialog_callback(|| Dialog::Generate)}>
                { scene.text(sentences::workbench::GENERATE_ITEMS) }
            </button>
        </div>
    }
}

pub fn can_run(app: &WatchedState) -> bool {
    !*app.unread() && !app.draft().operation.is_empty() && json_text::problem(&app.draft().body).is_none()
}

pub fn run_draft(scene: &Scene) {
    let app = &scene.now().app;
    if can_run(app) {
        submit::send(
            &scene.page.engine,
            &scene.dispatcher(),
            app.draft().operation.clone(),
            app.draft().body.clone(),
        );
    }
}

/// Returns the tab in the address, or else the tab that suits the request.
pub fn shown_tab(scene: &Scene) -> RequestTab {
    chosen_tab(&scene.app, scene.query.request, questions_of(scene).is_some())
}

/// Without a choice, returns the access patterns if the sample has some and no request is written yet. Otherwise returns the form, if the
/// operation has one.
fn chosen_tab(app: &WatchedState, asked: Option<RequestTab>, has_questions: bool) -> RequestTab {
    match asked {
        Some(RequestTab::Questions) if !has_questions => RequestTab::Form,
        Some(tab) => tab,
        None if has_questions => RequestTab::Questions,
        None if template::has_form(&app.draft().operation) || app.draft().operation.is_empty() => {
            RequestTab::Form
        }
        None => RequestTab::Json,
    }
}

fn questions_of(scene: &Scene) -> Option<Shared<Vec<Question>>> {
    let app = &scene.app;
    let table = scene.table_name()?;
    let sample = app.samples().iter().find(|entry| entry.tables.iter().any(|name| name == table))?;
    app.questions_of(&sample.id).filter(|questions| !questions.is_empty()).cloned()
}

/// Renders a note for an operation that only stores its settings, because they have no effect.
fn render_storage_only_note(app: &WatchedState) -> Html {
    let chosen = app.templates().iter().find(|template| template.operation == app.draft().operation);
    if !chosen.is_some_and(|template| template.stores_only) {
        return html! {};
    }
    html! { <p class="request-note" data-testid="stores-only">{ app.messages().text(sentences::workbench::OPERATION_STORES_ONLY) }</p> }
}

pub fn run_key_name() -> &'static str {
    let platform = gloo::utils::window().navigator().platform().unwrap_or_default();
    if platform.starts_with("Mac") || platform.starts_with("iP") { "⌘↵" } else { "Ctrl ↵" }
}

/// Begins a request of an operation, or continues its earlier draft.
pub fn choose_operation(scene: &Scene, operation: &str) {
    let scene = &scene.now();
    scene.edit_request(operation, body_for(scene, operation));
    // The tab changes so that the chosen operation is visible.
    let tab = if template::has_form(operation) { RequestTab::Form } else { RequestTab::Json };
    scene.navigate_to_query(PlayQuery { request: Some(tab), ..scene.query.clone() });
}

pub fn operation_select(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let onchange = {
        let scene = scene.clone();
        Callback::from(move |event: Event| choose_operation(&scene, &written(&event)))
    };
    let drafted = app.draft().operation.as_str();
    let option = |operation: &str| {
        let (value, name) = (operation.to_owned(), operation.to_owned());
        html! { <option {value} selected={drafted == operation}>{ name }</option> }
    };
    let group = |templates: &[RequestTemplate]| {
        let label = templates
            .first()
            .map(|first| messages.text_or(sentences::workbench::operations(&first.group), &first.group));
        let first = templates.first().is_some_and(|first| first.group == "tables");
        html! {
            <optgroup {label}>
                if first { { option("CreateTable") } }
                { for templates.iter().map(|template| option(&template.operation)) }
            </optgroup>
        }
    };
    let known = template::has_form(drafted)
        || drafted == "CreateTable"
        || app.templates().iter().any(|template| template.operation == drafted);
    html! {
        <select class="field" data-testid="operation-select" aria-label={messages.text(sentences::workbench::OPERATION)} {onchange}>
            if !known { { option(drafted) } }
            <optgroup label={messages.text(sentences::workbench::OPERATIONS_ITEMS)}>{ for template::WITH_FORM.into_iter().map(option) }</optgroup>
            { for app.templates().chunk_by(|one, next| one.group == next.group).map(group) }
        </select>
    }
}

/// Returns the earlier draft of this operation for the same table, or a new template.
fn body_for(scene: &Scene, operation: &str) -> String {
    let app = &scene.app;
    let before = RequestForm::read(&app.draft().body);
    let table_name =
        before.as_ref().map(|form| form.text("TableName").to_owned()).filter(|name| !name.is_empty());
    let others = app.draft().others.iter().find(|(other, _)| other == operation).map(|(_, body)| body);
    let kept = others.filter(|body| {
        RequestForm::read(body)
            .is_some_and(|form| table_name.as_deref().is_none_or(|name| form.text("TableName") == name))
    });
    let table = table_name.as_deref().and_then(|name| app.definition(name));
    let table =
        table.or_else(|| app.definition(scene.table_name()?)).or_else(|| app.definitions().as_ref()?.first());
    kept.cloned().unwrap_or_else(|| {
        let fresh = template::request(operation, table, before.as_ref(), app.templates());
        fresh.replace("$EXPORT", app.history().newest_export().unwrap_or_default())
    })
}
