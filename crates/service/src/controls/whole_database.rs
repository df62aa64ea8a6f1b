//! The controls that replace, keep or copy a database as a whole, and those of the log of requests. [`Instance`](crate::Instance) executes
//! them: an engine cannot replace itself. An engine without an instance around it, such as that of a workspace, refuses them.

use dynalab_engine::error::{ControlError, DynamoError};
use dynalab_engine::request::fields::{Fields, RequestLayer};
use dynalab_engine::request::operation::{Operation, Step, reads_nothing};
use dynalab_engine::response::json_writer::ObjectWriter;

use crate::complete::{Complete, Context};
pub use crate::contract::snapshots::{
    DeleteRequests, DeleteSnapshot, Fork, ListRequests, ListSnapshots, Reset, Restore, SetRequestLog,
    TakeSnapshot,
};
use crate::contract::snapshots::{
    ForkDescription, RequestList, RequestLogState, SnapshotDescription, SnapshotList,
};
use crate::contract::{Call, NoMembers, encode};

const NAME_LENGTH_MAX: usize = 64;
/// The most requests that one response lists.
pub(crate) const REQUESTS_MAX: i64 = 10_000;

/// Implements an operation that only an instance executes.
macro_rules! of_instance {
    ($($operation:ident -> $response:ty, $is_read:literal, |$fields:pat_param| $decoded:expr;)*) => {
        $(impl Operation<Complete> for $operation {
            const NAME: &'static str = <$operation as Call>::NAME;
            const LAYER: RequestLayer = RequestLayer::Control;
            const READS_ONLY: bool = $is_read;
            type Response = $response;

            fn decode($fields: &mut Fields) -> $operation {
                $decoded
            }

            reads_nothing!();

            fn step(&mut self, _: &mut (), _: &mut Context) -> Result<Step<$response>, DynamoError> {
                Err(ControlError::NoInstance { operation: <$operation as Call>::NAME }.into())
            }

            fn encode(response: &$response, body: &mut ObjectWriter) {
                encode(response, body);
            }
        })*
    };
}

of_instance! {
    Reset -> NoMembers, false, |_| Reset {};
    TakeSnapshot -> SnapshotDescription, false, |fields| TakeSnapshot { name: name(fields) };
    Restore -> SnapshotDescription, false, |fields| Restore { name: name(fields) };
    Fork -> ForkDescription, false, |fields| Fork { name: name(fields) };
    ListSnapshots -> SnapshotList, true, |_| ListSnapshots {};
    DeleteSnapshot -> NoMembers, false, |fields| DeleteSnapshot { name: name(fields) };
    SetRequestLog -> RequestLogState, false, |fields| {
        fields.require("On");
        SetRequestLog { on: fields.boolean("On").unwrap_or_default() }
    };
    ListRequests -> RequestList, true, |fields| ListRequests {
        after: number(fields, "After", 0, None),
        limit: number(fields, "Limit", 1, Some(REQUESTS_MAX)),
    };
    DeleteRequests -> NoMembers, false, |_| DeleteRequests {};
}

fn name(fields: &mut Fields) -> String {
    fields.require("Name");
    fields.text_of_length("Name", 1, NAME_LENGTH_MAX).unwrap_or_default()
}

fn number(fields: &mut Fields, member: &str, least: i64, most: Option<i64>) -> Option<u64> {
    fields.integer_between(member, "Long", least, most).and_then(|number| u64::try_from(number).ok())
}
