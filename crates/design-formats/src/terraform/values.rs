//! Evaluates expressions of a file: variables with a default, locals, and values computed from them.

use std::collections::BTreeSet;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_types::{Bound, Budget, TooMuch};
use hcl::eval::{Context, Evaluate};
use hcl::{Body, Expression, Map, Value};

/// Maximum size of a value. Longer values stay unknown, because locals that repeat each other grow exponentially.
const VALUE_BYTES_MAX: usize = 10_000;
const EXPRESSION_BYTES_MAX: usize = 10_000;
/// Maximum number of rounds to evaluate locals that depend on each other.
const ROUNDS_MAX: usize = 16;
const VARIABLES: &str = "var";
const LOCALS: &str = "local";

/// The known values of a module: one scope for all expressions. An expression gets only the values that it names.
pub struct Values<'a> {
    /// The values by what they are: variables, locals, and the known members of resources of a type.
    scopes: Map<String, Map<String, Value>>,
    budget: &'a Budget,
}

impl<'a> Values<'a> {
    /// # Errors
    /// Returns the refusal if the values would become too much.
    pub fn from_body(body: &Body, budget: &'a Budget) -> Result<Values<'a>, TooMuch> {
        let mut values = Values { scopes: Map::new(), budget };
        for block in body.blocks().filter(|block| block.identifier() == "variable") {
            let default = block.body().attributes().find(|attribute| attribute.key() == "default");
            if let (Some(name), Some(default)) = (block.labels().first(), default)
                && let Some(value) = values.value(default.expr())?
            {
                values.insert(VARIABLES, name.as_str(), value)?;
            }
        }
        // A file of variables (`.tfvars`) has attributes outside blocks.
        for attribute in body.attributes() {
            if let Some(value) = values.value(attribute.expr())? {
                values.insert(VARIABLES, attribute.key(), value)?;
            }
        }
        let locals = body.blocks().filter(|block| block.identifier() == "locals");
        let mut waiting: Vec<_> = locals.flat_map(|block| block.body().attributes()).collect();
        Bound::Names.check(waiting.len())?;
        for _ in 0..ROUNDS_MAX {
            let before = waiting.len();
            let mut left = Vec::new();
            for local in waiting {
                let is_known = values.scopes.get(LOCALS).is_some_and(|known| known.contains_key(local.key()));
                match values.value(local.expr())? {
                    _ if is_known => {}
                    Some(value) => values.insert(LOCALS, local.key(), value)?,
                    None => left.push(local),
                }
            }
            waiting = left;
            if waiting.len() == before || waiting.is_empty() {
                break;
            }
        }
        Ok(values)
    }

    /// Adds a known value, such as the members of a resource of this type.
    ///
    /// # Errors
    /// Returns the refusal if there are too many.
    pub fn insert(&mut self, scope: &str, name: &str, value: Value) -> Result<(), TooMuch> {
        let values = self.scopes.entry(scope.to_owned()).or_default();
        Bound::Names.check(values.len() + 1).map_err(|refusal| refusal.at_member(scope))?;
        self.budget.produce(VALUE_BYTES + name.len() + bytes(&value))?;
        values.insert(name.to_owned(), value);
        Ok(())
    }

    /// Returns the value, or None if it is unknown until the plan is made.
    ///
    /// # Errors
    /// Returns the refusal if the value would become too much.
    pub fn value(&self, expression: &Expression) -> Result<Option<Value>, TooMuch> {
        self.budget.step(1)?;
        if let Some(value) = literal(expression) {
            self.budget.produce(bytes(&value))?;
            return Ok(Some(value));
        }
        let text = expression.to_string();
        self.budget.step(text.len())?;
        if !is_bounded(&text) {
            return Ok(None);
        }
        let context = self.context_of(&text)?;
        let Ok(value) = expression.evaluate(&context) else { return Ok(None) };
        Ok((bytes(&value) <= VALUE_BYTES_MAX).then_some(value))
    }

    /// Returns the values that the text names. A value is charged each time it is named, because each copy can be in the result.
    fn context_of(&self, text: &str) -> Result<Context<'static>, TooMuch> {
        let mut named: Map<&str, BTreeSet<&str>> = Map::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_name) {
            rest = &rest[start..];
            let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            let Some((scope, values)) = self.scopes.get_key_value(word) else { continue };
            let Some((name, value)) = member_of(after).and_then(|name| values.get_key_value(name)) else {
                continue;
            };
            self.budget.produce(VALUE_BYTES + name.len() + bytes(value))?;
            named.entry(scope).or_default().insert(name);
        }
        let mut context = Context::new();
        for (scope, names) in named {
            let values = names.iter().filter_map(|name| {
                let value = self.scopes.get(scope)?.get(*name)?;
                Some(((*name).to_owned(), value.clone()))
            });
            context.declare_var(scope, Value::Object(values.collect()));
        }
        Ok(context)
    }
}

fn literal(expression: &Expression) -> Option<Value> {
    match expression {
        Expression::Null => Some(Value::Null),
        Expression::Bool(flag) => Some(Value::Bool(*flag)),
        Expression::Number(number) => Some(Value::Number(*number)),
        Expression::String(text) => Some(Value::String(text.clone())),
        _ => None,
    }
}

/// Returns the member behind the name of a scope: `.name` or `["name"]`.
fn member_of(text: &str) -> Option<&str> {
    let text = text.trim_start();
    if let Some(quoted) = text.strip_prefix('[') {
        return quoted.trim_start().strip_prefix('"')?.split('"').next();
    }
    let name = text.strip_prefix('.')?.trim_start();
    let end = name.find(|letter| !is_of_name(letter)).unwrap_or(name.len());
    Some(&name[..end])
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

/// Returns false for long expressions and loops. Nested loops can take too long, and table keys need none.
fn is_bounded(text: &str) -> bool {
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
