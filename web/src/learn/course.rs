//! The course page: the next lesson, the chapters with their lessons, and the progress as a file.

use dynalab_lessons::course::IndexedChapter;
use dynalab_lessons::lesson::LessonKind;
use dynalab_lessons::progress::LessonState;
use dynalab_lessons::{CourseEntry, Language, LessonId};
use gloo::utils::document;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlInputElement, ScrollIntoViewOptions};
use yew::prelude::*;

use super::list_builder::ListBuilder;
use super::progress::{ImportError, ProgressHandle};
use super::search::Search;
use super::site_files::CourseFiles;
use super::{language_of, lesson_list};
use crate::address::route::Route;
use crate::address::site;
use crate::browser::figures::grouped_decimal;
use crate::components::icon::Icon;
use crate::components::open_dialog;
use crate::page::scene::Scene;
use crate::page::sentences::{learn as words, shell};

#[derive(Clone, PartialEq, Properties)]
pub struct CoursePageProps {
    pub scene: Scene,
    pub course: CourseFiles,
    pub progress: ProgressHandle,
}

#[component]
pub fn CoursePage(props: &CoursePageProps) -> Html {
    let CoursePageProps { scene, course, progress } = props;
    let said = use_state_eq(|| None::<(bool, String)>);
    let messages = scene.messages();
    let ready = course.index.entries().filter(|entry| counts(entry)).count() as u64;
    let planned: u64 = course.index.chapters.iter().map(|chapter| u64::from(chapter.planned)).sum();
    let title = messages.text(crate::page::sentences::shell::TITLE_LEARN);
    use_effect_with(title, |title| {
        let title = title.clone();
        spawn_local(async move { document().set_title(&title) });
    });
    let how_many = if ready < planned {
        messages.text(words::LearnReady { ready: ready.into(), planned: planned.into() })
    } else {
        let chapters = course.index.chapters.len() as u64;
        messages.text(words::LearnAllReady { planned: planned.into(), chapters: chapters.into() })
    };
    html! {
        <div class="page" data-testid="learn-course">
            <div class="page-head">
                <div>
                    <h1 class="page-title">{ messages.text(words::LEARN_TITLE) }</h1>
                    <p class="page-lead">{ messages.text(words::LEARN_LEAD) }</p>
                    <p class="learn-said" data-testid="learn-ready-count" data-ready={ready.to_string()} data-planned={planned.to_string()}>{ how_many }</p>
                </div>
                { tools(scene, progress, said.setter()) }
            </div>
            if progress.is_lost {
                <p class="learn-said learn-said--bad" role="status" data-testid="learn-not-kept">{ messages.text(words::LEARN_NOT_KEPT) }</p>
            }
            <p class="learn-said" role="status" data-testid="learn-said">
                { for said.iter().map(|(is_bad, text)| html! { <span class={is_bad.then_some("learn-said--bad")}>{ text }</span> }) }
            </p>
            <Search scene={scene.clone()} course={course.clone()} />
            { lesson_list::view(scene, course, progress) }
            if progress.is_loaded { { going_on(scene, course, progress, ready) } }
            <div class="learn-course">
                <nav class="learn-chapters" aria-label={messages.text(words::LEARN_CHAPTERS)}>
                    { for course.index.chapters.iter().map(|chapter| chapter_link(scene, progress, chapter)) }
                </nav>
                <div>{ for course.index.chapters.iter().map(|chapter| chapter_view(scene, progress, chapter)) }</div>
            </div>
            <ListBuilder scene={scene.clone()} course={course.clone()} />
        </div>
    }
}

/// Returns the title of a lesson after its number. A test-out and a review have no number of their own.
pub fn numbered_title(entry: &CourseEntry, language: Language) -> String {
    let title = &entry.text(language).title;
    if counts(entry) { format!("{} {title}", entry.id) } else { title.clone() }
}

/// Returns true if a lesson counts for progress. Test-outs and reviews do not.
pub fn counts(entry: &CourseEntry) -> bool {
    matches!(entry.kind, LessonKind::Lesson | LessonKind::Capstone)
}

pub fn is_done(progress: &ProgressHandle, entry: &CourseEntry) -> bool {
    progress.now.lesson_state(entry.id, entry.version) == LessonState::Solved
}

fn tools(scene: &Scene, progress: &ProgressHandle, said: UseStateSetter<Option<(bool, String)>>) -> Html {
    let messages = *scene.messages();
    let export = {
        let progress = progress.clone();
        Callback::from(move |_: MouseEvent| progress.export())
    };
    let onchange = {
        let (progress, page) = (progress.clone(), scene.page.clone());
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            let file = input.files().and_then(|files| files.get(0));
            // An empty input allows a person to choose the same file again.
            input.set_value("");
            let Some(file) = file else { return };
            let (progress, said, page) = (progress.clone(), said.clone(), page.clone());
            let told = messages.text(shell::Reading { name: file.name().as_str().into() });
            spawn_local(async move {
                said.set(Some(match progress.import(&page, told, file).await {
                    Ok(lessons) => {
                        (false, messages.text(words::LearnImported { lessons: (lessons as u64).into() }))
                    }
                    Err(ImportError::Unreadable) => (true, messages.text(words::LEARN_IMPORT_UNREADABLE)),
                    Err(ImportError::Newer) => (true, messages.text(words::LEARN_IMPORT_NEWER)),
                    Err(ImportError::Ended(problem)) => (true, open_dialog::sentence(&messages, &problem)),
                }));
            });
        })
    };
    html! {
        <div class="learn-tools">
            <button class="button" type="button" data-testid="learn-export" onclick={export}>{ messages.text(words::LEARN_EXPORT) }</button>
            <input class="learn-file" type="file" id="learn-import" accept=".json,application/json" data-testid="learn-import" {onchange} />
            <label class="button" for="learn-import">{ messages.text(words::LEARN_IMPORT) }</label>
        </div>
    }
}

/// Renders the lesson to continue with: the last opened lesson, or the first that is not done.
fn going_on(scene: &Scene, course: &CourseFiles, progress: &ProgressHandle, ready: u64) -> Html {
    let language = language_of(scene);
    let messages = scene.messages();
    let entries: Vec<&CourseEntry> = course.index.entries().filter(|entry| counts(entry)).collect();
    let done = entries.iter().filter(|entry| is_done(progress, entry)).count() as u64;
    let last = progress.now.last.and_then(|id| entries.iter().find(|entry| entry.id == id));
    let open = |entry: &&&CourseEntry| !is_done(progress, entry);
    let after_last = last.and_then(|last| entries.iter().find(|entry| entry.id > last.id && open(entry)));
    let wanted =
        last.filter(|last| open(last)).or(after_last).or_else(|| entries.iter().find(|entry| open(entry)));
    let Some(entry) = wanted.or_else(|| entries.first()) else { return html! {} };
    let id = entry.id.to_string();
    let (eyebrow, button) = match (wanted, progress.now.lesson_state(entry.id, entry.version)) {
        (None, _) => (messages.text(words::LearnAgain { id: id.as_str().into() }), words::LEARN_OPEN_LESSON),
        (_, LessonState::NotOpened) if done == 0 => {
            (messages.text(words::LearnStart { id: id.as_str().into() }), words::LEARN_START_LESSON)
        }
        _ => (messages.text(words::LearnContinue { id: id.as_str().into() }), words::LEARN_CONTINUE_LESSON),
    };
    let minutes = messages.text(words::LearnMinutes { minutes: u64::from(entry.minutes).into() });
    let sum = messages.text(words::LearnDoneOf { done: done.into(), ready: ready.into() });
    let text = entry.text(language);
    html! {
        <section class="learn-next" aria-labelledby="learn-next-title">
            <div>
                <p class="learn-eyebrow" data-testid="learn-eyebrow" data-done={done.to_string()}>{ format!("{eyebrow} · {minutes} · {sum}") }</p>
                <h2 class="learn-next-title" id="learn-next-title">{ &text.title }</h2>
                <p class="page-lead">{ &text.summary }</p>
            </div>
            <span data-testid="learn-continue">
                { scene.link(route(entry), "button button--go button--large", None, html! { <>{ Icon::Run.draw() }{ messages.text(button) }</> }) }
            </span>
        </section>
    }
}

pub fn route(entry: &CourseEntry) -> Route {
    Route::Lesson { lesson: entry.slug.clone() }
}

/// Returns the address of a chapter's reference card, which is a document of its own.
pub fn card_address(scene: &Scene, chapter: &IndexedChapter) -> String {
    site::address_in(scene.app.language(), &format!("/cards/{}/", chapter.slug))
}

fn chapter_id(number: u8) -> String {
    format!("chapter-{number}")
}

/// Renders a link that scrolls to a chapter, because the fragment belongs to the page's address.
fn chapter_link(scene: &Scene, progress: &ProgressHandle, chapter: &IndexedChapter) -> Html {
    let done = chapter.lessons.iter().filter(|entry| counts(entry) && is_done(progress, entry)).count();
    let id = chapter_id(chapter.number);
    let href = format!("#{id}");
    let onclick = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        if let Some(chapter) = document().get_element_by_id(&id) {
            chapter.scroll_into_view_with_scroll_into_view_options(&ScrollIntoViewOptions::new());
        }
    });
    html! {
        <a class="learn-chapter-link" {href} {onclick}>
            <small>{ chapter.number }</small>{ &chapter.text(language_of(scene)).title }<small>{ format!("{done}/{}", chapter.planned) }</small>
        </a>
    }
}

fn chapter_view(scene: &Scene, progress: &ProgressHandle, chapter: &IndexedChapter) -> Html {
    let messages = scene.messages();
    let text = chapter.text(language_of(scene));
    let id = chapter_id(chapter.number);
    let title_id = format!("{id}-title");
    let lessons = || chapter.lessons.iter().filter(|entry| counts(entry));
    let done = lessons().filter(|entry| is_done(progress, entry)).count() as u64;
    let (ready, planned) = (lessons().count() as u64, u64::from(chapter.planned));
    let count = if ready < planned {
        let count =
            words::LearnChapterCount { ready: ready.into(), planned: planned.into(), done: done.into() };
        messages.text(count)
    } else {
        messages.text(words::LearnDoneOf { done: done.into(), ready: ready.into() })
    };
    html! {
        <section class="learn-chapter" {id} aria-labelledby={title_id.clone()} data-testid={format!("learn-chapter-{}", chapter.number)}>
            <header class="learn-chapter-head">
                <h2 class="learn-chapter-title" id={title_id}>{ format!("{} {}", chapter.number, text.title) }</h2>
                { steps(scene, progress, chapter, None) }
                <span class="learn-chapter-count">
                    { count }
                    { " · " }
                    <a href={card_address(scene, chapter)} data-testid={format!("learn-card-{}", chapter.number)}>{ messages.text(words::LEARN_CARD) }</a>
                </span>
                <p class="learn-chapter-about">{ &text.summary }</p>
            </header>
            if chapter.lessons.is_empty() {
                <p class="learn-chapter-none">{ messages.text(words::LEARN_CHAPTER_NONE) }</p>
            } else {
                <div class="learn-lessons">{ for chapter.lessons.iter().map(|entry| lesson_link(scene, progress, entry)) }</div>
            }
        </section>
    }
}

pub fn lesson_link(scene: &Scene, progress: &ProgressHandle, entry: &CourseEntry) -> Html {
    let messages = scene.messages();
    let text = entry.text(language_of(scene));
    let standing = progress.now.lesson_state(entry.id, entry.version);
    let best = progress.now.lessons.get(&entry.id).and_then(|lesson| lesson.best).map(|best| {
        let units = grouped_decimal(best.units);
        messages.text(words::LearnBest {
            requests: u64::from(best.requests).into(),
            units: units.as_str().into(),
        })
    });
    let kind = match entry.kind {
        LessonKind::Lesson => None,
        LessonKind::Capstone => Some(words::LEARN_KIND_CAPSTONE),
        LessonKind::TestOut => Some(words::LEARN_KIND_TEST),
        LessonKind::Review => Some(words::LEARN_KIND_REVIEW),
    };
    let is_now = progress.now.last == Some(entry.id) && standing != LessonState::Solved;
    let class = if is_now { "learn-lesson learn-lesson--now" } else { "learn-lesson" };
    let inside = html! {
        <>
            { dot(scene, standing) }
            <span class="learn-lesson-name" data-testid={format!("learn-lesson-{}", entry.id)} data-standing={standing_name(standing)}>
                if counts(entry) { <span class="learn-lesson-number">{ entry.id.to_string() }</span> }{ &text.title }
                if let Some(kind) = kind { { " " }<span class="chip">{ messages.text(kind) }</span> }
            </span>
            <span class="learn-lesson-best">{ best.unwrap_or_default() }</span>
            <span class="learn-lesson-what">{ &text.summary }</span>
        </>
    };
    html! { <div key={entry.slug.clone()}>{ scene.link(route(entry), class, None, inside) }</div> }
}

fn standing_name(standing: LessonState) -> &'static str {
    match standing {
        LessonState::NotOpened => "new",
        LessonState::Opened => "opened",
        LessonState::Solved => "solved",
        LessonState::SolvedBefore => "changed",
    }
}

fn dot(scene: &Scene, standing: LessonState) -> Html {
    let name = standing_name(standing);
    let label = scene.text_or(words::learn_state(name), name);
    let (class, inside) = match standing {
        LessonState::NotOpened => ("icon learn-dot", html! {}),
        LessonState::Opened | LessonState::SolvedBefore => (
            "icon learn-dot learn-dot--now",
            html! { <path class="learn-dot-half" d="M10 2A8 8 0 0 1 10 18Z" /> },
        ),
        LessonState::Solved => {
            ("icon learn-dot learn-dot--done", html! { <path d="M6 10.500 9 13.500 14.500 7" /> })
        }
    };
    html! { <svg {class} viewBox="0 0 20 20" role="img" aria-label={label}><circle cx="10" cy="10" r="8" />{ inside }</svg> }
}

/// Renders the lessons of a chapter as a row of marks: done, current, ready. `now` is the open lesson.
pub fn steps(
    scene: &Scene,
    progress: &ProgressHandle,
    chapter: &IndexedChapter,
    now: Option<LessonId>,
) -> Html {
    let lessons: Vec<&CourseEntry> = chapter.lessons.iter().filter(|entry| counts(entry)).collect();
    if lessons.is_empty() {
        return html! {};
    }
    let done = lessons.iter().filter(|entry| is_done(progress, entry)).count() as u64;
    let label = words::LearnChapterDone { done: done.into(), ready: (lessons.len() as u64).into() };
    let step = |entry: &&CourseEntry| {
        let state = match (now == Some(entry.id), is_done(progress, entry)) {
            (true, _) => Some("learn-step--now"),
            (false, true) => Some("learn-step--done"),
            (false, false) => None,
        };
        html! { <span class={classes!("learn-step", state)}></span> }
    };
    html! { <span class="learn-steps" role="img" aria-label={scene.text(label)}>{ for lessons.iter().map(step) }</span> }
}
