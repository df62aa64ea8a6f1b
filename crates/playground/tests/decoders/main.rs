//! Everything that reads bytes from outside: texts of people, files, requests, stored chunks, messages. Thousands of damaged ones are
//! read as something else or refused. None ends in a panic, and what is read means the same when it is written again.
//!
//! `DYNALAB_CASES` multiplies the number of cases, for a long run. `DYNALAB_SEED` draws others.

#![cfg(not(target_family = "wasm"))]
#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod damage;

mod files;
mod requests;
mod stored;
mod texts;
