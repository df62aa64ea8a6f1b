//! Times of the simulation as people read them: in UTC, as in requests, responses and the texts of lessons.

use dynalab_engine::response::calendar::millisecond_text;
use dynalab_types::Timestamp;

/// The label beside a time.
pub const UTC: &str = "UTC";

/// Returns the date and the time of day: "2026-11-21" and "20:40:00".
pub fn day_and_time(at_ms: u64) -> (String, String) {
    let text = millisecond_text(Timestamp::from_epoch_ms(at_ms));
    let (day, time) = text.split_once('T').unwrap_or((&text, ""));
    let seconds = time.split_once('.').map_or(time, |(seconds, _)| seconds);
    (day.to_owned(), seconds.to_owned())
}

/// Formats a time with its date: "2026-11-21 20:40:00 UTC".
pub fn date_time(at_ms: u64) -> String {
    let (day, time) = day_and_time(at_ms);
    format!("{day} {time} {UTC}")
}

/// Formats a time in seconds, as responses contain it, with its date.
pub fn date_time_of_seconds(seconds: f64) -> String {
    date_time((seconds * 1000.0) as u64)
}

/// Formats the time of day: "20:40:00 UTC".
pub fn time_of_day(at_ms: u64) -> String {
    format!("{} {UTC}", day_and_time(at_ms).1)
}

/// Formats a time as a field for date and time contains it: "2026-11-21T20:40:00".
pub fn field_text(at_ms: u64) -> String {
    let (day, time) = day_and_time(at_ms);
    format!("{day}T{time}")
}

/// Returns the text of a field for date and time in the form that every program reads as UTC. Such a field has no time zone.
pub fn from_field(text: &str) -> String {
    format!("{text}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_utc_and_say_so() {
        for (at_ms, day, time) in [
            (0, "1970-01-01", "00:00:00"),
            (1_790_000_000_000, "2026-09-21", "14:13:20"),
            (1_790_000_000_999, "2026-09-21", "14:13:20"),
            (951_782_399_000, "2000-02-28", "23:59:59"),
            (951_782_400_000, "2000-02-29", "00:00:00"),
            (1_798_761_599_999, "2026-12-31", "23:59:59"),
        ] {
            assert_eq!(day_and_time(at_ms), (day.to_owned(), time.to_owned()), "{at_ms}");
            assert_eq!(date_time(at_ms), format!("{day} {time} UTC"));
            assert_eq!(date_time_of_seconds(at_ms as f64 / 1000.0), date_time(at_ms));
            assert_eq!(time_of_day(at_ms), format!("{time} UTC"));
            assert_eq!(from_field(&field_text(at_ms)), format!("{day}T{time}Z"));
        }
    }
}
