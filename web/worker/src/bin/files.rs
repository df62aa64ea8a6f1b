//! The program that reads links and files of other people.
//!
//! Each of the split functions, and what only it reaches, is a part of the program that is fetched when the function is first called.
//! Built without `split`, they are plain functions of one program.

use dynalab_programs::files::{DesignOpener, Part, SchemaReaders, SqlReaders, TemplateReaders};
#[cfg(feature = "split")]
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What is here already cannot fail to arrive.
#[cfg(not(feature = "split"))]
type SplitLoaderError = std::convert::Infallible;

/// A split function is async, whatever it was written as.
#[cfg(feature = "split")]
macro_rules! fetch {
    ($part:ident) => {
        $part().await
    };
}
#[cfg(not(feature = "split"))]
macro_rules! fetch {
    ($part:ident) => {
        $part()
    };
}

fn main() {
    dynalab_worker::reader::start(|part, parts| {
        Box::pin(async move {
            match part {
                Part::Designs => parts.designs = fetch!(designs).ok(),
                Part::Sql => parts.readers.sql = fetch!(sql).ok(),
                Part::Templates => parts.readers.templates = fetch!(templates).ok(),
                Part::Schemas => parts.readers.schemas = fetch!(schemas).ok(),
            }
            parts.has(part)
        })
    });
}

#[cfg_attr(feature = "split", wasm_split(designs, fallible))]
fn designs() -> Result<DesignOpener, SplitLoaderError> {
    Ok(DesignOpener::linked())
}

#[cfg_attr(feature = "split", wasm_split(sql, fallible))]
fn sql() -> Result<SqlReaders, SplitLoaderError> {
    Ok(SqlReaders::linked())
}

#[cfg_attr(feature = "split", wasm_split(templates, fallible))]
fn templates() -> Result<TemplateReaders, SplitLoaderError> {
    Ok(TemplateReaders::linked())
}

#[cfg_attr(feature = "split", wasm_split(schemas, fallible))]
fn schemas() -> Result<SchemaReaders, SplitLoaderError> {
    Ok(SchemaReaders::linked())
}
