//! A ticket: the id of a request that is executed step by step.

/// The id of a request in progress. Ids are unique in one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub(crate) u64);
