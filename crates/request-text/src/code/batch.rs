//! Batch writers of boto3: `with table.batch_writer() as batch`. Their puts and deletes become requests of BatchWriteItem.

use super::loops::Order;
use super::tokens::{Token, TokenKind};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Member, Node, NodeKind};
use crate::read_result::Reading;

/// The maximum number of writes in a BatchWriteItem request.
const WRITES_MAX: usize = 25;

/// A call of a text that is a request, or cannot be read as one.
pub struct Call {
    pub order: Order,
    /// The token with the name of the operation.
    pub place: usize,
    /// The token `batch_writer` of the writer whose method is called.
    pub writer: Option<usize>,
    pub reading: Result<Reading, Diagnostic>,
}

/// Returns the token `batch_writer` of the writer whose method is called at this token.
pub fn writer_of(tokens: &[Token], place: usize) -> Option<usize> {
    let kind = |at: usize| tokens.get(at).map(|token| &token.kind);
    let object = place.checked_sub(2)?;
    let Some(TokenKind::Name(name)) = kind(object) else { return None };
    let is_member = object.checked_sub(1).and_then(kind) == Some(&TokenKind::Sign('.'));
    if is_member || kind(place - 1) != Some(&TokenKind::Sign('.')) {
        return None;
    }
    let is_bound = |at: &usize| {
        kind(*at) == Some(&TokenKind::Name("as".to_owned()))
            && kind(at + 1).is_some_and(|kind| *kind == TokenKind::Name(name.clone()))
    };
    let bound = (1..object).rev().find(is_bound)?;
    let call = (0..bound).rev().find(|at| kind(*at) == Some(&TokenKind::Sign('(')))?;
    let writer = call.checked_sub(1)?;
    (kind(writer) == Some(&TokenKind::Name("batch_writer".to_owned()))).then_some(writer)
}

/// Merges the writes of each batch writer into requests with up to 25 writes.
pub fn grouped(calls: Vec<Call>) -> Vec<Call> {
    let mut grouped: Vec<Call> = Vec::new();
    for call in calls {
        let (Some(writer), Ok(reading)) = (call.writer, &call.reading) else {
            grouped.push(call);
            continue;
        };
        let write = write_of(reading);
        let open = grouped.iter_mut().rev().find(|open| open.writer == Some(writer) && open.reading.is_ok());
        match (write, open) {
            (Some((table, write)), Some(open)) => {
                let taken = open.reading.as_mut().is_ok_and(|open| add(open, &table, &write));
                if !taken {
                    grouped.push(Call { reading: Ok(batch(reading, table, write)), ..call });
                }
            }
            (Some((table, write)), None) => {
                grouped.push(Call { reading: Ok(batch(reading, table, write)), ..call });
            }
            (None, _) => {
                let problem = DiagnosticKind::MemberMissing { name: "TableName".to_owned() };
                grouped.push(Call { reading: Err(problem.at(reading.operation_span)), ..call });
            }
        }
    }
    grouped
}

/// Returns the table of a put or a delete, and its element in BatchWriteItem.
fn write_of(reading: &Reading) -> Option<(Member, Node)> {
    let table = reading.body.get("TableName")?;
    let name = match reading.operation.as_str() {
        "PutItem" => ("PutRequest", "Item"),
        "DeleteItem" => ("DeleteRequest", "Key"),
        _ => return None,
    };
    let value = reading.body.get(name.1)?;
    let request = Node::map(value.span, vec![Member::new(name.1, value.span, value.clone())]);
    let write = Node::map(value.span, vec![Member::new(name.0, value.span, request)]);
    let writes = Node::new(table.span, NodeKind::List(Vec::new()));
    Some((Member::new(table.as_text()?, table.span, writes), write))
}

fn batch(reading: &Reading, mut table: Member, write: Node) -> Reading {
    table.value.kind = NodeKind::List(vec![write]);
    let span = reading.body.span;
    let tables = Node::map(span, vec![table]);
    Reading {
        operation: "BatchWriteItem".to_owned(),
        operation_span: reading.operation_span,
        body: Node::map(span, vec![Member::new("RequestItems", span, tables)]),
        notes: Vec::new(),
    }
}

/// Adds a write to a request. Returns false if the request is full, or for another table.
fn add(open: &mut Reading, table: &Member, write: &Node) -> bool {
    let NodeKind::Map(members) = &mut open.body.kind else { return false };
    let Some(NodeKind::Map(tables)) = members.first_mut().map(|member| &mut member.value.kind) else {
        return false;
    };
    let Some(own) = tables.first_mut().filter(|own| own.name == table.name) else { return false };
    match &mut own.value.kind {
        NodeKind::List(writes) if writes.len() < WRITES_MAX => {
            writes.push(write.clone());
            true
        }
        _ => false,
    }
}
