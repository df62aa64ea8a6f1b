//! Removes wrappers around a value: conversions, variables, and the notations for sets, bytes and maps.

use std::cell::Cell;
use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::CodeLanguage;
use super::expression::{Argument, Entry, Expr, ExprKind, Parser};
use super::tokens::Token;
use super::unknown::{self, CodeContext};
use super::variables::Variables;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::Span;

/// The maximum number of variables that refer to each other.
const HOPS_MAX: usize = 32;
/// The maximum depth of values in values, and the maximum number of values that are simplified. A variable can refer to itself.
const DEPTH_MAX: usize = 256;
const STEPS_MAX: usize = 50_000;
/// The methods that return an equal value.
const UNCHANGING_CALLS: [&str; 9] =
    ["into", "to_string", "to_owned", "clone", "unwrap", "as_str", "build", "trim", "into_iter"];
/// The functions that return their argument as an equal value.
const UNCHANGING_FUNCTIONS: [&str; 19] = [
    "String",
    "Some",
    "Ok",
    "Int32",
    "Int64",
    "Bool",
    "Float64",
    "Decimal",
    "Number",
    "BigInt",
    "NumberValue",
    "str",
    "Binary",
    "Blob",
    "SdkBytes",
    "fromByteArray",
    "int",
    "ToPtr",
    "Boolean",
];

pub struct Scope<'a> {
    pub tokens: &'a [Token],
    pub language: CodeLanguage,
    pub variables: Variables<'a>,
    pub context: &'a CodeContext<'a>,
    /// The values of the variables of loops, in one iteration.
    loop_values: BTreeMap<String, Expr>,
    depth: Cell<usize>,
    steps: Cell<usize>,
}

impl<'a> Scope<'a> {
    pub fn new(
        tokens: &'a [Token],
        language: CodeLanguage,
        variables: Variables<'a>,
        context: &'a CodeContext<'a>,
    ) -> Scope<'a> {
        let (loop_values, depth, steps) = (BTreeMap::new(), Cell::new(0), Cell::new(0));
        Scope { tokens, language, variables, context, loop_values, depth, steps }
    }

    /// Returns the scope of one iteration of a loop.
    pub fn with_loop_value(&self, name: &str, value: Expr) -> Scope<'a> {
        let mut scope = Scope::new(self.tokens, self.language, self.variables.clone(), self.context);
        scope.loop_values.clone_from(&self.loop_values);
        scope.loop_values.insert(name.to_owned(), value);
        scope
    }

    pub fn parser(&self, place: usize) -> Parser<'a> {
        Parser::new(self.tokens, self.language, place)
    }

    fn place_of(&self, expression: &Expr) -> usize {
        self.tokens.partition_point(|token| token.span.start < expression.span.start)
    }

    pub fn simplified(&self, expression: &Expr) -> Result<Expr, Diagnostic> {
        self.nested(expression.span, || self.simplified_at_depth(expression))
    }

    /// Reads a value inside a value.
    ///
    /// # Errors
    /// The values are nested too deep, as in a list that contains itself.
    pub fn nested<T>(
        &self,
        span: Span,
        read: impl FnOnce() -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        if self.depth.get() == DEPTH_MAX || self.steps.get() == STEPS_MAX {
            return Err(DiagnosticKind::TooDeep.at(span));
        }
        self.steps.set(self.steps.get() + 1);
        self.depth.set(self.depth.get() + 1);
        let value = read();
        self.depth.set(self.depth.get() - 1);
        value
    }

    fn simplified_at_depth(&self, expression: &Expr) -> Result<Expr, Diagnostic> {
        let mut expression = expression.clone();
        for _ in 0..HOPS_MAX {
            match self.simpler(&expression)? {
                Some(simpler) => expression = simpler,
                None => break,
            }
        }
        let given = unknown::name_of(&expression).and_then(|name| self.context.given(&name));
        Ok(given.map_or(expression.clone(), |given| unknown::value_of(given, self.language, expression.span)))
    }

    /// Returns the value that a person gave for an expression, as a text.
    pub fn given_text(&self, expression: &Expr) -> Option<String> {
        let given = self.context.given(&unknown::name_of(expression)?)?;
        Some(match unknown::value_of(given, self.language, expression.span).kind {
            ExprKind::Text(text) => text,
            _ => given.trim().to_owned(),
        })
    }

    /// Returns the text that stands for a value that is known only at run time.
    ///
    /// # Errors
    /// The value is known elsewhere, unless all such values are named.
    pub fn placeholder(&self, expression: &Expr, what: &str) -> Result<String, Diagnostic> {
        let name = unknown::name_of(expression).unwrap_or_else(|| what.to_owned());
        self.placeholder_named(&name, what, expression.span)
    }

    fn placeholder_named(&self, name: &str, what: &str, span: Span) -> Result<String, Diagnostic> {
        let elsewhere = || DiagnosticKind::KnownElsewhere { what: what.to_owned() }.at(span);
        self.context.placeholder(name).ok_or_else(elsewhere)
    }

    /// Returns the text of a part of a string: a text, or a value that is converted to one.
    fn part(&self, expression: &Expr, (what, span): (&str, Span)) -> Result<String, Diagnostic> {
        let simple = self.simplified(expression)?;
        match simple.kind {
            ExprKind::Text(text) => Ok(text),
            // Languages print fractions and exponents in their own way.
            ExprKind::Number(number) if !number.contains(['.', 'e', 'E']) => Ok(number),
            _ => {
                let name = unknown::name_of(&simple).or_else(|| unknown::name_of(expression));
                let name = name.unwrap_or_else(|| unknown::name_of_hole(what));
                match self.context.given(&name) {
                    Some(given) => Ok(given.to_owned()),
                    None => self.placeholder_named(&name, what, span),
                }
            }
        }
    }

    fn simpler(&self, expression: &Expr) -> Result<Option<Expr>, Diagnostic> {
        let with = |kind| Some(Expr { span: expression.span, kind });
        match &expression.kind {
            ExprKind::Name(name) => match self.loop_values.get(name) {
                Some(value) => Ok(Some(value.clone())),
                None => match self.variables.value(name, self.place_of(expression)) {
                    Some(place) => self.parser(place).expression().map(Some),
                    None => Ok(None),
                },
            },
            ExprKind::Template(parts) => self.template(parts).map(|text| with(ExprKind::Text(text))),
            ExprKind::Index { of, index } => self.element(of, index),
            ExprKind::Join { sign: '+', left, right } => {
                let is_text =
                    |side: &Expr| self.simplified(side).map(|side| matches!(side.kind, ExprKind::Text(_)));
                let (left_is_text, right_is_text) = (is_text(left)?, is_text(right)?);
                let is_value = |side: &Expr| unknown::name_of(side).is_some();
                // A text is joined to texts, and to values that are known only at run time.
                let is_of_texts = match (left_is_text, right_is_text) {
                    (true, true) => true,
                    (true, false) => is_value(right),
                    (false, true) => is_value(left),
                    (false, false) => false,
                };
                if !is_of_texts {
                    return Ok(None);
                }
                let part = |side: &Expr| self.part(side, (side.last_name().unwrap_or("…"), side.span));
                Ok(with(ExprKind::Text(part(left)? + &part(right)?)))
            }
            ExprKind::Typed { type_name, value } if !type_name.starts_with("AttributeValueMember") => {
                Ok(Some(match &value.kind {
                    ExprKind::Set(elements) if type_name == "byte" => {
                        Expr { span: value.span, kind: ExprKind::Bytes(numbers(elements)) }
                    }
                    _ => (**value).clone(),
                }))
            }
            _ => match expression.as_call() {
                Some((of, name, arguments)) => {
                    Ok(self.simpler_call(of, name, arguments)?.and_then(|kind| match kind {
                        SimplifiedCall::Same(inner) => Some(inner),
                        SimplifiedCall::Kind(kind) => with(kind),
                    }))
                }
                None => Ok(None),
            },
        }
    }

    /// Returns the text of a string with interpolated values.
    fn template(&self, parts: &[Expr]) -> Result<String, Diagnostic> {
        let mut whole = String::new();
        for part in parts {
            match &part.kind {
                ExprKind::Text(text) => whole.push_str(text),
                ExprKind::Hole { text, value: Some(value) } => {
                    whole.push_str(&self.part(value, (text, part.span))?)
                }
                ExprKind::Hole { text, value: None } => {
                    let name = unknown::name_of_hole(text);
                    match self.context.given(&name) {
                        Some(given) => whole.push_str(given),
                        None => whole.push_str(&self.placeholder_named(&name, text, part.span)?),
                    }
                }
                _ => return Err(DiagnosticKind::Unexpected.at(part.span)),
            }
        }
        Ok(whole)
    }

    /// Returns the element of a literal map or list.
    fn element(&self, of: &Expr, index: &Expr) -> Result<Option<Expr>, Diagnostic> {
        let (of, index) = (self.simplified(of)?, self.simplified(index)?);
        match (&of.kind, &index.kind) {
            (ExprKind::Map(entries), ExprKind::Text(wanted)) => {
                for entry in entries.iter().rev() {
                    if matches!(self.simplified(&entry.name)?.kind, ExprKind::Text(name) if name == *wanted) {
                        return Ok(Some(entry.value.clone()));
                    }
                }
                Ok(None)
            }
            (ExprKind::List(elements), ExprKind::Number(index)) => {
                Ok(index.parse::<usize>().ok().and_then(|index| elements.get(index)).cloned())
            }
            _ => Ok(None),
        }
    }

    fn simpler_call(
        &self,
        of: Option<&Expr>,
        name: &str,
        arguments: &[Argument],
    ) -> Result<Option<SimplifiedCall>, Diagnostic> {
        let owner = of.and_then(Expr::last_name).unwrap_or_default();
        let values: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let is_builder = of.is_some_and(is_built);
        if let Some(of) = of
            && values.is_empty()
            && UNCHANGING_CALLS.contains(&name)
            && !(name == "build" && is_builder)
        {
            return Ok(Some(match self.as_text(name, of)? {
                Some(text) => SimplifiedCall::Kind(ExprKind::Text(text)),
                None => SimplifiedCall::Same(of.clone()),
            }));
        }
        if let [value] = values.as_slice()
            && let Some(text) = self.as_text(name, value)?
        {
            return Ok(Some(SimplifiedCall::Kind(ExprKind::Text(text))));
        }
        if let Some(bytes) = self.bytes_call(owner, name, &values)? {
            return Ok(Some(bytes));
        }
        if let Some(collection) = self.collection_call(owner, name, &values)? {
            return Ok(Some(SimplifiedCall::Kind(collection)));
        }
        Ok(match (owner, name, values.as_slice()) {
            (_, "Decimal" | "NumberValue", [value]) | ("NumberValue", "from", [value]) => {
                Some(match self.text(value)? {
                    Some(text) => SimplifiedCall::Kind(ExprKind::Number(text)),
                    None => SimplifiedCall::Same((*value).clone()),
                })
            }
            ("String" | "Some" | "Blob" | "Box", "from" | "new" | "valueOf", [value]) => {
                Some(SimplifiedCall::Same((*value).clone()))
            }
            (_, function, [value]) if UNCHANGING_FUNCTIONS.contains(&function) => {
                Some(SimplifiedCall::Same((*value).clone()))
            }
            _ => None,
        })
    }

    fn text(&self, value: &Expr) -> Result<Option<String>, Diagnostic> {
        Ok(match self.simplified(value)?.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        })
    }

    fn bytes_call(
        &self,
        owner: &str,
        name: &str,
        values: &[&Expr],
    ) -> Result<Option<SimplifiedCall>, Diagnostic> {
        match (owner, name, values) {
            ("Buffer", "from", [value, encoding]) if self.text(encoding)?.as_deref() == Some("base64") => {
                self.text(value)?.map(|text| bytes_of(&text, value)).transpose()
            }
            (_, "b64decode" | "decode", [value]) => {
                self.text(value)?.map(|text| bytes_of(&text, value)).transpose()
            }
            ("Buffer" | "Uint8Array", "from", [value])
            | (_, "byte" | "encode" | "fromUtf8String" | "bytes" | "Uint8Array", [value]) => {
                self.as_bytes(value)
            }
            _ => Ok(None),
        }
    }

    fn collection_call(
        &self,
        owner: &str,
        name: &str,
        values: &[&Expr],
    ) -> Result<Option<ExprKind>, Diagnostic> {
        let all = || values.iter().map(|value| (*value).clone()).collect();
        Ok(match (owner, name, values) {
            ("HashMap" | "BTreeMap", "from", [pairs]) => self.as_pairs(pairs)?,
            ("Map", "ofEntries", entries) => {
                let entries = entries.iter().filter_map(|entry| match entry.as_call() {
                    Some((_, "entry", [name, value])) => {
                        Some(Entry { name: name.value.clone(), value: value.value.clone() })
                    }
                    _ => None,
                });
                Some(ExprKind::Map(entries.collect()))
            }
            ("Map", "of", pairs) => {
                let entries = pairs.chunks_exact(2);
                let entries = entries.map(|pair| Entry { name: pair[0].clone(), value: pair[1].clone() });
                Some(ExprKind::Map(entries.collect()))
            }
            ("List" | "Arrays", "of" | "asList", _) => Some(ExprKind::List(all())),
            ("Set", "of", _) => Some(ExprKind::Set(all())),
            (_, "Set" | "set" | "frozenset", [elements]) => match self.simplified(elements)?.kind {
                ExprKind::List(elements) | ExprKind::Set(elements) => Some(ExprKind::Set(elements)),
                _ => None,
            },
            ("HashMap" | "BTreeMap" | "", "new" | "dict" | "HashMap", []) => Some(ExprKind::Map(Vec::new())),
            ("Vec", "new", []) => Some(ExprKind::List(Vec::new())),
            _ => None,
        })
    }

    /// Returns the digits of a number that is converted to a string.
    fn as_text(&self, function: &str, value: &Expr) -> Result<Option<String>, Diagnostic> {
        if !matches!(function, "to_string" | "valueOf" | "toString" | "str" | "String" | "Itoa") {
            return Ok(None);
        }
        Ok(match self.simplified(value)?.kind {
            ExprKind::Number(number) => Some(number),
            _ => None,
        })
    }

    fn as_bytes(&self, value: &Expr) -> Result<Option<SimplifiedCall>, Diagnostic> {
        Ok(match self.simplified(value)?.kind {
            ExprKind::Text(text) => Some(SimplifiedCall::Kind(ExprKind::Bytes(text.into_bytes()))),
            ExprKind::Bytes(bytes) => Some(SimplifiedCall::Kind(ExprKind::Bytes(bytes))),
            ExprKind::List(elements) => Some(SimplifiedCall::Kind(ExprKind::Bytes(numbers(&elements)))),
            _ => None,
        })
    }

    fn as_pairs(&self, pairs: &Expr) -> Result<Option<ExprKind>, Diagnostic> {
        let ExprKind::List(pairs) = self.simplified(pairs)?.kind else { return Ok(None) };
        let entries = pairs.into_iter().filter_map(|pair| match pair.kind {
            ExprKind::List(mut pair) if pair.len() == 2 => {
                let value = pair.pop()?;
                Some(Entry { name: pair.pop()?, value })
            }
            _ => None,
        });
        Ok(Some(ExprKind::Map(entries.collect())))
    }
}

enum SimplifiedCall {
    Same(Expr),
    Kind(ExprKind),
}

/// Returns true if a call chain contains `builder()`.
pub fn is_built(expression: &Expr) -> bool {
    let mut expression = expression;
    loop {
        match &expression.kind {
            ExprKind::Call { of, .. } if of.last_name() == Some("builder") => return true,
            ExprKind::Call { of, .. } | ExprKind::Member { of, .. } => expression = of,
            _ => return false,
        }
    }
}

fn numbers(elements: &[Expr]) -> Vec<u8> {
    let number = |element: &Expr| match &element.kind {
        ExprKind::Number(number) => number.parse().ok(),
        _ => None,
    };
    elements.iter().filter_map(number).collect()
}

fn bytes_of(text: &str, written: &Expr) -> Result<SimplifiedCall, Diagnostic> {
    let bytes = STANDARD.decode(text).map_err(|_| DiagnosticKind::NotBase64.at(written.span))?;
    Ok(SimplifiedCall::Kind(ExprKind::Bytes(bytes)))
}
