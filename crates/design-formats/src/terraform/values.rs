//! Evaluates expressions of a module: variables with a value, locals, iterators, and values computed from them. A variable without a
//! value is a placeholder where a text can stand.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_types::{Bound, Budget, TooMuch};
use hcl::eval::{Context, Evaluate};
use hcl::expr::ObjectKey;
use hcl::{Block, Body, Expression, Map, Value};

use super::functions::{VALUE_BYTES_MAX, bytes, function};
use super::modules;
use crate::placeholders::Placeholders;

const EXPRESSION_BYTES_MAX: usize = 10_000;
/// The most `for` expressions in an expression.
const LOOPS_MAX: usize = 2;
/// The most turns of the loops of an expression, times the bytes of what a turn can copy.
const LOOP_WORK_MAX: usize = 4_000_000;
/// Maximum number of rounds to evaluate locals that depend on each other.
const ROUNDS_MAX: usize = 16;
const VARIABLES: &str = "var";
const LOCALS: &str = "local";
const WORKSPACE: (&str, &str) = ("terraform", "workspace");

/// The known values of a module: one scope for all expressions. An expression gets only the values that it names.
pub struct Values<'a> {
    /// The values by what they are: variables, locals, iterators, and the known members of resources of a type.
    scopes: Map<String, Map<String, Value>>,
    /// The names without a value that a value of a scope stands for or contains.
    missing: BTreeMap<(String, String), BTreeSet<String>>,
    placeholders: &'a Placeholders,
    budget: &'a Budget,
}

impl<'a> Values<'a> {
    /// # Errors
    /// Returns the refusal if the values would become too much.
    pub fn from_body(
        body: &Body,
        placeholders: &'a Placeholders,
        budget: &'a Budget,
    ) -> Result<Values<'a>, TooMuch> {
        let mut values = Values { scopes: Map::new(), missing: BTreeMap::new(), placeholders, budget };
        values.declare_missing(WORKSPACE.0, WORKSPACE.1, "terraform.workspace")?;
        for block in body.blocks().filter(|block| block.identifier() == "variable") {
            values.declare_variable(block)?;
        }
        // A file of variables (`.tfvars`) has attributes outside blocks.
        for attribute in body.attributes() {
            if let Some(value) = values.value(attribute.expr())? {
                values.insert(VARIABLES, attribute.key(), value)?;
            }
        }
        modules::pass_arguments(body, &mut values)?;
        let locals = body.blocks().filter(|block| block.identifier() == "locals");
        let mut waiting: Vec<_> = locals.flat_map(|block| block.body().attributes()).collect();
        Bound::Names.check(waiting.len())?;
        for _ in 0..ROUNDS_MAX {
            let before = waiting.len();
            let mut left = Vec::new();
            for local in waiting {
                let is_known = values.scopes.get(LOCALS).is_some_and(|known| known.contains_key(local.key()));
                match values.evaluate(local.expr())? {
                    _ if is_known => {}
                    (Some(value), missing) => {
                        values.insert(LOCALS, local.key(), value)?;
                        values.contain(LOCALS, local.key(), missing)?;
                    }
                    (None, _) => left.push(local),
                }
            }
            waiting = left;
            if waiting.len() == before || waiting.is_empty() {
                break;
            }
        }
        // An argument can be a local, and a local of the module can contain it.
        modules::pass_arguments(body, &mut values)?;
        let locals = body.blocks().filter(|block| block.identifier() == "locals");
        for local in locals.flat_map(|block| block.body().attributes()) {
            if values.missing.contains_key(&(LOCALS.to_owned(), local.key().to_owned()))
                && let (Some(value), missing) = values.evaluate(local.expr())?
            {
                values.insert(LOCALS, local.key(), value)?;
                values.contain(LOCALS, local.key(), missing)?;
            }
        }
        Ok(values)
    }

    /// Declares a variable with the value that a person gave, its default, or a placeholder if it is a text.
    fn declare_variable(&mut self, block: &Block) -> Result<(), TooMuch> {
        let Some(name) = block.labels().first().map(hcl::BlockLabel::as_str) else { return Ok(()) };
        let member = |key: &str| block.body().attributes().find(|attribute| attribute.key() == key);
        let kind = member("type").map(|kind| kind.expr().to_string());
        let is_text = kind.as_deref().is_none_or(|kind| kind.trim_matches('"') == "string");
        if let Some(given) = self.placeholders.given(name) {
            // A list or a number is written as in a file of variables.
            let parsed = given.parse::<Expression>().ok().filter(|_| !is_text);
            let value = parsed.and_then(|parsed| parsed.evaluate(&Context::new()).ok());
            return self.insert(VARIABLES, name, value.unwrap_or_else(|| Value::from(given)));
        }
        let default = member("default");
        if let Some(value) = default.map(|default| self.value(default.expr())).transpose()?.flatten() {
            return self.insert(VARIABLES, name, value);
        }
        match default.is_none() && is_text {
            true => self.declare_missing(VARIABLES, name, name),
            false => Ok(()),
        }
    }

    fn declare_missing(&mut self, scope: &str, name: &str, told: &str) -> Result<(), TooMuch> {
        match self.placeholders.given(told) {
            Some(given) => self.insert(scope, name, Value::from(given)),
            None => {
                self.insert(scope, name, Value::from(self.placeholders.shown(told)))?;
                self.contain(scope, name, BTreeSet::from([told.to_owned()]))
            }
        }
    }

    /// Notes the names without a value that a value contains.
    fn contain(&mut self, scope: &str, name: &str, missing: BTreeSet<String>) -> Result<(), TooMuch> {
        if !missing.is_empty() {
            self.budget.produce(missing.iter().map(|name| VALUE_BYTES + name.len()).sum())?;
            self.missing.insert((scope.to_owned(), name.to_owned()), missing);
        }
        Ok(())
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
        self.missing.remove(&(scope.to_owned(), name.to_owned()));
        Ok(())
    }

    /// Gives a variable the value of an argument, with the names without a value that it contains.
    ///
    /// # Errors
    /// Returns the refusal if the values would become too much.
    pub fn pass(&mut self, variable: &str, argument: &Expression) -> Result<(), TooMuch> {
        let (value, missing) = self.evaluate(argument)?;
        if let Some(value) = value {
            self.insert(VARIABLES, variable, value)?;
            self.contain(VARIABLES, variable, missing)?;
        }
        Ok(())
    }

    /// Sets the key and the value of an iterator: `each`, or the name of a dynamic block. Returns what the name was before.
    ///
    /// # Errors
    /// Returns the refusal if the values would become too much.
    pub fn begin_iteration(
        &mut self,
        name: &str,
        members: [(&str, Value); 2],
    ) -> Result<Option<Map<String, Value>>, TooMuch> {
        self.budget.produce(members.iter().map(|(_, value)| VALUE_BYTES + bytes(value)).sum())?;
        let members = members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Ok(self.scopes.insert(name.to_owned(), members))
    }

    /// Gives a name back what it was before an iteration.
    pub fn end_iteration(&mut self, name: &str, before: Option<Map<String, Value>>) {
        match before {
            Some(before) => drop(self.scopes.insert(name.to_owned(), before)),
            None => drop(self.scopes.swap_remove(name)),
        }
    }

    /// Returns the value, or None if it is unknown until the plan is made. The names without a value that it contains are needed.
    ///
    /// # Errors
    /// Returns the refusal if the value would become too much.
    pub fn value(&self, expression: &Expression) -> Result<Option<Value>, TooMuch> {
        let (value, missing) = self.evaluate(expression)?;
        missing.iter().for_each(|name| self.placeholders.need(name));
        Ok(value)
    }

    /// Returns the value of a text that is one of a fixed list, such as a mode. No placeholder can stand there.
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn fixed_text(&self, expression: &Expression) -> Result<Option<Value>, TooMuch> {
        let before = self.placeholders.uses();
        let value = self.value(expression)?;
        Ok(value.filter(|_| self.placeholders.uses() == before))
    }

    fn evaluate(&self, expression: &Expression) -> Result<(Option<Value>, BTreeSet<String>), TooMuch> {
        self.budget.step(1)?;
        if let Some(value) = literal(expression) {
            self.budget.produce(bytes(&value))?;
            return Ok((Some(value), BTreeSet::new()));
        }
        let text = expression.to_string();
        self.budget.step(text.len())?;
        if !is_bounded(&text) {
            return Ok((None, BTreeSet::new()));
        }
        let loops = text.matches("for ").count();
        let (context, missing) = self.context_of(&text)?;
        if loops > 0 {
            // Each turn can copy everything that the text names.
            let (elements, named) = self.named_in(&text);
            let turns = elements.saturating_pow(loops as u32);
            let work = turns.saturating_mul(text.len() + named);
            if work > LOOP_WORK_MAX {
                return Ok((None, missing));
            }
            self.budget.step(work)?;
        }
        // What a placeholder stands for could be equal to anything.
        if !missing.is_empty() && ["==", "!=", "?", "&&", "||"].iter().any(|sign| text.contains(sign)) {
            return Ok((None, missing));
        }
        let Ok(value) = expression.evaluate(&context) else { return Ok((None, missing)) };
        Ok(((bytes(&value) <= VALUE_BYTES_MAX).then_some(value), missing))
    }

    /// Returns the number of elements that a loop of this text can run over, at most, and the bytes of the values that it names.
    fn named_in(&self, text: &str) -> (usize, usize) {
        let own = text.matches(',').count() + 1;
        let words = text.split(|letter| !is_of_name(letter)).collect::<BTreeSet<&str>>();
        let scopes = words.iter().filter_map(|word| self.scopes.get(*word));
        let named = scopes.flat_map(|values| words.iter().filter_map(|word| values.get(*word)));
        named.fold((own, 0), |(count, size), value| (count + elements(value), size + bytes(value)))
    }

    /// Returns the values and functions that the text names. A value is charged each time it is named, because each copy can be in the
    /// result.
    fn context_of(&self, text: &str) -> Result<(Context<'static>, BTreeSet<String>), TooMuch> {
        let mut named: Map<&str, BTreeSet<&str>> = Map::new();
        let mut context = Context::new();
        let mut missing = BTreeSet::new();
        let mut rest = text;
        while let Some(start) = rest.find(is_of_name) {
            rest = &rest[start..];
            let end = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            if after.starts_with('(')
                && let Some(function) = function(word)
            {
                context.declare_func(word, function);
                continue;
            }
            let Some((scope, values)) = self.scopes.get_key_value(word) else { continue };
            let Some((name, value)) = member_of(after).and_then(|name| values.get_key_value(name)) else {
                continue;
            };
            self.budget.produce(VALUE_BYTES + name.len() + bytes(value))?;
            if let Some(of_name) = self.missing.get(&(scope.clone(), name.clone())) {
                self.budget.step(of_name.len())?;
                missing.extend(of_name.iter().cloned());
            }
            named.entry(scope).or_default().insert(name);
        }
        for (scope, names) in named {
            let values = names.iter().filter_map(|name| {
                let value = self.scopes.get(scope)?.get(*name)?;
                Some(((*name).to_owned(), value.clone()))
            });
            context.declare_var(scope, Value::Object(values.collect()));
        }
        Ok((context, missing))
    }
}

/// Returns the value of an expression without names.
fn literal(expression: &Expression) -> Option<Value> {
    match expression {
        Expression::Null => Some(Value::Null),
        Expression::Bool(flag) => Some(Value::Bool(*flag)),
        Expression::Number(number) => Some(Value::Number(*number)),
        Expression::String(text) => Some(Value::String(text.clone())),
        Expression::Array(list) => list.iter().map(literal).collect::<Option<Vec<Value>>>().map(Value::Array),
        Expression::Object(members) => {
            let member = |(key, value): (&ObjectKey, &Expression)| {
                let key = match key {
                    ObjectKey::Identifier(name) => name.to_string(),
                    ObjectKey::Expression(Expression::String(text)) => text.clone(),
                    _ => return None,
                };
                Some((key, literal(value)?))
            };
            members.iter().map(member).collect::<Option<Map<String, Value>>>().map(Value::Object)
        }
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

/// Returns the number of elements of a value and of what is in it.
fn elements(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.iter().map(|value| 1 + elements(value)).sum(),
        Value::Object(map) => map.values().map(|value| 1 + elements(value)).sum(),
        _ => 0,
    }
}

/// Returns false for long expressions, loops in more than two levels, and loops in templates.
fn is_bounded(text: &str) -> bool {
    text.len() <= EXPRESSION_BYTES_MAX && text.matches("for ").count() <= LOOPS_MAX && !text.contains("%{")
}
