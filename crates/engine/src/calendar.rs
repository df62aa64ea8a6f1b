//! Moments as calendars have them: ISO 8601 in UTC.

use dynalab_types::Timestamp;

/// "2026-11-21T16:20:00.123", in the proleptic Gregorian calendar.
pub(crate) fn millisecond_text(at: Timestamp) -> String {
    let (days, ms) = (at.epoch_ms / 86_400_000, at.epoch_ms % 86_400_000);
    // Years that begin in March, in eras of 400 years: the leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}", ms % 1_000)
}

/// "2026-11-21T16:20:00Z".
pub(crate) fn second_text(at: Timestamp) -> String {
    let mut text = millisecond_text(at);
    text.truncate(text.len() - 4);
    text.push('Z');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_calendars_have_them() {
        let text = |epoch_ms| millisecond_text(Timestamp::from_epoch_ms(epoch_ms));
        assert_eq!(text(0), "1970-01-01T00:00:00.000");
        assert_eq!(text(951_782_400_001), "2000-02-29T00:00:00.001");
        assert_eq!(text(1_795_278_000_123), "2026-11-21T16:20:00.123");
        assert_eq!(text(4_107_542_399_999), "2100-02-28T23:59:59.999");
        assert_eq!(text(4_107_542_400_000), "2100-03-01T00:00:00.000");
        assert_eq!(second_text(Timestamp::from_epoch_ms(1_795_278_000_123)), "2026-11-21T16:20:00Z");
    }
}
