//! Keeps what is shown in step with the data: the table list, the item grid and the time bar ask again when the revision
//! moves, the first two also when another moment is looked at.

use dynalab_playground::protocol::{Space, Travel};
use yew::prelude::*;

use crate::engine_handle::{EngineHandle, ItemsQuestion};
use crate::items_pane::{PAGE_ROWS, REFRESH_ROWS_MAX};
use crate::scene::Scene;
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

/// The grid of the table or index that is open.
#[hook]
pub fn use_items_of(scene: &Scene) {
    let (app, engine) = (scene.app.clone(), scene.engine.clone());
    let (table, index) = (scene.table_name().map(str::to_owned), scene.query.index.clone());
    let turnstile = use_memo((), |()| Turnstile::default());
    let asked = (table, index, app.revision, app.starts, app.looked_at(), app.status == EngineStatus::Ready);
    use_effect_with(asked, move |(table, index, _, _, _, ready)| {
        let (Some(table), true) = (table.clone(), *ready) else { return };
        let index = index.clone();
        let same = app.items.is_of(&table, index.as_deref());
        let shown = if same { app.items.rows() } else { 0 };
        if !same {
            app.dispatch(Action::OpenItems { table: table.clone(), index: index.clone() });
        }
        let limit = shown.clamp(PAGE_ROWS, REFRESH_ROWS_MAX);
        let dispatcher = app.dispatcher();
        turnstile.enter(async move {
            let question = ItemsQuestion {
                space: Space::Saved,
                table: table.clone(),
                index: index.clone(),
                after: None,
                limit,
            };
            // A table that has just been dropped is no news: the list says so.
            if let Ok(view) = engine.items(question).await {
                dispatcher.dispatch(Action::ItemsRead { table, index, view, append: false });
            }
        });
    });
}
