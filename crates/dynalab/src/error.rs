//! The error of a request.

use std::fmt;
use std::time::SystemTime;

use dynalab_engine::DynamoError;
use serde_json::Value;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// DynamoDB's error response.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The name of the error, such as `ConditionalCheckFailedException`.
        code: String,
        /// The message, or an empty text if DynamoDB sends none.
        message: String,
        /// The body of the response as JSON.
        body: String,
    },
    /// The request cannot be written as JSON, or the response is not of the expected type.
    Json {
        /// What serde says.
        problem: String,
    },
    /// The clock cannot go back. Restore a snapshot instead.
    ClockGoesBack {
        /// The time of the clock.
        now: SystemTime,
        /// The time that was wanted.
        to: SystemTime,
    },
}

impl Error {
    /// Returns the HTTP status. It is 400 if there was no response.
    pub fn status(&self) -> u16 {
        match self {
            Error::Refused { status, .. } => *status,
            Error::Json { .. } | Error::ClockGoesBack { .. } => 400,
        }
    }

    /// Returns the name of the error, such as `ConditionalCheckFailedException`.
    pub fn code(&self) -> &str {
        match self {
            Error::Refused { code, .. } => code,
            Error::Json { .. } => "SerializationException",
            Error::ClockGoesBack { .. } => "ValidationException",
        }
    }

    /// Returns the body of the response as JSON text. It is empty if there was no response.
    pub fn body(&self) -> &str {
        match self {
            Error::Refused { body, .. } => body,
            Error::Json { .. } | Error::ClockGoesBack { .. } => "",
        }
    }

    /// Reads an error response.
    pub(crate) fn of_answer(status: u16, body: String) -> Error {
        let value: Value = serde_json::from_str(&body).unwrap_or_default();
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let code = text("__type").map_or("", |code| code.rsplit('#').next().unwrap_or(code)).to_owned();
        let message = text("message").or_else(|| text("Message")).unwrap_or_default().to_owned();
        Error::Refused { status, code, message, body }
    }
}

impl From<&DynamoError> for Error {
    fn from(error: &DynamoError) -> Error {
        Error::Refused {
            status: error.http_status(),
            code: error.name().to_owned(),
            message: error.message().unwrap_or_default(),
            body: error.to_json(),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Json { problem: error.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused { code, message, .. } if message.is_empty() => formatter.write_str(code),
            Error::Refused { code, message, .. } => write!(formatter, "{code}: {message}"),
            Error::Json { problem } => {
                write!(formatter, "The request or its response is not JSON of its type: {problem}")
            }
            Error::ClockGoesBack { .. } => {
                formatter.write_str("The clock cannot go back. Restore a snapshot instead.")
            }
        }
    }
}

impl std::error::Error for Error {}
