//! Lessons in one text. Reading and writing lose nothing, each claim of the proof can fail, and a failure has a position.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::path::Path;

use dynalab_lessons::Language;
use dynalab_lessons::author::LessonReferences;
use dynalab_lessons::author::document::{self, DOCUMENT_BYTES_MAX, DocumentProblem};
use dynalab_lessons::author::files::{read_course, read_source, write_source};
use dynalab_lessons::author::report::{Claim, Outcome, Report, prove};

const EXAMPLE: &str = include_str!("../examples/9.1-books-of-one-author.lesson");

fn report(text: &str) -> Report {
    prove(&document::read(text).unwrap(), &LessonReferences::default())
}

/// Returns the outcome of a claim.
fn outcome(report: &Report, claim: Claim) -> &Outcome {
    &report.rows.iter().find(|row| row.claim == claim).unwrap().outcome
}

/// Returns "LINE:COLUMN: ", from 1, of the first `marked` in a text.
fn place_of(text: &str, marked: &str) -> String {
    let before = text.split_once(marked).unwrap().0;
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    format!("{}:{column}: ", before.matches('\n').count() + 1)
}

/// Changes the example in one place. The claim must fail then, with a finding at `marked` in the changed text.
fn assert_fails(from: &str, to: &str, claim: Claim, marked: &str) {
    assert_eq!(EXAMPLE.matches(from).count(), 1, "{from}");
    let text = EXAMPLE.replacen(from, to, 1);
    let report = report(&text);
    let Outcome::Fails(findings) = outcome(&report, claim) else {
        panic!("{to}: {claim:?} does not fail: {:?}", report.rows);
    };
    let place = place_of(&text, marked);
    let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|found| found.starts_with(&place)), "{to}: {place} {found:?}");
    assert!(!report.is_proved());
}

#[test]
fn the_example_is_proved() {
    let report = report(EXAMPLE);
    let found: Vec<String> = report.findings().map(ToString::to_string).collect();
    assert_eq!(found, Vec::<String>::new());
    assert!(report.is_proved());
    let claims: Vec<Claim> = report.rows.iter().map(|row| row.claim).collect();
    let [english, japanese] = Language::ALL.map(Claim::Text);
    let (facts, solution, same) = (Claim::Facts, Claim::Solution(1), Claim::SameStructure);
    let expected =
        [facts, Claim::Start, Claim::Naive, solution, Claim::Par, english, japanese, same, Claim::Size];
    assert_eq!(claims, expected);
    let lesson = report.lesson.unwrap();
    assert_eq!(
        (lesson.facts.id.to_string().as_str(), lesson.facts.slug.as_str()),
        ("9.1", "books-of-one-author")
    );
    assert!(lesson.english.naive.contains("read 4 items to return 2"), "{}", lesson.english.naive);
}

#[test]
fn each_claim_of_the_facts_can_fail_and_names_its_place() {
    let cases = [
        (r#""draft": "scan""#, r#""draft": "send""#, r#""send""#),
        (r#""version": 1"#, r#""version": 1, "colour": 2"#, r#""colour""#),
        (r#""minutes": 3,"#, r#""minutes": 3;"#, ";\n"),
        (r#""title": {"S": "Rain"}},"#, r#""title": {"S": "${rain}"}},"#, "${rain}"),
        (r#"[{"goal": "only-those"}, {"#, r#"[{"goal": "others"}, {"#, r#""others""#),
        ("=== lesson 9.1-books-of-one-author", "=== lesson My lesson", "=== lesson My lesson"),
        (r#""values""#, r#""needs": ["9.2"], "values""#, r#""9.2""#),
        (r#""values""#, r#""introduces": ["shelf"], "values""#, r#""shelf""#),
    ];
    for (from, to, marked) in cases {
        assert_fails(from, to, Claim::Facts, marked);
    }
}

#[test]
fn each_claim_that_is_played_can_fail_and_names_its_place() {
    let on_demand = r#""BillingMode": "PAY_PER_REQUEST""#;
    let solutions = r#""solutions": [{"requests": ["query"]}]"#;
    let second = r#""solutions": [{"requests": ["query"]}, {"requests": ["scan"]}]"#;
    let par = r#""par": {"requests": 1"#;
    let version = r#""version": 1"#;
    let predict = r#""predict": {"about": "items", "options": ["2", "4"], "answer": "4"}, "version": 1"#;
    let cases = [
        (on_demand, r#""BillingMode": "FREE""#, Claim::Start, r#""start""#),
        (r#""fails": "only-those""#, r#""fails": "books""#, Claim::Naive, r#""fails""#),
        (
            r#"{"requests": ["scan"], "fails""#,
            r#"{"requests": ["scan"], "error": "X", "fails""#,
            Claim::Naive,
            r#""error""#,
        ),
        (solutions, second, Claim::Solution(2), r#"{"requests": ["scan"]}]"#),
        (par, r#""par": {"requests": 2"#, Claim::Par, r#""par""#),
        (version, predict, Claim::Prediction, r#""answer": "4""#),
    ];
    for (from, to, claim, marked) in cases {
        assert_fails(from, to, claim, marked);
    }
}

#[test]
fn each_claim_of_the_texts_can_fail_and_names_its_place() {
    let [english, japanese] = Language::ALL.map(Claim::Text);
    let cases = [
        ("Use `Query` when", "Use <b>`Query`</b> when", english, "<b>"),
        ("It reads nothing else.", "It reads [nothing](javascript:alert) else.", english, "](javascript"),
        ("to return ${naive.items_returned}", "to return ${naive.returned}", english, "${naive.returned}"),
        ("# goal books\nThe last", "# goal book\nThe last", english, "# goal book\n"),
        ("場所だけが違います。", "場所だけが 1つ違います。", japanese, "場所だけが 1つ"),
        ("最後の読み込み", "最後の読み取り", japanese, "読み取り"),
        ("# caption\nテーブル", "# caption\n- テーブル", Claim::SameStructure, "# caption\n- "),
    ];
    for (from, to, claim, marked) in cases {
        assert_fails(from, to, claim, marked);
    }
}

#[test]
fn what_comes_after_a_failure_is_not_reached() {
    let unreadable = report(&EXAMPLE.replacen(r#""version": 1,"#, r#""version": 1"#, 1));
    assert!(unreadable.lesson.is_none());
    let reached = unreadable.rows.iter().filter(|row| row.outcome != Outcome::NotReached);
    assert_eq!(reached.map(|row| row.claim).collect::<Vec<_>>(), [Claim::Facts]);
    let closed = report(&EXAMPLE.replacen("PAY_PER_REQUEST", "FREE", 1));
    for claim in [Claim::Naive, Claim::Solution(1), Claim::Par] {
        assert_eq!(*outcome(&closed, claim), Outcome::NotReached, "{claim:?}");
    }
    assert_eq!(*outcome(&closed, Claim::Facts), Outcome::Holds);
    let too_long = EXAMPLE.replacen("It reads nothing else.", &"It reads nothing else. ".repeat(1_500), 1);
    assert!(matches!(outcome(&report(&too_long), Claim::Size), Outcome::Fails(_)));
}

#[test]
fn sections_that_cannot_be_told_apart_are_refused_with_their_line() {
    let problem = |text: &str| document::read(text).unwrap_err();
    let no_section = |name, line| DocumentProblem::NoSection { name, line };
    let twice = DocumentProblem::Twice { line: 3, name: "en".to_owned() };
    let unknown = DocumentProblem::UnknownSection { line: 2, name: "fr".to_owned() };
    let cases = [
        ("", no_section("lesson 9.1-my-lesson", 1)),
        ("=== lesson 9.1-a\n{}\n=== en\n", no_section("ja", 3)),
        ("=== lesson 9.1-a\n=== ja\n", no_section("en", 2)),
        ("\n=== fr\n", unknown),
        ("=== en\n=== ja\n=== en\n", twice),
        ("\n\n{}\n", DocumentProblem::TextBeforeSections { line: 3 }),
        ("=== en us\n", DocumentProblem::UnknownSection { line: 1, name: "en us".to_owned() }),
    ];
    for (text, expected) in cases {
        assert_eq!(problem(text), expected, "{text:?}");
        assert_eq!(problem(text).line(), expected.line());
    }
    let bytes = DOCUMENT_BYTES_MAX + 1;
    assert_eq!(problem(&" ".repeat(bytes)), DocumentProblem::TooLarge { bytes });
    let marked = format!("\u{feff}{}", EXAMPLE.replace('\n', "\r\n"));
    assert_eq!(document::read(&marked).unwrap().source.facts, document::read(EXAMPLE).unwrap().source.facts);
}

#[test]
fn lessons_of_the_course_are_the_same_after_a_way_through_a_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
    let files = read_course(&root, &root.join("../../../web/errors/pages")).unwrap();
    for folder in &files.folders {
        let source = read_source(folder).unwrap();
        let read = document::read(&document::write(&source)).unwrap().source;
        assert_eq!((&read.folder, &read.facts), (&source.folder, &source.facts));
        assert_eq!((&read.english, &read.japanese), (&source.english, &source.japanese));
    }
    let first = document::read(&document::write(&read_source(&files.folders[0]).unwrap())).unwrap();
    assert!(prove(&first, &files.surroundings).is_proved());
    // Without the surroundings, the terms of the course are unknown.
    assert!(!prove(&first, &LessonReferences::default()).is_proved());
}

#[test]
fn a_folder_is_made_once_and_only_below_its_parent() {
    let parent = std::env::temp_dir().join(format!("dynalab-documents-{}", std::process::id()));
    std::fs::create_dir_all(&parent).unwrap();
    let mut source = document::read(EXAMPLE).unwrap().source;
    let folder = write_source(&parent, &source).unwrap();
    assert_eq!(read_source(&folder).unwrap().facts, source.facts);
    assert!(write_source(&parent, &source).is_err(), "nothing is overwritten");
    for name in ["", "../9.1-a", "9.1-../a", "9.1-a/b", "/tmp/9.1-a"] {
        source.folder = name.to_owned();
        assert!(write_source(&parent, &source).is_err(), "{name}");
    }
    std::fs::remove_dir_all(&parent).unwrap();
}
