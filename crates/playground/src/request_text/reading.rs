//! What was read from a text: a request, and what was left out of it.

use super::mistake::Mistake;
use super::node::{Node, Span};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub operation: String,
    /// Where its name stands.
    pub operation_span: Span,
    pub body: Node,
    /// What is said in the text and not asked here.
    pub notes: Vec<Mistake>,
}
