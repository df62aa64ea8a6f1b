//! Files with items: told apart, read record by record with the mistakes where they are, checked against a table, written.

pub mod checks;
pub mod csv;
pub mod key_candidates;
pub mod mistake;
pub mod plain;
pub mod records;
pub mod table_name;
pub mod values;
pub mod written;
