//! The proof rejects a good lesson that was broken in one place.

use std::path::Path;

use dynalab_lessons::author::files::{CourseFiles, read_course, read_source};
use dynalab_lessons::author::{
    FactsProblem, LanguagesProblem, LessonSource, Problem, ProofProblem, TextProblem, read,
};

fn files() -> CourseFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("course");
    read_course(&root, &root.join("../../../web/errors/pages")).expect("the course can be read")
}

fn source() -> LessonSource {
    let folder = "course/1-first-steps/1.1-a-table-in-this-tab";
    read_source(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a lesson")
}

fn problems(change: impl Fn(&mut LessonSource)) -> Vec<Problem> {
    let mut source = source();
    let before = source.clone();
    change(&mut source);
    let unchanged = source.facts == before.facts
        && source.english == before.english
        && source.japanese == before.japanese
        && source.folder == before.folder;
    assert!(!unchanged, "the change changes something");
    read(&source, &files().surroundings).1
}

fn facts(from: &str, to: &str) -> Vec<Problem> {
    problems(|source| source.facts = source.facts.replacen(from, to, 1))
}

fn english(from: &str, to: &str) -> Vec<TextProblem> {
    text_problems(problems(|source| source.english = source.english.replacen(from, to, 1)))
}

fn japanese(from: &str, to: &str) -> Vec<TextProblem> {
    text_problems(problems(|source| source.japanese = source.japanese.replacen(from, to, 1)))
}

fn text_problems(problems: Vec<Problem>) -> Vec<TextProblem> {
    let text = problems.into_iter().filter_map(|problem| match problem {
        Problem::Text { problem, .. } => Some(problem),
        _ => None,
    });
    text.collect()
}

#[test]
fn the_lesson_itself_has_no_problems() {
    assert_eq!(read(&source(), &files().surroundings).1, []);
}

#[test]
fn a_lesson_that_is_solved_at_the_start_is_refused() {
    let found = facts(r#""items": [{"recipe_id": {"S": "${key}"}}],"#, r#""items": [],"#);
    assert!(!found.is_empty());
    let start = r#"{"recipe_id": {"S": "onigiri"}, "name": {"S": "Onigiri"}"#;
    let stored = r#"{"recipe_id": {"S": "miso-soup"}, "name": {"S": "Miso soup"}"#;
    let found = problems(|source| {
        let reads = source.facts.find("    {\n      \"id\": \"read\"").expect("the second goal");
        let ends = source.facts.find("  ],\n  \"hints\"").expect("the hints");
        source.facts.replace_range(reads..ends, "");
        source.facts = source.facts.replacen("},\n  ],\n  \"hints\"", "}\n  ],\n  \"hints\"", 1);
        source.facts = source.facts.replacen(start, stored, 1);
        source.facts = source.facts.replace(", \"when\": [{\"goal\": \"read\"}]", "");
        source.facts = source.facts.replacen("\"also_fails\": [\"read\"],", "", 1);
    });
    assert!(found.contains(&Problem::Proof(ProofProblem::SolvedAtStart)), "{found:?}");
}

#[test]
fn the_naive_attempt_fails_on_its_goals_with_its_error_and_a_hint() {
    let found = facts(r#""also_fails": ["read"],"#, "");
    assert!(
        matches!(&found[..], [Problem::Proof(ProofProblem::NaiveGoals { found, .. })] if found == &["read", "stored"]),
        "{found:?}"
    );
    let found = facts(r#""error": "ValidationException""#, r#""error": "ResourceNotFoundException""#);
    assert!(matches!(&found[..], [Problem::Proof(ProofProblem::NaiveError { .. })]), "{found:?}");
    let found = problems(|source| {
        for when in [r#"{"message": "Missing the key"}"#, r#"{"goal": "stored"}"#, r#"{"goal": "read"}"#] {
            source.facts = source.facts.replace(when, r#"{"operation": "Scan"}"#);
        }
    });
    assert!(matches!(&found[..], [Problem::Proof(ProofProblem::NoHintForNaive)]), "{found:?}");
}

#[test]
fn a_solution_must_solve_the_lesson_at_par() {
    let found = facts(r#"["put", "get"]"#, r#"["put"]"#);
    let unsolved = |problem: &Problem| matches!(problem, Problem::Proof(ProofProblem::NotSolved { goal, .. }) if goal == "read");
    assert!(found.iter().any(unsolved), "{found:?}");
    let found = facts(r#""read_units": 0.5"#, r#""read_units": 1"#);
    assert!(matches!(&found[..], [Problem::Proof(ProofProblem::NotPar { .. })]), "{found:?}");
    let found = facts(r#""solutions": [{"requests": ["put", "get"]}]"#, r#""solutions": []"#);
    assert!(found.contains(&Problem::Facts(FactsProblem::NoSolutions)), "{found:?}");
}

#[test]
fn a_prediction_is_what_the_engine_says() {
    let predict = |answer: &str| {
        let text = format!(
            r#""predict": {{"about": "units", "options": ["1 WCU", "2 WCU"], "answer": "{answer}"}}, "goals""#
        );
        let found = facts(r#""goals""#, &text);
        let is_about_text = |problem: &Problem| matches!(problem, Problem::Text { .. });
        found.into_iter().filter(|problem| !is_about_text(problem)).collect::<Vec<_>>()
    };
    assert_eq!(predict("1 WCU"), []);
    assert!(
        matches!(&predict("2 WCU")[..], [Problem::Proof(ProofProblem::Predict { found, .. })] if found == "1 WCU")
    );
    assert!(matches!(&predict("3 WCU")[0], Problem::Facts(FactsProblem::PredictOptions { .. })));
}

#[test]
fn what_the_facts_refer_to_must_exist() {
    let cases = [
        (r#""draft": "put""#, r#""draft": "push""#),
        (r#""S": "${key}"}, "name""#, r#""S": "${lock}"}, "name""#),
        (r#""fails": "stored""#, r#""fails": "kept""#),
        (r#""introduces": ["table", "#, r#""introduces": ["#),
        (r#""introduces": ["table""#, r#""introduces": ["shelf", "table""#),
        (r#""introduces""#, r#""needs": ["1.2"], "introduces""#),
        (r#""introduces""#, r#""needs": ["9.2"], "introduces""#),
        (r#""version": 1"#, r#""version": 1, "colour": "blue""#),
        (r#"{"S": "${key}"}, "name": {"S": "Miso soup"}}],"#, r#"{"S": 5}}],"#),
    ];
    for (from, to) in cases {
        let found = facts(from, to);
        assert!(found.iter().any(|problem| matches!(problem, Problem::Facts(_))), "{to}: {found:?}");
    }
    let found = problems(|source| source.folder = "1.1_a-table".to_owned());
    assert!(matches!(&found[..], [Problem::Facts(FactsProblem::FolderName { .. })]));
    let found = problems(|source| source.folder = "1.77-a-table".to_owned());
    assert!(found.contains(&Problem::Facts(FactsProblem::NotInCourse)), "{found:?}");
}

#[test]
fn texts_have_all_parts_and_nothing_dangerous() {
    let html = english("# task\n", "# task\n<script>alert(1)</script>\n\n");
    assert!(matches!(&html[..], [TextProblem::RawHtml { .. }, ..]), "{html:?}");
    let inline = english("Run it.", "Run <b onclick=\"x()\">it</b>.");
    assert!(
        inline.iter().all(|problem| matches!(problem, TextProblem::RawHtml { .. })) && inline.len() == 2,
        "{inline:?}"
    );
    let image = english("Run it.", "![it](https://example.com/a.png)");
    assert!(image.iter().any(|problem| matches!(problem, TextProblem::Image { .. })), "{image:?}");
    for target in [
        "lesson:9.9",
        "error:NoSuchError",
        "term:shelf",
        "https://example.com/",
        "javascript:alert(1)",
        "../README.md",
    ] {
        let found = english("Run it.", &format!("[Run it]({target})."));
        assert!(
            matches!(&found[..], [TextProblem::DeadLink { target: dead, .. }] if dead == target),
            "{target}: {found:?}"
        );
    }
    assert!(matches!(
        &english("# rule\n", "# rulebook\n")[..],
        [TextProblem::MissingPart { .. }, TextProblem::UnknownPart { .. }]
    ));
    assert!(matches!(&english("${naive.write}", "${naive.wrong}")[..], [TextProblem::UnknownValue { .. }]));
    assert!(matches!(&english("# title\n", "Words.\n# title\n")[..], [TextProblem::TextBeforeParts]));
    assert!(matches!(&english("[tables](term:table)", "tables")[..], [TextProblem::TermNotLinked { .. }]));
}

#[test]
fn terms_are_not_used_before_they_are_explained() {
    let found = english("Run it.", "Run it. It works with global secondary indexes too.");
    assert!(
        matches!(&found[..], [TextProblem::TermTooEarly { term, .. }] if term == "global secondary index"),
        "{found:?}"
    );
    let found = japanese("実行したら", "トランザクションを実行したら");
    assert!(
        matches!(&found[..], [TextProblem::TermTooEarly { term, .. }] if term == "トランザクション"),
        "{found:?}"
    );
    let long = "One two three four five six seven eight nine ten eleven twelve more words than are ever allowed here.";
    assert!(matches!(&english("Run it.", long)[..], [TextProblem::LongSentence { words: 19, .. }]));
    assert!(matches!(
        &japanese("項目を 1 件書き込み、", "項目を1件書き込み、")[..],
        [TextProblem::Typography { .. }, TextProblem::Typography { .. }]
    ));
}

#[test]
fn both_languages_have_the_same_structure() {
    let languages = |change: &dyn Fn(&mut LessonSource)| {
        let found = problems(change).into_iter().filter_map(|problem| match problem {
            Problem::Languages(problem) => Some(problem),
            _ => None,
        });
        found.collect::<Vec<_>>()
    };
    let found =
        languages(&|source| source.japanese = source.japanese.replacen("${request.example}\n", "", 1));
    assert!(
        matches!(&found[..], [LanguagesProblem::OtherStructure { what: "placeholders", .. }]),
        "{found:?}"
    );
    let found =
        languages(&|source| source.japanese = source.japanese.replacen("- `GetItem`", "`GetItem`", 1));
    assert!(
        matches!(
            &found[..],
            [LanguagesProblem::OtherStructure { what: "headings, lists and code blocks", .. }]
        ),
        "{found:?}"
    );
    let found = languages(&|source| source.japanese = source.japanese.replacen("# caption\n", "", 1));
    assert!(matches!(&found[..], [LanguagesProblem::OtherParts { .. }]), "{found:?}");
}
