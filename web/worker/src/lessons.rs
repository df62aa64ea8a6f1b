//! The goals of a lesson, checked where the tables and their history are.

use dynalab_lessons::author::answer::answer;
use dynalab_lessons::check;
use dynalab_playground::Workspace;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::{Refusal, ToPage};

/// Leaves the workspace as it is.
pub fn check(workspace: &mut Workspace, id: u32, attempt: &[u8]) -> ToPage {
    let checked = message_bytes::read(attempt)
        .map_err(|error| error.to_string())
        .and_then(|attempt| check::check(workspace, &attempt).map_err(|error| error.to_string()));
    match checked.map(|verdict| message_bytes::write(&verdict)) {
        Ok(Some(verdict)) => ToPage::LessonChecked { id, verdict },
        Ok(None) => refused(id, "the verdict cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

/// The proof of a lesson that is being written, on scratch engines. The workspace is not part of it.
pub fn prove(id: u32, question: &[u8]) -> ToPage {
    let answer = message_bytes::read(question)
        .map_err(|error| error.to_string())
        .and_then(|question| answer(&question));
    match answer.map(|answer| message_bytes::write(&answer)) {
        Ok(Some(answer)) => ToPage::LessonProved { id, answer },
        Ok(None) => refused(id, "the answer cannot be written as bytes".to_owned()),
        Err(detail) => refused(id, detail),
    }
}

fn refused(id: u32, detail: String) -> ToPage {
    ToPage::Refused { id, refusal: Refusal::BadRequest { detail } }
}
