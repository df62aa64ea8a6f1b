//! Runs a migration on the sample step by step, with all access patterns after each step.

use std::collections::BTreeMap;

use dynalab_types::{AttributeValue, Budget, Item};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::commands::{condition_on_key, moving, requests, target};
use super::{Migration, Step, successor};
use crate::check::CheckContext;
use crate::check::pattern;
use crate::check::stored::key_text;
use crate::design::{Design, Table};
use crate::literal::{item_json, wire_json};
use crate::report::ErrorReport;
use crate::sample::items::item_of;
use crate::table_request::keys_only;

/// The effect of one step on the sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepResult {
    /// Items written or deleted.
    pub items: u64,
    /// Write units of the step's requests, indexes included.
    pub write_units: f64,
    /// Requests that DynamoDB rejects.
    pub failures: u64,
    pub first_failure: Option<ErrorReport>,
    /// The result of the old design's patterns. None from the first step that drops something.
    pub before: Option<PatternResults>,
    /// The result of the new design's patterns. None until all data is copied.
    pub after: Option<PatternResults>,
}

/// The result of running a design's patterns during a migration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatternResults {
    pub patterns: u32,
    /// Patterns that are green in the design alone, but not in this state.
    pub broken: Vec<String>,
}

/// A design with its loaded sample, and its patterns that are green without a migration.
struct MigrationSide {
    design: Design,
    context: CheckContext,
    green: Vec<bool>,
}

/// A migration that runs step by step, so that a worker can stop it.
pub struct Run {
    before: MigrationSide,
    after: MigrationSide,
    steps: Vec<Step>,
    next: usize,
}

impl Run {
    /// Loads the sample of the old design.
    pub fn new(from: &Design, to: &Design, migration: &Migration) -> Run {
        let mut deployed = deployed(to, migration);
        // Both designs have the same rows.
        deployed.seed = from.seed;
        let context = |design: &Design| CheckContext::from_design(design, &mut Vec::new()).ok();
        match (context(from), context(&deployed)) {
            (Some(of_old), Some(of_new)) => Run {
                before: MigrationSide::new(from.clone(), of_old),
                after: MigrationSide::new(deployed, of_new),
                steps: migration.steps.clone(),
                next: 0,
            },
            // The check of the design says what is too much. Nothing of it runs.
            _ => {
                let none = || MigrationSide::new(Design::default(), CheckContext::empty());
                Run { before: none(), after: none(), steps: Vec::new(), next: 0 }
            }
        }
    }

    /// Runs the next step, then the patterns. Returns None after the last step.
    pub fn step(&mut self) -> Option<StepResult> {
        let step = self.steps.get(self.next)?.clone();
        self.next += 1;
        let mut result = StepResult::default();
        self.apply(&step, &mut result);
        if !self.steps.iter().take(self.next).any(Step::is_drop) {
            result.before = Some(self.before.run_patterns());
        }
        if self.steps.iter().skip(self.next).all(|step| step.is_drop() || step.is_switch()) {
            self.after.context.scratch.swap_engine(&mut self.before.context.scratch);
            result.after = Some(self.after.run_patterns());
            self.after.context.scratch.swap_engine(&mut self.before.context.scratch);
        }
        Some(result)
    }

    fn apply(&mut self, step: &Step, result: &mut StepResult) {
        match step {
            Step::CreateTable { table, .. } => {
                if let Some(found) = self.after.design.table(table) {
                    self.send("CreateTable", &keys_only(found), result);
                }
            }
            Step::CreateIndex { .. } | Step::DropIndex { .. } | Step::DropTable { .. } => {
                // The plan uses the names of the deployed design.
                for request in requests(&self.before.design, &self.after.design, step) {
                    self.send(request.operation, &request.body, result);
                }
            }
            Step::Backfill { table, item, attributes, .. } => {
                let is_kept =
                    target(&self.before.design, table).is_some_and(|old| old.placement(item).is_some());
                for (found, whole) in items(&self.after, table, item) {
                    match is_kept {
                        true => self.update(&found, &whole, attributes, result),
                        false => self.put(&found, &whole, result),
                    }
                }
            }
            Step::CopyItems { item, to_table, without, .. } => {
                for (found, mut whole) in items(&self.after, to_table, item) {
                    for name in without {
                        whole.remove(name);
                    }
                    self.put(&found, &whole, result);
                }
            }
            Step::MoveIndexKeys { table, item, attributes, .. } => {
                for Move { body, table, from_key, to_key } in
                    moves(&self.before, &self.after, table, item, attributes)
                {
                    self.write("TransactWriteItems", &body, result);
                    self.before.context.scratch.moved.insert((table, to_key), from_key);
                }
            }
            Step::DeleteItems { table, item, .. } => {
                for (found, whole) in items(&self.before, table, item) {
                    let body = json!({ "TableName": found.name, "Key": key_of(&found, &whole) });
                    self.write("DeleteItem", &body, result);
                }
            }
            Step::RemoveAttributes { table, item, attributes } => {
                for (found, whole) in items(&self.after, table, item) {
                    let names = marks(attributes.iter().map(String::as_str));
                    let all: Vec<&String> = names.keys().collect();
                    let update = all.iter().map(|mark| mark.as_str()).collect::<Vec<&str>>().join(", ");
                    let body = json!({
                        "TableName": found.name,
                        "Key": key_of(&found, &whole),
                        "UpdateExpression": format!("REMOVE {update}"),
                        "ExpressionAttributeNames": names,
                    });
                    self.write("UpdateItem", &body, result);
                }
            }
            // The patterns run after each step as the application's traffic.
            Step::WriteAttributes { .. } | Step::WriteBoth { .. } | Step::SwitchPatterns { .. } => {}
        }
    }

    fn update(&mut self, table: &Table, whole: &Item, attributes: &[String], result: &mut StepResult) {
        let is_key = |name: &&str| table.key().any(|key| key.name == **name);
        // A sparse index does not contain all items.
        let written: Vec<(&str, &AttributeValue)> = attributes
            .iter()
            .map(String::as_str)
            .filter(|name| !is_key(name))
            .filter_map(|name| Some((name, whole.get(name)?)))
            .collect();
        if written.is_empty() {
            return;
        }
        let mut names = marks(written.iter().map(|(name, _)| *name));
        let sets: Vec<String> = (0..written.len()).map(|place| format!("#a{place} = :a{place}")).collect();
        let values: BTreeMap<String, Value> = written
            .iter()
            .enumerate()
            .map(|(place, (_, value))| (format!(":a{place}"), wire_json(value)))
            .collect();
        let Some((condition, of_condition)) = condition_on_key(table, "attribute_exists") else { return };
        names.extend(of_condition);
        let body = json!({
            "TableName": table.name,
            "Key": key_of(table, whole),
            "UpdateExpression": format!("SET {}", sets.join(", ")),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": values,
        });
        self.write("UpdateItem", &body, result);
    }

    fn put(&mut self, table: &Table, whole: &Item, result: &mut StepResult) {
        let Some((condition, names)) = condition_on_key(table, "attribute_not_exists") else { return };
        let body = json!({
            "TableName": table.name,
            "Item": item_json(whole),
            "ConditionExpression": condition,
            "ExpressionAttributeNames": names,
        });
        self.write("PutItem", &body, result);
    }

    fn write(&mut self, operation: &str, body: &Value, result: &mut StepResult) {
        if self.send(operation, body, result) {
            result.items += 1;
        }
    }

    fn send(&mut self, operation: &str, body: &Value, result: &mut StepResult) -> bool {
        let ran = self.before.context.scratch.run(operation, body);
        result.write_units += ran.units.iter().map(|units| units.write).sum::<f64>();
        match ran.outcome {
            Ok(_) => true,
            Err(error) => {
                result.failures += 1;
                result.first_failure.get_or_insert(error);
                false
            }
        }
    }
}

impl Step {
    /// Returns true if the step removes a part of the old design.
    fn is_drop(&self) -> bool {
        matches!(
            self,
            Step::DropIndex { .. }
                | Step::DeleteItems { .. }
                | Step::RemoveAttributes { .. }
                | Step::DropTable { .. }
        )
    }

    fn is_switch(&self) -> bool {
        matches!(self, Step::SwitchPatterns { .. })
    }
}

impl MigrationSide {
    fn new(design: Design, context: CheckContext) -> MigrationSide {
        let mut party = MigrationSide { design, context, green: Vec::new() };
        party.green = party.verdicts();
        party
    }

    fn verdicts(&mut self) -> Vec<bool> {
        let MigrationSide { design, context, .. } = self;
        // Each step of a migration runs all patterns, as a check does.
        context.budget = Budget::of_check();
        design
            .patterns
            .iter()
            .map(|one| pattern::run(design, one, context).report.verdict.is_green())
            .collect()
    }

    fn run_patterns(&mut self) -> PatternResults {
        let now = self.verdicts();
        let both = self.design.patterns.iter().zip(self.green.iter().zip(&now));
        let broken = both.filter(|(_, (was, is))| **was && !**is).map(|(one, _)| one.name.clone());
        PatternResults { broken: broken.collect(), patterns: now.len() as u32 }
    }
}

/// Returns the sample items of one kind of a design, with their table.
fn items(party: &MigrationSide, table: &str, item: &str) -> Vec<(Table, Item)> {
    let Some(found) = party.design.table(table) else { return Vec::new() };
    let Some(placement) = found.placement(item) else { return Vec::new() };
    let rows = party.context.sample.rows(&placement.entity).map_or(&[][..], |rows| &rows.rows);
    rows.iter().filter_map(|row| Some((found.clone(), item_of(found, placement, row).ok()?))).collect()
}

/// The transaction for one row, and the texts of its keys before and after.
struct Move {
    body: Value,
    table: String,
    from_key: String,
    to_key: String,
}

/// Returns a transaction for each row that has one of the attributes.
fn moves(
    before: &MigrationSide,
    after: &MigrationSide,
    table: &str,
    item: &str,
    attributes: &[String],
) -> Vec<Move> {
    let placed = |party: &MigrationSide| {
        let found = party.design.table(table)?;
        Some((found.clone(), found.placement(item)?.clone()))
    };
    let (Some((old, from)), Some((new, to))) = (placed(before), placed(after)) else { return Vec::new() };
    let rows = |party: &MigrationSide, entity: &str| {
        party.context.sample.rows(entity).map(|rows| rows.rows.clone()).unwrap_or_default()
    };
    let both = rows(before, &from.entity).into_iter().zip(rows(after, &to.entity));
    let body = |(was, is)| {
        let (was, is) = (item_of(&old, &from, &was).ok()?, item_of(&new, &to, &is).ok()?);
        let found: Vec<(&str, Value)> =
            attributes.iter().filter_map(|name| Some((name.as_str(), wire_json(is.get(name)?)))).collect();
        let names = marks(found.iter().map(|(name, _)| *name));
        let values =
            found.iter().enumerate().map(|(place, (_, value))| (format!(":a{place}"), value.clone()));
        (!names.is_empty()).then(|| Move {
            body: moving(&new.name, key_of(&old, &was), key_of(&new, &is), &names, &values.collect()),
            table: new.name.clone(),
            from_key: key_text(&old, &was),
            to_key: key_text(&new, &is),
        })
    };
    both.filter_map(body).collect()
}

fn key_of(table: &Table, item: &Item) -> Value {
    table.key().filter_map(|key| Some((key.name.clone(), wire_json(item.get(&key.name)?)))).collect()
}

fn marks<'a>(names: impl Iterator<Item = &'a str>) -> Map<String, Value> {
    names.enumerate().map(|(place, name)| (format!("#a{place}"), json!(name))).collect()
}

/// Returns the new design with the names of its tables and indexes during the migration.
fn deployed(to: &Design, migration: &Migration) -> Design {
    let mut deployed = to.clone();
    for step in &migration.steps {
        match step {
            Step::CreateTable { table, .. } => {
                let old = to.tables.iter().find(|old| successor(&old.name) == *table);
                if let Some(old) = old {
                    rename(&mut deployed, &RenamedItems { table: &old.name, index: None, name: table });
                }
            }
            Step::CreateIndex { table, index, replaces: Some(old), .. } => {
                rename(&mut deployed, &RenamedItems { table, index: Some(old), name: index });
            }
            _ => {}
        }
    }
    deployed
}

struct RenamedItems<'a> {
    table: &'a str,
    /// The index to rename. None renames the table.
    index: Option<&'a str>,
    name: &'a str,
}

fn rename(design: &mut Design, renamed: &RenamedItems<'_>) {
    for table in design.tables.iter_mut().filter(|table| table.name == renamed.table) {
        match renamed.index {
            None => renamed.name.clone_into(&mut table.name),
            Some(old) => {
                for index in table.indexes.iter_mut().filter(|index| index.name == old) {
                    renamed.name.clone_into(&mut index.name);
                }
            }
        }
    }
    for pattern in &mut design.patterns {
        // A pattern contains table names in requests, expected rows and states.
        let Ok(mut value) = serde_json::to_value(&*pattern) else { continue };
        rename_in(&mut value, renamed);
        if let Ok(changed) = serde_json::from_value(value) {
            *pattern = changed;
        }
    }
}

fn rename_in(value: &mut Value, renamed: &RenamedItems<'_>) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|one| rename_in(one, renamed)),
        Value::Object(members) => {
            let has = |name: &str, wanted: &str| members.get(name).and_then(Value::as_str) == Some(wanted);
            let is_table = ["table", "TableName"].iter().any(|name| has(name, renamed.table));
            let changed: &[&str] = match renamed.index {
                None if is_table => &["table", "TableName"],
                Some(old) if is_table && (has("index", old) || has("IndexName", old)) => {
                    &["index", "IndexName"]
                }
                _ => &[],
            };
            for name in changed {
                if let Some(member) = members.get_mut(*name) {
                    *member = json!(renamed.name);
                }
            }
            // Batches have table names as member names.
            if let (None, Some(Value::Object(tables))) = (renamed.index, members.get_mut("RequestItems"))
                && let Some(requests) = tables.remove(renamed.table)
            {
                tables.insert(renamed.name.to_owned(), requests);
            }
            members.values_mut().for_each(|one| rename_in(one, renamed));
        }
        _ => {}
    }
}
