//! The search of the course page. Results appear during typing, and the arrow keys select them.

use dynalab_lessons::search::{ErrorEntry, Found, search};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::course::{card_address, route};
use super::site_files::{CourseFiles, fetch_errors};
use super::{course, language_of};
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

#[derive(Clone, PartialEq, Properties)]
pub struct SearchProps {
    pub scene: Scene,
    pub course: CourseFiles,
}

#[component]
pub fn Search(props: &SearchProps) -> Html {
    let SearchProps { scene, course } = props;
    let query = use_state_eq(String::new);
    let errors = use_state_eq(|| None::<Result<Vec<ErrorEntry>, String>>);
    let host = use_node_ref();
    let onfocus = {
        let errors = errors.clone();
        Callback::from(move |_: FocusEvent| {
            if matches!(&*errors, None | Some(Err(_))) {
                let errors = errors.setter();
                spawn_local(async move { errors.set(Some(fetch_errors().await)) });
            }
        })
    };
    let oninput = {
        let query = query.setter();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            query.set(input.value());
        })
    };
    let onkeydown = {
        let (host, query) = (host.clone(), query.setter());
        Callback::from(move |event: KeyboardEvent| {
            // While an input method composes a word, its keys are ignored.
            if event.is_composing() {
                return;
            }
            match event.key().as_str() {
                "ArrowDown" => step(&host, 1, &event),
                "ArrowUp" => step(&host, -1, &event),
                "Escape" => {
                    query.set(String::new());
                    focus_first(&host);
                }
                _ => {}
            }
        })
    };
    let known: &[ErrorEntry] = match &*errors {
        Some(Ok(known)) => known,
        _ => &[],
    };
    let found = search(&query, language_of(scene), &course.index, &course.glossary, known);
    let count = found.len() as u64;
    let label = scene.text(words::LEARN_SEARCH);
    html! {
        <div class="learn-search" role="search" ref={host} {onkeydown}>
            <input
                class="field" type="search" data-testid="learn-search" autocomplete="off" aria-label={label.clone()} placeholder={label}
                value={(*query).clone()} {oninput} {onfocus}
            />
            <p class="learn-said" role="status">
                if !query.trim().is_empty() {
                    if count == 0 { { scene.text(words::LEARN_SEARCH_NONE) } } else { { scene.text(words::LearnSearchFound { count: count.into() }) } }
                }
                if matches!(&*errors, Some(Err(_))) { { " " }{ scene.text(words::LEARN_ERRORS_NOT_LOADED) } }
            </p>
            if count > 0 {
                <ul class="learn-found" data-testid="learn-found">{ for found.iter().map(|found| result(scene, course, found)) }</ul>
            }
        </div>
    }
}

fn result(scene: &Scene, files: &CourseFiles, found: &Found) -> Html {
    let language = language_of(scene);
    let inside = |name: &str, kind: String, about: &str| {
        html! { <><b>{ name.to_owned() }</b>{ " " }<span class="chip">{ kind }</span><span class="learn-found-about">{ about.to_owned() }</span></> }
    };
    let plain =
        |address: String, inside: Html| html! { <a class="learn-found-link" href={address}>{ inside }</a> };
    let link = match found {
        Found::Lesson(entry) => {
            let text = entry.text(language);
            let name = course::numbered_title(entry, language);
            let inside = inside(&name, scene.text(words::LEARN_FOUND_LESSON), &text.summary);
            scene.link(route(entry), "learn-found-link", None, inside)
        }
        Found::Term(term) => {
            let text = term.text(language);
            let id = term.lesson.to_string();
            let kind = scene.text(words::LearnFoundTerm { id: id.as_str().into() });
            let inside = inside(&text.name, kind, &text.definition);
            match files.index.entries().find(|entry| entry.id == term.lesson) {
                Some(entry) => scene.link(course::route(entry), "learn-found-link", None, inside),
                None => html! { <span class="learn-found-link">{ inside }</span> },
            }
        }
        Found::Error(error) => {
            let inside = inside(&error.name, scene.text(words::LEARN_FOUND_ERROR), error.meaning(language));
            plain(crate::address::site::error_page(&error.name, scene.app.language()), inside)
        }
        Found::Chapter(chapter) => {
            let text = chapter.text(language);
            let name = format!("{} {}", chapter.number, text.title);
            plain(
                card_address(scene, chapter),
                inside(&name, scene.text(words::LEARN_FOUND_CARD), &text.summary),
            )
        }
    };
    html! { <li>{ link }</li> }
}

/// Moves the focus between the search field and the results.
fn step(host: &NodeRef, by: i32, event: &KeyboardEvent) {
    let places = places(host);
    let active = gloo::utils::document().active_element();
    let now = places.iter().position(|place| Some(place.unchecked_ref::<Element>()) == active.as_ref());
    let next = now.and_then(|now| places.get(now.checked_add_signed(by as isize)?));
    if let Some(next) = next {
        event.prevent_default();
        // A field or a link can take the focus, so the result is ignored.
        let _ = next.focus();
    }
}

fn focus_first(host: &NodeRef) {
    if let Some(field) = places(host).first() {
        // A field can take the focus, so the result is ignored.
        let _ = field.focus();
    }
}

/// Returns the field and the results, in order.
fn places(host: &NodeRef) -> Vec<HtmlElement> {
    let found = host.cast::<Element>().and_then(|host| host.query_selector_all("input, a").ok());
    let Some(found) = found else { return Vec::new() };
    (0..found.length()).filter_map(|place| found.get(place)?.dyn_into::<HtmlElement>().ok()).collect()
}
