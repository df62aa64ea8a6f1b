//! A table: its keys, and the form that creates or changes it.

pub mod arn;
pub mod changes;
pub mod draft;
pub mod facts;
pub mod keys;
pub mod problems;
pub mod read;
