//! Compiles a Fluent file into a form the page can read without a parser. Fluent's own library reads it here, at build
//! time; carrying it in the page would cost 35 KB of every first visit.
//!
//! One line a message: its name, a tab, its pattern. In a pattern, U+0001 begins a gap and U+0002 a choice; both are
//! closed by U+0003. A gap holds a name. A choice holds a name, then for each variant U+0004, its key, U+0005 and its
//! pattern; the key of the default is empty.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use fluent_syntax::parser;

/// The file of one language in the compiled form.
///
/// # Panics
/// When it is not as it should be: a build must not go on.
pub fn compile(source: &str, language: &str) -> String {
    let resource = match parser::parse(source) {
        Ok(resource) => resource,
        Err((_, errors)) => panic!("messages/{language}.ftl: {errors:?}"),
    };
    let mut lines = Vec::new();
    let mut names = BTreeSet::new();
    for entry in &resource.body {
        if let Entry::Message(message) = entry {
            let name = message.id.name;
            assert!(names.insert(name), "{name} is defined twice in messages/{language}");
            let pattern = message.value.as_ref().unwrap_or_else(|| panic!("{name} says nothing"));
            let mut line = format!("{name}\t");
            write_pattern(pattern, name, &mut line);
            assert!(!line.contains('\n'), "{name} has more than one line");
            lines.push(line);
        }
    }
    lines.sort();
    lines.join("\n")
}

fn write_pattern(pattern: &Pattern<&str>, message: &str, out: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => out.push_str(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                out.push('\u{1}');
                out.push_str(variable(inline, message));
                out.push('\u{3}');
            }
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                out.push('\u{2}');
                out.push_str(variable(selector, message));
                for variant in variants {
                    write_variant(variant, message, out);
                }
                out.push('\u{3}');
            }
        }
    }
}

fn write_variant(variant: &Variant<&str>, message: &str, out: &mut String) {
    let key = match &variant.key {
        _ if variant.default => "",
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    };
    out.push('\u{4}');
    out.push_str(key);
    out.push('\u{5}');
    write_pattern(&variant.value, message, out);
}

fn variable<'a>(expression: &InlineExpression<&'a str>, message: &str) -> &'a str {
    match expression {
        InlineExpression::VariableReference { id } => id.name,
        other => panic!("{message}: only variables can stand in a gap, not {other:?}"),
    }
}
