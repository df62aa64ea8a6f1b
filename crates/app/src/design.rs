//! The editor of key designs: edits of a design, and what a check found as text.

pub mod cost_text;
pub mod edit_history;
pub mod migration_text;
pub mod onward;
pub mod parameters;
pub mod pattern_draft;
pub mod rate_draft;
pub mod rename;
pub mod served_text;
pub mod table_edits;
pub mod templates;
pub mod verdict_text;
