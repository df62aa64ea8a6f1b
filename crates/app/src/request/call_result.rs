//! The result of a request that a part of the page sends: a response, or why there is none.

use dynalab_playground::protocol::Refusal;
use dynalab_service::contract::Json;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A response, or why there is none: DynamoDB's message, or the name of Dynalab's own error.
pub type CallResult<T> = Result<T, String>;

/// A request that is ready to be sent: its operation, and its body as JSON. [`Call::request`] makes it from a struct.
pub type ReadyRequest = (&'static str, String);

/// Returns a value as JSON text in a request.
pub fn json_of(value: &Value) -> Json {
    Json(value.to_string())
}

/// Returns JSON text of a response as a value. The text comes from a parser, so it is valid.
pub fn value_of(json: &Json) -> Value {
    serde_json::from_str(&json.0).unwrap_or_default()
}

/// Why a request that has a card failed.
#[derive(Debug, PartialEq)]
pub struct RunError {
    /// The type of DynamoDB's error, such as `ValidationException`. None for Dynalab's own errors.
    pub exception: Option<String>,
    /// DynamoDB's message, or the name of Dynalab's own error.
    pub message: String,
}

impl RunError {
    pub fn from_message(message: String) -> RunError {
        RunError { exception: None, message }
    }

    pub fn from_body(body: &str) -> RunError {
        let error: Value = serde_json::from_str(body).unwrap_or_default();
        let exception =
            error["__type"].as_str().map(|name| name.rsplit('#').next().unwrap_or(name).to_owned());
        RunError { exception, message: sentence_of(body) }
    }
}

impl From<RunError> for String {
    fn from(error: RunError) -> String {
        error.message
    }
}

/// Reads the body of a response.
///
/// # Errors
/// Returns the reason if the body is not a `T`.
pub fn read<T: DeserializeOwned>(body: &str) -> CallResult<T> {
    serde_json::from_str(body).map_err(|error| error.to_string())
}

/// Returns the body of a response.
///
/// # Errors
/// Returns the message of an error.
pub fn body_of((status, body): (u16, String)) -> CallResult<String> {
    match status {
        200 => Ok(body),
        _ => Err(sentence_of(&body)),
    }
}

/// Returns the message in the body of an error.
pub fn sentence_of(body: &str) -> String {
    let error: Value = serde_json::from_str(body).unwrap_or_default();
    let message = error.get("message").or(error.get("Message")).and_then(|message| message.as_str());
    message.unwrap_or(body).to_owned()
}

/// Returns a stable name of the error, for the console and for tests.
pub fn refusal_name(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NotWriter => "not_writer",
        Refusal::StorageFull => "storage_full",
        Refusal::StorageFailed { .. } => "storage_failed",
        Refusal::Unreadable { .. } => "unreadable",
        Refusal::NeedsCompleteEngine => "needs_complete_engine",
        Refusal::Restarted => "restarted",
        Refusal::TooLarge { .. } => "too_large",
        Refusal::Stopped => "stopped",
        Refusal::MemoryFull => "memory_full",
        Refusal::NoWorker => "no_worker",
        Refusal::BadRequest { .. } => "bad_request",
    }
}

#[cfg(test)]
mod tests {
    use super::{RunError, body_of, sentence_of};

    #[test]
    fn an_error_is_told_by_its_message() {
        assert_eq!(body_of((200, "{}".to_owned())), Ok("{}".to_owned()));
        let body = r#"{"__type":"ValidationException","message":"No key"}"#;
        assert_eq!(body_of((400, body.to_owned())), Err("No key".to_owned()));
        assert_eq!(sentence_of(r#"{"Message":"Denied"}"#), "Denied");
        assert_eq!(sentence_of("not JSON"), "not JSON");
    }

    #[test]
    fn an_error_of_a_request_keeps_its_type() {
        let body =
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"No"}"#;
        let exception = Some("ConditionalCheckFailedException".to_owned());
        assert_eq!(RunError::from_body(body), RunError { exception, message: "No".to_owned() });
        assert_eq!(RunError::from_body("gone"), RunError { exception: None, message: "gone".to_owned() });
    }
}
