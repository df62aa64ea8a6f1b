//! The access patterns of a design, to be run at an endpoint elsewhere: the items that it needs, the requests, and what the answers
//! are worth. The check of a design judges its own answers by the same rules.

use std::collections::BTreeMap;

use dynalab_types::Item;
use serde_json::Value;

pub use crate::check::answer::Answer;
pub use crate::check::requests::SentRequest;

use crate::check::CheckContext;
use crate::check::expectations::{Compare, state_read};
use crate::check::pattern::judge;
use crate::check::requests::RequestBuilder;
use crate::design::{AccessPattern, Design, Parameter, Table};
use crate::report::{ErrorReport, Problem, ProblemReason, Verdict};

/// A design with its sample.
pub struct PreparedDesign<'a> {
    design: &'a Design,
    context: CheckContext,
}

/// What a pattern sends.
pub struct PatternRequests {
    pub requests: Vec<SentRequest>,
    /// The bodies of GetItem requests that read, after the others, what the pattern should have left.
    pub state_reads: Vec<Value>,
}

/// What an endpoint returned for the requests of a pattern.
#[derive(Clone, Debug, Default)]
pub struct Returned {
    /// The items of all requests and pages.
    pub answer: Answer,
    /// The first error. Later requests were not sent.
    pub error: Option<ErrorReport>,
    /// The response to each of [`PatternRequests::state_reads`], by its body as text.
    pub states: BTreeMap<String, Result<Value, ErrorReport>>,
}

impl<'a> PreparedDesign<'a> {
    /// Makes the sample of a design. Returns it with the problems that leave parts of the design out.
    ///
    /// # Errors
    /// Returns the problem if the sample would become too much.
    pub fn new(design: &'a Design) -> Result<(PreparedDesign<'a>, Vec<Problem>), Box<Problem>> {
        let mut problems = Vec::new();
        let context = CheckContext::from_design(design, &mut problems)?;
        Ok((PreparedDesign { design, context }, problems))
    }

    pub fn design(&self) -> &'a Design {
        self.design
    }

    /// Iterates over the tables with the items of the sample that each stores.
    pub fn tables(&self) -> impl Iterator<Item = (&'a Table, impl Iterator<Item = &Item>)> {
        let stored = self.context.scratch.tables.iter();
        self.design
            .tables
            .iter()
            .zip(stored)
            .map(|(table, stored)| (table, stored.items.iter().map(|stored| &stored.item)))
    }

    /// Returns what a pattern sends. None if it has no operation.
    ///
    /// # Errors
    /// Returns an error if a template has no value, or the operation uses an unknown name.
    pub fn requests(&self, pattern: &AccessPattern) -> Result<Option<PatternRequests>, ProblemReason> {
        let Some(operation) = &pattern.operation else { return Ok(None) };
        let builder = RequestBuilder::new(self.design, &self.context.sample, pattern)?;
        let requests = builder.requests(operation)?;
        let states = pattern.expect.iter().flat_map(|expect| &expect.after);
        let state_reads = states.map(|state| Ok(state_read(&builder, state)?.1));
        Ok(Some(PatternRequests {
            requests,
            state_reads: state_reads.collect::<Result<_, ProblemReason>>()?,
        }))
    }

    /// Returns what a pattern sends for other rows of the sample. `pick` chooses one of the rows of an entity, in place of the pattern's
    /// own; parameters with the same entity and row stay together. None if the pattern has no operation.
    ///
    /// # Errors
    /// Returns the errors of [`PreparedDesign::requests`].
    pub fn requests_of_rows(
        &self,
        pattern: &AccessPattern,
        mut pick: impl FnMut(&str, usize, usize) -> usize,
    ) -> Result<Option<Vec<SentRequest>>, ProblemReason> {
        let Some(operation) = &pattern.operation else { return Ok(None) };
        let builder = RequestBuilder::new(self.design, &self.context.sample, pattern)?;
        let mut picked: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        let mut values = builder.values.clone();
        for (name, parameter) in &pattern.parameters {
            let Parameter::Sample { of, row } = parameter else { continue };
            let (entity, attribute) = of.split_once('.').unwrap_or((of, ""));
            let rows = self.context.sample.rows(entity).map_or(0, |rows| rows.rows.len());
            let other = *picked.entry((entity, *row)).or_insert_with(|| pick(entity, rows, *row));
            if let Some(value) = self.context.sample.value(entity, Some(other), attribute) {
                values.insert(name.clone(), value.clone());
            }
        }
        builder.with_values(values).requests(operation).map(Some)
    }

    /// Judges what an endpoint returned by the expectation of the pattern. None if the pattern has no operation.
    ///
    /// # Errors
    /// Returns the errors of [`PreparedDesign::requests`].
    pub fn judge(
        &mut self,
        pattern: &AccessPattern,
        returned: &Returned,
    ) -> Result<Option<Verdict>, ProblemReason> {
        let Some(operation) = &pattern.operation else { return Ok(None) };
        let CheckContext { sample, scratch, .. } = &mut self.context;
        let builder = RequestBuilder::new(self.design, sample, pattern)?;
        let compare = Compare { maker: &builder, answer: &returned.answer, error: returned.error.as_ref() };
        let rows = match &pattern.expect {
            Some(expect) if !expect.is_blank() => compare.expected_rows(operation, expect, scratch),
            _ => Ok(None),
        };
        // A plan is known here, not there.
        let verdict = judge(&compare, operation, (rows, false), scratch, |_, body| {
            returned.states.get(&body.to_string()).cloned().unwrap_or_else(|| {
                Err(ErrorReport { name: "NotRead".to_owned(), message: "The item was not read.".to_owned() })
            })
        });
        Ok(Some(verdict))
    }
}
