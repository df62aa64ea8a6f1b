//! The starting points of an author: the sample, a lesson of the course, a file, or the earlier text.

use dynalab_lessons::CourseEntry;
use dynalab_lessons::course::IndexedChapter;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::Bench;
use super::arrivals::open_file;
use super::builder_state::{BuilderSetter, BuilderState, Change};
use crate::address::formats::Problem;
use crate::address::site;
use crate::browser::fetch_text::fetch_text;
use crate::learn::language_of;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

const SAMPLE: &str = "sample";

pub fn view(bench: &Bench) -> Html {
    let sample = open_callback(bench.setter, |_: MouseEvent| Some(SAMPLE.to_owned()));
    let lesson = open_callback(bench.setter, |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        let slug = select.value();
        // An empty choice allows a person to choose the same lesson again.
        select.set_value("");
        Some(slug).filter(|slug| !slug.is_empty())
    });
    let back = {
        let setter = bench.setter.clone();
        Callback::from(move |_: MouseEvent| setter.dispatch(Change::Back))
    };
    html! {
        <div class="build-starts">
            { bench.button(words::BUILD_SAMPLE, "build-sample", sample) }
            <label class="build-choice">{ bench.text(words::BUILD_LESSON) }
                <select class="field" data-testid="build-lesson" onchange={lesson}>
                    <option value="" selected={true}>{ bench.text(words::BUILD_LESSON_NONE) }</option>
                    { for bench.course.index.chapters.iter().map(|chapter| chapter_options(bench.scene, chapter)) }
                </select>
            </label>
            { file_field(bench) }
            if bench.desk.before.is_some() { { bench.button(words::BUILD_BEFORE, "build-before", back) } }
        </div>
    }
}

fn chapter_options(scene: &Scene, chapter: &IndexedChapter) -> Html {
    let language = language_of(scene);
    let option = |entry: &CourseEntry| {
        html! { <option key={entry.slug.clone()} value={entry.slug.clone()}>{ format!("{} {}", entry.id, entry.text(language).title) }</option> }
    };
    let label = format!("{} {}", chapter.number, chapter.text(language).title);
    html! { <optgroup {label} key={chapter.number}>{ for chapter.lessons.iter().map(option) }</optgroup> }
}

fn file_field(bench: &Bench) -> Html {
    let onchange = {
        let (scene, setter) = (bench.scene.clone(), bench.setter.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let file = input.files().and_then(|files| files.get(0));
            // An empty input allows a person to choose the same file again.
            input.set_value("");
            if let Some(file) = file {
                open_file(&scene, &setter, file);
            }
        })
    };
    html! {
        <span>
            <input class="learn-file" type="file" id="build-file" accept=".lesson,.txt,text/plain" data-testid="build-file" {onchange} />
            <label class="button" for="build-file">{ bench.text(words::BUILD_FILE) }</label>
        </span>
    }
}

/// Returns a handler that opens the text of a lesson of this site.
fn open_callback<E: 'static>(
    setter: &BuilderSetter,
    slug: impl Fn(E) -> Option<String> + 'static,
) -> Callback<E> {
    let setter = setter.clone();
    Callback::from(move |event: E| {
        if let Some(slug) = slug(event) {
            open(&setter, slug);
        }
    })
}

fn open(setter: &BuilderSetter, slug: String) {
    let setter = setter.clone();
    spawn_local(async move {
        let fetched = fetch_text(&site::address(&format!("/lessons/texts/{slug}.txt"))).await;
        setter.dispatch(match fetched {
            Ok(text) => Change::Open(text),
            Err(detail) => Change::NotOpened(Problem { name: "not-fetched".to_owned(), detail }),
        });
    });
}

/// Opens the sample if no text was stored.
#[hook]
pub fn use_first_text(desk: &UseReducerHandle<BuilderState>) {
    let has_link = super::arrivals::has_link();
    let wanted = desk.begins_empty && !has_link;
    let setter = desk.dispatcher();
    use_effect_with((), move |()| {
        if wanted {
            open(&setter, SAMPLE.to_owned());
        }
    });
}
