//! Every member of the format can be set and taken away: designs at random are built by edits of the form alone.

use dynalab_modeling::Design;
use dynalab_modeling::shape::{Shape, blank, chosen, first_fault, members, tagged};
use serde_json::{Map, Value, json};

use super::Edit;
use super::member::{MemberChange, MemberEdit, Part, Step};

/// Numbers at random that are the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn text(&mut self) -> String {
        ["a", "PK", "Order", "user_id", "GSI1", "長い名前"][self.below(6)].to_owned()
    }

    /// Makes a value of the shape. An optional member is there or not.
    fn value(&mut self, shape: &Shape, name: &str) -> Value {
        match shape {
            Shape::Text | Shape::Name(_) => json!(self.text()),
            Shape::Any => [json!("open"), json!(7), json!({"a": [1]})][self.below(3)].clone(),
            Shape::Template => json!(["A#{user_id}", "{order_id:6}", "META", "{from}#x"][self.below(4)]),
            Shape::Expression => json!(["#s = :held", "SET a = :one", "attribute_exists(PK)"][self.below(3)]),
            Shape::Whole => json!(self.below(90)),
            Shape::Number => json!(self.below(90) as f64 / 2.0),
            Shape::Flag => json!(self.below(2) == 1),
            Shape::Word(words) => json!(words[self.below(words.len())]),
            Shape::List(inner) => {
                let length = if name == "drawn" { 24 } else { self.below(3) };
                (0..length).map(|_| self.value(inner, "")).collect()
            }
            Shape::Pair(inner) => json!([self.value(inner, ""), self.value(inner, "")]),
            Shape::Map(inner) => {
                let length = self.below(3);
                Value::Object((0..length).map(|_| (self.text(), self.value(inner, ""))).collect())
            }
            Shape::Object(members) => Value::Object(self.members(members)),
            Shape::Tagged { tag, variants } => {
                let variant = &variants[self.below(variants.len())];
                let mut object = self.members(variant.members);
                object.insert((*tag).to_owned(), json!(variant.word));
                Value::Object(object)
            }
            Shape::Either(shapes) => {
                let shape = &shapes[self.below(shapes.len())];
                self.value(shape, name)
            }
        }
    }

    fn members(&mut self, members: &[dynalab_modeling::shape::Member]) -> Map<String, Value> {
        let mut object = Map::new();
        for member in members {
            if member.is_required || self.below(3) > 0 {
                object.insert(member.name.to_owned(), self.value(member.shape, member.name));
            }
        }
        object
    }
}

/// Collects the edits with which a person builds a value: a blank thing first, then its members, and some that are taken away again.
struct Builder {
    part: Part,
    edits: Vec<Edit>,
}

impl Builder {
    fn push(&mut self, place: &[Step], change: MemberChange) {
        self.edits.push(Edit::Member(MemberEdit { part: self.part, place: place.to_vec(), change }));
    }

    fn build(&mut self, value: &Value, shape: &'static Shape, place: &mut Vec<Step>) {
        match (shape, value) {
            (Shape::Either(shapes), _) => {
                let shape = chosen(shapes, value).expect("a value of the format");
                self.build(value, shape, place);
            }
            (Shape::Map(inner), Value::Object(entries)) => {
                self.push(place, MemberChange::Set(json!({})));
                for (name, entry) in entries {
                    // The entry is added with another name, and renamed.
                    place.push(Step::member("new name"));
                    self.build(entry, inner, place);
                    self.push(place, MemberChange::Rename(name.clone()));
                    place.pop();
                }
            }
            (Shape::Object(_) | Shape::Tagged { .. }, Value::Object(object)) => {
                let members = shape.members_of(value).expect("members");
                if !place.is_empty() {
                    self.push(place, MemberChange::Set(first(shape, value)));
                }
                for member in members {
                    place.push(Step::member(member.name));
                    match object.get(member.name) {
                        Some(value) => self.build(value, member.shape, place),
                        None => {
                            self.push(place, MemberChange::Set(blank(member.shape)));
                            self.push(place, MemberChange::Unset);
                        }
                    }
                    place.pop();
                }
            }
            // The hours of a day are drawn together.
            (Shape::List(inner), Value::Array(entries)) if **inner != Shape::Whole => {
                self.push(place, MemberChange::Set(json!([])));
                for (number, entry) in entries.iter().enumerate() {
                    place.push(Step::Entry(number));
                    self.build(entry, inner, place);
                    place.pop();
                }
                place.push(Step::Entry(entries.len()));
                self.push(place, MemberChange::Set(blank(inner)));
                self.push(place, MemberChange::Unset);
                place.pop();
            }
            _ => self.push(place, MemberChange::Set(value.clone())),
        }
    }
}

fn first(shape: &Shape, value: &Value) -> Value {
    match shape {
        Shape::Tagged { tag, .. } => {
            let word = value[*tag].as_str().expect("a word");
            tagged(tag, word, shape.members_of(value).expect("members"))
        }
        other => blank(other),
    }
}

/// Returns the design that the edits of the form make.
fn built(wanted: &Value) -> Design {
    let mut design = Design::default();
    let mut apply = |part: Part, value: &Value, shape: &'static Shape, place: Vec<Step>| {
        let mut builder = Builder { part, edits: Vec::new() };
        builder.build(value, shape, &mut place.clone());
        for edit in builder.edits {
            edit.apply(&mut design);
        }
    };
    let part = |name: &str, number: usize| match name {
        "entities" => Part::Entity(number),
        "relations" => Part::Relation(number),
        "tables" => Part::Table(number),
        _ => Part::Pattern(number),
    };
    for name in ["version", "name", "notes", "seed", "region"] {
        if let Some(value) = wanted.get(name) {
            let shape = members::DESIGN.part(wanted, name).expect(name);
            apply(Part::Design, value, shape, vec![Step::member(name)]);
        }
    }
    for name in ["entities", "relations", "tables", "patterns"] {
        for (number, value) in wanted[name].as_array().into_iter().flatten().enumerate() {
            let part = part(name, number);
            let added = blank(part.shape());
            apply(Part::Design, &added, &Shape::Any, vec![Step::member(name), Step::Entry(number)]);
            apply(part, value, part.shape(), Vec::new());
        }
    }
    // The form adds a row for each name that a request asks for. A person takes away those that the design does not have.
    for number in 0..design.patterns.len() {
        let (part, place) = (Part::Pattern(number), vec![Step::member("parameters")]);
        if let Some(parameters) = wanted["patterns"][number].get("parameters") {
            let mut builder = Builder { part, edits: Vec::new() };
            builder.build(
                parameters,
                part.shape().part(&json!({}), "parameters").expect("parameters"),
                &mut place.clone(),
            );
            builder.edits.into_iter().for_each(|edit| edit.apply(&mut design));
        }
        let made: Vec<String> = design.patterns[number].parameters.keys().cloned().collect();
        for name in
            made.iter().filter(|name| wanted["patterns"][number]["parameters"].get(name.as_str()).is_none())
        {
            let place = [place.clone(), vec![Step::member(name)]].concat();
            MemberEdit::unset(part, place).apply(&mut design);
        }
    }
    design
}

fn assert_built(wanted: &Value) {
    assert_eq!(first_fault(wanted, &members::DESIGN), None, "{wanted}");
    let read: Design =
        serde_json::from_value(wanted.clone()).unwrap_or_else(|error| panic!("{error}: {wanted}"));
    let printed = format!("{read:?}");
    assert_eq!(printed.matches("extra: {}").count(), printed.matches("extra: ").count(), "{printed}");
    let found = built(wanted);
    for (found, wanted) in found.patterns.iter().zip(&read.patterns) {
        assert_eq!(serde_json::to_value(found).expect("JSON"), serde_json::to_value(wanted).expect("JSON"));
    }
    // As JSON, because a share above 1 is written as 1.
    let (found, read) = (serde_json::to_value(&found), serde_json::to_value(&read));
    assert_eq!(found.expect("JSON"), read.expect("JSON"));
}

#[test]
fn a_design_at_random_is_built_by_edits_of_the_form() {
    let mut chance = Chance(7);
    for _ in 0..200 {
        assert_built(&chance.value(&members::DESIGN, ""));
    }
}

#[test]
fn each_template_is_built_by_edits_of_the_form() {
    for template in dynalab_modeling::templates::ALL {
        let value: Value = serde_json::from_str(template.text).expect(template.id);
        assert_built(&value);
    }
}

#[test]
fn each_way_of_a_shape_is_built() {
    let mut chance = Chance(11);
    let Shape::Tagged { variants, .. } = &members::OPERATION else { panic!("requests have actions") };
    for variant in *variants {
        for _ in 0..10 {
            let mut operation = chance.members(variant.members);
            operation.insert("action".to_owned(), json!(variant.word));
            assert_built(
                &json!({"version": 1, "name": "d", "patterns": [{"name": "p", "operation": operation}]}),
            );
        }
    }
}

#[test]
fn an_edit_that_the_format_does_not_allow_changes_nothing() {
    let text = r#"{"version": 1, "name": "d", "patterns": [{"name": "p", "from_a_file": 1, "expect": {"count": 3}}]}"#;
    let before = dynalab_modeling::parse(text).expect("a design");
    let expect = |name: &str| vec![Step::member("expect"), Step::member(name)];
    for (place, value) in [
        (expect("stored"), json!(true)),
        (expect("count"), json!("three")),
        (vec![Step::member("parameters"), Step::member("held")], json!("HELD")),
        (vec![Step::member("expect"), Step::Entry(0)], json!(1)),
        (Vec::new(), json!({})),
    ] {
        for part in [Part::Pattern(0), Part::Pattern(4), Part::Entity(0)] {
            let mut design = before.clone();
            MemberEdit::set(part, place.clone(), value.clone()).apply(&mut design);
            assert_eq!(design, before, "{place:?}");
        }
    }
    let mut design = before.clone();
    MemberEdit::set(Part::Pattern(0), expect("count"), json!(5)).apply(&mut design);
    assert_eq!(design.patterns[0].expect.as_ref().and_then(|expect| expect.count), Some(5));
    assert_eq!(design.patterns[0].extra.len(), 1, "what a file brought along stays");
}

#[test]
fn a_value_in_an_expression_gets_a_row() {
    let text = r##"{"version": 1, "name": "d", "patterns": [{"name": "p", "operation":
        {"action": "update", "table": "T", "key": {"PK": "SEAT#1"}, "update": ""}}]}"##;
    let mut design = dynalab_modeling::parse(text).expect("a design");
    let place = vec![Step::member("operation"), Step::member("update")];
    MemberEdit::set(Part::Pattern(0), place.clone(), json!("SET #status = :held")).apply(&mut design);
    let names: Vec<_> = design.patterns[0].parameters.keys().collect();
    assert_eq!(names, ["held"]);
    MemberEdit::set(Part::Pattern(0), place, json!("SET #status = :sold")).apply(&mut design);
    let names: Vec<_> = design.patterns[0].parameters.keys().collect();
    assert_eq!(names, ["sold"], "an empty value goes with its last use");
}
