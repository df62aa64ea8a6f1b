//! One request, written in five ways: JSON, a line for the AWS CLI, code for an SDK, PartiQL; the form stands beside them. Each is
//! written from the operation and its JSON, and read back into them, with every mistake at its place.

pub mod cli;
pub mod code;
pub mod json;
pub mod layout;
pub mod mistake;
pub mod node;
pub mod reading;
mod scalar;
pub mod shapes;
