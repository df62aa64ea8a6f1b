//! Execution of one pattern: requests, undo, verdict, units and cost.

use dynalab_engine::database::change::Change;
use dynalab_engine::execution::plan::Plan;
use dynalab_types::{Budget, TooMuch};
use serde_json::Value;

use super::CheckContext;
use super::answer::Answer;
use super::expectations::{Compare, RowsByKey};
use super::full_size;
use super::heat;
use super::money;
use super::requests::{RequestBuilder, SentRequest};
use super::scratch::Scratch;
use super::served;
use super::stored::key_text;
use crate::design::{Access, AccessPattern, Design, Operation};
use crate::literal::{self, item_json};
use crate::report::{
    AccessMethod, ErrorReport, Expected, PatternReport, ProblemReason, Red, UnitsOf, Verdict,
};

/// Maximum number of result items in a report.
const SHOWN_ITEMS: usize = 20;
/// The steps of sending a request: reading it, planning it, and writing its response.
const STEPS_PER_REQUEST: usize = 500;
/// Maximum number of pages of one request that a check reads.
const PAGES_MAX: u32 = 100;

/// What one pattern comes to: its report, and what it consumes on each key.
pub struct PatternRun {
    pub report: PatternReport,
    pub loads: Vec<heat::KeyLoad>,
}

impl PatternRun {
    fn without_loads(report: PatternReport) -> PatternRun {
        PatternRun { report, loads: Vec::new() }
    }
}

pub fn run(design: &Design, pattern: &AccessPattern, context: &mut CheckContext) -> PatternRun {
    let mut report = blank(pattern);
    let Some(operation) = &pattern.operation else {
        report.verdict = Verdict::Red(Red::NoOperation);
        return PatternRun::without_loads(report);
    };
    let made = RequestBuilder::new(design, &context.sample, pattern).and_then(|maker| {
        let sent = maker.requests(operation)?;
        Ok((maker, sent))
    });
    let (maker, sent) = match made {
        Ok(made) => made,
        Err(reason) => {
            report.verdict = Verdict::Red(Red::NotRun(reason));
            return PatternRun::without_loads(report);
        }
    };
    if let Some(first) = sent.first() {
        report.operation.clone_from(&first.operation);
        report.body = first.body.to_string();
    }
    let mut changes = Vec::new();
    let mut plans = Vec::new();
    let mut answer = Answer::default();
    let mut run = Run { report: &mut report, answer: &mut answer, changes: &mut changes, plans: &mut plans };
    let done = context
        .budget
        .produce(heat::load_bytes(design, operation))
        .and_then(|()| run.all(&sent, &mut context.scratch, &context.budget));
    if let Err(refusal) = done {
        context.scratch.undo(changes);
        report.verdict = Verdict::Red(Red::NotRun(ProblemReason::TooMuch(refusal)));
        return PatternRun::without_loads(report);
    }
    report.served = served::describe(pattern, &sent, &plans);
    report.read = answer.read;
    report.returned = answer.items.len() as u64;
    report.result =
        answer.items.iter().take(SHOWN_ITEMS).map(|(_, item)| item_json(item).to_string()).collect();
    report.kinds = kinds_of(design, &report.served.table, &answer, &context.scratch);
    let error = report.error.clone();
    let compare = Compare { maker: &maker, answer: &answer, error: error.as_ref() };
    let rows = match &pattern.expect {
        Some(expect) if !expect.is_blank() => {
            let rows = compare.expected_rows(operation, expect, &context.scratch);
            report.expected.count = match &rows {
                Ok(rows) => rows.as_ref().map_or(expect.count, |rows| Some(rows.count)),
                Err(_) => None,
            };
            rows
        }
        _ => Ok(None),
    };
    let uses_scan = report.served.how == AccessMethod::Scan && pattern.access != Access::Service;
    report.verdict = judge(&compare, operation, (rows, uses_scan), &mut context.scratch, |scratch, body| {
        scratch.run("GetItem", body).outcome
    });
    let images = heat::images(&maker, changes.iter().flatten());
    context.scratch.undo(changes);
    let loads = measure(&maker, operation, &mut report, &images, context);
    PatternRun { report, loads }
}

/// Judges what a pattern returned and what is stored afterwards. `rows` are the expected rows, and true if the pattern must not scan but
/// does. `read` sends a GetItem with this body where the pattern ran.
pub fn judge(
    compare: &Compare,
    operation: &Operation,
    (rows, uses_scan): (Result<Option<RowsByKey>, Red>, bool),
    scratch: &mut Scratch,
    mut read: impl FnMut(&mut Scratch, &Value) -> Result<Value, ErrorReport>,
) -> Verdict {
    let Compare { maker, answer, error } = compare;
    let pattern = maker.pattern;
    match &pattern.expect {
        Some(expect) if !expect.is_blank() => {
            let compared = compare
                .run(operation, expect, rows, scratch)
                .and_then(|()| compare.compare_states(expect, |body| read(scratch, body)));
            match compared {
                Ok(()) if uses_scan => Verdict::Red(Red::Scan),
                Ok(()) => Verdict::Green,
                Err(Red::Rows { .. } | Red::Count { .. }) if answer.has_more && !has_limit(operation) => {
                    Verdict::Red(Red::MorePages)
                }
                Err(red) => Verdict::Red(red),
            }
        }
        _ if error.is_some() => Verdict::Red(Red::Refused),
        _ if answer.items.is_empty() && is_read(operation) => Verdict::Red(Red::Empty),
        _ => Verdict::Red(Red::NoExpectation),
    }
}

/// Sums the units of a pattern that ran, and predicts its cost and its heat. Returns what it consumes on each key.
fn measure(
    maker: &RequestBuilder,
    operation: &Operation,
    report: &mut PatternReport,
    images: &heat::Images,
    context: &CheckContext,
) -> Vec<heat::KeyLoad> {
    let (design, pattern) = (maker.design, maker.pattern);
    report.read_units = report.units.iter().map(|units| units.read).sum();
    report.write_units = report.units.iter().map(|units| units.write).sum();
    let growth = heat::growth(design, pattern, report, context);
    report.read_units_at_full_size =
        full_size::read_units(design, pattern, operation, report, growth, context);
    money::price_pattern(design, &context.prices, pattern, report);
    let loads = heat::of_pattern(maker, operation, report, (images, report.read_growth()), context);
    report.heat = heat::of_loads(&loads, pattern.rate.highest());
    loads
}

/// Returns the kinds of the shown items. An item that is not in the sample has no kind.
fn kinds_of(design: &Design, table: &str, answer: &Answer, scratch: &Scratch) -> Vec<String> {
    let found = design.tables.iter().zip(&scratch.tables).find(|(known, _)| known.name == table);
    let Some((table, items)) = found else { return Vec::new() };
    let mut kinds: Vec<String> = Vec::new();
    for (_, item) in answer.items.iter().take(SHOWN_ITEMS) {
        let origin = items.with_key(&key_text(table, item)).map(|stored| stored.origin.placement);
        let kind = origin.and_then(|place| table.items.get(place));
        if let Some(kind) = kind.filter(|kind| kinds.iter().all(|known| known != kind.name())) {
            kinds.push(kind.name().to_owned());
        }
    }
    kinds
}

/// Returns true if the request can return items.
fn is_read(operation: &Operation) -> bool {
    match operation {
        Operation::Request(raw) => {
            ["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan", "SearchVectors"]
                .contains(&raw.operation.as_str())
        }
        operation => !operation.is_write(),
    }
}

/// Returns true if the pattern reads only the first part of the result on purpose.
fn has_limit(operation: &Operation) -> bool {
    matches!(operation, Operation::Query(query) if query.limit.is_some())
}

/// What the requests of one pattern come to.
struct Run<'a> {
    report: &'a mut PatternReport,
    answer: &'a mut Answer,
    changes: &'a mut Vec<Vec<Change>>,
    plans: &'a mut Vec<Plan>,
}

impl Run<'_> {
    /// Sends the requests, up to the first error.
    fn all(&mut self, sent: &[SentRequest], scratch: &mut Scratch, budget: &Budget) -> Result<(), TooMuch> {
        for request in sent {
            self.pages(request, scratch, budget)?;
            if self.report.error.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Sends one request, and reads its pages. A page is charged before it is kept.
    fn pages(
        &mut self,
        request: &SentRequest,
        scratch: &mut Scratch,
        budget: &Budget,
    ) -> Result<(), TooMuch> {
        let mut body = request.body.clone();
        for page in 0..PAGES_MAX {
            budget.step(STEPS_PER_REQUEST)?;
            let ran = scratch.run(&request.operation, &body);
            self.report.requests += 1;
            self.changes.push(ran.changes);
            add_units(&mut self.report.units, ran.units);
            if page == 0 {
                self.plans.extend(ran.plan);
            }
            match ran.outcome {
                Err(error) => {
                    self.report.error = Some(error);
                    return Ok(());
                }
                Ok(response) => {
                    budget.produce(literal::bytes_of(&response))?;
                    let before = self.answer.has_more;
                    self.answer.add(&request.operation, &body, &response);
                    let next = response.get("LastEvaluatedKey").filter(|_| request.all_pages);
                    let Some(next) = next else { return Ok(()) };
                    body["ExclusiveStartKey"] = next.clone();
                    self.answer.has_more = before;
                }
            }
        }
        Ok(())
    }
}

fn add_units(all: &mut Vec<UnitsOf>, new: Vec<UnitsOf>) {
    for units in new {
        match all.iter_mut().find(|known| known.table == units.table && known.index == units.index) {
            Some(known) => {
                known.read += units.read;
                known.write += units.write;
            }
            None => all.push(units),
        }
    }
}

fn blank(pattern: &AccessPattern) -> PatternReport {
    let expected = pattern.expect.as_ref().map_or_else(Expected::default, |expect| Expected {
        is_written: !expect.is_blank(),
        count: expect.count,
        is_empty_meant: expect.empty,
        error: expect.error.clone(),
    });
    PatternReport {
        name: pattern.name.clone(),
        verdict: Verdict::Red(Red::NoOperation),
        served: served::not_run(),
        read: 0,
        returned: 0,
        requests: 0,
        read_units: 0.0,
        write_units: 0.0,
        units: Vec::new(),
        read_units_at_full_size: 0.0,
        usd_per_month: 0.0,
        usd_per_million: 0.0,
        heat: Vec::new(),
        operation: String::new(),
        body: String::new(),
        result: Vec::new(),
        kinds: Vec::new(),
        error: None::<ErrorReport>,
        expected,
    }
}
