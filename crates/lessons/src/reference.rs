//! References from a request to an earlier response, for names that DynamoDB assigns, such as the ARN of a stream.
//!
//! In the body of a request, the text `@{2.ShardIterator}` is replaced by the member `ShardIterator` of the second response.
//! Positions are counted from 1 over the requests of the attempt or the goal.

use dynalab_types::json::Value;

use crate::json::Json;

/// Replaces the references of a body. A reference without a target is kept, so that DynamoDB rejects the request.
pub fn resolve(body: &Json, responses: &[Json]) -> Json {
    Json(resolved(&body.0, responses))
}

/// Returns true if a body has references and so cannot be sent alone.
pub fn has_references(body: &Json) -> bool {
    match &body.0 {
        Value::String(text) => target(text).is_some(),
        Value::Array(elements) => elements.iter().any(|element| has_references(&Json(element.clone()))),
        Value::Object(members) => members.values().any(|member| has_references(&Json(member.clone()))),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn resolved(value: &Value, responses: &[Json]) -> Value {
    match value {
        Value::String(text) => find(text, responses).unwrap_or_else(|| value.clone()),
        Value::Array(elements) => {
            Value::Array(elements.iter().map(|element| resolved(element, responses)).collect())
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| (name.clone(), resolved(member, responses)));
            Value::Object(members.collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn find(text: &str, responses: &[Json]) -> Option<Value> {
    let (place, path) = target(text)?;
    let response = responses.get(place.checked_sub(1)?)?;
    values_at(&response.0, path).first().map(|value| (*value).clone())
}

fn target(text: &str) -> Option<(usize, &str)> {
    let inside = text.strip_prefix("@{")?.strip_suffix('}')?;
    let (place, path) = inside.split_once('.')?;
    Some((place.parse().ok()?, path))
}

/// Returns all values at a path, or none. The empty path is the value itself, `*` is each element.
pub(crate) fn values_at<'a>(value: &'a Value, path: &str) -> Vec<&'a Value> {
    let mut values = vec![value];
    for part in path.split('.').filter(|part| !part.is_empty()) {
        values = values.into_iter().flat_map(|value| children(value, part)).collect();
    }
    values
}

fn children<'a>(value: &'a Value, part: &str) -> Vec<&'a Value> {
    match value {
        Value::Object(object) if part == "*" => object.values().collect(),
        Value::Object(object) => object.get(part).into_iter().collect(),
        Value::Array(elements) if part == "*" => elements.iter().collect(),
        Value::Array(elements) => {
            part.parse::<usize>().ok().and_then(|place| elements.get(place)).into_iter().collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text).expect("JSON")
    }

    #[test]
    fn a_reference_becomes_the_value_of_the_response() {
        let responses = [json(r#"{"Streams":[{"StreamArn":"arn:1"}]}"#), json(r#"{"Key":{"id":{"S":"a"}}}"#)];
        let body =
            json(r#"{"StreamArn":"@{1.Streams.0.StreamArn}","Start":"@{2.Key}","Other":["x","@{9.a}"]}"#);
        assert!(has_references(&body));
        let expected = json(r#"{"StreamArn":"arn:1","Start":{"id":{"S":"a"}},"Other":["x","@{9.a}"]}"#);
        assert_eq!(resolve(&body, &responses), expected);
        for plain in [r#"{"a":"@{x"}"#, r#"{"a":"@{0.a}"}"#, r#"{"a":1}"#] {
            assert_eq!(resolve(&json(plain), &responses), json(plain));
        }
        assert!(!has_references(&json(r#"{"a":["b"]}"#)));
    }
}
