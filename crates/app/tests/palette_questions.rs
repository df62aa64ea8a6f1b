//! Questions as people type them into the palette, each answered by a lesson of the real course.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::fs;
use std::path::Path;

use dynalab_app::palette::matching::{SearchTexts, ranked};

/// How many entries a person looks at.
const LOOKED_AT: usize = 3;

struct Lesson {
    /// The title with its number, such as "2.6 When you must use Scan".
    name: String,
    summary: String,
    /// The title in the other language.
    other: String,
}

/// Returns the text of a heading in a lesson's file.
fn section(text: &str, heading: &str) -> String {
    let mut lines = text.lines().skip_while(|line| *line != format!("# {heading}")).skip(1);
    lines.find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

fn lessons(language: &str, other: &str) -> Vec<Lesson> {
    let course = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lessons/course");
    let folders = |path: &Path| -> Vec<_> {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
        folders.sort();
        folders
    };
    let all = folders(&course).into_iter().flat_map(|chapter| folders(&chapter));
    let lesson = |folder: std::path::PathBuf| {
        let read = |language: &str| fs::read_to_string(folder.join(format!("{language}.md"))).unwrap();
        let number = folder.file_name().unwrap().to_str().unwrap().split('-').next().unwrap().to_owned();
        let text = read(language);
        Lesson {
            name: format!("{number} {}", section(&text, "title")),
            summary: section(&text, "summary"),
            other: section(&read(other), "title"),
        }
    };
    all.map(lesson).collect()
}

fn check(languages: [&str; 2], questions: &[(&str, &[&str])]) {
    let lessons = lessons(languages[0], languages[1]);
    assert!(lessons.len() >= 71);
    let mut unanswered = Vec::new();
    for (question, wanted) in questions {
        let texts = lessons.iter().map(|lesson| SearchTexts {
            name: &lesson.name,
            synonyms: &lesson.other,
            kind: "lesson",
            about: &lesson.summary,
            is_reading: true,
        });
        let found: Vec<&str> = ranked(question, texts)
            .into_iter()
            .map(|place| lessons[place].name.as_str())
            .take(LOOKED_AT)
            .collect();
        let is_answer = |name: &&str| wanted.iter().any(|number| name.split(' ').next() == Some(number));
        if !found.iter().any(is_answer) {
            unanswered.push(format!("{question}: {found:?}"));
        }
    }
    assert!(unanswered.is_empty(), "{unanswered:#?}");
}

#[test]
fn questions_in_english_are_answered() {
    check(
        ["en", "ja"],
        &[
            ("why is a scan bad", &["2.5", "2.6"]),
            ("what does this request cost", &["1.8"]),
            ("How do I prevent double booking?", &["1.7", "4.1"]),
            ("how can I join two tables", &["5.3", "5.7", "8.9"]),
            ("what is sharding", &["6.5"]),
            ("how do I sort by date", &["1.4", "2.2", "3.4"]),
            ("how to count rows", &["5.6"]),
            ("why is my write throttled", &["6.4"]),
            ("how do I get deleted items back", &["8.2"]),
            ("do I need a cache", &["8.1"]),
            ("delete old items automatically", &["4.6"]),
            ("is there a rollback", &["4.2", "8.2"]),
        ],
    );
}

#[test]
fn questions_in_japanese_are_answered() {
    check(
        ["ja", "en"],
        &[
            ("スキャンはなぜ悪いのですか", &["2.5", "2.6"]),
            ("料金はいくらですか", &["1.8", "6.11"]),
            ("二重予約を防ぐには", &["1.7", "4.1"]),
            ("結合はできますか", &["5.3", "5.7", "8.9"]),
            ("投影とは", &["3.6"]),
            ("索引の作り方", &["3.1", "3.3", "3.7", "3.8"]),
            ("楽観ロック", &["4.1"]),
            ("ページング", &["2.4"]),
            ("ロールバックしたい", &["4.2", "8.2"]),
            ("データを自動で削除したい", &["4.6"]),
            ("プロビジョニングとオンデマンド", &["6.8"]),
        ],
    );
}
