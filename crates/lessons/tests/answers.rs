//! The proof for the lesson builder. The sample is proved, and each kind of fault fails in its own row. Claims that were not
//! played do not hold. Large texts are bounded.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

use std::path::Path;

use dynalab_lessons::author::answer::answer;
use dynalab_lessons::author::document::{self, DOCUMENT_BYTES_MAX};
use dynalab_lessons::author::files::{read_course, read_source};
use dynalab_lessons::author::{LessonReferences, folder_parts};
use dynalab_lessons::proof_answer::{Claim, ClaimOutcome, ProofAnswer, ProofQuestion};
use dynalab_lessons::{Language, Lesson};

const SAMPLE: &str = include_str!("../examples/9.1-books-of-one-author.lesson");

fn ask(text: &str, plays: bool) -> ProofAnswer {
    let surroundings = serde_json::to_string(&LessonReferences::default()).unwrap();
    answer(&ProofQuestion { text: text.to_owned(), surroundings, plays }).unwrap()
}

fn outcome(answer: &ProofAnswer, claim: Claim) -> ClaimOutcome {
    answer.rows.iter().find(|row| row.claim == claim).map(|row| row.outcome).unwrap()
}

fn changed(from: &str, to: &str) -> String {
    assert_eq!(SAMPLE.matches(from).count(), 1, "{from}");
    SAMPLE.replacen(from, to, 1)
}

/// Returns the sentences of a row.
fn sentences(answer: &ProofAnswer, claim: Claim) -> String {
    let row = answer.rows.iter().find(|row| row.claim == claim).unwrap();
    row.findings.iter().map(|finding| finding.sentence.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_sample_is_proved_and_comes_back_as_a_lesson() {
    let played = ask(SAMPLE, true);
    assert!(played.is_proved() && played.is_played(), "{played:?}");
    assert_eq!(played.rows[0].claim, Claim::Sections);
    let lesson: Lesson = serde_json::from_str(&played.lesson.unwrap()).unwrap();
    assert_eq!(lesson.facts.slug, "books-of-one-author");
    assert!(lesson.english.naive.contains("read 4 items"), "{}", lesson.english.naive);
}

#[test]
fn what_was_not_played_does_not_hold() {
    let read = ask(SAMPLE, false);
    assert!(!read.is_proved() && !read.is_played());
    for claim in [Claim::Start, Claim::Naive, Claim::Solution(1), Claim::Par] {
        assert_eq!(outcome(&read, claim), ClaimOutcome::NotPlayed, "{claim:?}");
    }
    for claim in [Claim::Sections, Claim::Facts, Claim::Text(Language::English), Claim::Size] {
        assert_eq!(outcome(&read, claim), ClaimOutcome::Holds, "{claim:?}");
    }
    // The texts name figures of attempts, which are unknown without playing. That is not a problem of the text.
    assert_eq!(read.findings(), Vec::<&_>::new());
    // A fault that only playing finds is neither found nor denied.
    let wrong = changed(r#""fails": "only-those""#, r#""fails": "books""#);
    assert_eq!(outcome(&ask(&wrong, false), Claim::Naive), ClaimOutcome::NotPlayed);
    assert_eq!(outcome(&ask(&wrong, true), Claim::Naive), ClaimOutcome::Fails);
}

#[test]
fn each_kind_of_fault_fails_in_its_row_at_its_line() {
    let solutions = r#""solutions": [{"requests": ["query"]}]"#;
    let twice = r#""solutions": [{"requests": ["query"]}, {"requests": ["scan"]}]"#;
    let predict = r#""predict": {"about": "items", "options": ["2", "4"], "answer": "4"}, "version": 1"#;
    let [english, japanese] = Language::ALL.map(Claim::Text);
    let cases = [
        ("=== en", "=== english", Claim::Sections, "=== english"),
        (r#""minutes": 3,"#, r#""minutes": 3;"#, Claim::Facts, r#""minutes": 3;"#),
        (r#""BillingMode": "PAY_PER_REQUEST""#, r#""BillingMode": "FREE""#, Claim::Start, r#""start""#),
        (r#""fails": "only-those""#, r#""fails": "books""#, Claim::Naive, r#""fails""#),
        (solutions, twice, Claim::Solution(2), r#"{"requests": ["scan"]}]"#),
        (r#""par": {"requests": 1"#, r#""par": {"requests": 2"#, Claim::Par, r#""par""#),
        (r#""version": 1"#, predict, Claim::Prediction, r#""answer": "4""#),
        ("Use `Query` when", "Use <b>`Query`</b> when", english, "<b>"),
        ("最後の読み込み", "最後の読み取り", japanese, "読み取り"),
        ("# caption\nテーブル", "# caption\n- テーブル", Claim::SameStructure, "# caption\n- "),
    ];
    for (from, to, claim, marked) in cases {
        let text = changed(from, to);
        let line = text.split_once(marked).unwrap().0.matches('\n').count() + 1;
        let answer = ask(&text, true);
        assert_eq!(outcome(&answer, claim), ClaimOutcome::Fails, "{to}: {:?}", answer.rows);
        assert!(answer.findings().iter().any(|finding| finding.line == line), "{to}: {line} {answer:?}");
        assert!(!answer.is_proved());
    }
}

#[test]
fn what_cannot_be_read_reaches_nothing() {
    for text in ["", "{}", "=== lesson 9.1-a\n{", "\u{0}", "=== en\n=== en\n"] {
        let answer = ask(text, true);
        assert!(answer.lesson.is_none() && !answer.is_proved(), "{text}");
        assert_eq!(outcome(&answer, Claim::Solution(1)), ClaimOutcome::NotReached, "{text}");
        assert_eq!(answer.findings().len(), 1, "{text}: {answer:?}");
    }
    let question = ProofQuestion { text: SAMPLE.to_owned(), surroundings: "{".to_owned(), plays: true };
    assert!(answer(&question).is_err());
}

#[test]
fn an_attempt_with_a_function_is_not_run_here_and_does_not_hold() {
    let trigger = r#"{"requests": [{"operation": "Dynalab.CreateTrigger", "body": {"Name": "f", "Handler": {"Code": "export const handler = () => {};"}}}, "query"]}"#;
    let answer = ask(&changed(r#"[{"requests": ["query"]}]"#, &format!("[{trigger}]")), true);
    assert_eq!(outcome(&answer, Claim::Solution(1)), ClaimOutcome::NotHere);
    assert_eq!(outcome(&answer, Claim::Par), ClaimOutcome::NotHere, "par is what a solution needs");
    assert_eq!(outcome(&answer, Claim::Naive), ClaimOutcome::Holds, "it starts none");
    assert!(!answer.is_proved() && answer.is_played());
}

/// Each of these texts is short, but expands to a long one.
#[test]
fn what_a_short_text_stands_for_is_bounded() {
    let naive = r#"{"requests": ["scan"], "fails""#;
    let many = format!(r#"{{"requests": [{}], "fails""#, [r#""scan""#; 501].join(","));
    let answer = ask(&changed(naive, &many), true);
    assert!(sentences(&answer, Claim::Facts).contains("501 requests"), "{:?}", answer.rows);

    let long = format!(r#""author": {{"text": "{}"}}"#, "Aoki".repeat(20_000));
    let often = "${author}".repeat(100);
    let text = changed(r#""author": {"text": "Aoki"}"#, &long);
    let body = text.replace(r#""TableName": "Books","#, &format!(r#""TableName": "{often}","#));
    let answer = ask(&body, true);
    assert!(sentences(&answer, Claim::Facts).contains("longer than"), "{:?}", answer.rows);
    let texts = text.replace("It reads nothing else.", &often);
    let answer = ask(&texts, false);
    assert!(sentences(&answer, Claim::Text(Language::English)).contains("longer than"), "{:?}", answer.rows);

    let large = format!("{SAMPLE}{}", "x".repeat(DOCUMENT_BYTES_MAX));
    assert_eq!(outcome(&ask(&large, true), Claim::Sections), ClaimOutcome::Fails);
}

/// Markup in a lesson's text becomes plain text in the page, in every part.
#[test]
fn markup_of_an_author_is_no_markup_of_the_page() {
    let script = "<img src=x onerror=alert(1)><script>alert(1)</script>";
    let text = SAMPLE
        .replace("It reads nothing else.", script)
        .replace("The last read returned both books", &format!("{script} [a](javascript:alert(1))"))
        .replace(r#""text": "Aoki""#, r#""text": "<script>alert(1)</script>""#);
    let answer = ask(&text, true);
    assert!(outcome(&answer, Claim::Text(Language::English)) == ClaimOutcome::Fails);
    let lesson: Lesson = serde_json::from_str(&answer.lesson.unwrap()).unwrap();
    for html in [&lesson.english.body, &lesson.english.task, &lesson.english.goals["books"]] {
        for markup in ["<script", "<img", "javascript:"] {
            assert!(!html.contains(markup), "{html}");
        }
    }
    assert!(lesson.english.task.contains("&lt;script&gt;"), "{}", lesson.english.task);
}

#[test]
fn the_address_of_the_page_is_refused() {
    let answer = ask(&changed("9.1-books-of-one-author", "9.1-build"), true);
    assert!(sentences(&answer, Claim::Facts).contains("\"build\""), "{:?}", answer.rows);
}

/// Each lesson of the course is proved in the page, except attempts that start functions.
#[test]
fn lessons_of_the_course_are_texts_to_begin_with() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
    let files = read_course(&root, &root.join("../../../web/errors/pages")).unwrap();
    let surroundings = serde_json::to_string(&files.surroundings).unwrap();
    let mut with_functions = 0;
    for folder in &files.folders {
        let source = read_source(folder).unwrap();
        let (id, _) = folder_parts(&source.folder).unwrap();
        let question = |plays| ProofQuestion {
            text: document::write(&source),
            surroundings: surroundings.clone(),
            plays,
        };
        let read = answer(&question(false)).unwrap();
        assert_eq!(read.findings(), Vec::<&_>::new(), "{id}");
        // The build plays all lessons. This test plays one chapter, and the lessons with functions.
        let has_function = source.facts.contains("\"Handler\"");
        if !has_function && id.chapter != 1 {
            continue;
        }
        let played = answer(&question(true)).unwrap();
        assert_eq!(played.findings(), Vec::<&_>::new(), "{id}");
        let not_here = played.rows.iter().filter(|row| row.outcome == ClaimOutcome::NotHere).count();
        assert_eq!(played.is_proved(), not_here == 0, "{id}: {:?}", played.rows);
        assert!(not_here == 0 || has_function, "{id}");
        with_functions += usize::from(not_here > 0);
    }
    assert!(with_functions > 0, "the course has lessons whose attempts start functions");
}
