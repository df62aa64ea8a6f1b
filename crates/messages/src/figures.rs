//! Formats numbers for people: grouped thousands, sizes, units and prices.

/// Formats a number with grouped thousands and at most three decimals: 2318 → "2,318", 3.5 → "3.5". Uses integers, because
/// formatting a float adds ten kilobytes of code.
pub fn grouped_decimal(value: f64) -> String {
    let thousandths = (value.abs() * 1000.0).round() as u64;
    let sign = if value < 0.0 && thousandths > 0 { "-" } else { "" };
    let whole = grouped(thousandths / 1000);
    match thousandths % 1000 {
        0 => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{}", format!("{fraction:03}").trim_end_matches('0')),
    }
}

/// Formats a number with commas between thousands.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats bytes in decimal steps with three figures: 128 → "128 B", 27392 → "27.4 KB".
pub fn size(bytes: u64) -> String {
    steps(bytes, 1000.0)
}

fn steps(bytes: u64, step: f64) -> String {
    const NAMES: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if (bytes as f64) < step {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / step;
    let mut place = 0;
    while value >= step - 0.5 && place + 1 < NAMES.len() {
        value /= step;
        place += 1;
    }
    let shown = if value < 100.0 { (value * 10.0).round() / 10.0 } else { value.round() };
    format!("{} {}", grouped_decimal(shown), NAMES[place])
}

/// Formats bytes in steps of 1,024, as DynamoDB's limits count them: 10,737,418,240 → "10 GB".
pub fn binary_size(bytes: u64) -> String {
    steps(bytes, 1024.0)
}

/// Formats milliseconds: "0.4", "3", "1,204".
pub fn milliseconds(value: f64) -> String {
    if value < 10.0 { grouped_decimal((value * 10.0).round() / 10.0) } else { grouped_decimal(value.round()) }
}

/// Formats units with one decimal, or without decimals from 1,000.
pub fn units(value: f64) -> String {
    let places = if value.abs() >= 1_000.0 { 1.0 } else { 10.0 };
    grouped_decimal((value * places).round() / places)
}

/// Formats dollars with cents, such as "$1,234.50".
pub fn money(usd: f64) -> String {
    let cents = (usd.abs() * 100.0).round() as u64;
    format!("${}.{:02}", grouped(cents / 100), cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2318), "2,318");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped_decimal(3.5), "3.5");
        assert_eq!(grouped_decimal(-1200.25), "-1,200.25");
    }

    #[test]
    fn sizes_have_three_figures() {
        assert_eq!(size(128), "128 B");
        assert_eq!(size(27_392), "27.4 KB");
        assert_eq!(size(340_000), "340 KB");
        assert_eq!(size(999_900), "1 MB");
        assert_eq!(size(5_200_000_000), "5.2 GB");
    }

    #[test]
    fn limits_are_whole_in_binary_steps() {
        assert_eq!(
            [10 << 30, 1 << 20, 100 << 10, 999, 1_500].map(binary_size),
            ["10 GB", "1 MB", "100 KB", "999 B", "1.5 KB"]
        );
    }

    #[test]
    fn short_times_keep_a_decimal() {
        assert_eq!(milliseconds(0.43), "0.4");
        assert_eq!(milliseconds(1204.4), "1,204");
    }

    #[test]
    fn money_has_cents_and_units_a_decimal() {
        assert_eq!(
            [0.0, 19.707, 956.27, 1_234_567.0].map(money),
            ["$0.00", "$19.71", "$956.27", "$1,234,567.00"]
        );
        assert_eq!([0.5, 38.5, 38_700.4].map(units), ["0.5", "38.5", "38,700"]);
    }
}
