//! Replaces slots in string literals by parameters: `"USER#…"` becomes `"USER#" + userId`, in each language's syntax.

use dynalab_literals::{Part, escapes, go, java, javascript, python, rust};
use dynalab_modeling::slots::{self, Slot, SlottedRequest};
use dynalab_modeling::template::Format;
use dynalab_request_text::code::CodeLanguage;

use crate::tables::snake_case;

/// Names that the generated code uses.
const OF_CODE: [&str; 7] = ["boto3", "client", "ctx", "err", "pad", "request", "response"];

#[derive(Clone, Copy)]
pub struct Spelling {
    pub language: CodeLanguage,
}

impl Spelling {
    pub fn function(self, name: &str) -> String {
        // Add a letter in front, because a name may begin with a digit or have no ASCII letter.
        let words = snake_case(&format!("x {name}"));
        let words = words.strip_prefix("x_").unwrap_or_default();
        let words = match words.chars().next() {
            Some(first) if first.is_ascii_alphabetic() => words.to_owned(),
            Some(_) => format!("pattern_{words}"),
            None => "pattern".to_owned(),
        };
        match self.language {
            CodeLanguage::Go => capital(&camel(&words)),
            _ => self.cased(&words),
        }
    }

    fn cased(self, words: &str) -> String {
        let name = match self.language {
            CodeLanguage::Python | CodeLanguage::Rust => words.to_owned(),
            _ => camel(words),
        };
        let is_reserved = match self.language {
            CodeLanguage::JavaScript => javascript::is_reserved,
            CodeLanguage::Python => python::is_reserved,
            CodeLanguage::Rust => rust::is_reserved,
            CodeLanguage::Java => java::is_reserved,
            CodeLanguage::Go => go::is_reserved,
        };
        if OF_CODE.contains(&name.as_str()) || is_reserved(&name) { format!("{name}_value") } else { name }
    }

    fn parameter(self, slot: &Slot) -> String {
        match computed_by_caller(slot) {
            Some(format) => self.cased(&format!("{}_{format}", snake_case(&slot.parameter))),
            None => self.cased(&snake_case(&slot.parameter)),
        }
    }

    /// Returns the expression of a slot's value.
    fn value(self, slot: &Slot, name: &str) -> String {
        let length = match slot.format {
            _ if computed_by_caller(slot).is_some() => return name.to_owned(),
            Format::Month => "2026-01".len(),
            Format::Date => "2026-01-31".len(),
            Format::Hour => "2026-01-31T09".len(),
            Format::Padded(digits) => {
                return match self.language {
                    CodeLanguage::JavaScript => format!("String({name}).padStart({digits}, \"0\")"),
                    CodeLanguage::Python => format!("str({name}).zfill({digits})"),
                    CodeLanguage::Rust => format!("format!(\"{{{name}:0>{digits}}}\")"),
                    CodeLanguage::Java | CodeLanguage::Go => format!("pad({name}, {digits})"),
                };
            }
            _ => return name.to_owned(),
        };
        match self.language {
            CodeLanguage::JavaScript => format!("{name}.slice(0, {length})"),
            CodeLanguage::Python | CodeLanguage::Go => format!("{name}[:{length}]"),
            CodeLanguage::Rust => format!("&{name}[..{length}]"),
            CodeLanguage::Java => format!("{name}.substring(0, {length})"),
        }
    }

    /// Returns the expression of a text with slots.
    fn expression(self, parts: &[Part<'_>], is_number: bool) -> String {
        if let [Part::Value(value)] = parts {
            return match self.language {
                // Numbers are strings in a request.
                CodeLanguage::JavaScript if is_number => format!("String({value})"),
                CodeLanguage::Python if is_number => format!("str({value})"),
                CodeLanguage::Rust if value.starts_with('&') => format!("({value})"),
                _ => (*value).to_owned(),
            };
        }
        match self.language {
            CodeLanguage::JavaScript => javascript::joined(parts),
            CodeLanguage::Python => python::joined(parts),
            CodeLanguage::Rust => rust::joined(parts),
            CodeLanguage::Java => java::joined(parts),
            CodeLanguage::Go => go::joined(parts),
        }
    }
}

/// Returns the name of a format that the caller applies: an SDK does not have Dynalab's hash, and each language writes the date of
/// epoch seconds in its own way.
fn computed_by_caller(slot: &Slot) -> Option<String> {
    match slot.format {
        Format::Shard(_) => slot.format.name(),
        Format::Date | Format::Month | Format::Hour if slot.is_number() => slot.format.name(),
        _ => None,
    }
}

/// What a caller passes: a parameter of the pattern, its number among those of this name, and its format if the caller applies it.
type Passed = (String, usize, Option<String>);

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: String,
    /// The value of the check as the caller passes it. None if it has no scalar value.
    pub value: Option<String>,
}

/// The parameters of a function, in the order of their use.
#[derive(Default)]
struct Parameters(Vec<(Passed, Argument)>);

impl Parameters {
    /// Returns the name of a slot's parameter. Different parameters of a pattern have different names.
    fn name(&mut self, spelling: Spelling, slot: &Slot) -> String {
        let passed = (slot.parameter.clone(), slot.number, computed_by_caller(slot));
        if let Some((_, argument)) = self.0.iter().find(|(known, _)| *known == passed) {
            return argument.name.clone();
        }
        let base = spelling.parameter(slot);
        let is_free = |name: &String| self.0.iter().all(|(_, known)| known.name != *name);
        let numbered = (2_u32..).map(|number| format!("{base}{number}"));
        let name = std::iter::once(base.clone()).chain(numbered).find(is_free).unwrap_or_default();
        let value = match (&slot.value, computed_by_caller(slot)) {
            (Some(value), Some(_)) => slot.format.apply(&slot.parameter, value).ok(),
            _ => slot.value_of_check(),
        };
        self.0.push((passed, Argument { name: name.clone(), value }));
        name
    }
}

/// Replaces slots by parameters. Returns the code, and the parameters in the order of their use.
pub fn fill(spelling: Spelling, request: &SlottedRequest, code: &str) -> (String, Vec<Argument>) {
    let mut out = String::new();
    let mut parameters = Parameters::default();
    let mut rest = code;
    while let Some((before, quoted)) = rest.split_once('"') {
        out.push_str(before);
        let Some(end) = escapes::end_of_literal(quoted) else { break };
        let content = &quoted[..end];
        // A literal of bytes has other escapes, and no slot.
        let text = escapes::read(content).unwrap_or_default();
        let parts = request.parts(&text);
        if parts.iter().any(|part| matches!(part, slots::Part::Slot(_))) {
            let values = parts.iter().map(|part| match part {
                slots::Part::Slot(slot) => spelling.value(slot, &parameters.name(spelling, slot)),
                slots::Part::Text(_) => String::new(),
            });
            let values: Vec<String> = values.collect();
            let parts: Vec<Part<'_>> = parts
                .iter()
                .zip(&values)
                .map(|(part, value)| match part {
                    slots::Part::Slot(_) => Part::Value(value),
                    slots::Part::Text(text) => Part::Text(text),
                })
                .collect();
            let is_number = out.ends_with("N: ") || out.ends_with("\"N\": ");
            out.push_str(&spelling.expression(&parts, is_number));
        } else {
            out.push_str(&rest[before.len()..before.len() + end + 2]);
        }
        rest = &quoted[end + 1..];
    }
    out.push_str(rest);
    (out, parameters.0.into_iter().map(|(_, argument)| argument).collect())
}

fn camel(words: &str) -> String {
    let mut words = words.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    first + &words.map(capital).collect::<String>()
}

pub fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_ascii_uppercase() + rest
}
