//! The smallest value of a shape: with it a form begins, and a sentence about an error shows what is allowed.

use serde_json::{Map, Value};

use super::{Member, Named, Shape};

/// Returns the smallest value of a shape: an object has the members that it needs, a list and a map are empty.
pub fn blank(shape: &Shape) -> Value {
    match shape {
        Shape::Text | Shape::Template | Shape::Expression | Shape::Name(_) | Shape::Any => Value::from(""),
        Shape::Whole => Value::from(0),
        Shape::Number => Value::from(0.0),
        Shape::Flag => Value::from(true),
        Shape::Word(words) => Value::from(words.first().copied().unwrap_or_default()),
        Shape::List(_) => Value::Array(Vec::new()),
        Shape::Pair(inner) => Value::Array(vec![blank(inner), blank(inner)]),
        Shape::Map(_) => Value::Object(Map::new()),
        Shape::Object(members) => object(members),
        Shape::Tagged { tag, variants } => {
            let Some(first) = variants.first() else { return Value::Null };
            tagged(tag, first.word, first.members)
        }
        Shape::Either(shapes) => shapes.first().map(blank).unwrap_or_default(),
    }
}

fn object(members: &[Member]) -> Value {
    let needed = members.iter().filter(|member| member.is_required);
    Value::Object(needed.map(|member| (member.name.to_owned(), blank(member.shape))).collect())
}

/// Returns the smallest object with this word as its tag.
pub fn tagged(tag: &str, word: &str, members: &[Member]) -> Value {
    let mut value = object(members);
    value[tag] = Value::from(word);
    value
}

/// One member in the list of a format's members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where the member stands, such as `operation.writes[].update`.
    pub place: String,
    pub name: &'static str,
    pub example: String,
}

/// Returns each member of a shape once by its place, with those within it.
pub fn lines(shape: &Shape) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    add_lines(shape, "", &mut found);
    found
}

fn add_lines(shape: &Shape, place: &str, found: &mut Vec<Line>) {
    let mut add_members = |members: &'static [Member]| {
        for member in members {
            let inner =
                if place.is_empty() { member.name.to_owned() } else { format!("{place}.{}", member.name) };
            if found.iter().all(|line| line.place != inner) {
                let example = examples(member.shape).join(" · ");
                found.push(Line { place: inner.clone(), name: member.name, example });
            }
            add_lines(member.shape, &inner, found);
        }
    };
    match shape {
        Shape::Object(members) => add_members(members),
        Shape::Tagged { variants, .. } => variants.iter().for_each(|variant| add_members(variant.members)),
        Shape::List(inner) => add_lines(inner, &format!("{place}[]"), found),
        Shape::Map(inner) => add_lines(inner, &format!("{place}.*"), found),
        Shape::Either(shapes) => shapes.iter().for_each(|shape| add_lines(shape, place, found)),
        _ => {}
    }
}

/// Returns examples of a shape as JSON in one line: one for each alternative.
pub fn examples(shape: &Shape) -> Vec<String> {
    match shape {
        Shape::Either(shapes) => shapes.iter().flat_map(examples).collect(),
        Shape::Word(words) => words.iter().map(|word| format!("\"{word}\"")).collect(),
        Shape::Tagged { tag, variants } => {
            variants.iter().map(|one| tagged(tag, one.word, one.members).to_string()).collect()
        }
        Shape::Object(members) => {
            let shown = members.iter().filter(|member| member.is_required);
            let mut shown: Vec<&Member> = shown.collect();
            if shown.is_empty() {
                shown.extend(members.first());
            }
            let parts: Vec<String> = shown
                .iter()
                .map(|member| format!("\"{}\": {}", member.name, example(member.shape)))
                .collect();
            vec![format!("{{{}}}", parts.join(", "))]
        }
        other => vec![example(other)],
    }
}

/// Returns one example of a shape as JSON in one line.
pub fn example(shape: &Shape) -> String {
    match shape {
        Shape::Text => "\"text\"".to_owned(),
        Shape::Template => "\"ORDER#{order_id}\"".to_owned(),
        Shape::Expression => "\"#status = :status\"".to_owned(),
        Shape::Whole => "5".to_owned(),
        Shape::Number => "0.5".to_owned(),
        Shape::Flag => "true".to_owned(),
        Shape::Any => "\"value\"".to_owned(),
        Shape::Name(named) => format!("\"{}\"", example_name(*named)),
        Shape::List(inner) => format!("[{}]", example(inner)),
        Shape::Pair(inner) => format!("[{}, {}]", example(inner), example(inner)),
        Shape::Map(inner) => format!("{{\"name\": {}}}", example(inner)),
        _ => examples(shape).into_iter().next().unwrap_or_default(),
    }
}

fn example_name(named: Named) -> &'static str {
    match named {
        Named::Entity | Named::Item => "Order",
        Named::Table => "Shop",
        Named::Index => "GSI1",
        Named::Attribute => "order_id",
        Named::EntityAttribute => "Order.order_id",
        Named::Parameter => "order_id",
    }
}
