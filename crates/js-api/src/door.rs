//! The translation between a `Local` and the plain values of JavaScript: texts, numbers, and milliseconds since 1970 for times. It is
//! tested without a browser.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynalab::contract::snapshots::ListRequests;
use dynalab::contract::{Call, write_json};
use dynalab::{Error, Local, Profile};
use serde::Deserialize;

/// What a database is made of. Absent members have the defaults of `dynalab::Builder`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    /// From 0 to 2^53 - 1, which is the largest integer of JavaScript.
    seed: Option<u64>,
    profile: Option<ProfileName>,
    /// Milliseconds since 1970.
    starts_at: Option<f64>,
    region: Option<String>,
    account: Option<String>,
    log_requests: Option<bool>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ProfileName {
    Instant,
    Realistic,
}

/// Makes a database of the JSON text of `Options`. A reader of JavaScript's objects would pass over members that it does not know.
///
/// # Errors
/// An option is unknown or of another type, the Region is unknown, or the account does not have 12 digits.
pub fn open(options: &str) -> Result<Local, Error> {
    let options: Options = serde_json::from_str(options)?;
    let mut builder = Local::builder();
    if let Some(seed) = options.seed {
        builder = builder.seed(seed);
    }
    if let Some(profile) = options.profile {
        builder = builder.profile(match profile {
            ProfileName::Instant => Profile::Instant,
            ProfileName::Realistic => Profile::Realistic,
        });
    }
    if let Some(starts_at) = options.starts_at {
        builder = builder.clock(time_of(starts_at));
    }
    if let Some(region) = options.region {
        builder = builder.region(region);
    }
    if let Some(account) = options.account {
        builder = builder.account(account);
    }
    if let Some(log_requests) = options.log_requests {
        builder = builder.log_requests(log_requests);
    }
    builder.build()
}

/// Returns what a request did and cost on a copy, as the JSON text of a `LoggedRequest`.
///
/// # Errors
/// The body is not JSON, or the request is about the database as a whole.
pub fn explain(local: &Local, operation: &str, body: &str) -> Result<String, Error> {
    let request: serde_json::Value = serde_json::from_str(body)?;
    let mut json = String::new();
    write_json(&local.explain(operation, request)?, &mut json);
    Ok(json)
}

/// Returns the log of requests after a number, as the JSON text of a `RequestList`.
pub fn requests(local: &Local, after: u64) -> String {
    let list = ListRequests { after: Some(after), ..ListRequests::default() };
    local.execute(ListRequests::NAME, &list.body()).body
}

/// Moves the clock forward. What is not a length of time moves it by nothing.
pub fn advance(local: &Local, by_ms: f64) {
    local.clock().advance(duration_of(by_ms));
}

/// Moves the clock forward to a time.
///
/// # Errors
/// The time has passed.
pub fn set_clock(local: &Local, to_ms: f64) -> Result<(), Error> {
    local.clock().set(time_of(to_ms))
}

/// Returns the time in milliseconds since 1970.
pub fn now(local: &Local) -> f64 {
    let since_1970 = local.clock().now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since_1970.as_millis() as f64
}

fn time_of(ms: f64) -> SystemTime {
    UNIX_EPOCH.checked_add(duration_of(ms)).unwrap_or(UNIX_EPOCH)
}

/// A negative number or one that is none gives 0, because the cast saturates.
fn duration_of(ms: f64) -> Duration {
    Duration::from_millis(ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_reach_the_database() {
        let json = r#"{"seed":7,"profile":"realistic","startsAt":1900000000000,"region":"eu-west-1",
            "account":"123456789012","logRequests":false}"#;
        let local = open(json).expect("a database");
        assert_eq!(now(&local), 1_900_000_000_000.0);
        let table = r#"{"TableName":"Things","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}"#;
        let created = local.execute("CreateTable", table).body;
        assert!(created.contains("arn:aws:dynamodb:eu-west-1:123456789012:table/Things"), "{created}");
        assert!(created.contains("CREATING"), "{created}");
        assert!(requests(&local, 0).contains(r#""Requests":[]"#));
    }

    #[test]
    fn wrong_options_are_refused() {
        let of_type =
            [r#"{"sead":7}"#, r#"{"profile":"slow"}"#, r#"{"seed":-1}"#, r#"{"seed":1.5}"#, "[", ""];
        let of_value = [r#"{"region":"moon-1"}"#, r#"{"account":"12"}"#];
        for json in of_type {
            assert!(matches!(open(json), Err(Error::Json { .. })), "{json}");
        }
        for json in of_value {
            assert!(matches!(open(json), Err(Error::Refused { .. })), "{json}");
        }
        assert!(open("{}").is_ok());
    }

    #[test]
    fn the_clock_takes_milliseconds_and_never_goes_back() {
        let local = Local::new();
        let begin = now(&local);
        advance(&local, 1500.0);
        assert_eq!(now(&local), begin + 1500.0);
        for nothing in [-1.0, f64::NAN, 0.4] {
            advance(&local, nothing);
        }
        assert_eq!(now(&local), begin + 1500.0);
        assert!(set_clock(&local, begin).is_err());
        set_clock(&local, begin + 2000.0).expect("a later time");
        assert_eq!(now(&local), begin + 2000.0);
    }

    #[test]
    fn a_request_is_explained_and_not_executed() {
        let local = Local::new();
        let explained = explain(&local, "ListTables", "{}").expect("explained");
        assert!(explained.contains(r#""Operation":"ListTables""#), "{explained}");
        // Absent members are absent, as everywhere in the contract.
        assert!(!explained.contains("null"), "{explained}");
        assert!(requests(&local, 0).contains(r#""Requests":[]"#));
        assert!(explain(&local, "ListTables", "{").is_err());
        assert!(explain(&local, "Dynalab.Reset", "{}").is_err());
        local.execute("ListTables", "{}");
        assert!(requests(&local, 0).contains("ListTables"));
        assert!(!requests(&local, 1).contains("ListTables"));
    }
}
