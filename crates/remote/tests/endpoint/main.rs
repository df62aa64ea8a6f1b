//! Push, pull and compare against the engine behind the real protocol: signed requests over an edge of the test, which can lose answers,
//! refuse, throttle, and stop.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod client;
mod compare;
mod edge;
mod load;
mod mask;
mod pull;
mod push;
