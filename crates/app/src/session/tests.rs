//! What a session can have, and what it cannot.

use dynalab_lessons::verdict::Verdict;

use super::*;
use crate::design::edit::Edit;
use crate::request::history::{Outcome, RequestCard};
use crate::state::{Dialog, Notice};

fn recorded(steps: &[Step]) -> String {
    let mut session = Session::default();
    steps.iter().for_each(|step| session.record(step).expect("a step can be written"));
    session.text().to_owned()
}

fn card() -> RequestCard {
    let body = r#"{"Items":[{"pk":{"S":"a"}}],"Count":1,"ScannedCount":1}"#;
    RequestCard {
        number: 0,
        operation: "Scan".to_owned(),
        body: r#"{"TableName":"T"}"#.to_owned(),
        outcome: Outcome::answered(200, body.to_owned(), Vec::new()),
        elapsed_ms: Some(1.5),
        entry: Some(7),
    }
}

#[test]
fn each_part_of_the_page_is_replayed_from_its_lines() {
    let steps: Vec<Step> = vec![
        Step::Begin {
            language: Language::Japanese,
            theme: Theme::Dark,
            durability: Durability::Strict,
            workspace: WorkspaceChoice::of_worker("dynalab"),
            offered_language: Some(Language::English),
        },
        Action::Running.into(),
        Action::Answered(card()).into(),
        Action::Tell(Notice::Said("線\n\u{2028}\"".to_owned())).into(),
        Action::OpenDialog(Dialog::Palette).into(),
        Change::Edit { field: Some("design-name".to_owned()), edit: Edit::SetName("shop".to_owned()) }.into(),
        PlayAction::Checked {
            opening: 0,
            verdict: Box::new(Verdict { solved: true, ..Verdict::default() }),
            is_new_run: true,
            real: None,
        }
        .into(),
        Step::BeginLesson { language: Language::Japanese, theme: Theme::Light },
        Step::LessonApp(Box::new(Action::Running)),
        Step::OpenLessonDesign(Box::new(templates::first())),
        Step::LessonDesign(Box::new(Change::Edit { field: None, edit: Edit::AddEntity })),
        LoadTestAction::SetSeconds(9).into(),
    ];
    let text = recorded(&steps);
    assert_eq!(text.lines().count(), steps.len(), "a step is one line");
    // Shared values are equal only if they are the same, so the steps are compared as text.
    assert_eq!(recorded(&read(&text).expect("a session")), text);
    let page = replay(&text).expect("a session");
    assert_eq!((page.app.language(), page.app.theme), (Language::Japanese, Theme::Dark));
    let shown = page.app.history.displayed_card().expect("a card");
    let items = shown.summary().map(|summary| summary.items.len());
    assert_eq!((shown.operation.as_str(), items, page.app.last_entry), ("Scan", Some(1), Some(7)));
    assert_eq!(page.design.now().design().name, "shop");
    assert!(page.lesson.is_solved());
    assert_eq!((page.app.offered_language, page.app.running), (Some(Language::English), false));
    assert_eq!((page.lesson_app.theme, page.lesson_app.running), (Theme::Light, true));
    let lesson_design = page.lesson_design.a.design();
    assert_eq!(lesson_design.entities.len(), templates::first().entities.len() + 1);
    assert_eq!(page.load_test.draft.seconds, 9);
}

#[test]
fn a_line_that_is_no_step_is_named() {
    let good = recorded(&[Action::Running.into()]);
    for (bad, why) in [
        ("{}", "expected value"),
        ("\"Begin\"", "invalid type"),
        (r#"{"App":"Fly"}"#, "unknown variant `Fly`"),
        (r#"{"Design":{"EditSide":"C"}}"#, "unknown variant `C`"),
        (r#"{"App":{"Kept":"No/Id"}}"#, "The id of a workspace has 1 to 32 lowercase letters and digits."),
        ("not JSON", "expected value"),
    ] {
        match replay(&format!("{good}\n{bad}\n{good}")) {
            Err(SessionError::BadLine { line: 3, reason }) => {
                assert!(reason.contains(why), "{bad}: {reason}");
            }
            other => panic!("{bad}: {other:?}"),
        }
    }
}

#[test]
fn a_session_that_is_too_long_is_its_beginning() {
    let half = |letter: &str| -> Step {
        let body = letter.repeat(SESSION_BYTES_MAX / 2);
        Action::Edit { operation: "PutItem".to_owned(), body }.into()
    };
    let mut session = Session::default();
    assert_eq!(session.record(&half("a")), Ok(()));
    let before = session.text().to_owned();
    assert_eq!(session.record(&half("b")), Err(SessionError::TooLong));
    assert_eq!(session.record(&Action::Running.into()), Err(SessionError::TooLong), "a gap would be a lie");
    assert_eq!(session.text(), before);
}
