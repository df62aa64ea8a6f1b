//! The result of reading a text: a request, and the parts that were left out.

use super::diagnostic::Diagnostic;
use super::node::{Node, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub operation: String,
    /// The place of the operation's name.
    pub operation_span: Span,
    pub body: Node,
    /// Remarks on parts of the text that are not in the request.
    pub notes: Vec<Diagnostic>,
}
