//! Checks that a request has a complete signature. Any credentials are accepted: the signature itself is not verified.

use hyper::header::{AUTHORIZATION, DATE};
use hyper::http::request::Parts;

use crate::reply::Refusal;

const ALGORITHM: &str = "X-Amz-Algorithm";
const IN_HEADER: &[&str] = &["Credential", "Signature", "SignedHeaders"];
const IN_QUERY: &[&str] =
    &[ALGORITHM, "X-Amz-Credential", "X-Amz-Signature", "X-Amz-SignedHeaders", "X-Amz-Date"];

pub fn check(head: &Parts) -> Result<(), Refusal> {
    let query = head.uri.query().unwrap_or_default();
    let signs_in_query = query.split('&').any(|pair| name_of(pair) == ALGORITHM);
    match head.headers.get(AUTHORIZATION) {
        Some(_) if signs_in_query => Err(Refusal::TwoAuthentications),
        Some(header) => check_header(&String::from_utf8_lossy(header.as_bytes()), head),
        None if signs_in_query => check_query(query),
        None => Err(Refusal::MissingAuthentication),
    }
}

fn check_header(header: &str, head: &Parts) -> Result<(), Refusal> {
    if !header.trim_start().starts_with("AWS4-") {
        return Err(Refusal::MissingAuthentication);
    }
    let mut missing = String::new();
    for parameter in IN_HEADER {
        let is_it = |part: &str| name_of(part) == *parameter && has_value(part);
        if !header.split([',', ' ']).skip(1).any(is_it) {
            missing += &format!("Authorization header requires '{parameter}' parameter. ");
        }
    }
    if !head.headers.contains_key("x-amz-date") && !head.headers.contains_key(DATE) {
        missing += "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ";
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(Refusal::IncompleteSignature(format!("{missing}Authorization={header}")))
}

fn check_query(query: &str) -> Result<(), Refusal> {
    let mut missing = String::new();
    for parameter in IN_QUERY {
        if !query.split('&').any(|pair| name_of(pair) == *parameter && has_value(pair)) {
            missing += &format!("AWS query-string parameters must include '{parameter}'. ");
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(Refusal::IncompleteSignature(format!("{missing}Re-examine the query-string parameters.")))
}

fn name_of(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}

fn has_value(pair: &str) -> bool {
    pair.split_once('=').is_some_and(|(_, value)| !value.is_empty())
}
