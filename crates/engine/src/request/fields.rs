//! Reads the members of a request, and collects all problems before the operation starts.
//!
//! The order of problems is DynamoDB's: a wrong JSON type first, then the table's name, then other constraints, then attribute
//! values. Operations on the newer request layer report only the first violated constraint, others report all.

mod attribute_values;
mod exceptions;
mod forms;
mod manner;
mod thousandths;
mod unknown_members;

use std::cell::RefCell;

use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::{self, ShapeError, ValueError, token_name};
use dynalab_types::{ExponentWidth, SmallMap};

use crate::error::violation::{Constraint, ValueDisplay, Violation};
use crate::error::{DynamoError, ValidationError};
use crate::request::fields::manner::Manner;
use crate::request::regional_checks::RegionalChecks;
pub use crate::request::resource_name::{Arn, check_own_table, table_name_of};
use crate::request::resource_name::{name_violations, table_name_violations};

/// The generation of DynamoDB's request layer that reads an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestLayer {
    /// PutItem and DeleteItem: one violation at a time, newer wording, a prefix for value and expression errors.
    Newest,
    /// UpdateItem: like the newest, but it reports all violations of the table's name.
    Enveloping,
    /// GetItem, BatchGetItem, Query and the table operations: messages without a prefix.
    Plain,
    /// BatchWriteItem, Scan and transactions: messages without a prefix, in older wording.
    Older,
    /// Operations of the simulation: like the plain layer, but unknown members are an error.
    Control,
}

impl RequestLayer {
    fn one_table_name_violation(self) -> bool {
        self == RequestLayer::Newest
    }

    pub fn has_expression_envelope(self) -> bool {
        matches!(self, RequestLayer::Newest | RequestLayer::Enveloping)
    }

    /// The older layer reads the exponents of numbers with 32 bits.
    pub(crate) fn exponent_width(self) -> ExponentWidth {
        if self == RequestLayer::Older { ExponentWidth::Narrow } else { ExponentWidth::Wide }
    }

    /// Adds this layer's prefix to an error of expressions and their parameters.
    pub fn expression_error(self, error: ValidationError) -> DynamoError {
        let error = if self.has_expression_envelope() { error.enveloped() } else { error };
        error.into()
    }

    fn value_error(self, error: ValueError, expression_value: Option<String>) -> DynamoError {
        let validation = match (error, expression_value) {
            (ValueError::Shape(shape), _) => return DynamoError::Shape(shape),
            (error, Some(key)) if self == RequestLayer::Older => {
                ValidationError::InvalidExpressionValue { error, key }
            }
            (error, _) if self == RequestLayer::Older => ValidationError::OlderValue(error),
            // Empty and ambiguous values never have a prefix. Values nested too deeply have none outside expressions.
            (error @ (ValueError::Empty | ValueError::MoreThanOneType), _)
            | (error @ ValueError::TooDeep, None) => {
                return ValidationError::Value(error).into();
            }
            (error, _) => ValidationError::Value(error),
        };
        self.expression_error(validation)
    }
}

/// All problems found while decoding one request.
#[derive(Debug, Default)]
pub struct Problems {
    shape: Option<ShapeError>,
    table_name: Vec<Violation>,
    violations: Vec<Violation>,
    value: Option<(ValueError, Option<String>)>,
    /// Reported alone, before all other problems except a wrong JSON type.
    alone: Option<ValidationError>,
    /// All violations are reported, even if the operation normally reports one.
    tells_all: bool,
}

/// The maximum number of violations in one message.
const VIOLATIONS_MAX: usize = 10;

impl Problems {
    fn shape(&mut self, error: ShapeError) {
        self.shape.get_or_insert(error);
    }

    fn value(&mut self, error: ValueError, expression_value: Option<String>) {
        match error {
            ValueError::Shape(error) => self.shape(error),
            error => {
                self.value.get_or_insert((error, expression_value));
            }
        }
    }

    /// Returns the error that DynamoDB reports, if there is a problem.
    ///
    /// # Errors
    /// The request has problems. Which of them is reported depends on the layer.
    pub fn finish(mut self, layer: RequestLayer, one_violation: bool) -> Result<(), DynamoError> {
        if let Some(shape) = self.shape {
            return Err(DynamoError::Shape(shape));
        }
        if let Some(alone) = self.alone {
            return Err(alone.into());
        }
        if !self.table_name.is_empty() {
            if layer.one_table_name_violation() {
                // A single violation is the length. If all are reported, the pattern comes first.
                let last = self.table_name.pop();
                self.table_name = last.into_iter().collect();
            }
            return Err(ValidationError::Violations(self.table_name).into());
        }
        if !self.violations.is_empty() {
            let most = if one_violation && !self.tells_all { 1 } else { VIOLATIONS_MAX };
            self.violations.truncate(most);
            return Err(ValidationError::Violations(self.violations).into());
        }
        match self.value {
            Some((error, expression_value)) => Err(layer.value_error(error, expression_value)),
            None => Ok(()),
        }
    }
}

/// One object of a request: the body itself or a nested structure.
pub struct Fields<'a, 'p> {
    object: &'a Object,
    /// The prefix of member names in violations: "" or "provisionedThroughput.".
    path: String,
    pub layer: RequestLayer,
    pub(crate) manner: Manner,
    /// The members that an operation of the simulation has read, in that order.
    known: RefCell<Vec<String>>,
    problems: &'p mut Problems,
}

impl<'a, 'p> Fields<'a, 'p> {
    pub fn new(
        object: &'a Object,
        layer: RequestLayer,
        checks: RegionalChecks,
        problems: &'p mut Problems,
    ) -> Fields<'a, 'p> {
        Fields {
            object,
            path: String::new(),
            layer,
            manner: Manner::new(checks),
            known: RefCell::default(),
            problems,
        }
    }

    fn present(&self, name: &str) -> Option<&'a Value> {
        if self.layer == RequestLayer::Control {
            self.note_known(name);
        }
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub fn has(&self, name: &str) -> bool {
        self.present(name).is_some()
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}{}", self.path, first_letter(name, char::to_ascii_lowercase))
    }

    pub fn violation(&mut self, name: &str, shown: ValueDisplay, constraint: Constraint) {
        let path = match shown {
            // The newer wording begins every member with a capital letter.
            ValueDisplay::Hidden => format!("{}{name}", first_letter(&self.path, char::to_ascii_uppercase)),
            _ => self.path_of(name),
        };
        self.problems.violations.push(Violation { path, shown, constraint });
    }

    pub fn require(&mut self, name: &str) {
        if !self.has(name) {
            self.violation(name, ValueDisplay::Null, Constraint::NotNull);
        }
    }

    /// Reads a table's name or ARN. Only the name is checked here: whose ARN it is, is checked before the table is looked up.
    pub fn table_name(&mut self) -> String {
        let Some(name) = self.text("TableName") else {
            if self.problems.shape.is_none() {
                self.problems.table_name.push(Violation {
                    path: "tableName".into(),
                    shown: ValueDisplay::Null,
                    constraint: Constraint::NotNull,
                });
            }
            return String::new();
        };
        let checked = table_name_of(&name);
        if self.layer.has_expression_envelope() && checked.is_empty() {
            self.problems.table_name.push(Violation {
                path: "TableName".into(),
                shown: ValueDisplay::Hidden,
                constraint: Constraint::LengthAtLeast(1),
            });
            return name;
        }
        let violations = table_name_violations("tableName", &name, 3);
        self.problems.table_name.extend(violations);
        name
    }

    /// Reads the table's name in a nested structure. Its violations are reported among the others.
    pub fn nested_table_name(&mut self) -> String {
        let Some(name) = self.text("TableName") else {
            self.require("TableName");
            return String::new();
        };
        let violations = table_name_violations(&self.path_of("TableName"), &name, 3);
        self.problems.violations.extend(violations);
        name
    }

    /// Reads the name of an index: 3 to 255 characters of the same alphabet as table names.
    pub fn index_name(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        let path = self.path_of(name);
        self.problems.violations.extend(name_violations(&path, &text, 3));
        Some(text)
    }

    pub fn text(&mut self, name: &str) -> Option<String> {
        let value = self.present(name)?;
        match wire::text(value) {
            Ok(text) => Some(text.to_owned()),
            Err(error) => {
                self.problems.shape(error);
                None
            }
        }
    }

    /// Reads a string of `least` to `most` characters.
    pub fn text_of_length(&mut self, name: &str, least: usize, most: usize) -> Option<String> {
        let text = self.text(name)?;
        let length = text.chars().count();
        if length < least {
            self.violation(name, ValueDisplay::Text(text.clone()), Constraint::LengthAtLeast(least as u64));
        }
        if length > most {
            self.violation(name, ValueDisplay::Text(text.clone()), Constraint::LengthAtMost(most as u64));
        }
        Some(text)
    }

    pub fn boolean(&mut self, name: &str) -> Option<bool> {
        let value = self.present(name)?;
        match wire::boolean(value) {
            Ok(value) => Some(value),
            Err(error) => {
                self.problems.shape(error);
                None
            }
        }
    }

    /// Reads an integer. `class` is DynamoDB's name of the number type: "Integer" or "Long".
    pub fn integer(&mut self, name: &str, class: &'static str) -> Option<i64> {
        let value = self.present(name)?;
        let error = match value {
            Value::Number(number) => return Some(json::integer(number)),
            Value::Array(_) => ShapeError::ListNotExpected {
                class: if class == "Long" { "class java.lang.Long" } else { "class java.lang.Integer" },
            },
            Value::Object(_) => ShapeError::StructureNotExpected,
            scalar => ShapeError::CannotConvert { found: token_name(scalar), wanted: class },
        };
        self.problems.shape(error);
        None
    }

    pub fn integer_between(
        &mut self,
        name: &str,
        class: &'static str,
        least: i64,
        most: Option<i64>,
    ) -> Option<i64> {
        let value = self.integer(name, class)?;
        if value < least {
            self.violation(name, ValueDisplay::Text(value.to_string()), Constraint::ValueAtLeast(least));
        }
        if let Some(most) = most.filter(|most| value > *most) {
            self.violation(name, ValueDisplay::Text(value.to_string()), Constraint::ValueAtMost(most));
        }
        Some(value)
    }

    /// Reads one value of a closed set. The message lists `printed` in the given order.
    pub fn enumeration<T: Copy>(
        &mut self,
        name: &str,
        printed: &'static [&'static str],
        known: &[(&str, T)],
    ) -> Option<T> {
        let text = self.text(name)?;
        let found = known.iter().find(|(known_name, _)| *known_name == text).map(|(_, value)| *value);
        if found.is_none() {
            self.violation(name, ValueDisplay::Text(text), Constraint::OneOf(printed));
        }
        found
    }

    /// Reads ExpressionAttributeNames.
    pub fn names(&mut self, name: &str) -> Option<SmallMap<String, String>> {
        let object = self.object_member(name)?;
        let mut names = SmallMap::new();
        for (key, value) in object.iter().filter(|(_, value)| !value.is_null()) {
            match wire::text(value) {
                Ok(text) => {
                    names.insert(key.clone(), text.to_owned());
                }
                Err(error) => self.problems.shape(error),
            }
        }
        Some(names)
    }

    pub fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        let elements = self.list_member(name)?;
        let mut texts = Vec::with_capacity(elements.len());
        for element in elements {
            match wire::text(element) {
                Ok(text) => texts.push(text.to_owned()),
                Err(error) => self.problems.shape(error),
            }
        }
        Some(texts)
    }

    /// Reads a list of strings of `least` to `most` characters each.
    pub fn texts_of_length(&mut self, name: &str, least: usize, most: usize) -> Option<Vec<String>> {
        let texts = self.texts(name)?;
        if texts.iter().any(|text| !(least..=most).contains(&text.chars().count())) {
            let shown = ValueDisplay::Text(format!("[{}]", texts.join(", ")));
            self.violation(name, shown, Constraint::MemberLength { least: least as u64, most: most as u64 });
        }
        Some(texts)
    }

    pub fn is_empty_list(&self, name: &str) -> bool {
        matches!(self.present(name), Some(Value::Array(elements)) if elements.is_empty())
    }

    /// Reads a nested structure.
    pub fn nested<T>(&mut self, name: &str, decode: impl FnOnce(&mut Fields) -> T) -> Option<T> {
        let value = self.present(name)?;
        let error = match value {
            Value::Object(_) => {
                let path = format!("{}.", self.path_of(name));
                return self.structure(value, path, decode);
            }
            Value::Array(_) => ShapeError::StructureIsList { structure: name.to_owned() },
            _ => ShapeError::UnexpectedFieldType,
        };
        self.problems.shape(error);
        None
    }

    /// Reads a list of structures. Violations count elements from one: "keySchema.1.member.keyType".
    pub fn list<T>(&mut self, name: &str, mut decode: impl FnMut(&mut Fields) -> T) -> Option<Vec<T>> {
        let elements = self.list_member(name)?;
        let path = self.path_of(name);
        let mut decoded = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            decoded.extend(self.structure(element, format!("{path}.{}.member.", index + 1), &mut decode));
        }
        Some(decoded)
    }

    /// Reads a map of structures, in the order of the names, for example BatchGetItem's RequestItems.
    pub fn map<T>(
        &mut self,
        name: &str,
        mut decode: impl FnMut(&mut Fields) -> T,
    ) -> Option<Vec<(String, T)>> {
        let object = self.object_member(name)?;
        let path = self.path_of(name);
        let mut decoded = Vec::with_capacity(object.len());
        for (key, value) in object {
            let structure = self.structure(value, format!("{path}.{key}.member."), &mut decode);
            decoded.extend(structure.map(|structure| (key.clone(), structure)));
        }
        Some(decoded)
    }

    /// Reads a map of lists of structures, for example BatchWriteItem's RequestItems.
    pub fn map_of_lists<T>(
        &mut self,
        name: &str,
        mut decode: impl FnMut(&mut Fields) -> T,
    ) -> Option<Vec<(String, Vec<T>)>> {
        let object = self.object_member(name)?;
        let path = self.path_of(name);
        let mut decoded = Vec::with_capacity(object.len());
        for (key, value) in object {
            match wire::list(value, "") {
                Ok(elements) => {
                    let mut list = Vec::with_capacity(elements.len());
                    for (index, element) in elements.iter().enumerate() {
                        let path = format!("{path}.{key}.member.{}.member.", index + 1);
                        list.extend(self.structure(element, path, &mut decode));
                    }
                    decoded.push((key.clone(), list));
                }
                Err(error) => self.problems.shape(error),
            }
        }
        Some(decoded)
    }

    fn structure<T>(
        &mut self,
        value: &Value,
        path: String,
        decode: impl FnOnce(&mut Fields) -> T,
    ) -> Option<T> {
        match value {
            Value::Object(object) => {
                let (layer, manner) = (self.layer, self.manner);
                let known = RefCell::default();
                let mut fields = Fields { object, path, layer, manner, known, problems: self.problems };
                let decoded = decode(&mut fields);
                fields.refuse_unknown_members();
                Some(decoded)
            }
            Value::Array(_) => {
                self.problems.shape(ShapeError::ListNotExpected { class: "class java.lang.Object" });
                None
            }
            _ => {
                self.problems.shape(ShapeError::UnexpectedValueType);
                None
            }
        }
    }

    fn object_member(&mut self, name: &str) -> Option<&'a Object> {
        let value = self.present(name)?;
        match wire::map(value) {
            Ok(object) => Some(object),
            Err(error) => {
                self.problems.shape(of_map(name, error));
                None
            }
        }
    }

    fn list_member(&mut self, name: &str) -> Option<&'a [Value]> {
        let value = self.present(name)?;
        match wire::list(value, "") {
            Ok(elements) => Some(elements),
            Err(error) => {
                self.problems.shape(error);
                None
            }
        }
    }
}

/// Replaces the type in the error for a list in place of a map. DynamoDB names the type of the map, mostly of attribute values.
fn of_map(name: &str, error: ShapeError) -> ShapeError {
    let class = match (error, name) {
        (ShapeError::ListNotExpected { .. }, "ExpressionAttributeNames") => {
            "java.util.Map<java.lang.String, java.lang.String>"
        }
        (ShapeError::ListNotExpected { .. }, "KeyConditions" | "QueryFilter" | "ScanFilter") => {
            "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.Condition>"
        }
        (error, _) => return error,
    };
    ShapeError::ListNotExpected { class }
}

fn first_letter(name: &str, change: fn(&char) -> char) -> String {
    let mut letters = name.chars();
    letters.next().iter().map(change).chain(letters).collect()
}
