//! PartiQL: writes a request as one or more statements, and reads statements as the request that executes them.

mod conditions;
mod literals;
mod write;

pub use write::write;

use dynalab_expressions::parse_statement;

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::node::{Member, Node, NodeKind, Span};
use super::read_result::Reading;

const STATEMENT: &str = "ExecuteStatement";
const BATCH: &str = "BatchExecuteStatement";
const TRANSACTION: &str = "ExecuteTransaction";
/// The parameters that statements lack, but that the request which executes them has.
const KEPT_OF_STATEMENT: [&str; 4] = ["ConsistentRead", "Limit", "ReturnConsumedCapacity", "NextToken"];
const KEPT_OF_SEVERAL: [&str; 2] = ["ReturnConsumedCapacity", "ClientRequestToken"];

/// Returns true if a text begins like a statement.
pub fn is_like(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default().to_ascii_uppercase();
    let has = |word: &str| text.split_whitespace().any(|found| found.eq_ignore_ascii_case(word));
    match first.as_str() {
        "SELECT" => has("FROM"),
        "INSERT" => has("INTO"),
        "DELETE" => has("FROM"),
        "UPDATE" => has("SET") || has("REMOVE"),
        _ => first.starts_with("EXISTS(") || first == "EXISTS",
    }
}

/// Reads statements as a request. `before` is the request from which the text was written. It determines whether several
/// statements are a transaction, and provides the parameters that statements lack.
pub fn read(text: &str, before: Option<(&str, &Node)>) -> Result<Reading, Diagnostic> {
    let mut statements = Vec::new();
    for span in parts(text) {
        let part = &text[span.start..span.end];
        parse_statement(part).map_err(|(problem, place)| {
            let kind = DiagnosticKind::Expression { sentence: problem.to_string() };
            kind.at(Span::new(span.start + place.start, span.start + place.end))
        })?;
        statements.push(Node::text(span, part));
    }
    let whole = Span::new(0, text.len());
    let operation = match (statements.as_slice(), before) {
        ([], _) => return Err(DiagnosticKind::NoRequest.at(whole)),
        ([_], None) => STATEMENT,
        ([_], Some((operation, _))) if !is_several(operation) => STATEMENT,
        (_, Some((operation, _))) if operation.contains("Transact") => TRANSACTION,
        _ => BATCH,
    };
    let mut members = if operation == STATEMENT {
        statements.into_iter().map(|statement| Member::new("Statement", whole, statement)).collect()
    } else {
        let name = if operation == BATCH { "Statements" } else { "TransactStatements" };
        let elements = statements.into_iter().map(|statement| {
            Node::map(statement.span, vec![Member::new("Statement", statement.span, statement)])
        });
        vec![Member::new(name, whole, Node::new(whole, NodeKind::List(elements.collect())))]
    };
    let kept: &[&str] = if operation == STATEMENT { &KEPT_OF_STATEMENT } else { &KEPT_OF_SEVERAL };
    let before = before.map_or(&[][..], |(_, body)| body.members());
    let still_said = before.iter().filter(|member| kept.contains(&member.name.as_str()));
    // These parameters have no place in the text.
    members.extend(
        still_said.map(|member| Member::new(member.name.clone(), whole, member.value.clone().moved(&|_| 0))),
    );
    let first_word = text.trim_start().find(char::is_whitespace).unwrap_or(0);
    let start = text.len() - text.trim_start().len();
    Ok(Reading {
        operation: operation.to_owned(),
        operation_span: Span::new(start, start + first_word),
        body: Node::map(whole, members),
        notes: Vec::new(),
    })
}

fn is_several(operation: &str) -> bool {
    operation.starts_with("Batch") || operation.contains("Transact")
}

/// Splits statements at semicolons outside quotes.
fn parts(text: &str) -> Vec<Span> {
    let mut parts = Vec::new();
    let (mut start, mut quote) = (0, None);
    let mut close = |start: usize, end: usize| {
        let part = &text[start..end];
        let trimmed = part.trim();
        if !trimmed.is_empty() {
            let from = start + (part.len() - part.trim_start().len());
            parts.push(Span::new(from, from + trimmed.len()));
        }
    };
    for (place, character) in text.char_indices() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, ';') => {
                close(start, place);
                start = place + 1;
            }
            _ => {}
        }
    }
    close(start, text.len());
    parts
}

#[cfg(test)]
mod tests;
