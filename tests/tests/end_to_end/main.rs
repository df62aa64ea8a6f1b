//! The app from end to end: a real Chromium or WebKit, a real server, real processes killed at bad moments.
//!
//! `cargo xtask test` builds the release site, finds the browser and runs these. By hand: name a built site in DYNALAB_DIST
//! (and, if they are not on the path, the programs in CHROME and CHROMEDRIVER, in WEBKIT and WEBKITDRIVER). A failing
//! test leaves a screenshot in `target/tmp/end_to_end/`.

mod browser;
mod driver;
mod generate;
mod page;
mod palette;
mod process;
mod random;
mod relay;
mod scale;
mod table;
mod table_form;
mod visit;
mod webkit_driver;

mod appearance;
mod aws_sdk;
mod backup;
mod bad_input;
mod capacity;
mod clients_by_hand;
mod complete_engine;
mod design;
mod design_relations;
mod design_sharing;
mod every_route;
mod files;
mod handlers;
mod history;
mod home;
mod items;
mod killed_browser;
mod learn;
mod learn_course;
mod learn_sdk_test;
mod learn_triggers;
mod lesson_builder;
mod lesson_chapters;
mod lesson_design;
mod licenses;
mod links;
mod newcomers;
mod numbered_writes;
mod offline;
mod operations;
mod page_cache;
mod parts;
mod phone;
mod picture_files;
mod pictures;
mod policy;
mod request_card;
mod request_text;
mod restarted_worker;
mod salvage;
mod service_pictures;
mod shop;
mod site_data_blocked;
mod storage_full;
mod sub_path;
mod transfer;
mod two_moments;
mod two_tabs;
mod vectors;
mod webkit;
mod workbench;
mod workspaces;
