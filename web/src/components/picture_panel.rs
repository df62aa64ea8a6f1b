//! The place for pictures beside the items. What is in it is drawn by a module of its own, which is fetched when this is opened.

use dynalab_playground::protocol::Role;
use wasm_bindgen_futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

use crate::history::{Outcome, RequestCard};
use crate::picture_module::{self, PicturePlace, PicturedCard};
use crate::scene::Scene;
use crate::state::{Action, Notice};

#[derive(PartialEq, Properties)]
pub struct PicturePanelProps {
    pub scene: Scene,
}

#[component]
pub fn PicturePanel(props: &PicturePanelProps) -> Html {
    let scene = &props.scene;
    let frame = use_node_ref();
    {
        let (frame, dispatcher) = (frame.clone(), scene.dispatcher());
        use_effect_with(place_of(scene), move |place| {
            let place = place.clone();
            spawn_local(async move {
                let Some(frame) = frame.cast::<Element>() else { return };
                if picture_module::show(&frame, &place).await.is_err() {
                    dispatcher.dispatch(Action::Tell(Notice::FetchFailed("/pictures.js".to_owned())));
                }
            });
        });
    }
    use_effect_with((), |()| move || spawn_local(picture_module::hide()));
    html! { <section class="workbench-picture" aria-label={scene.text("pictures")} data-testid="pictures" ref={frame}></section> }
}

fn place_of(scene: &Scene) -> PicturePlace {
    let app = &scene.app;
    let timeline = app.timeline.as_deref();
    let is_of_request = matches!(scene.query.picture.as_deref(), Some("request" | "partitions"));
    PicturePlace {
        language: app.language().code().to_owned(),
        picture: scene.query.picture.clone().unwrap_or_default(),
        table: scene.table_name().unwrap_or_default().to_owned(),
        index: scene.query.index.clone(),
        revision: app.revision,
        shown_id: timeline.map_or(0, |timeline| timeline.shown_id),
        looks_back: app.looked_at().is_some(),
        follows: app.role == Some(Role::Follower),
        now_ms: timeline.map_or(0, |timeline| timeline.now_ms),
        rate: timeline.and_then(|timeline| timeline.rate),
        card: app.history.shown().filter(|_| is_of_request).and_then(|card| pictured(card)),
    }
}

/// The beginning of a long trace says what happened as well.
const LINES_MAX: usize = 1_000;

fn pictured(card: &RequestCard) -> Option<PicturedCard> {
    let Outcome::Answered { trace, .. } = &card.outcome else { return None };
    let trace = trace.iter().take(LINES_MAX).cloned().collect();
    Some(PicturedCard { number: card.number, operation: card.operation.clone(), trace })
}
