//! The place for pictures beside the items. What is in it is drawn by a module of its own, which is fetched when this is opened.

use dynalab_playground::protocol::Role;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

use crate::history::{Outcome, RequestCard};
use crate::picture_module;
use crate::scene::Scene;
use crate::state::{Action, Notice};

/// The beginning of a long trace says what happened as well.
const LINES_MAX: usize = 1_000;

/// Tells the pictures, as long as there are any, where the page stands. The frame is where they are.
#[hook]
pub fn use_pictures(scene: &Scene) -> NodeRef {
    let frame = use_node_ref();
    let dispatcher = scene.dispatcher();
    let shown = frame.clone();
    use_effect_with(is_open(scene).then(|| place_of(scene)), move |place| {
        let place = place.clone();
        spawn_local(async move {
            let Some(place) = place else { return picture_module::hide().await };
            let Some(frame) = shown.cast::<Element>() else { return };
            if picture_module::show(&frame, &place).await.is_err() {
                dispatcher.dispatch(Action::Tell(Notice::FetchFailed("/pictures.js".to_owned())));
            }
        });
    });
    frame
}

pub fn is_open(scene: &Scene) -> bool {
    scene.query.picture.is_some() && scene.table_name().is_some()
}

pub fn view(scene: &Scene, frame: NodeRef) -> Html {
    html! { <section class="workbench-picture" aria-label={scene.text("pictures")} data-testid="pictures" ref={frame}></section> }
}

/// A [`PicturePlace`](crate::pictures::place::PicturePlace). Written by hand: what derives would make weighs two kilobytes.
fn place_of(scene: &Scene) -> String {
    let app = &scene.app;
    let picture = scene.query.picture.as_deref().unwrap_or_default();
    let timeline = app.timeline.as_deref();
    let card = app.history.shown().filter(|_| matches!(picture, "request" | "partitions"));
    let place = json!({
        "language": app.language().code(),
        "picture": picture,
        "table": scene.table_name(),
        "index": scene.query.index,
        "revision": app.revision,
        "shown_id": timeline.map_or(0, |timeline| timeline.shown_id),
        "looks_back": app.looked_at().is_some(),
        "follows": app.role == Some(Role::Follower),
        "now_ms": timeline.map_or(0, |timeline| timeline.now_ms),
        "rate": timeline.and_then(|timeline| timeline.rate),
        "card": card.and_then(|card| pictured(card)),
    });
    place.to_string()
}

fn pictured(card: &RequestCard) -> Option<serde_json::Value> {
    let Outcome::Answered { trace, .. } = &card.outcome else { return None };
    let lines = trace.iter().take(LINES_MAX).map(|line| {
        let values = line.values.iter().map(|(name, value)| json!([name, value]));
        json!({ "code": line.code, "values": values.collect::<Vec<_>>() })
    });
    Some(json!({ "number": card.number, "operation": card.operation, "trace": lines.collect::<Vec<_>>() }))
}
