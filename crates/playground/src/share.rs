//! Shares a design with its data: as a file, or as a link that contains all of it.

pub mod document;
pub mod link;
pub mod tables_text;
