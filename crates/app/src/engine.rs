//! The page's end of the worker with the engine, and of the programs beside it.

pub mod answers;
pub mod asks;
pub mod event;
pub mod machine;
mod message_id;
pub mod pulse;
mod working;
