//! Single writes, reads by key, and batches of both, in the reference.

use std::collections::{BTreeMap, BTreeSet};

use crate::simulator::expression::{Action, Condition, Path};
use crate::simulator::model::evaluate::{is_wrong, is_wrong_action, matches, project, updated};
use crate::simulator::model::{
    Answer, CONDITION_FAILED, Charges, Model, Outcome, Refusal, Table, VALIDATION, Write,
};
use crate::simulator::request::{BatchWrite, IndexShape, Returned};
use crate::simulator::value::{Item, Value, item_size};

const ITEM_MAX_BYTES: u64 = 400 * 1024;

impl Model {
    pub(super) fn put(
        &mut self,
        name: &str,
        item: &Item,
        condition: &Option<Condition>,
        returned: Returned,
        charges: &mut Charges,
    ) -> Outcome {
        check_only_old(returned)?;
        check_condition(condition)?;
        check_size(item)?;
        let table = self.table(name)?;
        let key = table.key_of_item(item)?;
        table.check_index_keys(item)?;
        let before = table.find(&key);
        table.require(condition, before.as_ref(), item_size(item), charges)?;
        self.write(name, key, before.as_ref(), Some(item.clone()), charges);
        Ok(Answer::Attributes(before.filter(|_| returned == Returned::AllOld)))
    }

    pub(super) fn update(
        &mut self,
        name: &str,
        key_item: &Item,
        (actions, condition, returned): (&[Action], &Option<Condition>, Returned),
        charges: &mut Charges,
    ) -> Outcome {
        check_condition(condition)?;
        check_update(actions)?;
        let table = self.table(name)?;
        if actions.iter().any(|action| table.shape.key.contains(&action.path().attribute)) {
            return Err(VALIDATION.into());
        }
        let key = table.key_of_key(key_item)?;
        let before = table.find(&key);
        table.require(condition, before.as_ref(), 0, charges)?;
        let only_removes =
            actions.iter().all(|action| matches!(action, Action::Remove(_) | Action::Delete(..)));
        let after = if before.is_none() && only_removes && !actions.is_empty() {
            None
        } else {
            let after = updated(actions, before.as_ref().unwrap_or(key_item)).ok_or(VALIDATION)?;
            // An item that is older than an index may have an invalid key for it.
            if !actions.is_empty() {
                table.check_index_keys(&after)?;
                check_size(&after)?;
            }
            Some(after)
        };
        self.write(name, key, before.as_ref(), after.clone(), charges);
        let paths = || actions.iter().map(Action::path);
        let fragments = |item: Option<Item>| Some(project(paths(), &item?)).filter(|item| !item.is_empty());
        Ok(Answer::Attributes(match returned {
            Returned::Nothing => None,
            Returned::AllOld => before,
            Returned::AllNew => after,
            Returned::UpdatedOld => fragments(before),
            Returned::UpdatedNew => fragments(after),
        }))
    }

    pub(super) fn delete(
        &mut self,
        name: &str,
        key_item: &Item,
        condition: &Option<Condition>,
        returned: Returned,
        charges: &mut Charges,
    ) -> Outcome {
        check_only_old(returned)?;
        check_condition(condition)?;
        let table = self.table(name)?;
        let key = table.key_of_key(key_item)?;
        let before = table.find(&key);
        table.require(condition, before.as_ref(), 0, charges)?;
        self.write(name, key, before.as_ref(), None, charges);
        Ok(Answer::Attributes(before.filter(|_| returned == Returned::AllOld)))
    }

    pub(super) fn get(
        &self,
        name: &str,
        key_item: &Item,
        projection: Option<&[Path]>,
        consistent: bool,
        charges: &mut Charges,
    ) -> Outcome {
        let table = self.table(name)?;
        let found = table.find(&table.key_of_key(key_item)?);
        let bytes = found.as_ref().map_or(0, item_size);
        *charges.entry((name.to_owned(), None)).or_default() += read_half_units(bytes, consistent);
        Ok(Answer::Item(match projection {
            Some(paths) => found.map(|item| project(paths, &item)),
            None => found,
        }))
    }

    pub(super) fn batch_write(
        &mut self,
        tables: &BTreeMap<String, Vec<BatchWrite>>,
        charges: &mut Charges,
    ) -> Outcome {
        let writes =
            || tables.iter().flat_map(|(name, writes)| writes.iter().map(move |write| (name, write)));
        if writes().count() > 25 {
            return Err(VALIDATION.into());
        }
        for (_, write) in writes() {
            if let BatchWrite::Put(item) = write {
                check_size(item)?;
            }
        }
        let mut checked = Vec::new();
        let mut seen = BTreeSet::new();
        for (name, write) in writes() {
            let table = self.table(name)?;
            let (key, after) = match write {
                BatchWrite::Put(item) => (table.key_of_item(item)?, Some(item.clone())),
                BatchWrite::Delete(key) => (table.key_of_key(key)?, None),
            };
            if let Some(item) = &after {
                table.check_index_keys(item)?;
            }
            if !seen.insert((name, key.clone())) {
                return Err(VALIDATION.into());
            }
            checked.push((name, key, after));
        }
        for (name, key, after) in checked {
            let before = self.table(name)?.find(&key);
            self.write(name, key, before.as_ref(), after, charges);
        }
        Ok(Answer::Done)
    }

    pub(super) fn batch_get(&self, tables: &BTreeMap<String, Vec<Item>>, charges: &mut Charges) -> Outcome {
        let mut seen = BTreeSet::new();
        let mut wanted = Vec::new();
        for (name, keys) in tables {
            let table = self.table(name)?;
            for key_item in keys {
                let key = table.key_of_key(key_item)?;
                if !seen.insert((name, key.clone())) {
                    return Err(VALIDATION.into());
                }
                wanted.push((name, table.find(&key)));
            }
        }
        let mut found: BTreeMap<String, Vec<Item>> = BTreeMap::new();
        for (name, item) in wanted {
            let bytes = item.as_ref().map_or(0, item_size);
            *charges.entry((name.clone(), None)).or_default() += read_half_units(bytes, false);
            found.entry(name.clone()).or_default().extend(item);
        }
        Ok(Answer::Batch(found))
    }

    fn write(
        &mut self,
        name: &str,
        key: Vec<Value>,
        before: Option<&Item>,
        after: Option<Item>,
        charges: &mut Charges,
    ) {
        let bytes = before.map_or(0, item_size).max(after.as_ref().map_or(0, item_size));
        *charges.entry((name.to_owned(), None)).or_default() += write_half_units(bytes);
        self.write_and_follow(name, key, before, after, charges);
    }

    /// Writes an item and charges the writes to its indexes.
    pub(super) fn write_and_follow(
        &mut self,
        name: &str,
        key: Vec<Value>,
        before: Option<&Item>,
        after: Option<Item>,
        charges: &mut Charges,
    ) {
        let Some(table) = self.tables.get_mut(name) else { return };
        for index in &table.shape.indexes {
            let units = table.index_half_units(index, before, after.as_ref());
            *charges.entry((name.to_owned(), Some(index.name.clone()))).or_default() += units;
        }
        if before.is_some() || after.is_some() {
            table.writes.push(Write { at_ms: self.now_ms, key, after });
        }
    }
}

impl Table {
    fn key_of_item(&self, item: &Item) -> Result<Vec<Value>, Refusal> {
        let mut key = Vec::new();
        for (name, kind) in self.shape.key.attributes() {
            match item.get(name) {
                Some(value) if value.is(*kind) && !value.is_empty() => key.push(value.clone()),
                _ => return Err(VALIDATION.into()),
            }
        }
        Ok(key)
    }

    fn key_of_key(&self, key: &Item) -> Result<Vec<Value>, Refusal> {
        if key.len() != self.shape.key.attributes().count() {
            return Err(VALIDATION.into());
        }
        self.key_of_item(key)
    }

    pub(super) fn check_index_keys(&self, item: &Item) -> Result<(), Refusal> {
        for (name, kind) in self.shape.indexes.iter().flat_map(|index| index.key.attributes()) {
            if item.get(name).is_some_and(|value| !value.is(*kind) || value.is_empty()) {
                return Err(VALIDATION.into());
            }
        }
        Ok(())
    }

    /// Checks a condition. A write consumes capacity even if its condition fails.
    fn require(
        &self,
        condition: &Option<Condition>,
        before: Option<&Item>,
        after_bytes: u64,
        charges: &mut Charges,
    ) -> Result<(), Refusal> {
        let nothing = Item::new();
        let holds = |condition: &Condition| matches(condition, before.unwrap_or(&nothing));
        if condition.as_ref().is_none_or(holds) {
            return Ok(());
        }
        let bytes = before.map_or(0, item_size).max(after_bytes);
        *charges.entry((self.shape.name.clone(), None)).or_default() += write_half_units(bytes);
        Err(Refusal { error: CONDITION_FAILED, old: before.cloned() })
    }

    fn index_half_units(&self, index: &IndexShape, before: Option<&Item>, after: Option<&Item>) -> u64 {
        let entry = |item: Option<&Item>| index.entry(&self.shape.key, item?);
        let (Some(before), Some(after)) = (entry(before), entry(after)) else {
            let only = entry(before).or(entry(after));
            return only.map_or(0, |entry| write_half_units(item_size(&entry)));
        };
        let (before_bytes, after_bytes) = (item_size(&before), item_size(&after));
        if index.key.attributes().any(|(name, _)| before.get(name) != after.get(name)) {
            return write_half_units(before_bytes) + write_half_units(after_bytes);
        }
        if before == after { 0 } else { write_half_units(before_bytes.max(after_bytes)) }
    }
}

fn check_only_old(returned: Returned) -> Result<(), Refusal> {
    if matches!(returned, Returned::Nothing | Returned::AllOld) { Ok(()) } else { Err(VALIDATION.into()) }
}

pub(super) fn check_update(actions: &[Action]) -> Result<(), Refusal> {
    if actions.iter().any(is_wrong_action) { Err(VALIDATION.into()) } else { Ok(()) }
}

pub(super) fn check_condition(condition: &Option<Condition>) -> Result<(), Refusal> {
    if condition.as_ref().is_some_and(is_wrong) { Err(VALIDATION.into()) } else { Ok(()) }
}

pub(super) fn check_size(item: &Item) -> Result<(), Refusal> {
    if item_size(item) > ITEM_MAX_BYTES { Err(VALIDATION.into()) } else { Ok(()) }
}

pub(super) fn write_half_units(bytes: u64) -> u64 {
    2 * bytes.div_ceil(1024).max(1)
}

pub(super) fn read_half_units(bytes: u64, consistent: bool) -> u64 {
    bytes.div_ceil(4096).max(1) * if consistent { 2 } else { 1 }
}
