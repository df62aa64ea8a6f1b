//! The form that creates or changes a table.

mod form;
mod index_fields;
pub mod steps;

pub use form::TableForm;
