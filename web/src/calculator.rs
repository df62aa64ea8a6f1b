//! What pages of calculators share: their inputs, the link that has them, the controls, the drawn hours of a day and the charts.

pub mod amounts;
pub mod controls;
pub mod figure;
pub mod hours;
pub mod inputs;
pub mod link;
