//! The clock of the device, which can be wrong: the engine follows a jump into a far future only after the person has confirmed it.
//!
//! The reason: created records keep their time, and the engine's time never goes back.

use dynalab_types::Timestamp;

/// The page says so when the clock jumps further.
const JUMP_MS: u64 = 366 * 24 * 60 * 60 * 1_000;
/// A first reading after this is a jump, too, where no earlier time is known: 1 January 2100.
const FIRST_MS_MAX: u64 = 4_102_444_800_000;

/// The device's clock at its last reading that was believed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Believed {
    at: Timestamp,
    /// On the clock of the thread, which only counts.
    counted_ms: f64,
}

#[derive(Debug, Default)]
pub struct DeviceClock {
    believed: Option<Believed>,
    has_told: bool,
}

/// A reading of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The time to go by.
    pub at: Timestamp,
    /// What the device says instead, when it is the first such reading.
    pub jumped_to: Option<Timestamp>,
}

impl DeviceClock {
    /// A clock for tables whose last stored time is known. A time of zero is none.
    pub fn after(stored: Timestamp, counted_ms: f64) -> DeviceClock {
        let believed = (stored.epoch_ms > 0).then_some(Believed { at: stored, counted_ms });
        DeviceClock { believed, has_told: false }
    }

    /// `counted_ms` is on a clock of the thread, which runs evenly.
    pub fn read(&mut self, device: Timestamp, counted_ms: f64) -> Reading {
        let expected = match self.believed {
            Some(Believed { at, counted_ms: then }) => at.plus_ms((counted_ms - then).max(0.0) as u64),
            None => Timestamp::from_epoch_ms(FIRST_MS_MAX),
        };
        if device.epoch_ms.saturating_sub(expected.epoch_ms) > JUMP_MS {
            let jumped_to = (!std::mem::replace(&mut self.has_told, true)).then_some(device);
            return Reading { at: expected, jumped_to };
        }
        self.trust(device, counted_ms);
        Reading { at: device, jumped_to: None }
    }

    /// The device's clock is right.
    pub fn trust(&mut self, device: Timestamp, counted_ms: f64) {
        self.believed = Some(Believed { at: device, counted_ms });
        self.has_told = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: u64 = 1_790_000_000_000;
    const LAST_MS: u64 = 8_640_000_000_000_000;

    fn at(epoch_ms: u64) -> Timestamp {
        Timestamp::from_epoch_ms(epoch_ms)
    }

    fn read(clock: &mut DeviceClock, device_ms: u64, counted_ms: f64) -> (u64, Option<u64>) {
        let Reading { at, jumped_to } = clock.read(at(device_ms), counted_ms);
        (at.epoch_ms, jumped_to.map(|jumped| jumped.epoch_ms))
    }

    #[test]
    fn one_wrong_reading_is_told_and_not_followed() {
        let mut clock = DeviceClock::after(at(NOW_MS), 0.0);
        assert_eq!(read(&mut clock, NOW_MS + 5, 10.0), (NOW_MS + 5, None));
        assert_eq!(read(&mut clock, LAST_MS, 110.0), (NOW_MS + 105, Some(LAST_MS)));
        assert_eq!(read(&mut clock, LAST_MS, 210.0), (NOW_MS + 205, None), "told once");
        assert_eq!(read(&mut clock, NOW_MS + 300, 310.0), (NOW_MS + 300, None));
        assert_eq!(read(&mut clock, LAST_MS, 320.0), (NOW_MS + 310, Some(LAST_MS)), "the next is told again");
    }

    #[test]
    fn a_clock_that_was_confirmed_is_followed() {
        let mut clock = DeviceClock::after(at(NOW_MS), 0.0);
        let later = NOW_MS + 3 * JUMP_MS;
        assert_eq!(read(&mut clock, later, 0.0), (NOW_MS, Some(later)));
        clock.trust(at(later), 50.0);
        assert_eq!(read(&mut clock, later + 60, 60.0), (later + 60, None));
        assert_eq!(read(&mut clock, LAST_MS, 60.0), (later + 60, Some(LAST_MS)));
    }

    #[test]
    fn a_clock_that_is_behind_or_a_little_ahead_is_followed() {
        let mut clock = DeviceClock::after(at(NOW_MS), 0.0);
        assert_eq!(read(&mut clock, NOW_MS + JUMP_MS, 0.0), (NOW_MS + JUMP_MS, None));
        assert_eq!(read(&mut clock, 1_000, 10.0), (1_000, None));
    }

    #[test]
    fn a_first_reading_is_believed_unless_it_is_impossible() {
        let mut clock = DeviceClock::after(at(0), 0.0);
        assert_eq!(read(&mut clock, LAST_MS, 0.0), (FIRST_MS_MAX, Some(LAST_MS)));
        assert_eq!(read(&mut clock, NOW_MS, 0.0), (NOW_MS, None));
    }
}
