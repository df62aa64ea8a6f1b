//! The shape of a day: how a rate with an average and a peak is spread over 1,440 minutes.

use serde::{Deserialize, Serialize};

/// Minutes of a day.
pub const DAY_MINUTES: usize = 1_440;
/// Hours of a day.
pub const HOURS: usize = 24;
const HOUR_MINUTES: usize = 60;
/// Length of the peak of a day without a described one, in minutes.
const PEAK_MINUTES: u32 = 60;
const NOON: u32 = 720;
/// The highest rate in thousandths: more than any table has.
const MILLI_MAX: f64 = 1e13;
/// Percent of the highest rate for each hour of a day with a night.
const DAY_AND_NIGHT: Hours =
    [20, 14, 10, 10, 12, 18, 30, 48, 65, 78, 86, 92, 96, 100, 100, 98, 96, 94, 90, 82, 70, 56, 42, 30];

/// Percent of the highest rate for each full hour of a day. Straight lines join them.
pub type Hours = [u8; HOURS];

/// The shape of a day. The average of the day is always the given average, whatever the shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Day {
    /// The average all day. A higher peak is shorter than a minute.
    Flat,
    /// A curve that is highest in the afternoon and lowest at night.
    DayAndNight,
    /// One peak. The rest of the day is flat.
    OnePeak {
        /// The length of the peak. It is shorter if the peak alone would have more than half of the day's requests.
        minutes: u32,
        /// The first minute of the peak, from midnight.
        at: u32,
    },
    /// A curve through one value for each full hour.
    Drawn(Hours),
}

impl Default for Day {
    fn default() -> Day {
        Day::OF_ONE_PEAK
    }
}

/// Something per second, over a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// The average of the day.
    pub average: f64,
    /// The highest rate. It can be shorter than a minute.
    pub peak: f64,
    /// The average of each minute. Their average is that of the day.
    pub minutes: Vec<f64>,
    /// The minute with the peak.
    pub peak_minute: usize,
}

impl Flow {
    /// Returns a rate of zero.
    pub fn zero() -> Flow {
        Flow { average: 0.0, peak: 0.0, minutes: vec![0.0; DAY_MINUTES], peak_minute: 0 }
    }

    /// Returns a flow with this peak that follows a curve. `shares` are the shares of the peak (0 to 1), one for each minute.
    pub fn of_shares(peak: f64, shares: &[f64]) -> Flow {
        let minutes: Vec<f64> = shares.iter().map(|share| share * peak).collect();
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        Flow { average: peak * mean, peak, peak_minute: highest(&minutes), minutes }
    }

    /// Returns the average of each minute, in thousandths. They are at most 10 billion per second, so that sums of them fit.
    pub fn milli(&self) -> Vec<u64> {
        self.minutes.iter().map(|rate| (rate * 1_000.0).round().min(MILLI_MAX) as u64).collect()
    }

    /// Returns the highest rate within a minute.
    pub fn most_in(&self, minute: usize) -> f64 {
        let average = self.minutes.get(minute).copied().unwrap_or_default();
        if minute == self.peak_minute { average.max(self.peak) } else { average }
    }
}

impl Day {
    /// A day with one peak of an hour at noon, if nothing else is known.
    pub const OF_ONE_PEAK: Day = Day::OnePeak { minutes: PEAK_MINUTES, at: NOON };

    /// Spreads a rate over the day. A peak that is not above the average is no peak: the shape decides how high the day is then.
    pub fn flow(&self, average: f64, peak: f64) -> Flow {
        let usable = |value: f64| if value.is_finite() { value.max(0.0) } else { 0.0 };
        let (average, peak) = (usable(average), usable(peak));
        let shares = self.shares();
        let sum: f64 = shares.iter().sum();
        let total = average * DAY_MINUTES as f64;
        if average == 0.0 || sum == 0.0 {
            return Flow { peak: peak.max(average), peak_minute: NOON as usize, ..flat(average) };
        }
        if peak <= average {
            let minutes: Vec<f64> = shares.iter().map(|share| share * total / sum).collect();
            let peak_minute = highest(&minutes);
            return Flow { average, peak: minutes[peak_minute].max(average), minutes, peak_minute };
        }
        let (minutes, peak_minute) = match *self {
            Day::Flat => return Flow { peak, peak_minute: NOON as usize, ..flat(average) },
            Day::OnePeak { minutes, at } => {
                with_peak(&shares, total, peak, (at as usize % DAY_MINUTES, minutes as usize))
            }
            Day::DayAndNight | Day::Drawn(_) if total >= peak * sum => {
                (lifted(&shares, total, peak, sum), highest(&shares))
            }
            // The curve alone would have too many requests, so it is lower, with a short peak at its top.
            Day::DayAndNight | Day::Drawn(_) => {
                with_peak(&shares, total, peak, (highest(&shares), PEAK_MINUTES as usize))
            }
        };
        Flow { average, peak, minutes, peak_minute }
    }

    /// Returns the highest rate of a day with this average and peak.
    pub fn highest(&self, average: f64, peak: f64) -> f64 {
        match self {
            Day::Flat | Day::OnePeak { .. } => average.max(peak),
            Day::DayAndNight | Day::Drawn(_) => self.flow(average, peak).peak,
        }
    }

    /// Returns the curve without its peak: the shares of its highest value (0 to 1).
    fn shares(&self) -> Vec<f64> {
        match self {
            Day::Flat | Day::OnePeak { .. } => vec![1.0; DAY_MINUTES],
            Day::DayAndNight => curve(&DAY_AND_NIGHT),
            Day::Drawn(hours) => curve(hours),
        }
    }
}

fn flat(average: f64) -> Flow {
    Flow { average, peak: average, minutes: vec![average; DAY_MINUTES], peak_minute: 0 }
}

fn curve(hours: &Hours) -> Vec<f64> {
    let top = f64::from(hours.iter().copied().max().unwrap_or(0).clamp(1, 100)) / 100.0;
    (0..DAY_MINUTES).map(|minute| share_between_hours(hours, minute) / top).collect()
}

/// Returns the first place of the highest value.
fn highest(values: &[f64]) -> usize {
    let first = |best: usize, place: usize| if values[place] > values[best] { place } else { best };
    (0..values.len()).reduce(first).unwrap_or(0)
}

/// Returns a curve with this peak. Its lowest part is raised until the day has its average.
fn lifted(shares: &[f64], total: f64, peak: f64, sum: f64) -> Vec<f64> {
    let low = (total - peak * sum) / (DAY_MINUTES as f64 - sum);
    shares.iter().map(|share| if *share >= 1.0 { peak } else { low + (peak - low) * share }).collect()
}

/// Returns a curve with a peak of some minutes. The peak has at most half of the requests, and the rest of the day has the others.
fn with_peak(shares: &[f64], total: f64, peak: f64, (at, length): (usize, usize)) -> (Vec<f64>, usize) {
    let most = (total / 2.0 / peak) as usize;
    let length = length.clamp(1, DAY_MINUTES - 1).min(most);
    let is_in_peak = |minute: usize| (minute + DAY_MINUTES - at) % DAY_MINUTES < length.max(1);
    // A peak that is shorter than a minute has half of the requests, within this minute.
    let (in_peak, of_peak) =
        if length == 0 { (total / 2.0, total / 2.0) } else { (peak, peak * length as f64) };
    let outside: f64 =
        shares.iter().enumerate().filter(|(minute, _)| !is_in_peak(*minute)).map(|(_, share)| share).sum();
    let factor = if outside > 0.0 { (total - of_peak) / outside } else { 0.0 };
    let of_minute =
        |(minute, share): (usize, &f64)| if is_in_peak(minute) { in_peak } else { share * factor };
    (shares.iter().enumerate().map(of_minute).collect(), at)
}

/// Returns the share (0 to 1) of a minute, by a straight line from hour to hour. The last hour leads to the first.
pub fn share_between_hours(hours: &Hours, minute: usize) -> f64 {
    let hour = minute / HOUR_MINUTES % HOURS;
    let part = (minute % HOUR_MINUTES) as f64 / HOUR_MINUTES as f64;
    let (from, to) = (f64::from(hours[hour].min(100)), f64::from(hours[(hour + 1) % HOURS].min(100)));
    (from + (to - from) * part) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days() -> Vec<Day> {
        let mut drawn = [0; HOURS];
        (drawn[9], drawn[20]) = (50, 80);
        vec![
            Day::Flat,
            Day::DayAndNight,
            Day::default(),
            Day::OnePeak { minutes: 5, at: 1_438 },
            Day::OnePeak { minutes: 0, at: 9_999 },
            Day::Drawn(drawn),
            Day::Drawn([100; HOURS]),
            Day::Drawn([0; HOURS]),
        ]
    }

    #[test]
    fn the_requests_of_a_day_are_the_average_times_the_seconds() {
        for day in days() {
            for (average, peak) in [
                (300.0, 1_500.0),
                (300.0, 310.0),
                (300.0, 0.0),
                (300.0, 300.0),
                (20.0, 4_000.0),
                (0.01, 4_000.0),
                (1e9, 1e9 + 1.0),
            ] {
                let flow = day.flow(average, peak);
                let sum: f64 = flow.minutes.iter().sum();
                let expected = average * DAY_MINUTES as f64;
                assert!((sum - expected).abs() <= expected * 1e-9, "{day:?} {average} {peak}: {sum}");
                let most = flow.minutes.iter().copied().fold(0.0, f64::max);
                assert!(
                    most <= flow.peak * (1.0 + 1e-9),
                    "{day:?} {average} {peak}: {most} above {}",
                    flow.peak
                );
                assert!(flow.minutes.iter().all(|rate| *rate >= 0.0), "{day:?} {average} {peak}");
                assert_eq!(flow.peak, day.highest(average, peak), "{day:?} {average} {peak}");
                assert!(flow.peak >= peak.max(average));
            }
        }
    }

    #[test]
    fn a_peak_leaves_requests_for_the_rest_of_the_day() {
        let flow = Day::default().flow(300.0, 1_500.0);
        assert_eq!(
            (flow.minutes[719], flow.minutes[720], flow.minutes[779]),
            (flow.minutes[0], 1_500.0, 1_500.0)
        );
        assert!((flow.minutes[780] - (300.0 * 1_440.0 - 1_500.0 * 60.0) / 1_380.0).abs() < 1e-9);
        // A peak of an hour would have 14.4 million requests, and the day has 1.7 million.
        let flow = Day::default().flow(20.0, 4_000.0);
        let at_peak = flow.minutes.iter().filter(|rate| **rate == 4_000.0).count();
        assert_eq!(at_peak, 3);
        assert!(flow.minutes[0] > 10.0, "{}", flow.minutes[0]);
        // 864 requests a day at 4,000 per second are over in a fraction of a second.
        let flow = Day::default().flow(0.01, 4_000.0);
        assert_eq!((flow.peak, flow.most_in(720)), (4_000.0, 4_000.0));
        assert!(flow.minutes[720] < 8.0 && flow.minutes[0] > 0.004);
    }

    #[test]
    fn a_curve_keeps_its_form() {
        let flow = Day::DayAndNight.flow(100.0, 130.0);
        let (day, night) = (flow.minutes[14 * 60], flow.minutes[3 * 60]);
        assert_eq!(day, 130.0);
        assert!(night > 20.0 && night < 80.0, "{night}");
        let alone = Day::DayAndNight.flow(100.0, 0.0);
        assert!((alone.minutes[3 * 60] / alone.peak - 0.1).abs() < 1e-9);
        assert!(alone.peak > 150.0 && alone.peak < 200.0, "{}", alone.peak);
    }

    #[test]
    fn the_rates_of_many_tables_can_be_added() {
        let milli = Day::default().flow(1e300, 0.0).milli();
        assert!(milli[0].checked_mul(500 * 100).is_some(), "{}", milli[0]);
        assert_eq!(Day::Flat.flow(0.25, 0.0).milli()[0], 250);
    }

    #[test]
    fn what_is_no_number_is_no_traffic() {
        for odd in [f64::NAN, f64::INFINITY, -5.0] {
            let flow = Day::default().flow(odd, odd);
            assert_eq!((flow.average, flow.peak), (0.0, 0.0));
        }
        assert_eq!(Day::default().flow(0.0, 7.0).peak, 7.0);
    }
}
