//! Opens a design from an address, a file or pasted text as a temporary copy. The person's workspaces do not change, and a design
//! can run nothing but requests to the engine.

use dynalab_app::embedding;
use dynalab_app::share::{self, OpenedDesign};
use dynalab_app::state::{Action, Dialog, OpenForm};
use dynalab_playground::protocol::{Refusal, Space};
use dynalab_playground::share::document::TEXT_MAX_BYTES;
use dynalab_playground::workspace_choice::WorkspaceChoice;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ClipboardEvent, DataTransfer, DragEvent, Element, File};
use yew::prelude::*;

use crate::address::formats::Problem;
use crate::address::route::Route;
use crate::browser::embedded::is_embedded;
use crate::components::notices::refusal_sentence;
use crate::engine::reading::{self, Opening};
use crate::engine::{submit, time_travel, workspaces};
use crate::page::scene::Scene;
use crate::page::sentences;

/// Opens a design from the address, from a dropped file, or from a link pasted outside a field.
#[hook]
pub fn use_arrivals(scene: &Scene) {
    {
        let scene = scene.clone();
        use_effect_with(scene.link.clone(), move |link| {
            if let Some(link) = link.clone() {
                spawn_local(async move {
                    open_address(&scene, &link, Arrival::Unasked).await;
                });
            }
        });
    }
    {
        let scene = scene.clone();
        use_effect_with((), move |()| {
            let visit = workspaces::visit_before_reload().filter(|_| scene.link.is_none());
            if let Some(text) = visit {
                spawn_local(async move {
                    if let Err(problem) = open(&scene, &text, Arrival::Again).await {
                        workspaces::forget_visit();
                        // A person can open a link again from the dialog.
                        let text = if share::has_link(&text) { text } else { String::new() };
                        show_problem(&scene, text, problem);
                    }
                });
            }
        });
    }
    let latest = use_mut_ref(|| scene.clone());
    *latest.borrow_mut() = scene.clone();
    use_effect_with((), move |()| {
        let of_page = |name: &'static str, act: fn(&Scene, &web_sys::Event)| {
            let latest = latest.clone();
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&window(), name, options, move |event| {
                let scene = latest.borrow().clone();
                act(&scene, event);
            })
        };
        // A frame opens nothing but its own address.
        let listeners = (!is_embedded())
            .then(|| [of_page("dragover", dragged), of_page("drop", dropped), of_page("paste", pasted)]);
        move || drop(listeners)
    });
}

async fn open_address(scene: &Scene, link: &str, arrival: Arrival) {
    scene.app.dispatch(Action::ArrivalFailed(None));
    if let Err(problem) = open(scene, link, arrival).await {
        scene.app.dispatch(Action::ArrivalFailed(Some(problem)));
    }
}

/// Opens the link in the address, because the person asks for it. It was stopped before, or did not end.
pub fn open_again(scene: &Scene) {
    let scene = scene.clone();
    spawn_local(async move {
        if let Some(link) = scene.link.clone() {
            open_address(&scene, &link, Arrival::Asked).await;
        }
    });
}

/// Prevents the browser from leaving the page for a dropped file.
fn dragged(_: &Scene, event: &web_sys::Event) {
    if let Some(event) = event.dyn_ref::<DragEvent>()
        && event.data_transfer().is_some_and(|dragged| is_for_us(&dragged))
    {
        event.prevent_default();
    }
}

/// Returns true for files and links. Text that a person drags within a field is left to the browser.
fn is_for_us(dragged: &DataTransfer) -> bool {
    let types = dragged.types();
    types.includes(&"Files".into(), 0) || types.includes(&"text/uri-list".into(), 0)
}

fn dropped(scene: &Scene, event: &web_sys::Event) {
    let Some(event) = event.dyn_ref::<DragEvent>() else { return };
    // The editor of key designs opens its files itself.
    let Some(dropped) =
        event.data_transfer().filter(|dropped| is_for_us(dropped) && !event.default_prevented())
    else {
        return;
    };
    event.prevent_default();
    match dropped.files().and_then(|files| files.get(0)) {
        Some(file) => read_file(scene, file, receive),
        None => receive(scene, dropped.get_data("text/uri-list").unwrap_or_default()),
    }
}

fn pasted(scene: &Scene, event: &web_sys::Event) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    if event.default_prevented()
        || target.is_some_and(|target| ["INPUT", "TEXTAREA"].contains(&target.tag_name().as_str()))
    {
        return;
    }
    let pasted = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
    let text = pasted.and_then(|pasted| pasted.get_data("text/plain").ok()).unwrap_or_default();
    if share::has_link(&text) {
        receive(scene, text);
    }
}

/// Reads a file and passes its text to `hand_on`.
pub fn read_file(scene: &Scene, file: File, hand_on: fn(&Scene, String)) {
    let scene = scene.clone();
    spawn_local(async move {
        // The size is checked before the file is read.
        if file.size() > TEXT_MAX_BYTES as f64 {
            let problem = Problem { name: "too-large".to_owned(), detail: file.name() };
            show_problem(&scene, String::new(), problem);
            return;
        }
        match JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()) {
            Some(text) => hand_on(&scene, text),
            None => {
                let problem = Problem { name: "not-a-document".to_owned(), detail: file.name() };
                show_problem(&scene, String::new(), problem);
            }
        }
    });
}

/// Returns true if opening another copy would replace a temporary copy that is not saved.
pub fn would_replace(scene: &Scene) -> bool {
    *scene.app.workspace() == WorkspaceChoice::Visiting
}

/// Opens a dropped or pasted design at once. If that would replace an unsaved copy, the dialog asks first.
fn receive(scene: &Scene, text: String) {
    if would_replace(scene) {
        scene.app.dispatch(Action::OpenDialog(Dialog::Open(OpenForm { text, problem: None })));
    } else {
        open_text(scene, text);
    }
}

/// Opens the text of a file or a link. The dialog shows a problem.
pub fn open_text(scene: &Scene, text: String) {
    let scene = scene.clone();
    spawn_local(async move {
        if let Err(problem) = open(&scene, &text, Arrival::Asked).await {
            // A field cannot show a long text usefully.
            let text = if share::has_link(&text) { text } else { String::new() };
            show_problem(&scene, text, problem);
        }
    });
}

fn show_problem(scene: &Scene, text: String, problem: Problem) {
    let form = OpenForm { text, problem: Some(problem) };
    scene.app.dispatch(Action::OpenDialog(Dialog::Open(form)));
}

/// How a design comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// By the address, which a person may only have followed or reloaded.
    Unasked,
    /// By a file, pasted text or a button.
    Asked,
    /// The page was reloaded and keeps its address.
    Again,
}

/// Opens a design. One that was stopped, or did not end, is not opened again unasked.
async fn open(scene: &Scene, text: &str, arrival: Arrival) -> Result<(), Problem> {
    if arrival != Arrival::Asked && reading::is_unfinished(text) {
        return Err(reading::not_again());
    }
    let opening = Opening::begin(text);
    let opened = open_begun(scene, text, arrival).await;
    opening.end(opened.as_ref().is_err_and(reading::has_died));
    opened
}

async fn open_begun(scene: &Scene, text: &str, arrival: Arrival) -> Result<(), Problem> {
    let messages = scene.messages();
    let told = messages.text(sentences::shell::READING_LINK);
    let OpenedDesign { document, title, table, query, has_requests } =
        reading::open_document(&scene.page, told, &embedding::with_commands(text), messages.language).await?;
    let before = scene.page.engine.workspace();
    scene.page.engine.open_workspace(WorkspaceChoice::Visiting).await;
    match scene.page.engine.open_document(Space::Saved, document).await {
        Ok(loaded) => {
            scene.app.dispatch(Action::Revision(loaded.revision));
            let name = title.unwrap_or_else(|| messages.text(sentences::shell::ARRIVAL_UNTITLED));
            scene.app.dispatch(Action::Visited { title: name.clone() });
            submit::tell_loaded(&scene.dispatcher(), name, loaded.items);
            let table = table.filter(|table| loaded.tables.contains(table));
            let route = match table.or_else(|| loaded.tables.first().cloned()) {
                Some(table) => Route::PlayTable { table },
                None => Route::Play,
            };
            workspaces::remember_visit(text);
            if has_requests {
                time_travel::show_request(&scene.page).await;
            }
            if arrival == Arrival::Again {
                return Ok(());
            }
            // The link is removed from the address, because the first write makes the copy differ from it.
            scene.page.navigator.replace_with_query(&route, &query);
            Ok(())
        }
        Err(refusal) => {
            scene.page.engine.open_workspace(before).await;
            let name = match refusal {
                // The engine ended while it opened the document, or the person stopped it.
                Refusal::Restarted | Refusal::Stopped => "stopped",
                _ => "refused",
            };
            Err(Problem { name: name.to_owned(), detail: refusal_sentence(&refusal, messages) })
        }
    }
}
