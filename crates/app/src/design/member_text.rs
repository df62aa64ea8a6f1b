//! What a form shows of a member of the format, and how it reads what a person types or chooses there.

use dynalab_messages::{Messages, Sentence};
use dynalab_modeling::Design;
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::shape::{Member, Named, Shape, blank, chosen, members, tagged};
use serde_json::Value;

use super::completion::{Completion, names};
use super::{field_text, pattern_draft};
use crate::sentences::design as words;

/// Returns what a member of the format means, in a few words.
pub fn meaning(name: &str) -> Option<Sentence> {
    match name {
        "names" => Some(words::DESIGN_MEANS_HASH_NAMES),
        _ => words::design_means(&name.replace('_', "-")),
    }
}

/// Returns the text of a value in a field. [`read`] reads it back.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) if any(text) == *value => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the text of a value of this shape: only a value of any kind needs quotes around a text such as `7`.
pub fn text_of(shape: &Shape, value: &Value) -> String {
    match (shape, value) {
        (Shape::Any, _) => text(value),
        (_, Value::String(text)) => text.clone(),
        _ => value.to_string(),
    }
}

/// Reads a text of a field.
///
/// # Errors
/// Returns a sentence about a text that the shape does not allow.
pub fn read(messages: Messages, shape: &Shape, text: &str) -> Result<Value, String> {
    match shape {
        Shape::Template => field_text::template(messages, text).map(|_| Value::from(text)),
        Shape::Whole => field_text::whole(messages, text).map(Value::from),
        Shape::Number => {
            let number = text.trim().replace(',', "").parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(Value::from).ok_or_else(|| messages.text(words::DESIGN_NOT_A_NUMBER))
        }
        Shape::Any => Ok(any(text)),
        Shape::Name(_) => Ok(Value::from(text.trim())),
        _ => Ok(Value::from(text)),
    }
}

/// Returns the JSON of the text, or the text itself.
fn any(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

/// Returns what a field of this shape can complete.
pub fn completion(design: &Design, pattern: Option<&AccessPattern>, shape: &Shape) -> Option<Completion> {
    let attributes = || names(design, pattern, Named::Attribute);
    match shape {
        Shape::Template => {
            let mut known = names(design, pattern, Named::Parameter);
            let more: Vec<String> = attributes().into_iter().filter(|name| !known.contains(name)).collect();
            known.extend(more);
            Some(Completion::Braces(known))
        }
        Shape::Expression => Some(Completion::Words(attributes())),
        Shape::Name(named) => Some(Completion::Whole(names(design, pattern, *named))),
        _ => None,
    }
}

/// Returns the ways of a shape that has several, by name: each word, the first member of an object, or `equals` for a template.
pub fn ways(shapes: &'static [Shape]) -> Vec<(&'static str, Value)> {
    let of = |shape: &'static Shape| match shape {
        Shape::Word(words) => words.iter().map(|word| (*word, Value::from(*word))).collect(),
        other => vec![(way(other), blank(other))],
    };
    shapes.iter().flat_map(of).collect()
}

/// Returns the name of the way that a value has.
pub fn way_of(shapes: &'static [Shape], value: &Value) -> &'static str {
    match chosen(shapes, value) {
        Some(Shape::Word(words)) => words.iter().find(|word| value == **word).copied().unwrap_or_default(),
        Some(other) => way(other),
        None => "",
    }
}

fn way(shape: &'static Shape) -> &'static str {
    match shape {
        Shape::Object(members) => members.first().map_or("", |member| member.name),
        _ => "equals",
    }
}

/// Returns the value with which a member is added. It is never the one that the format leaves out, so that the member gets its row.
pub fn first(design: &Design, member: &Member) -> Value {
    match member.shape {
        Shape::Text if ["notes", "name"].contains(&member.name) => Value::from("…"),
        Shape::Whole => Value::from(1),
        Shape::Number => Value::from(0.5),
        Shape::Word(words) => Value::from(words.get(1).or(words.first()).copied().unwrap_or_default()),
        Shape::List(inner) => Value::Array(vec![added(design, &Value::Null, inner)]),
        Shape::Map(inner) => serde_json::json!({ "name": blank(inner) }),
        Shape::Object(known) if known.iter().all(|inner| !inner.is_required) => {
            let inner = known.first().map(|inner| (inner.name.to_owned(), first(design, inner)));
            Value::Object(inner.into_iter().collect())
        }
        other => blank(other),
    }
}

/// Returns an object with another word as its tag. A step of a request begins with the keys of its table.
pub fn switched(design: &Design, shape: &'static Shape, value: &Value, word: &str) -> Value {
    let Shape::Tagged { tag, variants } = shape else { return value.clone() };
    let Some(variant) = variants.iter().find(|variant| variant.word == word) else { return value.clone() };
    let table = value.get("table").and_then(Value::as_str);
    if let Some(mut begun) = table.and_then(|table| step(design, table, word)) {
        begun[*tag] = Value::from(word);
        return begun;
    }
    tagged(tag, word, variant.members)
}

/// Returns the value with which an entry is added to a list. A step of a request is on the table of the step before it.
pub fn added(design: &Design, list: &Value, inner: &'static Shape) -> Value {
    let before = list.as_array().and_then(|list| list.last());
    let table = before.and_then(|step| step.get("table")?.as_str()).map(str::to_owned);
    let table = table.or_else(|| design.tables.first().map(|table| table.name.clone())).unwrap_or_default();
    let is_step = inner
        .members_of(&blank(inner))
        .is_some_and(|members| members.iter().any(|member| member.name == "table"));
    match inner {
        Shape::Tagged { .. } if is_step => {
            switched(design, inner, &serde_json::json!({ "table": table }), "put")
        }
        Shape::Object(known) if is_step && known.iter().any(|member| member.name == "key") => {
            let mut begun = step(design, &table, "get").unwrap_or_else(|| blank(inner));
            if let Some(object) = begun.as_object_mut() {
                object.remove("action");
            }
            begun
        }
        _ => blank(inner),
    }
}

/// Returns a step on a table as the format writes it, with the keys of the table's first kind of item.
fn step(design: &Design, table: &str, word: &str) -> Option<Value> {
    let request = match word {
        "put" | "update" | "get" | "delete" => word,
        "check" => "delete",
        _ => return None,
    };
    let begun = pattern_draft::request(design.table(table)?, request);
    let begun = serde_json::to_value(begun).ok()?;
    debug_assert!(members::OPERATION.members_of(&begun).is_some());
    Some(begun)
}

#[cfg(test)]
mod tests {
    use dynalab_messages::{Language, Messages};
    use dynalab_modeling::Design;
    use dynalab_modeling::design::{AccessPattern, Expectation};
    use dynalab_modeling::shape::{Shape, first_fault, lines, members};
    use serde_json::{Value, json};

    use super::{added, first, meaning, read, switched, text_of, way_of, ways};
    use crate::design::edit::{MemberEdit, Part, Step};
    use crate::design::pattern_draft::{ACTIONS, request};

    #[test]
    fn each_text_is_read_as_it_is_shown() {
        let messages = Messages::new(Language::English);
        for value in [json!("7"), json!(7), json!("open"), json!({"a": [1]}), json!(null), json!("\"x\"")] {
            let shown = text_of(&Shape::Any, &value);
            assert_eq!(read(messages, &Shape::Any, &shown), Ok(value.clone()), "{shown}");
        }
        assert_eq!(read(messages, &Shape::Text, "7"), Ok(json!("7")));
        assert_eq!(read(messages, &Shape::Whole, "1,200"), Ok(json!(1200)));
        assert_eq!(read(messages, &Shape::Number, "-0.5"), Ok(json!(-0.5)));
        for (shape, wrong) in [(&Shape::Whole, "x"), (&Shape::Number, ""), (&Shape::Template, "A#{")] {
            assert!(read(messages, shape, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn each_member_has_a_meaning() {
        for line in lines(&members::DESIGN) {
            assert!(meaning(line.name).is_some(), "{}", line.place);
        }
    }

    #[test]
    fn each_way_is_known_by_its_name() {
        let Shape::Either(shapes) = &members::CONDITION else { panic!("a condition has several ways") };
        let names: Vec<_> = ways(shapes)
            .into_iter()
            .map(|(name, value)| {
                assert_eq!(way_of(shapes, &value), name);
                name
            })
            .collect();
        assert_eq!(names, ["equals", "begins_with", "between", "below", "at_most", "above", "at_least"]);
    }

    /// Adds each member that is absent, and then those within it.
    fn assert_added(design: &Design, part: Part, place: &[Step]) {
        let value = part.value(design).expect("a part");
        let (mut here, mut shape) = (&value, part.shape());
        for step in place {
            let (name, inner) = match step {
                Step::Member(name) => (name.as_str(), here.get(name)),
                Step::Entry(number) => ("", here.get(number)),
            };
            shape = shape.part(here, name).expect("a shape");
            here = inner.unwrap_or_else(|| panic!("{place:?} is not in {value}"));
        }
        let into = |step: Step| [place, &[step]].concat();
        match here {
            Value::Array(list) if list.is_empty() => {}
            Value::Array(_) => assert_added(design, part, &into(Step::Entry(0))),
            Value::Object(entries) => {
                let Some(known) = shape.members_of(here) else {
                    let Some((name, _)) = entries.iter().next() else { return };
                    return assert_added(design, part, &into(Step::member(name)));
                };
                for member in known.iter().filter(|member| !member.is_required) {
                    let mut with = design.clone();
                    let place = into(Step::member(member.name));
                    MemberEdit::set(part, place.clone(), first(design, member)).apply(&mut with);
                    assert_added(&with, part, &place);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn each_member_that_is_added_has_its_row() {
        let mut design = dynalab_modeling::parse(dynalab_modeling::templates::ALL[0].text).expect("a design");
        design
            .entities
            .insert(0, serde_json::from_value(json!({"name": "E", "attributes": []})).expect("an entity"));
        design
            .tables
            .push(serde_json::from_value(json!({"name": "T", "partition_key": []})).expect("a table"));
        let table = design.tables.len() - 1;
        assert_added(&design, Part::Entity(0), &[]);
        assert_added(&design, Part::Table(table), &[]);
        design.patterns = vec![AccessPattern { name: "p".to_owned(), ..AccessPattern::default() }];
        for action in ACTIONS {
            design.patterns[0].operation = Some(request(&design.tables[0], action));
            assert_added(&design, Part::Pattern(0), &[Step::member("operation")]);
        }
        design.patterns[0].expect = Some(Expectation::default());
        assert_added(&design, Part::Pattern(0), &[Step::member("expect")]);
        design.patterns[0].operation = None;
        assert_added(&design, Part::Pattern(0), &[]);
    }

    #[test]
    fn a_step_begins_with_the_keys_of_its_table() {
        let design = dynalab_modeling::parse(dynalab_modeling::templates::ALL[0].text).expect("a design");
        let shape = members::OPERATION.part(&json!({"action": "transact_write"}), "writes").expect("steps");
        let inner = shape.part(&json!([]), "").expect("a step");
        let put = added(&design, &json!([]), inner);
        assert_eq!((&put["action"], first_fault(&put, inner)), (&json!("put"), None));
        for word in ["update", "delete", "check"] {
            let step = switched(&design, inner, &put, word);
            assert_eq!((&step["action"], first_fault(&step, inner)), (&json!(word), None));
            assert!(step["key"].as_object().is_some_and(|keys| !keys.is_empty()), "{step}");
        }
    }
}
