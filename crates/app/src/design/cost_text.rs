//! Formats the units and the price of a pattern, and their change.

use dynalab_messages::Messages;
pub use dynalab_messages::figures::{money, units};
use dynalab_modeling::report::PatternReport;
use dynalab_modeling::sentences;

use crate::sentences::design as words;

/// Returns the lines of a pattern's cost, such as "0.5 RCU in the sample", "23.5 RCU in production" and "$154.40 a month".
pub fn cost_lines(messages: &Messages, found: &PatternReport) -> Vec<String> {
    let sample = sentences::units(found.read_units, found.write_units);
    let production = sentences::units(found.read_units_at_full_size, found.write_units);
    let amount = money(found.usd_per_month);
    let mut lines = match sample == production {
        true => vec![messages.text(words::DesignUnitsBoth { units: sample.as_str().into() })],
        false => vec![
            messages.text(words::DesignUnitsSample { units: sample.as_str().into() }),
            messages.text(words::DesignUnitsProduction { units: production.as_str().into() }),
        ],
    };
    lines.push(messages.text(words::DesignPerMonth { amount: amount.as_str().into() }));
    lines
}

/// Returns a change of price, such as "+$3.20", or none for less than a cent.
pub fn money_change(before: f64, after: f64) -> Option<String> {
    let change = after - before;
    (change.abs() >= 0.005).then(|| format!("{}{}", if change > 0.0 { "+" } else { "-" }, money(change)))
}

#[cfg(test)]
mod tests {
    use super::money_change;

    #[test]
    fn only_a_change_of_a_cent_is_shown() {
        assert_eq!(money_change(1.0, 1.001), None);
        assert_eq!(money_change(1.0, 4.2).as_deref(), Some("+$3.20"));
        assert_eq!(money_change(4.2, 1.0).as_deref(), Some("-$3.20"));
    }
}
