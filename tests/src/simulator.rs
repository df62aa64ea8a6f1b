//! A simulated environment: commands and faults from a seed, the engine, and a simple reference to compare it with.
//!
//! It reads no clock and uses no randomness except the seed, so a seed reproduces a failure.

pub mod property;
pub mod shrink;

pub mod any_text;
pub mod faults;
pub mod hosts;
pub mod oracle;
pub mod pages;
pub mod run;
pub mod serial_steps;
pub mod statements;
pub mod surroundings;
pub mod torn;
pub mod travel;
pub mod twins;

pub mod tally;

pub mod generation;
pub mod model;

pub mod command_target;
pub mod compare;

pub mod chance;
pub mod expression;
pub mod request;
pub mod shape;
pub mod statement_text;
pub mod transaction;
pub mod value;
