//! Saves and opens a design as a link, as a file, and as tables in the workbench.

use dynalab_app::design::editor::Change;
use dynalab_app::embedding;
use dynalab_app::shared::Shared;
use dynalab_literals::visible;
use dynalab_modeling::formats::ExportNote;
use dynalab_modeling::{Design, DocumentError};
use dynalab_programs::files::OpenDesignLink;
use gloo::timers::callback::Timeout;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::Routable;

use super::design_context::DesignContext;
use super::editor_handle::{EditorDispatcher, EditorHandle};
use super::kept;
use crate::address::arrival;
use crate::address::design_formats;
use crate::address::formats::{self, Problem};
use crate::address::route::Route;
use crate::address::site;
use crate::browser::embedded::is_embedded;
use crate::browser::{clipboard, download};
use crate::engine::reading;
use crate::page::scene::Scene;
use crate::page::sentences::design as words;
use crate::page::sentences::shell;

/// Maximum length of a link in characters. Many programs cut off longer links, so a file is offered instead.
pub const LINK_MAX_CHARACTERS: usize = 32_000;
/// The texts that a message names, and their characters.
const NAMED_MAX: usize = 3;
const NAMED_CHARACTERS_MAX: usize = 40;
/// Milliseconds after the last edit before the link is written.
const LINK_DELAY_MS: u32 = 600;

/// Returns a handler that replaces A with another design and stores the design before.
pub fn replace_callback(
    desk: &DesignContext,
    design: impl Fn() -> Option<Design> + 'static,
) -> Callback<MouseEvent> {
    let (dispatcher, before) = (desk.dispatcher.clone(), desk.editor.a.design().clone());
    Callback::from(move |_: MouseEvent| {
        if let Some(design) = design() {
            kept::keep_before(&before);
            dispatcher.dispatch(Change::Replace(Box::new(design)));
        }
    })
}

/// Opens the link in the address and removes it there, because the first edit changes the design.
pub fn open_link(scene: &Scene, dispatcher: &EditorDispatcher, hash: String) {
    let (page, dispatcher, language) = (scene.page.clone(), dispatcher.clone(), scene.app.language());
    let told = scene.text(shell::READING_LINK);
    spawn_local(async move {
        let read = reading::ask(&page, told, OpenDesignLink { link: hash }, &[]).await;
        let opened = read.and_then(|read| Ok(read?.design));
        if let (Ok(_), (Some(before), _)) = (&opened, kept::read()) {
            kept::keep_before(&before);
        }
        show(&dispatcher, opened);
        // The address of a frame keeps its design.
        if is_embedded() {
            return;
        }
        // A browser rejects only too many changes. The link then remains in the address.
        let address = site::address_in(language, &Route::Design.to_path());
        let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&address));
    });
}

fn show(dispatcher: &EditorDispatcher, opened: Result<Design, Problem>) {
    dispatcher.dispatch(match opened {
        Ok(design) => Change::Replace(Box::new(design)),
        Err(problem) => Change::NotOpened(Some(problem)),
    });
}

/// Parses a design and names the problem if it is not valid.
pub fn read(text: &str) -> Result<Design, Problem> {
    dynalab_modeling::parse(text).map_err(|error| {
        let name = match error {
            DocumentError::Version { .. } => "newer-version",
            DocumentError::TooLong { .. } => "too-large",
            DocumentError::TooMuch(_) => "too-much",
            DocumentError::NotJson { .. } | DocumentError::Member { .. } => "not-a-document",
        };
        Problem { name: name.to_owned(), detail: error.to_string() }
    })
}

async fn address(scene: &Scene, design: &Design) -> Result<String, Problem> {
    let link = formats::encode(scene.page.parts.formats(), &dynalab_modeling::write(design)).await?;
    let origin = window().location().origin().unwrap_or_default();
    Ok(format!("{origin}{}#{link}", site::address_in(scene.app.language(), &Route::Design.to_path())))
}

/// Keeps the link of the current design up to date.
#[hook]
pub fn use_link(scene: &Scene, editor: &EditorHandle) {
    let (scene, dispatcher, design) = (scene.clone(), editor.dispatcher(), editor.now().design().clone());
    use_effect_with(design, move |design: &Shared<Design>| {
        let design = design.clone();
        let timeout = Timeout::new(LINK_DELAY_MS, move || {
            spawn_local(async move {
                let link = address(&scene, &design).await.ok();
                if let Some(link) = link.as_ref().filter(|_| is_embedded()) {
                    // Only the address stores an embedded design, and the frame's bar links to it.
                    let fragment = format!("#{}", fragment_of(link));
                    let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&fragment));
                }
                dispatcher.dispatch(Change::Link(link));
            });
        });
        move || drop(timeout)
    });
}

pub fn copy_link_callback(desk: &DesignContext) -> Callback<MouseEvent> {
    let (scene, design) = (desk.scene.clone(), desk.now().design().clone());
    Callback::from(move |_: MouseEvent| {
        let (scene, design) = (scene.clone(), design.clone());
        spawn_local(async move {
            let (is_copied, sentence) = match address(&scene, &design).await {
                Ok(address) => {
                    // The link is also set as the address, so a person can copy it by hand. A frame keeps its own.
                    if !is_embedded() {
                        let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&address));
                    }
                    match clipboard::copy(&address, None).await {
                        true => (true, words::DESIGN_LINK_COPIED),
                        false => (false, words::DESIGN_LINK_NOT_COPIED),
                    }
                }
                Err(_) => (false, words::DESIGN_LINK_FAILED),
            };
            let show = if is_copied { show_message } else { show_failure };
            show(&scene, scene.text(sentence));
        });
    })
}

/// Returns a handler that copies an HTML frame. The frame embeds the design in another site, without this site's bars.
pub fn copy_frame_callback(desk: &DesignContext, link: &str) -> Callback<MouseEvent> {
    let (scene, name, link) = (desk.scene.clone(), desk.design().name.clone(), link.to_owned());
    Callback::from(move |_: MouseEvent| {
        let path = Route::Design.to_path();
        let address = site::address_in_frame(scene.app.language(), &path, fragment_of(&link));
        let (scene, frame) = (scene.clone(), embedding::frame(&name, &address));
        spawn_local(async move {
            match clipboard::copy(&frame, None).await {
                true => show_message(&scene, scene.text(words::DESIGN_FRAME_COPIED)),
                false => show_failure(&scene, scene.text(words::DESIGN_LINK_NOT_COPIED)),
            }
        });
    })
}

fn fragment_of(link: &str) -> &str {
    link.split_once('#').map_or("", |(_, fragment)| fragment)
}

pub fn save_callback(desk: &DesignContext) -> Callback<MouseEvent> {
    let (scene, design) = (desk.scene.clone(), desk.now().design().clone());
    Callback::from(move |_: MouseEvent| {
        let text = dynalab_modeling::write(&design);
        if download::save(&file_name(&design.name), &text, "application/json").is_err() {
            show_failure(&scene, scene.text(words::DESIGN_NOT_SAVED));
        }
    })
}

/// Returns a handler that saves the design in another format. A document with figures needs the report of the check.
pub fn save_as_callback(
    desk: &DesignContext,
    format: &'static str,
    extension: &'static str,
) -> Callback<MouseEvent> {
    let (scene, design) = (desk.scene.clone(), desk.now().design().clone());
    let report = desk.report().cloned();
    Callback::from(move |_: MouseEvent| {
        let (scene, design, report) = (scene.clone(), design.clone(), report.clone());
        spawn_local(async move {
            let Some(report) = report else {
                return show_failure(&scene, scene.text(words::DESIGN_NOT_CHECKED_YET));
            };
            let part = scene.page.parts.design_formats();
            let written = design_formats::write(part, format, &design, &report, scene.app.language())
                .await
                .ok()
                .flatten();
            let Some(exported) = written else {
                return show_failure(&scene, scene.text(words::DESIGN_LINK_FAILED));
            };
            let name = file_name(&design.name).replace("design.json", extension);
            if download::save(&name, &exported.text, "text/plain").is_err() {
                show_failure(&scene, scene.text(words::DESIGN_NOT_SAVED));
            } else if let Some(sentence) = sentence_of_notes(&scene, &exported.notes) {
                show_message(&scene, sentence);
            }
        });
    })
}

/// Returns what an exported text could not hold. Of many texts, the first ones are named.
pub fn sentence_of_notes(scene: &Scene, notes: &[ExportNote]) -> Option<String> {
    let (mut texts, mut parameters) = (Vec::new(), Vec::new());
    for note in notes {
        match note {
            ExportNote::Replaced { text } => texts.push(text.as_str()),
            ExportNote::NoSuchParameter { parameter, .. } => parameters.push(parameter.as_str()),
        }
    }
    let mut sentences = Vec::new();
    for (named, is_replaced) in [(texts, true), (parameters, false)] {
        if named.is_empty() {
            continue;
        }
        let first: Vec<String> = named.iter().take(NAMED_MAX).map(|text| shortened(text)).collect();
        let (names, count) = (first.join(" · "), named.len() as u64);
        sentences.push(match is_replaced {
            true => {
                scene.text(words::DesignExportReplaced { count: count.into(), texts: names.as_str().into() })
            }
            false => scene
                .text(words::DesignExportNoParameter { count: count.into(), names: names.as_str().into() }),
        });
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Returns the beginning of a text, as one line without signs that a person cannot see.
fn shortened(text: &str) -> String {
    let shown = visible::printed(text).replace('\n', " ");
    match shown.char_indices().nth(NAMED_CHARACTERS_MAX) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

/// Returns a handler that saves the text of a stored design that cannot be read.
pub fn save_unreadable_callback(desk: &DesignContext, text: &str) -> Callback<MouseEvent> {
    let (scene, text) = (desk.scene.clone(), text.to_owned());
    Callback::from(move |_: MouseEvent| {
        if download::save("unreadable.design.json", &text, "application/json").is_err() {
            show_failure(&scene, scene.text(words::DESIGN_NOT_SAVED));
        }
    })
}

pub fn discard_unreadable_callback(desk: &DesignContext) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    Callback::from(move |_: MouseEvent| {
        kept::discard_unreadable();
        dispatcher.dispatch(Change::Unreadable(kept::unreadable()));
    })
}

/// Returns the file name. Keeps letters, digits, "-", "_" and spaces; other characters can have a meaning in a file system.
fn file_name(name: &str) -> String {
    let clean = |letter: char| if letter.is_alphanumeric() || "-_ ".contains(letter) { letter } else { '-' };
    let name: String = name.trim().chars().map(clean).take(60).collect();
    format!("{}.design.json", if name.is_empty() { "design" } else { &name })
}

/// Returns a handler that opens the tables with the sample's items in the workbench, as a temporary copy.
pub fn open_in_workbench_callback(desk: &DesignContext) -> Callback<MouseEvent> {
    let (scene, design) = (desk.scene.clone(), desk.now().design().clone());
    Callback::from(move |_: MouseEvent| match dynalab_app::design::templates::workbench_document(&design) {
        Ok(document) => arrival::open_text(&scene, document),
        Err(detail) => {
            show_failure(&scene, scene.text(words::DesignNotInWorkbench { detail: detail.as_str().into() }))
        }
    })
}

fn show_message(scene: &Scene, sentence: String) {
    scene.page.show_message(sentence);
}

fn show_failure(scene: &Scene, sentence: String) {
    scene.page.show_failure(sentence);
}

#[cfg(test)]
mod tests {
    use super::{file_name, read};

    #[test]
    fn a_file_is_named_after_its_design() {
        assert_eq!(file_name("Shop, one table"), "Shop- one table.design.json");
        assert_eq!(file_name(" "), "design.design.json");
        assert_eq!(file_name("../注文"), "---注文.design.json");
    }

    #[test]
    fn text_that_is_no_design_is_refused_with_its_reason() {
        let problem = |text: &str| read(text).err().map(|problem| problem.name);
        for text in ["", "{", "[]", "null", r#"{"version": 1}"#, r#"{"version": 1, "name": 3}"#] {
            assert_eq!(problem(text).as_deref(), Some("not-a-document"), "{text}");
        }
        assert_eq!(problem(r#"{"version": 9, "name": "x"}"#).as_deref(), Some("newer-version"));
        assert_eq!(problem(&" ".repeat(5 * 1024 * 1024)).as_deref(), Some("too-large"));
        assert_eq!(problem(r#"{"version": 1, "name": "x"}"#), None);
    }
}
