//! The module of the npm package: a door to `dynalab::Local` that only translates. The package gives it its shape.

#![forbid(unsafe_code)]

mod database;
mod door;

pub use database::{Database, KeptState};
