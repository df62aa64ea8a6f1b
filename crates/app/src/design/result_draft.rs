//! Edits the expected result of an access pattern: one result with a field of its own, or several together.

use dynalab_modeling::design::{
    AccessPattern, Delete, Expectation, KeyTemplates, Operation, Parameter, StateAfter, Update,
};
use dynalab_modeling::{Design, Template};

/// The expected results that have a form: of reads, of writes, and of both.
pub const RESULTS: [&str; 7] = ["none", "count", "at_least", "empty", "stored", "deleted", "error"];

/// Returns true if a request of this kind can have the expected result.
pub fn has_result(operation: Option<&Operation>, result: &str) -> bool {
    let is_write = operation.is_some_and(Operation::is_write);
    match result {
        "count" | "at_least" | "empty" => !is_write,
        "stored" => matches!(operation, Some(Operation::Put(_) | Operation::Update(_))),
        "deleted" => matches!(operation, Some(Operation::Delete(_))),
        _ => true,
    }
}

/// Returns the form of the expected result, or "other" for several results together.
pub fn result_name(expect: Option<&Expectation>) -> &'static str {
    let Some(expect) = expect else { return "none" };
    let is_only = |kept: Expectation| *expect == kept;
    if expect.is_blank() {
        "other"
    } else if is_only(Expectation { count: expect.count, ..Expectation::default() }) {
        "count"
    } else if is_only(Expectation { at_least: expect.at_least, ..Expectation::default() }) {
        "at_least"
    } else if is_only(Expectation { empty: true, ..Expectation::default() }) {
        "empty"
    } else if is_only(Expectation { error: expect.error.clone(), ..Expectation::default() }) {
        "error"
    } else if let [state] = &expect.after[..]
        && is_only(Expectation { after: vec![state.clone()], ..Expectation::default() })
        && state.has.is_empty()
        && state.extra.is_empty()
    {
        if state.gone { "deleted" } else { "stored" }
    } else {
        "other"
    }
}

/// Sets an expected result of the given form. A count is that of the last check.
pub fn set_result(design: &Design, pattern: &mut AccessPattern, name: &str, returned: u64) {
    pattern.expect = match name {
        "count" => Some(Expectation { count: Some(returned), ..Expectation::default() }),
        "at_least" => Some(Expectation { at_least: Some(returned.min(1)), ..Expectation::default() }),
        "empty" => Some(Expectation { empty: true, ..Expectation::default() }),
        "stored" | "deleted" => written_item(design, pattern).map(|(table, key)| {
            let state = StateAfter { table, key, gone: name == "deleted", ..StateAfter::default() };
            Expectation { after: vec![state], ..Expectation::default() }
        }),
        "error" => Some(Expectation {
            error: Some("ConditionalCheckFailedException".to_owned()),
            ..Expectation::default()
        }),
        // Several results together begin with what is expected now, or with nothing.
        "other" => Some(pattern.expect.take().unwrap_or_default()),
        _ => None,
    };
}

/// Returns the table and the key of the item that a write changes. The parameters of a put are those of its new row.
fn written_item(design: &Design, pattern: &mut AccessPattern) -> Option<(String, KeyTemplates)> {
    match pattern.operation.as_ref()? {
        Operation::Update(Update { table, key, .. }) | Operation::Delete(Delete { table, key, .. }) => {
            Some((table.clone(), key.clone()))
        }
        Operation::Put(put) => {
            let table = design.table(&put.table)?;
            let placement = table.placement(&put.item)?;
            let template = |name: &str| {
                let own = placement.keys.get(name).map(|key| key.template.clone());
                own.unwrap_or_else(|| Template::value(name))
            };
            let key: KeyTemplates = table.key().map(|key| (key.name.clone(), template(&key.name))).collect();
            for name in key.values().flat_map(Template::attributes) {
                let new = Parameter::New { new: format!("{}.{name}", placement.entity) };
                pattern.parameters.entry(name.to_owned()).or_insert(new);
            }
            Some((table.name.clone(), key))
        }
        _ => None,
    }
}
