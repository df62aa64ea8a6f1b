//! The learner's part of a key design: tables and requests. The lesson's brief has the rest.

use std::collections::BTreeMap;

use dynalab_types::json::{Object, Value};
use serde::{Deserialize, Serialize};

use crate::json::Json;

/// The learner's decisions. Entities, sample data, rates and expected results stay those of the brief.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignAnswer {
    /// The tables, in the format of a design document.
    pub tables: Vec<Json>,
    /// The request of each access pattern, by pattern name. A pattern that is absent here has no request.
    #[serde(default)]
    pub operations: BTreeMap<String, Json>,
}

impl DesignAnswer {
    /// Extracts the learner's part from a whole design.
    pub fn from_design(design: &Json) -> DesignAnswer {
        let operation = |pattern: &Object| {
            let name = pattern.get("name").and_then(Value::as_str)?;
            Some((name.to_owned(), Json(pattern.get("operation")?.clone())))
        };
        DesignAnswer {
            tables: list(design, "tables").iter().cloned().map(Json).collect(),
            operations: list(design, "patterns").iter().filter_map(object).filter_map(operation).collect(),
        }
    }

    /// Merges the brief with this answer into the design to check.
    pub fn complete(&self, brief: &Json) -> Json {
        let Some(members) = brief.as_object() else { return brief.clone() };
        let mut members = members.clone();
        let tables = self.tables.iter().map(|table| table.0.clone()).collect();
        members.insert("tables".to_owned(), Value::Array(tables));
        let patterns = list(brief, "patterns").iter().map(|pattern| self.with_operation(pattern)).collect();
        members.insert("patterns".to_owned(), Value::Array(patterns));
        Json(Value::Object(members))
    }

    fn with_operation(&self, pattern: &Value) -> Value {
        let Some(members) = object(pattern) else { return pattern.clone() };
        let mut members = members.clone();
        let name = members.get("name").and_then(Value::as_str).unwrap_or_default();
        match self.operations.get(name) {
            Some(operation) => members.insert("operation".to_owned(), operation.0.clone()),
            None => members.remove("operation"),
        };
        Value::Object(members)
    }
}

fn list<'a>(design: &'a Json, name: &str) -> &'a [Value] {
    match design.as_object().and_then(|members| members.get(name)) {
        Some(Value::Array(elements)) => elements,
        _ => &[],
    }
}

fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text).expect("JSON")
    }

    #[test]
    fn an_answer_changes_tables_and_requests_alone() {
        let brief = json(
            r#"{"name":"b","seed":1,"tables":[{"name":"T"}],"patterns":[{"name":"p","rate":{"average":5}},{"name":"q","operation":{"action":"scan"}}]}"#,
        );
        let edited = json(
            r#"{"name":"other","seed":9,"tables":[{"name":"U"}],"patterns":[{"name":"p","rate":{"average":0},"operation":{"action":"get"}},{"name":"mine","operation":{}}]}"#,
        );
        let whole = json(
            r#"{"name":"b","seed":1,"tables":[{"name":"U"}],"patterns":[{"name":"p","rate":{"average":5},"operation":{"action":"get"}},{"name":"q"}]}"#,
        );
        assert_eq!(DesignAnswer::from_design(&edited).complete(&brief), whole);
        assert_eq!(DesignAnswer::from_design(&brief).complete(&brief), brief);
        assert_eq!(DesignAnswer::default().complete(&json("[1]")), json("[1]"));
    }
}
