//! Transactions of the reference: all members are checked first, then all of them apply or none.

use std::collections::BTreeSet;

use crate::simulator::expression::Action;
use crate::simulator::model::evaluate::{matches, updated};
use crate::simulator::model::write::{
    check_condition, check_size, check_update, read_half_units, write_half_units,
};
use crate::simulator::model::{Answer, Charges, Model, NOT_FOUND, Outcome, Refusal, Table, VALIDATION};
use crate::simulator::transaction::{TransactAction, TransactMember};
use crate::simulator::value::{Item, Value, item_size};

/// The cancellation reason of one member: a code, and the item that did not meet a condition.
pub type Reason = (&'static str, Option<Item>);

/// A member's item before and after the transaction, or its cancellation reason.
type Judged = Result<(Option<Item>, Option<Item>), Reason>;

impl Model {
    pub(super) fn transact_write(
        &mut self,
        members: &[TransactMember],
        token: Option<&str>,
        charges: &mut Charges,
    ) -> Outcome {
        members.iter().try_for_each(check_member)?;
        let keys = self.transaction_keys(members.iter().map(|member| {
            let whole_item = matches!(member.action, TransactAction::Put(_));
            (member.table.as_str(), member.action.item_or_key(), whole_item)
        }))?;
        if let Some(known) = token.and_then(|token| self.tokens.get(token)) {
            if known.as_slice() != members {
                return Err("IdempotentParameterMismatchException".into());
            }
            for (member, key) in members.iter().zip(&keys) {
                let found = key.as_ref().and_then(|key| self.tables.get(&member.table)?.find(key));
                let bytes = found.as_ref().map_or(0, item_size);
                *charges.entry((member.table.clone(), None)).or_default() += 2 * read_half_units(bytes, true);
            }
            return Ok(Answer::Done);
        }
        // DynamoDB reports only the first invalid key and does not check the other members.
        if let Some(wrong) = keys.iter().position(Option::is_none) {
            let reason = |place| (if place == wrong { "ValidationError" } else { "None" }, None);
            return Ok(Answer::Cancelled((0..keys.len()).map(reason).collect()));
        }
        let mut judged: Vec<Judged> = Vec::new();
        for (member, key) in members.iter().zip(&keys) {
            let table = self.table(&member.table)?;
            judged.push(table.judge(member, key.as_deref(), charges));
        }
        if judged.iter().any(Result::is_err) {
            let reasons = judged.into_iter().map(|judged| judged.err().unwrap_or(("None", None)));
            return Ok(Answer::Cancelled(reasons.collect()));
        }
        for ((member, key), judged) in members.iter().zip(keys).zip(judged) {
            if let (Some(key), Ok((before, after))) = (key, judged)
                && !matches!(member.action, TransactAction::Check(_))
            {
                self.write_and_follow(&member.table, key, before.as_ref(), after, charges);
            }
        }
        if let Some(token) = token {
            self.tokens.insert(token.to_owned(), members.to_vec());
        }
        Ok(Answer::Done)
    }

    pub(super) fn transact_get(&self, keys: &[(String, Item)], charges: &mut Charges) -> Outcome {
        let found = self.transaction_keys(keys.iter().map(|(table, key)| (table.as_str(), key, false)))?;
        let mut items = Vec::new();
        let mut reasons: Vec<Reason> = Vec::new();
        for ((name, _), key) in keys.iter().zip(found) {
            let Some(key) = key else {
                reasons.push(("ValidationError", None));
                continue;
            };
            reasons.push(("None", None));
            let item = self.table(name)?.find(&key);
            let bytes = item.as_ref().map_or(0, item_size);
            *charges.entry((name.clone(), None)).or_default() += 2 * read_half_units(bytes, true);
            items.push(item);
        }
        let all_read = items.len() == reasons.len();
        Ok(if all_read { Answer::Items(items) } else { Answer::Cancelled(reasons) })
    }

    /// Returns the key of each member. An invalid key is None: it is a cancellation reason, not an error.
    fn transaction_keys<'a>(
        &self,
        targets: impl Iterator<Item = (&'a str, &'a Item, bool)>,
    ) -> Result<Vec<Option<Vec<Value>>>, Refusal> {
        let mut keys = Vec::new();
        let mut seen = BTreeSet::new();
        let mut twice = false;
        for (name, item, whole_item) in targets {
            let table = self.table(name).map_err(|_| NOT_FOUND)?;
            let attributes = || table.shape.key.attributes();
            let fits = attributes().all(|(name, kind)| item.get(name).is_some_and(|value| value.is(*kind)));
            let exact = whole_item || item.len() == attributes().count();
            if !fits || !exact {
                keys.push(None);
                continue;
            }
            let key: Vec<Value> = attributes().filter_map(|(name, _)| item.get(name).cloned()).collect();
            if key.iter().any(Value::is_empty) {
                return Err(VALIDATION.into());
            }
            twice |= !seen.insert((name.to_owned(), key.clone()));
            keys.push(Some(key));
        }
        if twice { Err(VALIDATION.into()) } else { Ok(keys) }
    }
}

impl Table {
    /// Returns the member's item before and after the write. A transaction charges twice as much as a write, even if a
    /// condition fails.
    fn judge(&self, member: &TransactMember, key: Option<&[Value]>, charges: &mut Charges) -> Judged {
        const INVALID: Reason = ("ValidationError", None);
        let before = self.find(key.ok_or(INVALID)?);
        match &member.action {
            TransactAction::Put(item) => self.check_index_keys(item).map_err(|_| INVALID)?,
            TransactAction::Update(_, actions) => {
                let touches_key = |action: &Action| self.shape.key.contains(&action.path().attribute);
                if actions.iter().any(touches_key) {
                    return Err(INVALID);
                }
            }
            TransactAction::Delete(_) | TransactAction::Check(_) => {}
        }
        let nothing = Item::new();
        let refused = member
            .condition
            .as_ref()
            .is_some_and(|condition| !matches(condition, before.as_ref().unwrap_or(&nothing)));
        let judged = match &member.action {
            TransactAction::Put(item) => Some(item.clone()),
            _ if refused => None,
            TransactAction::Update(key, actions) => self.updated_item(key, actions, before.as_ref())?,
            TransactAction::Delete(_) => None,
            TransactAction::Check(_) => before.clone(),
        };
        let bytes = before.as_ref().map_or(0, item_size).max(judged.as_ref().map_or(0, item_size));
        *charges.entry((self.shape.name.clone(), None)).or_default() += 2 * write_half_units(bytes);
        if refused { Err(("ConditionalCheckFailed", before)) } else { Ok((before, judged)) }
    }

    fn updated_item(
        &self,
        key: &Item,
        actions: &[Action],
        before: Option<&Item>,
    ) -> Result<Option<Item>, Reason> {
        const INVALID: Reason = ("ValidationError", None);
        let only_removes = |action: &Action| matches!(action, Action::Remove(_) | Action::Delete(..));
        if before.is_none() && actions.iter().all(only_removes) {
            return Ok(None);
        }
        let after = updated(actions, before.unwrap_or(key)).ok_or(INVALID)?;
        self.check_index_keys(&after).and_then(|()| check_size(&after)).map_err(|_| INVALID)?;
        Ok(Some(after))
    }
}

/// Checks a member without reading the tables.
fn check_member(member: &TransactMember) -> Result<(), Refusal> {
    check_condition(&member.condition)?;
    match &member.action {
        TransactAction::Put(item) => check_size(item),
        TransactAction::Update(_, actions) if actions.is_empty() => Err(VALIDATION.into()),
        TransactAction::Update(_, actions) => check_update(actions),
        TransactAction::Check(_) if member.condition.is_none() => Err(VALIDATION.into()),
        TransactAction::Delete(_) | TransactAction::Check(_) => Ok(()),
    }
}
