//! Why something at an endpoint fails, with what to do.

use std::fmt;

use serde_json::Value;

/// Reads the name and the message of an error in DynamoDB's protocol. None if the body is no error.
pub fn name_and_message(body: &Value) -> Option<(String, String)> {
    let name = body.get("__type")?.as_str().unwrap_or_default();
    let message = body.get("message").or_else(|| body.get("Message")).and_then(Value::as_str);
    let name = name.rsplit('#').next().unwrap_or(name);
    Some((name.to_owned(), message.unwrap_or_default().to_owned()))
}

/// What a service or the way to it says. No variant has an access key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteError {
    NotAnAddress {
        url: String,
        why: &'static str,
    },
    /// The program around has no access key.
    NoCredentials {
        detail: String,
    },
    NotSigned {
        detail: String,
    },
    /// There was no response, also when it was tried again.
    NoResponse {
        url: String,
        detail: String,
        attempts: u32,
    },
    /// The response is none of DynamoDB's.
    NotDynamoDb {
        url: String,
        operation: String,
        status: u16,
        /// The first characters of the body.
        start: String,
    },
    Refused(Refusal),
    /// A description of a table cannot be read.
    NotDescribed {
        table: String,
        message: String,
    },
    /// A table did not become ACTIVE in time.
    NotReady {
        table: String,
        status: String,
    },
    /// The endpoint left items out of a batch each time.
    Unprocessed {
        table: String,
        attempts: u32,
    },
    /// An item is not DynamoDB JSON, or what was to be done with it failed.
    Item {
        table: String,
        message: String,
    },
    /// The person stopped it.
    Stopped,
}

/// An error of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub operation: String,
    pub status: u16,
    /// The name of the error: `ResourceNotFoundException`.
    pub name: String,
    pub message: String,
    /// How often the request was sent.
    pub attempts: u32,
}

impl RemoteError {
    /// Returns true if the service refused a request with this error.
    pub fn is(&self, name: &str) -> bool {
        matches!(self, RemoteError::Refused(refusal) if refusal.name == name)
    }

    /// Returns true if the service does not accept the access key, or forbids it the operation.
    pub fn is_of_access(&self) -> bool {
        self.is("AccessDeniedException") || SIGNATURE_ERRORS.iter().any(|name| self.is(name))
    }

    /// Returns true if the service does not know the operation.
    pub fn is_unknown_operation(&self) -> bool {
        match self {
            RemoteError::Refused(refusal) => {
                UNKNOWN_OPERATION.contains(&refusal.name.as_str()) || refusal.status == 501
            }
            RemoteError::NotDynamoDb { status, .. } => matches!(status, 404 | 405 | 501),
            _ => false,
        }
    }
}

/// Errors of services that lack an operation.
const UNKNOWN_OPERATION: [&str; 3] = ["UnknownOperationException", "UnknownOperation", "NotImplemented"];
/// Errors of a signature, with what is to be done.
const SIGNATURE_ERRORS: [&str; 6] = [
    "UnrecognizedClientException",
    "InvalidSignatureException",
    "MissingAuthenticationTokenException",
    "IncompleteSignatureException",
    "ExpiredTokenException",
    "SignatureDoesNotMatch",
];

impl fmt::Display for RemoteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemoteError::NotAnAddress { url, why } => {
                write!(formatter, "{url} is no address of an endpoint: {why}.")
            }
            RemoteError::NoCredentials { detail } => write!(
                formatter,
                "There is no access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE. ({detail})"
            ),
            RemoteError::NotSigned { detail } => {
                write!(formatter, "The request cannot be signed with this access key: {detail}")
            }
            RemoteError::NoResponse { url, detail, attempts } => {
                write!(formatter, "{url} did not answer, after {attempts} attempts: {detail}")
            }
            RemoteError::NotDynamoDb { url, operation, status, start } => write!(
                formatter,
                "{url} does not speak DynamoDB's protocol: status {status} for {operation}, “{start}”."
            ),
            RemoteError::Refused(refusal) => refusal.fmt(formatter),
            RemoteError::NotDescribed { table, message } => {
                write!(formatter, "The description of table {table} cannot be read: {message}")
            }
            RemoteError::NotReady { table, status } => write!(
                formatter,
                "Table {table} is still {status}. Run the same command again later: it goes on where it stopped."
            ),
            RemoteError::Unprocessed { table, attempts } => write!(
                formatter,
                "The endpoint did not take all items of a batch for table {table}, after {attempts} attempts. It is throttled: send \
                 fewer requests a second, and run the same command again."
            ),
            RemoteError::Item { table, message } => write!(formatter, "Table {table}: {message}"),
            RemoteError::Stopped => formatter.write_str("Stopped."),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refusal { operation, status, name, message, attempts } = self;
        if SIGNATURE_ERRORS.contains(&name.as_str()) {
            return write!(
                formatter,
                "The endpoint does not accept the access key ({name}: {message}). Check the key, its secret, the Region and \
                 the clock of this computer."
            );
        }
        if name == "AccessDeniedException" {
            return write!(formatter, "The access key may not use {operation}: {message}");
        }
        write!(formatter, "{operation} failed with status {status}, {name}: {message}")?;
        if *attempts > 1 {
            write!(formatter, " It was sent {attempts} times.")?;
        }
        Ok(())
    }
}

impl std::error::Error for RemoteError {}
