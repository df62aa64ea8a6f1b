//! The components that pages consist of, one per file. Most are plain functions of the scene; see `scene`.

pub mod banners;
pub mod dialog;
pub mod icon;
pub mod live_region;
pub mod long_code;
pub mod long_work;
pub mod menu;
pub mod notices;
pub mod splitter;
pub mod storage_badge;
pub mod storage_settings;
pub mod tabs;
pub mod top_bar;

pub mod backup_dialog;
pub mod delete_dialog;
pub mod dialogs;
pub mod embed_bar;
pub mod files_dialog;
pub mod filter_fields;
pub mod name_dialog;
pub mod open_dialog;
pub mod opened_details;
pub mod page_icons;
pub mod panel;
pub mod part;
pub mod picture_panel;
pub mod sample_choice;

pub mod items_grid;
pub mod items_panel;
pub mod items_rows;
pub mod tables_list;

pub mod attribute_field;
pub mod attribute_rows;
pub mod keep_offline;
pub mod key_condition_fields;
pub mod keyboard_keys;
pub mod placeholder_rows;
pub mod request_empty;
pub mod request_forecast;
pub mod request_form_panel;
pub mod request_json;
pub mod request_panel;
pub mod request_questions;
pub mod row_window;

pub mod branch_menu;
pub mod clock;
pub mod history_list;
pub mod time_bar;

pub mod result_cheaper;
pub mod result_cost;
pub mod result_items;
pub mod result_panel;
pub mod result_summary;
pub mod result_trace;
pub mod scroll_frame;
pub mod service_error_card;

pub mod share_dialog;
pub mod waits;
pub mod when_in_view;
pub mod workspace_dialogs;
pub mod workspace_menu;
