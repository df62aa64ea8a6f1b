//! Hostile inputs, as small generators: for each reader, one for each dimension that a person controls.
//!
//! `tests/bounds.rs` runs them twice: at three sizes, where the work may only grow with the size, and at a hostile size, where the
//! reader must refuse or stay small. The tables are data, so that other programs can run them too.

pub mod bulk_files;
pub mod designs;
pub mod handlers;
pub mod infrastructure;
mod item_files;
pub mod loads;
pub mod models;
pub mod names;
mod opened_workspace;
pub mod packed;
pub mod reader;
pub mod scripts;
pub mod sheets;
pub mod simulation;
pub mod sql;
pub mod stores;
pub mod texts;
pub mod traffic;

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
        bulk_files::DIMENSIONS,
        designs::DIMENSIONS,
        infrastructure::DIMENSIONS,
        loads::DIMENSIONS,
        models::DIMENSIONS,
        packed::DIMENSIONS,
        scripts::DIMENSIONS,
        sheets::DIMENSIONS,
        simulation::DIMENSIONS,
        sql::DIMENSIONS,
        texts::DIMENSIONS,
        traffic::DIMENSIONS,
    ]
    .concat()
}

/// An input that is kept as it is, because nothing grows in it.
#[derive(Clone, Debug)]
pub struct Input {
    pub reader: Reader,
    pub name: String,
    pub text: String,
}

/// Returns the inputs that are kept as they are: damaged stores, and designs whose names mean something elsewhere.
pub fn inputs() -> Vec<Input> {
    let stores = stores::DAMAGES.iter().map(|damage| Input {
        reader: Reader::Store,
        name: (*damage).to_owned(),
        text: (*damage).to_owned(),
    });
    let names = names::NAMES.iter().map(|name| Input {
        reader: Reader::Exports,
        name: format!("{name:?}"),
        text: names::design(name),
    });
    stores.chain(names).collect()
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
