//! Reads the table list and the time bar again when the revision changes. The list is also read again at another point in
//! history. The item grid refreshes itself.

use dynalab_app::state::{Action, EngineStatus};
use dynalab_playground::protocol::{Space, Travel};
use yew::prelude::*;

use crate::engine::handle::EngineHandle;
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::page::state::AppContext;

#[hook]
pub fn use_saved_tables(app: &AppContext, engine: &EngineHandle) {
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    let asked = (*app.revision(), *app.starts(), app.looked_at(), *app.status() == EngineStatus::Ready);
    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
    use_effect_with(asked, move |(_, _, _, ready)| {
        if *ready {
            turnstile.submit(async move {
                if let Ok((tables, revision)) = engine.tables(Space::Saved).await {
                    dispatcher.dispatch(Action::TablesRead { tables, revision });
                }
            });
        }
    });
}

/// Reads the time bar again after each write, including writes of other tabs.
#[hook]
pub fn use_timeline(app: &AppContext, engine: &EngineHandle) {
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    // A request without changes has a history entry too.
    let asked = (*app.revision(), *app.last_entry(), *app.starts(), *app.status() == EngineStatus::Ready);
    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
    use_effect_with(asked, move |(_, _, _, ready)| {
        if *ready {
            turnstile.submit(async move {
                if let Ok((timeline, revision)) = engine.travel(Travel::Nowhere).await {
                    dispatcher.dispatch(Action::TimelineRead { timeline, revision });
                }
            });
        }
    });
}
