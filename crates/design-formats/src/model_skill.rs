//! The cost model of AWS's agent skill (`dynamodb_data_model.json`): key names, counts and sizes of items, patterns with rates.

mod entity;
mod read;
mod write;

use dynalab_modeling::design::Extra;
use dynalab_modeling::formats::{Format, FormatError, Look, Wanted};
use serde_json::{Map, Value};

use crate::object_literal::members;

pub const FORMAT: Format = Format {
    id: "model-skill",
    names: ["Cost model of AWS’s agent skill", "AWS のエージェントスキルのコストモデル"],
    extension: "json",
    is_like,
    read: Some(read::read),
    write: Some(|design, report, _| write::write(design, report).into()),
};

/// The member of a design with data that only this format has.
const KEPT: &str = "model_skill";

/// Returns true for this file. AWS's data-modeling server uses the same file name, but `TableName`.
fn is_like(look: &Look) -> bool {
    look.text().contains("table_name")
        && look.outline().is_some_and(|value| {
            value["tables"][0]["table_name"].is_string() && value["tables"][0]["key_schema"].is_object()
        })
}

fn list<'a>(body: &'a Value, member: &str) -> Result<&'a [Value], FormatError> {
    match body.get(member) {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(_) => Err(FormatError::Member { place: member.to_owned(), wanted: Wanted::List }),
    }
}

fn text(body: &Value, member: &str, place: &str) -> Result<String, FormatError> {
    let found = body[member].as_str().map(str::to_owned);
    found.ok_or_else(|| FormatError::Member { place: format!("{place}.{member}"), wanted: Wanted::Text })
}

fn rest(body: &Value, known: &[&str]) -> Map<String, Value> {
    let others = members(body).into_iter().filter(|(name, _)| !known.contains(name));
    others.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

fn keep(extra: &mut Extra, others: Map<String, Value>) {
    if !others.is_empty() {
        extra.insert(KEPT.to_owned(), Value::Object(others));
    }
}

fn kept_of(body: &Value, known: &[&str]) -> Extra {
    let mut extra = Extra::new();
    keep(&mut extra, rest(body, known));
    extra
}

fn kept(extra: &Extra) -> Map<String, Value> {
    extra.get(KEPT).and_then(Value::as_object).cloned().unwrap_or_default()
}
