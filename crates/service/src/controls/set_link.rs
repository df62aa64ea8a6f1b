//! Dynalab.SetLink: sets the replication delay from one Region to another, or disconnects the two. Waiting writes continue when
//! the link is connected again.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{DynamoError, GlobalTableError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::region::is_region;

use crate::complete::{Complete, Context};
use crate::contract::{Call, regions as contract};
use crate::regions::arrival::resume;
use crate::regions::link::Link;

const LAG_MAX_MS: i64 = 24 * 60 * 60 * 1000;

/// A SetLink request.
#[derive(Clone, Debug)]
pub struct SetLink {
    from: String,
    to: String,
    lag_ms: Option<u64>,
    up: bool,
}

impl SetLink {
    fn check(&self) -> Result<(), DynamoError> {
        match [&self.from, &self.to].into_iter().find(|region| !is_region(region)) {
            Some(region) => Err(GlobalTableError::UnknownRegion { region: region.clone() }.into()),
            None => Ok(()),
        }
    }
}

impl Operation<Complete> for SetLink {
    const NAME: &'static str = <contract::SetLink as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> SetLink {
        ["From", "To"].into_iter().for_each(|member| fields.require(member));
        let lag_ms = fields.integer_between("LagMs", "Long", 0, Some(LAG_MAX_MS));
        SetLink {
            from: fields.text("From").unwrap_or_default(),
            to: fields.text("To").unwrap_or_default(),
            lag_ms: lag_ms.map(|lag_ms| lag_ms.max(0) as u64),
            up: fields.boolean("Up").unwrap_or(true),
        }
    }

    type Planned = ();

    fn plan(&self, _: &Database) -> Result<(), DynamoError> {
        self.check()
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let before = Link::load(context.database, &self.from, &self.to);
        let after = Link { fixed_lag_ms: self.lag_ms, up: self.up, ..before.clone() };
        let is_as_ever = after.up && after.fixed_lag_ms.is_none();
        let mut writes = match before.up {
            false if after.up => resume(&after, context.now, context.database),
            _ => WriteSet::default(),
        };
        let bytes = (!is_as_ever).then(|| after.to_bytes());
        if bytes.is_some() || context.database.record(&after.key()).is_some() {
            writes.changes.push(Change::record(after.key(), bytes));
        }
        Ok(Step::Done((), writes))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
