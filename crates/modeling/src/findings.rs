//! Findings: rules that check a design and the results of its patterns. Each group of rules has its own file.

mod apply;
mod changes;
mod growth;
mod indexes;
mod items;
mod keys;
mod owners;
mod production;
mod reads;
mod repeats;
mod replaceable;
pub(crate) mod rewrite;
mod sent;
mod states;
mod together;
mod writes;

use crate::check::CheckContext;
use crate::design::{
    AccessPattern, Design, KeyCondition, KeyTemplates, Operation, Parameter, Placement, Table,
};
use crate::report::{EntityReport, Finding, Fix, KeyHeat, PatternReport, Place, Rule, Severity, TableReport};
use crate::template::Template;

pub use apply::apply;

/// The input of all rules.
pub(crate) struct Facts<'a> {
    pub design: &'a Design,
    pub context: &'a CheckContext,
    pub patterns: &'a [PatternReport],
    pub keys: &'a [KeyHeat],
    pub tables: &'a [TableReport],
    pub entities: &'a [EntityReport],
}

pub(crate) type RuleCheck = fn(&Facts, &mut Vec<Finding>);

/// All rules. Findings of equal severity have this order.
const RULES: &[RuleCheck] = &[
    owners::check,
    keys::check_partition_conditions,
    keys::check_several_attributes,
    keys::check_gaps,
    keys::check_heat,
    keys::check_unpadded_numbers,
    keys::check_generic_names,
    reads::check_scans,
    reads::check_filters,
    reads::check_paging,
    reads::check_large_reads,
    together::check,
    reads::check_expectations,
    growth::check_item_size,
    growth::check_collection_size,
    items::check_mixed_needs,
    items::check_ttl,
    items::check_ttl_written,
    items::check_expired_records,
    items::check_mode_switches,
    indexes::check_unused,
    replaceable::check,
    indexes::check_number,
    indexes::check_changing_keys,
    indexes::check_projection,
    writes::check_guards,
    states::check_final_states,
    states::check_expected_errors,
    writes::check_transactions,
    writes::check_uniqueness,
    repeats::check,
];

pub(crate) fn find(facts: &Facts) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in RULES {
        rule(facts, &mut findings);
    }
    findings.sort_by_key(|finding| finding.severity);
    let bytes = crate::document::write(facts.design).len();
    for finding in &mut findings {
        finding.can_apply = apply::can_apply(facts.design, finding, bytes, &facts.context.budget);
    }
    findings
}

impl Finding {
    pub(crate) fn new(rule: Rule, severity: Severity, place: Place, fix: Fix) -> Finding {
        Finding { rule, severity, place, fix, can_apply: false, cure: None }
    }
}

impl<'a> Facts<'a> {
    /// Iterates over the patterns with their reports.
    pub fn pattern_runs(&self) -> impl Iterator<Item = (&'a AccessPattern, &'a PatternReport)> {
        self.design.patterns.iter().zip(self.patterns)
    }

    /// Returns the kinds of the items that a pattern returned, each once.
    pub fn returned(&self, report: &PatternReport) -> Vec<(&'a Table, &'a Placement)> {
        let Some(table) = self.design.table(&report.served.table) else { return Vec::new() };
        report.kinds.iter().filter_map(|name| Some((table, table.placement(name)?))).collect()
    }
}

/// Returns the templates of an operation's key conditions.
pub(crate) fn key_templates(operation: &Operation) -> Vec<&Template> {
    fn of_key(key: &KeyTemplates) -> impl Iterator<Item = &Template> {
        key.values()
    }
    match operation {
        Operation::Get(get) => of_key(&get.key).collect(),
        Operation::BatchGet(batch) => batch.keys.iter().flat_map(of_key).collect(),
        Operation::TransactGet { reads } => reads.iter().flat_map(|get| of_key(&get.key)).collect(),
        Operation::Query(query) => query.key.values().flat_map(KeyCondition::templates).collect(),
        Operation::Update(update) => of_key(&update.key).collect(),
        Operation::Delete(delete) => of_key(&delete.key).collect(),
        Operation::SearchVectors(search) => of_key(&search.key).collect(),
        _ => Vec::new(),
    }
}

/// Returns the attribute whose value a parameter is, or the parameter's name for a literal value.
pub(crate) fn source_of<'a>(pattern: &'a AccessPattern, parameter: &'a str) -> &'a str {
    match pattern.parameters.get(parameter) {
        Some(Parameter::Sample { of, .. } | Parameter::New { new: of }) => {
            of.split_once('.').map_or(parameter, |(_, attribute)| attribute)
        }
        _ => parameter,
    }
}

/// Returns a place that contains a pattern only.
pub(crate) fn at_pattern(pattern: &AccessPattern) -> Place {
    Place { pattern: Some(pattern.name.clone()), ..Place::default() }
}

pub(crate) fn at_table(table: &Table) -> Place {
    Place { table: Some(table.name.clone()), ..Place::default() }
}
