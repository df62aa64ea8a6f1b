//! Conditions and updates as trees, and their text in a request.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::simulator::value::Value;

/// An attribute, or a value inside it at one name or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub attribute: String,
    pub step: Option<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Name(String),
    Index(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Exists(Path),
    NotExists(Path),
    Compare(Comparison, Path, Value),
    Size(Comparison, Path, i64),
    Between(Path, Value, Value),
    BeginsWith(Path, Value),
    Contains(Path, Value),
    TypeIs(Path, &'static str),
    In(Path, Vec<Value>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Set(Path, Operand),
    Remove(Path),
    Add(Path, Value),
    Delete(Path, Value),
}

/// The right side of a SET action.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Value(Value),
    Path(Path),
    Plus(Path, Value),
    Minus(Path, Value),
    IfNotExists(Path, Value),
    Append(Path, Value),
}

impl Action {
    pub fn path(&self) -> &Path {
        match self {
            Action::Set(path, _) | Action::Remove(path) | Action::Add(path, _) | Action::Delete(path, _) => {
                path
            }
        }
    }
}

impl Condition {
    pub fn paths(&self) -> Vec<&Path> {
        match self {
            Condition::Exists(path)
            | Condition::NotExists(path)
            | Condition::Compare(_, path, _)
            | Condition::Size(_, path, _)
            | Condition::Between(path, ..)
            | Condition::BeginsWith(path, _)
            | Condition::Contains(path, _)
            | Condition::TypeIs(path, _)
            | Condition::In(path, _) => vec![path],
            Condition::And(left, right) | Condition::Or(left, right) => {
                [left.paths(), right.paths()].concat()
            }
            Condition::Not(inner) => inner.paths(),
        }
    }
}

impl Comparison {
    pub const ALL: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "<>",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }
}

impl Path {
    pub fn from_attribute(attribute: &str) -> Path {
        Path { attribute: attribute.to_owned(), step: None }
    }
}

/// Collects the placeholders of one request: names and values.
#[derive(Debug, Default)]
pub struct Aliases {
    names: BTreeMap<String, String>,
    values: BTreeMap<String, Json>,
}

impl Aliases {
    pub fn name(&mut self, name: &str) -> String {
        // Key names are written as they are. Other names could be reserved words.
        if matches!(name, "pk" | "sk" | "gs" | "gn" | "gb") {
            return name.to_owned();
        }
        let alias = format!("#{name}");
        self.names.insert(alias.clone(), name.to_owned());
        alias
    }

    pub fn value(&mut self, value: &Value) -> String {
        let alias = format!(":v{}", self.values.len());
        self.values.insert(alias.clone(), value.to_wire());
        alias
    }

    pub fn path(&mut self, path: &Path) -> String {
        let attribute = self.name(&path.attribute);
        match &path.step {
            None => attribute,
            Some(Step::Name(name)) => format!("{attribute}.{}", self.name(name)),
            Some(Step::Index(index)) => format!("{attribute}[{index}]"),
        }
    }

    pub fn paths(&mut self, paths: &[Path]) -> String {
        paths.iter().map(|path| self.path(path)).collect::<Vec<_>>().join(", ")
    }

    pub fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::Exists(path) => format!("attribute_exists({})", self.path(path)),
            Condition::NotExists(path) => format!("attribute_not_exists({})", self.path(path)),
            Condition::Compare(comparison, path, value) => {
                format!("{} {} {}", self.path(path), comparison.text(), self.value(value))
            }
            Condition::Size(comparison, path, size) => {
                let size = Value::N(size * 1000);
                format!("size({}) {} {}", self.path(path), comparison.text(), self.value(&size))
            }
            Condition::Between(path, low, high) => {
                format!("{} BETWEEN {} AND {}", self.path(path), self.value(low), self.value(high))
            }
            Condition::BeginsWith(path, value) => {
                format!("begins_with({}, {})", self.path(path), self.value(value))
            }
            Condition::Contains(path, value) => {
                format!("contains({}, {})", self.path(path), self.value(value))
            }
            Condition::TypeIs(path, name) => {
                format!("attribute_type({}, {})", self.path(path), self.value(&Value::text(name)))
            }
            Condition::In(path, values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                format!("{} IN ({})", self.path(path), values.join(", "))
            }
            Condition::And(left, right) => {
                format!("({} AND {})", self.condition(left), self.condition(right))
            }
            Condition::Or(left, right) => format!("({} or {})", self.condition(left), self.condition(right)),
            // DynamoDB rejects redundant parentheses.
            Condition::Not(inner) => match inner.as_ref() {
                Condition::And(..) | Condition::Or(..) => format!("NOT {}", self.condition(inner)),
                _ => format!("NOT ({})", self.condition(inner)),
            },
        }
    }

    pub fn update(&mut self, actions: &[Action]) -> String {
        let mut clauses: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for action in actions {
            let (clause, text) = match action {
                Action::Set(path, operand) => {
                    ("SET", format!("{} = {}", self.path(path), self.operand(operand)))
                }
                Action::Remove(path) => ("REMOVE", self.path(path)),
                Action::Add(path, value) => ("ADD", format!("{} {}", self.path(path), self.value(value))),
                Action::Delete(path, value) => {
                    ("DELETE", format!("{} {}", self.path(path), self.value(value)))
                }
            };
            clauses.entry(clause).or_default().push(text);
        }
        clauses
            .iter()
            .map(|(clause, texts)| format!("{clause} {}", texts.join(", ")))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn operand(&mut self, operand: &Operand) -> String {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Path(path) => self.path(path),
            Operand::Plus(path, value) => format!("{} + {}", self.path(path), self.value(value)),
            Operand::Minus(path, value) => format!("{} - {}", self.path(path), self.value(value)),
            Operand::IfNotExists(path, value) => {
                format!("if_not_exists({}, {})", self.path(path), self.value(value))
            }
            Operand::Append(path, value) => {
                format!("list_append({}, {})", self.path(path), self.value(value))
            }
        }
    }

    /// Adds the placeholders to the body of a request.
    pub fn finish(self, body: &mut Map<String, Json>) {
        if !self.names.is_empty() {
            let names = self.names.into_iter().map(|(alias, name)| (alias, Json::from(name)));
            body.insert("ExpressionAttributeNames".into(), Json::Object(names.collect()));
        }
        if !self.values.is_empty() {
            body.insert("ExpressionAttributeValues".into(), Json::Object(self.values.into_iter().collect()));
        }
    }
}
