//! The Yew app: everything that a person sees. The engine is in the worker; `engine::handle` is the page's end of it.

pub mod address;
pub mod browser;
pub mod components;
pub mod engine;
pub mod page;
pub mod pages;

// Parts that are fetched when they are first shown.
pub mod design;
pub mod dialogs;
pub mod editor;
pub mod learn;
pub mod pictures;
