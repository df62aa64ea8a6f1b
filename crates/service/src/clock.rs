//! The simulated clock. It has a rate, stops at rate 0, and can jump forward. Until it is changed, it is the real clock.

use dynalab_engine::codec::record_form;
use dynalab_engine::registry::{Checked, RecordKey, RecordKind};
use dynalab_types::Timestamp;

use crate::complete_engine::Engine;

/// The rate of the real clock. A rate is the number of simulated milliseconds per real second.
pub const RATE_OF_THE_WALL: u64 = 1_000;
/// The maximum rate: one day in 24 seconds.
pub const RATE_MAX: u64 = 3_600 * RATE_OF_THE_WALL;

/// The clock of the host that passes the time to an engine. Between two commands it continues from the engine's time.
#[derive(Clone, Debug, Default)]
pub struct VirtualClock {
    anchor: Option<Anchor>,
}

#[derive(Clone, Copy, Debug)]
struct Anchor {
    wall: Timestamp,
    now: Timestamp,
    rate: u64,
    /// The engine's time after the last command.
    seen: Timestamp,
}

impl VirtualClock {
    /// Returns the simulated time at a real time.
    pub fn at(&self, wall: Timestamp) -> Timestamp {
        match &self.anchor {
            None => wall,
            Some(anchor) => {
                let passed_ms = wall.epoch_ms.saturating_sub(anchor.wall.epoch_ms);
                let virtual_ms =
                    u128::from(passed_ms) * u128::from(anchor.rate) / u128::from(RATE_OF_THE_WALL);
                anchor.now.plus_ms(virtual_ms as u64)
            }
        }
    }

    /// Adopts the rate and the time of the engine. Call it after opening the engine and after each command, because both can
    /// change.
    pub fn sync_to(&mut self, engine: &Engine, wall: Timestamp) {
        let now = engine.now();
        let Some(rate) = rate_of(engine) else {
            self.anchor = None;
            return;
        };
        let shown = self.at(wall);
        match &mut self.anchor {
            Some(anchor) if anchor.rate == rate && now <= shown && now >= anchor.seen => anchor.seen = now,
            anchor => *anchor = Some(Anchor { wall, now, rate, seen: now }),
        }
    }

    /// Continues from `now`. Call it if the work that is due took longer than the clock allows.
    pub fn continue_from(&mut self, wall: Timestamp, now: Timestamp) {
        if let Some(anchor) = &mut self.anchor {
            (anchor.wall, anchor.now) = (wall, now);
        }
    }

    /// Returns how many real milliseconds pass until a simulated time. `None` if the clock is stopped.
    pub fn wait_ms(&self, wall: Timestamp, until: Timestamp) -> Option<u64> {
        let missing_ms = until.epoch_ms.saturating_sub(self.at(wall).epoch_ms);
        match self.anchor.map_or(RATE_OF_THE_WALL, |anchor| anchor.rate) {
            0 => (missing_ms == 0).then_some(0),
            rate => {
                Some((u128::from(missing_ms) * u128::from(RATE_OF_THE_WALL)).div_ceil(u128::from(rate)) as u64)
            }
        }
    }
}

/// Returns the rate, or `None` if the clock was never changed.
pub fn rate_of(engine: &Engine) -> Option<u64> {
    record_form::number(engine.database().record(&record_key())?).checked()
}

pub(crate) fn record_key() -> RecordKey {
    RecordKey::of_account(RecordKind::CLOCK, "")
}

pub(crate) fn rate_bytes(rate: u64) -> Vec<u8> {
    rate.to_le_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complete_engine::{Command, Request};
    use dynalab_engine::{EngineConfig, TraceLevel};

    const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

    fn execute_and_sync(
        engine: &mut Engine,
        clock: &mut VirtualClock,
        wall: Timestamp,
        operation: &str,
        body: &str,
    ) {
        let request = Request::parse(operation, body).expect("a request");
        let executed = engine.execute(Command { at: clock.at(wall), request }, TraceLevel::Off);
        assert_eq!(executed.answer().0, 200, "{}", executed.answer().1);
        clock.sync_to(engine, wall);
    }

    #[test]
    fn clock_runs_pauses_and_jumps() {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let mut clock = VirtualClock::default();
        assert_eq!(clock.at(START), START);
        execute_and_sync(&mut engine, &mut clock, START, "Dynalab.SetClock", r#"{"Rate":60}"#);
        assert_eq!(clock.at(START.plus_ms(1_000)), START.plus_ms(60_000));
        assert_eq!(clock.wait_ms(START, START.plus_ms(60_000)), Some(1_000));
        let wall = START.plus_ms(1_000);
        execute_and_sync(
            &mut engine,
            &mut clock,
            wall,
            "Dynalab.AdvanceClock",
            r#"{"Milliseconds":172800000}"#,
        );
        assert_eq!(clock.at(wall), START.plus_ms(60_000 + 172_800_000));
        execute_and_sync(&mut engine, &mut clock, wall, "Dynalab.SetClock", r#"{"Rate":0}"#);
        assert_eq!(clock.at(wall.plus_ms(99_000)), START.plus_ms(60_000 + 172_800_000));
        assert_eq!(clock.wait_ms(wall, START.plus_ms(999_999_999)), None);
    }

    #[test]
    fn stepping_back_restores_the_time() {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let mut clock = VirtualClock::default();
        execute_and_sync(&mut engine, &mut clock, START, "Dynalab.SetClock", r#"{"Rate":1}"#);
        let request = Request::parse("Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#).expect("a request");
        let jump = engine.execute(Command { at: clock.at(START), request }, TraceLevel::Off);
        clock.sync_to(&engine, START);
        assert_eq!(clock.at(START), START.plus_ms(5_000));
        engine.reverse(jump.changes);
        clock.sync_to(&engine, START);
        assert_eq!(clock.at(START), START);
    }
}
