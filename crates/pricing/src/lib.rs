//! Prices: a dated price book and pure calculators on it. The calculators never guess a missing price. A total excludes it and names
//! it.

pub mod bill;
pub mod book;
pub mod break_even;
pub mod conventions;
pub mod extras;
pub mod modes;
pub mod offered;
pub mod reserved;
mod scaled;
pub mod served;
pub mod traffic;
mod units;

pub use bill::{Bill, Line, LineItem};
pub use book::{Confidence, Price, PriceBook, PriceName, Region};
pub use conventions::{Conventions, Gigabyte, Month, Preset};
pub use extras::{DaxNode, Extras};
pub use modes::{
    Mode, Provisioning, Replication, TableClass, Workload, compare_modes, joined_bill, whole_units,
};
pub use reserved::Term;
pub use served::{ComparedMode, Served, cheapest};
pub use traffic::Shape;
pub use units::units_usd;
