//! How a text is written in a file of another language: literals, comments and names, one file per language.
#![doc = include_str!("../README.md")]

pub mod csv;
pub mod escapes;
pub mod go;
pub mod hcl;
pub mod html;
pub mod java;
pub mod javascript;
pub mod markdown;
pub mod python;
pub mod rust;
pub mod shell;
pub mod visible;
pub mod yaml;

pub use visible::Replacements;

/// A part of a text that code puts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    Text(&'a str),
    /// An expression of the language.
    Value(&'a str),
}
