//! Tests of the whole repository: the house rules in `tests/tidy`, the app in `tests/end_to_end`, and the engine with simulated
//! faults in [`simulator`].

pub mod simulator;
