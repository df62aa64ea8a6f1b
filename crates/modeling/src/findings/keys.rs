//! Findings about keys: invalid conditions, hot keys, numbers that sort as text, generic names.

use dynalab_capacity::partitions::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS};

use super::{Facts, at_pattern, at_table};
use crate::design::{AttributeType, IndexKind, KeyAttribute, KeyCondition, Operation, Table, Values};
use crate::report::{Finding, Fix, HeatCause, KeyHeat, PatternPart, Place, Rule, Severity};
use crate::template::{Format, Piece, Template};

/// Fraction of a partition's limit below which a key with few values is not reported.
const WORTH_A_WORD: f64 = 0.5;
/// Patterns that a finding about a key names, at most.
const NAMED_PATTERNS: usize = 4;
/// Target load of each shard, as a fraction of a partition's limit.
const SHARD_LOAD: f64 = 0.5;
const SHARDS_MAX: u32 = 200;

pub fn check_partition_conditions(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, _) in facts.pattern_runs() {
        let Some(Operation::Query(query)) = &pattern.operation else { continue };
        let Some(table) = facts.design.table(&query.table) else { continue };
        let partition = query
            .index
            .as_ref()
            .and_then(|name| table.index(name))
            .map_or(&table.partition_key, |index| &index.partition_key);
        for attribute in partition {
            let condition = query.key.get(&attribute.name);
            if condition.is_some_and(|condition| !matches!(condition, KeyCondition::Equals(_))) {
                let name = attribute.name.clone();
                let place = Place {
                    table: Some(table.name.clone()),
                    index: query.index.clone(),
                    attribute: Some(name.clone()),
                    ..at_pattern(pattern)
                };
                let rule = Rule::RangeOnPartitionKey { attribute: name.clone() };
                findings.push(Finding::new(
                    rule,
                    Severity::Error,
                    place,
                    Fix::MoveToSortKey { attribute: name },
                ));
            }
        }
    }
}

pub fn check_several_attributes(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let mut check = |index: Option<&str>, key: &[KeyAttribute]| {
            if key.len() < 2 {
                return;
            }
            let template = joined(key.iter().map(|attribute| Template::value(&attribute.name)));
            let place = Place {
                index: index.map(str::to_owned),
                attribute: key.first().map(|attribute| attribute.name.clone()),
                ..at_table(table)
            };
            let rule = Rule::SeveralKeyAttributes { count: key.len() as u32 };
            findings.push(Finding::new(rule, Severity::Error, place, Fix::JoinKeyAttributes { template }));
        };
        check(None, &table.partition_key);
        check(None, &table.sort_key);
        for index in table.indexes.iter().filter(|index| index.kind == IndexKind::Local) {
            check(Some(&index.name), &index.sort_key);
        }
    }
}

/// Joins templates with `#`.
pub(super) fn joined(templates: impl Iterator<Item = Template>) -> Template {
    let mut pieces = Vec::new();
    for template in templates {
        if !pieces.is_empty() {
            pieces.push(Piece::Text("#".to_owned()));
        }
        pieces.extend(template.pieces);
    }
    Template { pieces }
}

/// Checks multi-attribute keys: all partition attributes by equality, then sort attributes from the left, only the last
/// as a range.
pub fn check_gaps(facts: &Facts, findings: &mut Vec<Finding>) {
    for (pattern, _) in facts.pattern_runs() {
        let Some(Operation::Query(query)) = &pattern.operation else { continue };
        let Some(table) = facts.design.table(&query.table) else { continue };
        let index = query.index.as_ref().and_then(|name| table.index(name));
        let (partition, sort) = index
            .map_or((&table.partition_key, &table.sort_key), |index| (&index.partition_key, &index.sort_key));
        let absent = |attribute: &&KeyAttribute| !query.key.contains_key(&attribute.name);
        let mut missing: Option<&KeyAttribute> = partition.iter().find(absent);
        let mut open: Option<&KeyAttribute> = None;
        for attribute in sort {
            match (query.key.get(&attribute.name), open) {
                (Some(_), Some(gap)) => missing = missing.or(Some(gap)),
                (Some(KeyCondition::Equals(_)), None) => {}
                (_, None) => open = Some(attribute),
                (None, Some(_)) => {}
            }
        }
        if let Some(missing) = missing {
            let name = missing.name.clone();
            let place = Place {
                table: Some(table.name.clone()),
                index: query.index.clone(),
                attribute: Some(name.clone()),
                ..at_pattern(pattern)
            };
            findings.push(Finding::new(
                Rule::KeyConditionGap { missing: name },
                Severity::Error,
                place,
                Fix::None,
            ));
        }
    }
}

/// Checks the busiest keys, each with the units of all patterns together.
pub fn check_heat(facts: &Facts, findings: &mut Vec<Finding>) {
    for found in facts.keys {
        let heat = &found.heat;
        let part = (heat.read_units_per_second / PARTITION_READ_UNITS as f64)
            .max(heat.write_units_per_second / PARTITION_WRITE_UNITS as f64);
        let patterns = largest_parts(found);
        let rule = match heat.cause {
            HeatCause::Time if heat.write_units_per_second > 0.0 => {
                Rule::TimeKey { write_units_per_second: heat.write_units_per_second, patterns }
            }
            HeatCause::FewValues { values } if part >= WORTH_A_WORD => Rule::LowCardinalityKey {
                values,
                busiest: heat.key.clone(),
                read_units_per_second: heat.read_units_per_second,
                write_units_per_second: heat.write_units_per_second,
                patterns,
            },
            _ if heat.is_above_limit => Rule::HotKey {
                busiest: heat.key.clone(),
                share: heat.share,
                read_units_per_second: heat.read_units_per_second,
                write_units_per_second: heat.write_units_per_second,
                patterns,
            },
            _ => continue,
        };
        let table = facts.design.table(&heat.table);
        let index = heat.index.as_ref().and_then(|name| table?.index(name));
        let key = match (table, index) {
            (_, Some(index)) => index.partition_key.first(),
            (Some(table), None) => table.partition_key.first(),
            (None, None) => None,
        };
        let place = Place {
            table: Some(heat.table.clone()),
            index: heat.index.clone(),
            attribute: key.map(|attribute| attribute.name.clone()),
            pattern: match &found.patterns[..] {
                [only] => Some(only.pattern.clone()),
                _ => None,
            },
            ..Place::default()
        };
        // Below the limit of a partition a key needs no shards.
        let (severity, fix) = match heat.is_above_limit {
            true => {
                let shards = (part / SHARD_LOAD).ceil().clamp(2.0, f64::from(SHARDS_MAX)) as u32;
                (Severity::Warning, Fix::SpreadKey { shards })
            }
            false => (Severity::Advice, Fix::None),
        };
        findings.push(Finding::new(rule, severity, place, fix));
    }
}

/// Returns the patterns that add most to a key, if there are several.
fn largest_parts(found: &KeyHeat) -> Vec<String> {
    let part = |one: &PatternPart| {
        (one.read_units_per_second / PARTITION_READ_UNITS as f64)
            .max(one.write_units_per_second / PARTITION_WRITE_UNITS as f64)
    };
    let mut parts: Vec<&PatternPart> = found.patterns.iter().collect();
    parts.sort_by(|left, right| part(right).total_cmp(&part(left)));
    let several = parts.len() > 1;
    parts.into_iter().filter(|_| several).take(NAMED_PATTERNS).map(|one| one.pattern.clone()).collect()
}

pub fn check_unpadded_numbers(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let sort_keys: Vec<&str> = table
            .sort_key
            .iter()
            .chain(table.indexes.iter().flat_map(|index| &index.sort_key))
            .filter(|attribute| attribute.data_type == AttributeType::S)
            .map(|attribute| attribute.name.as_str())
            .collect();
        for placement in &table.items {
            let Some(entity) = facts.design.entity(&placement.entity) else { continue };
            for (name, key) in placement.keys.iter().filter(|(name, _)| sort_keys.contains(&name.as_str())) {
                for piece in &key.template.pieces {
                    let Piece::Value { attribute, format: Format::Plain } = piece else { continue };
                    let found =
                        entity.attribute(attribute).filter(|found| found.data_type == AttributeType::N);
                    let Some(found) = found else { continue };
                    let most = match &found.values {
                        Values::Number { most, .. } => most.abs().round() as u64,
                        _ => 999_999_999,
                    };
                    let place = Place {
                        entity: Some(entity.name.clone()),
                        item: Some(placement.name().to_owned()),
                        attribute: Some(name.clone()),
                        ..at_table(table)
                    };
                    let fix = Fix::PadNumber {
                        attribute: attribute.clone(),
                        digits: (most.to_string().len() + 1) as u8,
                    };
                    let rule = Rule::UnpaddedNumber { attribute: attribute.clone() };
                    findings.push(Finding::new(rule, Severity::Warning, place, fix));
                }
            }
        }
    }
}

pub fn check_generic_names(facts: &Facts, findings: &mut Vec<Finding>) {
    for table in &facts.design.tables {
        let mut entities: Vec<&str> = table.items.iter().map(|placement| placement.entity.as_str()).collect();
        entities.dedup();
        let names = generic_names(table);
        if entities.len() == 1 && table.items.len() == 1 && !names.is_empty() {
            let rule = Rule::GenericNames { names: names.clone() };
            findings.push(Finding::new(rule, Severity::Advice, at_table(table), Fix::RenameKeys { names }));
        }
    }
}

fn generic_names(table: &Table) -> Vec<String> {
    let is_generic = |name: &str| {
        let lower = name.to_lowercase();
        let rest = lower.strip_prefix("gsi").or(lower.strip_prefix("lsi")).unwrap_or(&lower);
        matches!(rest.trim_start_matches(|one: char| one.is_ascii_digit()), "pk" | "sk")
    };
    table
        .key_attributes()
        .into_iter()
        .filter(|attribute| is_generic(&attribute.name))
        .map(|attribute| attribute.name.clone())
        .collect()
}
