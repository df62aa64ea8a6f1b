//! The capacity that a response says it consumed.

use serde_json::Value;

/// The units of one table or index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitsOf {
    pub table: String,
    pub index: Option<String>,
    pub units: f64,
}

/// Returns all units of a response. Zero if it says none.
pub fn of_response(body: &Value) -> f64 {
    each(body).iter().map(|of| of.units).sum()
}

/// Returns the units of a response by table and index. A response to `ReturnConsumedCapacity: TOTAL` has those of the indexes in those of
/// the table.
pub fn each(body: &Value) -> Vec<UnitsOf> {
    let consumed = match body.get("ConsumedCapacity") {
        Some(Value::Array(list)) => list.iter().collect(),
        Some(one) if one.is_object() => vec![one],
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for consumed in consumed {
        let table = consumed["TableName"].as_str().unwrap_or_default().to_owned();
        let units = |of: &Value| of.get("CapacityUnits").and_then(Value::as_f64).unwrap_or(0.0);
        let mut of_indexes = 0.0;
        for member in ["LocalSecondaryIndexes", "GlobalSecondaryIndexes"] {
            for (index, of) in consumed.get(member).and_then(Value::as_object).into_iter().flatten() {
                of_indexes += units(of);
                found.push(UnitsOf { table: table.clone(), index: Some(index.clone()), units: units(of) });
            }
        }
        let own = (units(consumed) - of_indexes).max(0.0);
        found.push(UnitsOf { table, index: None, units: own });
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn units_of_indexes_are_counted_once() {
        let body = json!({ "ConsumedCapacity": {
            "TableName": "T", "CapacityUnits": 5.0, "Table": { "CapacityUnits": 2.0 },
            "GlobalSecondaryIndexes": { "I": { "CapacityUnits": 3.0 } },
        } });
        assert_eq!(of_response(&body), 5.0);
        assert_eq!(each(&body).iter().map(|of| of.units).collect::<Vec<f64>>(), [3.0, 2.0]);
        assert_eq!(of_response(&json!({})), 0.0);
        assert_eq!(
            of_response(&json!({ "ConsumedCapacity": [{ "CapacityUnits": 1.5 }, { "CapacityUnits": 2 }] })),
            3.5
        );
    }
}
