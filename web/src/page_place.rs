//! Where the page stands, as it tells the modules that it has fetched. Written by hand: what derives would make weighs two kilobytes
//! of the first page.

use dynalab_playground::protocol::Role;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use serde_json::{Value, json};

use crate::history::{Outcome, RequestCard};
use crate::scene::Scene;
use crate::state::Dialog;

/// The beginning of a long trace says what happened as well.
const LINES_MAX: usize = 1_000;

/// A [`PicturePlace`](crate::pictures::place::PicturePlace).
pub fn of_pictures(scene: &Scene) -> String {
    let picture = scene.query.picture.as_deref().unwrap_or_default();
    let card = scene.app.history.shown().filter(|_| matches!(picture, "request" | "partitions"));
    let mut place = shared(scene);
    place["picture"] = picture.into();
    place["card"] = card.and_then(|card| pictured(card)).into();
    place.to_string()
}

/// An [`EditorPlace`](crate::editor::place::EditorPlace).
pub fn of_editor(scene: &Scene, tab: &str) -> String {
    let draft = &scene.app.draft;
    let mut place = shared(scene);
    place["tab"] = tab.into();
    place["operation"] = draft.operation.as_str().into();
    place["body"] = draft.body.as_str().into();
    place.to_string()
}

/// A [`DialogPlace`](crate::dialogs::place::DialogPlace).
pub fn of_dialog(scene: &Scene) -> Option<String> {
    let Some(Dialog::Module { name, argument }) = &scene.app.dialog else { return None };
    let mut place = shared(scene);
    place["dialog"] = name.as_str().into();
    place["argument"] = argument.as_str().into();
    Some(place.to_string())
}

/// What every module is told: a [`PagePlace`](crate::module_app::PagePlace).
fn shared(scene: &Scene) -> Value {
    let app = &scene.app;
    let timeline = app.timeline.as_deref();
    let workspace = match &app.workspace {
        WorkspaceChoice::Stored { id } => id.as_str().to_owned(),
        WorkspaceChoice::Visiting => format!(" {}", app.starts),
    };
    json!({
        "language": app.language().code(),
        "table": scene.table_name().unwrap_or_default(),
        "index": scene.query.index,
        "revision": app.revision,
        "workspace": workspace,
        "shown_id": timeline.map_or(0, |timeline| timeline.shown_id),
        "looks_back": app.looked_at().is_some(),
        "can_redo": timeline.is_some_and(|timeline| timeline.can_redo),
        "follows": app.role == Some(Role::Follower),
        "now_ms": timeline.map_or(0, |timeline| timeline.now_ms),
        "rate": timeline.and_then(|timeline| timeline.rate),
    })
}

fn pictured(card: &RequestCard) -> Option<Value> {
    let Outcome::Answered { trace, .. } = &card.outcome else { return None };
    let lines = trace.iter().take(LINES_MAX).map(|line| {
        let values = line.values.iter().map(|(name, value)| json!([name, value]));
        json!({ "code": line.code, "values": values.collect::<Vec<_>>() })
    });
    let trace = lines.collect::<Vec<_>>();
    Some(
        json!({ "number": card.number, "operation": card.operation, "trace": trace, "moment": card.moment, "body": card.body }),
    )
}
