//! Sends a person's requests to the engine and puts the responses into the state.

use dynalab_app::request::history::{Outcome, RequestCard};
use dynalab_app::state::{Action, Notice};
use dynalab_playground::protocol::{Refusal, Space};
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;

use crate::engine::handle::EngineHandle;
use crate::engine::samples;
use crate::page::state::AppDispatcher;

/// Runs a request on a space. Returns a card without a number, and the revision.
pub async fn run(
    engine: &EngineHandle,
    space: Space,
    operation: &str,
    body: &str,
) -> (RequestCard, Option<u64>) {
    let started = now_ms();
    let answered = engine.execute(space, operation.to_owned(), body.to_owned()).await;
    let elapsed_ms = now_ms() - started;
    let (outcome, revision, entry) = match answered {
        Ok(answer) => {
            let outcome = Outcome::answered(answer.status, answer.body, answer.trace);
            (outcome, Some(answer.revision), answer.entry)
        }
        Err(refusal) => (Outcome::Refused(refusal), None, None),
    };
    let card = RequestCard {
        number: 0,
        operation: operation.into(),
        body: body.into(),
        outcome,
        elapsed_ms: Some(elapsed_ms),
        entry,
    };
    (card, revision)
}

/// Runs a request on the saved tables; the card joins the history.
pub async fn run_saved(
    engine: &EngineHandle,
    app: &AppDispatcher,
    operation: &str,
    body: &str,
) -> RequestCard {
    app.dispatch(Action::Running);
    let (card, revision) = run(engine, Space::Saved, operation, body).await;
    app.dispatch(Action::Answered(card.clone()));
    if let Some(revision) = revision {
        app.dispatch(Action::Revision(revision));
    }
    card
}

pub fn send(engine: &EngineHandle, app: &AppDispatcher, operation: String, body: String) {
    let (engine, app) = (engine.clone(), app.clone());
    spawn_local(async move {
        run_saved(&engine, &app, &operation, &body).await;
    });
}

/// Fetches a sample and loads it into the saved tables. Returns the names of its tables, or none on failure.
pub async fn load_sample(
    engine: &EngineHandle,
    app: &AppDispatcher,
    id: &str,
    name: &str,
) -> Option<Vec<String>> {
    let sample = match samples::fetch_sample(id).await {
        Ok(sample) => sample,
        Err(detail) => {
            app.dispatch(Action::Tell(Notice::FetchFailed(detail)));
            return None;
        }
    };
    match engine.open_document(Space::Saved, sample).await {
        Ok(loaded) => {
            app.dispatch(Action::Revision(loaded.revision));
            tell_loaded(app, name.to_owned(), loaded.items);
            Some(loaded.tables)
        }
        Err(refusal) => {
            tell_refusal(app, refusal);
            None
        }
    }
}

/// Says that a sample or a shared design was loaded.
pub fn tell_loaded(app: &AppDispatcher, name: String, items: u64) {
    app.dispatch(Action::Tell(Notice::SampleLoaded { name, items }));
}

pub fn tell_refusal(app: &AppDispatcher, refusal: Refusal) {
    if refusal != Refusal::Restarted {
        // A restart has one notice for all requests that waited.
        app.dispatch(Action::Tell(Notice::Refused(refusal)));
    }
}

fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
