//! Runs the program `files` as an import does: it opens a file of items, looks at its first records, and reads all parts.

use dynalab_lessons::Progress;
use dynalab_playground::message_bytes;
use dynalab_programs::Ask;
use dynalab_programs::files::{
    BeginItems, FileBytes, Files, KeyChoice, LookAtItems, NextItems, OpenItems, OpenProgress, Parts,
    ProgressProblem, ToFiles, UnreadReason, WantedKeys,
};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::diagnostic::ToldDiagnostic;
use dynalab_request_text::interchange::parts::Intake;
use dynalab_types::TooMuch;

use super::reader::Run;

/// The most bytes of an answer: a part is bounded, and so is all that an opened file tells.
const ANSWER_BYTES_MAX: usize = 16 << 20;

/// Asks the program about one file. None if the answer is too large, or none.
fn ask<A: Ask<Program = ToFiles>>(
    files: &mut Files,
    question: A,
    bytes: Option<FileBytes>,
) -> Option<A::Answer> {
    let read = move |_: usize, bytes_max: u64| match &bytes {
        Some(Ok(bytes)) if bytes.len() as u64 > bytes_max => Err(UnreadReason::TooLarge),
        Some(bytes) => bytes.clone(),
        None => Err(UnreadReason::Unreadable),
    };
    let answer = files.reply(question.message(), Box::new(read)).answer(Parts::default())?;
    (answer.len() <= ANSWER_BYTES_MAX).then(|| message_bytes::read(&answer).ok())?
}

/// Reads a file of items for a table that is created for them.
pub(super) fn read(bytes: Vec<u8>) -> Run {
    let mut files = Files::default();
    let question = OpenItems { names: vec!["attack".to_owned()], keys: Keys::default() };
    let Some(opened) = ask(&mut files, question, Some(Ok(bytes))) else { return Run::refused("no answer") };
    let Some(file) = opened.files.first() else {
        return unread(opened.unread.first().map(|(_, reason)| *reason));
    };
    let (place, form) = (file.place, file.form.clone());
    let keys = WantedKeys::OfNewTable(KeyChoice::default());
    let question = LookAtItems { place, form: form.clone(), source: None, keys };
    let Some(Ok(look)) = ask(&mut files, question, None) else { return Run::refused("no look") };
    let intake = Intake { form, source: None, keys: look.keys };
    let Some(Ok(())) = ask(&mut files, BeginItems { place, intake }, None) else {
        return Run::refused("no items");
    };
    let mut run = Run::default();
    loop {
        let Some(Ok(part)) = ask(&mut files, NextItems, None) else { return Run::refused("no part") };
        for (_, problem) in &part.problems {
            note(&mut run, problem);
        }
        if part.is_last {
            return run;
        }
    }
}

fn note(run: &mut Run, problem: &ToldDiagnostic) {
    match problem.name.as_str() {
        "mistake-too-many-columns" => *run = Run::too_much("too many columns"),
        _ => run.refused = Some(format!("{problem:?}")),
    }
}

fn unread(reason: Option<UnreadReason>) -> Run {
    match reason {
        Some(UnreadReason::TooMuch(bound)) => Run::too_much(TooMuch::of(bound)),
        reason => Run::refused(format!("{reason:?}")),
    }
}

/// Reads a progress file.
pub(super) fn progress(text: &str) -> Result<Progress, ProgressProblem> {
    let answer = ask(&mut Files::default(), OpenProgress, Some(Ok(text.as_bytes().to_vec())));
    answer.unwrap_or(Err(ProgressProblem::Unreadable))
}
