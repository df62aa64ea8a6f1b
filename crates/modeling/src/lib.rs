//! Key designs as tests: a document of entities, keys and access patterns, and its check on a scratch engine.
//!
//! It has no I/O and no clock. The design's seed is the only source of randomness. README.md describes the format.

pub mod bounds;
pub mod check;
pub mod compare;
pub mod cures;
pub mod design;
pub mod differences;
pub mod document;
pub mod elsewhere;
pub mod error;
pub mod findings;
pub mod formats;
pub mod literal;
pub mod migrate;
pub mod put_pieces;
pub mod report;
pub mod sample;
pub mod sentences;
pub mod shape;
pub mod sketch;
pub mod slots;
pub mod table_request;
pub mod template;
pub mod templates;

pub use check::test_bench::TestBench;
pub use check::{Checker, check};
pub use compare::{Comparison, compare};
pub use design::Design;
pub use document::{parse, write};
pub use dynalab_messages::{Language, Message};
pub use error::{DocumentError, TemplateError};
pub use migrate::{Migration, migrate};
pub use report::Report;
pub use template::Template;
