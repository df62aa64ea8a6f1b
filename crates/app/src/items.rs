//! The items of a table: which rows are shown and marked, and one item in its form.

pub mod editor;
pub mod highlighted;
pub mod save;
pub mod tree;
pub mod window;
