//! DeleteResourcePolicy: takes the policy of a table or a stream away; where there is none, nothing happens.

use crate::change::{Change, WriteSet};
use crate::context::Context;
use crate::database::Database;
use crate::error::DynamoError;
use crate::fields::{Fields, RequestLayer};
use crate::json_writer::ObjectWriter;
use crate::operations::{Operation, Step};
use crate::plan::Plan;
use crate::resource_policy::PolicyHolder;

#[derive(Clone, Debug)]
pub struct DeleteResourcePolicy {
    arn: String,
    expected_revision: Option<String>,
}

impl DeleteResourcePolicy {
    fn check(&self, database: &Database) -> Result<PolicyHolder, DynamoError> {
        let holder = PolicyHolder::find(database, &self.arn)?;
        holder.expect(&self.arn, self.expected_revision.as_deref())?;
        Ok(holder)
    }
}

impl Operation for DeleteResourcePolicy {
    const NAME: &'static str = "DeleteResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    /// The revision of what went; none where there was nothing.
    type Response = Option<u64>;

    fn decode(fields: &mut Fields) -> DeleteResourcePolicy {
        fields.require("ResourceArn");
        DeleteResourcePolicy {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            expected_revision: fields.text_of_length("ExpectedRevisionId", 1, 255),
        }
    }

    fn plan(&self, database: &Database) -> Result<Plan, DynamoError> {
        self.check(database).map(|_| Plan::NoRead)
    }

    fn step(&mut self, context: &mut Context) -> Result<Step<Option<u64>>, DynamoError> {
        let PolicyHolder { key, policy } = self.check(context.database)?;
        let writes = match policy {
            Some(_) => WriteSet::of(Change::record(key, None)),
            None => WriteSet::default(),
        };
        Ok(Step::Done(policy.map(|policy| policy.revision), writes))
    }

    fn encode(revision: &Option<u64>, body: &mut ObjectWriter) {
        if let Some(revision) = revision {
            body.text("RevisionId", &revision.to_string());
        }
    }
}
