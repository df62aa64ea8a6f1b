//! Runs each access pattern of a design at an endpoint and here, and says what differs: items, order, requests, errors, units, and whether
//! the design's expectation holds there.
//!
//! What a pattern writes is undone after it, there as here: each item that it names is read before and put back.

mod run;
pub(crate) mod touched;

use dynalab::Local;
use dynalab_modeling::Design;
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::elsewhere::PreparedDesign;
use dynalab_modeling::report::{ErrorReport, Problem, ProblemReason, Verdict};
use dynalab_modeling::table_request::keys_only;
use dynalab_types::Item;
use dynalab_types::wire::item_json;

use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;
use crate::push::put_here;
pub(crate) use run::has_units;
use run::{Ran, run_here, run_there};

/// How many items of a difference are shown.
pub const SHOWN_ITEMS: usize = 5;
/// Waits before a pattern that returned fewer or more items is run again.
const SETTLE_MS: [u64; 3] = [200, 1_000, 3_000];

/// The outcome of each pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    pub patterns: Vec<ComparedPattern>,
    /// Parts of the design that are left out here, so they cannot be compared.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ComparedPattern {
    pub name: String,
    pub operation: String,
    pub outcome: ComparedOutcome,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ComparedOutcome {
    Compared(Box<BothSides>),
    NotRun(NotCompared),
}

/// What a pattern returned here and there.
#[derive(Clone, Debug, PartialEq)]
pub struct BothSides {
    pub here: Side,
    pub there: Side,
    pub differences: Vec<PatternDifference>,
}

/// Why a pattern did not run.
#[derive(Clone, Debug, PartialEq)]
pub enum NotCompared {
    NoOperation,
    /// It writes, and the person did not allow that.
    Writes,
    /// What it writes cannot be known before, so it could not be undone.
    WritesUnknownItems,
    Problem(ProblemReason),
    /// The endpoint does not have the operation.
    Unsupported,
}

impl NotCompared {
    /// Returns true if the pattern was to run, and could not.
    pub fn is_difference(&self) -> bool {
        !matches!(self, NotCompared::Writes | NotCompared::NoOperation)
    }
}

/// What a pattern returned at one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    pub items: u64,
    pub requests: u64,
    pub units: f64,
    pub error: Option<ErrorReport>,
    pub verdict: Verdict,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PatternDifference {
    /// Items that only one side returned, as DynamoDB JSON: the first of them, and how many.
    Items {
        only_here: Vec<String>,
        only_here_count: u64,
        only_there: Vec<String>,
        only_there_count: u64,
    },
    /// The same items in another order, from this position, counted from one.
    Order {
        from: u64,
    },
    Requests {
        here: u64,
        there: u64,
    },
    Error {
        here: Option<ErrorReport>,
        there: Option<ErrorReport>,
    },
    Units {
        here: f64,
        there: f64,
    },
    Verdict {
        here: Verdict,
        there: Verdict,
    },
}

impl Comparison {
    /// Returns true if no pattern that ran differs.
    pub fn is_equal(&self) -> bool {
        self.patterns.iter().all(|pattern| match &pattern.outcome {
            ComparedOutcome::Compared(both) => both.differences.is_empty(),
            ComparedOutcome::NotRun(reason) => !reason.is_difference(),
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompareOptions {
    /// Run patterns that write too. What they change is put back.
    pub writes: bool,
}

/// Runs the patterns of a design. `progress` gets the name of each.
///
/// # Errors
/// The endpoint does not answer, refuses the access key, or the client was stopped.
pub async fn compare<E: Edge>(
    client: &Client<E>,
    design: &Design,
    options: CompareOptions,
    mut progress: impl FnMut(&str),
) -> Result<Comparison, RemoteError> {
    let (mut prepared, problems) = match PreparedDesign::new(design) {
        Ok(prepared) => prepared,
        Err(problem) => return Ok(Comparison { patterns: Vec::new(), problems: vec![*problem] }),
    };
    let here = local_of(&prepared);
    let mut comparison = Comparison { patterns: Vec::new(), problems };
    for pattern in &design.patterns {
        progress(&pattern.name);
        let outcome = compare_pattern(client, &here, &mut prepared, pattern, options).await?;
        let operation = pattern.operation.as_ref().map_or("", |operation| operation.name()).to_owned();
        comparison.patterns.push(ComparedPattern { name: pattern.name.clone(), operation, outcome });
    }
    Ok(comparison)
}

/// Returns true for an operation that writes items.
pub(crate) fn is_write(operation: &str) -> bool {
    ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"].contains(&operation)
}

/// Returns a database here with the tables and the sample of a design.
pub fn local_of(prepared: &PreparedDesign) -> Local {
    let local = Local::default();
    for (table, items) in prepared.tables() {
        // A table that the engine refuses is a problem of the design, which `problems` has already.
        if local.call("CreateTable", keys_only(table)).is_ok() {
            let items: Vec<Item> = items.cloned().collect();
            put_here(&local, &table.name, &items);
        }
    }
    local
}

async fn compare_pattern<E: Edge>(
    client: &Client<E>,
    here: &Local,
    prepared: &mut PreparedDesign<'_>,
    pattern: &AccessPattern,
    options: CompareOptions,
) -> Result<ComparedOutcome, RemoteError> {
    let not_run = |reason| Ok(ComparedOutcome::NotRun(reason));
    let requests = match prepared.requests(pattern) {
        Ok(Some(requests)) => requests,
        Ok(None) => return not_run(NotCompared::NoOperation),
        Err(reason) => return not_run(NotCompared::Problem(reason)),
    };
    let touched = match touched::keys(&requests.requests, prepared.design()) {
        touched::Touched::None => Vec::new(),
        touched::Touched::Items(_) if !options.writes => return not_run(NotCompared::Writes),
        touched::Touched::Items(keys) => keys,
        touched::Touched::Unknown => return not_run(NotCompared::WritesUnknownItems),
    };
    let before = here.snapshot();
    let ran_here = run_here(here, &requests);
    here.restore(&before);
    let only_reads = touched.is_empty();
    let kept = touched::read(client, touched).await?;
    let mut ran_there = run_there(client, &requests).await;
    // An index gets its entries later than its table.
    for wait in SETTLE_MS {
        let has_same_items = |ran: &Ran| texts(ran) == texts(&ran_here);
        if !only_reads || ran_there.as_ref().map_or(true, has_same_items) {
            break;
        }
        client.edge().sleep(wait).await;
        ran_there = run_there(client, &requests).await;
    }
    touched::put_back(client, kept).await?;
    let ran_there = match ran_there {
        Ok(ran) => ran,
        Err(error) if error.is_unknown_operation() => return not_run(NotCompared::Unsupported),
        Err(error) => return Err(error),
    };
    let mut side = |ran: &Ran| {
        let verdict = prepared.judge(pattern, &ran.returned)?;
        Ok(Side {
            items: ran.returned.answer.items.len() as u64,
            requests: ran.requests,
            units: ran.units,
            error: ran.returned.error.clone(),
            verdict: verdict.unwrap_or(Verdict::Green),
        })
    };
    let (of_here, of_there) = match (side(&ran_here), side(&ran_there)) {
        (Ok(here), Ok(there)) => (here, there),
        (Err(reason), _) | (_, Err(reason)) => return not_run(NotCompared::Problem(reason)),
    };
    let is_ordered = requests.requests.iter().all(|request| request.operation == "Query");
    let differences = differences((&of_here, &ran_here), (&of_there, &ran_there), is_ordered);
    Ok(ComparedOutcome::Compared(Box::new(BothSides { here: of_here, there: of_there, differences })))
}

fn differences(
    (here, ran_here): (&Side, &Ran),
    (there, ran_there): (&Side, &Ran),
    is_ordered: bool,
) -> Vec<PatternDifference> {
    let mut found = Vec::new();
    let (own, other) = (texts(ran_here), texts(ran_there));
    found.extend(difference_of_items(&own, &other, is_ordered));
    if here.error != there.error {
        let (here, there) = (here.error.clone(), there.error.clone());
        found.push(PatternDifference::Error { here, there });
    }
    if here.requests != there.requests {
        found.push(PatternDifference::Requests { here: here.requests, there: there.requests });
    }
    if (here.units - there.units).abs() > 0.001 {
        found.push(PatternDifference::Units { here: here.units, there: there.units });
    }
    if here.verdict.is_green() != there.verdict.is_green() {
        let (here, there) = (here.verdict.clone(), there.verdict.clone());
        found.push(PatternDifference::Verdict { here, there });
    }
    found
}

fn difference_of_items(own: &[String], other: &[String], is_ordered: bool) -> Option<PatternDifference> {
    let (mut here, mut there) = (own.to_vec(), other.to_vec());
    here.sort_unstable();
    there.sort_unstable();
    if here == there {
        let from = own.iter().zip(other).position(|(own, other)| own != other).filter(|_| is_ordered)?;
        return Some(PatternDifference::Order { from: from as u64 + 1 });
    }
    let only_here = without(&here, &there);
    let only_there = without(&there, &here);
    Some(PatternDifference::Items {
        only_here_count: only_here.len() as u64,
        only_there_count: only_there.len() as u64,
        only_here: only_here.into_iter().take(SHOWN_ITEMS).cloned().collect(),
        only_there: only_there.into_iter().take(SHOWN_ITEMS).cloned().collect(),
    })
}

/// Returns the texts of a sorted list that another sorted list lacks. A text counts as often as it occurs.
fn without<'a>(list: &'a [String], other: &[String]) -> Vec<&'a String> {
    let (mut rest, mut found) = (other.iter().peekable(), Vec::new());
    for text in list {
        while rest.next_if(|next| *next < text).is_some() {}
        if rest.next_if(|next| *next == text).is_none() {
            found.push(text);
        }
    }
    found
}

/// Returns the items as DynamoDB JSON, each with its table.
fn texts(ran: &Ran) -> Vec<String> {
    let text = |(table, item): &(String, Item)| format!("{table} {}", item_json(item));
    ran.returned.answer.items.iter().map(text).collect()
}
