//! A request and its response: the forms that write it, its summary, and the history of them.

pub mod advice_sentences;
pub mod answer;
pub mod attribute;
pub mod call_result;
pub mod diagnostics;
pub mod explanation;
pub mod form;
pub mod history;
pub mod item_columns;
pub mod json_text;
pub mod play_query;
pub mod price;
pub mod target;
pub mod template;
pub mod trace_text;
