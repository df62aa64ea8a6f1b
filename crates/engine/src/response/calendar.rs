//! Dates and times in UTC: the ISO 8601 format, and the format of Java's `Date`.

use dynalab_types::Timestamp;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Returns the year, month and day in the proleptic Gregorian calendar. Months and days start at 1.
fn date_of(at: Timestamp) -> (u64, u64, u64) {
    let days = at.epoch_ms / DAY_MS;
    // Counts years from March, in periods of 400 years. The leap day is then the last day of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// Formats a time as "2026-11-21T16:20:00.123".
pub fn millisecond_text(at: Timestamp) -> String {
    let ((year, month, day), ms) = (date_of(at), at.epoch_ms % DAY_MS);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}", ms % 1_000)
}

/// Formats a time as "2026-11-21T16:20:00Z".
pub(crate) fn second_text(at: Timestamp) -> String {
    let mut text = millisecond_text(at);
    text.truncate(text.len() - 4);
    text.push('Z');
    text
}

/// Formats a time as "Sat Nov 21 16:20:00 UTC 2026".
pub(crate) fn java_text(at: Timestamp) -> String {
    // January 1, 1970 was a Thursday.
    const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let weekday = WEEKDAYS[(at.epoch_ms / DAY_MS % 7) as usize];
    let (year, month, day) = date_of(at);
    let time = second_text(at);
    let time = &time[time.len() - "16:20:00Z".len()..time.len() - 1];
    format!("{weekday} {} {day:02} {time} UTC {year}", MONTHS[month as usize - 1])
}

/// Formats a time as "Saturday, November 21, 2026 at 4:20:00 PM UTC".
pub(crate) fn weekday_text(at: Timestamp) -> String {
    const WEEKDAYS: [&str; 7] =
        ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let weekday = WEEKDAYS[(at.epoch_ms / DAY_MS % 7) as usize];
    let ((year, month, day), ms) = (date_of(at), at.epoch_ms % DAY_MS);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    let (half, hour) = (if hour < 12 { "AM" } else { "PM" }, (hour + 11) % 12 + 1);
    let month = MONTHS[month as usize - 1];
    format!("{weekday}, {month} {day}, {year} at {hour}:{minute:02}:{second:02} {half} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_written_as_calendars_have_them() {
        let text = |epoch_ms| millisecond_text(Timestamp::from_epoch_ms(epoch_ms));
        assert_eq!(text(0), "1970-01-01T00:00:00.000");
        assert_eq!(text(951_782_400_001), "2000-02-29T00:00:00.001");
        assert_eq!(text(1_795_278_000_123), "2026-11-21T16:20:00.123");
        assert_eq!(text(4_107_542_399_999), "2100-02-28T23:59:59.999");
        assert_eq!(text(4_107_542_400_000), "2100-03-01T00:00:00.000");
        let text = |epoch_ms| java_text(Timestamp::from_epoch_ms(epoch_ms));
        assert_eq!(text(0), "Thu Jan 01 00:00:00 UTC 1970");
        assert_eq!(text(1_550_891_265_000), "Sat Feb 23 03:07:45 UTC 2019");
        assert_eq!(text(1_795_278_000_123), "Sat Nov 21 16:20:00 UTC 2026");
        let text = |epoch_ms| weekday_text(Timestamp::from_epoch_ms(epoch_ms));
        assert_eq!(text(0), "Thursday, January 1, 1970 at 12:00:00 AM UTC");
        assert_eq!(text(1_550_891_265_000), "Saturday, February 23, 2019 at 3:07:45 AM UTC");
        assert_eq!(text(1_795_278_000_123), "Saturday, November 21, 2026 at 4:20:00 PM UTC");
        assert_eq!(text(1_795_262_400_000), "Saturday, November 21, 2026 at 12:00:00 PM UTC");
        assert_eq!(second_text(Timestamp::from_epoch_ms(1_795_278_000_123)), "2026-11-21T16:20:00Z");
    }
}
