//! Dynalab.DescribeDials: the settings with their values, their descriptions and the profile.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::WriteSet;
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::dials::{Dials, Profile};

use crate::complete::{Complete, Context};
pub use crate::contract::clock::DescribeDials;
use crate::contract::clock::{DialDescription, DialsDescription};
use crate::contract::{Call, encode};

/// Returns the settings, or those of the instant profile if they were never changed.
pub(crate) fn current(database: &Database) -> Dials {
    match database.dials() {
        Some(dials) => dials.as_ref().clone(),
        None => Dials::of_profile(Profile::Instant, 0),
    }
}

fn describe(dials: &Dials) -> DialsDescription {
    let described = Dials::ALL.iter().map(|dial| DialDescription {
        name: dial.name.to_owned(),
        value: dials.get(dial.name).unwrap_or_default(),
        instant: dial.instant,
        realistic: dial.realistic,
        most: dial.most,
        source: dial.source.name().to_owned(),
        about: dial.about.to_owned(),
    });
    DialsDescription {
        profile: dials.profile.name().to_owned(),
        seed: dials.seed,
        dials: described.collect(),
    }
}

impl Operation<Complete> for DescribeDials {
    const NAME: &'static str = <DescribeDials as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = DialsDescription;

    fn decode(_: &mut Fields) -> DescribeDials {
        DescribeDials {}
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<DialsDescription>, DynamoError> {
        Ok(Step::Done(describe(&current(context.database)), WriteSet::default()))
    }

    fn encode(response: &DialsDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
