//! Stores small choices in localStorage or sessionStorage. If the browser stores nothing, only the choice is lost. An embedded page keeps
//! them in its memory: it may neither read nor change what a person keeps here.

use std::cell::RefCell;
use std::collections::BTreeMap;

use gloo::utils::window;
use web_sys::Storage;

use crate::browser::embedded::is_embedded;

const PREFIX: &str = "dynalab.";

thread_local! {
    /// The choices of an embedded page.
    static OF_FRAME: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// None in an embedded page.
fn storage() -> Option<Storage> {
    if is_embedded() { None } else { window().local_storage().ok().flatten() }
}

fn session() -> Option<Storage> {
    if is_embedded() { None } else { window().session_storage().ok().flatten() }
}

fn get(storage: Option<Storage>, name: &str) -> Option<String> {
    if is_embedded() {
        return OF_FRAME.with_borrow(|kept| kept.get(name).cloned());
    }
    storage?.get_item(&format!("{PREFIX}{name}")).ok().flatten()
}

/// Stores a value. Returns false if storage is full or not permitted; the choice then applies to this visit only.
fn set(storage: Option<Storage>, name: &str, value: &str) -> bool {
    if is_embedded() {
        OF_FRAME.with_borrow_mut(|kept| kept.insert(name.to_owned(), value.to_owned()));
        return true;
    }
    storage.is_some_and(|storage| storage.set_item(&format!("{PREFIX}{name}"), value).is_ok())
}

pub fn read(name: &str) -> Option<String> {
    get(storage(), name)
}

pub fn write(name: &str, value: &str) {
    let _ = set(storage(), name, value);
}

/// Stores a value for this tab and for later visits. Returns false if neither was possible.
pub fn keep(name: &str, value: &str) -> bool {
    let in_session = set(session(), name, value);
    set(storage(), name, value) || in_session
}

/// Returns the value that [`keep`] stored: this tab's value, or else that of any tab.
pub fn read_kept(name: &str) -> Option<String> {
    read_of_session(name).or_else(|| read(name))
}

pub fn remove(name: &str) {
    remove_from(storage(), name);
}

fn remove_from(storage: Option<Storage>, name: &str) {
    match storage {
        // If nothing could be stored, there is nothing to remove.
        Some(storage) => drop(storage.remove_item(&format!("{PREFIX}{name}"))),
        None => drop(OF_FRAME.with_borrow_mut(|kept| kept.remove(name))),
    }
}

/// Returns the names of all stored settings.
pub fn names() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let count = storage.length().unwrap_or_default();
    let names = (0..count).filter_map(|place| storage.key(place).ok().flatten());
    names.filter_map(|name| name.strip_prefix(PREFIX).map(str::to_owned)).collect()
}

/// Returns this tab's value, which survives a reload. Other tabs do not see it.
pub fn read_of_session(name: &str) -> Option<String> {
    get(session(), name)
}

pub fn write_of_session(name: &str, value: &str) {
    let _ = set(session(), name, value);
}

pub fn remove_of_session(name: &str) {
    remove_from(session(), name);
}
