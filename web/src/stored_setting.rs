//! Small choices kept in localStorage or for the session; a browser that refuses loses nothing but the choice.

use gloo::utils::window;
use web_sys::Storage;

const PREFIX: &str = "dynalab.";

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn get(storage: Option<Storage>, name: &str) -> Option<String> {
    storage?.get_item(&format!("{PREFIX}{name}")).ok().flatten()
}

/// False where storage is full or forbidden: the choice then holds for this visit only.
fn set(storage: Option<Storage>, name: &str, value: &str) -> bool {
    storage.is_some_and(|storage| storage.set_item(&format!("{PREFIX}{name}"), value).is_ok())
}

pub fn read(name: &str) -> Option<String> {
    get(storage(), name)
}

pub fn write(name: &str, value: &str) {
    let _ = set(storage(), name, value);
}

/// Writes for this tab and for later visits. False where neither was possible.
pub fn keep(name: &str, value: &str) -> bool {
    let in_session = set(session(), name, value);
    set(storage(), name, value) || in_session
}

/// What [`keep`] wrote: by this tab if it did, by any tab otherwise.
pub fn read_kept(name: &str) -> Option<String> {
    read_of_session(name).or_else(|| read(name))
}

pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        // Where nothing could be written there is nothing to remove.
        let _ = storage.remove_item(&format!("{PREFIX}{name}"));
    }
}

/// The names of all settings that are kept.
pub fn names() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let names = (0..count).filter_map(|place| storage.key(place).ok().flatten());
    names.filter_map(|name| name.strip_prefix(PREFIX).map(str::to_owned)).collect()
}

/// What this tab chose: it survives a reload of the tab, and other tabs know nothing of it.
pub fn read_of_session(name: &str) -> Option<String> {
    get(session(), name)
}

pub fn write_of_session(name: &str, value: &str) {
    let _ = set(session(), name, value);
}

pub fn remove_of_session(name: &str) {
    if let Some(storage) = session() {
        // Where nothing could be written there is nothing to remove.
        let _ = storage.remove_item(&format!("{PREFIX}{name}"));
    }
}
