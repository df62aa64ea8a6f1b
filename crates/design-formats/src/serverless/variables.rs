//! Variables of the Serverless Framework, such as `${self:custom.table}` and `${opt:stage, 'dev'}`, as far as the file has their values.

use std::cell::RefCell;

use dynalab_modeling::bounds::VALUE_BYTES;
use dynalab_modeling::literal::bytes_of;
use dynalab_types::{Bound, Budget, TooMuch};
use serde_json::{Value, json};

use crate::placeholders::Placeholders;

/// Where a variable can come from. Other texts in `${…}` are those of CloudFormation.
const SOURCES: [&str; 14] = [
    "self",
    "opt",
    "sls",
    "env",
    "file",
    "param",
    "cf",
    "ssm",
    "s3",
    "aws",
    "output",
    "terraform",
    "vault",
    "strToBool",
];
/// Bytes of a variable. A longer one is a text.
const VARIABLE_BYTES_MAX: usize = 1_000;
/// Variables in a variable, at most. One that is deeper has no value.
const NESTING_MAX: usize = 4;
/// The stage of a file that names none.
const FIRST_STAGE: &str = "dev";
/// The Region of a file that names none.
const FIRST_REGION: &str = "us-east-1";

struct Variables<'a> {
    file: &'a Value,
    placeholders: &'a Placeholders,
    budget: &'a Budget,
    /// The addresses that are being read. One that is in it already depends on itself.
    open: RefCell<Vec<String>>,
}

/// Replaces the variables in a value by their values in `file`. A variable without a value becomes a placeholder.
///
/// # Errors
/// Returns the refusal if the value would become too much.
pub fn resolve(
    value: Value,
    file: &Value,
    placeholders: &Placeholders,
    budget: &Budget,
) -> Result<Value, TooMuch> {
    Variables { file, placeholders, budget, open: RefCell::default() }.value(value)
}

/// Returns the path of a value that is another file.
pub fn named_file(value: &Value) -> Option<&str> {
    let path = value.as_str()?.trim().strip_prefix("${file(")?.split(')').next()?;
    Some(path.trim_matches(['\'', '"']))
}

impl Variables<'_> {
    fn value(&self, value: Value) -> Result<Value, TooMuch> {
        self.budget.step(1)?;
        match value {
            Value::String(text) => self.text(text, 0),
            Value::Array(list) => {
                let _level = self.budget.enter()?;
                list.into_iter().map(|value| self.value(value)).collect()
            }
            Value::Object(members) => {
                let _level = self.budget.enter()?;
                let resolved = members.into_iter().map(|(name, value)| Ok((name, self.value(value)?)));
                Ok(Value::Object(resolved.collect::<Result<_, TooMuch>>()?))
            }
            other => Ok(other),
        }
    }

    /// Replaces the variables of a text. A text that is one variable can become any value.
    fn text(&self, text: String, nesting: usize) -> Result<Value, TooMuch> {
        self.budget.step(text.len())?;
        let Some((start, end)) = self.next_variable(&text)? else { return Ok(Value::String(text)) };
        if start == 0 && end == text.len() {
            return self.variable(&text[2..end - 1], nesting);
        }
        let mut out = String::new();
        let mut rest = text.as_str();
        while let Some((start, end)) = self.next_variable(rest)? {
            self.push(&mut out, &rest[..start])?;
            match self.variable(&rest[start + 2..end - 1], nesting)? {
                Value::String(found) => self.push(&mut out, &found)?,
                found @ (Value::Number(_) | Value::Bool(_)) => self.push(&mut out, &found.to_string())?,
                _ => self.push(&mut out, &self.placeholders.text_of(&rest[start + 2..end - 1]))?,
            }
            rest = &rest[end..];
        }
        self.push(&mut out, rest)?;
        Ok(Value::String(out))
    }

    fn push(&self, out: &mut String, part: &str) -> Result<(), TooMuch> {
        Bound::TextBytes.check(out.len() + part.len())?;
        self.budget.produce(part.len())?;
        out.push_str(part);
        Ok(())
    }

    /// Returns the place of the first variable, with its braces.
    fn next_variable(&self, text: &str) -> Result<Option<(usize, usize)>, TooMuch> {
        let mut from = 0;
        while let Some(start) = text[from..].find("${").map(|start| from + start) {
            let inner = &text[start + 2..];
            let word = inner.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
            if SOURCES.contains(&word) && inner[word.len()..].starts_with([':', '(']) {
                let end = end_of(inner);
                self.budget.step(end.unwrap_or(VARIABLE_BYTES_MAX))?;
                if let Some(end) = end {
                    return Ok(Some((start, start + 2 + end)));
                }
            }
            from = start + 2;
        }
        Ok(None)
    }

    /// Returns the first known value of a variable's addresses, or a placeholder.
    fn variable(&self, inner: &str, nesting: usize) -> Result<Value, TooMuch> {
        let _level = self.budget.enter()?;
        let addresses = addresses(inner);
        for address in addresses.iter().filter(|_| nesting < NESTING_MAX) {
            let Value::String(address) = self.text((*address).to_owned(), nesting + 1)? else { continue };
            if let Some(found) = self.address(&address)? {
                return Ok(found);
            }
        }
        Ok(json!(self.placeholders.text_of(addresses.first().copied().unwrap_or(inner))))
    }

    fn address(&self, address: &str) -> Result<Option<Value>, TooMuch> {
        if let Some(given) = self.placeholders.given(address) {
            return Ok(Some(json!(given)));
        }
        let quoted = ['\'', '"'].into_iter().find_map(|mark| address.strip_prefix(mark)?.strip_suffix(mark));
        if let Some(text) = quoted {
            return Ok(Some(json!(text)));
        }
        match address.split_once(':') {
            Some(("self", path)) => self.member(path),
            Some(("sls", "stage")) => self.stage().map(Some),
            Some(("aws", "region")) => {
                Ok(Some(self.member("provider.region")?.unwrap_or_else(|| json!(FIRST_REGION))))
            }
            Some(("param", name)) => {
                let stage = self.stage()?;
                let stage = stage.as_str().unwrap_or(FIRST_STAGE);
                match self.member(&format!("params.{stage}.{name}"))? {
                    Some(found) => Ok(Some(found)),
                    None => self.member(&format!("params.default.{name}")),
                }
            }
            Some(_) => Ok(None),
            // A number or a flag without quotes.
            None => Ok(serde_json::from_str(address)
                .ok()
                .filter(|value: &Value| value.is_number() || value.is_boolean())),
        }
    }

    fn stage(&self) -> Result<Value, TooMuch> {
        if let Some(given) = self.placeholders.given("opt:stage") {
            return Ok(json!(given));
        }
        Ok(self.member("provider.stage")?.unwrap_or_else(|| json!(FIRST_STAGE)))
    }

    /// Returns the member of the file at this path, with its own variables replaced.
    fn member(&self, path: &str) -> Result<Option<Value>, TooMuch> {
        if self.open.borrow().iter().any(|open| open == path) {
            return Ok(None);
        }
        let mut found = self.file;
        for part in path.split('.') {
            let inner = match found {
                Value::Array(list) => part.parse().ok().and_then(|place: usize| list.get(place)),
                other => other.get(part),
            };
            match inner {
                Some(inner) => found = inner,
                None => return Ok(None),
            }
        }
        // `service` can have its name as a member.
        let found = if path == "service" { found.get("name").unwrap_or(found) } else { found };
        self.budget.produce(VALUE_BYTES + bytes_of(found))?;
        self.open.borrow_mut().push(path.to_owned());
        let resolved = self.value(found.clone());
        self.open.borrow_mut().pop();
        resolved.map(Some)
    }
}

/// Returns the place behind the brace that closes a variable.
fn end_of(inner: &str) -> Option<usize> {
    let mut depth = 1;
    for (place, letter) in inner.char_indices().take_while(|(place, _)| *place < VARIABLE_BYTES_MAX) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

/// Returns the addresses of a variable: parts between commas that stand in no quotes and no braces.
fn addresses(inner: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut begin, mut depth, mut quote) = (0, 0_usize, None);
    for (place, letter) in inner.char_indices() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '{' | '(') => depth += 1,
            (None, '}' | ')') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push(inner[begin..place].trim());
                begin = place + 1;
            }
            _ => {}
        }
    }
    found.push(inner[begin..].trim());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GivenValues;

    fn file() -> Value {
        json!({
            "service": { "name": "rides" },
            "provider": { "name": "aws", "stage": "${opt:stage, 'dev'}", "region": "eu-west-1" },
            "custom": { "table": "${self:service}-${sls:stage}", "units": { "dev": 5, "prod": 50 }, "loop": "${self:custom.loop}",
                "deep": "${self:custom.units.${self:provider.stage}}" },
            "params": { "default": { "key": "id" }, "dev": { "owner": "team" } },
        })
    }

    fn resolved(text: &str, given: &[(&str, &str)]) -> (Value, Vec<String>) {
        let given: GivenValues =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let placeholders = Placeholders::new(&given);
        let found = resolve(json!(text), &file(), &placeholders, &Budget::of_import());
        let needed = placeholders.notes().filter_map(|note| match note {
            dynalab_modeling::formats::ImportNote::Placeholder { name, .. } => Some(name),
            _ => None,
        });
        (found.unwrap_or_else(|error| panic!("{error}")), needed.collect())
    }

    #[test]
    fn variables_have_the_values_of_the_file() {
        for (text, wanted) in [
            ("${self:custom.table}", json!("rides-dev")),
            ("orders-${self:provider.stage}-x", json!("orders-dev-x")),
            ("${self:custom.units.${sls:stage}}", json!(5)),
            ("${self:custom.deep}", json!(5)),
            ("${self:custom.nothing, 'a, b'}", json!("a, b")),
            ("${env:UNITS, 7}", json!(7)),
            ("${aws:region}", json!("eu-west-1")),
            ("${param:key}-${param:owner}", json!("id-team")),
            ("${AWS::StackName}-${Stage}", json!("${AWS::StackName}-${Stage}")),
            ("${self:custom.units}", json!({ "dev": 5, "prod": 50 })),
        ] {
            assert_eq!(resolved(text, &[]), (wanted, Vec::new()), "{text}");
        }
    }

    #[test]
    fn what_the_file_does_not_have_is_a_placeholder() {
        for (text, wanted, needed) in [
            ("orders-${opt:tenant}", "orders-tenant", "opt:tenant"),
            ("${file(./config.yml):table}", "table", "file(./config.yml):table"),
            ("${cf:stack.Name, env:NAME}", "stack.Name", "cf:stack.Name"),
            ("${self:custom.loop}", "custom.loop", "self:custom.loop"),
        ] {
            assert_eq!(resolved(text, &[]), (json!(wanted), vec![needed.to_owned()]), "{text}");
        }
        assert_eq!(
            resolved("${self:custom.table}", &[("opt:stage", "prod")]),
            (json!("rides-prod"), Vec::new())
        );
        assert_eq!(resolved("a-${opt:tenant}", &[("opt:tenant", "x")]), (json!("a-x"), Vec::new()));
    }

    #[test]
    fn values_that_repeat_each_other_are_charged() {
        let mut custom = serde_json::Map::new();
        custom.insert("a0".to_owned(), json!("xxxxxxxxxx"));
        for level in 1..40 {
            let before = format!("${{self:custom.a{}}}", level - 1);
            custom.insert(format!("a{level}"), json!(before.repeat(4)));
        }
        let file = json!({ "custom": custom });
        let budget = Budget::of_import();
        let found = resolve(json!("${self:custom.a39}"), &file, &Placeholders::default(), &budget);
        assert!(found.is_err());
        assert!(budget.produced() < 64 << 20);
    }
}
