//! The virtual clock: it runs as fast as somebody wants, stands still, and jumps; until somebody does, it is the clock on the wall.

use dynalab_types::Timestamp;

use crate::record_form;
use crate::registry::{Checked, RecordKey, RecordKind};
use crate::service::complete_engine::Engine;

/// Virtual milliseconds in a second of the wall's clock, times this: at 1,000 it runs as that one does.
pub const RATE_OF_THE_WALL: u64 = 1_000;
/// A day in 24 seconds.
pub const RATE_MAX: u64 = 3_600 * RATE_OF_THE_WALL;

/// For whoever holds an engine and gives it the time. Between two commands it goes on from where the engine stands.
#[derive(Clone, Debug, Default)]
pub struct VirtualClock {
    anchor: Option<Anchor>,
}

#[derive(Clone, Copy, Debug)]
struct Anchor {
    wall: Timestamp,
    now: Timestamp,
    rate: u64,
    /// What the engine said last.
    seen: Timestamp,
}

impl VirtualClock {
    /// What time it is when the clock on the wall shows that.
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

    /// To be called when the engine has been opened, and after each command: its rate may be another, and it may have jumped.
    pub fn follow(&mut self, engine: &Engine, wall: Timestamp) {
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

    /// It goes on from there: whoever does what is due has come no farther. The clock on the wall is not held up.
    pub fn hold(&mut self, wall: Timestamp, now: Timestamp) {
        if let Some(anchor) = &mut self.anchor {
            (anchor.wall, anchor.now) = (wall, now);
        }
    }

    /// How long the wall's clock goes on until the virtual one shows that; none when it stands still.
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

/// None until somebody has touched the clock.
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
    use crate::service::complete_engine::{Command, Request};
    use crate::{EngineConfig, TraceLevel};

    const START: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

    fn tell(engine: &mut Engine, clock: &mut VirtualClock, wall: Timestamp, operation: &str, body: &str) {
        let request = Request::parse(operation, body).expect("a request");
        let executed = engine.execute(Command { at: clock.at(wall), request }, TraceLevel::Off);
        assert_eq!(executed.answer().0, 200, "{}", executed.answer().1);
        clock.follow(engine, wall);
    }

    #[test]
    fn it_runs_stands_still_and_jumps() {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let mut clock = VirtualClock::default();
        assert_eq!(clock.at(START), START);
        tell(&mut engine, &mut clock, START, "Dynalab.SetClock", r#"{"Rate":60}"#);
        assert_eq!(clock.at(START.plus_ms(1_000)), START.plus_ms(60_000));
        assert_eq!(clock.wait_ms(START, START.plus_ms(60_000)), Some(1_000));
        let wall = START.plus_ms(1_000);
        tell(&mut engine, &mut clock, wall, "Dynalab.AdvanceClock", r#"{"Milliseconds":172800000}"#);
        assert_eq!(clock.at(wall), START.plus_ms(60_000 + 172_800_000));
        tell(&mut engine, &mut clock, wall, "Dynalab.SetClock", r#"{"Rate":0}"#);
        assert_eq!(clock.at(wall.plus_ms(99_000)), START.plus_ms(60_000 + 172_800_000));
        assert_eq!(clock.wait_ms(wall, START.plus_ms(999_999_999)), None);
    }

    #[test]
    fn who_steps_back_is_back_in_time() {
        let mut engine = Engine::new(1, EngineConfig::instant());
        let mut clock = VirtualClock::default();
        tell(&mut engine, &mut clock, START, "Dynalab.SetClock", r#"{"Rate":1}"#);
        let request = Request::parse("Dynalab.AdvanceClock", r#"{"Milliseconds":5000}"#).expect("a request");
        let jump = engine.execute(Command { at: clock.at(START), request }, TraceLevel::Off);
        clock.follow(&engine, START);
        assert_eq!(clock.at(START), START.plus_ms(5_000));
        engine.reverse(jump.changes);
        clock.follow(&engine, START);
        assert_eq!(clock.at(START), START);
    }
}
