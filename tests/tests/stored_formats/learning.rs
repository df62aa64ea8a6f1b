//! The progress of a learner, and lessons as files and links.

use std::collections::BTreeMap;

use dynalab_lessons::author::document;
use dynalab_lessons::author::files::read_course;
use dynalab_lessons::author::read;
use dynalab_lessons::progress::{Best, LessonState, Progress, SolvedLesson};
use dynalab_lessons::{Json, LessonId};
use dynalab_playground::share::link;

use crate::{Fixtures, all_versions};

const ENDING: &str = ".lesson";

pub fn written(newest: &Fixtures) -> Vec<(String, Vec<u8>)> {
    let progress: Progress = serde_json::from_str(newest.text("progress.json")).unwrap();
    let mut files =
        vec![("progress.json".to_owned(), serde_json::to_string_pretty(&progress).unwrap().into_bytes())];
    for (name, text) in newest.ending(ENDING) {
        let text = document::write(&document::read(text).unwrap().source);
        files.push((format!("{name}.lesson-link"), (link::encode(&text) + "\n").into_bytes()));
        files.push((format!("{name}{ENDING}"), text.into_bytes()));
    }
    files
}

#[test]
fn the_progress_of_each_version_is_read() {
    for fixtures in all_versions() {
        let progress: Progress = serde_json::from_str(fixtures.text("progress.json")).unwrap();
        let progress = progress.checked().unwrap();
        let id = |text: &str| text.parse::<LessonId>().unwrap();
        assert_eq!((progress.lessons.len(), progress.last), (3, Some(id("3.9"))), "{}", fixtures.version);
        let first = &progress.lessons[&id("1.1")];
        assert_eq!(first.solved, Some(SolvedLesson { version: 2, at_ms: 1_789_990_000_000 }));
        assert_eq!(first.best, Some(Best { version: 2, requests: 3, units: 1.5 }));
        assert_eq!(first.failed_runs, 4);
        let draft = first.draft.as_ref().unwrap();
        assert_eq!(draft.operation, "PutItem");
        let body = r#"{"TableName":"Recipes","Item":{"recipe_id":{"S":"r-9"},"minutes":{"N":"12345678901234567890123456789012345678"}}}"#;
        assert_eq!(draft.body, Json::parse(body).unwrap());
        let design = progress.lessons[&id("3.9")].design.as_ref().unwrap();
        assert_eq!((design.tables.len(), design.operations.len()), (1, 1));
        let states = ["1.1", "3.9", "7.2", "1.2"].map(|lesson| progress.lesson_state(id(lesson), 2));
        assert_eq!(
            states,
            [LessonState::Solved, LessonState::Opened, LessonState::SolvedBefore, LessonState::NotOpened]
        );
    }
}

/// The kinds of goals and members differ between lessons, so several are kept.
#[test]
fn the_lessons_of_each_version_are_proved() {
    let root = crate::folder().join("../../crates/lessons/course");
    let mut surroundings = read_course(&root, &root.join("../../../web/errors/pages")).unwrap().surroundings;
    // A lesson of a person's own is in no course. The lesson builder plans it too.
    surroundings.planned.insert("9.1".parse().unwrap());
    for fixtures in all_versions() {
        let mut titles = BTreeMap::new();
        for (name, text) in fixtures.ending(ENDING) {
            let of_link = link::decode(fixtures.text(&format!("{name}.lesson-link"))).unwrap();
            assert_eq!(of_link, text, "{}: {name}", fixtures.version);
            let source = document::read(text).unwrap().source;
            let (lesson, problems) = read(&source, &surroundings);
            assert_eq!(problems, [], "{}: {name}", fixtures.version);
            titles.insert(name.to_owned(), lesson.unwrap().english.title);
        }
        assert_eq!(titles.len(), 6, "{}: {titles:?}", fixtures.version);
        assert_eq!(titles["8.2"], "Restore to a point in time", "{}", fixtures.version);
        assert_eq!(titles["9.1"], "Books of one author", "{}", fixtures.version);
    }
}
