//! The page's end of the worker with the engine.

pub mod pulse;
