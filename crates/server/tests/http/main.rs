//! The wire as it is: bytes over a socket to a running server.

mod client;

mod connections;
mod cors;
mod errors;
mod headers;
mod panics;
mod program;
