//! Dynalab.DescribeDials: the settings with their values, their descriptions and the profile.

use dynalab_engine::change::WriteSet;
use dynalab_engine::database::Database;
use dynalab_engine::dials::{Dials, Profile};
use dynalab_engine::error::DynamoError;
use dynalab_engine::fields::{Fields, RequestLayer};
use dynalab_engine::json_writer::ObjectWriter;
use dynalab_engine::operation::{Operation, Step, reads_nothing};

use crate::complete::{Complete, Context};

#[derive(Clone, Debug)]
pub struct DescribeDials;

/// Returns the settings, or those of the instant profile if they were never changed.
pub(crate) fn current(database: &Database) -> Dials {
    match database.dials() {
        Some(dials) => dials.as_ref().clone(),
        None => Dials::of_profile(Profile::Instant, 0),
    }
}

pub(crate) fn encode(dials: &Dials, body: &mut ObjectWriter) {
    body.text("Profile", dials.profile.name());
    body.integer("Seed", dials.seed);
    body.objects("Dials", Dials::ALL, |object, dial| {
        object.text("Name", dial.name);
        object.integer("Value", dials.get(dial.name).unwrap_or_default());
        object.integer("Instant", dial.instant);
        object.integer("Realistic", dial.realistic);
        object.integer("Most", dial.most);
        object.text("Source", dial.source.name());
        object.text("About", dial.about);
    });
}

impl Operation<Complete> for DescribeDials {
    const NAME: &'static str = "Dynalab.DescribeDials";
    const LAYER: RequestLayer = RequestLayer::Control;
    const READS_ONLY: bool = true;
    type Response = Dials;

    fn decode(_: &mut Fields) -> DescribeDials {
        DescribeDials
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Dials>, DynamoError> {
        Ok(Step::Done(current(context.database), WriteSet::default()))
    }

    fn encode(dials: &Dials, body: &mut ObjectWriter) {
        encode(dials, body);
    }
}
