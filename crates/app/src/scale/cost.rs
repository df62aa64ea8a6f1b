//! The bill of a simulated day, and of a month of such days: consumed units on demand, or provisioned units by the hour, without storage.
//! The load of a design has a bill of its own: that of all requests, with storage.

use dynalab_pricing::{Bill, Conventions, Month, PriceBook, TableClass, offered};
use dynalab_traffic::lab::{Billing, DayQuestion, DayReport};

use super::inputs::{Inputs, Side};

const DAY_HOURS: f64 = 24.0;

/// Costs in US dollars. None means that a price is unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub day_usd: f64,
    pub month_usd: f64,
}

pub fn day_cost(inputs: &Inputs, side: Side, report: &DayReport) -> Option<Cost> {
    let DayQuestion::Begin { designs, .. } = inputs.question() else { return None };
    let billing = designs.get(side as usize)?.billing;
    cost(&billing, report, &PriceBook::load(inputs.region()))
}

/// Returns the bill of the offered load in a month: the same as on the page of the design. Returns none without a design.
pub fn offered_bill(inputs: &Inputs, side: Side) -> Option<Bill> {
    let book = PriceBook::load(inputs.region());
    inputs.offered(side).map(|load| offered::bill(load, &book, &Conventions::default()))
}

fn cost(billing: &Billing, report: &DayReport, book: &PriceBook) -> Option<Cost> {
    let class = TableClass::Standard;
    let (reads, writes) = if billing.is_on_demand() {
        let usd = |writes, units: u64| Some(book.usd(class.on_demand(writes))? * units as f64 / 1_000_000.0);
        (usd(false, report.read_units)?, usd(true, report.write_units)?)
    } else {
        let usd =
            |writes, unit_minutes: u64| Some(book.usd(class.hour(writes))? * unit_minutes as f64 / 60.0);
        (usd(false, report.read_unit_minutes)?, usd(true, report.write_unit_minutes)?)
    };
    let day_usd = reads + writes;
    Some(Cost { day_usd, month_usd: day_usd * Month::Hours730.hours() / DAY_HOURS })
}

#[cfg(test)]
mod tests {
    use dynalab_pricing::{PriceName, Region};
    use dynalab_traffic::lab::Units;

    use super::*;

    #[test]
    fn on_demand_pays_units_and_provisioned_pays_hours() {
        let report = DayReport {
            read_units: 4_000_000,
            write_units: 2_000_000,
            read_unit_minutes: 60,
            write_unit_minutes: 600,
            ..DayReport::default()
        };
        for region in Region::ALL.iter().copied() {
            let mut book = PriceBook::load(region);
            let class = TableClass::Standard;
            let price = |name: PriceName| book.usd(name).unwrap_or_default();
            let units = Units { reads: 1, writes: 10 };
            for (billing, day) in [
                (
                    Billing::OnDemand { warm: units },
                    4.0 * price(class.on_demand(false)) + 2.0 * price(class.on_demand(true)),
                ),
                (Billing::Provisioned { units }, price(class.hour(false)) + 10.0 * price(class.hour(true))),
            ] {
                let found = cost(&billing, &report, &book);
                assert!(
                    found.is_some_and(|cost| (cost.day_usd - day).abs() < 1e-9
                        && (cost.month_usd - day * 730.0 / 24.0).abs() < 1e-9),
                    "{billing:?}: {found:?}, expected {day}"
                );
                assert!(day > 0.0);
            }
            book.edit(class.on_demand(true), None);
            assert_eq!(cost(&Billing::OnDemand { warm: units }, &report, &book), None);
        }
    }
}
