//! How long the server waits for a client, and how much memory all clients together can claim.

use std::time::Duration;

/// The service reads no longer body.
pub const LONGEST_BODY_BYTES: usize = 16 * 1024 * 1024;
/// The longest request line with all headers: more is 431.
pub const LONGEST_HEAD_BYTES: usize = 64 * 1024;
/// A signed query string has some 600 bytes. A longer address is 414.
pub const LONGEST_ADDRESS_BYTES: usize = 8 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time. Another one is answered with 503.
    pub connections: usize,
    /// From the end of one request to the last header of the next.
    pub head_wait: Duration,
    /// From one piece of a body to the next.
    pub body_wait: Duration,
    /// From the last header of a request to the end of its body.
    pub whole_body_wait: Duration,
    /// Until a client takes the next bytes of its response.
    pub write_wait: Duration,
    /// Until other requests have given back memory. Then the answer is 503.
    pub memory_wait: Duration,
    /// The bodies of all requests that are being received or executed.
    pub request_bytes: usize,
    /// The responses that clients have not taken yet.
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
