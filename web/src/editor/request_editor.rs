//! The state of the editor between two renderings: the session and the CodeMirror view that shows it.

use dynalab_app::request::diagnostics;
use dynalab_app::request::history::Outcome;
use dynalab_app::request::play_query::RequestTab;
use dynalab_app::state::{Action, Notice};
use dynalab_playground::workspace::SIMULATION_OPERATIONS;
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::completion::{CompletionContext, KnownTable};
use dynalab_request_text::diagnostic::Diagnostic;
use dynalab_request_text::session::{
    Draft, Script, Session, Surroundings, pasted, pasted_script, pasted_unreadable,
};
use dynalab_request_text::{DEFAULT_REGION, TextForm};
use gloo::timers::callback::Timeout;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;

use super::code_mirror::CodeMirror;
use super::offer::Offer;
use super::place::{EditorPlace, tab_of};
use crate::browser::stored_setting;
use crate::components::notices::refusal_sentence;
use crate::engine::submit;
use crate::page::context::PageContext;
use crate::page::messages::Messages;
use crate::page::sentences;

/// The stored setting with the code language that was chosen last.
const LANGUAGE: &str = "sdk";

pub struct RequestEditor {
    pub page: PageContext,
    pub messages: Messages,
    pub session: Session,
    pub language: CodeLanguage,
    pub view: Option<CodeMirror>,
    pub tables: Vec<KnownTable>,
    /// Several commands that were pasted at once, until the person runs or dismisses them.
    pub script: Option<Script>,
    /// What the text is instead of a request in the shown form.
    pub offer: Option<Offer>,
    /// Looks at a typed text once the person stops.
    pub look: Option<Timeout>,
    tab: RequestTab,
    region: String,
}

impl RequestEditor {
    pub fn new(page: PageContext, place: &EditorPlace, messages: Messages) -> RequestEditor {
        let chosen = stored_setting::read(LANGUAGE);
        let language =
            chosen.and_then(|code| CodeLanguage::of_code(&code)).unwrap_or(CodeLanguage::JavaScript);
        let session = Session::open(place.form(language), place.draft.clone(), SIMULATION_OPERATIONS);
        let region = region_or_default(place);
        RequestEditor {
            page,
            messages,
            session,
            language,
            view: None,
            tables: Vec::new(),
            script: None,
            offer: None,
            look: None,
            tab: place.tab,
            region,
        }
    }

    /// Shows the page's draft. If the draft was typed in this editor, the text does not change.
    pub fn sync_from_page(&mut self, place: &EditorPlace, messages: &Messages) {
        let is_other_language = self.messages != *messages;
        self.messages = *messages;
        self.region = region_or_default(place);
        let is_other_tab = std::mem::replace(&mut self.tab, place.tab) != place.tab;
        if is_other_tab || place.draft != self.session.draft {
            self.open_draft(place.form(self.language), place.draft.clone());
        } else if is_other_language {
            self.render_text();
        }
    }

    pub fn open_draft(&mut self, form: TextForm, draft: Draft) {
        self.session = Session::open(form, draft, SIMULATION_OPERATIONS);
        self.session.region.clone_from(&self.region);
        self.session.only_table = self.only_table().map(str::to_owned);
        self.page.mark_unread(false);
        self.render_text();
    }

    /// Returns the name of the only table, which code without one takes.
    fn only_table(&self) -> Option<&str> {
        match &self.tables[..] {
            [only] => Some(&only.name),
            _ => None,
        }
    }

    /// Takes the tables of the workspace.
    pub fn set_tables(&mut self, tables: Vec<KnownTable>) {
        self.tables = tables;
        self.session.only_table = self.only_table().map(str::to_owned);
    }

    /// Reads the code with a value that is known only at run time.
    pub fn give_value(&mut self, name: &str, value: &str) {
        if self.session.give(name, value) {
            self.publish_draft();
        }
        self.page.mark_unread(!self.session.is_read());
        self.render_diagnostics();
    }

    /// Shows the text and its marks in the editor.
    fn render_text(&self) {
        if let Some(view) = &self.view {
            view.set(&self.session.text, self.session.form.code(), &self.label());
        }
        self.render_diagnostics();
    }

    pub fn render_diagnostics(&self) {
        if let Some(view) = &self.view {
            view.mark(&self.diagnostics_json());
        }
    }

    pub fn label(&self) -> String {
        self.messages.text_or(sentences::editor::editor_label(self.tab.name()), self.tab.name())
    }

    pub fn set_language(&mut self, language: CodeLanguage) {
        self.language = language;
        stored_setting::write(LANGUAGE, language.code());
        if let TextForm::Code(_) = self.session.form {
            self.open_draft(TextForm::Code(language), self.session.draft.clone());
        }
    }

    pub fn apply_edit(&mut self, text: String) {
        if self.session.type_text(text) {
            self.publish_draft();
        }
        // Unfinished JSON is itself the draft, and the page shows its problem.
        let unread = self.session.form != TextForm::Json && !self.session.is_read();
        self.page.mark_unread(unread);
        self.render_diagnostics();
    }

    fn publish_draft(&self) {
        let draft = &self.session.draft;
        self.page.edit(&draft.operation, draft.body.clone());
    }

    /// Replaces the draft if the pasted text is a complete request in any format. A text that only begins like a request opens in its own
    /// form, which shows the problem. Returns false for any other text.
    pub fn paste_request(&mut self, text: &str) -> bool {
        (self.offer, self.look) = (None, None);
        let (region, tables) = (self.region.clone(), self.only_table().map(str::to_owned));
        let around = Surroundings { region: &region, only_table: tables.as_deref() };
        self.script = pasted_script(text, around);
        if let Some(script) = &self.script {
            let (form, first, text) =
                (script.form, script.requests.first().cloned(), script.first_text.clone());
            self.open_draft(self.session.form, first.unwrap_or_else(|| self.session.draft.clone()));
            // A form that cannot express the request would be empty.
            if self.session.why_not.is_some() {
                self.open_text(form, self.session.draft.clone(), text);
            }
            self.publish_draft();
            return true;
        }
        let Some((form, draft)) = pasted(text, &self.session.draft, around) else {
            return self.open_unreadable(text);
        };
        let is_other = form != self.session.form;
        match (form, self.session.form) {
            (TextForm::Code(language), TextForm::Code(_)) => {
                self.language = language;
                stored_setting::write(LANGUAGE, language.code());
                self.open_draft(form, draft);
                self.session.type_text(text.to_owned());
            }
            (form, shown) if form == shown => {
                self.open_draft(form, draft);
                self.session.type_text(text.to_owned());
            }
            (_, shown) => self.open_draft(shown, draft),
        }
        self.render_text();
        self.publish_draft();
        // Text in the form that is shown already needs no notice.
        if is_other {
            let name = self.messages.text_or(sentences::editor::form(form.code()), form.code());
            let told = self.messages.text(sentences::editor::Recognised {
                form: name.as_str().into(),
                operation: self.session.draft.operation.as_str().into(),
            });
            self.page.show_message(told);
        }
        true
    }

    /// Shows a text in its form if it begins like a request of another form. Its problems are marked there.
    fn open_unreadable(&mut self, text: &str) -> bool {
        let Some(form) = pasted_unreadable(text).filter(|form| *form != self.session.form) else {
            return false;
        };
        self.open_text(form, self.session.draft.clone(), text.to_owned());
        if self.session.is_read() {
            self.publish_draft();
        } else {
            self.page.mark_unread(true);
        }
        true
    }

    /// Shows a text as it was pasted, in its own form.
    fn open_text(&mut self, form: TextForm, draft: Draft, text: String) {
        if let TextForm::Code(language) = form {
            self.language = language;
            stored_setting::write(LANGUAGE, language.code());
        }
        self.tab = tab_of(form);
        self.open_draft(form, draft);
        self.session.type_text(text);
        self.render_text();
        self.page.navigator.change_query(|query| query.request = Some(tab_of(form)));
    }

    /// Runs the requests of the script, one after another, up to the first that fails.
    pub fn run_script(&mut self) {
        let Some(script) = self.script.take() else { return };
        let (page, messages) = (self.page.clone(), self.messages);
        spawn_local(async move {
            let requests = script.requests.len() as u64;
            for (done, Draft { operation, body }) in (0_u64..).zip(&script.requests) {
                page.edit(operation, body.clone());
                let card = submit::run_saved(&page.engine, &page.app, operation, body).await;
                if !card.succeeded() {
                    let why = why_not(&card.outcome, &messages);
                    let told = messages.text(sentences::editor::ScriptStopped {
                        done: done.into(),
                        requests: requests.into(),
                        place: (done + 1).into(),
                        operation: operation.as_str().into(),
                        why: why.as_str().into(),
                    });
                    return page.app.dispatch(Action::Tell(Notice::ScriptStopped(told)));
                }
            }
            page.show_message(messages.text(sentences::editor::ScriptRan { requests: requests.into() }));
        });
    }

    pub fn run_request(&self) {
        let draft = &self.session.draft;
        if self.session.is_read() && serde_json::from_str::<Value>(&draft.body).is_ok() {
            self.page.edit_and_send(&draft.operation, draft.body.clone());
        }
    }

    /// Replaces a reserved word with a placeholder, in the draft and in the text.
    pub fn apply_quick_fix(&mut self, word: &str) {
        if let Some(draft) = self.session.without_word(word) {
            self.open_draft(self.session.form, draft);
            self.publish_draft();
        }
    }

    fn diagnostics_json(&self) -> String {
        let marks = self.session.mistakes.iter().map(|mistake| {
            let text = &self.session.text;
            let (fix, fix_name) = self.quick_fix(mistake);
            json!({
                "from": utf16(text, mistake.span.start),
                "to": utf16(text, mistake.span.end),
                "severity": if mistake.kind.is_remark() { "warning" } else { "error" },
                "message": diagnostics::of_mistake(&self.messages, &mistake.kind),
                "fix": fix,
                "fixName": fix_name,
            })
        });
        Value::from(marks.collect::<Vec<Value>>()).to_string()
    }

    fn quick_fix(&self, mistake: &Diagnostic) -> (Option<String>, Option<String>) {
        match mistake.kind.sentence() {
            ("reserved-word", gaps) => {
                let word = gaps.first().map_or("", |(_, word)| word);
                let name = self.messages.text(sentences::editor::UsePlaceholder { word: word.into() });
                (Some(word.to_owned()), Some(name))
            }
            _ => (None, None),
        }
    }

    /// Returns the completions at a position for CodeMirror, as JSON.
    pub fn completions_json(&self, text: &str, place_utf16: usize) -> String {
        let place = bytes(text, place_utf16);
        let draft = &self.session.draft;
        let completing = CompletionContext {
            form: self.session.form,
            text,
            place,
            operation: &draft.operation,
            body: &draft.body,
            tables: &self.tables,
        };
        let Some(found) = completing.complete() else { return "null".to_owned() };
        let options = found.options.iter().map(|option| {
            let kind =
                self.messages.text_or(sentences::editor::completion(option.kind.name()), option.kind.name());
            json!({ "label": option.text, "detail": kind })
        });
        let options: Vec<Value> = options.collect();
        json!({ "from": utf16(text, found.from), "to": utf16(text, found.to), "options": options })
            .to_string()
    }

    /// Returns the line and column of a problem, counted from 1.
    pub fn place_of(&self, mistake: &Diagnostic) -> (u64, u64) {
        let before = self.session.text.get(..mistake.span.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        (line as u64, 1 + before[line_start..].chars().count() as u64)
    }
}

fn region_or_default(place: &EditorPlace) -> String {
    if place.region.is_empty() { DEFAULT_REGION.to_owned() } else { place.region.clone() }
}

/// Converts a byte position to UTF-16 code units, in which JavaScript counts.
fn utf16(text: &str, bytes: usize) -> usize {
    text.get(..bytes).map_or_else(|| text.encode_utf16().count(), |before| before.encode_utf16().count())
}

fn bytes(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (place, character) in text.char_indices() {
        if units >= utf16 {
            return place;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// Returns why a request of a script was not executed, in the words of DynamoDB or of the page.
fn why_not(outcome: &Outcome, messages: &Messages) -> String {
    match outcome {
        Outcome::Answered { summary, .. } => summary.error.as_ref().map_or_else(String::new, |error| {
            let message = error.shortened().unwrap_or_else(|| error.message.clone());
            if message.is_empty() { error.name.clone() } else { format!("{}: {message}", error.name) }
        }),
        Outcome::Refused(refusal) => refusal_sentence(refusal, messages),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_javascript_does() {
        let text = "aé😀b";
        for (bytes_before, units) in [(0, 0), (1, 1), (3, 2), (7, 4), (8, 5)] {
            assert_eq!(utf16(text, bytes_before), units);
            assert_eq!(bytes(text, units), bytes_before);
        }
    }
}
