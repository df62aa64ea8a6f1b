//! How a part of the program is fetched, and why it is not there.

use std::future::Future;
use std::pin::Pin;

/// Fetches something, unless it is there. What is there is returned when the future is polled for the first time.
pub type Fetch<T> = fn() -> Pin<Box<dyn Future<Output = Result<T, PartError>>>>;

/// A part that did not arrive, or that belongs to another build. The browser's console says more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartError;
