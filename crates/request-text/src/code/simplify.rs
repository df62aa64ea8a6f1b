//! Removes wrappers around a value: conversions, variables, and the notations for sets, bytes and maps.

use std::cell::Cell;
use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::CodeLanguage;
use super::expression::{Argument, Entry, Expr, ExprKind, Parser};
use super::tokens::Token;
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
    /// The values of the variables of loops, in one iteration.
    loop_values: BTreeMap<String, Expr>,
    depth: Cell<usize>,
    steps: Cell<usize>,
}

impl<'a> Scope<'a> {
    pub fn new(tokens: &'a [Token], language: CodeLanguage, variables: Variables<'a>) -> Scope<'a> {
        let (loop_values, depth, steps) = (BTreeMap::new(), Cell::new(0), Cell::new(0));
        Scope { tokens, language, variables, loop_values, depth, steps }
    }

    /// Returns the scope of one iteration of a loop.
    pub fn with_loop_value(&self, name: &str, value: Expr) -> Scope<'a> {
        let mut scope = Scope::new(self.tokens, self.language, self.variables.clone());
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
                None => return Ok(expression),
            }
        }
        Ok(expression)
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
                let (left, right) = (self.simplified(left)?, self.simplified(right)?);
                match (left.kind, right.kind) {
                    (ExprKind::Text(left), ExprKind::Text(right)) => Ok(with(ExprKind::Text(left + &right))),
                    _ => Ok(None),
                }
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
                ExprKind::Hole { text, value } => {
                    let value = value.as_deref().map(|value| self.simplified(value)).transpose()?;
                    match value.map(|value| value.kind) {
                        Some(ExprKind::Text(text)) => whole.push_str(&text),
                        // Languages print fractions and exponents in their own way.
                        Some(ExprKind::Number(number)) if !number.contains(['.', 'e', 'E']) => {
                            whole.push_str(&number)
                        }
                        _ => return Err(DiagnosticKind::KnownElsewhere { what: text.clone() }.at(part.span)),
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
