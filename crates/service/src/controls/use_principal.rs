//! Dynalab.UsePrincipal: sets the principal of the following requests. Without a name it is the account's root user, who has
//! all permissions.

use dynalab_engine::database::Database;
use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::access::Principal;
use crate::complete::{Complete, Context};
use crate::contract::access::PrincipalInUse;
pub use crate::contract::access::UsePrincipal;
use crate::contract::{Call, encode};

impl UsePrincipal {
    fn check(&self, database: &Database) -> Result<(), DynamoError> {
        match &self.name {
            Some(name) if database.record(&Principal::key(name)).is_none() => {
                Err(ControlError::NotFound { what: "principal", name: name.clone() }.into())
            }
            _ => Ok(()),
        }
    }
}

impl Operation<Complete> for UsePrincipal {
    const NAME: &'static str = <UsePrincipal as Call>::NAME;
    const LAYER: RequestLayer = RequestLayer::Control;
    type Response = PrincipalInUse;

    fn decode(fields: &mut Fields) -> UsePrincipal {
        UsePrincipal { name: fields.text("Name") }
    }

    type Planned = ();

    fn plan(&self, database: &Database) -> Result<(), DynamoError> {
        self.check(database)
    }

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<PrincipalInUse>, DynamoError> {
        let bytes = self.name.as_ref().map(|name| name.as_bytes().to_vec());
        let changes = match (&bytes, context.database.record(&Principal::used_key())) {
            (None, None) => WriteSet::default(),
            _ => WriteSet::from_change(Change::record(Principal::used_key(), bytes)),
        };
        let account = &context.config.account_id;
        let arn = match &self.name {
            Some(name) => format!("arn:aws:iam::{account}:user/{name}"),
            None => format!("arn:aws:iam::{account}:root"),
        };
        Ok(Step::Done(PrincipalInUse { arn }, changes))
    }

    fn encode(response: &PrincipalInUse, body: &mut ObjectWriter) {
        encode(response, body);
    }
}
