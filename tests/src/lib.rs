//! Tests of the whole: the house rules in `tests/tidy`, the app from end to end in `tests/end_to_end`, and the engine
//! in a simulated world in [`simulator`].

pub mod simulator;
