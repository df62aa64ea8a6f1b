//! Learn: the course and the player of its lessons. A lesson runs in its own temporary copy, beside the person's tables.

mod after;
mod bench;
mod build;
mod copied_markdown;
pub mod course;
mod goals;
mod hints;
mod item_bytes;
mod lesson_html;
mod lesson_list;
mod lesson_scene;
mod lesson_start;
mod list_builder;
mod player;
mod predict;
mod progress;
mod progress_store;
mod questions;
mod recent_lesson;
mod sdk_test;
mod search;
mod shared_work;
pub mod site_files;
mod sliders;
mod work;

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::address::route::Route;
use crate::page::first_paint::use_first_paint_hold;
use crate::page::scene::Scene;
use crate::page::sentences;
use player::Player;
use progress::use_progress;
use site_files::CourseFiles;

/// Returns the language of a lesson's texts.
pub fn language_of(scene: &Scene) -> dynalab_lessons::Language {
    match scene.app.language() {
        crate::page::language::Language::English => dynalab_lessons::Language::English,
        crate::page::language::Language::Japanese => dynalab_lessons::Language::Japanese,
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct LearnProps {
    pub scene: Scene,
}

#[component]
pub fn Learn(props: &LearnProps) -> Html {
    let scene = &props.scene;
    let progress = use_progress();
    let course = use_state_eq(|| None::<Result<CourseFiles, String>>);
    {
        let course = course.setter();
        use_effect_with((), move |()| {
            spawn_local(async move { course.set(Some(site_files::fetch_course().await)) });
        });
    }
    use_first_paint_hold(course.is_none() || !progress.is_loaded);
    recent_lesson::use_recent_lesson(
        course.as_ref().and_then(|course| course.as_ref().ok()),
        &progress,
        &scene.route,
    );
    match (&*course, &scene.route) {
        (None, _) => waiting(scene),
        (Some(Err(detail)), _) => html! {
            <div class="page">
                <h1 class="page-title">{ scene.text(sentences::learn::LEARN_TITLE) }</h1>
                <p role="alert" data-testid="learn-not-loaded">{ scene.text(sentences::learn::LearnNotLoaded { detail: detail.as_str().into() }) }</p>
            </div>
        },
        (Some(Ok(course)), Route::Lesson { lesson }) => html! {
            <Player scene={scene.clone()} course={course.clone()} {progress} slug={lesson.clone()} />
        },
        (Some(Ok(course)), Route::LessonBuilder) => {
            html! { <build::BuildPage scene={scene.clone()} course={course.clone()} /> }
        }
        (Some(Ok(course)), _) => {
            html! { <course::CoursePage scene={scene.clone()} course={course.clone()} {progress} /> }
        }
    }
}

fn waiting(scene: &Scene) -> Html {
    html! { <p class="items-waiting" role="status">{ scene.text(sentences::learn::LEARN_LOADING) }</p> }
}
