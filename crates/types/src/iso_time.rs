//! Conversion between ISO 8601 times in UTC and epoch seconds.

const DAY_S: i64 = 86_400;

/// Returns the days from 1 January 1970 to a date of the Gregorian calendar.
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    // Count years from March, so that a leap day is the last day of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Parses `2026-01-31` or `2026-01-31T09:00:00` into epoch seconds. Seconds, a fraction and `Z` are optional. Returns
/// None for any other text.
pub fn parse(text: &str) -> Option<i64> {
    let (date, clock) = match text.split_once('T') {
        Some((date, clock)) => (date, Some(clock.strip_suffix('Z').unwrap_or(clock))),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = digits(parts.next()?, 2).filter(|month| (1..=12).contains(month))?;
    let day = digits(parts.next()?, 2).filter(|day| (1..=31).contains(day))?;
    let days = days_of(year, month, day);
    if parts.next().is_some() || date_of(days) != (year, month, day) {
        return None;
    }
    let mut seconds = days * DAY_S;
    if let Some(clock) = clock {
        let (clock, fraction) =
            clock.split_once('.').map_or((clock, "0"), |(clock, fraction)| (clock, fraction));
        if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut parts = clock.split(':');
        let hour = digits(parts.next()?, 2).filter(|hour| *hour < 24)?;
        let minute = digits(parts.next()?, 2).filter(|minute| *minute < 60)?;
        let second = match parts.next() {
            Some(second) => digits(second, 2).filter(|second| *second < 60)?,
            None => 0,
        };
        if parts.next().is_some() {
            return None;
        }
        seconds += hour * 3_600 + minute * 60 + second;
    }
    Some(seconds)
}

/// Formats epoch seconds as `2026-01-31T09:00:00Z`.
pub fn print(seconds: i64) -> String {
    let (year, month, day) = date_of(seconds.div_euclid(DAY_S));
    let rest = seconds.rem_euclid(DAY_S);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn digits(text: &str, width: usize) -> Option<i64> {
    let is_number = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_printed() {
        for (text, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:30:45Z", 951_827_445),
            ("2026-01-01T00:00:00Z", 1_767_225_600),
            ("1969-12-31T23:59:59Z", -1),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ] {
            assert_eq!((parse(text), print(seconds)), (Some(seconds), text.to_owned()));
        }
        assert_eq!(parse("2026-01-01"), Some(1_767_225_600));
        assert_eq!(parse("2026-01-01T00:00:01.250Z"), Some(1_767_225_601));
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-30",
            "2026-1-1",
            "2026-01-01T24:00:00Z",
            "x-01-01",
            "2026-01-01T",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
