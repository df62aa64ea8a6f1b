//! Compiles a Fluent file into patterns that the page can write without a parser.
//!
//! In a pattern, U+0001 begins an argument and U+0002 a choice; U+0003 ends both. An argument contains its name. A choice
//! contains the name of an argument. For each variant follow U+0004, its key, U+0005 and its pattern. The default's key is empty.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, PatternElement, Variant, VariantKey};
use fluent_syntax::parser;

use crate::fault::SentenceFault;

/// Marks a group comment that declares a family: sentences that the program chooses by a name in data.
const FAMILY: &str = "family:";

/// A Fluent file in one language.
pub struct Source<'a> {
    pub module: &'a str,
    pub language: &'static str,
    pub text: &'a str,
}

/// The sentences of a file, by name, and the prefixes of its families.
pub struct Entries {
    pub patterns: BTreeMap<String, CompiledSentence>,
    pub families: Vec<String>,
}

/// A sentence in one language.
#[derive(Default)]
pub struct CompiledSentence {
    pub pattern: String,
    pub arguments: BTreeSet<String>,
    /// The arguments that are part of the text. Arguments that only choose a variant are not included.
    pub inserted: BTreeSet<String>,
    /// The sentence's Fluent text on one line, for the documentation of the generated item.
    pub shown: String,
}

/// Parses and compiles the sentences of a file.
///
/// # Errors
/// Returns the faults of [`crate::generate`] that concern one file in one language.
pub fn read(source: &Source) -> Result<Entries, SentenceFault> {
    let resource = parser::parse(source.text).map_err(|(_, errors)| SentenceFault::NotFluent {
        module: source.module.to_owned(),
        language: source.language,
        error: errors.first().map(ToString::to_string).unwrap_or_default(),
    })?;
    let mut entries = Entries { patterns: BTreeMap::new(), families: Vec::new() };
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let name = message.id.name.to_owned();
                let compiled = compile(message, source.language)?;
                if entries.patterns.insert(name.clone(), compiled).is_some() {
                    let module = source.module.to_owned();
                    return Err(SentenceFault::DefinedTwice { name, first: module.clone(), second: module });
                }
            }
            Entry::GroupComment(comment) => {
                let lines = comment.content.iter();
                entries
                    .families
                    .extend(lines.filter_map(|line| Some(line.strip_prefix(FAMILY)?.trim().to_owned())));
            }
            Entry::Term(term) => {
                return Err(SentenceFault::NotSupported {
                    name: term.id.name.to_owned(),
                    what: "a term".to_owned(),
                });
            }
            Entry::Comment(_) | Entry::ResourceComment(_) | Entry::Junk { .. } => {}
        }
    }
    Ok(entries)
}

fn compile(message: &Message<&str>, language: &'static str) -> Result<CompiledSentence, SentenceFault> {
    let name = message.id.name;
    if !message.attributes.is_empty() {
        return Err(SentenceFault::NotSupported { name: name.to_owned(), what: "an attribute".to_owned() });
    }
    let Some(pattern) = &message.value else {
        return Err(SentenceFault::Empty { name: name.to_owned(), language });
    };
    let mut writer = PatternWriter { name, compiled: CompiledSentence::default() };
    writer.write(&pattern.elements)?;
    Ok(writer.compiled)
}

struct PatternWriter<'a> {
    name: &'a str,
    compiled: CompiledSentence,
}

impl PatternWriter<'_> {
    fn write(&mut self, elements: &[PatternElement<&str>]) -> Result<(), SentenceFault> {
        for element in elements {
            match element {
                PatternElement::TextElement { value } if value.contains('\n') => {
                    let what = "a line break in its text".to_owned();
                    return Err(SentenceFault::NotSupported { name: self.name.to_owned(), what });
                }
                PatternElement::TextElement { value } => {
                    self.compiled.pattern.push_str(value);
                    self.compiled.shown.push_str(value);
                }
                // Fluent writes a brace as a string literal.
                PatternElement::Placeable {
                    expression: Expression::Inline(InlineExpression::StringLiteral { value }),
                } => {
                    self.compiled.pattern.push_str(value);
                    self.compiled.shown.push_str(value);
                }
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    let argument = self.argument(inline)?;
                    self.compiled.inserted.insert(argument.clone());
                    self.compiled.pattern.push_str(&format!("\u{1}{argument}\u{3}"));
                    self.compiled.shown.push_str(&format!("{{ ${argument} }}"));
                }
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    let argument = self.argument(selector)?;
                    self.compiled.pattern.push('\u{2}');
                    self.compiled.pattern.push_str(&argument);
                    self.compiled.shown.push_str(&format!("{{ ${argument} -> "));
                    for variant in variants {
                        self.variant(variant)?;
                    }
                    self.compiled.pattern.push('\u{3}');
                    self.compiled.shown.push('}');
                }
            }
        }
        Ok(())
    }

    fn variant(&mut self, variant: &Variant<&str>) -> Result<(), SentenceFault> {
        let key = match &variant.key {
            _ if variant.default => "",
            VariantKey::Identifier { name } => name,
            VariantKey::NumberLiteral { value } => value,
        };
        self.compiled.pattern.push('\u{4}');
        self.compiled.pattern.push_str(key);
        self.compiled.pattern.push('\u{5}');
        self.compiled.shown.push_str(&format!("[{}] ", if key.is_empty() { "other" } else { key }));
        self.write(&variant.value.elements)?;
        self.compiled.shown.push(' ');
        Ok(())
    }

    fn argument(&mut self, expression: &InlineExpression<&str>) -> Result<String, SentenceFault> {
        match expression {
            InlineExpression::VariableReference { id } => {
                self.compiled.arguments.insert(id.name.to_owned());
                Ok(id.name.to_owned())
            }
            other => {
                Err(SentenceFault::NotSupported { name: self.name.to_owned(), what: format!("{other:?}") })
            }
        }
    }
}
