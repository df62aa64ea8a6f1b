//! The form that creates or changes a table.

pub mod changes;
pub mod draft;
mod form;
mod index_fields;
pub mod problems;
mod read;
pub mod steps;

pub use form::TableForm;
