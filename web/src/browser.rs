//! Small things that only a browser does: the clipboard, downloads, stored choices, times in its language.

pub mod clipboard;
pub mod download;
pub mod embedded;
pub mod fetch_text;
pub mod field_events;
pub mod figures;
pub mod idle;
pub mod stored_setting;
pub(crate) mod trusted;
