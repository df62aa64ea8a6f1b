//! Finds the problems of a readable request: unknown parameters, invalid values, and errors in expressions.

use std::collections::BTreeSet;

use dynalab_expressions::{
    ExpressionKind, Problem, is_reserved, parse_condition, parse_projection, parse_update, place_of_mistake,
};

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use super::node::{Member, Node, NodeKind, Span};
use super::read_result::Reading;
use super::shapes::{self, MemberShape, Shape};
use super::words::{Word, WordKind, words};

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";

/// Lists of names of operations that requests may have beside those of [`shapes`]: the operations of a simulation.
pub type OtherOperations = &'static [&'static [&'static str]];

/// Returns all problems, ordered by their place in the text. An operation of `others` may have any parameters.
pub fn check(text: &str, reading: &Reading, others: OtherOperations) -> Vec<Diagnostic> {
    let mut checking = RequestChecker { text, mistakes: Vec::new() };
    match shapes::operation(&reading.operation) {
        Some(operation) => {
            checking.members(&reading.body, &operation.members(), operation.name);
            checking.expressions(&reading.body);
        }
        None if others.iter().any(|names| names.contains(&reading.operation.as_str())) => {}
        None => {
            let kind = DiagnosticKind::UnknownOperation { name: reading.operation.clone() };
            checking.mistakes.push(kind.at(reading.operation_span));
        }
    }
    checking.mistakes.sort_by_key(|mistake| mistake.span.start);
    checking.mistakes
}

struct RequestChecker<'a> {
    text: &'a str,
    mistakes: Vec<Diagnostic>,
}

impl RequestChecker<'_> {
    fn report(&mut self, kind: DiagnosticKind, span: Span) {
        self.mistakes.push(kind.at(span));
    }

    fn members(&mut self, node: &Node, shapes: &[MemberShape], owner: &str) {
        for member in node.members() {
            match shapes.iter().find(|shape| shape.name == member.name) {
                Some(shape) => self.value(&member.value, shape.shape),
                None => {
                    let kind =
                        DiagnosticKind::UnknownMember { name: member.name.clone(), owner: owner.to_owned() };
                    self.report(kind, member.name_span);
                }
            }
        }
        let missing = shapes.iter().find(|shape| shape.required && node.get(shape.name).is_none());
        if let Some(missing) = missing {
            self.report(
                DiagnosticKind::MemberMissing { name: missing.name.to_owned() },
                Span::new(node.span.start, node.span.start + 1),
            );
        }
    }

    fn value(&mut self, node: &Node, shape: Shape) {
        let expected = match (shape, &node.kind) {
            // Null means that the parameter is missing.
            (_, NodeKind::Null) => return,
            (Shape::Enumeration(_), NodeKind::Text(value)) => {
                let values = shape.values();
                if !values.contains(&value.as_str()) {
                    let kind = DiagnosticKind::NotOneOf { value: value.clone(), values: values.join(", ") };
                    self.report(kind, node.span);
                }
                return;
            }
            (Shape::Text | Shape::Enumeration(_), _) if node.as_text().is_none() => Expected::Text,
            (Shape::Bytes, NodeKind::Text(text)) if !is_base64(text) => {
                return self.report(DiagnosticKind::NotBase64, node.span);
            }
            (Shape::Bytes, kind) if !matches!(kind, NodeKind::Text(_)) => Expected::Bytes,
            (Shape::Integer | Shape::Long | Shape::Double | Shape::Timestamp, kind)
                if !matches!(kind, NodeKind::Number(_)) =>
            {
                Expected::Number
            }
            (Shape::Boolean, kind) if !matches!(kind, NodeKind::Bool(_)) => Expected::Boolean,
            (Shape::List(_), NodeKind::List(elements)) => {
                return elements.iter().for_each(|element| self.value(element, shape.inner()));
            }
            (Shape::List(_), _) => Expected::List,
            (Shape::Map(_), NodeKind::Map(members)) => {
                return members.iter().for_each(|member| self.value(&member.value, shape.inner()));
            }
            (Shape::Structure(name), NodeKind::Map(_)) => return self.members(node, &shape.members(), name),
            (Shape::Map(_) | Shape::Structure(_), _) => Expected::Map,
            (Shape::AttributeValue, NodeKind::Map(members)) if members.len() == 1 => {
                return self.members(node, &shape.members(), "AttributeValue");
            }
            (Shape::AttributeValue, _) => Expected::AttributeValue,
            _ => return,
        };
        self.report(DiagnosticKind::ValueExpected { expected }, node.span);
    }

    /// Checks every part of a request that has expressions. The expressions of a part share their placeholders.
    fn expressions(&mut self, node: &Node) {
        let members = node.members();
        if members.iter().any(|member| is_expression(member) || member.name == NAMES || member.name == VALUES)
        {
            self.placeholders(node);
        }
        for member in members {
            // Deeper levels are items and keys, whose attributes may have any name.
            if matches!(member.name.as_str(), "TransactItems" | "RequestItems") {
                self.inside(&member.value, 3);
            }
        }
    }

    fn inside(&mut self, node: &Node, levels: usize) {
        if levels == 0 {
            return;
        }
        node.elements().iter().for_each(|element| self.inside(element, levels - 1));
        for member in node.members() {
            self.expressions(&member.value);
            self.inside(&member.value, levels - 1);
        }
    }

    fn placeholders(&mut self, request: &Node) {
        let mut used = BTreeSet::new();
        for &kind in ExpressionKind::ALL {
            let Some(node) = request.get(kind.name()) else { continue };
            let Some(text) = node.as_text() else { continue };
            let words = words(text);
            let has_syntax = self.syntax(kind, text, node.span);
            for word in &words {
                let span = self.part(node.span, text, word.start, word.end);
                match word.kind {
                    WordKind::Name | WordKind::Value => {
                        let definitions =
                            request.get(if word.kind == WordKind::Name { NAMES } else { VALUES });
                        if definitions
                            .is_none_or(|definitions| definitions.get(&text[word.start..word.end]).is_none())
                        {
                            self.report(
                                DiagnosticKind::NotDefined { name: text[word.start..word.end].to_owned() },
                                span,
                            );
                        }
                        used.insert(text[word.start..word.end].to_owned());
                    }
                    WordKind::Path if has_syntax && is_bare_reserved(text, word, kind) => {
                        self.report(
                            DiagnosticKind::ReservedWord { word: text[word.start..word.end].to_owned() },
                            span,
                        );
                    }
                    _ => {}
                }
            }
        }
        for member in [NAMES, VALUES].into_iter().filter_map(|name| request.get(name)).flat_map(Node::members)
        {
            if !used.contains(&member.name) {
                self.report(DiagnosticKind::NotUsed { name: member.name.clone() }, member.name_span);
            }
        }
    }

    /// Returns true if the syntax is valid. Reports a syntax error otherwise.
    fn syntax(&mut self, kind: ExpressionKind, text: &str, span: Span) -> bool {
        let parsed = match kind {
            ExpressionKind::Update => parse_update(text).map(drop),
            ExpressionKind::Projection => parse_projection(text).map(drop),
            _ => parse_condition(kind, text).map(drop),
        };
        let Err(error) = parsed else { return true };
        // The place is the whole expression if no single token is wrong.
        let place = match error.problem {
            Problem::Syntax { .. } => place_of_mistake(kind, text),
            _ => None,
        };
        let place = place.map_or(span, |place| self.part(span, text, place.start, place.end));
        self.report(DiagnosticKind::Expression { sentence: error.to_string() }, place);
        false
    }

    /// Returns the place of a part of a quoted text. It is exact if the text has no escapes, otherwise it is the whole text.
    fn part(&self, span: Span, content: &str, start: usize, end: usize) -> Span {
        let written = self.text.get(span.start..span.end).unwrap_or_default();
        match written.find(content) {
            Some(offset) => {
                let from = span.start + offset;
                // A missing token at the end is shown at the last character.
                let start = if start == end { start.saturating_sub(1) } else { start };
                Span::new(from + start.min(content.len()), from + end.min(content.len()))
            }
            None => span,
        }
    }
}

fn is_expression(member: &Member) -> bool {
    ExpressionKind::of_parameter(&member.name).is_some()
}

/// Returns true for a reserved word that is not a keyword. Function names and keywords are not attributes.
fn is_bare_reserved(text: &str, word: &Word, kind: ExpressionKind) -> bool {
    let name = &text[word.start..word.end];
    let keywords: &[&str] = match kind {
        ExpressionKind::Update => &["SET", "REMOVE", "ADD", "DELETE"],
        ExpressionKind::Projection => &[],
        _ => &["AND", "OR", "NOT", "BETWEEN", "IN"],
    };
    is_reserved(name) && !keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(name))
}

fn is_base64(text: &str) -> bool {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    fn diagnostics(operation: &str, text: &str) -> Vec<(String, &'static str)> {
        let body = json::read(text).expect(text);
        let reading = Reading {
            operation: operation.to_owned(),
            operation_span: Span::default(),
            body,
            notes: Vec::new(),
        };
        let shown = |mistake: Diagnostic| {
            (text[mistake.span.start..mistake.span.end].to_owned(), mistake.kind.sentence().0)
        };
        check(text, &reading, &[&["Dynalab.SetDials"]]).into_iter().map(shown).collect()
    }

    fn one(operation: &str, text: &str, shown: &str, name: &str) {
        assert_eq!(
            diagnostics(operation, text),
            [(shown.to_owned(), name)].map(|(shown, name)| (shown, name_of(name))),
            "{text}"
        );
    }

    fn name_of(name: &str) -> &'static str {
        Box::leak(name.to_owned().into_boxed_str())
    }

    #[test]
    fn other_operations_may_have_any_parameters() {
        assert_eq!(diagnostics("Dynalab.SetDials", r#"{"Anything":1}"#), []);
        let names: Vec<_> = diagnostics("Dynalab.Nothing", "{}").into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, [name_of("unknown-operation")]);
    }

    #[test]
    fn members_and_values_are_looked_at() {
        one("Scan", r#"{"TableName":"T","Tabel":1}"#, "\"Tabel\"", "unknown-member");
        one("Scan", r#"{"TableName":5}"#, "5", "value-expected");
        one("Scan", r#"{"TableName":"T","Limit":"5"}"#, "\"5\"", "value-expected");
        one("Scan", r#"{"TableName":"T","Select":"ALL"}"#, "\"ALL\"", "not-one-of");
        one("Scan", r#"{}"#, "{", "member-missing");
        one("GetItem", r#"{"TableName":"T","Key":{"pk":"a"}}"#, "\"a\"", "value-expected");
        one("GetItem", r#"{"TableName":"T","Key":{"pk":{"T":"a"}}}"#, "\"T\"", "unknown-member");
        one("GetItem", r#"{"TableName":"T","Key":{"pk":{"B":"%"}}}"#, "\"%\"", "not-base64");
        assert_eq!(
            diagnostics("GetItem", r#"{"TableName":"T","Key":{"pk":{"B":"YQ=="}},"ConsistentRead":null}"#),
            []
        );
    }

    #[test]
    fn expressions_are_looked_at_where_they_are() {
        let values = r#""ExpressionAttributeValues":{":a":{"S":"x"}}"#;
        let scan = |filter: &str| format!(r#"{{"TableName":"T","FilterExpression":"{filter}",{values}}}"#);
        assert_eq!(diagnostics("Scan", &scan("a = :a")), []);
        one("Scan", &scan("a = = :a"), "=", "expression");
        one("Scan", &scan("status = :a"), "status", "reserved-word");
        one("Scan", &scan("x.status = :a AND size(y) > :a"), "status", "reserved-word");
        one("Scan", &scan("#a = :a"), "#a", "not-defined");
        one("Scan", &scan("a = :a AND b = :b"), ":b", "not-defined");
        one(
            "Scan",
            r#"{"TableName":"T","FilterExpression":"a","ExpressionAttributeValues":{}}"#,
            "a",
            "expression",
        );
        one("Scan", &format!(r#"{{"TableName":"T",{values}}}"#), "\":a\"", "not-used");
        let search = |condition: &str| {
            format!(
                r#"{{"TableName":"T","IndexName":"I","TopK":1,"SearchVector":[{{"N":"1"}}],"SearchConditionExpression":"{condition}",{values}}}"#
            )
        };
        assert_eq!(diagnostics("SearchVectors", &search("a = :a")), []);
        one("SearchVectors", &search("a = :a AND b = :b"), ":b", "not-defined");
        one(
            "TransactWriteItems",
            r#"{"TransactItems":[{"Update":{"TableName":"T","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET name = a"}}]}"#,
            "name",
            "reserved-word",
        );
        assert_eq!(
            diagnostics("PutItem", r#"{"TableName":"T","Item":{"FilterExpression":{"S":"a = ="}}}"#),
            []
        );
    }
}
