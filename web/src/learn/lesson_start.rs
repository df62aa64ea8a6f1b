//! Prepares the start of a lesson: empties the temporary copy, opens the start in it, and shows it in the panels.

use dynalab_app::request::form::template;
use dynalab_app::request::json_text;
use dynalab_app::request::play_query::{PlayQuery, RequestTab};
use dynalab_app::state::Action;
use dynalab_lessons::lesson::{LessonFacts, RequestFacts};
use dynalab_playground::protocol::{Refusal, Role, Space, Travel};
use dynalab_playground::views::timeline::TimelineView;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use wasm_bindgen_futures::spawn_local;

use crate::address::route::Route;
use crate::engine::request_templates;
use crate::page::scene::Scene;

/// The state of the engine after the start.
pub struct OpenedLesson {
    tables: Vec<String>,
    timeline: TimelineView,
    revision: u64,
}

impl OpenedLesson {
    /// Returns the head of the history after the start. Later entries are the learner's attempt.
    pub fn after(&self) -> u32 {
        self.timeline.head
    }
}

/// Empties the temporary copy and opens the start of a lesson in it.
///
/// # Errors
/// Returns an error if the start cannot be opened, or if the engine cannot be reached.
pub async fn prepare(scene: &Scene, facts: &LessonFacts) -> Result<OpenedLesson, Refusal> {
    let engine = &scene.page.engine;
    scene.app.dispatch(Action::OpeningWorkspace(WorkspaceChoice::Visiting));
    engine.start_over().await?;
    let start = &facts.start;
    let begins_empty = start.tables.is_empty() && start.requests.is_empty();
    let mut tables = Vec::new();
    if !begins_empty || start.clock_ms.is_some() || start.paused {
        let document = facts.start_document(js_sys::Date::now() as u64);
        tables = engine.open_document(Space::Saved, document).await?.tables;
    }
    let (timeline, revision) = engine.travel(Travel::Nowhere).await?;
    Ok(OpenedLesson { tables, timeline, revision })
}

/// Shows the start. `draft` is the learner's earlier draft; without it, the editor shows the lesson's draft.
pub fn show(scene: &Scene, facts: &LessonFacts, opened: OpenedLesson, draft: Option<RequestFacts>) {
    let OpenedLesson { tables, timeline, revision } = opened;
    let app = &scene.app;
    // The panels read their data again, as after a start of the engine.
    app.dispatch(Action::EngineReady { role: Role::MemoryOnly, revision, loaded_items: 0, loaded_ms: 0.0 });
    app.dispatch(Action::TimelineRead { timeline, revision });
    let picture = facts.picture.as_ref();
    let wanted = facts.start.table.clone().or_else(|| picture.and_then(|picture| picture.table.clone()));
    let table = wanted.or_else(|| tables.first().cloned());
    let draft = match draft.or_else(|| facts.start.draft.clone()) {
        Some(draft) => (draft.operation, json_text::pretty(&draft.body.text())),
        None => first_draft(table.as_deref()),
    };
    app.dispatch(Action::StartDraft { table: table.clone(), draft });
    let query = PlayQuery {
        index: picture.and_then(|picture| picture.index.clone()),
        request: Some(RequestTab::Json),
        result: None,
        picture: picture.and_then(|picture| picture.name.diagram()).map(|diagram| diagram.name().to_owned()),
    };
    let route = table.map_or(Route::Play, |table| Route::PlayTable { table });
    scene.page.navigator.push_with_query(&route, &query);
    let dispatcher = app.dispatcher();
    spawn_local(async move {
        // Without the templates the list of operations is shorter.
        if let Ok(templates) = request_templates::fetch().await {
            dispatcher.dispatch(Action::TemplatesRead(templates));
        }
    });
}

fn first_draft(table: Option<&str>) -> (String, String) {
    match table {
        Some(table) => {
            let body = serde_json::json!({ "TableName": table }).to_string();
            ("Query".to_owned(), json_text::pretty(&body))
        }
        None => ("CreateTable".to_owned(), template::request("CreateTable", None, None, &[])),
    }
}
