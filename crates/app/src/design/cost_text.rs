//! Formats the units and the price of a pattern, and their change.

use dynalab_messages::Messages;
pub use dynalab_messages::figures::{money, units};
use dynalab_modeling::report::PatternReport;

use crate::sentences::design as words;

/// Returns the cost of a pattern, such as "0.5 RCU · $19.71".
pub fn cost(messages: &Messages, found: &PatternReport) -> String {
    let mut parts = Vec::new();
    if found.read_units > 0.0 || found.write_units == 0.0 {
        parts.push(format!("{} RCU", units(found.read_units)));
    }
    if found.write_units > 0.0 {
        parts.push(format!("{} WCU", units(found.write_units)));
    }
    let amount = money(found.usd_per_month);
    parts.push(messages.text(words::DesignPerMonth { amount: amount.as_str().into() }));
    parts.join(" · ")
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
