//! Opens what is dropped or pasted anywhere on the page outside of a field: files, folders, texts and links.

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::share;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::document;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Element, File};
use yew::prelude::*;

use super::editor_handle::EditorHandle;
use super::folder::{self, ChosenFile};
use super::opened_files::{self, Opener};
use crate::address::handed_text::{self, Reader};
use crate::browser::embedded::is_embedded;
use crate::page::scene::Scene;
use crate::page::sentences::design as words;

/// What takes a pasted or dropped text itself.
const FIELDS: &str = "input, textarea, select, dialog, [contenteditable]";

/// Opens what is dropped or pasted, and a text that the workbench handed over.
#[hook]
pub fn use_dropped(scene: &Scene, editor: &EditorHandle) {
    let opener = Opener::new(scene, editor);
    let latest = use_mut_ref(|| opener.clone());
    latest.borrow_mut().clone_from(&opener);
    use_effect_with((), move |()| {
        if let Some(text) = handed_text::take(|reader| reader == Reader::Design) {
            open_text(&latest.borrow(), &text);
        }
        let of_page = |name: &'static str, act: fn(&Opener, &web_sys::Event)| {
            let latest: Rc<RefCell<Opener>> = latest.clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&document(), name, options, move |event| {
                let opener = latest.borrow().clone();
                act(&opener, event);
            })
        };
        let listeners = (!is_embedded())
            .then(|| [of_page("dragover", dragged), of_page("drop", dropped), of_page("paste", pasted)]);
        move || drop(listeners)
    });
}

/// Returns true if a field or a dialog takes what comes with the event.
fn is_for_field(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let is_in_field = target.is_some_and(|target| target.closest(FIELDS).is_ok_and(|field| field.is_some()));
    is_in_field || document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some())
}

fn has(data: &DataTransfer, kind: &str) -> bool {
    data.types().includes(&JsValue::from_str(kind), 0)
}

fn dragged(_: &Opener, event: &web_sys::Event) {
    let Some(drag) = event.dyn_ref::<DragEvent>() else { return };
    // Text over a field is left to the browser, which inserts it.
    let is_for_page =
        |data: DataTransfer| has(&data, "Files") || (has(&data, "text/plain") && !is_for_field(event));
    if drag.data_transfer().is_some_and(is_for_page) {
        event.prevent_default();
    }
}

fn dropped(opener: &Opener, event: &web_sys::Event) {
    let Some(data) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) else { return };
    if let Some(entries) = folder::dropped_entries(&data) {
        event.prevent_default();
        let opener = opener.clone();
        spawn_local(async move {
            let read = folder::read(entries).await;
            opener.open_folder(read);
        });
    } else if has(&data, "Files") {
        event.prevent_default();
        opener.open(opened_files::files_of(data.files()));
    } else if !is_for_field(event) {
        let text = data.get_data("text/plain").unwrap_or_default();
        // Other addresses are links that are dragged within a page.
        let is_address = has(&data, "text/uri-list") && !share::has_link(&text);
        if !text.trim().is_empty() && !is_address {
            event.prevent_default();
            open_text(opener, &text);
        }
    }
}

fn pasted(opener: &Opener, event: &web_sys::Event) {
    let Some(data) = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data) else {
        return;
    };
    if event.default_prevented() || is_for_field(event) {
        return;
    }
    let files = opened_files::files_of(data.files());
    let text = data.get_data("text/plain").unwrap_or_default();
    if !files.is_empty() {
        event.prevent_default();
        opener.open(files);
    } else if !text.trim().is_empty() {
        event.prevent_default();
        open_text(opener, &text);
    }
}

/// Opens a text as a file. A link that has no design has tables, which the workbench opens.
fn open_text(opener: &Opener, text: &str) {
    let name = opener.scene.text(words::DESIGN_PASTED_TEXT);
    let parts = Array::of1(&JsValue::from_str(text));
    // Only a browser without files refuses to make one.
    if let Ok(file) = File::new_with_str_sequence(&parts, &name) {
        opener.open_pasted(ChosenFile { name, file }, text);
    }
}
