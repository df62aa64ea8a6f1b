//! Asks the program `files`, shows what takes long with a button that stops it, and remembers what did not end.

use dynalab_app::engine::asks::AskError;
use dynalab_app::share::{OpenedDesign, opened_design};
use dynalab_app::state::Action;
use dynalab_programs::Ask;
use dynalab_programs::files::{DecodeLink, OpenDocument, Problem};
use dynalab_types::fingerprint;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsValue;
use yew::Callback;

use crate::browser::stored_setting;
use crate::engine::program_handle::ProgramHandle;
use crate::page::context::PageContext;
use crate::page::language::Language;

/// Milliseconds after which a question is shown.
const SLOW_MS: u32 = 1_000;
/// Milliseconds after which a link counts as one that did not end, until it ends.
const UNFINISHED_MS: u32 = 3_000;
/// The fingerprint of the link or text that was stopped, or did not end.
const UNFINISHED: &str = "arrival.unfinished";

/// Asks a question. `told` is the sentence that is shown if it takes long.
///
/// # Errors
/// Returns a problem if the program ended before it answered: it was stopped, or needs more memory than it has.
pub async fn ask<A: Ask>(
    page: &PageContext,
    told: String,
    question: A,
    files: &[JsValue],
) -> Result<A::Answer, Problem> {
    let app = page.app.clone();
    let tell = Callback::from(move |told| app.dispatch(Action::Reading(told)));
    ask_and_tell(&page.reader, tell, told, question, files).await.map_err(problem)
}

/// Asks a question of a program that a dialog has for itself. `tell` gets the sentence if it takes long, and `None` at its end: what the
/// page shows behind a dialog cannot be pressed.
///
/// # Errors
/// Returns an error if the program ended before it answered.
pub async fn ask_and_tell<A: Ask>(
    program: &ProgramHandle,
    tell: Callback<Option<String>>,
    told: String,
    question: A,
    files: &[JsValue],
) -> Result<A::Answer, AskError> {
    let _watch = Watch::begin(tell, told);
    program.ask_with(question, files).await
}

/// Reads a design from the text of a file, a link, or an address with a link. `told` is shown if it takes long.
///
/// # Errors
/// Returns a problem if the text contains no design, or if the program that reads it ended.
pub async fn open_document(
    page: &PageContext,
    told: String,
    text: &str,
    language: Language,
) -> Result<OpenedDesign, Problem> {
    let question = OpenDocument { text: text.to_owned() };
    ask(page, told, question, &[]).await?.map(|opened| opened_design(opened, language))
}

/// Decodes a fragment that [`encode`](crate::address::formats::encode) wrote. `told` is shown if it takes long.
///
/// # Errors
/// Returns a problem if the link is damaged, or if the program that reads it ended.
pub async fn decode_link(page: &PageContext, told: String, link: &str) -> Result<String, Problem> {
    ask(page, told, DecodeLink { link: link.to_owned() }, &[]).await?
}

/// Returns the problem of what a program did not read to its end.
pub fn problem(error: AskError) -> Problem {
    let name = match error {
        AskError::Stopped => "stopped",
        AskError::NeedsMemory => "needs-memory",
        AskError::Panicked => "panicked",
        AskError::NotFetched => "not-fetched",
    };
    Problem { name: name.to_owned(), detail: String::new() }
}

/// Whether the work on a link or a text ended by force, so that it may not begin again unasked.
pub fn has_died(problem: &Problem) -> bool {
    ["stopped", "needs-memory", "panicked"].contains(&problem.name.as_str())
}

/// The problem of a link that is not opened unasked.
pub fn not_again() -> Problem {
    Problem { name: "not-again".to_owned(), detail: String::new() }
}

struct Watch {
    tell: Callback<Option<String>>,
    _slow: Timeout,
}

impl Watch {
    fn begin(tell: Callback<Option<String>>, told: String) -> Watch {
        let slow = tell.clone();
        let _slow = Timeout::new(SLOW_MS, move || slow.emit(Some(told)));
        Watch { tell, _slow }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.tell.emit(None);
    }
}

/// The opening of a link or a text, from its beginning to its end.
pub struct Opening {
    mark: String,
    _late: Timeout,
}

impl Opening {
    pub fn begin(text: &str) -> Opening {
        let mark = mark_of(text);
        let late = mark.clone();
        Opening { mark, _late: Timeout::new(UNFINISHED_MS, move || write(&late)) }
    }

    /// The opening ended. With `has_died`, it does not begin again unasked, also in the next visit.
    pub fn end(self, has_died: bool) {
        if has_died {
            write(&self.mark);
        } else if read().as_deref() == Some(&self.mark) {
            write("");
        }
    }
}

/// Whether the last opening of this link or text was stopped, or did not end.
pub fn is_unfinished(text: &str) -> bool {
    read() == Some(mark_of(text))
}

fn mark_of(text: &str) -> String {
    format!("{:016x}", fingerprint(text.as_bytes()))
}

fn read() -> Option<String> {
    stored_setting::read_kept(UNFINISHED)
}

fn write(mark: &str) {
    // Where nothing can be stored, a link is opened again, and can be stopped again.
    let _ = stored_setting::keep(UNFINISHED, mark);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ended_by_force_has_died() {
        for error in [AskError::Stopped, AskError::NeedsMemory, AskError::Panicked] {
            assert!(has_died(&problem(error)), "{error:?}");
        }
        assert!(!has_died(&problem(AskError::NotFetched)));
        assert!(!has_died(&not_again()));
        assert_ne!(mark_of("#d1.z1.AAAA"), mark_of("#d1.z1.AAAB"));
    }
}
