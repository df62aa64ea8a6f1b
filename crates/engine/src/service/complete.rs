//! The service with all its operations and controls. What it says to the engine is in `complete_service`.

/// Stands for everything that is around the tables.
#[derive(Clone, Copy, Debug)]
pub struct Complete;

/// What an operation of the service may use.
pub type Context<'a> = crate::context::Context<'a, Complete>;
