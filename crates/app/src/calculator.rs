//! Shared parts of the calculator pages: inputs, links with inputs, and amounts as text.

pub mod amounts;
pub mod hours_text;
pub mod inputs;
pub mod link_text;
pub mod linked_inputs;
