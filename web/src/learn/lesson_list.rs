//! A list of lessons from the address (`?lessons=1.1,1.4`), with the learner's progress.

use dynalab_lessons::{CourseEntry, LessonId};
use gloo::utils::window;
use yew::prelude::*;

use super::course::{is_done, lesson_link};
use super::progress::ProgressHandle;
use super::site_files::CourseFiles;
use crate::address::route::Route;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

pub const PARAMETER: &str = "lessons";

/// Reads the lessons from the query of an address. Returns none if it has no list.
pub fn read(search: &str) -> Option<Vec<Option<LessonId>>> {
    let mut parts = search.trim_start_matches('?').split('&');
    let list = parts.find_map(|part| part.strip_prefix(PARAMETER)?.strip_prefix('='))?;
    let list = list.replace("%2C", ",").replace("%2c", ",");
    Some(list.split(',').map(|id| id.parse().ok()).collect())
}

pub fn write(lessons: &[LessonId]) -> String {
    let ids: Vec<String> = lessons.iter().map(LessonId::to_string).collect();
    format!("?{PARAMETER}={}", ids.join(","))
}

pub fn view(scene: &Scene, course: &CourseFiles, progress: &ProgressHandle) -> Html {
    let search = window().location().search().unwrap_or_default();
    let Some(named) = read(&search) else { return html! {} };
    let find = |id: &Option<LessonId>| course.index.entries().find(|entry| Some(entry.id) == *id);
    let entries: Vec<&CourseEntry> = named.iter().filter_map(find).collect();
    let done = entries.iter().filter(|entry| is_done(progress, entry)).count() as u64;
    let count = entries.len() as u64;
    html! {
        <section class="learn-list" aria-labelledby="learn-list-title" data-testid="learn-list" data-done={done.to_string()} data-count={count.to_string()}>
            <h2 id="learn-list-title">{ scene.text(words::LEARN_LIST_TITLE) }</h2>
            <p class="learn-said">{ scene.text(words::LearnListDone { done: done.into(), count: count.into() }) }</p>
            if entries.len() < named.len() { <p class="learn-said learn-said--bad">{ scene.text(words::LEARN_LIST_UNKNOWN) }</p> }
            <div class="learn-lessons">{ for entries.iter().map(|entry| lesson_link(scene, progress, entry)) }</div>
            <p class="page-gap">{ scene.link(Route::Learn, "", None, html! { { scene.text(words::LEARN_LIST_ALL) } }) }</p>
        </section>
    }
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::LessonId;

    use super::{read, write};

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let lessons = [LessonId::lesson(1, 1), LessonId::lesson(5, 10)];
        assert_eq!(write(&lessons), "?lessons=1.1,5.10");
        for search in ["?lessons=1.1,5.10", "?a=b&lessons=1.1%2C5.10"] {
            assert_eq!(read(search), Some(lessons.map(Some).to_vec()), "{search}");
        }
        assert_eq!(read("?lessons=1.1,x"), Some(vec![Some(lessons[0]), None]));
        assert_eq!(read("?lesson=1.1"), None);
        assert_eq!(read(""), None);
    }
}
