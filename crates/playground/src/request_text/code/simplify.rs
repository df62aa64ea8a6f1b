//! Takes off what languages put around a value: conversions, variables, the ways to write a set, bytes, a map.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::CodeLanguage;
use super::expression::{Argument, Entry, Expr, ExprKind, Parser};
use super::tokens::Token;
use super::variables::Variables;
use crate::request_text::mistake::{Mistake, MistakeKind};

/// How often a name may stand for a name.
const HOPS_MAX: usize = 32;
/// What may be called on a value and leaves it what it was.
const UNCHANGING_CALLS: [&str; 9] =
    ["into", "to_string", "to_owned", "clone", "unwrap", "as_str", "build", "trim", "into_iter"];
/// What a value may be given to and comes back as it was.
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
}

impl<'a> Scope<'a> {
    pub fn parser(&self, place: usize) -> Parser<'a> {
        Parser::new(self.tokens, self.language, place)
    }

    fn place_of(&self, expression: &Expr) -> usize {
        self.tokens.partition_point(|token| token.span.start < expression.span.start)
    }

    pub fn simplified(&self, expression: &Expr) -> Result<Expr, Mistake> {
        let mut expression = expression.clone();
        for _ in 0..HOPS_MAX {
            match self.simpler(&expression)? {
                Some(simpler) => expression = simpler,
                None => return Ok(expression),
            }
        }
        Ok(expression)
    }

    fn simpler(&self, expression: &Expr) -> Result<Option<Expr>, Mistake> {
        let with = |kind| Some(Expr { span: expression.span, kind });
        match &expression.kind {
            ExprKind::Name(name) => match self.variables.value(name, self.place_of(expression)) {
                Some(place) => self.parser(place).expression().map(Some),
                None => Ok(None),
            },
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
                        Simpler::Same(inner) => Some(inner),
                        Simpler::Kind(kind) => with(kind),
                    }))
                }
                None => Ok(None),
            },
        }
    }

    fn simpler_call(
        &self,
        of: Option<&Expr>,
        name: &str,
        arguments: &[Argument],
    ) -> Result<Option<Simpler>, Mistake> {
        let owner = of.and_then(Expr::last_name).unwrap_or_default();
        let values: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let texts = |index: usize| -> Result<Option<String>, Mistake> {
            let Some(value) = values.get(index) else { return Ok(None) };
            Ok(match self.simplified(value)?.kind {
                ExprKind::Text(text) => Some(text),
                _ => None,
            })
        };
        let is_builder = of.is_some_and(is_built);
        if let Some(of) = of
            && values.is_empty()
            && UNCHANGING_CALLS.contains(&name)
            && !(name == "build" && is_builder)
        {
            return Ok(Some(match self.as_text(name, of)? {
                Some(text) => Simpler::Kind(ExprKind::Text(text)),
                None => Simpler::Same(of.clone()),
            }));
        }
        if let [value] = values.as_slice()
            && let Some(text) = self.as_text(name, value)?
        {
            return Ok(Some(Simpler::Kind(ExprKind::Text(text))));
        }
        Ok(match (owner, name, values.as_slice()) {
            ("Buffer", "from", [_, encoding])
                if self.simplified(encoding)?.kind == ExprKind::Text("base64".to_owned()) =>
            {
                texts(0)?.map(|text| bytes_of(&text, values[0])).transpose()?
            }
            (_, "b64decode" | "decode", [value]) => {
                texts(0)?.map(|text| bytes_of(&text, value)).transpose()?
            }
            ("Buffer", "from", [_])
            | (_, "byte" | "encode" | "fromUtf8String" | "bytes" | "Uint8Array", [_])
            | ("Uint8Array", "from", [_]) => self.as_bytes(values[0])?,
            ("HashMap" | "BTreeMap", "from", [pairs]) => self.as_pairs(pairs)?,
            ("Map", "ofEntries", entries) => {
                let entries = entries.iter().filter_map(|entry| match entry.as_call() {
                    Some((_, "entry", [name, value])) => {
                        Some(Entry { name: name.value.clone(), value: value.value.clone() })
                    }
                    _ => None,
                });
                Some(Simpler::Kind(ExprKind::Map(entries.collect())))
            }
            ("Map", "of", pairs) => {
                let entries = pairs.chunks_exact(2);
                let entries = entries.map(|pair| Entry { name: pair[0].clone(), value: pair[1].clone() });
                Some(Simpler::Kind(ExprKind::Map(entries.collect())))
            }
            ("List" | "Arrays", "of" | "asList", elements) => Some(Simpler::Kind(ExprKind::List(
                elements.iter().map(|element| (*element).clone()).collect(),
            ))),
            ("Set", "of", elements) => Some(Simpler::Kind(ExprKind::Set(
                elements.iter().map(|element| (*element).clone()).collect(),
            ))),
            (_, "Set" | "set" | "frozenset", [elements]) => match self.simplified(elements)?.kind {
                ExprKind::List(elements) | ExprKind::Set(elements) => {
                    Some(Simpler::Kind(ExprKind::Set(elements)))
                }
                _ => None,
            },
            ("HashMap" | "BTreeMap" | "", "new" | "dict" | "HashMap", []) => {
                Some(Simpler::Kind(ExprKind::Map(Vec::new())))
            }
            ("Vec", "new", []) => Some(Simpler::Kind(ExprKind::List(Vec::new()))),
            (_, "Decimal" | "NumberValue", [_]) | ("NumberValue", "from", [_]) => texts(0)?.map_or_else(
                || Some(Simpler::Same(values[0].clone())),
                |text| Some(Simpler::Kind(ExprKind::Number(text))),
            ),
            ("String" | "Some" | "Blob" | "Box", "from" | "new" | "valueOf", [value]) => {
                Some(Simpler::Same((*value).clone()))
            }
            (_, function, [value]) if UNCHANGING_FUNCTIONS.contains(&function) => {
                Some(Simpler::Same((*value).clone()))
            }
            _ => None,
        })
    }

    /// The digits of a number that is made a text.
    fn as_text(&self, function: &str, value: &Expr) -> Result<Option<String>, Mistake> {
        if !matches!(function, "to_string" | "valueOf" | "toString" | "str" | "String" | "Itoa") {
            return Ok(None);
        }
        Ok(match self.simplified(value)?.kind {
            ExprKind::Number(number) => Some(number),
            _ => None,
        })
    }

    fn as_bytes(&self, value: &Expr) -> Result<Option<Simpler>, Mistake> {
        Ok(match self.simplified(value)?.kind {
            ExprKind::Text(text) => Some(Simpler::Kind(ExprKind::Bytes(text.into_bytes()))),
            ExprKind::Bytes(bytes) => Some(Simpler::Kind(ExprKind::Bytes(bytes))),
            ExprKind::List(elements) => Some(Simpler::Kind(ExprKind::Bytes(numbers(&elements)))),
            _ => None,
        })
    }

    fn as_pairs(&self, pairs: &Expr) -> Result<Option<Simpler>, Mistake> {
        let ExprKind::List(pairs) = self.simplified(pairs)?.kind else { return Ok(None) };
        let entries = pairs.into_iter().filter_map(|pair| match pair.kind {
            ExprKind::List(mut pair) if pair.len() == 2 => {
                let value = pair.pop()?;
                Some(Entry { name: pair.pop()?, value })
            }
            _ => None,
        });
        Ok(Some(Simpler::Kind(ExprKind::Map(entries.collect()))))
    }
}

enum Simpler {
    Same(Expr),
    Kind(ExprKind),
}

/// Whether a chain of calls has `builder()` in it.
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

fn bytes_of(text: &str, written: &Expr) -> Result<Simpler, Mistake> {
    let bytes = STANDARD.decode(text).map_err(|_| MistakeKind::NotBase64.at(written.span))?;
    Ok(Simpler::Kind(ExprKind::Bytes(bytes)))
}
