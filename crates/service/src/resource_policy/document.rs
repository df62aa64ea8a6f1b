//! The document of a resource-based policy: its checks, and its stored and returned forms.

use dynalab_engine::error::PolicyError;
use dynalab_types::json::{self, Object, Value};
use dynalab_types::wire::write_json_string;

use crate::resource_policy::actions::is_action;

/// The maximum size in bytes, including white space.
const DOCUMENT_BYTES_MAX: usize = 20 * 1024;
const VERSIONS: [&str; 2] = ["2012-10-17", "2008-10-17"];
/// The version of a document without Version.
const VERSION_UNNAMED: &str = "2008-10-17";
const LOCKING_ACTION: &str = "dynamodb:PutResourcePolicy";

/// The resource of the policy and its account.
#[derive(Clone, Copy)]
pub(crate) struct Owner<'a> {
    pub arn: &'a str,
    pub account_id: &'a str,
}

impl Owner<'_> {
    /// Returns true for the policy of a stream.
    pub fn is_stream(self) -> bool {
        self.arn.contains("/stream/")
    }

    fn root(self) -> String {
        format!("arn:aws:iam::{}:root", self.account_id)
    }
}

/// Returns the stored form: minified, with ordered elements. Two documents with the same meaning have the same text.
pub(crate) fn canonical(document: &str, owner: Owner, confirmed: bool) -> Result<String, PolicyError> {
    if document.len() > DOCUMENT_BYTES_MAX {
        return Err(PolicyError::TooLong { most: DOCUMENT_BYTES_MAX });
    }
    let policy = match json::parse(document) {
        Ok(Value::Object(policy)) => policy,
        Ok(Value::Null) => return Err(PolicyError::NoPolicy),
        _ => return Err(PolicyError::NotJson),
    };
    let statements = match policy.get("Statement") {
        Some(Value::Array(statements)) => statements.as_slice(),
        Some(statement @ Value::Object(_)) => std::slice::from_ref(statement),
        Some(_) => return Err(syntax_error(document, "Statement")),
        None => return Err(syntax_error(document, "")),
    };
    if statements.is_empty() {
        return Err(PolicyError::StatementEmpty);
    }
    let mut text = String::from("{");
    if let Some(version) = policy.get("Version") {
        let version = version.as_str().filter(|version| VERSIONS.contains(version));
        let version = version.ok_or_else(|| syntax_error(document, "Version"))?;
        write_element("Version", &Value::String(version.to_owned()), &mut text);
    }
    if let Some(id) = policy.get("Id") {
        write_element("Id", id, &mut text);
    }
    let mut ids = Vec::new();
    let mut written = Vec::new();
    for statement in statements {
        let Value::Object(statement) = statement else { return Err(syntax_error(document, "Statement")) };
        let id = statement.get("Sid").and_then(Value::as_str).filter(|id| !id.is_empty());
        if id.is_some_and(|id| ids.contains(&id)) {
            return Err(PolicyError::SameIds);
        }
        ids.extend(id);
        written.push(canonical_statement(statement, document, owner, confirmed)?);
    }
    separate(&mut text);
    text.push_str("\"Statement\":[");
    text.push_str(&written.join(","));
    text.push_str("]}");
    Ok(text)
}

/// Returns the form for responses, which always contains the version.
pub(crate) fn to_response_json(canonical: &str) -> String {
    match canonical.strip_prefix("{\"Version\":") {
        Some(_) => canonical.to_owned(),
        None => {
            let rest = canonical.strip_prefix('{').unwrap_or_default();
            format!("{{\"Version\":\"{VERSION_UNNAMED}\",{rest}")
        }
    }
}

fn canonical_statement(
    statement: &Object,
    document: &str,
    owner: Owner,
    confirmed: bool,
) -> Result<String, PolicyError> {
    let effect = match statement.get("Effect") {
        Some(Value::String(effect)) if effect.eq_ignore_ascii_case("allow") => "Allow",
        Some(Value::String(effect)) if effect.eq_ignore_ascii_case("deny") => "Deny",
        Some(_) => return Err(syntax_error(document, "Effect")),
        None => return Err(PolicyError::MissingField { field: "Effect" }),
    };
    let principal = one_of(statement, ["Principal", "NotPrincipal"], document)?;
    let action = one_of(statement, ["Action", "NotAction"], document)?;
    let resource = one_of(statement, ["Resource", "NotResource"], document)?;
    let everyone = check_principal(principal.1, document)?;
    let unfit: Vec<&str> =
        texts(action.1).into_iter().filter(|action| !is_action(action, owner.is_stream())).collect();
    if !unfit.is_empty() {
        return Err(PolicyError::Actions { actions: unfit.into_iter().map(str::to_owned).collect() });
    }
    for resource in texts(resource.1) {
        check_resource(resource, owner)?;
    }
    if effect == "Allow" && everyone && !statement.contains_key("Condition") {
        return Err(PolicyError::Unbounded);
    }
    let locks = texts(action.1).iter().any(|action| matches_pattern(action, LOCKING_ACTION));
    if effect == "Deny" && locks && action.0 == "Action" && !confirmed && is_owner_or_all(principal.1, owner)
    {
        return Err(PolicyError::LocksOut);
    }
    let mut text = String::from("{");
    if let Some(id) = statement.get("Sid") {
        write_element("Sid", id, &mut text);
    }
    write_element("Effect", &Value::String(effect.to_owned()), &mut text);
    write_element(principal.0, &canonical_principal(principal.1, owner), &mut text);
    write_element(action.0, &alone(action.1), &mut text);
    write_element(resource.0, &alone(resource.1), &mut text);
    if let Some(condition) = statement.get("Condition") {
        write_element("Condition", condition, &mut text);
    }
    text.push('}');
    Ok(text)
}

/// Checks that exactly one of the two elements is present, and returns it.
fn one_of<'a>(
    statement: &'a Object,
    names: [&'static str; 2],
    document: &str,
) -> Result<(&'static str, &'a Value), PolicyError> {
    match names.map(|name| statement.get(name)) {
        [Some(_), Some(_)] => Err(syntax_error(document, names[1])),
        [Some(value), None] => Ok((names[0], value)),
        [None, Some(value)] => Ok((names[1], value)),
        [None, None] => Err(PolicyError::MissingField { field: names[0] }),
    }
}

/// Checks a principal. Returns true if it is all principals.
fn check_principal(principal: &Value, document: &str) -> Result<bool, PolicyError> {
    match principal {
        Value::String(all) if all == "*" => Ok(true),
        Value::Object(kinds) => Ok(kinds.get("AWS").is_some_and(|aws| texts(aws).contains(&"*"))),
        _ => Err(syntax_error(document, "Principal")),
    }
}

/// Returns the canonical form of a principal: an account id becomes its root user's ARN, and duplicates are removed.
fn canonical_principal(principal: &Value, owner: Owner) -> Value {
    let Value::Object(kinds) = principal else { return principal.clone() };
    let mut kinds = kinds.clone();
    if let Some(aws) = kinds.get("AWS") {
        let mut names: Vec<Value> = Vec::new();
        for name in texts(aws) {
            let is_account = name.len() == 12 && name.bytes().all(|byte| byte.is_ascii_digit());
            let name = match is_account {
                true => Owner { account_id: name, ..owner }.root(),
                false => name.to_owned(),
            };
            if !names.contains(&Value::String(name.clone())) {
                names.push(Value::String(name));
            }
        }
        kinds.insert("AWS".to_owned(), alone(&Value::Array(names)));
    }
    Value::Object(kinds)
}

/// Returns true if the principal is the owner of the resource, or all principals.
fn is_owner_or_all(principal: &Value, owner: Owner) -> bool {
    match canonical_principal(principal, owner) {
        Value::Object(kinds) => kinds.get("AWS").is_some_and(|aws| {
            let root = owner.root();
            texts(aws).iter().any(|name| *name == "*" || *name == root)
        }),
        _ => true,
    }
}

/// Checks a resource. A table's policy names the table and its indexes. A stream's policy names the stream.
fn check_resource(resource: &str, owner: Owner) -> Result<(), PolicyError> {
    let Some(relative_id) = resource.splitn(6, ':').nth(5) else {
        return match resource {
            "*" => Ok(()),
            _ => Err(PolicyError::Resource { relative_id: resource.into(), arn: resource.into() }),
        };
    };
    let is_stream = relative_id.contains("/stream/");
    if !relative_id.contains('*') && (!relative_id.starts_with("table/") || is_stream != owner.is_stream()) {
        return Err(PolicyError::Resource { relative_id: relative_id.into(), arn: resource.into() });
    }
    Ok(())
}

/// Returns the strings of a string or a list.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(elements) => elements.iter().filter_map(Value::as_str).collect(),
        value => value.as_str().into_iter().collect(),
    }
}

/// Replaces a list of one element by that element.
fn alone(value: &Value) -> Value {
    match value {
        Value::Array(elements) if elements.len() == 1 => elements[0].clone(),
        value => value.clone(),
    }
}

fn write_element(name: &str, value: &Value, text: &mut String) {
    separate(text);
    write_json_string(name, text);
    text.push(':');
    value.write(text);
}

fn separate(text: &mut String) {
    if !text.ends_with('{') {
        text.push(',');
    }
}

/// Returns the error with the position of the element's value. For a missing element, it is the document's end.
fn syntax_error(document: &str, element: &str) -> PolicyError {
    let quoted = format!("\"{element}\"");
    let value = document.find(&quoted).filter(|_| !element.is_empty()).map(|at| at + quoted.len());
    let at = value.map_or(document.len(), |at| {
        let rest = &document[at..];
        at + rest.len() - rest.trim_start_matches([':', ' ', '\n', '\t', '\r']).len()
    });
    let before = &document[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, str::len) + 1;
    PolicyError::Syntax { line, column }
}

/// Returns true if a pattern matches a text. `*` matches any characters, `?` matches one. Case is ignored.
pub(crate) fn matches_pattern(pattern: &str, text: &str) -> bool {
    matches_pattern_by(pattern, text, |one, other| one.eq_ignore_ascii_case(&other))
}

/// Returns true if a pattern matches a text, with regard to case.
pub(crate) fn matches_pattern_in_case(pattern: &str, text: &str) -> bool {
    matches_pattern_by(pattern, text, |one, other| one == other)
}

fn matches_pattern_by(pattern: &str, text: &str, same: fn(u8, u8) -> bool) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut read) = (0, 0);
    // The position to return to if the part after the last star does not match.
    let mut star = None;
    while read < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(byte) if *byte == b'?' || same(*byte, text[read]) => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((star_at, taken)) = star else { return false };
                star = Some((star_at, taken + 1));
                at = star_at + 1;
                read = taken + 1;
            }
        }
    }
    pattern[at.min(pattern.len())..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit() {
        for (pattern, text) in
            [("*", ""), ("dynamodb:*", "dynamodb:GetItem"), ("a?c*", "ABCd"), ("a*b*c", "axbxc")]
        {
            assert!(matches_pattern(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("dynamodb:Get*", "dynamodb:PutItem"), ("a?", "a"), ("a*b", "abc")]
        {
            assert!(!matches_pattern(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn syntax_errors_have_places() {
        assert_eq!(syntax_error("{}", ""), PolicyError::Syntax { line: 1, column: 3 });
        assert_eq!(
            syntax_error("{\n\"Version\": 1}", "Version"),
            PolicyError::Syntax { line: 2, column: 12 }
        );
    }
}
