//! Edits the rate of an access pattern in its form: the shape of the day, the growth in a year, and the share of failed conditions.

use dynalab_load::{DAY_MINUTES, Day, HOURS, Hours};
use dynalab_messages::figures::grouped_decimal;
use dynalab_messages::{Messages, Sentence};
use dynalab_modeling::design::{AccessPattern, Operation, Rate};

use crate::plain_number::plain_number;
use crate::sentences::design as words;

/// The shapes of a day, as in a design.
pub const DAYS: [&str; 4] = ["one_peak", "day_and_night", "flat", "drawn"];
const HOUR_MINUTES: usize = 60;
/// A growth above this is an error in typing.
const GROWTH_PERCENT_MOST: u32 = 100_000_000;
/// Letters of a wrong value that its error shows.
const SHOWN_LETTERS: usize = 20;

/// Why a text is not a value of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RateFault {
    /// A number from 0 to `most` is expected.
    Percent { most: u32 },
    /// Whole minutes from 1 to 1,440 are expected.
    Minutes,
    /// A time such as 9:30 is expected.
    Time,
    /// There are not 24 numbers.
    Hours { found: usize },
    /// One of the 24 numbers is not a whole percent.
    Hour { hour: usize, text: String },
}

impl RateFault {
    /// Returns the sentence below the field.
    pub fn text(&self, messages: Messages) -> String {
        match self {
            RateFault::Percent { most } => messages.text(words::DesignNotAPercent { most: (*most).into() }),
            RateFault::Minutes => messages.text(words::DESIGN_NOT_MINUTES),
            RateFault::Time => messages.text(words::DESIGN_NOT_A_TIME),
            RateFault::Hours { found } => messages.text(words::DesignNotHours { found: (*found).into() }),
            RateFault::Hour { hour, text } => {
                let hour = format!("{hour}:00");
                messages.text(words::DesignNotAnHour { hour: (&hour).into(), text: text.into() })
            }
        }
    }
}

pub fn day_name(day: &Day) -> &'static str {
    match day {
        Day::OnePeak { .. } => "one_peak",
        Day::DayAndNight => "day_and_night",
        Day::Flat => "flat",
        Day::Drawn(_) => "drawn",
    }
}

/// Returns the name of a shape in the list.
pub fn day_label(name: &str) -> Sentence {
    match name {
        "flat" => words::DESIGN_DAY_FLAT,
        "day_and_night" => words::DESIGN_DAY_DAY_AND_NIGHT,
        "drawn" => words::DESIGN_DAY_DRAWN,
        _ => words::DESIGN_DAY_ONE_PEAK,
    }
}

/// Changes the shape of the day. A drawn day begins with the shape that it replaces.
pub fn set_day(rate: &mut Rate, name: &str) {
    if name == day_name(&rate.day) {
        return;
    }
    rate.day = match name {
        "flat" => Day::Flat,
        "day_and_night" => Day::DayAndNight,
        "drawn" => Day::Drawn(drawn_hours(rate)),
        _ => Day::default(),
    };
}

/// Returns percents of the highest rate for each hour. An hour with a part of the peak has the peak.
fn drawn_hours(rate: &Rate) -> Hours {
    let (flow, minutes) = match rate.day {
        // The curve without its peak is the shape, and its values are those of full hours.
        Day::DayAndNight | Day::Drawn(_) => (rate.day.flow(1.0, 0.0), 1),
        Day::Flat | Day::OnePeak { .. } => (rate.day.flow(rate.average, rate.peak), HOUR_MINUTES),
    };
    let of_hour = |hour: usize| {
        let rates = flow.minutes.iter().skip(hour * HOUR_MINUTES).take(minutes);
        rates.copied().fold(0.0, f64::max)
    };
    let most = (0..HOURS).map(of_hour).fold(0.0, f64::max);
    let percent = |hour| (of_hour(hour) / most * 100.0).round().clamp(0.0, 100.0) as u8;
    std::array::from_fn(|hour| if most > 0.0 { percent(hour) } else { 100 })
}

/// Returns the 24 percents of a drawn day as the field shows them.
pub fn hours_text(hours: &Hours) -> String {
    hours.map(|percent| percent.to_string()).join(", ")
}

/// Reads the 24 percents of a drawn day. Commas or spaces are between them, and a percent sign may follow each.
///
/// # Errors
/// If there are not 24, or one is not a whole number from 0 to 100.
pub fn read_hours(text: &str) -> Result<Hours, RateFault> {
    let is_between =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '、' | '，' | '；');
    let parts: Vec<&str> = text.split(is_between).filter(|part| !part.is_empty()).collect();
    if parts.len() != HOURS {
        return Err(RateFault::Hours { found: parts.len() });
    }
    let mut hours = [0; HOURS];
    for (hour, (percent, part)) in hours.iter_mut().zip(parts).enumerate() {
        let read = plain_number(part.trim_end_matches(['%', '％'])).parse::<u8>().ok();
        let fault = || RateFault::Hour { hour, text: part.chars().take(SHOWN_LETTERS).collect() };
        *percent = read.filter(|percent| *percent <= 100).ok_or_else(fault)?;
    }
    Ok(hours)
}

/// Returns a minute of the day as hours and minutes: 570 is 9:30.
pub fn time_text(minute: u32) -> String {
    format!("{}:{:02}", minute / 60, minute % 60)
}

/// Reads a time of the day, such as 9:30 or 21.
///
/// # Errors
/// If the text is not a time from 0:00 to 23:59.
pub fn read_time(text: &str) -> Result<u32, RateFault> {
    let text = plain_number(text.trim());
    let (hour, minute) = text.split_once(':').unwrap_or((&text, "0"));
    let number = |text: &str, below: u32| {
        let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|number| is_short && *number < below).ok_or(RateFault::Time)
    };
    Ok(number(hour, 24)? * 60 + number(minute, 60)?)
}

/// Reads the length of a peak in minutes.
///
/// # Errors
/// If the text is not a whole number from 1 to 1,440.
pub fn read_minutes(text: &str) -> Result<u32, RateFault> {
    let minutes = plain_number(text.trim()).parse::<u32>().ok();
    minutes.filter(|minutes| (1..=DAY_MINUTES as u32).contains(minutes)).ok_or(RateFault::Minutes)
}

/// Returns a share as percent: 0.25 is 25.
pub fn percent_text(share: f64) -> String {
    grouped_decimal(share * 100.0)
}

/// Reads the growth in a year: 50 percent is 0.5.
///
/// # Errors
/// If the text is not a number from 0 to 100,000,000.
pub fn read_growth(text: &str) -> Result<f64, RateFault> {
    read_percent(text, GROWTH_PERCENT_MOST)
}

/// Reads the share of the writes whose condition fails: 25 percent is 0.25.
///
/// # Errors
/// If the text is not a number from 0 to 100.
pub fn read_failed(text: &str) -> Result<f64, RateFault> {
    read_percent(text, 100)
}

fn read_percent(text: &str, most: u32) -> Result<f64, RateFault> {
    let number = plain_number(text.trim().trim_end_matches(['%', '％']).trim_end());
    let percent = number.parse::<f64>().ok().filter(|percent| (0.0..=f64::from(most)).contains(percent));
    percent.map(|percent| percent / 100.0).ok_or(RateFault::Percent { most })
}

/// Returns true if the form has the share of failed conditions: for writes, and for any request that has a share already.
pub fn has_failed_conditions(pattern: &AccessPattern) -> bool {
    pattern.failed_conditions > 0.0 || pattern.operation.as_ref().is_some_and(Operation::is_write)
}

#[cfg(test)]
mod tests {
    use dynalab_messages::Language;

    use super::*;

    #[test]
    fn a_drawn_day_begins_with_the_shape_before() {
        let drawn_from = |day, average, peak| {
            let mut rate = Rate { average, peak, day, growth: 0.0 };
            set_day(&mut rate, "drawn");
            match rate.day {
                Day::Drawn(hours) => hours,
                other => panic!("{other:?}"),
            }
        };
        let night = drawn_from(Day::DayAndNight, 10.0, 15.0);
        assert_eq!((night[3], night[13], night[23]), (10, 100, 30));
        assert_eq!(drawn_from(Day::Flat, 10.0, 50.0), [100; HOURS]);
        assert_eq!(drawn_from(Day::default(), 0.0, 0.0), [100; HOURS]);
        let peak = drawn_from(Day::OnePeak { minutes: 60, at: 750 }, 10.0, 50.0);
        assert_eq!((peak[12], peak[13]), (100, 100), "the peak is from 12:30 to 13:30");
        assert_eq!(peak[0], 17, "1,380 minutes share 11,400 of 14,400");
        let mut rate = Rate { day: Day::Drawn(night), ..Rate::new(1.0, 0.0) };
        set_day(&mut rate, "drawn");
        assert_eq!(rate.day, Day::Drawn(night));
        for name in DAYS {
            set_day(&mut rate, name);
            assert_eq!(day_name(&rate.day), name);
            assert_eq!(rate.fault(), None, "{name}");
        }
    }

    #[test]
    fn hours_are_read_as_they_are_written() {
        let hours: Hours = std::array::from_fn(|hour| hour as u8 * 4);
        assert_eq!(read_hours(&hours_text(&hours)), Ok(hours));
        assert_eq!(read_hours(&" 50% ".repeat(24)), Ok([50; HOURS]));
        assert_eq!(read_hours(&"５０、".repeat(24)), Ok([50; HOURS]));
        assert_eq!(read_hours(""), Err(RateFault::Hours { found: 0 }));
        assert_eq!(read_hours(&"1,".repeat(23)), Err(RateFault::Hours { found: 23 }));
        for bad in ["101", "x", "-1", "1.5", "300"] {
            let text = format!("{}{bad}{}", "7 ".repeat(9), " 7".repeat(14));
            assert_eq!(read_hours(&text), Err(RateFault::Hour { hour: 9, text: bad.to_owned() }));
        }
        let fault = read_hours(&format!("{}{}", "x".repeat(1_000), " 7".repeat(23)));
        assert_eq!(fault, Err(RateFault::Hour { hour: 0, text: "x".repeat(SHOWN_LETTERS) }));
    }

    #[test]
    fn times_and_minutes_are_those_of_a_day() {
        for minute in [0, 9, 570, 1_439] {
            assert_eq!(read_time(&time_text(minute)), Ok(minute));
        }
        assert_eq!([read_time("21"), read_time(" ９：０５ ")], [Ok(1_260), Ok(545)]);
        for bad in ["", "24:00", "9:60", "9:", "9:5:1", "-1", "noon", "009", "+9:00"] {
            assert_eq!(read_time(bad), Err(RateFault::Time), "{bad}");
        }
        assert_eq!([read_minutes("1"), read_minutes("1,440")], [Ok(1), Ok(1_440)]);
        for bad in ["0", "1441", "1.5", "", "-5"] {
            assert_eq!(read_minutes(bad), Err(RateFault::Minutes), "{bad}");
        }
    }

    #[test]
    fn shares_are_percents() {
        assert_eq!([percent_text(0.07), percent_text(0.5), percent_text(12.0)], ["7", "50", "1,200"]);
        let read = [read_growth("7"), read_growth("1,200 %"), read_failed("２.５")];
        assert_eq!(read, [Ok(0.07), Ok(12.0), Ok(0.025)]);
        for bad in ["-1", "x", "", "NaN", "inf", "1e30"] {
            assert_eq!(read_growth(bad), Err(RateFault::Percent { most: GROWTH_PERCENT_MOST }), "{bad}");
        }
        assert_eq!(read_failed("100"), Ok(1.0));
        assert_eq!(read_failed("100.5"), Err(RateFault::Percent { most: 100 }));
    }

    #[test]
    fn each_fault_says_what_to_write() {
        let english = Messages::new(Language::English);
        let fault = RateFault::Hour { hour: 9, text: "300".to_owned() };
        assert_eq!(fault.text(english), "The value for 9:00 is 300. Write a whole number from 0 to 100.");
        let hours = RateFault::Hours { found: 1 }.text(english);
        assert_eq!(hours, "Write 24 numbers, one for each hour from 0:00. Numbers in the field: 1.");
        let percent = RateFault::Percent { most: GROWTH_PERCENT_MOST }.text(english);
        assert_eq!(percent, "Write a number from 0 to 100,000,000.");
    }

    #[test]
    fn writes_have_failed_conditions() {
        let mut pattern = AccessPattern::default();
        assert!(!has_failed_conditions(&pattern));
        pattern.operation = Some(Operation::Put(Default::default()));
        assert!(has_failed_conditions(&pattern));
        let stored = AccessPattern { failed_conditions: 0.5, ..AccessPattern::default() };
        assert!(has_failed_conditions(&stored), "so that it can be removed");
    }
}
