//! Hostile inputs, as small generators: for each reader, one for each dimension that a person controls.
//!
//! `tests/bounds.rs` runs them twice: at three sizes, where the work may only grow with the size, and at a hostile size, where the
//! reader must refuse or stay small. The tables are data, so that other programs can run them too.

pub mod designs;
pub mod infrastructure;
pub mod models;
pub mod reader;
pub mod sheets;
pub mod sql;
pub mod texts;

pub use reader::{Reader, Run};

/// A dimension of the inputs of a reader.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    pub reader: Reader,
    /// What grows: length, width, nesting, names, references.
    pub name: &'static str,
    pub make: fn(usize) -> String,
    /// The smallest of the three sizes at which the growth is measured.
    pub size: usize,
    /// The size of an attack.
    pub hostile: usize,
}

/// Returns the dimensions of all readers.
pub fn dimensions() -> Vec<Dimension> {
    [
        designs::DIMENSIONS,
        infrastructure::DIMENSIONS,
        models::DIMENSIONS,
        sheets::DIMENSIONS,
        sql::DIMENSIONS,
        texts::DIMENSIONS,
    ]
    .concat()
}

/// Writes one dimension: reader, name, generator, size for growth, size of an attack.
const fn dimension(
    reader: Reader,
    name: &'static str,
    make: fn(usize) -> String,
    size: usize,
    hostile: usize,
) -> Dimension {
    Dimension { reader, name, make, size, hostile }
}

/// Joins the texts of the numbers below `count`.
fn each(count: usize, between: &str, make: impl Fn(usize) -> String) -> String {
    (0..count).map(make).collect::<Vec<_>>().join(between)
}
