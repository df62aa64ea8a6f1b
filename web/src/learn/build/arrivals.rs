//! Opens a lesson from a link or a file. A problem is shown, and the text does not change.

use dynalab_app::share;
use gloo::events::EventListener;
use gloo::utils::{history, window};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;
use yew::prelude::*;
use yew_router::Routable;

use super::builder_state::{BuilderSetter, Change};
use crate::address::formats::Problem;
use crate::address::route::Route;
use crate::address::site;
use crate::engine::reading;
use crate::page::scene::Scene;
use crate::page::sentences::shell;

/// Maximum size of a lesson's text in bytes. The worker has the same limit.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;
/// The mark at the beginning of each section.
const MARK: &str = "=== ";

pub fn has_link() -> bool {
    share::has_link(&window().location().hash().unwrap_or_default())
}

/// Returns the text if it can be a lesson. The worker finds problems in its content.
fn read(text: String, name: &str) -> Result<String, Problem> {
    let problem = |problem: &str| Problem { name: problem.to_owned(), detail: name.to_owned() };
    if text.len() > TEXT_BYTES_MAX {
        return Err(problem("too-large"));
    }
    let has_section = text.lines().any(|line| line.trim_start_matches('\u{feff}').starts_with(MARK));
    if !has_section || text.contains('\0') {
        return Err(problem("not-a-document"));
    }
    Ok(text)
}

fn show(setter: &BuilderSetter, opened: Result<String, Problem>) {
    setter.dispatch(match opened {
        Ok(text) => Change::Open(text),
        Err(problem) => Change::NotOpened(problem),
    });
}

pub fn open_file(scene: &Scene, setter: &BuilderSetter, file: File) {
    let (page, setter, told) = (scene.page.clone(), setter.clone(), scene.text(shell::READING_LINK));
    spawn_local(async move {
        let name = file.name();
        // The size is checked before the file is read. A link is longer than its text only if the text is short.
        if file.size() > TEXT_BYTES_MAX as f64 {
            let problem = Problem { name: "too-large".to_owned(), detail: name };
            return setter.dispatch(Change::NotOpened(problem));
        }
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        let text = text.unwrap_or_default();
        // The file may contain a link as text.
        let text = if share::has_link(&text) && !text.contains(MARK) {
            reading::decode_link(&page, told, &text).await
        } else {
            Ok(text)
        };
        show(&setter, text.and_then(|text| read(text, &name)));
    });
}

/// Opens the lesson in the address, at the start and whenever the fragment changes.
#[hook]
pub fn use_links(scene: &Scene, setter: &BuilderSetter) {
    let (scene, setter) = (scene.clone(), setter.clone());
    use_effect_with((), move |()| {
        let open = move || {
            if !has_link() {
                return;
            }
            let hash = window().location().hash().unwrap_or_default();
            let (page, setter, told) = (scene.page.clone(), setter.clone(), scene.text(shell::READING_LINK));
            let language = scene.app.language();
            spawn_local(async move {
                let text = reading::decode_link(&page, told, &hash).await;
                show(&setter, text.and_then(|text| read(text, "")));
                // The link is removed, because the text changes with the first edit. A browser rejects only too many changes of the
                // address.
                let address = site::address_in(language, &Route::LessonBuilder.to_path());
                let _ = history().replace_state_with_url(&JsValue::NULL, "", Some(&address));
            });
        };
        open();
        let listener = EventListener::new(&window(), "hashchange", move |_| open());
        move || drop(listener)
    });
}

#[cfg(test)]
mod tests {
    use super::{TEXT_BYTES_MAX, read};

    #[test]
    fn a_text_without_sections_is_no_lesson() {
        let problem = |text: &str| read(text.to_owned(), "x").err().map(|problem| problem.name);
        for text in ["=== lesson 9.1-a\n{}", "\u{feff}=== en\n", "words\n=== nothing"] {
            assert_eq!(problem(text), None, "{text}");
        }
        for text in ["", "{}", "<script>alert(1)</script>", "=== \0", " === en"] {
            assert_eq!(problem(text).as_deref(), Some("not-a-document"), "{text}");
        }
        assert_eq!(problem(&"=== en\n".repeat(TEXT_BYTES_MAX)).as_deref(), Some("too-large"));
    }
}
