//! The demonstration of the home page.

pub mod recorded_states;
