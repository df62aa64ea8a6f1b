//! Dynalab.SetDials: sets a profile, turns the throughput limits on or off together, and changes single settings. Other
//! settings keep their value. A profile first resets all settings. The response lists the settings that differ from the
//! profile.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::dials::{Dials, Profile};
use dynalab_types::SmallMap;

use crate::complete::{Complete, Context};
use crate::contract::{Call, clock as contract, encode};
use crate::controls::describe_dials;

/// A SetDials request.
#[derive(Clone, Debug)]
pub struct SetDials {
    profile: Option<Profile>,
    seed: Option<i64>,
    limits: Option<bool>,
    dials: SmallMap<String, i64>,
}

impl SetDials {
    fn apply_to(&self, now: &Dials) -> Result<Dials, DynamoError> {
        let mut dials = match self.profile {
            Some(profile) => Dials::of_profile(profile, now.seed),
            None => now.clone(),
        };
        if let Some(seed) = self.seed {
            dials.seed = seed as u64;
        }
        if let Some(limits) = self.limits {
            dials.set_limits(limits);
        }
        for (name, value) in self.dials.iter() {
            let Some(dial) = Dials::ALL.iter().find(|dial| dial.name == name) else {
                return Err(ControlError::NoSuchDial { name: name.clone() }.into());
            };
            match u64::try_from(*value) {
                Ok(value) if dial.is_in_range(value) => dials.set(name, value),
                _ => {
                    let (name, least, most) = (dial.name, dial.least(), dial.most);
                    return Err(ControlError::DialOutOfRange { name, least, most }.into());
                }
            };
        }
        Ok(dials)
    }
}

impl Operation<Complete> for SetDials {
    const NAME: &'static str = <contract::SetDials as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = contract::ChangedDials;

    fn decode(fields: &mut Fields) -> SetDials {
        let known = [Profile::Instant, Profile::Realistic].map(|profile| (profile.name(), profile));
        SetDials {
            profile: fields.enumeration("Profile", Profile::NAMES, &known),
            seed: fields.integer("Seed", "Long"),
            limits: fields.boolean("Limits"),
            dials: fields.integers("Dials", "Long"),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.apply_to(&describe_dials::current(database)).map(|_| ())
    }

    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<contract::ChangedDials>, DynamoError> {
        let dials = self.apply_to(&describe_dials::current(context.database))?;
        let untouched = dials == Dials::of_profile(Profile::Instant, 0);
        let record = Change::record(Dials::record_key(), (!untouched).then(|| dials.to_bytes()));
        let changed = dials.changed_settings().map(|(name, value)| (name.to_owned(), value));
        let response = contract::ChangedDials {
            profile: dials.profile.name().to_owned(),
            seed: dials.seed,
            turned: changed.collect(),
        };
        Ok(Step::Done(response, WriteSet::from_change(record)))
    }

    fn encode(response: &contract::ChangedDials, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
