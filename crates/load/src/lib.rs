//! The load of a table: how often each access pattern runs, over which day, and what one execution consumes in production. The bill,
//! the calculators, the partition lab and the reports of a design read this one model.
//!
//! Arithmetic is in `f64` and always in the order of the lists, so the same load gives the same figures on every platform.

#![deny(missing_docs)]

pub mod day;
pub mod model;
mod text;
mod units;

pub use day::{DAY_MINUTES, Day, Flow, HOURS, Hours, share_between_hours};
pub use model::{
    Consistency, IndexLoad, Keys, Load, PatternLoad, RequestLoad, ScalingLoad, TableLoad, figure,
};
pub use text::LoadError;
pub use units::DayUnits;

/// The sources of the types in a [`Load`]. An encoding by the order of fields has them in its version.
pub const SOURCES: [&[u8]; 2] = [include_bytes!("day.rs"), include_bytes!("model.rs")];
