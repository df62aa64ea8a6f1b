//! Saves the lesson as a link and as a file.

use dynalab_playground::share::link::{LINK_LONG_CHARACTERS, LINK_TOO_LONG_CHARACTERS};
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;
use yew_router::Routable;

use super::Bench;
use super::builder_state::Change;
use crate::address::formats::{self, Problem};
use crate::address::route::Route;
use crate::address::site;
use crate::browser::{clipboard, download};
use crate::components::icon::Icon;
use crate::page::sentences::learn as words;

pub fn view(bench: &Bench) -> Html {
    let desk = bench.desk;
    let link = desk.link.as_ref().filter(|(text, _)| *text == desk.text).map(|(_, link)| link);
    html! {
        <section class="build-share" aria-labelledby="build-share-title">
            <h2 class="learn-heading" id="build-share-title">{ bench.text(words::BUILD_SHARE) }</h2>
            <div class="build-actions">
                <button class="button" type="button" data-testid="build-link" onclick={link_callback(bench)}>
                    { Icon::Share.draw() }{ bench.text(words::BUILD_LINK) }
                </button>
                <button class="button" type="button" data-testid="build-save" onclick={save_callback(bench)}>
                    { Icon::Disk.draw() }{ bench.text(words::BUILD_SAVE) }
                </button>
            </div>
            if let Some(Some(link)) = link {
                <label class="learn-list-link">{ bench.text(words::BUILD_LINK_LABEL) }
                    <textarea class="field" readonly={true} rows="2" data-testid="build-link-text" value={link.clone()} />
                </label>
                if link.len() > LINK_LONG_CHARACTERS { <p class="learn-said">{ bench.text(words::BUILD_LINK_LONG) }</p> }
            } else if link.is_some() {
                <p class="finding finding--warn" role="status" data-testid="build-link-too-long">
                    { Icon::Warning.draw() }<span>{ bench.text(words::BUILD_LINK_TOO_LONG) }</span>
                </p>
            }
        </section>
    }
}

fn link_callback(bench: &Bench) -> Callback<MouseEvent> {
    let (scene, setter, text) = (bench.scene.clone(), bench.setter.clone(), bench.desk.text.clone());
    Callback::from(move |_: MouseEvent| {
        let (scene, setter, text) = (scene.clone(), setter.clone(), text.clone());
        spawn_local(async move {
            let link = match formats::encode(scene.page.parts.formats(), &text).await {
                Ok(link) => link,
                Err(problem) => return setter.dispatch(Change::NotOpened(Problem { ..problem })),
            };
            let origin = window().location().origin().unwrap_or_default();
            let address = format!(
                "{origin}{}#{link}",
                site::address_in(scene.app.language(), &Route::LessonBuilder.to_path())
            );
            let fits = address.len() <= LINK_TOO_LONG_CHARACTERS;
            setter.dispatch(Change::Link(text, fits.then(|| address.clone().into())));
            // If the browser cannot copy, the person can copy the shown link by hand.
            if fits && clipboard::copy(&address, None).await {
                scene.page.show_message(scene.text(words::BUILD_LINK_COPIED));
            }
        });
    })
}

fn save_callback(bench: &Bench) -> Callback<MouseEvent> {
    let text = bench.desk.text.clone();
    Callback::from(move |_: MouseEvent| {
        // A browser that blocks downloads shows its own message.
        let _ = download::save(&file_name(&text), &text, "text/plain;charset=utf-8");
    })
}

/// Returns the file name from the lesson's number and slug, without characters that a name cannot have.
fn file_name(text: &str) -> String {
    let named = text.lines().find_map(|line| line.strip_prefix("=== lesson "));
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    let name: String = named.unwrap_or_default().trim().chars().filter(is_plain).take(60).collect();
    let name = name.trim_start_matches('.');
    format!("{}.lesson", if name.is_empty() { "my" } else { name })
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_has_the_name_of_its_lesson() {
        assert_eq!(file_name("=== lesson 9.1-my-books\n{}"), "9.1-my-books.lesson");
        assert_eq!(file_name("=== lesson ../../etc/x y\n"), "etcxy.lesson");
        assert_eq!(file_name("no lesson"), "my.lesson");
    }
}
