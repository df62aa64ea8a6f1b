//! The property of any text: damaged requests get a valid response.

use dynalab_engine::database::change::any_changes_data;
use dynalab_service::Request as EngineRequest;
use dynalab_types::Timestamp;
use serde_json::Value as Json;

use crate::simulator::chance::Chance;
use crate::simulator::command_target::{CommandTarget, Reply};
use crate::simulator::generation::Plan;
use crate::simulator::run::{Checked, Failure, engine_of};
use crate::simulator::twins::{reopened, same_state};

/// The names of DynamoDB's errors.
const ERRORS: [&str; 24] = [
    "BackupInUseException",
    "BackupNotFoundException",
    "ExportConflictException",
    "ExportNotFoundException",
    "ImportConflictException",
    "ImportNotFoundException",
    "InvalidExportTimeException",
    "InvalidRestoreTimeException",
    "PointInTimeRecoveryUnavailableException",
    "TableAlreadyExistsException",
    "ConditionalCheckFailedException",
    "DuplicateItemException",
    "IdempotentParameterMismatchException",
    "LimitExceededException",
    "AccessDeniedException",
    "ExpiredIteratorException",
    "TableNotFoundException",
    "TrimmedDataAccessException",
    "ResourceInUseException",
    "ResourceNotFoundException",
    "SerializationException",
    "TransactionCanceledException",
    "UnknownOperationException",
    "ValidationException",
];
/// Members that few of the generated requests have.
const MEMBERS: [&str; 24] = [
    "AttributesToGet",
    "BillingMode",
    "ClientRequestToken",
    "ConditionalOperator",
    "ConsistentRead",
    "DeletionProtectionEnabled",
    "ExclusiveStartKey",
    "ExclusiveStartTableName",
    "Expected",
    "FilterExpression",
    "GlobalSecondaryIndexUpdates",
    "IndexName",
    "Key",
    "KeyConditions",
    "Limit",
    "ProjectionExpression",
    "ProvisionedThroughput",
    "QueryFilter",
    "ReturnItemCollectionMetrics",
    "Segment",
    "Select",
    "TableName",
    "TotalSegments",
    "TransactItems",
];
const BENDS_PER_COMMAND: usize = 6;

pub fn is_answered(plan: &Plan) -> Checked {
    let mut engine = engine_of(plan);
    for command in &plan.commands {
        let mut chance = Chance::at(plan.seed ^ 0xB3, command.at_ms);
        let body = command.request.body();
        let operation = command.request.operation();
        // Apply due work first, because a rejected request must not change anything.
        engine.advance_to(Timestamp::from_epoch_ms(command.at_ms));
        engine.send(command.at_ms, operation, &body.to_string());
        for _ in 0..BENDS_PER_COMMAND {
            let mut bent = body.clone();
            for _ in 0..1 + chance.below(3) {
                match &mut bent {
                    Json::Object(members) if chance.one_in(4) => {
                        members.insert(chance.pick_text(&MEMBERS).to_owned(), strange(&mut chance));
                    }
                    bent => bend(bent, &mut chance),
                }
            }
            let operation = if chance.one_in(6) { chance.pick_text(EngineRequest::ALL) } else { operation };
            let text = if chance.one_in(8) { torn(&bent.to_string(), &mut chance) } else { bent.to_string() };
            let reply = engine.send(command.at_ms, operation, &text);
            well_formed(&reply).map_err(|what| {
                Failure::from_text(format!("{what}: {operation} {text}\n  {}", reply.text))
            })?;
        }
        if chance.one_in(10) {
            same_state(&engine, &reopened(&engine, plan)?, "of strange requests")?;
        }
    }
    Ok(())
}

pub fn well_formed(reply: &Reply) -> Result<(), &'static str> {
    if !reply.body.is_object() {
        return Err("the answer is no JSON object");
    }
    match (reply.status, reply.error()) {
        (200, None) => Ok(()),
        (400, Some(error)) if ERRORS.contains(&error) && !any_changes_data(&reply.changes) => Ok(()),
        (400, Some(error)) if ERRORS.contains(&error) => Err("refused, and changed something"),
        _ => Err("neither an answer nor an error of the service"),
    }
}

/// Changes one place of a body.
fn bend(body: &mut Json, chance: &mut Chance) {
    let places = count(body);
    let mut place = chance.below(places);
    bend_at(body, &mut place, chance);
}

fn count(json: &Json) -> usize {
    1 + match json {
        Json::Object(members) => members.values().map(count).sum(),
        Json::Array(elements) => elements.iter().map(count).sum(),
        _ => 0,
    }
}

/// Counts down to the place to change.
fn bend_at(json: &mut Json, place: &mut usize, chance: &mut Chance) -> bool {
    if *place == 0 {
        *json = bent(json, chance);
        return true;
    }
    *place -= 1;
    match json {
        Json::Object(members) => members.values_mut().any(|member| bend_at(member, place, chance)),
        Json::Array(elements) => elements.iter_mut().any(|element| bend_at(element, place, chance)),
        _ => false,
    }
}

const TEXTS: [&str; 22] = [
    "",
    "S",
    "NULL",
    "#",
    ":v0",
    "pk",
    "size(pk) > :v0",
    "pk = :v0 AND",
    "((((",
    "a[99999999999999999999]",
    "\u{0}",
    "1e999",
    "-1E-200",
    "99999999999999999999999999999999999999999",
    "NaN",
    "=",
    "AA=",
    "é",
    "PROVISIONED",
    "COUNT",
    "SET a = a + :v0 REMOVE b[1] ADD c :v1",
    "attribute_exists(a.b[0]) OR NOT contains(a, :v0)",
];

fn number(chance: &mut Chance) -> Json {
    const NUMBERS: [i64; 9] = [0, -1, 1, 2, 25, 1_000_000, 4_294_967_296, i64::MAX, i64::MIN];
    if chance.one_in(8) { 1.5e300.into() } else { (*chance.pick(&NUMBERS)).into() }
}

/// Returns a value that does not depend on the present one.
fn strange(chance: &mut Chance) -> Json {
    match chance.below(6) {
        0 => Json::Null,
        1 => Json::Bool(chance.one_in(2)),
        2 | 3 => number(chance),
        4 => serde_json::json!({ "pk": { "S": "p" }, "sk": { "S": "a" } }),
        _ => chance.pick_text(&TEXTS).into(),
    }
}

fn bent(json: &Json, chance: &mut Chance) -> Json {
    match (chance.below(10), json) {
        (_, Json::Number(_)) => number(chance),
        (0..=2, _) => strange(chance),
        (3, _) => Json::Array(vec![json.clone(), json.clone()]),
        (4, _) => nested(json.clone(), chance),
        (5, Json::Object(members)) => {
            let mut members = members.clone();
            let names: Vec<String> = members.keys().cloned().collect();
            if !names.is_empty() {
                let value = members.remove(chance.pick(&names)).unwrap_or_default();
                if chance.one_in(2) {
                    members.insert(chance.pick_text(&TEXTS).to_owned(), value);
                }
            }
            Json::Object(members)
        }
        (5 | 6, Json::Array(elements)) => {
            Json::Array(elements.iter().cycle().take(chance.below(130)).cloned().collect())
        }
        (6 | 7, Json::String(text)) => Json::String(torn(text, chance)),
        (8, Json::String(text)) => Json::String(text.repeat(1 + chance.below(300))),
        _ => strange(chance),
    }
}

fn nested(mut json: Json, chance: &mut Chance) -> Json {
    for _ in 0..*chance.pick(&[1, 5, 31, 32, 33, 60, 140]) {
        json = if chance.one_in(2) {
            serde_json::json!({ "L": [json] })
        } else {
            serde_json::json!({ "M": { "a": json } })
        };
    }
    json
}

/// Returns a text with a piece removed, doubled or replaced.
pub fn torn(text: &str, chance: &mut Chance) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = chance.below(characters.len() + 1);
    let to = from + chance.below(characters.len() + 1 - from).min(8);
    let (head, piece, tail) = (&characters[..from], &characters[from..to], &characters[to..]);
    let middle: Vec<char> = match chance.below(3) {
        0 => Vec::new(),
        1 => [piece, piece].concat(),
        _ => chance
            .pick_text(&["(", ")", "\"", "{", ":", ",", " AND ", "\\u0000", "[0]", "."])
            .chars()
            .collect(),
    };
    head.iter().chain(&middle).chain(tail).collect()
}
