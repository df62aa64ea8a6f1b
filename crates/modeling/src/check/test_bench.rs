//! Checks designs one after another, and keeps loaded what a change does not affect.

use dynalab_types::Budget;

use super::stored::CannotReload;
use super::{CheckContext, Checker};
use crate::bounds;
use crate::design::Design;
use crate::report::{Problem, Report};
use crate::sample::{Rows, Sample};
use crate::table_request;

/// Number of loaded designs that are kept: the edited design, and one to compare with.
const KEPT_GROUNDS: usize = 2;

/// Gives the same reports as [`crate::check`], but faster.
#[derive(Default)]
pub struct TestBench {
    /// Loaded designs. The most recently used one is last.
    kept: Vec<(Design, CheckContext)>,
}

impl TestBench {
    pub fn check(&mut self, design: Design) -> Report {
        let mut problems = Vec::new();
        let context = match self.context_for(&design, &mut problems) {
            Ok(context) => context,
            Err(problem) => return Report::refused(&design, *problem),
        };
        let is_whole = problems.is_empty();
        let mut checker = Checker::on(&design, context, problems);
        while checker.step() {}
        let (report, context) = checker.end();
        if let Some(context) = context.filter(|_| is_whole) {
            self.kept.push((design, context));
        }
        report
    }

    fn context_for(
        &mut self,
        design: &Design,
        problems: &mut Vec<Problem>,
    ) -> Result<CheckContext, Box<Problem>> {
        bounds::check(design)?;
        let alike = self.kept.iter().rposition(|(before, _)| has_same_tables(before, design));
        // If none has the same tables, remove the oldest one.
        let taken =
            alike.or((self.kept.len() >= KEPT_GROUNDS).then_some(0)).map(|place| self.kept.remove(place));
        let renewed = taken
            .filter(|_| alike.is_some())
            .and_then(|(before, mut context)| context.renew(&before, design).is_ok().then_some(context));
        renewed.map_or_else(|| CheckContext::from_design(design, problems), Ok)
    }
}

/// Returns true if the tables of one design can store the items of the second.
fn has_same_tables(before: &Design, now: &Design) -> bool {
    let keys = |design: &Design| design.tables.iter().map(table_request::keys_only).collect::<Vec<_>>();
    let kinds = |design: &Design| design.tables.iter().map(|table| table.items.len()).collect::<Vec<_>>();
    before.seed == now.seed
        && before.region == now.region
        && kinds(before) == kinds(now)
        && keys(before) == keys(now)
}

impl CheckContext {
    /// Loads the changes from one design to a second one with the same tables. The first one is loaded without a
    /// problem.
    ///
    /// # Errors
    /// Returns an error if the new sample has a problem or another number of items.
    fn renew(&mut self, before: &Design, now: &Design) -> Result<(), CannotReload> {
        let budget = Budget::of_check();
        let is_same_sample = before.entities == now.entities && before.relations == now.relations;
        let sample = match is_same_sample {
            true => None,
            false => match Sample::charged(now, &budget) {
                Ok((sample, problems)) if problems.is_empty() => Some(sample),
                _ => return Err(CannotReload),
            },
        };
        let made = sample.as_ref().unwrap_or(&self.sample);
        let places = before.tables.iter().zip(&now.tables).enumerate();
        for (place, (table_before, table)) in places {
            let both = table_before.items.iter().zip(&table.items).enumerate();
            let changed = both.filter(|(_, (kind_before, kind))| {
                let (rows_before, rows) = (self.sample.rows(&kind.entity), made.rows(&kind.entity));
                let is_same = |(before, now): (&Rows, &Rows)| before.rows == now.rows;
                kind_before != kind || !(is_same_sample || rows_before.zip(rows).is_none_or(is_same))
            });
            let changed: Vec<usize> = changed.map(|(kind, _)| kind).collect();
            for kind in &changed {
                self.heat.forget_kind(place, *kind);
            }
            let mut items = std::mem::take(self.scratch.tables.get_mut(place).ok_or(CannotReload)?);
            items.reload(table, &changed, made, (&mut self.scratch, &budget))?;
            self.scratch.tables[place] = items;
        }
        if let Some(sample) = sample {
            self.heat.forget();
            self.sample = sample;
        }
        self.budget = budget;
        Ok(())
    }
}
