//! Rewrites the key conditions of a pattern, from the key templates of the items that it finds and from its own parameters.

use std::collections::BTreeMap;

use super::source_of;
use crate::design::{
    AccessPattern, Design, IndexKind, KeyAttribute, KeyCondition, KeyTemplates, Operation, Placement,
    Projection, Query, Table,
};
use crate::template::{Piece, Template};

/// Returns the pattern with the key of this kind of item. Returns None if its parameters are not enough for one.
pub(crate) fn pattern(design: &Design, pattern: &AccessPattern, item: &str) -> Option<AccessPattern> {
    let mut rewritten = pattern.clone();
    match rewritten.operation.as_mut()? {
        Operation::Query(query) => {
            let (table, placement) = find(design, &query.table, item)?;
            *query = new_query(pattern, query, table, placement)?;
        }
        Operation::Get(get) => get.key = whole_key(design, pattern, &get.table, item)?,
        Operation::Update(update) => update.key = whole_key(design, pattern, &update.table, item)?,
        Operation::Delete(delete) => delete.key = whole_key(design, pattern, &delete.table, item)?,
        _ => return None,
    }
    (rewritten != *pattern).then_some(rewritten)
}

fn find<'a>(design: &'a Design, table: &str, item: &str) -> Option<(&'a Table, &'a Placement)> {
    let table = design.table(table)?;
    Some((table, table.placement(item)?))
}

fn whole_key(design: &Design, pattern: &AccessPattern, table: &str, item: &str) -> Option<KeyTemplates> {
    let (table, placement) = find(design, table, item)?;
    let of_attribute = |attribute: &KeyAttribute| {
        let (template, is_whole) = known_part(pattern, &template_of(placement, attribute));
        is_whole.then(|| (attribute.name.clone(), template))
    };
    table.key().map(of_attribute).collect()
}

fn template_of(placement: &Placement, attribute: &KeyAttribute) -> Template {
    placement
        .keys
        .get(&attribute.name)
        .map_or_else(|| Template::value(&attribute.name), |key| key.template.clone())
}

/// Returns the query of the first key whose partition key the parameters give: the table's, then those of global indexes.
fn new_query(pattern: &AccessPattern, query: &Query, table: &Table, placement: &Placement) -> Option<Query> {
    let of_table = std::iter::once((None, &table.partition_key, &table.sort_key));
    let indexes = table
        .indexes
        .iter()
        .filter(|index| index.kind == IndexKind::Global && index.projection == Projection::All);
    let of_indexes = indexes.map(|index| (Some(index.name.clone()), &index.partition_key, &index.sort_key));
    let mut all = of_table.chain(of_indexes);
    all.find_map(|(index, partition, sort)| {
        let key = conditions(pattern, placement, partition, sort)?;
        Some(Query { index, key, for_each: BTreeMap::new(), ..query.clone() })
    })
}

fn conditions(
    pattern: &AccessPattern,
    placement: &Placement,
    partition: &[KeyAttribute],
    sort: &[KeyAttribute],
) -> Option<BTreeMap<String, KeyCondition>> {
    let mut key = BTreeMap::new();
    for attribute in partition {
        let (template, is_whole) = known_part(pattern, &template_of(placement, attribute));
        if !is_whole {
            return None;
        }
        key.insert(attribute.name.clone(), KeyCondition::Equals(template));
    }
    for attribute in sort {
        let (template, is_whole) = known_part(pattern, &template_of(placement, attribute));
        if template.pieces.is_empty() {
            break;
        }
        let condition = match is_whole {
            true => KeyCondition::Equals(template),
            false => KeyCondition::BeginsWith { begins_with: template },
        };
        key.insert(attribute.name.clone(), condition);
        if !is_whole {
            break;
        }
    }
    Some(key)
}

/// Returns the pieces of a template up to the first attribute that no parameter has, and whether these are all.
fn known_part(pattern: &AccessPattern, template: &Template) -> (Template, bool) {
    let parameter_of = |attribute: &str| {
        let has_source = |name: &&String| source_of(pattern, name) == attribute;
        pattern.parameters.keys().find(has_source)
    };
    let mut pieces = Vec::new();
    for piece in &template.pieces {
        match piece {
            Piece::Text(_) => pieces.push(piece.clone()),
            Piece::Value { attribute, format } => match parameter_of(attribute) {
                Some(name) => pieces.push(Piece::Value { attribute: name.clone(), format: *format }),
                None => return (Template { pieces }, false),
            },
        }
    }
    (Template { pieces }, true)
}
