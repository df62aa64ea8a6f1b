//! Evaluates expressions of a file: variables with a default, locals, and values computed from them.

use hcl::eval::{Context, Evaluate};
use hcl::{Body, Expression, Map, Value};

/// Maximum size of a value. Longer values stay unknown, because locals that repeat each other grow exponentially.
const VALUE_BYTES_MAX: usize = 10_000;
const EXPRESSION_BYTES_MAX: usize = 10_000;
const LOCALS_MAX: usize = 1_000;
/// Maximum number of rounds to evaluate locals that depend on each other.
const ROUNDS_MAX: usize = 16;

#[derive(Clone)]
pub struct Values {
    variables: Map<String, Value>,
    locals: Map<String, Value>,
    /// The known members of resources, by type and name.
    resources: Map<String, Value>,
}

impl Values {
    pub fn from_body(body: &Body) -> Values {
        let mut values = Values { variables: Map::new(), locals: Map::new(), resources: Map::new() };
        for block in body.blocks().filter(|block| block.identifier() == "variable") {
            let default = block.body().attributes().find(|attribute| attribute.key() == "default");
            if let (Some(name), Some(default)) = (block.labels().first(), default)
                && let Some(value) = values.value(default.expr())
            {
                values.variables.insert(name.as_str().to_owned(), value);
            }
        }
        // A file of variables (`.tfvars`) has attributes outside blocks.
        for attribute in body.attributes() {
            if let Some(value) = values.value(attribute.expr()) {
                values.variables.insert(attribute.key().to_owned(), value);
            }
        }
        let locals = body.blocks().filter(|block| block.identifier() == "locals");
        let locals: Vec<_> = locals.flat_map(|block| block.body().attributes()).take(LOCALS_MAX).collect();
        for _ in 0..ROUNDS_MAX {
            let before = values.locals.len();
            for local in &locals {
                if !values.locals.contains_key(local.key())
                    && let Some(value) = values.value(local.expr())
                {
                    values.locals.insert(local.key().to_owned(), value);
                }
            }
            if values.locals.len() == before {
                break;
            }
        }
        values
    }

    /// Returns these values with the known members of resources.
    pub fn with_resources(&self, kind: &str, resources: Map<String, Value>) -> Values {
        let mut values = self.clone();
        values.resources.insert(kind.to_owned(), Value::Object(resources));
        values
    }

    /// Returns the value, or None if it is unknown until the plan is made.
    pub fn value(&self, expression: &Expression) -> Option<Value> {
        match expression {
            Expression::Null => return Some(Value::Null),
            Expression::Bool(flag) => return Some(Value::Bool(*flag)),
            Expression::Number(number) => return Some(Value::Number(*number)),
            Expression::String(text) => return Some(Value::String(text.clone())),
            _ => {}
        }
        if !is_bounded(expression) {
            return None;
        }
        let mut context = Context::new();
        context.declare_var("var", Value::Object(self.variables.clone()));
        context.declare_var("local", Value::Object(self.locals.clone()));
        for (kind, resources) in &self.resources {
            context.declare_var(kind.as_str(), resources.clone());
        }
        let value = expression.evaluate(&context).ok()?;
        (bytes(&value) <= VALUE_BYTES_MAX).then_some(value)
    }
}

/// Returns false for long expressions and loops. Nested loops can take too long, and table keys need none.
fn is_bounded(expression: &Expression) -> bool {
    let text = expression.to_string();
    text.len() <= EXPRESSION_BYTES_MAX && !text.contains("for ") && !text.contains("%{")
}

fn bytes(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(bytes).sum::<usize>() + list.len(),
        Value::Object(map) => {
            map.iter().map(|(name, value)| name.len() + bytes(value)).sum::<usize>() + map.len()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 8,
    }
}
