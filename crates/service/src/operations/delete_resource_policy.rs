//! DeleteResourcePolicy: deletes the policy of a table or a stream. Without a policy, nothing happens.

use dynalab_engine::database::change::{Change, WriteSet};
use dynalab_engine::error::DynamoError;
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Access, Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
use crate::resource_policy::{PolicyHolder, ResourcePolicy};

/// A DeleteResourcePolicy request.
#[derive(Clone, Debug)]
pub struct DeleteResourcePolicy {
    arn: String,
    expected_revision: Option<String>,
}

impl Operation<Complete> for DeleteResourcePolicy {
    const NAME: &'static str = "DeleteResourcePolicy";
    const LAYER: RequestLayer = RequestLayer::Plain;
    const ACCESS: Access<Self> = Access::Arn(|operation| &operation.arn);
    /// The revision of the deleted policy, or of an earlier deletion. `None` if there never was a policy.
    type Response = Option<u64>;

    fn decode(fields: &mut Fields) -> DeleteResourcePolicy {
        fields.require("ResourceArn");
        DeleteResourcePolicy {
            arn: fields.text_of_length("ResourceArn", 1, 1283).unwrap_or_default(),
            expected_revision: fields.text_of_length("ExpectedRevisionId", 1, 255),
        }
    }

    reads_nothing!();

    fn step(&mut self, _: &mut (), context: &mut Context) -> Result<Step<Option<u64>>, DynamoError> {
        let holder = PolicyHolder::parse(&self.arn, context.config)?;
        let current = holder.find(context.database)?;
        holder.expect(current.as_ref(), self.expected_revision.as_deref())?;
        let revision = current.as_ref().map(|current| current.revision);
        if current.as_ref().is_none_or(|current| current.document.is_none()) {
            return Ok(Step::Done(revision, WriteSet::default()));
        }
        // The time of the deletion is kept as its revision.
        let gone = ResourcePolicy::following(current.as_ref(), None, context.now);
        let times = holder.note_change(context)?;
        let mut writes = WriteSet::from_change(Change::record(holder.key(), Some(gone.to_bytes())));
        writes.changes.extend(times);
        Ok(Step::Done(revision, writes))
    }

    fn encode(revision: &Option<u64>, body: &mut ObjectWriter) {
        if let Some(revision) = revision {
            body.text("RevisionId", &revision.to_string());
        }
    }
}
