//! The page without a browser: its sentences, drafts, forms and calculators. `web` draws them and asks the browser.

pub mod calculator;
pub mod capacity;
pub mod design;
pub mod embedding;
pub mod engine;
pub mod home;
pub mod items;
pub mod learn;
pub mod palette;
pub mod pictures;
pub mod plain_number;
pub mod reduce;
pub mod regions;
pub mod request;
pub mod samples;
pub mod scale;
pub mod sentences;
pub mod session;
pub mod share;
pub mod shared;
pub mod state;
pub mod table;
