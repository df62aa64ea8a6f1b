//! The app as a whole: its root component, the context of all views, its parts, its language and its keys.

pub mod app;
pub mod context;
pub mod first_paint;
pub mod frame_messages;
pub mod language;
pub mod messages;
pub mod palette_key;
pub mod part_fetch;
pub mod parts;
pub mod phone_scroll;
pub mod recent_work;
pub mod reduced;
pub mod renderings;
pub mod scene;
pub(crate) mod sentences;
pub mod session_record;
pub mod state;
pub mod style_sheets;
pub mod theme;
pub mod usable;
pub mod workbench_keys;
pub mod workbench_room;
