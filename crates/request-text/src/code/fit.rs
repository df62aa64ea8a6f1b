//! Converts an expression of a programming language to the type that the request requires at that place.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::expression::{Argument, Entry, Expr, ExprKind};
use super::simplify::{Scope, is_built};
use crate::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use crate::json;
use crate::node::{Member, Node, NodeKind, Span};
use crate::scalar;
use crate::shapes::{self, MemberShape, Shape};

/// How attribute values are written: with type as `{S: "a"}`, without type as `"a"`, or detected from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    Typed,
    Plain,
    Either,
}

pub struct ShapeFitter<'a> {
    pub scope: &'a Scope<'a>,
    pub values: Values,
}

impl ShapeFitter<'_> {
    pub fn node(&self, expression: &Expr, shape: Shape) -> Result<Node, Diagnostic> {
        self.scope.nested(expression.span, || self.node_of(expression, shape))
    }

    fn node_of(&self, expression: &Expr, shape: Shape) -> Result<Node, Diagnostic> {
        match shape {
            Shape::AttributeValue => return self.attribute(expression),
            Shape::Enumeration(name) => {
                if let Some(value) = constant(expression, name, shape) {
                    return Ok(Node::text(expression.span, value));
                }
            }
            Shape::Timestamp => {
                if let Some(seconds) = self.timestamp(expression)? {
                    return Ok(Node::new(expression.span, NodeKind::Number(seconds)));
                }
            }
            // A number that a person gave for the text of `{"N": age}` is that text.
            Shape::Text => {
                if let Some(given) = self.scope.given_text(expression) {
                    return Ok(Node::text(expression.span, given));
                }
            }
            Shape::Structure(_) if is_built(expression) => return self.built(expression, &shape.members()),
            _ => {}
        }
        if let Some((_, "marshall" | "serialize", [value])) = expression.as_call() {
            return ShapeFitter { scope: self.scope, values: Values::Plain }.node(&value.value, shape);
        }
        let simple = self.scope.simplified(expression)?;
        if simple != *expression && !is_literal(&simple) && !matches!(simple.kind, ExprKind::Name(_)) {
            return self.node(&simple, shape);
        }
        self.literal(&simple, shape)
    }

    fn literal(&self, expression: &Expr, shape: Shape) -> Result<Node, Diagnostic> {
        let span = expression.span;
        let kind = match &expression.kind {
            ExprKind::Text(text) if shape == Shape::Timestamp => return scalar::read(shape, text, span),
            ExprKind::Text(text) => NodeKind::Text(text.clone()),
            ExprKind::Bytes(bytes) => NodeKind::Text(STANDARD.encode(bytes)),
            ExprKind::Number(number) => number_node(number, span)?,
            ExprKind::List(elements) | ExprKind::Set(elements) => {
                let elements = elements.iter().map(|element| self.node(element, shape.inner()));
                NodeKind::List(elements.collect::<Result<_, _>>()?)
            }
            ExprKind::Map(entries) => NodeKind::Map(self.members(entries, shape)?),
            ExprKind::Name(name) => match constant_word(name) {
                Some(kind) => kind,
                None => NodeKind::Text(self.scope.placeholder(expression, name)?),
            },
            _ => {
                let what = expression.last_name().or(expression.as_call().map(|call| call.1)).unwrap_or("…");
                NodeKind::Text(self.scope.placeholder(expression, what)?)
            }
        };
        Ok(Node::new(span, kind))
    }

    /// Returns the name of a table. Code that has it from elsewhere takes the only table there is.
    pub fn table_name(&self, expression: &Expr) -> Result<Node, Diagnostic> {
        let is_text = matches!(self.scope.simplified(expression)?.kind, ExprKind::Text(_));
        match self.scope.context.only_table().filter(|_| !is_text) {
            Some(only) => Ok(Node::text(expression.span, only)),
            None => self.node(expression, Shape::Text),
        }
    }

    /// Returns the members of a map or structure. Undefined values are left out.
    pub fn members(&self, entries: &[Entry], shape: Shape) -> Result<Vec<Member>, Diagnostic> {
        let mut members = Vec::new();
        for entry in entries {
            if matches!(&entry.name.kind, ExprKind::Name(name) if name == "...") {
                let spread = self.node(&entry.value, shape)?;
                members.extend_from_slice(spread.members());
                continue;
            }
            let name = match self.scope.simplified(&entry.name)?.kind {
                ExprKind::Text(text) | ExprKind::Number(text) => text,
                _ => self.scope.placeholder(&entry.name, entry.name.last_name().unwrap_or("…"))?,
            };
            if matches!(&entry.value.kind, ExprKind::Name(name) if name == "undefined" || name == "nil") {
                continue;
            }
            let value = self.node(&entry.value, shape.under(&name))?;
            members.push(Member::new(name, entry.name.span, value));
        }
        Ok(members)
    }

    /// Reads `X.builder().name(value).build()`.
    fn built(&self, expression: &Expr, shapes: &[MemberShape]) -> Result<Node, Diagnostic> {
        let calls = calls_in_chain(expression);
        let own = calls.iter().position(|call| call.name == "builder").map_or(0, |builder| builder + 1);
        Ok(Node::map(expression.span, self.called(&calls[own..], shapes)?))
    }

    /// Returns the members that a call chain sets.
    pub fn called(&self, calls: &[Link<'_>], shapes: &[MemberShape]) -> Result<Vec<Member>, Diagnostic> {
        let mut members: Vec<Member> = Vec::new();
        for call in calls {
            if call.arguments.is_empty() {
                continue;
            }
            let name = call.name.strip_prefix("set_").unwrap_or(call.name);
            let spelled = if name == "nul" { Some("NULL") } else { None };
            let Some(shape) = shapes::member_spelled(shapes, spelled.unwrap_or(name)) else {
                let owner = shapes.first().map_or(String::new(), |first| format!("{}…", first.name));
                return Err(DiagnosticKind::UnknownMember { name: call.name.to_owned(), owner }.at(call.span));
            };
            let sets_whole = name != call.name;
            self.call(call, shape, sets_whole, &mut members)?;
        }
        Ok(members)
    }

    fn call(
        &self,
        call: &Link<'_>,
        shape: MemberShape,
        sets_whole: bool,
        members: &mut Vec<Member>,
    ) -> Result<(), Diagnostic> {
        let values: Vec<&Expr> = call.arguments.iter().map(|argument| &argument.value).collect();
        let before = members.iter().position(|member| member.name == shape.name);
        let empty = |kind| Member::new(shape.name, call.span, Node::new(call.span, kind));
        match (shape.shape, values.as_slice()) {
            (Shape::Map(_), [name, value]) if !sets_whole => {
                let name_node = self.node(name, Shape::Text)?;
                let Some(text) = name_node.as_text() else {
                    return Err(DiagnosticKind::Unexpected.at(name.span));
                };
                let entry = Member::new(text, name.span, self.node(value, shape.shape.inner())?);
                let place = before.unwrap_or(members.len());
                if before.is_none() {
                    members.push(empty(NodeKind::Map(Vec::new())));
                }
                if let NodeKind::Map(entries) = &mut members[place].value.kind {
                    entries.push(entry);
                }
            }
            (Shape::List(_), values) if !sets_whole && !self.is_list(values)? => {
                let mut elements = values
                    .iter()
                    .map(|value| self.node(value, shape.shape.inner()))
                    .collect::<Result<Vec<_>, _>>()?;
                let place = before.unwrap_or(members.len());
                if before.is_none() {
                    members.push(empty(NodeKind::List(Vec::new())));
                }
                if let NodeKind::List(list) = &mut members[place].value.kind {
                    list.append(&mut elements);
                }
            }
            (_, [value]) => members.push(Member::new(shape.name, call.span, self.node(value, shape.shape)?)),
            (_, [_, second, ..]) => return Err(DiagnosticKind::Unexpected.at(second.span)),
            (_, []) => {}
        }
        Ok(())
    }

    fn is_list(&self, values: &[&Expr]) -> Result<bool, Diagnostic> {
        let [only] = values else { return Ok(false) };
        Ok(matches!(self.scope.simplified(only)?.kind, ExprKind::List(_) | ExprKind::Set(_)))
    }

    /// Reads an attribute value in any notation.
    fn attribute(&self, expression: &Expr) -> Result<Node, Diagnostic> {
        self.scope.nested(expression.span, || self.attribute_of(expression))
    }

    fn attribute_of(&self, expression: &Expr) -> Result<Node, Diagnostic> {
        if let Some((type_name, value)) = typed_attribute(expression) {
            return self.under(type_name, value, expression.span);
        }
        if is_built(expression) {
            return self.built(expression, &Shape::AttributeValue.members());
        }
        if let Some((_, "marshall" | "serialize", [value])) = expression.as_call() {
            return ShapeFitter { scope: self.scope, values: Values::Plain }.attribute(&value.value);
        }
        let simple = self.scope.simplified(expression)?;
        if simple != *expression && !is_literal(&simple) && !matches!(simple.kind, ExprKind::Name(_)) {
            return self.attribute(&simple);
        }
        if let ExprKind::Map(entries) = &simple.kind
            && let [only] = entries.as_slice()
            && self.values != Values::Plain
            && let ExprKind::Text(name) = &only.name.kind
            && Shape::AttributeValue.member(name).is_some()
        {
            return Ok(Node::map(simple.span, self.members(entries, Shape::AttributeValue)?));
        }
        if self.values == Values::Typed {
            return match &simple.kind {
                ExprKind::Map(entries) => {
                    Ok(Node::map(simple.span, self.members(entries, Shape::AttributeValue)?))
                }
                ExprKind::Name(name) if constant_word(name).is_none() => {
                    Ok(Node::text(simple.span, self.scope.placeholder(&simple, name)?))
                }
                _ => {
                    Err(DiagnosticKind::ValueExpected { expected: Expected::AttributeValue }.at(simple.span))
                }
            };
        }
        self.plain(&simple)
    }

    fn under(&self, type_name: &str, value: &Expr, span: Span) -> Result<Node, Diagnostic> {
        let Some(member) = Shape::AttributeValue
            .members()
            .into_iter()
            .find(|member| member.name.eq_ignore_ascii_case(type_name))
        else {
            return Err(DiagnosticKind::UnknownMember {
                name: type_name.to_owned(),
                owner: "AttributeValue".to_owned(),
            }
            .at(span));
        };
        let value = self.node(value, member.shape)?;
        Ok(Node::map(span, vec![Member::new(member.name, span, value)]))
    }

    /// Converts a value of the language to an attribute value of the corresponding type.
    fn plain(&self, expression: &Expr) -> Result<Node, Diagnostic> {
        let span = expression.span;
        let under = |name: &str, value: Node| Ok(Node::map(span, vec![Member::new(name, span, value)]));
        match &expression.kind {
            ExprKind::Text(text) => under("S", Node::text(span, text.clone())),
            ExprKind::Number(number) => under("N", Node::text(span, number.clone())),
            ExprKind::Bytes(bytes) => under("B", Node::text(span, STANDARD.encode(bytes))),
            ExprKind::List(elements) => {
                let elements =
                    elements.iter().map(|element| self.attribute(element)).collect::<Result<_, _>>()?;
                under("L", Node::new(span, NodeKind::List(elements)))
            }
            ExprKind::Map(entries) => {
                let members = self.members(entries, Shape::Map("AttributeValue"))?;
                under("M", Node::map(span, members))
            }
            ExprKind::Set(elements) => {
                let elements = elements
                    .iter()
                    .map(|element| self.scope.simplified(element).and_then(|element| self.plain(&element)));
                let elements = elements.collect::<Result<Vec<Node>, Diagnostic>>()?;
                let types: Vec<&str> = elements
                    .iter()
                    .filter_map(|element| element.only_member())
                    .map(|member| member.name.as_str())
                    .collect();
                let name = match types.first() {
                    Some(&"S") => "SS",
                    Some(&"N") => "NS",
                    Some(&"B") => "BS",
                    _ => return Err(DiagnosticKind::MixedSet.at(span)),
                };
                if types.windows(2).any(|pair| pair[0] != pair[1]) {
                    return Err(DiagnosticKind::MixedSet.at(span));
                }
                let values = elements
                    .into_iter()
                    .filter_map(|element| element.only_member().map(|member| member.value.clone()));
                under(name, Node::new(span, NodeKind::List(values.collect())))
            }
            ExprKind::Name(name) => match constant_word(name) {
                Some(NodeKind::Null) => under("NULL", Node::new(span, NodeKind::Bool(true))),
                Some(kind) => under("BOOL", Node::new(span, kind)),
                None => under("S", Node::text(span, self.scope.placeholder(expression, name)?)),
            },
            _ => self.literal(expression, Shape::Text).and_then(|node| match &node.kind {
                // The placeholder of a value that is not known.
                NodeKind::Text(text) => under("S", Node::text(span, text.clone())),
                _ => Ok(node),
            }),
        }
    }

    /// Returns the seconds since 1970 for the expressions with which languages create a time.
    fn timestamp(&self, expression: &Expr) -> Result<Option<String>, Diagnostic> {
        let Some((of, name, arguments)) = expression.as_call() else { return Ok(None) };
        let owner = of.and_then(Expr::last_name).unwrap_or_default();
        let Some(first) = arguments.first() else { return Ok(None) };
        if name == "Time" && owner == "aws" {
            return self.timestamp(&first.value);
        }
        let value = self.scope.simplified(&first.value)?;
        Ok(match (owner, name, value.kind) {
            (_, "Date", ExprKind::Number(milliseconds)) => milliseconds.parse().ok().map(seconds_text),
            (_, "Date", ExprKind::Text(text))
            | ("Instant" | "datetime", "parse" | "fromisoformat", ExprKind::Text(text)) => {
                scalar::epoch_seconds(&text)
            }
            (_, "ofEpochMilli", ExprKind::Number(milliseconds)) => {
                milliseconds.parse().ok().map(seconds_text)
            }
            (
                _,
                "from_secs" | "ofEpochSecond" | "Unix" | "fromtimestamp" | "from_secs_f64",
                ExprKind::Number(seconds),
            ) => Some(seconds),
            _ => None,
        })
    }
}

fn seconds_text(milliseconds: i64) -> String {
    let (seconds, rest) = (milliseconds.div_euclid(1_000), milliseconds.rem_euclid(1_000));
    if rest == 0 { seconds.to_string() } else { format!("{seconds}.{rest:03}") }
}

fn number_node(number: &str, span: Span) -> Result<NodeKind, Diagnostic> {
    if json::is_json_number(number) {
        Ok(NodeKind::Number(number.to_owned()))
    } else {
        Err(DiagnosticKind::ValueExpected { expected: Expected::Number }.at(span))
    }
}

fn is_literal(expression: &Expr) -> bool {
    matches!(
        expression.kind,
        ExprKind::Text(_)
            | ExprKind::Bytes(_)
            | ExprKind::Number(_)
            | ExprKind::List(_)
            | ExprKind::Map(_)
            | ExprKind::Set(_)
    )
}

fn constant_word(name: &str) -> Option<NodeKind> {
    match name {
        "true" | "True" => Some(NodeKind::Bool(true)),
        "false" | "False" => Some(NodeKind::Bool(false)),
        "null" | "None" => Some(NodeKind::Null),
        _ => None,
    }
}

/// Reads a constant such as `ReturnValue.ALL_OLD`, `ReturnValue::AllOld` or `types.ReturnValueAllOld`.
fn constant(expression: &Expr, enumeration: &str, shape: Shape) -> Option<&'static str> {
    let ExprKind::Member { name, .. } = &expression.kind else { return None };
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
    };
    let spelled = letters(name);
    let short = spelled.strip_prefix(&letters(enumeration)).unwrap_or(&spelled);
    shape.values().into_iter().find(|value| letters(value) == spelled || letters(value) == short)
}

/// Reads `AttributeValue::S(x)`, `AttributeValue.fromS(x)` or `&types.AttributeValueMemberS{Value: x}`.
fn typed_attribute(expression: &Expr) -> Option<(&str, &Expr)> {
    if let ExprKind::Typed { type_name, value } = &expression.kind {
        let name = type_name.strip_prefix("AttributeValueMember")?;
        let ExprKind::Map(entries) = &value.kind else { return None };
        return entries.first().map(|entry| (name, &entry.value));
    }
    let (of, name, arguments) = expression.as_call()?;
    if of.and_then(Expr::last_name) != Some("AttributeValue") {
        return None;
    }
    let name = name.strip_prefix("from").unwrap_or(name);
    let name = if name.eq_ignore_ascii_case("nul") { "NULL" } else { name };
    arguments.first().map(|argument| (name, &argument.value))
}

/// One call of a chain.
pub struct Link<'a> {
    pub name: &'a str,
    pub arguments: &'a [Argument],
    pub span: Span,
}

/// Returns the calls of a chain, from the first to the last.
pub fn calls_in_chain(expression: &Expr) -> Vec<Link<'_>> {
    let mut calls = Vec::new();
    let mut expression = expression;
    loop {
        expression = match &expression.kind {
            ExprKind::Call { of, arguments } => {
                let name = of.last_name().unwrap_or_default();
                // The place is the name and the arguments, without the object.
                let before = match &of.kind {
                    ExprKind::Member { of, .. } => of.span.end,
                    _ => of.span.start,
                };
                calls.push(Link {
                    name,
                    arguments,
                    span: Span::new(before.min(expression.span.end), expression.span.end),
                });
                match &of.kind {
                    ExprKind::Member { of, .. } => of,
                    _ => break,
                }
            }
            ExprKind::Member { of, .. } => of,
            _ => break,
        };
    }
    calls.reverse();
    calls
}
