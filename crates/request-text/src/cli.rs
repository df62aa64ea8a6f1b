//! Reads an AWS CLI command as the request that the CLI would send.

mod other_services;
pub mod script;
mod shorthand;
mod words;
mod write;

pub use write::write;

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use super::json;
use super::node::{Member, Node, NodeKind, Span};
use super::read_result::Reading;
use super::scalar;
use super::shapes::{self, MemberShape, OperationShape, Shape};
use words::Word;

/// Options of the CLI itself, which are not part of the request: those with a value, and those without.
const OF_CLI_WITH_VALUE: [&str; 14] = [
    "ca-bundle",
    "cli-binary-format",
    "cli-connect-timeout",
    "cli-read-timeout",
    "cli-error-format",
    "color",
    "endpoint-url",
    "generate-cli-skeleton",
    "max-items",
    "output",
    "profile",
    "query",
    "region",
    "v",
];
const OF_CLI: [&str; 8] = [
    "cli-auto-prompt",
    "debug",
    "no-cli-auto-prompt",
    "no-cli-pager",
    "no-paginate",
    "no-sign-request",
    "no-verify-ssl",
    "paginate",
];
/// Options that change the CLI's output. They have no effect here, so a remark is reported.
const CHANGES_WHAT_IS_SEEN: [&str; 3] = ["generate-cli-skeleton", "max-items", "query"];

/// Returns true if a line of a text begins like a CLI command. Other commands can be before it.
pub fn is_like(text: &str) -> bool {
    let is_service = |word: &str| is_dynamodb(word) || other_services::SERVICES.contains(&word);
    text.lines().any(|line| {
        let mut words = line.split_whitespace().skip_while(|word| is_prefix_word(word));
        words.next().is_some_and(is_cli) && words.any(is_service)
    })
}

fn is_dynamodb(service: &str) -> bool {
    matches!(service, "dynamodb" | "dynamodbstreams")
}

fn is_cli(word: &str) -> bool {
    matches!(word.rsplit('/').next(), Some("aws" | "awslocal"))
}

/// Returns true for a prompt, or for an environment variable of the command.
fn is_prefix_word(word: &str) -> bool {
    matches!(word, "$" | "%" | ">" | "sudo")
        || word.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
}

/// Reads a command. `region` is that of the workspace.
pub fn read(text: &str, region: &str) -> Result<Reading, Diagnostic> {
    let (unprompted, skipped) = without_prompt(text);
    let line = words::split(unprompted).map_err(|mistake| moved(mistake, skipped))?;
    let mut reading = read_words(line.words, skipped, text.trim_end().len(), region)?;
    if let Some(rest) = line.rest {
        let what = unprompted[rest.start..rest.end].to_owned();
        reading.notes.push(moved(DiagnosticKind::LeftOut { what }.at(rest), skipped));
    }
    Ok(reading)
}

/// Reads the words of a command. `skipped` are the bytes of the text before them, `length` are those of the command.
fn read_words(words: Vec<Word>, skipped: usize, length: usize, region: &str) -> Result<Reading, Diagnostic> {
    let end = Span::new(length, length);
    let mut reader = Reader { words, next: 0, end, notes: Vec::new(), skipped, region };
    let mut reading = reader.reading().map_err(|mistake| moved(mistake, skipped))?;
    reading.body = reading.body.moved(&|place| place + skipped);
    reading.notes = reader.notes.into_iter().map(|note| moved(note, skipped)).collect();
    Ok(reading)
}

/// Removes a prompt sign, which the shell syntax would read as a variable or a redirection.
pub(super) fn without_prompt(text: &str) -> (&str, usize) {
    let trimmed = text.trim_start();
    let rest = ["$ ", "% ", "> "].iter().find_map(|prompt| trimmed.strip_prefix(prompt)).unwrap_or(trimmed);
    (rest, text.len() - rest.len())
}

fn moved(mistake: Diagnostic, by: usize) -> Diagnostic {
    mistake.kind.at(Span::new(mistake.span.start + by, mistake.span.end + by))
}

/// The options after a command's name, without those of the CLI itself.
struct Options {
    given: Vec<GivenOption>,
    /// The text from the command's name to the last word.
    span: Span,
}

struct GivenOption {
    name: String,
    word: Word,
    values: Vec<Word>,
}

struct Reader<'a> {
    words: Vec<Word>,
    next: usize,
    end: Span,
    notes: Vec<Diagnostic>,
    skipped: usize,
    region: &'a str,
}

impl Reader<'_> {
    fn take(&mut self) -> Option<Word> {
        let word = self.words.get(self.next).cloned();
        self.next += usize::from(word.is_some());
        word
    }

    /// Returns the values after an option, up to the next option.
    fn values(&mut self) -> Vec<Word> {
        let mut values = Vec::new();
        while self.words.get(self.next).is_some_and(|word| !word.text.starts_with("--")) {
            values.extend(self.take());
        }
        values
    }

    fn unfinished(&self) -> Diagnostic {
        let end = self.end.end - self.skipped;
        DiagnosticKind::Unfinished.at(Span::new(end, end))
    }

    fn reading(&mut self) -> Result<Reading, Diagnostic> {
        let first = self.words.first().map_or_else(|| self.unfinished().span, |word| word.span);
        while self.words.get(self.next).is_some_and(|word| is_prefix_word(&word.text)) {
            self.next += 1;
        }
        if !self.take().is_some_and(|word| is_cli(&word.text)) {
            return Err(DiagnosticKind::NoRequest.at(first));
        }
        let service = self.positional()?;
        let is_known = |service: &str| is_dynamodb(service) || other_services::SERVICES.contains(&service);
        if !is_known(&service.text) {
            return Err(DiagnosticKind::NoRequest.at(service.span));
        }
        let command = self.positional()?;
        if !is_dynamodb(&service.text) {
            let options = self.options(&command)?;
            return other_services::read(&service, &command, options, self.region, &mut self.notes);
        }
        if command.text == "wait" {
            return Err(DiagnosticKind::WaitNotNeeded.at(command.span));
        }
        let operation = shapes::operations()
            .find(|operation| shapes::is_spelled(operation.name, '-', &command.text))
            .ok_or_else(|| {
                DiagnosticKind::UnknownOperation { name: command.text.clone() }.at(command.span)
            })?;
        let members = self.members(operation)?;
        let last = self.words.last().map_or(first, |word| word.span);
        let body = Node::map(first.to(last), members);
        Ok(Reading {
            operation: operation.name.to_owned(),
            operation_span: command.span,
            body,
            notes: Vec::new(),
        })
    }

    /// Returns the next word that is not a CLI option.
    fn positional(&mut self) -> Result<Word, Diagnostic> {
        loop {
            let Some(word) = self.take() else { return Err(self.unfinished()) };
            let Some(option) = word.text.strip_prefix("--") else { return Ok(word) };
            let (name, value) =
                option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            if OF_CLI_WITH_VALUE.contains(&name) && value.is_none() {
                self.take();
            } else if value.is_none() && !OF_CLI.contains(&name) {
                return Err(unknown_option(&word, name, "aws"));
            }
        }
    }

    fn members(&mut self, operation: OperationShape) -> Result<Vec<Member>, Diagnostic> {
        let shapes = operation.members();
        let mut from_input = Vec::new();
        let mut members: Vec<Member> = Vec::new();
        while let Some(word) = self.take() {
            let Some(option) = word.text.strip_prefix("--") else {
                return Err(DiagnosticKind::Unexpected.at(word.span));
            };
            let name = option.split('=').next().unwrap_or_default().to_owned();
            let values = match option.split_once('=') {
                Some((name, _)) => vec![word.from("--=".len() + name.len())],
                None if OF_CLI.contains(&name.as_str()) => Vec::new(),
                None => self.values(),
            };
            if name == "cli-input-json" || name == "cli-input-yaml" {
                from_input = input_json(&word, &values)?;
            } else if let Some((member, flag)) = member_of(&shapes, &name) {
                let value = value_of(member, flag, &word, &values)?;
                members.retain(|before| before.name != member.name);
                members.push(Member::new(member.name, word.span, value));
            } else {
                self.of_cli(&word, &name, &values, operation)?;
            }
        }
        from_input.retain(|member: &Member| members.iter().all(|later| later.name != member.name));
        from_input.append(&mut members);
        Ok(from_input)
    }

    fn options(&mut self, command: &Word) -> Result<Options, Diagnostic> {
        let mut given = Vec::new();
        while let Some(word) = self.take() {
            let Some(option) = word.text.strip_prefix("--") else {
                return Err(DiagnosticKind::Unexpected.at(word.span));
            };
            let name = option.split('=').next().unwrap_or_default().to_owned();
            let values = match option.split_once('=') {
                Some((name, _)) => vec![word.from("--=".len() + name.len())],
                None if OF_CLI.contains(&name.as_str()) => Vec::new(),
                None => self.values(),
            };
            if OF_CLI_WITH_VALUE.contains(&name.as_str()) || OF_CLI.contains(&name.as_str()) {
                continue;
            }
            if name == "cli-input-json" || name == "cli-input-yaml" {
                // Options beside the document replace its members, wherever they stand.
                given.splice(..0, input_json(&word, &values)?.iter().map(option_of_member));
                continue;
            }
            if let Some(elsewhere) = values.iter().find(|value| is_elsewhere(&value.text)) {
                return Err(
                    DiagnosticKind::KnownElsewhere { what: elsewhere.text.clone() }.at(elsewhere.span)
                );
            }
            given.push(GivenOption { name, word, values });
        }
        let last = self.words.last().map_or(command.span, |word| word.span);
        Ok(Options { given, span: command.span.to(last) })
    }

    fn of_cli(
        &mut self,
        word: &Word,
        name: &str,
        values: &[Word],
        operation: OperationShape,
    ) -> Result<(), Diagnostic> {
        // `page-size` is the limit of each request in a paginated command. Dynalab does not paginate, so the option is left out.
        let known = OF_CLI_WITH_VALUE.contains(&name) || OF_CLI.contains(&name) || name == "page-size";
        if !known {
            return Err(unknown_option(word, name, operation.name));
        }
        let span = values.last().map_or(word.span, |last| word.span.to(last.span));
        if CHANGES_WHAT_IS_SEEN.contains(&name) || name == "page-size" {
            self.notes.push(DiagnosticKind::LeftOut { what: format!("--{name}") }.at(span));
        }
        Ok(())
    }
}

fn unknown_option(word: &Word, name: &str, operation: &str) -> Diagnostic {
    let kind = DiagnosticKind::UnknownOption { name: format!("--{name}"), operation: operation.to_owned() };
    kind.at(word.part(0, name.len() + 2))
}

/// Returns the parameter of an option. For `--x` and `--no-x`, the second value is the Boolean.
fn member_of(shapes: &[MemberShape], name: &str) -> Option<(MemberShape, bool)> {
    let spelled =
        |name: &str| shapes.iter().find(|member| shapes::is_spelled(member.name, '-', name)).copied();
    if let Some(member) = spelled(name) {
        return Some((member, true));
    }
    let member = spelled(name.strip_prefix("no-")?)?;
    (member.shape == Shape::Boolean).then_some((member, false))
}

fn value_of(member: MemberShape, flag: bool, option: &Word, values: &[Word]) -> Result<Node, Diagnostic> {
    if member.shape == Shape::Boolean {
        return match values.first() {
            Some(value) => Err(DiagnosticKind::Unexpected.at(value.span)),
            None => Ok(Node::new(option.span, NodeKind::Bool(flag))),
        };
    }
    let Some(first) = values.first() else {
        return Err(DiagnosticKind::ValueMissing { name: option.text.clone() }.at(option.span));
    };
    if let Some(elsewhere) = values.iter().find(|value| is_elsewhere(&value.text)) {
        return Err(DiagnosticKind::KnownElsewhere { what: elsewhere.text.clone() }.at(elsewhere.span));
    }
    match member.shape {
        Shape::List(_) => list_of(member.shape, first, values),
        Shape::Map(_) | Shape::Structure(_) => match values.get(1) {
            Some(second) => Err(DiagnosticKind::Unexpected.at(second.span)),
            None => structure_of(member.shape, first),
        },
        shape => match values.get(1) {
            Some(second) => Err(DiagnosticKind::Unexpected.at(second.span)),
            None => scalar::read(shape, &first.text, first.span),
        },
    }
}

fn is_elsewhere(text: &str) -> bool {
    ["file://", "fileb://"].iter().any(|scheme| text.starts_with(scheme))
}

fn list_of(shape: Shape, first: &Word, values: &[Word]) -> Result<Node, Diagnostic> {
    if values.len() == 1 && first.text.trim_start().starts_with('[') {
        return Ok(with_timestamps(read_json(first)?, shape));
    }
    let is_of_scalars = !matches!(shape.inner(), Shape::Structure(_) | Shape::Map(_) | Shape::AttributeValue);
    let elements = values.iter().map(|word| match word.text.trim_start().as_bytes().first() {
        _ if is_of_scalars => scalar::read(shape.inner(), &word.text, word.span),
        Some(b'{') => Ok(with_timestamps(read_json(word)?, shape.inner())),
        _ => structure_of(shape.inner(), word),
    });
    let elements = elements.collect::<Result<Vec<Node>, Diagnostic>>()?;
    let last = values.last().map_or(first.span, |last| last.span);
    Ok(Node::new(first.span.to(last), NodeKind::List(elements)))
}

fn structure_of(shape: Shape, word: &Word) -> Result<Node, Diagnostic> {
    if word.text.trim_start().starts_with(['{', '[']) {
        return Ok(with_timestamps(read_json(word)?, shape));
    }
    let node = shorthand::read(&word.text, shape).map_err(|mistake| word.diagnostic(mistake))?;
    Ok(word.whole(node))
}

/// Converts times to seconds, as the request requires. The CLI accepts them as text, also in JSON.
fn with_timestamps(mut node: Node, shape: Shape) -> Node {
    match (&mut node.kind, shape) {
        (NodeKind::Text(text), Shape::Timestamp) => {
            if let Some(seconds) = scalar::epoch_seconds(text) {
                node.kind = NodeKind::Number(seconds);
            }
        }
        (NodeKind::Map(members), shape) => {
            for member in members {
                let value = std::mem::replace(&mut member.value, Node::new(Span::default(), NodeKind::Null));
                member.value = with_timestamps(value, shape.under(&member.name));
            }
        }
        (NodeKind::List(elements), shape) => {
            for element in elements {
                let value = std::mem::replace(element, Node::new(Span::default(), NodeKind::Null));
                *element = with_timestamps(value, shape.inner());
            }
        }
        _ => {}
    }
    node
}

fn read_json(word: &Word) -> Result<Node, Diagnostic> {
    let node = json::read(&word.text).map_err(|mistake| word.diagnostic(mistake))?;
    Ok(word.whole(node))
}

fn input_json(option: &Word, values: &[Word]) -> Result<Vec<Member>, Diagnostic> {
    let [value] = values else {
        return Err(DiagnosticKind::ValueMissing { name: option.text.clone() }.at(option.span));
    };
    if is_elsewhere(&value.text) {
        return Err(DiagnosticKind::KnownElsewhere { what: value.text.clone() }.at(value.span));
    }
    match read_json(value)?.kind {
        NodeKind::Map(members) => Ok(members),
        _ => Err(DiagnosticKind::ValueExpected { expected: Expected::Map }.at(value.span)),
    }
}

/// Returns the option that sets the same member of a request.
fn option_of_member(member: &Member) -> GivenOption {
    let value = &member.value;
    let word = |value: &Node| {
        let text = value.as_text().map_or_else(|| value.json(), str::to_owned);
        Word::at(value.span, text)
    };
    let name = shapes::spelled_with(&member.name, '-');
    let (name, values) = match &value.kind {
        NodeKind::Bool(true) => (name, Vec::new()),
        NodeKind::Bool(false) => (format!("no-{name}"), Vec::new()),
        NodeKind::List(elements) if elements.iter().all(|element| element.as_text().is_some()) => {
            (name, elements.iter().map(word).collect())
        }
        _ => (name, vec![word(value)]),
    };
    GivenOption { name, word: Word::at(member.name_span, member.name.clone()), values }
}

#[cfg(test)]
mod tests;
