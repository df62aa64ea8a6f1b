//! Replaces slots in string literals by parameters: `"USER#…"` becomes `"USER#" + userId`, in each language's syntax.

use dynalab_modeling::slots::{Part, Slot, SlottedRequest};
use dynalab_modeling::template::Format;
use dynalab_playground::request_text::code::CodeLanguage;

use crate::tables::snake_case;

/// Words that cannot be names of parameters or functions, and names that the generated code uses.
const RESERVED: [&str; 52] = [
    "abstract", "and", "as", "async", "await", "bool", "break", "case", "class", "client", "const",
    "continue", "ctx", "def", "default", "del", "delete", "do", "else", "enum", "err", "export", "false",
    "final", "fn", "for", "from", "func", "global", "if", "import", "in", "int", "is", "lambda", "let",
    "loop", "map", "match", "new", "not", "or", "package", "public", "range", "request", "response",
    "return", "static", "str", "type", "with",
];

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
        if RESERVED.contains(&name.as_str()) { format!("{name}_value") } else { name }
    }

    fn parameter(self, slot: &Slot) -> String {
        match slot.format {
            // The caller computes the shard, because an SDK does not have Dynalab's hash.
            Format::Shard(count) => self.cased(&format!("{}_shard{count}", snake_case(&slot.parameter))),
            _ => self.cased(&snake_case(&slot.parameter)),
        }
    }

    /// Returns the expression of a slot's value.
    fn value(self, slot: &Slot) -> String {
        let name = self.parameter(slot);
        let length = match slot.format {
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
            _ => return name,
        };
        match self.language {
            CodeLanguage::JavaScript => format!("{name}.slice(0, {length})"),
            CodeLanguage::Python | CodeLanguage::Go => format!("{name}[:{length}]"),
            CodeLanguage::Rust => format!("&{name}[..{length}]"),
            CodeLanguage::Java => format!("{name}.substring(0, {length})"),
        }
    }

    /// Returns the expression of a text with slots. Plain parts are escaped for the language.
    fn expression(self, parts: &[Part<'_>], is_number: bool) -> String {
        if let [Part::Slot(slot)] = parts {
            let value = self.value(slot);
            return match self.language {
                // Numbers are strings in a request.
                CodeLanguage::JavaScript if is_number => format!("String({value})"),
                CodeLanguage::Python if is_number => format!("str({value})"),
                CodeLanguage::Rust if value.starts_with('&') => format!("({value})"),
                _ => value,
            };
        }
        let joined = |text: fn(&str) -> String, slot: &dyn Fn(&Slot) -> String, between: &str| {
            let parts = parts.iter().map(|part| match part {
                Part::Text(plain) => text(plain),
                Part::Slot(found) => slot(found),
            });
            parts.collect::<Vec<String>>().join(between)
        };
        match self.language {
            CodeLanguage::JavaScript => {
                let text = |plain: &str| plain.replace('`', "\\`").replace("${", "\\${");
                format!("`{}`", joined(text, &|slot| format!("${{{}}}", self.value(slot)), ""))
            }
            CodeLanguage::Python => {
                let text = |plain: &str| plain.replace('{', "{{").replace('}', "}}");
                format!("f\"{}\"", joined(text, &|slot| format!("{{{}}}", self.value(slot)), ""))
            }
            CodeLanguage::Rust => {
                let values: Vec<String> = parts
                    .iter()
                    .filter_map(|part| match part {
                        Part::Slot(slot) => Some(self.value(slot)),
                        Part::Text(_) => None,
                    })
                    .collect();
                format!("format!(\"{}\", {})", joined(doubled, &|_| "{}".to_owned(), ""), values.join(", "))
            }
            CodeLanguage::Java | CodeLanguage::Go => {
                joined(|plain| format!("\"{plain}\""), &|slot| self.value(slot), " + ")
            }
        }
    }
}

/// Doubles braces, except in escapes such as `\u{1f}`.
fn doubled(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(place);
        out.push_str(before);
        if before.ends_with("\\u")
            && let Some(end) = brace.find('}')
        {
            out.push_str(&brace[..=end]);
            rest = &brace[end + 1..];
            continue;
        }
        out.push_str(if brace.starts_with('{') { "{{" } else { "}}" });
        rest = &brace[1..];
    }
    out + rest
}

/// Replaces slots by parameters. Returns the code, and the parameters in the order of their use.
pub fn fill(spelling: Spelling, request: &SlottedRequest, code: &str) -> (String, Vec<String>) {
    let mut out = String::new();
    let mut parameters: Vec<String> = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find('"') {
        let (before, quoted) = rest.split_at(start);
        out.push_str(before);
        let Some(end) = end_of(&quoted[1..]) else {
            rest = quoted;
            break;
        };
        let parts = request.parts(&quoted[1..=end]);
        let mut has_slot = false;
        for part in &parts {
            if let Part::Slot(slot) = part {
                has_slot = true;
                let name = spelling.parameter(slot);
                if !parameters.contains(&name) {
                    parameters.push(name);
                }
            }
        }
        match has_slot {
            true => {
                let is_number = out.ends_with("N: ") || out.ends_with("\"N\": ");
                out.push_str(&spelling.expression(&parts, is_number));
            }
            false => out.push_str(&quoted[..end + 2]),
        }
        rest = &quoted[end + 2..];
    }
    out.push_str(rest);
    (out, parameters)
}

/// Returns the end of a string literal. `text` starts after its first quote.
fn end_of(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
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
