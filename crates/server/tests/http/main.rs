//! The HTTP protocol: bytes over a socket to a running server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bodies;
mod client;
#[path = "../../../playground/tests/decoders/damage.rs"]
mod damage;

mod callers;
mod connections;
mod controls;
mod cors;
mod damaged;
mod errors;
mod headers;
mod hostile;
mod hostile_exchanges;
mod jumps;
mod memory;
mod panics;
mod program;
mod table_sets;
mod waiting;
mod whole_database;
