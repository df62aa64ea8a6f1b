//! Writes designs as links and files, with a part that is fetched at its first use. The program `files` reads them (`engine::reading`).

use dynalab_app::share::{self, Cover, WrittenDesign};
use dynalab_playground::share::link;

use crate::page::part_fetch::{Fetch, PartError};

pub use dynalab_programs::files::Problem;

/// The functions of the part, once it is loaded.
#[derive(Clone, Copy)]
pub struct Formats {
    write: fn(&str, &Cover) -> Result<WrittenDesign, Problem>,
    encode: fn(&str) -> String,
}

impl Formats {
    /// Returns the functions. Only the part itself calls this.
    pub fn here() -> Formats {
        Formats { write: share::write, encode: link::encode }
    }
}

impl From<PartError> for Problem {
    fn from(_: PartError) -> Problem {
        Problem { name: "not-fetched".to_owned(), detail: String::new() }
    }
}

/// Writes a design. `tables` is the worker's document of the tables.
///
/// # Errors
/// Returns a problem if the part cannot be fetched, or if the tables cannot be written.
pub async fn write(formats: Fetch<Formats>, tables: &str, cover: &Cover) -> Result<WrittenDesign, Problem> {
    (formats().await?.write)(tables, cover)
}

/// Encodes any text as the fragment of an address, without its `#`.
///
/// # Errors
/// Returns a problem if the part cannot be fetched.
pub async fn encode(formats: Fetch<Formats>, text: &str) -> Result<String, Problem> {
    Ok((formats().await?.encode)(text))
}
