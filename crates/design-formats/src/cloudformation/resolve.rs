//! Evaluates the functions of a template, as far as default parameters, mappings and conditions allow.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::literal::bytes_of;
use dynalab_types::{Bound, Budget, TooMuch};
use serde_json::{Map, Value, json};

use super::parameters::{Parameter, pseudo_parameter};
use crate::placeholders::Placeholders;

/// The values that a template's functions can use. What they make is charged before.
pub struct Scope<'a> {
    parameters: BTreeMap<&'a str, Parameter>,
    placeholders: &'a Placeholders,
    /// The names of tables, by the names of their resources.
    names: Map<String, Value>,
    mappings: &'a Value,
    conditions: BTreeMap<&'a str, &'a Value>,
    /// Conditions by name, as far as they are evaluated. None is the value of one that is unknown, or depends on itself.
    evaluated: RefCell<BTreeMap<&'a str, Option<bool>>>,
    budget: &'a Budget,
}

/// A function whose value is unknown until the stack is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The path from the resource.
    pub place: String,
    pub expression: String,
}

/// A path from the resource to a value. It becomes a text only where one is needed.
pub struct Path<'a> {
    around: Option<&'a Path<'a>>,
    part: Part<'a>,
}

enum Part<'a> {
    Member(&'a str),
    Element(usize),
}

impl<'a> Path<'a> {
    pub fn of_resource(id: &'a str) -> Path<'a> {
        Path { around: None, part: Part::Member(id) }
    }

    /// Returns true for a member whose texts are a fixed list, so that no placeholder can stand there.
    fn is_of_fixed_texts(&self) -> bool {
        const MEMBERS: [&str; 7] = [
            "BillingMode",
            "AttributeType",
            "KeyType",
            "ProjectionType",
            "StreamViewType",
            "TableClass",
            "MultiRegionConsistency",
        ];
        matches!(self.part, Part::Member(name) if MEMBERS.contains(&name))
    }

    fn bytes(&self) -> usize {
        let own = match self.part {
            Part::Member(name) => name.len() + 1,
            Part::Element(_) => 22,
        };
        own + self.around.map_or(0, Path::bytes)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(around) = self.around {
            around.fmt(formatter)?;
        }
        match self.part {
            Part::Member(name) if self.around.is_some() => write!(formatter, ".{name}"),
            Part::Member(name) => formatter.write_str(name),
            Part::Element(number) => write!(formatter, "[{number}]"),
        }
    }
}

/// A value, or None if it is unknown until the stack is created.
type Resolved = Result<Option<Value>, TooMuch>;

/// The pseudo parameter that removes a member.
const NO_VALUE: &str = "AWS::NoValue";

/// Returns the value, or ends the function if it is unknown.
macro_rules! known {
    ($value:expr) => {
        match $value {
            Some(found) => found,
            None => return Ok(None),
        }
    };
}

impl<'a> Scope<'a> {
    /// Creates the scope of a template. A value of `placeholders` is used in place of a parameter's default.
    pub fn from_template(
        template: &'a Value,
        placeholders: &'a Placeholders,
        budget: &'a Budget,
    ) -> Scope<'a> {
        let map = |name: &str| template.get(name).and_then(Value::as_object).into_iter().flatten();
        let parameters = map("Parameters")
            .map(|(name, written)| (name.as_str(), Parameter::from_template(name, written, placeholders)));
        Scope {
            parameters: parameters.collect(),
            placeholders,
            names: Map::new(),
            mappings: template.get("Mappings").unwrap_or(&Value::Null),
            conditions: map("Conditions").map(|(name, condition)| (name.as_str(), condition)).collect(),
            evaluated: RefCell::default(),
            budget,
        }
    }

    /// Makes a reference to a table its name.
    pub fn set_names(&mut self, names: Map<String, Value>) {
        self.names = names;
        self.evaluated.borrow_mut().clear();
    }

    pub fn names(&self) -> &Map<String, Value> {
        &self.names
    }

    /// Returns a copy that is charged before.
    fn copy(&self, value: &Value) -> Result<Value, TooMuch> {
        self.budget.produce(VALUE_BYTES + bytes_of(value))?;
        Ok(value.clone())
    }

    /// Returns the value without functions. An unknown value becomes null and is added to `unknown`.
    ///
    /// # Errors
    /// Returns the refusal if the value would become too much.
    pub fn resolve(&self, value: &Value, path: &Path, unknown: &mut Vec<Unknown>) -> Result<Value, TooMuch> {
        let here = |refusal: TooMuch| refusal.at_member(&path.to_string());
        self.budget.step(1).map_err(here)?;
        let _level = self.budget.enter().map_err(here)?;
        match value {
            Value::Object(map) => match function(map) {
                Some((name, argument)) => {
                    let found = match name {
                        // Only the selected branch is evaluated.
                        "Fn::If" => self.choose(argument, path, unknown)?,
                        _ => {
                            let before = self.placeholders.uses();
                            let argument = self.resolve(argument, path, unknown)?;
                            let called = self.call(name, &argument).map_err(here)?;
                            // A placeholder is a name. It is no mode and no type.
                            called.filter(|_| !path.is_of_fixed_texts() || self.placeholders.uses() == before)
                        }
                    };
                    if let Some(found) = found {
                        return Ok(found);
                    }
                    self.budget.produce(path.bytes() + 2 * bytes_of(value)).map_err(here)?;
                    unknown.push(Unknown { place: path.to_string(), expression: value.to_string() });
                    Ok(Value::Null)
                }
                None => {
                    let mut members = Map::new();
                    for (name, value) in map {
                        let inner = Path { around: Some(path), part: Part::Member(name) };
                        let resolved = self.resolve(value, &inner, unknown)?;
                        if !resolved.is_null() || value.is_null() {
                            self.budget.produce(VALUE_BYTES + name.len()).map_err(here)?;
                            members.insert(name.clone(), resolved);
                        }
                    }
                    Ok(Value::Object(members))
                }
            },
            Value::Array(list) => {
                let mut members = Vec::new();
                for (number, value) in list.iter().enumerate() {
                    let inner = Path { around: Some(path), part: Part::Element(number) };
                    let resolved = self.resolve(value, &inner, unknown)?;
                    if !resolved.is_null() {
                        members.push(resolved);
                    }
                }
                Ok(Value::Array(members))
            }
            other => self.copy(other).map_err(here),
        }
    }

    fn choose(&self, argument: &Value, path: &Path, unknown: &mut Vec<Unknown>) -> Resolved {
        let condition = known!(argument.get(0));
        let branch = if known!(self.is_true(condition)?) { 1 } else { 2 };
        let chosen = known!(argument.get(branch));
        if is_no_value(chosen) {
            return Ok(Some(Value::Null));
        }
        self.resolve(chosen, path, unknown).map(Some)
    }

    fn call(&self, name: &str, argument: &Value) -> Resolved {
        match name {
            "Ref" => match self.reference(known!(argument.as_str())) {
                Some(value) => self.copy(&value).map(Some),
                None => Ok(None),
            },
            "Fn::Sub" => self.substitute(argument),
            "Fn::Join" => {
                let separator = known!(argument.get(0).and_then(Value::as_str));
                let parts = known!(argument.get(1).and_then(Value::as_array));
                let mut out = Text { text: String::new(), budget: self.budget };
                for (place, part) in parts.iter().enumerate() {
                    out.push(if place > 0 { separator } else { "" })?;
                    out.push(&self.within_text(&known!(text(part))))?;
                }
                Ok(Some(Value::String(out.text)))
            }
            "Fn::Select" => {
                let place = known!(argument.get(0));
                let place = place.as_u64().or_else(|| place.as_str()?.parse().ok());
                let place = known!(place.and_then(|place| usize::try_from(place).ok()));
                let chosen = known!(argument.get(1).and_then(|list| list.get(place)));
                self.copy(chosen).map(Some)
            }
            "Fn::FindInMap" => {
                let mut found = self.mappings;
                for number in 0..3 {
                    let name = known!(argument.get(number).and_then(Value::as_str));
                    found = known!(found.get(name));
                }
                self.copy(found).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns the value of a name. A text that the template does not have is a placeholder.
    fn reference(&self, name: &str) -> Option<Cow<'_, Value>> {
        match name {
            NO_VALUE => return Some(Cow::Owned(Value::Null)),
            // Templates compare the Region, and use it in lists of replicas.
            "AWS::Region" => return Some(Cow::Owned(json!(name))),
            _ => {}
        }
        if let Some(known) = self.names.get(name) {
            return Some(Cow::Borrowed(known));
        }
        match self.parameters.get(name) {
            Some(Parameter::Known(value)) => Some(Cow::Borrowed(value)),
            Some(Parameter::Text) => Some(Cow::Owned(json!(self.placeholders.text_of(name)))),
            Some(Parameter::Other) => {
                self.placeholders.need(name);
                None
            }
            None => pseudo_parameter(name).map(|name| Cow::Owned(json!(self.placeholders.text_of(name)))),
        }
    }

    /// Returns a part of a text. The Region of the stack is a placeholder there: a name cannot have its colons.
    fn within_text<'t>(&self, part: &'t str) -> Cow<'t, str> {
        match part == "AWS::Region" {
            true => Cow::Owned(self.placeholders.text_of(part)),
            false => Cow::Borrowed(part),
        }
    }

    /// Replaces `${Name}` in a text. The second form of the function also defines names.
    fn substitute(&self, argument: &Value) -> Resolved {
        let (text_of, own) = match argument {
            Value::String(text) => (text.as_str(), None),
            list => (known!(list.get(0).and_then(Value::as_str)), list.get(1)),
        };
        let mut out = Text { text: String::new(), budget: self.budget };
        let mut rest = text_of;
        while let Some(start) = rest.find("${") {
            self.budget.step(1)?;
            out.push(&rest[..start])?;
            let end = start + known!(rest[start..].find('}'));
            let name = &rest[start + 2..end];
            match name.strip_prefix('!') {
                Some(literal) => {
                    out.push("${")?;
                    out.push(literal)?;
                    out.push("}")?;
                }
                None => match own.and_then(|own| own.get(name)) {
                    Some(value) => out.push(&known!(text(value)))?,
                    None => {
                        let value = known!(self.reference(name));
                        out.push(&self.within_text(&known!(text(&value))))?;
                    }
                },
            }
            rest = &rest[end + 1..];
        }
        out.push(rest)?;
        Ok(Some(Value::String(out.text)))
    }

    /// Evaluates a condition, given by name or as a function. Each named condition is evaluated once.
    ///
    /// # Errors
    /// Returns the refusal if the condition would become too much.
    pub fn is_true(&self, condition: &Value) -> Result<Option<bool>, TooMuch> {
        self.budget.step(1)?;
        let _level = self.budget.enter()?;
        if let Some(name) = condition.as_str() {
            let (name, condition) = match self.conditions.get_key_value(name) {
                Some((name, condition)) => (*name, *condition),
                None => return Ok(None),
            };
            if let Some(known) = self.evaluated.borrow().get(name) {
                return Ok(*known);
            }
            // A condition that depends on itself finds this entry.
            self.evaluated.borrow_mut().insert(name, None);
            let found = self.is_true(condition)?;
            self.evaluated.borrow_mut().insert(name, found);
            return Ok(found);
        }
        let (name, argument) = known!(condition.as_object().and_then(function));
        match name {
            "Condition" => self.is_true(argument),
            "Fn::Equals" => {
                let mut unknown = Vec::new();
                let before = self.placeholders.uses();
                let sides = self.resolve(argument, &Path::of_resource("Conditions"), &mut unknown)?;
                let side = |number: usize| sides.get(number).and_then(text);
                // What a placeholder stands for could be equal.
                let is_known = unknown.is_empty() && self.placeholders.uses() == before;
                Ok(side(0).zip(side(1)).filter(|_| is_known).map(|(left, right)| left == right))
            }
            "Fn::Not" => Ok(self.is_true(known!(argument.get(0)))?.map(|found| !found)),
            "Fn::And" | "Fn::Or" => {
                let is_and = name == "Fn::And";
                for part in known!(argument.as_array()) {
                    if known!(self.is_true(part)?) != is_and {
                        return Ok(Some(!is_and));
                    }
                }
                Ok(Some(is_and))
            }
            _ => Ok(None),
        }
    }
}

/// A text that a function makes. Each part is charged before it is added.
struct Text<'a> {
    text: String,
    budget: &'a Budget,
}

impl Text<'_> {
    fn push(&mut self, part: &str) -> Result<(), TooMuch> {
        Bound::TextBytes.check(self.text.len() + part.len())?;
        self.budget.produce(part.len())?;
        self.text.push_str(part);
        Ok(())
    }
}

fn is_no_value(value: &Value) -> bool {
    value.get("Ref").and_then(Value::as_str) == Some(NO_VALUE)
}

/// Returns the only member of a map if it is a function.
fn function(map: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut members = map.iter();
    let (name, argument) = members.next().filter(|_| map.len() == 1)?;
    (name == "Ref" || name == "Condition" || name.starts_with("Fn::")).then_some((name, argument))
}

fn text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Number(_) | Value::Bool(_) => Some(Cow::Owned(value.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template() -> Value {
        json!({
            "Parameters": { "Stage": { "Type": "String", "Default": "dev" }, "Secret": { "Type": "String" }, "Size": { "Type": "Number" }, "Units": { "Type": "Number", "Default": 7 } },
            "Mappings": { "Sizes": { "dev": { "Reads": 5 }, "prod": { "Reads": 50 } } },
            "Conditions": { "IsProd": { "Fn::Equals": [{ "Ref": "Stage" }, "prod"] }, "IsDev": { "Fn::Not": [{ "Condition": "IsProd" }] }, "Round": { "Condition": "Round" }, "IsSecret": { "Fn::Equals": [{ "Ref": "Secret" }, "Secret"] } }
        })
    }

    fn resolved(value: &Value) -> (Value, usize) {
        let (template, budget, mut unknown) = (template(), Budget::of_import(), Vec::new());
        let placeholders = Placeholders::default();
        let scope = Scope::from_template(&template, &placeholders, &budget);
        let resolved = scope.resolve(value, &Path::of_resource("Orders"), &mut unknown);
        (resolved.unwrap_or_else(|error| panic!("{error}")), unknown.len())
    }

    #[test]
    fn functions_have_their_values() {
        for (value, wanted) in [
            (json!({ "Ref": "Stage" }), json!("dev")),
            (json!({ "Fn::Sub": "${Stage}-${!x}-${Units}" }), json!("dev-${x}-7")),
            (json!({ "Fn::Sub": ["${Own}-${Stage}", { "Own": "a" }] }), json!("a-dev")),
            (json!({ "Fn::Join": ["-", ["a", { "Ref": "Stage" }]] }), json!("a-dev")),
            (json!({ "Fn::FindInMap": ["Sizes", { "Ref": "Stage" }, "Reads"] }), json!(5)),
            (json!({ "Fn::If": ["IsProd", 1, { "Ref": "Units" }] }), json!(7)),
            (json!({ "Fn::If": ["IsDev", [1], [2]] }), json!([1])),
            (json!({ "Fn::Select": ["1", ["a", "b"]] }), json!("b")),
            (json!({ "Fn::Sub": "${Secret}-${AWS::StackName}" }), json!("Secret-StackName")),
            (json!([{ "Fn::If": ["IsProd", 1, { "Ref": "AWS::NoValue" }] }, 2]), json!([2])),
        ] {
            assert_eq!(resolved(&value), (wanted, 0), "{value}");
        }
    }

    #[test]
    fn reports_unknown_functions() {
        for value in [
            json!({ "Ref": "Size" }),
            json!({ "Fn::GetAtt": ["Stream", "Arn"] }),
            json!({ "Fn::Sub": "${Elsewhere}" }),
            json!({ "Fn::Sub": "${open" }),
            json!({ "Fn::If": ["IsSecret", 1, 2] }),
            json!({ "Fn::If": ["Round", 1, 2] }),
            json!({ "Fn::If": ["Nowhere", 1, 2] }),
            json!({ "Fn::ImportValue": "x" }),
        ] {
            assert_eq!(resolved(&value), (Value::Null, 1), "{value}");
        }
    }

    #[test]
    fn functions_are_charged_before_they_make_a_text() {
        let mut nested = json!("x");
        for _ in 0..18 {
            nested = json!({ "Fn::Sub": ["${A}${A}${A}", { "A": nested }] });
        }
        let joined = json!({ "Fn::Join": ["x".repeat(2_000), vec!["y"; 1_000]] });
        for value in [nested, joined] {
            let (template, budget, placeholders) = (template(), Budget::of_import(), Placeholders::default());
            let scope = Scope::from_template(&template, &placeholders, &budget);
            let resolved = scope.resolve(&value, &Path::of_resource("Orders"), &mut Vec::new());
            assert_eq!(resolved.map_err(|refusal| refusal.bound), Err(Bound::TextBytes));
            assert!(budget.produced() < 8 << 20, "{}", budget.produced());
        }
    }
}
