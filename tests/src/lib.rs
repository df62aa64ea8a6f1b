//! Tests of the whole repository. `tests/tidy` has the house rules, `tests/end_to_end` tests the app, and [`simulator`] tests
//! the engine with simulated faults.

pub mod simulator;
