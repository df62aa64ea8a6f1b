//! Formats numbers for people: grouped thousands, sizes, times.

use js_sys::Date;
use wasm_bindgen::JsValue;

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
    const STEPS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1000.0;
    let mut step = 0;
    while value >= 999.5 && step + 1 < STEPS.len() {
        value /= 1000.0;
        step += 1;
    }
    let shown = if value < 100.0 { (value * 10.0).round() / 10.0 } else { value.round() };
    format!("{} {}", grouped_decimal(shown), STEPS[step])
}

/// Formats milliseconds: "0.4", "3", "1,204".
pub fn milliseconds(value: f64) -> String {
    if value < 10.0 { grouped_decimal((value * 10.0).round() / 10.0) } else { grouped_decimal(value.round()) }
}

/// Returns the date and time in the device's time zone: "2026-11-21" and "20:40:00". Only for what a person did, such as opening a
/// table. Times of the simulation are UTC (`dynalab_playground::utc`).
pub fn local_day_and_time(at_ms: u64) -> (String, String) {
    let at = Date::new(&JsValue::from_f64(at_ms as f64));
    let day = format!("{}-{:02}-{:02}", at.get_full_year(), at.get_month() + 1, at.get_date());
    let time = format!("{:02}:{:02}:{:02}", at.get_hours(), at.get_minutes(), at.get_seconds());
    (day, time)
}

/// Returns a number that a person wrote as programs read it: with a decimal point, without commas between thousands, and in
/// ordinary digits. Returns any other text unchanged.
pub fn plain_number(answer: &str) -> String {
    let folded = answer.chars().map(|letter| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '、' | '،' => ',',
        '。' => '.',
        _ => letter,
    });
    let answer: String = folded.collect();
    let is_number = answer.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ',' | '.' | '-'));
    let parts: Vec<&str> = answer.split(',').collect();
    let is_group = |part: &&str| part.split('.').next().is_some_and(|digits| digits.len() == 3);
    match parts.as_slice() {
        _ if !is_number => answer,
        // A comma before three digits is between thousands, unless it stands behind a zero.
        [whole, groups @ ..]
            if !groups.is_empty() && !matches!(*whole, "0" | "-0") && groups.iter().all(is_group) =>
        {
            answer.replace(',', "")
        }
        [whole, rest] if !rest.contains('.') => format!("{whole}.{rest}"),
        _ => answer,
    }
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
    fn short_times_keep_a_decimal() {
        assert_eq!(milliseconds(0.43), "0.4");
        assert_eq!(milliseconds(1204.4), "1,204");
    }

    #[test]
    fn a_decimal_comma_is_a_decimal_point() {
        for (written, number) in [
            ("0,5", "0.5"),
            ("12,25", "12.25"),
            ("0,125", "0.125"),
            ("１２．５", "12.5"),
            ("1,000", "1000"),
            ("12,345,678", "12345678"),
            ("1,234.5", "1234.5"),
            ("-0,5", "-0.5"),
            ("0.5", "0.5"),
            ("a,b", "a,b"),
            ("1,5.2", "1,5.2"),
        ] {
            assert_eq!(plain_number(written), number, "{written}");
        }
    }
}
