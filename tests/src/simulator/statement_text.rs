//! Conditions, updates and reads as PartiQL, from the same trees as expressions.

use serde_json::{Value as Json, json};

use crate::simulator::expression::{Action, Condition, Operand, Path, Step};
use crate::simulator::request::{KeyShape, Read, SortTest};
use crate::simulator::value::{Item, Value};

/// A statement under construction, with its parameters.
#[derive(Debug, Default)]
pub struct Statement {
    pub text: String,
    parameters: Vec<Json>,
}

impl Statement {
    pub fn begin(text: impl Into<String>) -> Statement {
        Statement { text: text.into(), parameters: Vec::new() }
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn value(&mut self, value: &Value) {
        self.push("?");
        self.parameters.push(value.to_wire());
    }

    pub fn body(&self) -> Json {
        let mut body = json!({ "Statement": self.text });
        if !self.parameters.is_empty() {
            body["Parameters"] = self.parameters.clone().into();
        }
        body
    }

    pub fn item(&mut self, item: &Item) {
        self.push("{");
        for (number, (name, value)) in item.iter().enumerate() {
            self.push(if number > 0 { ", " } else { "" });
            self.push(&format!("'{name}': "));
            self.value(value);
        }
        self.push("}");
    }

    /// Appends ` WHERE` with the key and an optional condition.
    pub fn at(&mut self, key: &Item, condition: Option<&Condition>) {
        for (number, (name, value)) in key.iter().enumerate() {
            self.push(if number > 0 { " AND " } else { " WHERE " });
            self.push(&format!("{} = ", quoted(name)));
            self.value(value);
        }
        if let Some(condition) = condition {
            self.push(" AND ");
            self.condition(condition);
        }
    }

    pub fn select(&mut self, read: &Read, key: Option<(&KeyShape, &Value, Option<&SortTest>)>) {
        let columns = read.projection.as_ref().map(|paths| paths.iter().map(path_text).collect::<Vec<_>>());
        let columns = columns.map_or("*".to_owned(), |columns| columns.join(", "));
        self.push(&format!("SELECT {columns} FROM {}", quoted(&read.table)));
        if let Some(index) = &read.index {
            self.push(&format!(".{}", quoted(index)));
        }
        let mut word = " WHERE ";
        if let Some((shape, partition, sort)) = key {
            self.push(&format!("{word}{} = ", quoted(&shape.partition.0)));
            self.value(partition);
            word = " AND ";
            if let (Some((name, _)), Some(test)) = (&shape.sort, sort) {
                self.push(word);
                self.sort_test(&quoted(name), test);
            }
        }
        if let Some(filter) = &read.filter {
            self.push(word);
            self.condition(filter);
        }
    }

    fn sort_test(&mut self, name: &str, test: &SortTest) {
        let (operator, value) = match test {
            SortTest::Equal(value) => ("=", value),
            SortTest::Less(value) => ("<", value),
            SortTest::LessOrEqual(value) => ("<=", value),
            SortTest::Greater(value) => (">", value),
            SortTest::GreaterOrEqual(value) => (">=", value),
            SortTest::Between(low, high) => return self.between(name, low, high),
            SortTest::BeginsWith(value) => return self.call("begins_with", name, value),
        };
        self.push(&format!("{name} {operator} "));
        self.value(value);
    }

    fn between(&mut self, operand: &str, low: &Value, high: &Value) {
        self.push(&format!("{operand} BETWEEN "));
        self.value(low);
        self.push(" AND ");
        self.value(high);
    }

    fn call(&mut self, function: &str, operand: &str, value: &Value) {
        self.push(&format!("{function}({operand}, "));
        self.value(value);
        self.push(")");
    }

    pub fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Exists(path) => self.push(&format!("{} IS NOT MISSING", path_text(path))),
            Condition::NotExists(path) => self.push(&format!("{} IS MISSING", path_text(path))),
            Condition::Compare(comparison, path, value) => {
                self.push(&format!("{} {} ", path_text(path), comparison.text()));
                self.value(value);
            }
            Condition::Size(comparison, path, size) => {
                self.push(&format!("size({}) {} ", path_text(path), comparison.text()));
                self.value(&Value::N(size * 1000));
            }
            Condition::Between(path, low, high) => self.between(&path_text(path), low, high),
            Condition::BeginsWith(path, value) => self.call("begins_with", &path_text(path), value),
            Condition::Contains(path, value) => self.call("contains", &path_text(path), value),
            Condition::TypeIs(path, name) => {
                self.call("attribute_type", &path_text(path), &Value::text(name))
            }
            Condition::In(path, values) => {
                self.push(&format!("{} IN [", path_text(path)));
                for (number, value) in values.iter().enumerate() {
                    self.push(if number > 0 { ", " } else { "" });
                    self.value(value);
                }
                self.push("]");
            }
            Condition::And(left, right) => self.pair(left, "AND", right),
            Condition::Or(left, right) => self.pair(left, "OR", right),
            Condition::Not(inner) => {
                self.push("NOT (");
                self.condition(inner);
                self.push(")");
            }
        }
    }

    fn pair(&mut self, left: &Condition, word: &str, right: &Condition) {
        self.push("(");
        self.condition(left);
        self.push(&format!(" {word} "));
        self.condition(right);
        self.push(")");
    }

    /// Appends the actions that PartiQL supports.
    pub fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Set(path, operand) => {
                    self.push(&format!(" SET {} = ", path_text(path)));
                    self.operand(operand);
                }
                other => self.push(&format!(" REMOVE {}", path_text(other.path()))),
            }
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Value(value) => self.value(value),
            Operand::Path(path) | Operand::IfNotExists(path, _) => self.push(&path_text(path)),
            Operand::Plus(path, value) => {
                self.push(&format!("{} + ", path_text(path)));
                self.value(value);
            }
            Operand::Minus(path, value) => {
                self.push(&format!("{} - ", path_text(path)));
                self.value(value);
            }
            Operand::Append(path, value) => self.call("list_append", &path_text(path), value),
        }
    }
}

/// Returns whether [`Statement::actions`] supports an action.
pub fn has_words(action: &Action) -> bool {
    match action {
        Action::Set(_, operand) => !matches!(operand, Operand::IfNotExists(..)),
        Action::Remove(_) => true,
        Action::Add(..) | Action::Delete(..) => false,
    }
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn path_text(path: &Path) -> String {
    let attribute = quoted(&path.attribute);
    match &path.step {
        None => attribute,
        Some(Step::Name(name)) => format!("{attribute}.{}", quoted(name)),
        Some(Step::Index(index)) => format!("{attribute}[{index}]"),
    }
}
