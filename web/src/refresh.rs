//! Keeps what is shown in step with the data: the table list and the time bar ask again when the revision moves, the first
//! also when another moment is looked at. The item grid does so itself.

use dynalab_playground::protocol::{Space, Travel};
use yew::prelude::*;

use crate::engine_handle::EngineHandle;
use crate::state::{Action, AppContext, EngineStatus};
use crate::turnstile::Turnstile;

#[hook]
pub fn use_saved_tables(app: &AppContext, engine: &EngineHandle) {
    let turnstile = use_memo((), |()| Turnstile::default());
    let asked = (app.revision, app.starts, app.looked_at(), app.status == EngineStatus::Ready);
    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
    use_effect_with(asked, move |(_, _, _, ready)| {
        if *ready {
            turnstile.enter(async move {
                if let Ok((tables, revision)) = engine.tables(Space::Saved).await {
                    dispatcher.dispatch(Action::TablesRead { tables, revision });
                }
            });
        }
    });
}

/// The time bar follows what is written by whomever.
#[hook]
pub fn use_timeline(app: &AppContext, engine: &EngineHandle) {
    let turnstile = use_memo((), |()| Turnstile::default());
    // A request that changed nothing has its moment too.
    let asked = (app.revision, app.last_moment, app.starts, app.status == EngineStatus::Ready);
    let (dispatcher, engine) = (app.dispatcher(), engine.clone());
    use_effect_with(asked, move |(_, _, _, ready)| {
        if *ready {
            turnstile.enter(async move {
                if let Ok((timeline, revision)) = engine.travel(Travel::Nowhere).await {
                    dispatcher.dispatch(Action::TimelineRead { timeline, revision });
                }
            });
        }
    });
}
