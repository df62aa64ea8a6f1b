//! Files with items: detects the format, reads records with their diagnostics, checks them against a table, and writes files.

pub mod checks;
pub mod csv;
pub mod diagnostic;
pub mod key_candidates;
pub mod lenient;
pub mod lists;
pub mod parts;
pub mod plain;
pub mod records;
pub mod table_name;
pub mod values;
pub mod written;
