//! One request in four text forms: JSON, AWS CLI command, SDK code and PartiQL. The form on the page is separate. Each text is
//! written from the operation and its JSON, and read back to them. Every problem has its place in the text. [`interchange`] does the same
//! for files with items.

pub mod check;
pub mod cli;
pub mod code;
pub mod completion;
pub mod conversion_error;
pub mod diagnostic;
pub mod interchange;
pub mod json;
pub mod layout;
pub mod node;
pub mod partiql;
mod placeholder;
pub mod read_result;
mod scalar;
pub mod session;
pub mod shapes;
pub mod words;

use code::{CodeContext, CodeLanguage};
use conversion_error::ConversionError;
use diagnostic::{Diagnostic, DiagnosticKind};
use node::{Node, NodeKind, Span};
use read_result::Reading;

/// A form in which a request is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    Json,
    CommandLine,
    Code(CodeLanguage),
    PartiQl,
}

impl TextForm {
    /// The identifier of the form. Each language of code has its own.
    pub fn code(self) -> &'static str {
        match self {
            TextForm::Json => "json",
            TextForm::CommandLine => "cli",
            TextForm::Code(language) => language.code(),
            TextForm::PartiQl => "partiql",
        }
    }

    pub fn of_code(code: &str) -> Option<TextForm> {
        let others = [TextForm::Json, TextForm::CommandLine, TextForm::PartiQl];
        let languages = CodeLanguage::ALL.into_iter().map(TextForm::Code);
        others.into_iter().chain(languages).find(|form| form.code() == code)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestText {
    pub text: String,
    /// The parts of the request that the text does not contain.
    pub left_out: Vec<String>,
}

/// Writes a request as text.
///
/// # Errors
/// Why the request cannot be written in this form.
pub fn write(form: TextForm, operation: &str, body: &str) -> Result<RequestText, ConversionError> {
    let node = json::read(body).map_err(|_| ConversionError::NotRead)?;
    if !matches!(node.kind, NodeKind::Map(_)) {
        return Err(ConversionError::NotRead);
    }
    let shape = shapes::operation(operation)
        .ok_or_else(|| ConversionError::UnknownOperation { name: operation.to_owned() });
    let whole = |text| RequestText { text, left_out: Vec::new() };
    match form {
        TextForm::Json => Ok(whole(body.to_owned())),
        TextForm::CommandLine => Ok(whole(cli::write(shape?, &node))),
        TextForm::Code(language) => {
            let (text, left_out) = code::write(language, shape?, &node);
            Ok(RequestText { text, left_out })
        }
        TextForm::PartiQl => {
            let (text, left_out) = partiql::write(operation, &node)?;
            Ok(RequestText { text, left_out })
        }
    }
}

/// The Region of a new workspace.
pub const DEFAULT_REGION: &str = "us-east-1";

/// Reads a text of this form, in a workspace with the default Region.
///
/// # Errors
/// Returns those of [`read_in`].
pub fn read(form: TextForm, text: &str, before: (&str, &str)) -> Result<Reading, Diagnostic> {
    read_in(DEFAULT_REGION, form, text, before)
}

/// Reads a text of this form. `region` is that of the workspace. `before` is the request from which the text was written. JSON contains no operation, and statements
/// lack some parameters of the request that executes them.
///
/// # Errors
/// The first problem that prevents reading.
pub fn read_in(
    region: &str,
    form: TextForm,
    text: &str,
    before: (&str, &str),
) -> Result<Reading, Diagnostic> {
    read_with(region, form, text, before, &CodeContext::default())
}

fn read_with(
    region: &str,
    form: TextForm,
    text: &str,
    before: (&str, &str),
    context: &CodeContext<'_>,
) -> Result<Reading, Diagnostic> {
    match form {
        TextForm::Json => {
            let body = json::read(text)?;
            if !matches!(body.kind, NodeKind::Map(_)) {
                return Err(DiagnosticKind::ObjectExpected.at(body.span));
            }
            let operation = before.0.to_owned();
            Ok(Reading { operation, operation_span: Span::new(0, 1), body, notes: Vec::new() })
        }
        TextForm::CommandLine => cli::read(text, region),
        TextForm::Code(language) => code::read(language, text, context),
        TextForm::PartiQl => {
            let body = json::read(before.1).ok();
            partiql::read(text, body.as_ref().map(|body| (before.0, body)))
        }
    }
}

/// Detects the form of a pasted text. Returns `None` if it does not look like a request.
pub fn detect(text: &str) -> Option<TextForm> {
    if text.trim_start().starts_with('{') && json::read(text).is_ok() {
        return Some(TextForm::Json);
    }
    if cli::is_like(text) {
        return Some(TextForm::CommandLine);
    }
    if partiql::is_like(text) {
        return Some(TextForm::PartiQl);
    }
    code::language_of(text).map(TextForm::Code)
}

/// Returns the likely operation of a JSON request: the previous one if it fits, otherwise one that has these parameters.
pub fn operation_of(body: &Node, before: &str) -> Option<&'static str> {
    const LIKELY: [&str; 18] = [
        "GetItem",
        "PutItem",
        "UpdateItem",
        "DeleteItem",
        "Query",
        "Scan",
        "BatchGetItem",
        "BatchWriteItem",
        "TransactGetItems",
        "TransactWriteItems",
        "CreateTable",
        "UpdateTable",
        "ExecuteStatement",
        "BatchExecuteStatement",
        "ExecuteTransaction",
        "UpdateTimeToLive",
        "DescribeTable",
        "ListTables",
    ];
    let likely = LIKELY.into_iter().filter_map(shapes::operation);
    let mut candidates = shapes::operation(before).into_iter().chain(likely).chain(shapes::operations());
    let has_all = |operation: &shapes::OperationShape| {
        let members = operation.members();
        body.members().iter().all(|member| members.iter().any(|shape| shape.name == member.name))
            && members.iter().all(|shape| !shape.required || body.get(shape.name).is_some())
            && is_of_kind(operation.name, body)
    };
    candidates.find(has_all).map(|operation| operation.name)
}

/// Distinguishes operations with the same parameters by their content.
fn is_of_kind(operation: &str, body: &Node) -> bool {
    let writes = |node: &Node| {
        node.members()
            .iter()
            .flat_map(|table| table.value.elements())
            .any(|write| write.only_member().is_some())
    };
    let gets = |node: &Node| node.elements().iter().any(|item| item.get("Get").is_some());
    match operation {
        "BatchGetItem" => body.get("RequestItems").is_none_or(|items| !writes(items)),
        "BatchWriteItem" => body.get("RequestItems").is_none_or(writes),
        "TransactGetItems" => body.get("TransactItems").is_none_or(gets),
        "TransactWriteItems" => body.get("TransactItems").is_none_or(|items| !gets(items)),
        "Query" => ["KeyConditionExpression", "KeyConditions"].iter().any(|name| body.get(name).is_some()),
        "UpdateItem" => ["UpdateExpression", "AttributeUpdates"].iter().any(|name| body.get(name).is_some()),
        "DescribeTable" => body.members().len() == 1,
        "ListTables" => body.get("ExclusiveStartTableName").is_some() || body.members().is_empty(),
        _ => true,
    }
}

/// The example of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;

#[cfg(test)]
mod tests;
