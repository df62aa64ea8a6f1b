//! Tests every decoder of external bytes with thousands of damaged inputs: texts, files, requests, stored chunks, messages. Each
//! input is decoded or rejected without a panic. A decoded value is the same after it is written again.
//!
//! `DYNALAB_CASES` multiplies the number of cases for a long run. `DYNALAB_SEED` changes the cases.

#![cfg(not(target_family = "wasm"))]
#![allow(clippy::unwrap_used, reason = "a test may end in a panic")]

mod checksum;
mod damage;

mod files;
mod links;
mod requests;
mod salvage;
mod stored;
mod texts;
