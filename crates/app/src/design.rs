//! The editor of key designs: edits of a design, and what a check found as text.

pub mod additions;
pub mod completion;
pub mod cost_text;
pub mod edit;
pub mod edit_history;
pub mod editor;
pub mod field_text;
pub mod json_reading;
pub mod key_condition_text;
pub mod member_text;
pub mod migration_text;
pub mod names;
pub mod onward;
pub mod parameters;
pub mod pattern_draft;
pub mod rate_draft;
pub mod rename;
pub mod result_draft;
pub mod served_text;
pub mod table_edits;
pub mod templates;
pub mod values_draft;
pub mod verdict_text;
