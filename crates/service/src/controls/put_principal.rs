//! Dynalab.PutPrincipal: creates a principal with policies, or replaces the one of that name.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;
use dynalab_types::SmallMap;

use crate::access::Principal;
use crate::complete::{Complete, Context};
use crate::contract::{Call, access as contract};
use crate::simulation_state::SimulationState;

const PRINCIPALS_MAX: usize = 50;
const POLICIES_MAX: usize = 10;
/// IAM's limit for one policy, in bytes.
const DOCUMENT_BYTES_MAX: usize = 6144;

/// A PutPrincipal request.
#[derive(Clone, Debug)]
pub struct PutPrincipal {
    name: String,
    documents: Vec<String>,
    context: SmallMap<String, String>,
}

impl PutPrincipal {
    fn principal(&self, database: &Database) -> Result<Principal, DynamoError> {
        if self.documents.len() > POLICIES_MAX {
            return Err(ControlError::TooMany { what: "policies", most: POLICIES_MAX as u64 }.into());
        }
        if self.documents.iter().any(|document| document.len() > DOCUMENT_BYTES_MAX) {
            return Err(ControlError::PolicyTooLong { most: DOCUMENT_BYTES_MAX as u64 }.into());
        }
        let principals = SimulationState::of(database).principals;
        if principals.len() >= PRINCIPALS_MAX && !principals.contains_key(self.name.as_str()) {
            return Err(ControlError::TooMany { what: "principals", most: PRINCIPALS_MAX as u64 }.into());
        }
        let made = Principal::new(self.name.as_str().into(), self.documents.clone(), self.context.clone());
        made.map_err(|fault| ControlError::Policy { fault }.into())
    }
}

impl Operation<Complete> for PutPrincipal {
    const NAME: &'static str = <contract::PutPrincipal as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = ();

    fn decode(fields: &mut Fields) -> PutPrincipal {
        ["Name", "Policies"].into_iter().for_each(|member| fields.require(member));
        PutPrincipal {
            name: fields.text_of_length("Name", 1, 64).unwrap_or_default(),
            documents: fields.documents("Policies"),
            context: fields.names("Context").unwrap_or_default(),
        }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.principal(database).map(|_| ())
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<()>, DynamoError> {
        let principal = self.principal(context.database)?;
        let record = Change::record(Principal::key(&principal.name), Some(principal.to_bytes()));
        Ok(Step::Done((), WriteSet::from_change(record)))
    }

    fn encode((): &(), _: &mut ObjectWriter) {}
}
