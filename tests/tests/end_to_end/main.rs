//! End-to-end tests of the app: real Chromium, WebKit or Firefox, a real server, and processes that are killed while they write.
//!
//! `cargo xtask test` builds the release site, finds the browser and runs these tests. To run them directly, set DYNALAB_DIST
//! to a built site. If the programs are not on the PATH, set CHROME and CHROMEDRIVER, WEBKIT and WEBKITDRIVER, or
//! FIREFOX and GECKODRIVER. A failing
//! test writes a screenshot to `target/tmp/end_to_end/`.

mod browser;
mod driver;
mod driver_on_port;
mod firefox_driver;
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
mod design_files;
mod design_relations;
mod design_sharing;
mod ended;
mod every_route;
mod fields;
mod files;
mod firefox;
mod first_paint;
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
mod lesson_times;
mod licenses;
mod links;
mod load_test;
mod long_work;
mod newcomers;
mod numbered_writes;
mod offline;
mod operations;
mod page_cache;
mod parts;
mod phone;
mod phone_brief;
mod picture_files;
mod pictures;
mod policy;
mod recent_work;
mod request_card;
mod request_text;
mod restarted_worker;
mod salvage;
mod service_pictures;
mod shop;
mod site_data_blocked;
mod smoke;
mod steady_memory;
mod storage_full;
mod sub_path;
mod transfer;
mod two_moments;
mod two_tabs;
mod vectors;
mod waits;
mod webkit;
mod workbench;
mod workspaces;
