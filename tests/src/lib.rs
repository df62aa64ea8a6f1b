//! Tests of the whole repository. `tests/tidy` has the house rules, `tests/end_to_end` tests the app, and [`simulator`] tests
//! the engine with simulated faults. [`attack`] has hostile inputs for all readers.

pub mod attack;
pub mod simulator;
