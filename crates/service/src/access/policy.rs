//! A parsed policy: statements with effect, principals, actions, resources and conditions.

use dynalab_engine::error::PolicyFault;
use dynalab_types::json::{self, Object, Value};

use crate::access::condition::Condition;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    pub statements: Vec<Statement>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub id: Option<String>,
    pub allows: bool,
    /// Only in resource-based policies.
    pub principal: Option<Patterns>,
    pub action: Patterns,
    pub resource: Patterns,
    pub conditions: Vec<Condition>,
}

/// Matches one of the patterns, or none of them if `negated`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Patterns {
    pub patterns: Vec<String>,
    pub negated: bool,
}

impl Policy {
    /// Reads a policy document.
    ///
    /// # Errors
    /// The text is not JSON, or a statement is incomplete.
    pub fn parse(text: &str) -> Result<Policy, PolicyFault> {
        let Ok(Value::Object(document)) = json::parse(text) else { return Err(PolicyFault::NotJson) };
        let statements = match document.get("Statement") {
            Some(Value::Array(statements)) if !statements.is_empty() => statements.as_slice(),
            Some(statement @ Value::Object(_)) => std::slice::from_ref(statement),
            _ => return Err(PolicyFault::Missing { element: "Statement" }),
        };
        let statements = statements.iter().map(|statement| match statement {
            Value::Object(statement) => Statement::read(statement),
            _ => Err(PolicyFault::NotJson),
        });
        Ok(Policy { statements: statements.collect::<Result<_, _>>()? })
    }
}

impl Statement {
    fn read(object: &Object) -> Result<Statement, PolicyFault> {
        let allows = match object.get("Effect").and_then(Value::as_str) {
            Some("Allow") => true,
            Some("Deny") => false,
            Some(_) => return Err(PolicyFault::Effect),
            None => return Err(PolicyFault::Missing { element: "Effect" }),
        };
        let mut conditions = Vec::new();
        if let Some(Value::Object(operators)) = object.get("Condition") {
            for (operator, keys) in operators {
                conditions.extend(Condition::read(operator, keys)?);
            }
        }
        let required = |found: Option<Patterns>, element| found.ok_or(PolicyFault::Missing { element });
        Ok(Statement {
            id: object.get("Sid").and_then(Value::as_str).map(str::to_owned),
            allows,
            principal: read_patterns(object, "Principal", "NotPrincipal")?,
            action: required(read_patterns(object, "Action", "NotAction")?, "Action")?,
            resource: required(read_patterns(object, "Resource", "NotResource")?, "Resource")?,
            conditions,
        })
    }
}

fn read_patterns(
    object: &Object,
    element: &'static str,
    negation: &'static str,
) -> Result<Option<Patterns>, PolicyFault> {
    match (object.get(element), object.get(negation)) {
        (Some(_), Some(_)) => Err(PolicyFault::Both { element }),
        (Some(value), None) => Ok(Some(Patterns { patterns: texts(value), negated: false })),
        (None, Some(value)) => Ok(Some(Patterns { patterns: texts(value), negated: true })),
        (None, None) => Ok(None),
    }
}

/// Returns the strings of a string, a list, or principals of several kinds.
pub(crate) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(texts).collect(),
        Value::Object(kinds) => kinds.values().flat_map(texts).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Bool(value) => vec![value.to_string()],
        Value::Number(number) => vec![number.clone()],
        Value::Null => Vec::new(),
    }
}
