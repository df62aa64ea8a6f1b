//! Renames entities and attributes everywhere in a design.

use dynalab_modeling::Design;
use dynalab_modeling::Template;
use dynalab_modeling::design::{Action, Expectation, Operation, Parameter};
use dynalab_modeling::template::Piece;

/// Renames the entity at this position.
pub fn entity(design: &mut Design, place: usize, name: &str) {
    let Some(old) = design.entities.get(place).map(|entity| entity.name.clone()) else { return };
    // While the items still have the old name of the entity.
    rename_made(design, place, &old, name);
    design.entities[place].name = name.to_owned();
    let replace = |text: &mut String| {
        if *text == old {
            *text = name.to_owned();
        }
    };
    for relation in &mut design.relations {
        replace(&mut relation.parent);
        replace(&mut relation.child);
    }
    for placement in design.tables.iter_mut().flat_map(|table| &mut table.items) {
        replace(&mut placement.entity);
    }
    for pattern in &mut design.patterns {
        for parameter in pattern.parameters.values_mut() {
            if let Parameter::Sample { of, .. } = parameter
                && let Some((entity, attribute)) = of.split_once('.')
                && entity == old
            {
                *of = format!("{name}.{attribute}");
            }
        }
        for item in pattern
            .operation
            .iter_mut()
            .flat_map(items_of)
            .chain(pattern.expect.iter_mut().flat_map(items_expected))
        {
            replace(item);
        }
    }
}

/// Returns the id and the prefix of keys that a new entity with this name has.
pub fn made_names(entity: &str) -> (String, String) {
    let word: String =
        entity.trim().chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    (format!("{}_id", word.to_lowercase()), format!("{}#", word.to_uppercase()))
}

/// Renames the id and the key prefix that were made from the entity's old name. If a pattern uses them, they stay.
fn rename_made(design: &mut Design, place: usize, old: &str, name: &str) {
    let ((old_id, old_prefix), (id, prefix)) = (made_names(old), made_names(name));
    let patterns = serde_json::to_string(&design.patterns).unwrap_or_default();
    if patterns.contains(&old_id) || patterns.contains(&old_prefix) {
        return;
    }
    let Some(entity) = design.entities.get(place) else { return };
    let number = entity.attributes.iter().position(|attribute| attribute.name == old_id);
    if let Some(number) = number.filter(|_| entity.attribute(&id).is_none()) {
        attribute(design, place, number, &id);
    }
    let items = design.tables.iter_mut().flat_map(|table| &mut table.items);
    for key in items.filter(|item| item.entity == old).flat_map(|item| item.keys.values_mut()) {
        if let Some(Piece::Text(text)) = key.template.pieces.first_mut()
            && *text == old_prefix
        {
            text.clone_from(&prefix);
        }
    }
}

/// Renames an attribute of the entity at this position.
pub fn attribute(design: &mut Design, place: usize, number: usize, name: &str) {
    let Some(entity) = design.entities.get_mut(place) else { return };
    let Some(attribute) = entity.attributes.get_mut(number) else { return };
    let old = std::mem::replace(&mut attribute.name, name.to_owned());
    if entity.owner.as_deref() == Some(&old) {
        entity.owner = Some(name.to_owned());
    }
    let entity = entity.name.clone();
    let replace = |text: &mut String| {
        if *text == old {
            *text = name.to_owned();
        }
    };
    for relation in &mut design.relations {
        if relation.child == entity
            && let Some(source) = relation.copies.remove(&old)
        {
            relation.copies.insert(name.to_owned(), source);
        }
        if relation.parent == entity {
            relation.copies.values_mut().for_each(replace);
        }
    }
    for placement in
        design.tables.iter_mut().flat_map(|table| &mut table.items).filter(|item| item.entity == entity)
    {
        for key in placement.keys.values_mut() {
            in_template(&mut key.template, replace);
            if let Some(when) = &mut key.when {
                replace(&mut when.attribute);
            }
        }
        placement.attributes.iter_mut().flatten().for_each(replace);
    }
    for parameter in design.patterns.iter_mut().flat_map(|pattern| pattern.parameters.values_mut()) {
        if let Parameter::Sample { of, .. } = parameter
            && *of == format!("{entity}.{old}")
        {
            *of = format!("{entity}.{name}");
        }
    }
}

fn in_template(template: &mut Template, replace: impl Fn(&mut String)) {
    for piece in &mut template.pieces {
        if let Piece::Value { attribute, .. } = piece {
            replace(attribute);
        }
    }
}

fn items_of(operation: &mut Operation) -> Vec<&mut String> {
    match operation {
        Operation::Put(put) => vec![&mut put.item],
        Operation::BatchWrite { writes } | Operation::TransactWrite { writes } => writes
            .iter_mut()
            .filter_map(|write| match write {
                Action::Put(put) => Some(&mut put.item),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn items_expected(expectation: &mut Expectation) -> impl Iterator<Item = &mut String> {
    expectation.rows.iter_mut().map(|rows| &mut rows.item)
}

#[cfg(test)]
mod tests {
    const DESIGN: &str = r#"{"version": 1, "name": "x",
        "entities": [{"name": "User", "owner": "id", "attributes": [{"name": "id"}]}, {"name": "Order", "attributes": [{"name": "user"}]}],
        "relations": [{"parent": "User", "child": "Order", "copies": {"user": "id"}}],
        "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "items": [
            {"entity": "User", "keys": {"PK": "U#{id}"}}, {"entity": "Order", "keys": {"PK": "O#{user}"}}]}],
        "patterns": [{"name": "p", "parameters": {"id": {"of": "User.id"}},
            "operation": {"action": "put", "table": "T", "item": "User"},
            "expect": {"rows": [{"item": "User"}, {"item": "Order"}]}}]}"#;

    #[test]
    fn every_mention_gets_the_new_name() {
        let mut design = dynalab_modeling::parse(DESIGN).expect("a design");
        super::entity(&mut design, 0, "Member");
        super::attribute(&mut design, 0, 0, "member_id");
        super::attribute(&mut design, 1, 0, "buyer");
        let text = dynalab_modeling::write(&design);
        for old in ["User", "\"id\": \"", "{id}", "user"] {
            assert!(!text.contains(old), "{old} is still in {text}");
        }
        assert_eq!(design.relations[0].copies["buyer"], "member_id");
        assert_eq!(design.tables[0].items[0].keys["PK"].template.to_string(), "U#{member_id}");
        assert_eq!(design.entities[0].owner.as_deref(), Some("member_id"));
    }

    #[test]
    fn keys_that_were_made_from_the_name_get_the_new_one() {
        let design = r#"{"version": 1, "name": "x",
            "entities": [{"name": "Entity1", "attributes": [{"name": "entity1_id"}]}],
            "tables": [{"name": "T", "partition_key": [{"name": "PK"}], "items": [
                {"entity": "Entity1", "keys": {"PK": "ENTITY1#{entity1_id}"}}]}]}"#;
        let mut design = dynalab_modeling::parse(design).expect("a design");
        super::entity(&mut design, 0, "Station");
        assert_eq!(design.tables[0].items[0].keys["PK"].template.to_string(), "STATION#{station_id}");
        assert_eq!(design.entities[0].attributes[0].name, "station_id");
    }

    #[test]
    fn a_place_that_is_gone_changes_nothing() {
        let before = dynalab_modeling::parse(DESIGN).expect("a design");
        let mut design = before.clone();
        super::entity(&mut design, 9, "X");
        super::attribute(&mut design, 0, 9, "X");
        assert_eq!(design, before);
    }
}
