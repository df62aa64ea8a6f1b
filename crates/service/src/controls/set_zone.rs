//! Dynalab.SetZone: makes an Availability Zone fail with all its replicas, or recovers it.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_engine::settings::zone::Zone;

use crate::complete::{Complete, Context};
use crate::contract::{Call, encode, faults as contract};
use crate::controls::describe_dials::current;
use crate::lag::{missed_key, missed_writes};
use crate::zones::Zones;

/// A SetZone request.
#[derive(Clone, Debug)]
pub struct SetZone {
    zone: Zone,
    up: bool,
}

fn describe(zones: &Zones) -> contract::ZonesDescription {
    let described = Zone::ALL.iter().map(|zone| {
        let state = zones.state(*zone);
        contract::ZoneDescription {
            zone: zone.name().to_owned(),
            up: state.up,
            serves_from: state.up.then(|| state.serves_from.epoch_seconds()),
        }
    });
    contract::ZonesDescription { zones: described.collect() }
}

impl Operation<Complete> for SetZone {
    const NAME: &'static str = <contract::SetZone as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = contract::ZonesDescription;

    fn decode(fields: &mut Fields) -> SetZone {
        fields.require("Zone");
        fields.require("Up");
        let known = Zone::ALL.map(|zone| (zone.name(), zone));
        SetZone {
            zone: fields.enumeration("Zone", Zone::NAMES, &known).unwrap_or(Zone::A),
            up: fields.boolean("Up").unwrap_or(true),
        }
    }

    reads_nothing!();

    /// The replicas of all tables catch up in parallel, so the one that missed most determines the duration.
    fn step(
        &mut self,
        _: &mut (),
        context: &mut Context,
    ) -> Result<Step<contract::ZonesDescription>, DynamoError> {
        let database = context.database;
        let dials = current(database);
        let mut writes = WriteSet::default();
        let mut most_missed = 0;
        for table in database.all_tables().filter(|_| self.up) {
            let name = &table.definition.name;
            let missed = missed_writes(database, name, self.zone);
            if missed > 0 {
                most_missed = most_missed.max(missed);
                writes.changes.push(Change::record(missed_key(name, self.zone), None));
            }
        }
        let catch_up_ms = (most_missed * 1_000).checked_div(dials.replica_catch_up_units).unwrap_or(0);
        let mut zones = context.service.zones().map(|zones| zones.as_ref().clone()).unwrap_or_default();
        zones.set_zone_status(self.zone, self.up, context.now, dials.leader_lease_ms, catch_up_ms);
        writes.changes.push(Change::record(Zones::record_key(), Some(zones.to_bytes())));
        Ok(Step::Done(describe(&zones), writes))
    }

    fn encode(response: &contract::ZonesDescription, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
