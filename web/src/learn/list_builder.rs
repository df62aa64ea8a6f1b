//! The form in which a teacher chooses lessons and copies one link to them.

use std::collections::BTreeSet;

use dynalab_lessons::course::IndexedChapter;
use dynalab_lessons::{CourseEntry, LessonId};
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;
use yew_router::Routable;

use super::site_files::CourseFiles;
use super::{course, language_of, lesson_list};
use crate::address::route::Route;
use crate::address::site;
use crate::browser::clipboard;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

#[derive(Clone, PartialEq, Properties)]
pub struct ListBuilderProps {
    pub scene: Scene,
    pub course: CourseFiles,
}

#[component]
pub fn ListBuilder(props: &ListBuilderProps) -> Html {
    let ListBuilderProps { scene, course } = props;
    let chosen = use_state_eq(BTreeSet::<LessonId>::new);
    let area = use_node_ref();
    let lessons: Vec<LessonId> = chosen.iter().copied().collect();
    let link = match lessons.is_empty() {
        true => String::new(),
        false => format!("{}{}", course_address(scene), lesson_list::write(&lessons)),
    };
    let copy = {
        let (area, link, page, messages) =
            (area.clone(), link.clone(), scene.page.clone(), *scene.messages());
        Callback::from(move |_: MouseEvent| {
            let (shown, link, page) = (area.cast::<HtmlTextAreaElement>(), link.clone(), page.clone());
            spawn_local(async move {
                match clipboard::copy(&link, shown).await {
                    true => page.show_message(messages.text(words::LEARN_LIST_COPIED)),
                    false => page.show_failure(messages.text(words::LEARN_COPY_FAILED)),
                }
            });
        })
    };
    html! {
        <details class="learn-list-make" data-testid="learn-list-make">
            <summary>{ scene.text(words::LEARN_LIST_MAKE) }</summary>
            <p class="page-lead">{ scene.text(words::LEARN_LIST_ABOUT) }</p>
            <div class="learn-lessons">{ for course.index.chapters.iter().map(|chapter| choices(scene, chapter, &chosen)) }</div>
            if lessons.is_empty() {
                <p class="learn-said">{ scene.text(words::LEARN_LIST_NONE) }</p>
            } else {
                <label class="learn-list-link">{ scene.text(words::LEARN_LIST_LINK) }
                    <textarea class="field" readonly={true} rows="2" ref={area} data-testid="learn-list-link" value={link} />
                </label>
                <button class="button button--go" type="button" data-testid="learn-list-copy" onclick={copy}>{ scene.text(words::LEARN_LIST_COPY) }</button>
            }
            <p class="page-gap" data-testid="learn-to-build">
                { scene.link(Route::LessonBuilder, "link", None, html! { { scene.text(words::LEARN_TO_BUILD) } }) }
            </p>
        </details>
    }
}

/// Returns the address of the course, with the host.
fn course_address(scene: &Scene) -> String {
    let origin = window().location().origin().unwrap_or_default();
    format!("{origin}{}", site::address_in(scene.app.language(), &Route::Learn.to_path()))
}

fn choices(scene: &Scene, chapter: &IndexedChapter, chosen: &UseStateHandle<BTreeSet<LessonId>>) -> Html {
    let language = language_of(scene);
    let choice = |entry: &CourseEntry| {
        let id = entry.id;
        let onchange = {
            let chosen = chosen.clone();
            Callback::from(move |_: Event| {
                let mut now = BTreeSet::clone(&chosen);
                if !now.remove(&id) {
                    now.insert(id);
                }
                chosen.set(now);
            })
        };
        html! {
            <label class="learn-list-choice" key={id.to_string()}>
                <input type="checkbox" data-testid={format!("learn-choose-{id}")} checked={chosen.contains(&id)} {onchange} />
                { course::numbered_title(entry, language) }
            </label>
        }
    };
    html! {
        <fieldset class="learn-list-chapter">
            <legend>{ format!("{} {}", chapter.number, chapter.text(language).title) }</legend>
            { for chapter.lessons.iter().map(choice) }
        </fieldset>
    }
}
