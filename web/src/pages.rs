//! The pages, one for each route.

pub mod about;
pub mod arrival;
pub mod calculator;
pub mod capacity;
pub mod home;
pub mod not_found;
pub mod play;
pub mod scale;
