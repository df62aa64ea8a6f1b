//! Small choices kept in localStorage; a browser that refuses it loses nothing but the choice.

use gloo::utils::window;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub fn read(name: &str) -> Option<String> {
    storage()?.get_item(&format!("dynalab.{name}")).ok().flatten()
}

pub fn write(name: &str, value: &str) {
    if let Some(storage) = storage() {
        // Full or forbidden: the choice then holds for this visit only.
        let _ = storage.set_item(&format!("dynalab.{name}"), value);
    }
}
