//! What a client needs of the program around it: HTTP, access keys, time and randomness.

use dynalab_types::Timestamp;

use crate::credentials::Credentials;

/// A response over HTTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    pub status: u16,
    pub body: String,
}

/// A request that got no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoResponse {
    /// What the program says about it.
    pub detail: String,
}

/// The program around a client: a process, a page or a test.
pub trait Edge {
    /// Sends one request. The connection is kept for the next one.
    fn send(&self, request: http::Request<String>) -> impl Future<Output = Result<HttpResponse, NoResponse>>;

    /// Returns the access key for the next request. Temporary ones are renewed. The error says why there is none.
    fn credentials(&self) -> impl Future<Output = Result<Credentials, String>>;

    fn now(&self) -> Timestamp;

    fn sleep(&self, milliseconds: u64) -> impl Future<Output = ()>;

    /// Sleeps for some microseconds, as exactly as the program can.
    fn sleep_us(&self, microseconds: u64) -> impl Future<Output = ()>;

    /// Returns microseconds of a clock that never goes back.
    fn monotonic_us(&self) -> u64;

    /// Returns 64 random bits.
    fn random(&self) -> u64;
}
