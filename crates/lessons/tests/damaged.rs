//! Damaged progress files: they are refused, or read, merged and written, and mean the same when they are read again.

#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_lessons::design::DesignAnswer;
use dynalab_lessons::id::LessonId;
use dynalab_lessons::json::Json;
use dynalab_lessons::lesson::Figures;
use dynalab_lessons::progress::{Progress, Standing};

fn sample() -> Progress {
    let mut progress = Progress::default();
    let figures = Figures { requests: 3, read_units: 1.5, ..Figures::default() };
    progress.record_solved(LessonId::lesson(1, 2), 1, figures, 1_790_000_000_000);
    progress.record_failed_run(LessonId::lesson(5, 3));
    let table = r#"{"name":"Orders","key":[{"name":"pk","type":"S"}],"notes":["日本"]}"#;
    let operation = r#"{"request":"GetItem","key":{"pk":{"S":"a#${id}"}}}"#;
    let lesson = progress.lessons.entry(LessonId::lesson(5, 3)).or_default();
    lesson.design = Some(DesignAnswer {
        tables: vec![Json::parse(table).unwrap()],
        operations: [("an order".to_owned(), Json::parse(operation).unwrap())].into(),
    });
    progress.last = Some(LessonId::lesson(5, 3));
    progress
}

#[test]
fn progress_that_is_read_is_written_and_read_again() {
    let text = serde_json::to_string_pretty(&sample()).unwrap();
    let (mut read, mut refused) = (0, 0);
    for mut chance in cases("progress", 6_000) {
        let Ok(progress) = serde_json::from_str::<Progress>(&chance.damaged_text(&text)) else {
            refused += 1;
            continue;
        };
        let Ok(progress) = progress.checked() else {
            refused += 1;
            continue;
        };
        let written = serde_json::to_string(&progress).unwrap();
        assert_eq!(serde_json::from_str::<Progress>(&written).unwrap(), progress);
        let mut mine = sample();
        mine.merge(progress.clone());
        // What was solved stays solved, whatever a file says.
        let standing = mine.standing(LessonId::lesson(1, 2), 1);
        assert_eq!(standing, Standing::Solved, "{written}");
        let once = mine.clone();
        mine.merge(progress);
        assert_eq!(mine, once, "{written}");
        read += 1;
    }
    assert!(read > 200 && refused > 200, "{read} were read, {refused} refused");
}
