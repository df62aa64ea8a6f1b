//! Edits of an access pattern: its rates, its request and its expected result.

use dynalab_load::{Day, Hours};
use dynalab_modeling::design::{Access, AccessPattern, Consistency, Operation, Parameter};
use dynalab_modeling::{Design, Template};
use serde::{Deserialize, Serialize};

use super::{Edit, remove};
use crate::design::pattern_draft::{self as draft, ACTIONS};
use crate::design::rate_draft;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum PatternEdit {
    Replace(Box<AccessPattern>),
    Remove,
    /// Exchanges the pattern with the one before it.
    MoveUp,
    Rename(String),
    SetAccess(Access),
    SetConsistency(Consistency),
    SetParameter {
        name: String,
        parameter: Parameter,
    },
    Rate(RateEdit),
    Request(RequestEdit),
    Result(ResultEdit),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RateEdit {
    /// Requests per second.
    SetAverage(f64),
    SetPeak(f64),
    /// Sets the shape of the day with this name, one of [`rate_draft::DAYS`].
    SetDay(String),
    SetHours(Hours),
    /// The minute of the day at which the peak begins.
    SetPeakStart(u32),
    SetPeakMinutes(u32),
    /// The growth in a month, as a share.
    SetGrowth(f64),
    /// The share of writes whose condition fails.
    SetFailed(f64),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RequestEdit {
    /// Sets a request of the kind with this name, one of [`ACTIONS`].
    SetAction(String),
    SetPlace {
        table: String,
        index: Option<String>,
    },
    /// Sets a key attribute of the item that the request reads or writes.
    SetKey {
        attribute: String,
        template: Template,
    },
    /// Sets the comparison of a query's key attribute, one of [`draft::OPERATORS`].
    SetOperator {
        attribute: String,
        operator: String,
    },
    /// Sets a template of a query's key condition, the first or the second.
    SetTemplate {
        attribute: String,
        is_second: bool,
        template: Template,
    },
    SetLimit(Option<u64>),
    SetDescending(bool),
    SetAllPages(bool),
    SetFilter(Option<String>),
    SetCondition(Option<String>),
    SetUpdate(String),
    /// Sets the kind of item that a put writes.
    SetItem(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ResultEdit {
    /// Sets the form of the expected result, one of [`draft::RESULTS`]. `returned` is the number of items of the last check.
    Choose {
        form: String,
        returned: u64,
    },
    SetCount(u64),
    SetAtLeast(u64),
    SetError(String),
}

impl PatternEdit {
    /// Returns the edit of the pattern at this position.
    pub fn of(self, pattern: usize) -> Edit {
        Edit::Pattern { pattern, edit: self }
    }

    pub(super) fn apply(self, design: &mut Design, number: usize) {
        let Some(mut pattern) = design.patterns.get(number).cloned() else { return };
        match self {
            PatternEdit::Remove => return remove(&mut design.patterns, number),
            PatternEdit::MoveUp => {
                if number > 0 {
                    design.patterns.swap(number - 1, number);
                }
                return;
            }
            PatternEdit::Replace(replaced) => pattern = *replaced,
            PatternEdit::Rename(name) => pattern.name = name,
            PatternEdit::SetAccess(access) => pattern.access = access,
            PatternEdit::SetConsistency(consistency) => pattern.consistency = consistency,
            PatternEdit::SetParameter { name, parameter } => {
                pattern.parameters.insert(name, parameter);
            }
            PatternEdit::Rate(edit) => edit.apply(&mut pattern),
            PatternEdit::Request(edit) => edit.apply(design, &mut pattern),
            PatternEdit::Result(edit) => edit.apply(design, &mut pattern),
        }
        design.patterns[number] = pattern;
    }
}

impl RateEdit {
    /// Returns the edit of the pattern at this position.
    pub fn of(self, pattern: usize) -> Edit {
        PatternEdit::Rate(self).of(pattern)
    }

    fn apply(self, pattern: &mut AccessPattern) {
        let rate = &mut pattern.rate;
        match self {
            RateEdit::SetAverage(average) => rate.average = average,
            RateEdit::SetPeak(peak) => rate.peak = peak,
            RateEdit::SetDay(name) => rate_draft::set_day(rate, &name),
            RateEdit::SetHours(hours) => rate.day = Day::Drawn(hours),
            RateEdit::SetPeakStart(minute) => {
                if let Day::OnePeak { at, .. } = &mut rate.day {
                    *at = minute;
                }
            }
            RateEdit::SetPeakMinutes(length) => {
                if let Day::OnePeak { minutes, .. } = &mut rate.day {
                    *minutes = length;
                }
            }
            RateEdit::SetGrowth(share) => rate.growth = share,
            RateEdit::SetFailed(share) => pattern.failed_conditions = share,
        }
    }
}

impl RequestEdit {
    /// Returns the edit of the pattern at this position.
    pub fn of(self, pattern: usize) -> Edit {
        PatternEdit::Request(self).of(pattern)
    }

    fn apply(self, design: &Design, pattern: &mut AccessPattern) {
        if let RequestEdit::SetAction(action) = self {
            let now = pattern.operation.as_ref().and_then(draft::table_of);
            let table = now.and_then(|name| design.table(name)).or(design.tables.first());
            let Some(table) = table.filter(|_| ACTIONS.contains(&action.as_str())) else { return };
            pattern.operation = Some(draft::request(table, &action));
        } else if let Some(operation) = &mut pattern.operation {
            self.change(design, operation);
        }
        draft::fill_parameters(design, pattern);
    }

    /// Changes a request. An edit of a part that it does not have changes nothing.
    fn change(self, design: &Design, operation: &mut Operation) {
        match (self, operation) {
            (RequestEdit::SetPlace { table, index }, operation) => {
                draft::set_place(design, operation, &table, index.as_deref());
            }
            (RequestEdit::SetKey { attribute, template }, operation) => match operation {
                Operation::Get(get) => drop(get.key.insert(attribute, template)),
                Operation::Update(update) => drop(update.key.insert(attribute, template)),
                Operation::Delete(delete) => drop(delete.key.insert(attribute, template)),
                _ => {}
            },
            (RequestEdit::SetOperator { attribute, operator }, Operation::Query(query)) => {
                draft::set_operator(query, &attribute, &operator);
            }
            (RequestEdit::SetTemplate { attribute, is_second, template }, Operation::Query(query)) => {
                draft::set_template(query, &attribute, is_second, template);
            }
            (RequestEdit::SetLimit(limit), Operation::Query(query)) => query.limit = limit,
            (RequestEdit::SetDescending(is_on), Operation::Query(query)) => query.descending = is_on,
            (RequestEdit::SetAllPages(is_on), Operation::Query(query)) => query.all_pages = is_on,
            (RequestEdit::SetFilter(filter), Operation::Query(query)) => query.filter = filter,
            (RequestEdit::SetFilter(filter), Operation::Scan(scan)) => scan.filter = filter,
            (RequestEdit::SetCondition(condition), Operation::Put(put)) => put.condition = condition,
            (RequestEdit::SetCondition(condition), Operation::Update(update)) => update.condition = condition,
            (RequestEdit::SetCondition(condition), Operation::Delete(delete)) => delete.condition = condition,
            (RequestEdit::SetUpdate(text), Operation::Update(update)) => update.update = text,
            (RequestEdit::SetItem(item), Operation::Put(put)) => put.item = item,
            _ => {}
        }
    }
}

impl ResultEdit {
    /// Returns the edit of the pattern at this position.
    pub fn of(self, pattern: usize) -> Edit {
        PatternEdit::Result(self).of(pattern)
    }

    fn apply(self, design: &Design, pattern: &mut AccessPattern) {
        if let ResultEdit::Choose { form, returned } = self {
            return draft::set_result(design, pattern, &form, returned);
        }
        let Some(expect) = &mut pattern.expect else { return };
        match self {
            ResultEdit::SetCount(count) => expect.count = Some(count),
            ResultEdit::SetAtLeast(count) => expect.at_least = Some(count),
            ResultEdit::SetError(error) => expect.error = Some(error),
            ResultEdit::Choose { .. } => {}
        }
    }
}
