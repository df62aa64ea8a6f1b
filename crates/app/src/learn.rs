//! The player of a lesson: differences from the goals, the progress, and the lesson as text.

pub mod author;
pub mod differences;
pub mod goal_text;
pub mod markdown;
pub mod play;
pub mod saved_progress;
