//! The source code of a stack, in TypeScript, JavaScript or Python: its tables and the calls of their methods, with literal arguments.
//! The code is never run.

use std::cell::Cell;
use std::collections::BTreeMap;

use dynalab_types::{Bound, Budget, TooMuch};
use serde_json::{Map, Value};

use crate::object_literal::{self, Argument, expression_of};
use crate::placeholders::Placeholders;

/// The constructs that are tables.
const CONSTRUCTS: [&str; 2] = ["Table", "TableV2"];
/// The most calls in a chain such as `a().b()` that are read.
const CHAIN_MAX: usize = 4;
/// The most bytes in front of a construct in which its variable is looked for.
const VARIABLE_MAX: usize = 300;
/// The longest expression that a note or a placeholder names.
const SHOWN: usize = 60;

/// A table, or a call of one of its methods.
pub struct Call {
    /// `Table`, `TableV2`, or the method in camel case.
    pub name: String,
    /// The id of a construct, or the variable whose method is called.
    pub owner: String,
    /// The variable that the code gives the construct to.
    pub variable: Option<String>,
    /// Named arguments in camel case; in TypeScript, the members of the last argument. None if that is an expression.
    pub members: Option<Map<String, Value>>,
    /// The other arguments, behind the scope and the id of a construct.
    pub others: Vec<Value>,
    /// The calls of methods that follow at once, as in `a().b()`.
    pub then: Vec<Call>,
}

/// The source, in which constants and calls are looked up.
pub struct Source<'a> {
    text: String,
    is_python: bool,
    constants: BTreeMap<String, String>,
    placeholders: &'a Placeholders,
    /// The bytes of arguments that may still be read.
    left: Cell<usize>,
    budget: &'a Budget,
}

impl<'a> Source<'a> {
    /// # Errors
    /// Returns the refusal if the source is too long.
    pub fn new(
        text: &str,
        placeholders: &'a Placeholders,
        budget: &'a Budget,
    ) -> Result<Source<'a>, TooMuch> {
        let is_python = text.contains("aws_cdk") && !text.contains("aws-cdk-lib");
        let text = without_comments(text, is_python);
        budget.step(text.len())?;
        let allowed = object_literal::allowance(&text);
        let mut constants = BTreeMap::new();
        for line in text.lines() {
            let Some((left, right)) = line.split_once('=') else { continue };
            let (name, right) = (variable_of(left), right.trim_start());
            if let (Some(name), true) = (name, right.starts_with(['"', '\''])) {
                let argument = format!("{})", right.trim_end().trim_end_matches(';'));
                if let Some((arguments, _)) = object_literal::arguments(&argument, 0, &allowed, budget)?
                    && let [(None, Value::String(value))] = &arguments[..]
                {
                    Bound::Names.check(constants.len() + 1)?;
                    constants.insert(name, value.clone());
                }
            }
        }
        Ok(Source { text, is_python, constants, placeholders, left: allowed, budget })
    }

    /// Returns the tables, and the calls of methods of variables, in the order of the source.
    ///
    /// # Errors
    /// Returns the refusal if there are too many.
    pub fn calls(&self, methods: &[&str]) -> Result<(Vec<Call>, Vec<Call>), TooMuch> {
        let (mut tables, mut of_methods) = (Vec::new(), Vec::new());
        let mut place = 0;
        while let Some(found) = self.text[place..].find('(') {
            let open = place + found;
            place = open + 1;
            let before = &self.text[..open];
            let start =
                before.rfind(|letter| !is_of_path(letter)).map_or(0, |at| at + last_length(before, at));
            let path = &before[start..];
            let name = path.rsplit('.').next().unwrap_or_default();
            self.budget.step(path.len() + 1)?;
            if CONSTRUCTS.contains(&name) && (self.is_python || before[..start].trim_end().ends_with("new")) {
                Bound::Tables.check(tables.len() + 1)?;
                let Some((call, end)) = self.call(name, open + 1, CHAIN_MAX)? else { continue };
                let variable = self.variable_before(start);
                place = end;
                tables.push(Call { variable, ..call });
            } else if methods.contains(&camel_case(name).as_str())
                && let Some((owner, _)) = path.rsplit_once('.')
                && let Some((call, end)) = self.call(name, open + 1, 0)?
            {
                Bound::Names.check(of_methods.len() + 1)?;
                let owner = owner.trim_start_matches("this.").trim_start_matches("self.").to_owned();
                place = end;
                of_methods.push(Call { owner, ..call });
            }
        }
        Ok((tables, of_methods))
    }

    /// Returns the variable of an assignment whose right side begins here.
    fn variable_before(&self, start: usize) -> Option<String> {
        let near = (start.saturating_sub(VARIABLE_MAX)..start).find(|at| self.text.is_char_boundary(*at))?;
        let before = self.text[near..start].trim_end().trim_end_matches("new").trim_end();
        let statement = before.strip_suffix('=')?;
        variable_of(statement.rsplit(['\n', ';', '{', '}']).next()?)
    }

    /// Reads the arguments of a call. `open` is the place behind its bracket, `chain` the number of calls before it; a construct has none
    /// behind it ([`CHAIN_MAX`]). Returns the place behind the call, too.
    fn call(&self, name: &str, open: usize, chain: usize) -> Result<Option<(Call, usize)>, TooMuch> {
        let read = object_literal::arguments(&self.text, open, &self.left, self.budget)?;
        let Some((arguments, mut end)) = read else { return Ok(None) };
        let mut others: Vec<Value> =
            arguments.iter().filter(|(name, _)| name.is_none()).map(|(_, value)| value.clone()).collect();
        let mut owner = String::new();
        let is_construct = CONSTRUCTS.contains(&name);
        if is_construct && others.len() >= 2 {
            owner = self.text_of(&others[1]).unwrap_or_else(|| "Table".to_owned());
            others.drain(..2);
        }
        let members = members_of(arguments, &mut others);
        let mut then = Vec::new();
        if chain < CHAIN_MAX
            && let Some(next) = self.text[end..].trim_start().strip_prefix('.')
        {
            let word = next.find(|letter| !is_of_path(letter)).unwrap_or(next.len());
            if next[word..].starts_with('(') {
                let open = self.text.len() - next.len() + word + 1;
                if let Some((call, last)) = self.call(&next[..word], open, chain + 1)? {
                    end = last;
                    then.push(call);
                }
            }
        }
        let call = Call { name: camel_case(name), owner, variable: None, members, others, then };
        Ok(Some((call, end)))
    }

    /// Returns the path and the arguments of a value that is a call, such as `dynamodb.Capacity.fixed(5)`.
    pub fn called(&self, value: &Value) -> Option<(String, Call)> {
        let text = expression_of(value)?;
        let (path, rest) = text.split_once('(')?;
        if !path.chars().all(is_of_path) {
            return None;
        }
        let (arguments, _) = object_literal::arguments(rest, 0, &self.left, self.budget).ok()??;
        let mut others: Vec<Value> =
            arguments.iter().filter(|(name, _)| name.is_none()).map(|(_, value)| value.clone()).collect();
        let name = camel_case(path.rsplit('.').next().unwrap_or_default());
        let members = members_of(arguments, &mut others);
        let call = Call { name, owner: String::new(), variable: None, members, others, then: Vec::new() };
        Some((path.to_owned(), call))
    }

    /// Returns the members of an object, or of the class that stands for one in Python.
    pub fn object(&self, value: &Value) -> Option<Map<String, Value>> {
        match value {
            Value::Object(members) if expression_of(value).is_none() => Some(members.clone()),
            _ => self.called(value)?.1.members,
        }
    }

    /// Returns the last word of a path, such as a member of an enumeration.
    pub fn word<'v>(&self, value: &'v Value) -> Option<&'v str> {
        let path = expression_of(value)?;
        path.chars().all(is_of_path).then(|| path.rsplit('.').next()).flatten()
    }

    /// Returns a text. What only a run of the program knows is a placeholder in it.
    pub fn text_of(&self, value: &Value) -> Option<String> {
        if let Value::String(text) = value {
            return Some(self.filled(text, "${"));
        }
        let expression = expression_of(value)?;
        let name = expression.trim_start_matches("this.").trim_start_matches("self.");
        if let Some(constant) = self.constants.get(name) {
            return Some(constant.clone());
        }
        for quote in ['"', '\''] {
            let inner = expression.strip_prefix('f').and_then(|text| text.strip_prefix(quote));
            if let Some(inner) = inner.and_then(|text| text.strip_suffix(quote)) {
                return Some(self.filled(inner, "{"));
            }
        }
        Some(self.placeholders.text_of(&shown(expression)))
    }

    /// Replaces the expressions in a template string.
    fn filled(&self, text: &str, open: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(open) {
            let Some((expression, after)) = after.split_once('}') else { break };
            filled.push_str(before);
            let name = expression.trim_start_matches("this.").trim_start_matches("self.");
            match self.constants.get(name) {
                Some(constant) => filled.push_str(constant),
                None => filled.push_str(&self.placeholders.text_of(&shown(expression))),
            }
            rest = after;
        }
        filled + rest
    }
}

/// Returns the named arguments, or the object that is the last of the others.
fn members_of(arguments: Vec<Argument>, others: &mut Vec<Value>) -> Option<Map<String, Value>> {
    let named: Map<String, Value> =
        arguments.into_iter().filter_map(|(name, value)| Some((camel_case(&name?), value))).collect();
    if !named.is_empty() {
        return Some(named);
    }
    match others.last() {
        Some(Value::Object(_)) if others.last().is_some_and(|last| expression_of(last).is_none()) => {
            others.pop().and_then(|last| if let Value::Object(members) = last { Some(members) } else { None })
        }
        Some(_) => None,
        None => Some(Map::new()),
    }
}

/// Returns an expression as a note shows it.
pub fn shown(expression: &str) -> String {
    let mut shown: String = expression.chars().take(SHOWN).collect();
    if shown.len() < expression.len() {
        shown.push('…');
    }
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the variable on the left side of an assignment: `const orders: Table` is `orders`.
fn variable_of(left: &str) -> Option<String> {
    let left = left.split(':').next()?.trim();
    let name = left.rsplit(char::is_whitespace).next()?;
    let name = name.trim_start_matches("this.").trim_start_matches("self.");
    (!name.is_empty() && name.chars().all(is_of_path)).then(|| name.to_owned())
}

/// Returns the name of Python as TypeScript spells it.
pub fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |mut name, word| {
        let mut letters = word.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name + letters.as_str()
    })
}

fn is_of_path(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$' || letter == '.'
}

fn last_length(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

/// Returns the text with spaces in place of comments.
fn without_comments(text: &str, is_python: bool) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    let mut quote: Option<char> = None;
    while let Some(letter) = rest.chars().next() {
        let comment = match quote {
            Some(_) => None,
            None if is_python && letter == '#' => Some(rest.find('\n').unwrap_or(rest.len())),
            None if !is_python && rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            None if !is_python && rest.starts_with("/*") => {
                Some(rest.find("*/").map_or(rest.len(), |end| end + 2))
            }
            None => None,
        };
        if let Some(length) = comment {
            plain.push(' ');
            rest = &rest[length..];
            continue;
        }
        let mut length = letter.len_utf8();
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) if letter == '\\' => length += rest[length..].chars().next().map_or(0, char::len_utf8),
            // A quote that no line closes is an apostrophe.
            Some(open) if letter == '\n' && open != '`' => quote = None,
            None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
            _ => {}
        }
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain
}
