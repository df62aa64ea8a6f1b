//! Converts an unquoted word to the type that the request requires at that place.

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use super::json;
use super::node::{Node, NodeKind, Span};
use super::shapes::Shape;

pub fn read(shape: Shape, word: &str, span: Span) -> Result<Node, Diagnostic> {
    let expected = |expected| DiagnosticKind::ValueExpected { expected }.at(span);
    match shape {
        Shape::Text | Shape::Enumeration(_) | Shape::Bytes => Ok(Node::text(span, word)),
        Shape::Integer | Shape::Long | Shape::Double => {
            if json::is_json_number(word) {
                Ok(Node::new(span, NodeKind::Number(word.to_owned())))
            } else {
                Err(expected(Expected::Number))
            }
        }
        // The CLI reads the words in letters of any size.
        Shape::Boolean if word.eq_ignore_ascii_case("true") => Ok(Node::new(span, NodeKind::Bool(true))),
        Shape::Boolean if word.eq_ignore_ascii_case("false") => Ok(Node::new(span, NodeKind::Bool(false))),
        Shape::Boolean => Err(expected(Expected::Boolean)),
        Shape::Timestamp => {
            let seconds =
                if json::is_json_number(word) { Some(word.to_owned()) } else { epoch_seconds(word) };
            let number = seconds.ok_or_else(|| expected(Expected::Number))?;
            Ok(Node::new(span, NodeKind::Number(number)))
        }
        Shape::List(_) => Ok(Node::new(span, NodeKind::List(vec![read(shape.inner(), word, span)?]))),
        Shape::Map(_) | Shape::Structure(_) => Err(expected(Expected::Map)),
        Shape::AttributeValue => Err(expected(Expected::AttributeValue)),
    }
}

/// Returns the seconds since 1970 of a time such as `2026-01-31T12:00:00.5Z` or `2026-01-31 12:00:00+09:00`. The default zone is
/// UTC.
pub fn epoch_seconds(text: &str) -> Option<String> {
    let (date, rest) = text.split_at_checked(10)?;
    let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || year < 1970 || !(1..=days_in_month(year, month)).contains(&day) {
        return None;
    }
    // The days since 1970, in a calendar whose year begins in March.
    let shifted_year = if month > 2 { year } else { year - 1 };
    let shifted_month = (month + 9) % 12;
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let days = 365 * shifted_year + shifted_year / 4 - shifted_year / 100 + shifted_year / 400 + day_of_year
        - 719_468;
    let (clock, zone_seconds) = zone(rest)?;
    let (seconds_of_day, fraction) = seconds_of_day(clock)?;
    let seconds = days * 86_400 + seconds_of_day - zone_seconds;
    Some(if fraction.is_empty() { seconds.to_string() } else { format!("{seconds}.{fraction}") })
}

/// Returns the days of a month, and 0 for a month that does not exist.
fn days_in_month(year: i64, month: i64) -> i64 {
    let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

fn zone(rest: &str) -> Option<(&str, i64)> {
    let Some(clock) = rest.strip_prefix(['T', ' ']) else {
        return rest.is_empty().then_some(("00:00", 0));
    };
    if let Some(clock) = clock.strip_suffix('Z') {
        return Some((clock, 0));
    }
    let Some(sign) = clock.rfind(['+', '-']) else { return Some((clock, 0)) };
    let (clock, zone) = clock.split_at(sign);
    let (hours, minutes) = zone.get(1..)?.split_once(':').or(zone.get(1..3).zip(zone.get(3..)))?;
    let seconds = hours.parse::<i64>().ok()? * 3_600 + minutes.parse::<i64>().ok()? * 60;
    Some((clock, if zone.starts_with('-') { -seconds } else { seconds }))
}

fn seconds_of_day(clock: &str) -> Option<(i64, &str)> {
    let mut parts = clock.split(':');
    let hours = parts.next()?.parse::<i64>().ok().filter(|hours| (0..24).contains(hours))?;
    let minutes = parts.next()?.parse::<i64>().ok().filter(|minutes| (0..60).contains(minutes))?;
    let (seconds, fraction) = match parts.next() {
        None => ("0", ""),
        Some(seconds) => seconds.split_once('.').unwrap_or((seconds, "")),
    };
    let seconds = seconds.parse::<i64>().ok().filter(|seconds| (0..=60).contains(seconds))?;
    let is_fraction = fraction.bytes().all(|byte| byte.is_ascii_digit());
    (is_fraction && parts.next().is_none()).then_some((hours * 3_600 + minutes * 60 + seconds, fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_seconds_since_1970() {
        for (text, seconds) in [
            ("1970-01-01", "0"),
            ("2000-03-01T00:00:00Z", "951868800"),
            ("2024-02-29T12:30:15.250Z", "1709209815.250"),
            ("2026-01-01 09:00:00+09:00", "1767225600"),
            ("2026-01-01T00:00:00-0130", "1767231000"),
        ] {
            assert_eq!(epoch_seconds(text).as_deref(), Some(seconds), "{text}");
        }
        for text in ["", "yesterday", "2026-13-01", "2026-01-01T25:00", "2026-01-01T00:00:0x", "ééééé-01"]
        {
            assert_eq!(epoch_seconds(text), None, "{text}");
        }
    }
}
