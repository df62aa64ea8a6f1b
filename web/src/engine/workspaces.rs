//! The list of stored workspaces: names and times in localStorage, one entry per workspace, so that a failed write can damage
//! only one. A database without an entry is found as well.

use dynalab_app::state::Action;
use dynalab_app::state::workspace_list::{WorkspaceEntry, clean, in_order};
use dynalab_playground::workspace_choice::{WorkspaceChoice, WorkspaceId};
use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser::embedded::is_embedded;
use crate::browser::stored_setting;
use crate::page::state::AppDispatcher;

/// The setting with the workspace of this tab (in sessionStorage) and of the next new tab.
const CURRENT: &str = "workspace";
/// The session setting with the temporary copy of this tab.
const VISITED: &str = "visited";
const ENTRY: &str = "workspace.";

#[wasm_bindgen]
extern "C" {
    /// Lists the databases. Fails in a browser without this function, or where storage is not permitted.
    #[wasm_bindgen(js_namespace = indexedDB, catch)]
    async fn databases() -> Result<JsValue, JsValue>;
}

/// Stores an entry.
pub fn write(entry: &WorkspaceEntry) {
    stored_setting::write(&format!("{ENTRY}{}", entry.id.as_str()), &entry.text());
}

/// Returns the entry of a new workspace.
pub fn new_entry(name: &str) -> WorkspaceEntry {
    WorkspaceEntry::named(new_id(), name, js_sys::Date::now())
}

pub fn new_id() -> WorkspaceId {
    WorkspaceId::from_random((js_sys::Math::random() * 9_007_199_254_740_992.0) as u64)
}

/// Returns the workspaces with an entry, by time of creation. The first workspace is always included and comes first.
pub fn listed() -> Vec<WorkspaceEntry> {
    let mut entries = vec![entry_of(&WorkspaceId::first())];
    for name in stored_setting::names() {
        let id = name.strip_prefix(ENTRY).and_then(WorkspaceId::parse);
        if let Some(id) = id.filter(|id| !id.is_first()) {
            entries.push(entry_of(&id));
        }
    }
    in_order(entries)
}

/// Returns the listed workspaces, and each database of Dynalab that has lost its entry.
pub async fn all() -> Vec<WorkspaceEntry> {
    let mut entries = listed();
    if !is_embedded()
        && let Ok(found) = databases().await
        && let Ok(found) = found.dyn_into::<Array>()
    {
        for database in found.iter() {
            let name = Reflect::get(&database, &"name".into()).ok().and_then(|name| name.as_string());
            let id = name.as_deref().and_then(WorkspaceId::of_database);
            if let Some(id) = id.filter(|id| entries.iter().all(|entry| entry.id != *id)) {
                entries.push(WorkspaceEntry::unnamed(id));
            }
        }
    }
    in_order(entries)
}

fn entry_of(id: &WorkspaceId) -> WorkspaceEntry {
    let text = stored_setting::read(&format!("{ENTRY}{}", id.as_str())).unwrap_or_default();
    WorkspaceEntry::read(id.clone(), &text)
}

pub fn is_listed(id: &WorkspaceId) -> bool {
    listed().iter().any(|entry| entry.id == *id)
}

pub fn rename(id: &WorkspaceId, name: &str) {
    write(&WorkspaceEntry { name: clean(name), ..entry_of(id) });
}

pub fn forget(id: &WorkspaceId) {
    stored_setting::remove(&format!("{ENTRY}{}", id.as_str()));
}

/// Returns the workspace to open. After a reload a tab opens its own workspace, a new tab opens the last one.
/// An embedded page has a temporary copy only.
pub fn of_this_visit() -> WorkspaceChoice {
    if is_embedded() {
        return WorkspaceChoice::Visiting;
    }
    let chosen = [stored_setting::read_of_session(CURRENT), stored_setting::read(CURRENT)];
    let ids = chosen.into_iter().flatten().filter_map(|text| WorkspaceId::parse(&text));
    let mut there = ids.filter(is_listed);
    WorkspaceChoice::Stored { id: there.next().unwrap_or_else(WorkspaceId::first) }
}

/// Stores the workspace of this tab. A temporary copy is stored separately, so it does not change this.
pub fn remember(choice: &WorkspaceChoice) {
    let WorkspaceChoice::Stored { id } = choice else { return };
    stored_setting::write_of_session(CURRENT, id.as_str());
    stored_setting::write(CURRENT, id.as_str());
    let mut entry = entry_of(id);
    entry.used_ms = js_sys::Date::now();
    if entry.created_ms == 0.0 {
        entry.created_ms = entry.used_ms;
    }
    write(&entry);
}

/// Stores the text of this tab's temporary copy, so that a reload opens it again. A text that is too large for the browser is not stored.
pub fn remember_visit(text: &str) {
    stored_setting::write_of_session(VISITED, text);
}

/// Removes the stored copy, because it was saved or another workspace was opened.
pub fn forget_visit() {
    stored_setting::remove_of_session(VISITED);
}

/// Returns the text of this tab's copy before a reload. Returns none if a person went to another address.
pub fn visit_before_reload() -> Option<String> {
    const RELOADED: f64 = 1.0;
    let navigation = Reflect::get(&window().performance()?.into(), &"navigation".into()).ok()?;
    let kind = Reflect::get(&navigation, &"type".into()).ok()?.as_f64()?;
    if kind == RELOADED { stored_setting::read_of_session(VISITED) } else { None }
}

/// Puts the list into the state.
pub fn read_into(app: AppDispatcher) {
    app.dispatch(Action::WorkspacesRead(listed()));
    spawn_local(async move { app.dispatch(Action::WorkspacesRead(all().await)) });
}

/// Calls `on_change` when another tab changed the list.
pub fn listen(on_change: impl Fn() + 'static) -> EventListener {
    EventListener::new(&window(), "storage", move |_| on_change())
}
