//! What the engine is known to do otherwise than the properties ask. Each entry is provoked by a test of its own, which
//! fails when the engine has changed its mind: then the entry goes, and the properties are strict about it again.

use dynalab_engine::Engine;
use serde_json::json;

use crate::simulator::door::{Door, config};
use crate::simulator::generation::BEGIN_MS;
use crate::simulator::model::Delays;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownDifference {
    /// A batch whose last write changes nothing has its charges in no group of changes: they are neither undone with
    /// the batch nor kept with it.
    LastStepWithoutEffectIsNotMetered,
}

impl KnownDifference {
    pub const LISTED: &[KnownDifference] = &[];

    pub fn is_listed(self) -> bool {
        KnownDifference::LISTED.contains(&self)
    }

    /// Provokes it.
    pub fn still_differs(self) -> bool {
        match self {
            KnownDifference::LastStepWithoutEffectIsNotMetered => last_step_is_not_metered(),
        }
    }
}

fn last_step_is_not_metered() -> bool {
    let mut engine = Engine::new(1, config(Delays::default()));
    let table = json!({
        "TableName": "Table",
        "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }],
        "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    engine.send(BEGIN_MS, "CreateTable", &table.to_string());
    let batch = json!({ "RequestItems": { "Table": [
        { "PutRequest": { "Item": { "pk": { "S": "a" } } } },
        { "DeleteRequest": { "Key": { "pk": { "S": "nothing" } } } },
    ] } });
    let reply = engine.send(BEGIN_MS, "BatchWriteItem", &batch.to_string());
    engine.undo(reply.changes);
    engine.meters().totals().next().is_some()
}
