//! What a database is made of: seed, profile, time, account and Region.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{SetAccount, SetDials};
use dynalab_service::{Command, Engine, Instance, Request};

use crate::clock::timestamp_of;
use crate::error::Error;
use crate::local::Local;

/// 1 January 2030.
const FIRST_DAY: Duration = Duration::from_secs(1_893_456_000);

/// Returns the time at which a clock starts by default.
pub(crate) fn first_day() -> SystemTime {
    UNIX_EPOCH + FIRST_DAY
}

/// The delays and limits of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// No delays and no limits: a table is ACTIVE at once, and nothing is throttled.
    #[default]
    Instant,
    /// The delays and limits of DynamoDB. They pass with the [clock](crate::Clock), so a test does not wait for them.
    Realistic,
}

/// Chooses what a database is made of. The same choices and the same requests give the same bytes.
#[derive(Clone, Debug)]
#[must_use = "call `build`"]
pub struct Builder {
    seed: u64,
    profile: Profile,
    starts_at: SystemTime,
    region: Option<String>,
    account: Option<String>,
    logs_requests: bool,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            seed: 0,
            profile: Profile::Instant,
            starts_at: first_day(),
            region: None,
            account: None,
            logs_requests: true,
        }
    }
}

impl Builder {
    /// Sets the seed of ids and of random choices. It is 0 by default.
    pub fn seed(self, seed: u64) -> Builder {
        Builder { seed, ..self }
    }

    /// Sets the delays and limits.
    pub fn profile(self, profile: Profile) -> Builder {
        Builder { profile, ..self }
    }

    /// Sets the time at which the clock starts. It is 1 January 2030 by default. Only the program moves the clock.
    pub fn clock(self, starts_at: SystemTime) -> Builder {
        Builder { starts_at, ..self }
    }

    /// Sets the Region in ARNs and prices. It is `us-east-1` by default.
    pub fn region(self, region: impl Into<String>) -> Builder {
        Builder { region: Some(region.into()), ..self }
    }

    /// Sets the account in ARNs: 12 digits.
    pub fn account(self, account: impl Into<String>) -> Builder {
        Builder { account: Some(account.into()), ..self }
    }

    /// Sets whether requests are logged for [`Local::requests`]. They are by default. Without the log, a request costs less.
    pub fn log_requests(self, logs_requests: bool) -> Builder {
        Builder { logs_requests, ..self }
    }

    /// Makes the database.
    ///
    /// # Errors
    /// The Region is unknown, or the account does not have 12 digits.
    pub fn build(self) -> Result<Local, Error> {
        let mut engine = Engine::new(self.seed, EngineConfig::instant());
        engine.advance_to(timestamp_of(self.starts_at));
        if self.region.is_some() || self.account.is_some() {
            set_up(&mut engine, &SetAccount { region: self.region, account_id: self.account })?;
        }
        if self.profile == Profile::Realistic {
            // The control has signed numbers.
            let seed = i64::try_from(self.seed >> 1).unwrap_or_default();
            let profile = Some("realistic".to_owned());
            set_up(&mut engine, &SetDials { profile, seed: Some(seed), ..SetDials::default() })?;
        }
        Ok(Local::of_instance(Instance::new(engine), self.logs_requests))
    }
}

fn set_up<C: Call>(engine: &mut Engine, control: &C) -> Result<(), Error> {
    let request = Request::parse(C::NAME, &control.body()).map_err(|error| Error::from(&error))?;
    let execution = engine.execute(Command { at: engine.now(), request }, TraceLevel::Off);
    execution.outcome.map(drop).map_err(|error| Error::from(&error))
}
