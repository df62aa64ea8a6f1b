//! A text for the draft of a request. Each edit changes the draft if the text can be read.

use super::check::{OtherOperations, check};
use super::cli::script::read_all;
use super::code::{CodeContext, GivenValues};
use super::conversion_error::ConversionError;
use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::node::NodeKind;
use super::read_result::Reading;
use super::{
    DEFAULT_REGION, TextForm, code, detect, json, layout, operation_of, placeholder, read_with, write,
};

/// The maximum width of JSON lines, in characters.
const WIDTH: usize = 68;

/// The operation and its JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub operation: String,
    pub body: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub form: TextForm,
    pub text: String,
    /// The last request that could be read.
    pub draft: Draft,
    pub mistakes: Vec<Diagnostic>,
    /// Why the draft cannot be written in this form.
    pub why_not: Option<ConversionError>,
    pub left_out: Vec<String>,
    /// The Region of the workspace. Commands of other services do not name it, but their requests do.
    pub region: String,
    /// The table of code that has it from elsewhere: the only one of the workspace.
    pub only_table: Option<String>,
    /// The values that the person gave for values of code that are known only at run time.
    pub given: GivenValues,
    others: OtherOperations,
    /// The request from which the text was written, and that text.
    origin: Draft,
    written: String,
}

impl Session {
    /// Opens the draft in this form. Its operation may be one of `others` as well.
    pub fn open(form: TextForm, draft: Draft, others: OtherOperations) -> Session {
        let (text, left_out, why_not) = match write(form, &draft.operation, &draft.body) {
            Ok(written) => (written.text, written.left_out, None),
            // A draft that is not valid JSON is shown unchanged in the JSON form.
            Err(ConversionError::NotRead) if form == TextForm::Json => (draft.body.clone(), Vec::new(), None),
            Err(why_not) => (String::new(), Vec::new(), Some(why_not)),
        };
        let written = text.clone();
        let mut session = Session {
            form,
            text,
            draft: draft.clone(),
            mistakes: Vec::new(),
            why_not,
            left_out,
            region: DEFAULT_REGION.to_owned(),
            only_table: None,
            given: GivenValues::new(),
            others,
            origin: draft,
            written,
        };
        if session.why_not.is_none() {
            session.mistakes =
                session.read().map_or_else(|mistake| vec![mistake], |reading| session.remarks(&reading));
        }
        session
    }

    fn read(&self) -> Result<Reading, Diagnostic> {
        let context = CodeContext::new(&self.given, self.only_table.as_deref());
        read_with(&self.region, self.form, &self.text, (&self.origin.operation, &self.origin.body), &context)
    }

    /// Returns the expressions of the code that are known only at run time, with those whose value the person gave.
    pub fn unknown_values(&self) -> Vec<String> {
        match self.form {
            TextForm::Code(language) if self.why_not.is_none() && self.text != self.written => {
                code::unknown_values(language, &self.text, &self.given, self.only_table.as_deref())
            }
            _ => Vec::new(),
        }
    }

    /// Reads the text again with this value. An empty value takes one back. Returns true if the draft changed.
    pub fn give(&mut self, name: &str, value: &str) -> bool {
        match value.is_empty() {
            true => drop(self.given.remove(name)),
            false => drop(self.given.insert(name.to_owned(), value.to_owned())),
        }
        self.type_text(self.text.clone())
    }

    fn remarks(&self, reading: &Reading) -> Vec<Diagnostic> {
        let mut mistakes = check(&self.text, reading, self.others);
        mistakes.extend(reading.notes.iter().cloned());
        mistakes
    }

    /// Sets the text. Returns true if the draft changed.
    pub fn type_text(&mut self, text: String) -> bool {
        self.text = text;
        let before = self.draft.clone();
        if self.text == self.written && self.why_not.is_none() {
            self.draft = self.origin.clone();
        }
        match self.read() {
            Ok(reading) => {
                self.mistakes = self.remarks(&reading);
                self.why_not = None;
                if self.text != self.written {
                    self.draft = self.draft_of(&reading);
                }
            }
            Err(mistake) => {
                self.mistakes = vec![mistake];
                // Invalid JSON becomes the draft as well, so that every form shows that it cannot be sent.
                if self.form == TextForm::Json {
                    self.draft = Draft { operation: self.origin.operation.clone(), body: self.text.clone() };
                }
            }
        }
        self.draft != before
    }

    fn draft_of(&self, reading: &Reading) -> Draft {
        let body = match self.form {
            // JSON keeps its numbers and line breaks.
            TextForm::Json => self.text.clone(),
            _ => layout::broken(&reading.body, 0, WIDTH),
        };
        Draft { operation: reading.operation.clone(), body }
    }

    /// Returns true if the whole text can be read.
    pub fn is_read(&self) -> bool {
        self.why_not.is_some() || self.read().is_ok()
    }

    /// Returns the draft with a placeholder for a reserved word.
    pub fn without_word(&self, word: &str) -> Option<Draft> {
        let body = placeholder::with_placeholder(&json::read(&self.draft.body).ok()?, word)?;
        Some(Draft { operation: self.draft.operation.clone(), body: layout::broken(&body, 0, WIDTH) })
    }
}

/// The workspace of a pasted text.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub region: &'a str,
    /// The only table of the workspace.
    pub only_table: Option<&'a str>,
}

impl Default for Surroundings<'_> {
    fn default() -> Self {
        Surroundings { region: DEFAULT_REGION, only_table: None }
    }
}

/// Reads a pasted text as a request. Returns `None` if the text is not a request, or only a part
/// of one.
pub fn pasted(text: &str, before: &Draft, around: Surroundings<'_>) -> Option<(TextForm, Draft)> {
    let form = detect(text)?;
    let none = GivenValues::new();
    let context = CodeContext::new(&none, around.only_table);
    let before = (before.operation.as_str(), before.body.as_str());
    let reading = read_with(around.region, form, text, before, &context).ok()?;
    let operation = match form {
        // JSON that matches no operation is only a part, which belongs in the text.
        TextForm::Json => operation_of(&reading.body, before.0)?.to_owned(),
        _ => reading.operation,
    };
    let is_empty = matches!(&reading.body.kind, NodeKind::Map(members) if members.is_empty());
    if form == TextForm::Json && is_empty {
        return None;
    }
    Some((form, Draft { operation, body: layout::broken(&reading.body, 0, WIDTH) }))
}

/// Returns the form of a pasted text that begins like a request but cannot be read as one. JSON can be a part of a request.
pub fn pasted_unreadable(text: &str) -> Option<TextForm> {
    detect(text).filter(|form| *form != TextForm::Json)
}

/// Several pasted commands, or calls of an SDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The form of the text.
    pub form: TextForm,
    /// At least one.
    pub requests: Vec<Draft>,
    /// The text of the first request, because not every form can express each request.
    pub first_text: String,
    pub skipped: Vec<SkippedCommand>,
}

/// A command that is not a request, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedCommand {
    pub text: String,
    pub reason: DiagnosticKind,
}

/// Reads the commands or calls of a pasted text. Returns `None` unless there are several and at
/// least one is a request.
pub fn pasted_script(text: &str, around: Surroundings<'_>) -> Option<Script> {
    let (form, commands) = pasted_commands(text, around)?;
    let mut script = Script { form, requests: Vec::new(), first_text: String::new(), skipped: Vec::new() };
    for (text, reading) in commands {
        match reading {
            Ok(reading) => {
                let body = layout::broken(&reading.body, 0, WIDTH);
                if script.requests.is_empty() {
                    script.first_text = text;
                }
                script.requests.push(Draft { operation: reading.operation, body });
            }
            Err(problem) => script.skipped.push(SkippedCommand { text, reason: problem.kind }),
        }
    }
    Some(script)
}

/// The text of a command, and its request, or why it is none.
pub type ReadCommand = (String, Result<Reading, Diagnostic>);

/// Reads what [`pasted_script`] reads, without the layout of each request.
pub fn pasted_commands(text: &str, around: Surroundings<'_>) -> Option<(TextForm, Vec<ReadCommand>)> {
    let form = detect(text)?;
    let none = GivenValues::new();
    let commands: Vec<ReadCommand> = match form {
        TextForm::CommandLine => {
            let commands = read_all(text, around.region);
            if commands.len() < 2 && !commands.iter().any(|command| command.joined) {
                return None;
            }
            commands.into_iter().map(|command| (command.text, command.reading)).collect()
        }
        TextForm::Code(language) => {
            let calls = code::read_all(language, text, &CodeContext::new(&none, around.only_table));
            if calls.len() < 2 {
                return None;
            }
            calls.into_iter().map(|call| (call.text, call.reading)).collect()
        }
        TextForm::Json | TextForm::PartiQl => return None,
    };
    commands.iter().any(|(_, reading)| reading.is_ok()).then_some((form, commands))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CodeLanguage;

    const OTHERS: OtherOperations = &[dynalab_service::Request::CONTROLS];

    fn draft(operation: &str, body: &str) -> Draft {
        Draft { operation: operation.to_owned(), body: body.to_owned() }
    }

    #[test]
    fn what_can_be_read_changes_the_draft() {
        let mut session = Session::open(TextForm::CommandLine, draft("Scan", r#"{"TableName":"T"}"#), OTHERS);
        assert!(!session.type_text("aws dynamodb scan --table-name '".to_owned()));
        assert_eq!((session.mistakes.len(), session.is_read()), (1, false));
        assert!(session.type_text("aws dynamodb get-item --table-name U".to_owned()));
        assert_eq!(session.draft, draft("GetItem", r#"{"TableName": "U"}"#));
        // The missing key is reported as a problem, but the text can be read.
        assert_eq!(session.mistakes.len(), 1);
    }

    #[test]
    fn a_statement_that_is_not_touched_leaves_its_request_alone() {
        let body = r#"{"TableName":"T","Key":{"pk":{"S":"a"}},"ConsistentRead":true}"#;
        let mut session = Session::open(TextForm::PartiQl, draft("GetItem", body), OTHERS);
        let written = session.text.clone();
        assert!(session.type_text(format!("{written} AND a = 1")));
        assert_eq!(session.draft.operation, "ExecuteStatement");
        assert!(session.draft.body.contains("ConsistentRead"), "{}", session.draft.body);
        assert!(session.type_text(written));
        assert_eq!(session.draft, draft("GetItem", body));
    }

    #[test]
    fn a_reserved_word_gets_a_placeholder() {
        let body = r#"{"TableName":"T","FilterExpression":"status = :s AND x.status = :s","ExpressionAttributeValues":{":s":{"S":"a"}}}"#;
        let session = Session::open(TextForm::Code(CodeLanguage::Python), draft("Scan", body), OTHERS);
        assert_eq!(session.mistakes.len(), 2);
        let fixed = session.without_word("status").expect("a draft");
        let session = Session::open(TextForm::Json, fixed, OTHERS);
        assert_eq!(session.mistakes, []);
        assert!(session.text.contains("#status = :s AND x.#status = :s"), "{}", session.text);
    }

    /// No command of the CLI is written for an operation of the simulation, so the editor shows the text that was pasted.
    #[test]
    fn two_alarms_are_a_script_whose_first_text_can_be_read() {
        let alarm = |name: &str, metric: &str| {
            format!(
                "aws cloudwatch put-metric-alarm --alarm-name {name} \\\n  --namespace AWS/DynamoDB --metric-name {metric} \
                 --statistic Sum --period 60 --threshold 1 --comparison-operator GreaterThanThreshold --evaluation-periods 1"
            )
        };
        let text = format!(
            "{}\n\n{}\n",
            alarm("reads", "ReadThrottleEvents"),
            alarm("writes", "WriteThrottleEvents")
        );
        let script = pasted_script(&text, Surroundings::default()).expect("two commands");
        assert_eq!((script.form, script.requests.len(), script.skipped.len()), (TextForm::CommandLine, 2, 0));
        let first = script.requests[0].clone();
        assert_eq!(first.operation, "Dynalab.PutMetricAlarm");
        let mut session = Session::open(script.form, first.clone(), OTHERS);
        assert!(session.why_not.is_some(), "the request has no text of its own in this form");
        session.type_text(script.first_text.clone());
        assert!(session.is_read() && session.mistakes.is_empty(), "{:?}", session.mistakes);
        assert_eq!(session.draft, first);
        assert!(
            session.text.starts_with("aws cloudwatch put-metric-alarm --alarm-name reads"),
            "{}",
            session.text
        );
        assert!(!session.text.contains("writes"), "{}", session.text);
    }

    #[test]
    fn several_commands_are_a_script() {
        let text = "aws dynamodb create-table --table-name T\naws dynamodb wait table-exists --table-name T\n\
            aws dynamodb put-item --table-name T --item '{\"a\":{\"S\":\"b\"}}'\n";
        let script = pasted_script(text, Surroundings::default()).expect("a script");
        let operations: Vec<&str> = script.requests.iter().map(|draft| draft.operation.as_str()).collect();
        assert_eq!(operations, ["CreateTable", "PutItem"]);
        let skipped: Vec<(&str, &str)> = script
            .skipped
            .iter()
            .map(|skipped| (skipped.text.as_str(), skipped.reason.sentence().0))
            .collect();
        assert_eq!(skipped, [("aws dynamodb wait table-exists --table-name T", "wait-not-needed")]);
        for text in ["aws dynamodb list-tables", "aws s3 ls\naws s3 ls", "SELECT * FROM T", ""] {
            assert_eq!(pasted_script(text, Surroundings::default()), None, "{text}");
        }
    }

    #[test]
    fn several_calls_of_an_sdk_are_a_script() {
        let text = "table = boto3.resource('dynamodb').Table('T')\nwith table.batch_writer() as batch:\n    for n in [1, 2]:\n        batch.put_item(Item={'pk': n})\ntable.get_item(Key={'pk': key})\ntable.scan(Limit=5)";
        let script = pasted_script(text, Surroundings::default()).expect("a script");
        let operations: Vec<&str> = script.requests.iter().map(|draft| draft.operation.as_str()).collect();
        assert_eq!(operations, ["BatchWriteItem", "Scan"]);
        assert_eq!(script.skipped[0].reason, DiagnosticKind::KnownElsewhere { what: "key".to_owned() });
    }

    #[test]
    fn a_text_that_begins_like_a_request_keeps_its_form() {
        for (text, form) in [
            ("aws dynamodb create-backup --backup-name B-$(date +%F)", Some(TextForm::CommandLine)),
            ("table.scan(Limit=f'{n}')", Some(TextForm::Code(CodeLanguage::Python))),
            ("a note", None),
            ("{}", None),
        ] {
            assert_eq!(pasted_unreadable(text), form, "{text}");
            assert_eq!(pasted(text, &draft("Scan", "{}"), Surroundings::default()), None, "{text}");
        }
    }

    #[test]
    fn what_is_pasted_is_recognised() {
        let before = draft("Scan", "{}");
        let of =
            |text: &str| pasted(text, &before, Surroundings::default()).map(|(_, draft)| draft.operation);
        assert_eq!(of("aws dynamodb list-tables").as_deref(), Some("ListTables"));
        assert_eq!(of("SELECT * FROM T").as_deref(), Some("ExecuteStatement"));
        assert_eq!(of(r#"{"TableName":"T","Item":{"pk":{"S":"a"}}}"#).as_deref(), Some("PutItem"));
        assert_eq!(of("new GetItemCommand({TableName: 'T', Key: {}})").as_deref(), Some("GetItem"));
        assert_eq!(of(r#"{"S":"a"}"#), None);
        assert_eq!(of("pk = :a"), None);
        assert_eq!(of("{}"), None);
    }

    #[test]
    fn values_that_are_known_only_at_run_time_are_given_one_by_one() {
        let python = TextForm::Code(CodeLanguage::Python);
        let mut session = Session::open(python, draft("Scan", r#"{"TableName":"T"}"#), OTHERS);
        session.only_table = Some("T".to_owned());
        assert!(!session.type_text("table.get_item(Key={'pk': f'U#{user}', 'sk': number})".to_owned()));
        assert_eq!(
            (session.unknown_values(), session.is_read()),
            (vec!["number".to_owned(), "user".to_owned()], false)
        );
        assert!(!session.give("user", "a"));
        assert!(session.give("number", "7"));
        assert!(session.is_read() && session.mistakes.is_empty(), "{:?}", session.mistakes);
        let wanted = r#"{"TableName": "T", "Key": {"pk": {"S": "U#a"}, "sk": {"N": "7"}}}"#;
        assert_eq!(session.draft, draft("GetItem", wanted));
        assert_eq!(session.unknown_values().len(), 2, "the given values can be changed");
        session.give("number", "");
        assert!(!session.is_read());
    }
}
