//! The check of a design: sample data, all patterns on a scratch engine, findings, totals. It runs in steps, so a worker can stop it.

pub(crate) mod answer;
pub(crate) mod expectations;
mod full_size;
pub(crate) mod heat;
mod load;
pub(crate) mod money;
mod names;
pub(crate) mod pattern;
pub mod requests;
pub(crate) mod scratch;
mod served;
pub(crate) mod stored;
pub(crate) mod tables;
pub mod test_bench;

use dynalab_pricing::PriceBook;
use dynalab_types::Budget;

use crate::bounds;
use crate::design::Design;
use crate::findings::Facts;
use crate::report::{PatternReport, Problem, Report, Totals};
use crate::sample::Sample;
use scratch::Scratch;

/// The error of a single write whose condition fails, and that of a transaction.
pub(crate) const FAILED_CONDITIONS: [&str; 2] =
    ["ConditionalCheckFailedException", "TransactionCanceledException"];

/// Checks a whole design. The same design always gives the same report.
pub fn check(design: &Design) -> Report {
    let mut checker = Checker::new(design);
    while checker.step() {}
    checker.finish()
}

/// A check that runs pattern by pattern.
pub struct Checker<'a> {
    design: &'a Design,
    context: Option<CheckContext>,
    patterns: Vec<PatternReport>,
    /// What each pattern consumes on its keys.
    loads: Vec<Vec<heat::KeyLoad>>,
    problems: Vec<Problem>,
    /// Why nothing of the design was checked.
    refused: Option<Box<Problem>>,
}

/// The state that all patterns share.
pub(crate) struct CheckContext {
    pub sample: Sample,
    pub scratch: Scratch,
    pub prices: PriceBook,
    /// Heat predictions of the sample that are computed already.
    pub heat: heat::PredictionCache,
    /// What the rest of the check may still make.
    pub budget: Budget,
}

impl CheckContext {
    /// Returns the context of a design without tables.
    pub fn empty() -> CheckContext {
        CheckContext {
            sample: Sample::default(),
            scratch: Scratch::empty(0),
            prices: PriceBook::load(money::region(&Design::default())),
            heat: heat::PredictionCache::default(),
            budget: Budget::of_check(),
        }
    }

    /// Creates the tables of a design and loads its sample.
    ///
    /// # Errors
    /// Returns the problem if the design would become too much.
    pub fn from_design(design: &Design, problems: &mut Vec<Problem>) -> Result<CheckContext, Box<Problem>> {
        let budget = Budget::of_check();
        let (sample, of_sample) = Sample::charged(design, &budget)?;
        problems.extend(of_sample);
        let scratch = Scratch::build(design, &sample, &budget, problems)?;
        let prices = PriceBook::load(money::region(design));
        Ok(CheckContext { sample, scratch, prices, heat: heat::PredictionCache::default(), budget })
    }
}

impl<'a> Checker<'a> {
    pub fn new(design: &'a Design) -> Checker<'a> {
        Checker {
            design,
            context: None,
            patterns: Vec::new(),
            loads: Vec::new(),
            problems: Vec::new(),
            refused: None,
        }
    }

    /// Creates a checker for loaded tables. `of_context` are the problems of loading them.
    fn on(design: &'a Design, context: CheckContext, of_context: Vec<Problem>) -> Checker<'a> {
        let mut problems = names::problems(design);
        problems.extend(of_context);
        Checker { context: Some(context), problems, ..Checker::new(design) }
    }

    /// Makes the sample in the first call, then runs one pattern per call. Returns false after the last pattern, and at once for
    /// a design that would become too much.
    pub fn step(&mut self) -> bool {
        match &mut self.context {
            None if self.refused.is_some() => false,
            None => {
                let made = bounds::check(self.design).and_then(|()| {
                    self.problems = names::problems(self.design);
                    CheckContext::from_design(self.design, &mut self.problems)
                });
                match made {
                    Ok(context) => self.context = Some(context),
                    Err(problem) => self.refused = Some(problem),
                }
                self.refused.is_none()
            }
            Some(context) => match self.design.patterns.get(self.patterns.len()) {
                Some(pattern) => {
                    let run = pattern::run(self.design, pattern, context);
                    self.patterns.push(run.report);
                    self.loads.push(run.loads);
                    true
                }
                None => false,
            },
        }
    }

    /// Returns the number of patterns that have run.
    pub fn done(&self) -> usize {
        self.patterns.len()
    }

    /// Returns the report of the patterns that have run so far.
    pub fn finish(self) -> Report {
        self.end().0
    }

    fn end(self) -> (Report, Option<CheckContext>) {
        let Checker { design, context, patterns, loads, mut problems, refused } = self;
        if let Some(problem) = refused {
            return (Report::refused(design, *problem), None);
        }
        let Some(context) = context else {
            return (Report { name: design.name.clone(), ..Report::default() }, None);
        };
        problems.dedup();
        let mut tables = tables::reports(design, &context);
        let entities = tables::entity_reports(design, &context);
        let (keys, hot_keys) = heat::busiest_keys(design, &loads);
        let facts = Facts {
            design,
            context: &context,
            patterns: &patterns,
            keys: &keys,
            tables: &tables,
            entities: &entities,
        };
        let findings = crate::findings::find(&facts);
        let load = load::of_design(design, &patterns, &tables);
        let totals: Totals = money::totals(&load, &context.prices, &patterns, &mut tables);
        let mut totals = Totals { hot_keys, ..totals };
        totals.without_price.extend(money::unpriced_parts(design));
        totals.region_without_prices = money::region_without_prices(design);
        let is_complete = patterns.len() == design.patterns.len();
        // A design without patterns proves nothing.
        let is_green = is_complete
            && !patterns.is_empty()
            && problems.is_empty()
            && patterns.iter().all(|pattern| pattern.verdict.is_green());
        let name = design.name.clone();
        let report =
            Report { name, is_green, patterns, keys, tables, entities, findings, problems, totals, load };
        (report, Some(context))
    }
}
