//! Formats amounts as text: money, prices, units and shares.

use dynalab_messages::figures;

/// Formats an amount in US dollars: "$1,478.25". Amounts below a cent keep two significant digits.
pub fn money(usd: f64) -> String {
    let sign = if usd < -0.000_5 { "-" } else { "" };
    let size = usd.abs();
    if size > 0.0 && size < 0.01 {
        let digits = 10_f64.powf(1.0 - size.log10().floor());
        return format!("{sign}${}", price((size * digits).round() / digits));
    }
    let cents = (size * 100.0).round() as u64;
    format!("{sign}${}.{:02}", figures::grouped(cents / 100), cents % 100)
}

/// Formats a price as the price book has it, without digits that floating-point arithmetic adds.
pub fn price(usd: f64) -> String {
    let digits = format!("{usd:.8}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats units with one decimal, or without decimals from 1,000.
pub fn units(value: f64) -> String {
    let places = if value.abs() >= 1_000.0 { 1.0 } else { 10.0 };
    figures::grouped_decimal((value * places).round() / places)
}

/// Formats a share: 0.289 → "28.9 %", 0.000312 → "0.03 %".
pub fn percent(share: f64) -> String {
    let places = if share.abs() < 0.001 { 100.0 } else { 10.0 };
    format!("{} %", figures::grouped_decimal((share * 100.0 * places).round() / places))
}

#[cfg(test)]
mod tests {
    use super::{money, percent, price, units};

    #[test]
    fn money_has_cents_and_small_amounts_their_digits() {
        assert_eq!(
            [0.0, 1_478.25, 0.24, -3.5, 1_234_567.891].map(money),
            ["$0.00", "$1,478.25", "$0.24", "-$3.50", "$1,234,567.89"]
        );
        assert_eq!([0.000_5, 0.006_053_6].map(money), ["$0.0005", "$0.0061"]);
        assert_eq!([0.000_13, 0.25, 30.0].map(price), ["0.00013", "0.25", "30"]);
        assert_eq!([2_200.4, 0.5, 12.34].map(units), ["2,200", "0.5", "12.3"]);
        assert_eq!([0.288_9, 0.000_312_5, 0.0, 1.0].map(percent), ["28.9 %", "0.03 %", "0 %", "100 %"]);
    }
}
