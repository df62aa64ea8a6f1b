//! Maximum waits for a client, and maximum memory of all clients together.

use std::time::Duration;

/// Maximum size of a request body, as in DynamoDB.
pub const LONGEST_BODY_BYTES: usize = 16 * 1024 * 1024;
/// Maximum size of the request line, and of all headers, as in DynamoDB. The response to longer ones is 400.
pub const LONGEST_HEADERS_BYTES: usize = 16 * 1024;
/// Maximum size of a request line with its headers that is read to its end.
pub const LONGEST_HEAD_BYTES: usize = 64 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time. The response to another one is 503.
    pub connections: usize,
    /// Time from the end of one request to the last header of the next.
    pub head_wait: Duration,
    /// Time from one piece of a body to the next.
    pub body_wait: Duration,
    /// Time from the last header of a request to the end of its body.
    pub whole_body_wait: Duration,
    /// Time until a client reads the next bytes of its response.
    pub write_wait: Duration,
    /// Time until other requests release memory. Then the response is 503.
    pub memory_wait: Duration,
    /// Size of all request bodies that are being received or executed.
    pub request_bytes: usize,
    /// Size of all responses that clients have not read yet.
    pub response_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1_000,
            head_wait: Duration::from_secs(60),
            body_wait: Duration::from_secs(20),
            whole_body_wait: Duration::from_secs(300),
            write_wait: Duration::from_secs(30),
            memory_wait: Duration::from_secs(30),
            request_bytes: 64 * 1024 * 1024,
            response_bytes: 64 * 1024 * 1024,
        }
    }
}
