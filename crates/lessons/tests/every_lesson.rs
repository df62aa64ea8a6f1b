//! Plays every lesson of the course in both languages and checks the index.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dynalab_lessons::author::files::{CourseFiles, read_course, read_source};
use dynalab_lessons::author::{index, pack, read};
use dynalab_lessons::id::Place;
use dynalab_lessons::lesson::{PictureName, RequestFacts};
use dynalab_lessons::player::Player;
use dynalab_lessons::{Json, Language, Lesson, LessonId, formula};
use dynalab_types::json::Value;
use dynalab_types::wire;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("course")
}

fn course() -> CourseFiles {
    read_course(&root(), &root().join("../../../web/errors/pages")).expect("the course can be read")
}

fn lessons(files: &CourseFiles) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let mut faults = Vec::new();
    for folder in &files.folders {
        let source = read_source(folder).expect("a lesson has three files");
        let (lesson, problems) = read(&source, &files.surroundings);
        faults.extend(problems.iter().map(|problem| format!("{}: {problem}", source.folder)));
        lessons.extend(lesson);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    lessons
}

/// One test, because to play every lesson takes most of its time.
#[test]
fn every_lesson() {
    let files = course();
    let lessons = lessons(&files);
    assert!(!lessons.is_empty());
    packs_and_has_an_entry(&files, &lessons);
    questions_are_in_the_order_of_the_text(&files, &lessons);
    starts_have_what_their_diagrams_show(&lessons);
    titles_are_those_of_the_course(&files, &lessons);
    bytes_of_lesson_1_2_are_those_of_the_engine(&lessons);
}

fn packs_and_has_an_entry(files: &CourseFiles, lessons: &[Lesson]) {
    for lesson in lessons {
        let packed = pack(lesson).expect("a lesson fits into its file");
        let unpacked: Lesson = serde_json::from_str(&packed).expect("a packed lesson can be read");
        assert_eq!(unpacked, *lesson);
    }
    let index = index(&files.course, lessons);
    assert_eq!(index.entries().count(), lessons.len());
    for entry in index.entries() {
        assert_eq!(index.find(&entry.slug), Some(entry));
    }
    let about_conditions: Vec<LessonId> =
        index.about_error("ConditionalCheckFailedException").map(|entry| entry.id).collect();
    let chapter_1 = |place| LessonId { chapter: 1, place };
    assert!(about_conditions.contains(&chapter_1(Place::TestOut)), "{about_conditions:?}");
    assert!(!about_conditions.contains(&LessonId::lesson(1, 1)));
    let after = index.after(LessonId::lesson(1, 2)).map(|entry| entry.id);
    assert_eq!(after, Some(LessonId::lesson(1, 3)));
    assert_ne!(index.after(LessonId::lesson(1, 9)).map(|entry| entry.id), Some(chapter_1(Place::TestOut)));
}

/// A task may say "the first three questions", and goals and hints follow the text too.
fn questions_are_in_the_order_of_the_text(files: &CourseFiles, lessons: &[Lesson]) {
    let mut by_name = 0;
    for (folder, lesson) in files.folders.iter().zip(lessons) {
        let source = read_source(folder).expect("a lesson");
        for (language, text) in [(Language::English, &source.english), (Language::Japanese, &source.japanese)]
        {
            let written: Vec<&str> =
                text.lines().filter_map(|line| line.strip_prefix("# question ")).map(str::trim).collect();
            let shown: Vec<&str> =
                lesson.text(language).questions.iter().map(|question| question.name.as_str()).collect();
            assert_eq!(shown, written, "{} in {language:?}", source.folder);
            by_name += usize::from(!shown.is_sorted());
        }
    }
    assert!(by_name >= 40, "only {by_name} texts have an order other than that of the names");
}

/// The text of 6.10 says that the engine rejects the fifth switch to on-demand. It once said the opposite.
#[test]
fn the_mode_of_lesson_6_10_is_switched_four_times() {
    let files = course();
    let folder =
        files.folders.iter().find(|folder| folder.ends_with("6.10-a-peak-every-hour")).expect("6.10");
    let lesson =
        read(&read_source(folder).expect("a lesson"), &files.surroundings).0.expect("it can be read");
    for (language, wrong) in [(Language::English, "not count"), (Language::Japanese, "数えません")] {
        assert!(!lesson.text(language).naive.contains(wrong), "{language:?}");
    }
    let mut player = Player::open(&lesson.facts).expect("the start");
    let mut switch = |mode: &str| {
        let body = format!(r#"{{"TableName":"Alarms",{mode}}}"#);
        let update =
            RequestFacts { operation: "UpdateTable".into(), body: Json::parse(&body).expect("JSON") };
        let wait = r#"{"Milliseconds":3600000}"#;
        let wait =
            RequestFacts { operation: "Dynalab.AdvanceClock".into(), body: Json::parse(wait).expect("JSON") };
        let answer = player.run(&update);
        player.run(&wait);
        answer
    };
    let provisioned = r#""BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}"#;
    for number in 1..=5 {
        let on_demand = switch(r#""BillingMode":"PAY_PER_REQUEST""#);
        assert_eq!(on_demand.status == 200, number <= 4, "{number}: {}", on_demand.body);
        assert_eq!(on_demand.body.contains("LimitExceededException"), number == 5, "{}", on_demand.body);
        if number <= 4 {
            let back = switch(provisioned);
            assert_eq!(back.status, 200, "{number}: {}", back.body);
        }
    }
}

/// The diagram of capacity draws consumption only while limits are on, and the diagram of the cache shows the cache "dax".
fn starts_have_what_their_diagrams_show(lessons: &[Lesson]) {
    for lesson in lessons {
        let facts = &lesson.facts;
        let bodies = |operation: &str| {
            let of_operation = facts.start.requests.iter().filter(|request| request.operation == operation);
            of_operation.map(|request| &request.body).collect::<Vec<_>>()
        };
        match facts.picture.as_ref().map(|picture| picture.name) {
            Some(PictureName::Capacity) => {
                let limits = ["capacity_limits", "realistic"];
                let limits = bodies("Dynalab.SetDials")
                    .iter()
                    .any(|body| limits.iter().any(|name| body.text().contains(name)));
                assert!(limits, "{} has a diagram of capacity, but no limits", facts.id);
            }
            Some(PictureName::Cache) => {
                let names = bodies("Dynalab.PutCache").iter().map(|body| body.text()).collect::<Vec<_>>();
                let is_shown = |body: &String| body.contains(r#""Name":"dax""#);
                assert!(!names.is_empty() && names.iter().all(is_shown), "{}: {names:?}", facts.id);
            }
            _ => {}
        }
    }
}

fn titles_are_those_of_the_course(files: &CourseFiles, lessons: &[Lesson]) {
    for lesson in lessons {
        let chapter = files.course.chapters.iter().find(|chapter| chapter.number == lesson.facts.id.chapter);
        let planned =
            chapter.and_then(|chapter| chapter.lessons.iter().find(|planned| planned.id == lesson.facts.id));
        if let Some(planned) = planned {
            assert_eq!(lesson.text(Language::English).title, planned.en);
            assert_eq!(lesson.text(Language::Japanese).title, planned.ja);
        }
    }
}

#[test]
fn the_course_has_eight_chapters_and_71_lessons() {
    let course = course().course;
    assert_eq!(
        course.chapters.iter().map(|chapter| chapter.number).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8]
    );
    let ids: Vec<_> =
        course.chapters.iter().flat_map(|chapter| &chapter.lessons).map(|lesson| lesson.id).collect();
    assert_eq!(ids.len(), 71);
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
}

/// The slider of lesson 1.2 counts the same bytes as the engine.
fn bytes_of_lesson_1_2_are_those_of_the_engine(lessons: &[Lesson]) {
    let lesson = lessons.iter().find(|lesson| lesson.facts.id == LessonId::lesson(1, 2)).expect("lesson 1.2");
    let item = lesson.facts.solutions[0].requests[0].body.0.get("Item").expect("an item").clone();
    let Value::Object(item) = item else { panic!("an item is an object") };
    let size_bytes = wire::decode_item(&item).expect("an item").size_bytes();
    let bytes = formula::number("bytes", &lesson.facts.values, &BTreeMap::new());
    assert_eq!(bytes, Ok(size_bytes as f64));
}
