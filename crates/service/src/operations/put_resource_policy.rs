//! PutResourcePolicy: sets or replaces the policy of a table or a stream. Policies are evaluated as soon as a principal is in
//! use.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::resource_policy::{PolicyHolder, ResourcePolicy};

/// A PutResourcePolicy request.
#[derive(Clone, Debug)]
pub struct PutResourcePolicy {
    arn: String,
    document: String,
    expected_revision: Option<String>,
    /// True if the request confirms that its sender may lose the permission to change the policy.
    confirmed: bool,
}

impl Operation<Complete> for PutResourcePolicy {
    const NAME: &'static str = "PutResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    /// The revision.
    type Response = u64;

    fn decode(fields: &mut Fields) -> PutResourcePolicy {
        fields.require("ResourceArn");
        fields.require("Policy");
        PutResourcePolicy {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            document: fields.text("Policy").unwrap_or_default(),
            expected_revision: fields.text_of_length("ExpectedRevisionId", 1, 255),
            confirmed: fields.boolean("ConfirmRemoveSelfResourceAccess").unwrap_or_default(),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<u64>, DynamoError> {
        let holder = PolicyHolder::parse(&self.arn, context.config)?;
        let document = holder.canonical(&self.document, self.confirmed)?;
        let current = holder.find(context.database)?;
        holder.expect(current.as_ref(), self.expected_revision.as_deref())?;
        if let Some(current) = current.as_ref().filter(|current| current.document.as_ref() == Some(&document))
        {
            return Ok(Step::Done(current.revision, WriteSet::default()));
        }
        let policy = ResourcePolicy::following(current.as_ref(), Some(document), context.now);
        let times = holder.note_change(context)?;
        let mut writes = WriteSet::from_change(Change::record(holder.key(), Some(policy.to_bytes())));
        writes.changes.extend(times);
        Ok(Step::Done(policy.revision, writes))
    }

    fn encode(revision: &u64, body: &mut ObjectWriter) {
        body.text("RevisionId", &revision.to_string());
    }
}
