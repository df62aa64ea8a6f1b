//! Finds the request in a piece of code and ignores the surrounding code.

use super::CodeLanguage;
use super::batch::{self, Call};
use super::conditions::{self, Placeholders};
use super::expression::{Argument, Entry, Expr, ExprKind};
use super::fit::{ShapeFitter, Values, calls_in_chain};
use super::loops::Loops;
use super::simplify::Scope;
use super::tokens::{Token, TokenKind, tokenize};
use super::unknown::CodeContext;
use super::variables::Variables;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Member, Node, NodeKind, Span};
use crate::read_result::Reading;
use crate::shapes::{self, OperationShape, Shape};

/// The operation names of the document client.
const OF_DOCUMENTS: [(&str, &str); 8] = [
    ("Get", "GetItem"),
    ("Put", "PutItem"),
    ("Update", "UpdateItem"),
    ("Delete", "DeleteItem"),
    ("BatchGet", "BatchGetItem"),
    ("BatchWrite", "BatchWriteItem"),
    ("TransactGet", "TransactGetItems"),
    ("TransactWrite", "TransactWriteItems"),
];

/// The place where a request begins.
struct Start {
    operation: OperationShape,
    /// The index of the token with its name.
    place: usize,
    /// The request uses the names of the document client.
    is_document: bool,
}

/// The maximum number of requests that are read from one text.
const REQUESTS_MAX: usize = 1_000;

/// A request of a text, or why a call is not a request.
pub struct FoundRequest {
    /// The text of the call.
    pub text: String,
    pub reading: Result<Reading, Diagnostic>,
}

pub fn has_request(language: CodeLanguage, text: &str) -> bool {
    tokenize(text, language).is_ok_and(|tokens| start(language, &tokens, 0).is_some())
}

/// Reads the first request of a text.
pub fn read(language: CodeLanguage, text: &str, context: &CodeContext<'_>) -> Result<Reading, Diagnostic> {
    let tokens = tokenize(text, language)?;
    let found = requests_of(language, (text, &tokens), context, 1)?.into_iter().next();
    found.map_or_else(|| Err(nothing_found(language, &tokens, text)), |found| found.reading)
}

/// Reads all requests of a text in order. Calls in Python loops over literal values are requests for each of them, and the writes
/// of a batch writer are requests of BatchWriteItem.
pub fn read_all(language: CodeLanguage, text: &str, context: &CodeContext<'_>) -> Vec<FoundRequest> {
    let tokens = tokenize(text, language).unwrap_or_default();
    requests_of(language, (text, &tokens), context, REQUESTS_MAX).unwrap_or_default()
}

fn requests_of(
    language: CodeLanguage,
    (text, tokens): (&str, &[Token]),
    context: &CodeContext<'_>,
    wanted: usize,
) -> Result<Vec<FoundRequest>, Diagnostic> {
    let scope = Scope::new(tokens, language, Variables::find(tokens, language), context);
    let loops = if language == CodeLanguage::Python { Loops::find(tokens, text) } else { Loops::default() };
    // In Python, a loop or a batch writer decides which request is the first.
    let most = if language == CodeLanguage::Python { REQUESTS_MAX } else { wanted };
    let mut calls = Vec::new();
    let mut from = 0;
    while let Some(start) = start(language, tokens, from) {
        from = start.place + 1;
        // The short method names of the document client are also those of maps and caches.
        if !calls.is_empty() && start.is_document && is_method(tokens, start.place) {
            continue;
        }
        loops.for_each_iteration(&scope, start.place, &mut |mut order, scope| {
            let reading = scope.and_then(|scope| read_call(scope, &start));
            order.push((start.place, 0));
            let (place, writer) = (start.place, batch::writer_of(tokens, start.place));
            calls.push(Call { order, place, writer, reading });
            calls.len() < most
        });
        if calls.len() >= most {
            break;
        }
    }
    calls.sort_by(|a, b| a.order.cmp(&b.order));
    Ok(batch::grouped(calls).into_iter().map(|call| found(&scope, text, call)).collect())
}

/// Adds the text of a call, from its name to its last parenthesis.
fn found(scope: &Scope<'_>, text: &str, call: Call) -> FoundRequest {
    let start = scope.tokens.get(call.place).map_or(0, |token| token.span.start);
    let mut parser = scope.parser(call.place);
    let end = parser.expression().map_or(start, |expression| expression.span.end);
    let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
    let end = if end > start { end } else { line_end };
    FoundRequest { text: text[start..end].to_owned(), reading: call.reading }
}

fn read_call(scope: &Scope<'_>, start: &Start) -> Result<Reading, Diagnostic> {
    let (tokens, language) = (scope.tokens, scope.language);
    let has_word = |wanted: &[&str]| {
        tokens.iter().any(|token| match &token.kind {
            TokenKind::Name(word) | TokenKind::Text(word) => {
                wanted.iter().any(|wanted| word.contains(wanted))
            }
            _ => false,
        })
    };
    let values = match language {
        _ if start.is_document => Values::Plain,
        CodeLanguage::JavaScript if has_word(&["lib-dynamodb", "DocumentClient", "DynamoDBDocument"]) => {
            Values::Plain
        }
        CodeLanguage::Python if has_word(&["resource"]) => Values::Plain,
        CodeLanguage::JavaScript | CodeLanguage::Python => Values::Either,
        _ => Values::Typed,
    };
    let fitting = ShapeFitter { scope, values };
    let body = match language {
        CodeLanguage::JavaScript => javascript(&fitting, start)?,
        CodeLanguage::Python => python(&fitting, start)?,
        CodeLanguage::Rust => rust(&fitting, start)?,
        CodeLanguage::Java | CodeLanguage::Go => {
            let expression = scope.parser(start.place).expression()?;
            match language {
                CodeLanguage::Java => {
                    let calls = calls_in_chain(&expression);
                    let own =
                        calls.iter().position(|call| call.name == "builder").map_or(0, |builder| builder + 1);
                    Node::map(expression.span, fitting.called(&calls[own..], &start.operation.members())?)
                }
                _ => structure(&fitting, &expression, start.operation)?,
            }
        }
    };
    let name = tokens.get(start.place).map_or_else(Span::default, |token| token.span);
    Ok(Reading { operation: start.operation.name.to_owned(), operation_span: name, body, notes: Vec::new() })
}

/// Returns the problem: at the most similar name, if the text has one.
fn nothing_found(language: CodeLanguage, tokens: &[Token], text: &str) -> Diagnostic {
    let ending = match language {
        CodeLanguage::JavaScript => "Command",
        CodeLanguage::Java => "Request",
        CodeLanguage::Go => "Input",
        CodeLanguage::Python | CodeLanguage::Rust => "",
    };
    let like = tokens.iter().find_map(|token| match &token.kind {
        TokenKind::Name(name) if !ending.is_empty() => {
            name.strip_suffix(ending).filter(|name| !name.is_empty()).map(|name| (name, token.span))
        }
        _ => None,
    });
    match like {
        Some((name, span)) => DiagnosticKind::UnknownOperation { name: name.to_owned() }.at(span),
        None => DiagnosticKind::NoRequest.at(Span::new(0, text.trim_end().len())),
    }
}

fn is_method(tokens: &[Token], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|before| before.kind == TokenKind::Sign('.'))
}

/// Returns the first request that begins at this token or later.
fn start(language: CodeLanguage, tokens: &[Token], from: usize) -> Option<Start> {
    (from..tokens.len()).find_map(|place| {
        let TokenKind::Name(name) = &tokens.get(place)?.kind else { return None };
        let sign = |offset: usize| match tokens.get(place + offset).map(|token| &token.kind) {
            Some(TokenKind::Sign(sign)) => *sign,
            _ => ' ',
        };
        let is_method = is_method(tokens, place);
        let found = |operation: OperationShape, is_document| Some(Start { operation, place, is_document });
        match language {
            CodeLanguage::JavaScript if sign(1) == '(' => {
                let (operation, is_document) = script_name(name, is_method)?;
                let is_command = name.ends_with("Command") || name.starts_with("paginate");
                // A call with a named argument would be Python.
                let takes_object = sign(2) == '{'
                    || matches!(tokens.get(place + 2).map(|token| &token.kind), Some(TokenKind::Name(_)))
                        && matches!(sign(3), ')' | ',');
                (is_command || takes_object).then_some(())?;
                found(operation, is_document)
            }
            CodeLanguage::Python if is_method && sign(1) == '(' => {
                let named = matches!(tokens.get(place + 2).map(|token| &token.kind), Some(TokenKind::Name(_))) && sign(3) == '=';
                let operation = spelled(name, '_').or_else(|| paginated(name, tokens, place))?;
                (named || sign(2) == '*' || sign(2) == ')' && sign(3) != '.').then_some(())?;
                found(operation, false)
            }
            CodeLanguage::Rust if is_method && sign(1) == '(' && sign(2) == ')' && sign(3) == '.' => {
                found(spelled(name, '_')?, false)
            }
            CodeLanguage::Java if sign(1) == '.' => {
                let is_builder = matches!(tokens.get(place + 2).map(|token| &token.kind), Some(TokenKind::Name(name)) if name == "builder");
                found(shapes::operation(name.strip_suffix("Request")?).filter(|_| is_builder)?, false)
            }
            CodeLanguage::Go if sign(1) == '{' => found(shapes::operation(name.strip_suffix("Input")?)?, false),
            _ => None,
        }
    })
}

fn spelled(name: &str, separator: char) -> Option<OperationShape> {
    shapes::operations().find(|operation| shapes::is_spelled(operation.name, separator, name))
}

/// Returns the operation of `QueryCommand`, `paginateScan`, `client.getItem` or `documents.get`.
fn script_name(name: &str, is_method: bool) -> Option<(OperationShape, bool)> {
    let base = match (name.strip_suffix("Command"), name.strip_prefix("paginate")) {
        (Some(base), _) | (_, Some(base)) => base.to_owned(),
        _ if is_method => {
            let mut letters = name.chars();
            let first = letters.next().filter(char::is_ascii_lowercase)?;
            format!("{}{}", first.to_ascii_uppercase(), letters.as_str())
        }
        _ => return None,
    };
    if let Some(operation) = shapes::operation(&base) {
        return Some((operation, false));
    }
    let (_, operation) = OF_DOCUMENTS.into_iter().find(|(short, _)| *short == base)?;
    Some((shapes::operation(operation)?, true))
}

/// Returns the operation of `get_paginator("query")` for a call of `paginate`.
fn paginated(name: &str, tokens: &[Token], place: usize) -> Option<OperationShape> {
    (name == "paginate").then_some(())?;
    let before = tokens
        .get(..place)?
        .iter()
        .rposition(|token| token.kind == TokenKind::Name("get_paginator".to_owned()))?;
    match &tokens.get(before + 2)?.kind {
        TokenKind::Text(name) => spelled(name, '_'),
        _ => None,
    }
}

fn structure(
    fitting: &ShapeFitter<'_>,
    expression: &Expr,
    operation: OperationShape,
) -> Result<Node, Diagnostic> {
    let simple = fitting.scope.simplified(expression)?;
    let ExprKind::Map(entries) = &simple.kind else {
        return match simple.last_name() {
            Some(name) => Err(DiagnosticKind::KnownElsewhere { what: name.to_owned() }.at(expression.span)),
            None => Err(DiagnosticKind::ObjectExpected.at(expression.span)),
        };
    };
    Ok(Node::map(simple.span, members_of(fitting, entries, operation)?))
}

/// Returns the parameters of an operation. Its shape is not a named structure.
fn members_of(
    fitting: &ShapeFitter<'_>,
    entries: &[Entry],
    operation: OperationShape,
) -> Result<Vec<Member>, Diagnostic> {
    let mut members = Vec::new();
    for entry in entries {
        let name = match &entry.name.kind {
            ExprKind::Text(name) => name.clone(),
            ExprKind::Name(name) if name == "..." => {
                let spread = structure(fitting, &entry.value, operation)?;
                members.extend_from_slice(spread.members());
                continue;
            }
            _ => match fitting.scope.simplified(&entry.name)?.kind {
                ExprKind::Text(name) => name,
                _ => return Err(DiagnosticKind::Unexpected.at(entry.name.span)),
            },
        };
        if matches!(&entry.value.kind, ExprKind::Name(name) if name == "undefined" || name == "nil") {
            continue;
        }
        let shape = operation.member(&name).map_or(Shape::Text, |member| member.shape);
        let value = match name.as_str() {
            "TableName" => fitting.table_name(&entry.value)?,
            _ => fitting.node(&entry.value, shape)?,
        };
        members.push(Member::new(name, entry.name.span, value));
    }
    Ok(members)
}

fn javascript(fitting: &ShapeFitter<'_>, start: &Start) -> Result<Node, Diagnostic> {
    let mut parser = fitting.scope.parser(start.place + 1);
    let span = parser.span();
    let arguments = parser.arguments()?;
    // A paginator has its configuration as the first argument.
    let request = arguments.last().filter(|_| arguments.len() <= 2);
    match request {
        Some(request) => structure(fitting, &request.value, start.operation),
        None => Ok(Node::map(span, Vec::new())),
    }
}

fn python(fitting: &ShapeFitter<'_>, start: &Start) -> Result<Node, Diagnostic> {
    let mut parser = fitting.scope.parser(start.place + 1);
    let span = parser.span();
    let arguments = parser.arguments()?;
    let table = table_of(fitting.scope, start.place);
    let has_table =
        arguments.iter().any(|argument| argument.name.as_ref().is_some_and(|(name, _)| name == "TableName"));
    let takes_table = start.operation.member("TableName").is_some();
    let is_elsewhere = table.is_none() && is_method_of_table(start.operation);
    let table = table.or_else(|| {
        let only = fitting.scope.context.only_table().filter(|_| is_elsewhere)?;
        Some(Member::new("TableName", span, Node::text(span, only)))
    });
    let of_table = table.filter(|_| !has_table && takes_table);
    let fitting = ShapeFitter {
        scope: fitting.scope,
        values: if of_table.is_some() { Values::Plain } else { fitting.values },
    };
    let mut members: Vec<Member> = of_table.into_iter().collect();
    let mut placeholders = Placeholders::default();
    for Argument { name, value } in &arguments {
        let Some((name, name_span)) = name else { return Err(DiagnosticKind::Unexpected.at(value.span)) };
        let written = fitting.scope.simplified(value)?;
        if name == "**" {
            let spread = structure(&fitting, &written, start.operation)?;
            members.extend_from_slice(spread.members());
        } else if conditions::MEMBERS.contains(&name.as_str()) && conditions::is_condition(&written) {
            let text = placeholders.write(&fitting, &written)?;
            members.push(Member::new(name.clone(), *name_span, Node::text(value.span, text)));
        } else {
            let shape = start.operation.member(name).map_or(Shape::Text, |member| member.shape);
            let node = match name.as_str() {
                "TableName" => fitting.table_name(value)?,
                _ => fitting.node(value, shape)?,
            };
            members.push(Member::new(name.clone(), *name_span, node));
        }
    }
    add(&mut members, "ExpressionAttributeNames", placeholders.names, span);
    add(&mut members, "ExpressionAttributeValues", placeholders.values, span);
    Ok(Node::map(span, members))
}

/// Returns true if a table of a resource has a method for this operation.
fn is_method_of_table(operation: OperationShape) -> bool {
    ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan"].contains(&operation.name)
}

fn add(members: &mut Vec<Member>, name: &str, more: Vec<Member>, span: Span) {
    if more.is_empty() {
        return;
    }
    match members.iter_mut().find(|member| member.name == name).map(|member| &mut member.value.kind) {
        Some(NodeKind::Map(before)) => before.extend(more),
        _ => members.push(Member::new(name, span, Node::map(span, more))),
    }
}

/// Returns the table of a method call: that of its object, or the last one that is named before.
fn table_of(scope: &Scope<'_>, place: usize) -> Option<Member> {
    let table = own_table(scope, place).or_else(|| {
        let before = scope.tokens.get(..place)?;
        before.iter().rposition(|token| token.kind == TokenKind::Name("Table".to_owned()))
    })?;
    let given = scope.parser(table + 1).arguments().ok()?;
    let name = scope.simplified(&given.first()?.value).ok()?;
    match name.kind {
        ExprKind::Text(text) => Some(Member::new("TableName", name.span, Node::text(name.span, text))),
        _ => None,
    }
}

/// Returns the place of `Table` in the value of the object, or of the table of a batch writer.
fn own_table(scope: &Scope<'_>, place: usize) -> Option<usize> {
    let object = match batch::writer_of(scope.tokens, place) {
        Some(writer) => writer.checked_sub(2)?,
        None => place.checked_sub(2)?,
    };
    let kind = |at: usize| scope.tokens.get(at).map(|token| &token.kind);
    let Some(TokenKind::Name(name)) = kind(object) else { return None };
    let mut at = scope.variables.value(name, object)?;
    while matches!(kind(at), Some(TokenKind::Name(_) | TokenKind::Sign('.'))) {
        if kind(at) == Some(&TokenKind::Name("Table".to_owned())) {
            return Some(at);
        }
        // A call such as `boto3.resource("dynamodb")` is before the table's.
        at += 1;
        if kind(at) == Some(&TokenKind::Sign('(')) {
            let mut parser = scope.parser(at);
            parser.arguments().ok()?;
            at = parser.place;
        }
    }
    None
}

fn rust(fitting: &ShapeFitter<'_>, start: &Start) -> Result<Node, Diagnostic> {
    // Goes back to the client at the beginning of the call chain.
    let mut first = start.place;
    let kind = |place: usize| fitting.scope.tokens.get(place).map(|token| &token.kind);
    while first >= 2
        && kind(first - 1) == Some(&TokenKind::Sign('.'))
        && matches!(kind(first - 2), Some(TokenKind::Name(_)))
    {
        first -= 2;
    }
    // A call on the result of another call: the code before it is ignored.
    let first = if kind(first) == Some(&TokenKind::Sign('.')) { start.place } else { first };
    let expression = fitting.scope.parser(first).expression()?;
    let calls = calls_in_chain(&expression);
    let name = shapes::spelled_with(start.operation.name, '_');
    let own = calls.iter().position(|call| call.name == name).map_or(0, |own| own + 1);
    let sent =
        calls.iter().position(|call| matches!(call.name, "send" | "into_paginator")).unwrap_or(calls.len());
    let members = fitting.called(calls.get(own..sent).unwrap_or_default(), &start.operation.members())?;
    Ok(Node::map(expression.span, members))
}
