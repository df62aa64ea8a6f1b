//! Shared parts of the calculator pages: inputs, links with inputs, controls, the hours of a day, and charts.

pub mod controls;
pub mod figure;
pub mod hours;
pub mod link;
