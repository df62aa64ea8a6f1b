//! A design with its data that can be handed on: as a file, and as a link that holds all of it.

pub mod document;
pub mod generator;
pub mod link;
pub mod tables_text;
