//! Sentences about how a pattern reaches its items, and why.

use dynalab_messages::{Language, Message};

use super::findings as words;
use crate::report::{AccessMethod, AccessReason, AccessSummary};

/// Writes the operation and its target, such as "Query on GSI1 of Shop".
impl Message for AccessSummary {
    fn write(&self, language: Language) -> String {
        let target = match &self.index {
            Some(index) => {
                words::IndexOf { index: index.into(), table: (&self.table).into() }.write(language)
            }
            None => self.table.clone(),
        };
        let (target, times) = ((&target).into(), self.times.into());
        match self.how {
            AccessMethod::NotRun => words::ACCESS_NOT_RUN.write(language),
            AccessMethod::Get => words::AccessGet { target }.write(language),
            AccessMethod::Query => words::AccessQuery { target }.write(language),
            AccessMethod::Queries => words::AccessQueries { target, times }.write(language),
            AccessMethod::Scan => words::AccessScan { target }.write(language),
            AccessMethod::Batch => words::AccessBatch { target, times }.write(language),
            AccessMethod::Write => words::AccessWrite { target }.write(language),
            AccessMethod::Transaction => words::AccessTransaction { target, times }.write(language),
            AccessMethod::Search => words::AccessSearch { target }.write(language),
            AccessMethod::Other => words::AccessOther { target }.write(language),
        }
    }
}

/// Writes the reason as a phrase for a cell, without a capital and a full stop.
impl Message for AccessReason {
    fn write(&self, language: Language) -> String {
        match self {
            AccessReason::NotRun => words::WHY_NOT_RUN.write(language),
            AccessReason::WholeKey { attributes } => {
                words::WhyWholeKey { attributes: attributes.join(", ").as_str().into() }.write(language)
            }
            AccessReason::PartitionKey { attributes } => {
                words::WhyPartitionKey { attributes: attributes.join(", ").as_str().into() }.write(language)
            }
            AccessReason::SortKeyRange { attributes } => {
                words::WhySortKeyRange { attributes: attributes.join(", ").as_str().into() }.write(language)
            }
            AccessReason::Sharded { count } => words::WhySharded { count: (*count).into() }.write(language),
            AccessReason::NoKey { parameters } if parameters.is_empty() => {
                words::WHY_NO_PARAMETERS.write(language)
            }
            AccessReason::NoKey { parameters } => {
                words::WhyNoKey { parameters: parameters.join(", ").as_str().into() }.write(language)
            }
            AccessReason::SeveralItems { count } => {
                words::WhySeveral { count: (*count).into() }.write(language)
            }
            AccessReason::Vector => words::WHY_VECTOR.write(language),
            AccessReason::Other => words::WHY_OTHER.write(language),
        }
    }
}
