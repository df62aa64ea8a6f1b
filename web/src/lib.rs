//! The Yew app: everything that a person sees. The engine is in the worker; `engine_handle` is the page's end of it.

pub mod address;
pub mod app;
pub mod arrival;
pub mod console_handle;
pub mod engine_handle;
pub mod engine_start;
pub mod idle;
pub mod latest_only_queue;
pub mod page_context;
pub mod palette_key;
pub mod parts;
pub mod phone_scroll;
pub mod program_handle;
pub mod reading;
pub mod recent_work;
pub mod reduced;
pub mod refresh;
pub mod request_templates;
pub mod route;
pub mod scene;
pub mod site;
pub mod state;
pub mod style_sheets;
pub mod submit;
pub mod time_travel;
pub mod virtual_clock;
pub mod workbench_keys;
pub mod workbench_room;

pub mod language;
pub mod lesson_design;
pub mod messages;
pub(crate) mod sentences;
pub mod stored_setting;
pub mod theme;
pub mod workspaces;

pub mod aws_sdk;
pub mod backups;
pub mod calculator;
pub mod clipboard;
pub mod download;
pub mod fetch_text;
pub mod field_events;
pub mod figures;
pub mod files;
pub mod first_paint;
pub mod formats;
pub mod handed_text;
pub mod limits;
pub mod samples;
pub mod sandbox;
pub mod session_record;
pub mod share_form;
mod trusted;

pub mod components;
pub mod pages;

// Parts that are fetched when they are first shown.
pub mod design;
pub mod design_formats;
pub mod dialogs;
pub mod editor;
pub mod learn;
pub mod pictures;
