//! Finds the part of a request to which an error message refers: the parameter, and in an expression the words.

use dynalab_types::json::{Object, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorPlace {
    /// The parameter, for example `FilterExpression`, `Key.SK` or `Item.tags`.
    pub member: String,
    /// The expression, divided into the text before the words, the words, and the text after.
    pub text: Option<(String, String, String)>,
}

/// The beginning of an error message, and the expression to which it refers.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("Invalid FilterExpression: ", "FilterExpression"),
    ("Filter Expression ", "FilterExpression"),
    ("Invalid KeyConditionExpression: ", "KeyConditionExpression"),
    ("Query condition missed key schema element", "KeyConditionExpression"),
    ("HASH key attributes", "KeyConditionExpression"),
    ("Query key condition not supported", "KeyConditionExpression"),
    ("Invalid ConditionExpression: ", "ConditionExpression"),
    ("The conditional request failed", "ConditionExpression"),
    ("Invalid UpdateExpression: ", "UpdateExpression"),
    ("Invalid ProjectionExpression: ", "ProjectionExpression"),
];

/// A part of other error messages, and the parameter to which it refers.
const MEMBERS: &[(&str, &str)] = &[
    ("Consistent reads are not supported", "ConsistentRead"),
    ("unused in expressions: keys", "ExpressionAttributeValues"),
    ("The provided key element does not match the schema", "Key"),
    ("The number of conditions on the keys is invalid", "Key"),
    ("Missing the key ", "Item"),
    ("Type mismatch for key ", "Item"),
    ("One or more parameter values were invalid", "Item"),
    ("Item size has exceeded", "Item"),
    ("does not have the specified index", "IndexName"),
    ("Exclusive Start Key", "ExclusiveStartKey"),
];

/// Returns `None` if the error has no place, or if the request has no such parameter.
pub fn find(name: &str, message: &str, body: &Object) -> Option<ErrorPlace> {
    if name == "ResourceNotFoundException" {
        return member("TableName", body);
    }
    if let Some(place) = violated(message) {
        return Some(ErrorPlace { member: place, text: None });
    }
    if let Some((_, expression)) = EXPRESSIONS.iter().find(|(start, _)| message.starts_with(start)) {
        return in_expression(expression, message, body);
    }
    if let Some(names) = message.split_once("ExpressionAttributeNames unused in expressions: keys: ") {
        return Some(placed_key("ExpressionAttributeNames", names.1));
    }
    let (sign, found) = MEMBERS.iter().find(|(sign, _)| message.contains(sign))?;
    if *found == "ExpressionAttributeValues" {
        return Some(placed_key(found, message.split_once(": keys: ")?.1));
    }
    let key = message.split_once(sign).and_then(|(_, after)| after.split([' ', ',']).next());
    match (sign.ends_with(' '), key) {
        (true, Some(key)) if !key.is_empty() => member("Item", body).map(|place| below(place, key)),
        _ => member(found, body).or_else(|| member("Key", body)),
    }
}

fn member(name: &str, body: &Object) -> Option<ErrorPlace> {
    let value = body.get(name)?;
    let text = match value {
        Value::String(text) => Some((String::new(), text.clone(), String::new())),
        _ => None,
    };
    Some(ErrorPlace { member: name.to_owned(), text })
}

fn below(place: ErrorPlace, key: &str) -> ErrorPlace {
    ErrorPlace { member: format!("{}.{key}", place.member), text: None }
}

/// Returns the place of a key such as `{:x}` in a parameter.
fn placed_key(member: &str, keys: &str) -> ErrorPlace {
    let key = keys.trim_matches(|letter| matches!(letter, '{' | '}'));
    let key = key.split(',').next().unwrap_or_default().trim();
    ErrorPlace { member: format!("{member}.{key}"), text: None }
}

/// Parses "Value '' at 'tableName' failed to satisfy constraint". The request layer writes parameters with a lowercase letter.
fn violated(message: &str) -> Option<String> {
    let (_, after) = message.split_once(" at '")?;
    let (path, _) = after.split_once("' failed to satisfy constraint")?;
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    path.split('.').map(capital).collect::<Option<Vec<_>>>().map(|parts| parts.join("."))
}

fn in_expression(expression: &str, message: &str, body: &Object) -> Option<ErrorPlace> {
    let text = body.get(expression)?.as_str()?;
    let words = words_of(message).filter(|words| !words.is_empty());
    let at = words.as_ref().and_then(|words| find_word(text, words).map(|at| (at, words.len())));
    let parts = match at {
        Some((at, length)) => {
            let (before, rest) = text.split_at(at);
            let (marked, after) = rest.split_at(length);
            (before.to_owned(), marked.to_owned(), after.to_owned())
        }
        None => (String::new(), text.to_owned(), String::new()),
    };
    Some(ErrorPlace { member: expression.to_owned(), text: Some(parts) })
}

/// Returns the words that an error message quotes.
fn words_of(message: &str) -> Option<String> {
    for sign in [
        "reserved keyword: ",
        "attribute value: ",
        "attribute name: ",
        "near: \"",
        "token: \"",
        "operator or function: ",
        "operator: ",
        "function: ",
        "Primary key attribute: ",
        "missed key schema element: ",
    ] {
        if let Some((_, after)) = message.split_once(sign) {
            let end = if sign.ends_with('"') { after.find('"') } else { after.find([',', ';']) };
            let words = after.get(..end.unwrap_or(after.len())).unwrap_or(after);
            return Some(words.trim().to_owned());
        }
    }
    None
}

/// Finds a whole word, ignoring case.
fn find_word(text: &str, words: &str) -> Option<usize> {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '#' | ':');
    let places = text.char_indices().map(|(at, _)| at);
    places.into_iter().find(|at| {
        let Some(found) = text.get(*at..*at + words.len()) else { return false };
        let before = text[..*at].chars().next_back();
        let after = text[*at + words.len()..].chars().next();
        let starts = words.chars().next().is_some_and(is_word);
        found.eq_ignore_ascii_case(words)
            && !(starts && before.is_some_and(is_word))
            && !(starts && after.is_some_and(is_word))
    })
}

#[cfg(test)]
mod tests {
    use dynalab_engine::{EngineConfig, TraceLevel};
    use dynalab_service::{Command, Engine, Request};
    use dynalab_types::Timestamp;
    use dynalab_types::json;

    use super::*;

    /// Returns the place of the engine's error for a request, as short text.
    fn place(operation: &str, body: &str) -> Option<String> {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let table = r#"{"TableName":"Tab","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST",
            "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}"#;
        let at = Timestamp::from_epoch_ms(1_790_000_000_000);
        let mut ask = |operation: &str, body: &str| {
            let request = Request::parse(operation, body)?;
            engine.execute(Command { at, request }, TraceLevel::Off).outcome
        };
        ask("CreateTable", table).expect("the table is made");
        let error = ask(operation, body).expect_err("a refusal");
        let Ok(Value::Object(body)) = json::parse(body) else { panic!("{body}") };
        let place = find(error.name(), &error.message().unwrap_or_default(), &body)?;
        Some(match place.text {
            Some((before, marked, after)) => format!("{}: {before}[{marked}]{after}", place.member),
            None => place.member,
        })
    }

    #[track_caller]
    fn check(operation: &str, body: &str, wanted: &str) {
        assert_eq!(place(operation, body).as_deref(), Some(wanted));
    }

    #[test]
    fn words_of_expressions_are_found() {
        let scan = r#"{"TableName":"Tab","FilterExpression":"a = :a AND status = :a","ExpressionAttributeValues":{":a":{"S":"x"}}}"#;
        check("Scan", scan, "FilterExpression: a = :a AND [status] = :a");
        let undefined = r#"{"TableName":"Tab","FilterExpression":"a = :aa AND b = :a","ExpressionAttributeValues":{":aa":{"S":"x"}}}"#;
        check("Scan", undefined, "FilterExpression: a = :aa AND b = [:a]");
        let syntax = r#"{"TableName":"Tab","FilterExpression":"a == :a","ExpressionAttributeValues":{":a":{"S":"x"}}}"#;
        check("Scan", syntax, "FilterExpression: a [== :a]");
        let put =
            r#"{"TableName":"Tab","Item":{"pk":{"S":"x"}},"ConditionExpression":"attribute_exists(pk)"}"#;
        check("PutItem", put, "ConditionExpression: [attribute_exists(pk)]");
    }

    #[test]
    fn members_are_named() {
        check("GetItem", r#"{"TableName":"Unk","Key":{"pk":{"S":"x"}}}"#, "TableName: [Unk]");
        check("GetItem", r#"{"TableName":"Tab","Key":{"sk":{"S":"x"}}}"#, "Key");
        check("PutItem", r#"{"TableName":"Tab","Item":{"sk":{"S":"x"}}}"#, "Item.pk");
        check("PutItem", r#"{"TableName":"Tab","Item":{"pk":{"N":"1"}}}"#, "Item.pk");
        let unused = r#"{"TableName":"Tab","FilterExpression":"a = :a","ExpressionAttributeValues":{":a":{"S":"x"},":b":{"S":"x"}}}"#;
        check("Scan", unused, "ExpressionAttributeValues.:b");
        check("Scan", r#"{"TableName":"Tab","Limit":0}"#, "Limit");
        let strong = r#"{"TableName":"Tab","IndexName":"ByG","KeyConditionExpression":"g = :g","ExpressionAttributeValues":{":g":{"S":"x"}},"ConsistentRead":true}"#;
        check("Query", strong, "ConsistentRead");
    }
}
