//! A table as a form: to be created, or as it is, to be changed.

pub mod changes;
pub mod draft;
mod form;
mod index_fields;
pub mod problems;
mod read;
pub mod steps;

pub use form::TableForm;
