//! Values that are known only when the code runs: a person gives them, and the code is read with them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::CodeLanguage;
use super::expression::{Entry, Expr, ExprKind, Parser};
use super::tokens::tokenize;
use crate::json;
use crate::node::Span;

/// The values that a person gave, by the source text of their expressions.
pub type GivenValues = BTreeMap<String, String>;

/// What is known about the surroundings of a piece of code.
#[derive(Debug, Default)]
pub struct CodeContext<'a> {
    given: Option<&'a GivenValues>,
    /// The table of code that defines its table elsewhere.
    only_table: Option<&'a str>,
    /// The expressions without a value, and those whose value was given. `None` if the first one ends the reading.
    named: Option<RefCell<BTreeSet<String>>>,
}

/// The characters of an expression that its name has, at most.
const NAME_CHARACTERS_MAX: usize = 80;
/// The parts of an expression that its name has, at most.
const DEPTH_MAX: usize = 12;

impl<'a> CodeContext<'a> {
    pub fn new(given: &'a GivenValues, only_table: Option<&'a str>) -> CodeContext<'a> {
        CodeContext { given: Some(given), only_table, named: None }
    }

    /// Returns a context in which reading does not end at an unknown value, but names all of them.
    pub fn naming(given: &'a GivenValues, only_table: Option<&'a str>) -> CodeContext<'a> {
        CodeContext { named: Some(RefCell::default()), ..CodeContext::new(given, only_table) }
    }

    pub fn only_table(&self) -> Option<&'a str> {
        self.only_table
    }

    /// Returns the names of the expressions, in their order.
    pub fn into_names(self) -> Vec<String> {
        self.named.map(RefCell::into_inner).into_iter().flatten().collect()
    }

    fn note(&self, name: &str) {
        if let Some(named) = &self.named {
            named.borrow_mut().insert(name.to_owned());
        }
    }

    /// Returns the given text of an expression with this name.
    pub fn given(&self, name: &str) -> Option<&'a str> {
        let given = self.given?.get(name)?;
        self.note(name);
        Some(given)
    }

    /// Returns the text that stands for an unknown value while all of them are named.
    pub fn placeholder(&self, name: &str) -> Option<String> {
        self.named.is_some().then(|| {
            self.note(name);
            name.to_owned()
        })
    }
}

/// Returns the name of an expression whose value is known only at run time: its source text, shortened.
pub fn name_of(expression: &Expr) -> Option<String> {
    let is_value = matches!(
        expression.kind,
        ExprKind::Name(_) | ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Call { .. }
    );
    is_value.then(|| {
        let mut name = String::new();
        write_source(expression, &mut name, 0);
        name.chars().take(NAME_CHARACTERS_MAX).collect()
    })
}

/// Returns the name of an interpolated value, without its braces.
pub fn name_of_hole(text: &str) -> String {
    let inner = text.trim_start_matches('$').trim_start_matches('{').trim_end_matches('}').trim();
    inner.chars().take(NAME_CHARACTERS_MAX).collect()
}

/// Writes the source text of an expression, up to the length of a name.
fn write_source(expression: &Expr, out: &mut String, depth: usize) {
    if depth == DEPTH_MAX || out.len() > NAME_CHARACTERS_MAX {
        return out.push('…');
    }
    match &expression.kind {
        ExprKind::Name(text) | ExprKind::Number(text) => out.push_str(text),
        ExprKind::Text(text) => {
            out.push('\'');
            out.extend(text.chars().take(NAME_CHARACTERS_MAX));
            out.push('\'');
        }
        ExprKind::Member { of, name } => {
            write_source(of, out, depth + 1);
            out.push('.');
            out.push_str(name);
        }
        ExprKind::Index { of, index } => {
            write_source(of, out, depth + 1);
            out.push('[');
            write_source(index, out, depth + 1);
            out.push(']');
        }
        ExprKind::Call { of, arguments } => {
            write_source(of, out, depth + 1);
            out.push('(');
            for (place, argument) in arguments.iter().take(NAME_CHARACTERS_MAX).enumerate() {
                out.push_str(if place > 0 { ", " } else { "" });
                if let Some((name, _)) = &argument.name {
                    out.push_str(name);
                    out.push('=');
                }
                write_source(&argument.value, out, depth + 1);
            }
            out.push(')');
        }
        _ => out.push('…'),
    }
}

/// Returns the value that a person wrote: a literal of the language, or else a text. All of it has the place of the expression.
pub fn value_of(written: &str, language: CodeLanguage, span: Span) -> Expr {
    let written = written.trim();
    let of = |kind| Expr { span, kind };
    if json::is_json_number(written) {
        return of(ExprKind::Number(written.to_owned()));
    }
    if written.starts_with(['\'', '"', '{', '[']) || CONSTANTS.contains(&written) {
        let literal = tokenize(written, language).ok().and_then(|tokens| {
            let mut parser = Parser::new(&tokens, language, 0);
            let literal = parser.expression().ok()?;
            (parser.place + 1 >= tokens.len()).then_some(literal)
        });
        if let Some(literal) = literal.and_then(|literal| literal_at(literal, span)) {
            return literal;
        }
    }
    of(ExprKind::Text(written.to_owned()))
}

const CONSTANTS: [&str; 6] = ["True", "False", "None", "true", "false", "null"];

/// Returns a literal with this place. `None` if a part is no literal.
fn literal_at(expression: Expr, span: Span) -> Option<Expr> {
    let all = |elements: Vec<Expr>| -> Option<Vec<Expr>> {
        elements.into_iter().map(|element| literal_at(element, span)).collect()
    };
    let kind = match expression.kind {
        ExprKind::List(elements) => ExprKind::List(all(elements)?),
        ExprKind::Set(elements) => ExprKind::Set(all(elements)?),
        ExprKind::Map(entries) => {
            let entries = entries.into_iter().map(|Entry { name, value }| {
                Some(Entry { name: literal_at(name, span)?, value: literal_at(value, span)? })
            });
            ExprKind::Map(entries.collect::<Option<_>>()?)
        }
        ExprKind::Name(name) if CONSTANTS.contains(&name.as_str()) => ExprKind::Name(name),
        kind @ (ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Bytes(_)) => kind,
        _ => return None,
    };
    Some(Expr { span, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{read, unknown_values};
    use crate::diagnostic::DiagnosticKind;
    use crate::layout;

    const FUNCTION: &str = "def create_user(user_id, email, age):
    now = datetime.now().isoformat()
    table.put_item(
        Item={'PK': f'USER#{user_id}', 'SK': 'PROFILE', 'email': email, 'age': age, 'created': now, 'key': 'E#' + email},
        ConditionExpression='attribute_not_exists(PK)',
    )";

    fn given(values: &[(&str, &str)]) -> GivenValues {
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn body(language: CodeLanguage, text: &str, given: &GivenValues, table: Option<&str>) -> String {
        let reading = read(language, text, &CodeContext::new(given, table)).expect(text);
        layout::broken(&reading.body, 0, 10_000)
    }

    #[test]
    fn each_value_that_is_known_only_at_run_time_is_named() {
        let unknown = |language, text| unknown_values(language, text, &GivenValues::new(), None);
        assert_eq!(
            unknown(CodeLanguage::Python, FUNCTION),
            ["age", "datetime.now().isoformat()", "email", "user_id"]
        );
        let script = "new GetCommand({TableName: process.env.TABLE, Key: {pk: `USER#${event.userId}`, sk: String(input.n)}})";
        assert_eq!(
            unknown(CodeLanguage::JavaScript, script),
            ["event.userId", "input.n", "process.env.TABLE"]
        );
        assert_eq!(
            unknown(CodeLanguage::Python, "table.get_item(Key={'pk': f'{n:05d}', 'sk': os.getenv('SK')})"),
            ["n:05d", "os.getenv('SK')"]
        );
        assert_eq!(unknown(CodeLanguage::Python, "table.get_item(Key={'pk': 'a'})"), [""; 0]);
    }

    #[test]
    fn with_the_values_the_code_is_a_request() {
        let some = given(&[("user_id", "42"), ("email", "a@example.com")]);
        let missing = read(CodeLanguage::Python, FUNCTION, &CodeContext::new(&some, None));
        let missing = missing.expect_err("two values are missing");
        assert_eq!(missing.kind, DiagnosticKind::KnownElsewhere { what: "age".to_owned() });
        let all = given(&[
            ("user_id", "42"),
            ("email", "a@example.com"),
            ("age", "30"),
            ("datetime.now().isoformat()", "2026-01-01"),
        ]);
        assert_eq!(
            body(CodeLanguage::Python, FUNCTION, &all, Some("MyApp")),
            r#"{"TableName": "MyApp", "Item": {"PK": {"S": "USER#42"}, "SK": {"S": "PROFILE"}, "email": {"S": "a@example.com"}, "age": {"N": "30"}, "created": {"S": "2026-01-01"}, "key": {"S": "E#a@example.com"}}, "ConditionExpression": "attribute_not_exists(PK)"}"#
        );
        assert_eq!(
            unknown_values(CodeLanguage::Python, FUNCTION, &all, None).len(),
            4,
            "given values stay named"
        );
    }

    #[test]
    fn a_value_is_a_literal_of_the_language_or_a_text() {
        let of = |value: &str| {
            let text = "table.put_item(Item={'pk': value})";
            let body = body(CodeLanguage::Python, text, &given(&[("value", value)]), Some("T"));
            body.split_once("\"pk\": ").expect(&body).1.trim_end_matches("}}").to_owned()
        };
        for (value, wanted) in [
            ("abc", r#"{"S": "abc""#),
            ("7", r#"{"N": "7""#),
            ("'7'", r#"{"S": "7""#),
            ("True", r#"{"BOOL": true"#),
            ("{'a': [1, 'b']}", r#"{"M": {"a": {"L": [{"N": "1"}, {"S": "b"}]"#),
            ("{'a': call()}", r#"{"S": "{'a': call()}""#),
            ("'unclosed", r#"{"S": "'unclosed""#),
        ] {
            assert_eq!(of(value).trim_end_matches('}'), wanted, "{value}");
        }
    }

    #[test]
    fn typed_values_get_their_text() {
        let text = "client.put_item(TableName='T', Item={'pk': {'S': user}, 'n': {'N': age}})";
        let values = given(&[("user", "7"), ("age", "30")]);
        assert_eq!(
            body(CodeLanguage::Python, text, &values, None),
            r#"{"TableName": "T", "Item": {"pk": {"S": "7"}, "n": {"N": "30"}}}"#
        );
    }

    #[test]
    fn code_whose_table_is_elsewhere_takes_the_only_table() {
        let none = GivenValues::new();
        for (language, text) in [
            (CodeLanguage::Python, "table.scan(Limit=5)"),
            (CodeLanguage::Python, "client.scan(TableName=os.environ['TABLE'], Limit=5)"),
            (CodeLanguage::Python, "table = dynamodb.Table(os.environ['TABLE'])\ntable.scan(Limit=5)"),
            (CodeLanguage::JavaScript, "new ScanCommand({TableName: process.env.TABLE, Limit: 5})"),
        ] {
            assert_eq!(body(language, text, &none, Some("T")), r#"{"TableName": "T", "Limit": 5}"#, "{text}");
        }
        let named = "boto3.resource('dynamodb').Table('Own').scan(Limit=5)";
        assert_eq!(
            body(CodeLanguage::Python, named, &none, Some("T")),
            r#"{"TableName": "Own", "Limit": 5}"#
        );
    }
}
