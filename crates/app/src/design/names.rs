//! The names that the request and the expected result of a pattern use: parameters, and attributes behind a `#`.

use dynalab_modeling::Template;
use dynalab_modeling::check::requests::placeholders;
use dynalab_modeling::design::{AccessPattern, Operation};
use dynalab_modeling::shape::{Leaf, Shape, leaves, members};
use serde_json::Value;

/// Returns the parameters that the pattern needs, each once, in order: names in braces, and `:name` in expressions. A step's own `values`
/// and the values of a repeated Query need none.
pub fn asked(pattern: &AccessPattern) -> Vec<String> {
    let mut names = Vec::new();
    let operation = serde_json::to_value(&pattern.operation).unwrap_or_default();
    for step in steps(&operation) {
        let shape = shape_of_step(&operation, step);
        let own = |name: &str| step.get("values").is_some_and(|values| values.get(name).is_some());
        for leaf in leaves(step, shape) {
            match leaf {
                Leaf::Template(text) => names.extend(in_braces(&text)),
                Leaf::Expression(text) => {
                    names.extend(after_sign(&text, ':').into_iter().filter(|name| !own(name)))
                }
            }
        }
    }
    if let Some(Operation::SearchVectors(search)) = &pattern.operation {
        names.push(search.vector.clone());
    }
    let expect = serde_json::to_value(&pattern.expect).unwrap_or_default();
    for leaf in leaves(&expect, &members::EXPECTATION) {
        if let Leaf::Template(text) = leaf {
            names.extend(in_braces(&text));
        }
    }
    let mut once = Vec::new();
    for name in names {
        let is_repeated = operation.get("for_each").is_some_and(|values| values.get(&name).is_some());
        if !name.is_empty() && !is_repeated && !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

/// Returns the names with a `#` in the expressions of a request or of one of its steps, each once.
pub fn behind_signs(step: &Value) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for member in ["update", "condition", "filter"] {
        let text = step.get(member).and_then(Value::as_str).unwrap_or_default();
        for name in after_sign(text, '#') {
            if !once.contains(&name) {
                once.push(name);
            }
        }
    }
    once
}

/// Returns the reads or writes of a request, or the request itself if it has no steps.
fn steps(operation: &Value) -> Vec<&Value> {
    let list = ["writes", "reads"].iter().find_map(|name| operation.get(name)?.as_array());
    list.map_or_else(|| vec![operation], |steps| steps.iter().collect())
}

fn shape_of_step(operation: &Value, step: &Value) -> &'static Shape {
    let name = if operation.get("reads").is_some() { "reads" } else { "writes" };
    let list = operation.get(name).and_then(|steps| Some((steps, members::OPERATION.part(operation, name)?)));
    list.and_then(|(steps, shape)| shape.part(steps, ""))
        .filter(|_| !std::ptr::eq(operation, step))
        .unwrap_or(&members::OPERATION)
}

fn in_braces(text: &str) -> Vec<String> {
    let template = Template::parse(text).unwrap_or_default();
    template.attributes().map(str::to_owned).collect()
}

/// Returns the names after a sign in an expression, each once, in order.
fn after_sign(text: &str, sign: char) -> Vec<String> {
    placeholders(text).iter().filter_map(|name| name.strip_prefix(sign)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::design::AccessPattern;
    use serde_json::json;

    use super::{asked, behind_signs};

    #[test]
    fn each_step_asks_for_its_names() {
        let pattern = json!({
            "name": "hold",
            "operation": {"action": "transact_write", "writes": [
                {"action": "update", "table": "T", "key": {"PK": "SEAT#{seat_id}"}, "update": "SET #status = :held, n = n + :one",
                 "condition": "#status = :free", "values": {"one": "1"}},
                {"action": "put", "table": "T", "item": "Ticket", "set": {"ticket_id": "{ticket_id:4}"}},
            ]},
            "expect": {"after": [{"table": "T", "key": {"PK": "SEAT#{seat_id}"}, "has": {"status": "{held}", "by": "{user_id}"}}]},
        });
        let pattern: AccessPattern = serde_json::from_value(pattern).expect("a pattern");
        // The order of members is that of the program's JSON library.
        let sorted = |pattern: &AccessPattern| {
            let mut names = asked(pattern);
            names.sort_unstable();
            names
        };
        assert_eq!(sorted(&pattern), ["free", "held", "seat_id", "ticket_id", "user_id"]);
        let query = json!({
            "name": "read",
            "operation": {"action": "query", "table": "T", "key": {"PK": "LOG#{shard}", "SK": {"between": ["{from}", "{to}"]}},
                          "filter": "size(a) > :least", "for_each": {"shard": [0, 1]}},
        });
        let query: AccessPattern = serde_json::from_value(query).expect("a pattern");
        assert_eq!(sorted(&query), ["from", "least", "to"]);
    }

    #[test]
    fn a_name_behind_a_sign_is_listed_once() {
        let step = json!({"update": "SET #status = :held, #by = :user", "condition": "#status = :free"});
        assert_eq!(behind_signs(&step), ["status", "by"]);
    }
}
