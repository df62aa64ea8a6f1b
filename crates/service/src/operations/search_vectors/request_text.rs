//! Checks the form of a SearchVectors request as its endpoint does: member by member in the order of the text, with line and
//! column in errors.

use dynalab_engine::error::{DynamoError, SearchRequestError};

/// The required members with their types, in the order in which a missing one is reported.
const REQUIRED: [(&str, &str); 4] =
    [("TableName", "a string"), ("IndexName", "a string"), ("SearchVector", "a sequence"), ("TopK", "i32")];
/// The members that can be null.
const OPTIONAL: [(&str, &str); 5] = [
    ("ReturnConsumedCapacity", "a string"),
    ("ExpressionAttributeNames", "a map"),
    ("ExpressionAttributeValues", "a map"),
    ("ProjectionExpression", "a string"),
    ("SearchConditionExpression", "a string"),
];

/// One member of the outermost object.
struct Member<'a> {
    name: &'a str,
    value: &'a str,
    /// The position of the value in bytes.
    start: usize,
}

/// Checks the members. `body` is the text of a JSON object.
pub(crate) fn check_members(body: &str) -> Result<(), DynamoError> {
    let members = members_of(body);
    for member in &members {
        let required = REQUIRED.iter().find(|(name, _)| *name == member.name);
        let optional = OPTIONAL.iter().find(|(name, _)| *name == member.name);
        let is_null = member.value == "null";
        let Some((_, expected)) = required.or(optional.filter(|_| !is_null)) else { continue };
        if let Some((found, is_read)) = mistaken(member.value, expected) {
            // A list or an object is rejected before it is read.
            let at = member.start + if is_read { member.value.len() } else { 0 };
            let (line, column) = place(body, at);
            return Err(DynamoError::SearchRequest(if *expected == "i32" && is_integer(member.value) {
                SearchRequestError::ValueOutOfRange { found, expected, line, column }
            } else {
                SearchRequestError::WrongType { found, expected, line, column }
            }));
        }
    }
    for (member, _) in REQUIRED {
        if !members.iter().any(|found| found.name == member) {
            let (line, column) = place(body, body.trim_end().len());
            return Err(DynamoError::SearchRequest(SearchRequestError::MissingMember {
                member,
                line,
                column,
            }));
        }
    }
    Ok(())
}

fn is_integer(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Returns the name of an unexpected value, and whether it is read to its end.
fn mistaken(value: &str, expected: &str) -> Option<(String, bool)> {
    let first = value.bytes().next()?;
    let is_integer = is_integer(value);
    let is_expected = match expected {
        "a string" => first == b'"',
        "a sequence" => first == b'[',
        "a map" => first == b'{',
        _ => is_integer && value.parse::<i32>().is_ok(),
    };
    if is_expected {
        return None;
    }
    Some(match first {
        b'"' => (format!("string {value}"), true),
        b'[' => ("sequence".to_owned(), false),
        b'{' => ("map".to_owned(), false),
        b'n' => ("null".to_owned(), true),
        b't' | b'f' => (format!("boolean `{value}`"), true),
        _ if is_integer => (format!("integer `{value}`"), true),
        _ => (format!("floating point `{value}`"), true),
    })
}

/// Returns line and column, counted from one. The column is that of the last byte that was read.
fn place(body: &str, end: usize) -> (usize, usize) {
    let read = body.get(..end).unwrap_or(body);
    let line_start = read.rfind('\n').map_or(0, |position| position + 1);
    (read.matches('\n').count() + 1, end - line_start)
}

fn members_of(body: &str) -> Vec<Member<'_>> {
    let bytes = body.as_bytes();
    let mut members = Vec::new();
    let mut depth = 0_usize;
    let mut position = 0;
    let mut name: Option<&str> = None;
    while let Some(byte) = bytes.get(position) {
        let start = position;
        match byte {
            b'"' => position = end_of_string(bytes, position),
            b'{' | b'[' if depth > 0 => position = end_of_nested(bytes, position),
            b'{' => {
                depth += 1;
                position += 1;
                continue;
            }
            byte if byte.is_ascii_alphanumeric() || *byte == b'-' => {
                let rest = bytes.get(position..).unwrap_or_default();
                let ends = |byte: &u8| matches!(byte, b',' | b'}') || byte.is_ascii_whitespace();
                position += rest.iter().position(ends).unwrap_or(rest.len());
            }
            _ => {
                position += 1;
                continue;
            }
        }
        let text = body.get(start..position).unwrap_or_default();
        match name.take() {
            None => name = Some(text.trim_matches('"')),
            Some(name) => members.push(Member { name, value: text, start }),
        }
    }
    members
}

/// Returns the position after the closing quote.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    while let Some(byte) = bytes.get(position) {
        match byte {
            b'\\' => position += 2,
            b'"' => return position + 1,
            _ => position += 1,
        }
    }
    bytes.len()
}

/// Returns the position after the bracket that closes the one at `start`.
fn end_of_nested(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut position = start;
    while let Some(byte) = bytes.get(position) {
        match byte {
            b'"' => {
                position = end_of_string(bytes, position);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        position += 1;
        if depth == 0 {
            break;
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_message(body: &str) -> String {
        check_members(body).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn reports_the_first_member_of_another_type_at_its_end() {
        let cases = [
            (r#"{"TableName":null}"#, "invalid type: null, expected a string at line 1 column 17"),
            (
                r#"{"TableName":"t","SearchVector":null}"#,
                "invalid type: null, expected a sequence at line 1 column 36",
            ),
            (r#"{"TopK":null}"#, "invalid type: null, expected i32 at line 1 column 12"),
            ("{\n \"TopK\": \"5\"}", "invalid type: string \"5\", expected i32 at line 2 column 12"),
            (r#"{"TopK":1.5}"#, "invalid type: floating point `1.5`, expected i32 at line 1 column 11"),
            (
                r#"{"SearchVector":{"a":[1]},"TopK":true}"#,
                "invalid type: map, expected a sequence at line 1 column 16",
            ),
            (
                r#"{"TopK":2147483648}"#,
                "invalid value: integer `2147483648`, expected i32 at line 1 column 18",
            ),
            (r#"{"TableName":7}"#, "invalid type: integer `7`, expected a string at line 1 column 14"),
        ];
        for (body, message) in cases {
            assert_eq!(error_message(body), message, "{body}");
        }
    }

    #[test]
    fn reports_a_missing_member_at_the_end() {
        assert_eq!(error_message("{}"), "missing field `TableName` at line 1 column 2");
        let most = r#"{"a":{"TopK":[{"x":"}]"}]},"TableName":"t","IndexName":"i\"","TopK":1}"#;
        assert_eq!(
            error_message(most),
            format!("missing field `SearchVector` at line 1 column {}", most.len())
        );
        let whole =
            r#"{"TableName":"t","IndexName":"i","SearchVector":[],"TopK":-1,"ProjectionExpression":null}"#;
        assert_eq!(error_message(whole), "");
    }
}
