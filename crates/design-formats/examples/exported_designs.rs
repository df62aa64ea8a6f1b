//! Writes each template and brief in every format, its tables and items, and what the check sends and gets. `tests/clients` runs the files.

#![allow(clippy::unwrap_used, reason = "this program is part of a test")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use dynalab_design_formats::{FunctionCall, all, function_calls};
use dynalab_modeling::design::{AccessPattern, Entity, Parameter};
use dynalab_modeling::literal::item_json;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::sample::items::item_of;
use dynalab_modeling::slots::{self, Edge, Slot};
use dynalab_modeling::table_request::whole;
use dynalab_modeling::{Design, Language, Report, check, parse, templates};
use dynalab_request_text::code::CodeLanguage;
use serde::Serialize;
use serde_json::Value;

/// What the scripts read of a design.
#[derive(Serialize)]
struct Written {
    /// Bodies of CreateTable.
    tables: Vec<Value>,
    items: Vec<ItemsOfTable>,
    patterns: Vec<Sent>,
    javascript: Vec<Called>,
    python: Vec<Called>,
}

#[derive(Serialize)]
struct ItemsOfTable {
    table: String,
    items: Vec<Value>,
}

/// A pattern with the first request of its check, and what came back.
#[derive(Serialize)]
struct Sent {
    name: String,
    operation: String,
    body: Value,
    /// The number of items of all requests.
    returned: u64,
    requests: u32,
    /// The first items.
    result: Vec<Value>,
    error: Option<String>,
    /// Who sends the request: owner, public or service.
    access: Value,
    /// The tags of the caller who owns the items: the attribute of the owner, and its value.
    tags: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Called {
    pattern: String,
    function: String,
    arguments: Vec<String>,
}

/// A design with what no template has: several puts of one entity, and dates of numbers in keys.
const TICKETING: &str = include_str!("../tests/designs/ticketing.json");

fn main() {
    let folder = env::args().nth(1).unwrap();
    let templates = templates::ALL.iter().map(|template| (template.id.to_owned(), template.text.to_owned()));
    let own = [("seats".to_owned(), TICKETING.to_owned())];
    for (id, text) in templates.chain(own).chain(briefs()) {
        let design = parse(&text).unwrap();
        let report = check(&design);
        assert!(report.is_green, "{id}: {:?}", report.patterns);
        let folder = Path::new(&folder).join(&id);
        fs::create_dir_all(&folder).unwrap();
        for format in all() {
            let Some(write) = format.write else { continue };
            let file = format!("{}.{}", format.id, format.extension);
            fs::write(folder.join(file), write(&design, &report, Language::English).text).unwrap();
        }
        let written = serde_json::to_string(&written(&design, &report)).unwrap();
        fs::write(folder.join("check.json"), written).unwrap();
    }
}

/// Returns the designs of the briefs, by the names of their files.
fn briefs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/briefs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let of_path = |path: PathBuf| {
        let brief: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        (path.file_stem().unwrap().to_string_lossy().into_owned(), brief["design"].to_string())
    };
    paths.into_iter().map(of_path).collect()
}

fn written(design: &Design, report: &Report) -> Written {
    let (sample, problems) = Sample::make(design);
    assert!(problems.is_empty(), "{problems:?}");
    let items = design.tables.iter().map(|table| {
        let of_kind = table.items.iter().flat_map(|placement| {
            let rows = &sample.rows(&placement.entity).unwrap().rows;
            rows.iter().map(move |row| item_json(&item_of(table, placement, row).unwrap()))
        });
        ItemsOfTable { table: table.name.clone(), items: of_kind.collect() }
    });
    let patterns = design.patterns.iter().zip(&report.patterns).map(|(pattern, run)| Sent {
        name: run.name.clone(),
        operation: run.operation.clone(),
        body: serde_json::from_str(&run.body).unwrap(),
        returned: run.returned,
        requests: run.requests,
        result: run.result.iter().map(|item| serde_json::from_str(item).unwrap()).collect(),
        error: run.error.as_ref().map(|error| error.name.clone()),
        access: serde_json::to_value(pattern.access).unwrap(),
        tags: tags(design, &sample, pattern),
    });
    Written {
        tables: design.tables.iter().map(whole).collect(),
        items: items.collect(),
        patterns: patterns.collect(),
        javascript: function_calls(design, CodeLanguage::JavaScript).into_iter().map(called).collect(),
        python: function_calls(design, CodeLanguage::Python).into_iter().map(called).collect(),
    }
}

fn called(call: FunctionCall) -> Called {
    // All parameters of the templates are texts and numbers.
    Called { pattern: call.pattern, function: call.function, arguments: call.arguments.unwrap() }
}

/// Returns the values of the check for attributes that are the owner of an entity.
fn tags(design: &Design, sample: &Sample, pattern: &AccessPattern) -> BTreeMap<String, String> {
    let is_owner = |entity: &Entity, attribute: &str| entity.owner.as_deref() == Some(attribute);
    let owner = |slot: &Slot| match pattern.parameters.get(&slot.parameter) {
        Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
            let (entity, attribute) = of.split_once('.')?;
            is_owner(design.entity(entity)?, attribute).then(|| attribute.to_owned())
        }
        Some(Parameter::Value { .. }) => None,
        None => {
            let is_of_any = design.entities.iter().any(|entity| is_owner(entity, &slot.parameter));
            is_of_any.then(|| slot.parameter.clone())
        }
    };
    let request = slots::request(design, sample, pattern, Edge::of(design)).unwrap();
    request.slots.iter().filter_map(|slot| Some((owner(slot)?, slot.value_of_check()?))).collect()
}
