//! The type of the complete service, with all operations. `complete_service` implements the extension points of the engine for
//! it.

/// The complete simulation around the tables.
#[derive(Clone, Copy, Debug)]
pub struct Complete;

/// The context of an operation of the service.
pub type Context<'a> = crate::context::Context<'a, Complete>;
