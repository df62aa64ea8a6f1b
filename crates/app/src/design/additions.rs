//! Adds entities, tables, indexes and relations to a design, with the first names that are free.

use dynalab_modeling::design::{
    Attribute, AttributeType, Entity, Index, IndexKind, ItemKey, KeyAttribute, PerParent, Placement,
    Relation, Table, Values,
};
use dynalab_modeling::{Design, Template};

use super::edit::common_id;
use super::rename;

/// Adds an entity with an id, and stores it in the first table under that id.
pub fn add_entity(design: &mut Design) {
    let name = unused("Entity", design.entities.iter().map(|entity| entity.name.as_str()));
    let (id, prefix) = rename::made_names(&name);
    let values = Values::Sequence { prefix: String::new(), width: 3, start: 1 };
    let attribute = Attribute {
        name: id.clone(),
        data_type: AttributeType::S,
        values,
        present: 1.0,
        ..Attribute::default()
    };
    design.entities.push(Entity {
        name: name.clone(),
        count: 1_000,
        attributes: vec![attribute],
        ..Entity::default()
    });
    let table = if design.tables.is_empty() { add_table(design) } else { 0 };
    let Some(table) = design.tables.get_mut(table) else { return };
    let mut placement = Placement { entity: name.clone(), ..Placement::default() };
    let mut template = Template::text(&prefix);
    template.pieces.extend(Template::value(&id).pieces);
    for key in &table.partition_key {
        placement.keys.insert(key.name.clone(), ItemKey { template: template.clone(), when: None });
    }
    for key in &table.sort_key {
        let template = Template::text("META");
        placement.keys.insert(key.name.clone(), ItemKey { template, when: None });
    }
    table.items.push(placement);
}

/// Adds a table with PK and SK. Returns its position.
pub fn add_table(design: &mut Design) -> usize {
    let name = unused("Table", design.tables.iter().map(|table| table.name.as_str()));
    let key = |name: &str| KeyAttribute { name: name.to_owned(), ..KeyAttribute::default() };
    design.tables.push(Table {
        name,
        partition_key: vec![key("PK")],
        sort_key: vec![key("SK")],
        ..Table::default()
    });
    design.tables.len() - 1
}

/// Adds a global index with a partition key and a sort key of its own.
pub fn add_index(design: &mut Design, table: usize) {
    let Some(table) = design.tables.get_mut(table) else { return };
    let name = unused("GSI", table.indexes.iter().map(|index| index.name.as_str()));
    let key = |part: &str| KeyAttribute { name: format!("{name}{part}"), ..KeyAttribute::default() };
    let (partition_key, sort_key) = (vec![key("PK")], vec![key("SK")]);
    table.indexes.push(Index {
        name: name.clone(),
        kind: IndexKind::Global,
        partition_key,
        sort_key,
        ..Index::default()
    });
}

/// Returns the word with the first free number.
pub fn unused<'a>(word: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let mut number = taken.len() + 1;
    loop {
        let name = format!("{word}{number}");
        if !taken.contains(&name.as_str()) {
            return name;
        }
        number += 1;
    }
}

/// Adds a relation between two entities of the design. The child copies the parent's first attribute if it has one of that name.
pub fn add_relation(design: &mut Design, parent: &str, child: &str) {
    if design.entity(parent).is_none() || design.entity(child).is_none() || parent == child {
        return;
    }
    let relation = Relation {
        parent: parent.to_owned(),
        child: child.to_owned(),
        copies: common_id(design, parent, child),
        per_parent: PerParent { least: 0, mean: 5.0, most: 20, ..PerParent::default() },
        ..Relation::default()
    };
    design.relations.push(relation);
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Design;
    use dynalab_modeling::design::{Attribute, Entity};

    use super::{add_entity, add_index, add_relation, unused};

    #[test]
    fn a_new_entity_has_a_table_and_a_key() {
        let mut design = Design::default();
        add_entity(&mut design);
        add_entity(&mut design);
        assert_eq!((design.tables.len(), design.entities.len(), design.tables[0].items.len()), (1, 2, 2));
        let keys = &design.tables[0].items[1].keys;
        assert_eq!(keys["PK"].template.to_string(), "ENTITY2#{entity2_id}");
        assert_eq!(keys["SK"].template.to_string(), "META");
        add_index(&mut design, 0);
        assert_eq!(design.tables[0].indexes[0].partition_key[0].name, "GSI1PK");
    }

    #[test]
    fn numbers_are_added_until_a_name_is_free() {
        assert_eq!(unused("GSI", [].into_iter()), "GSI1");
        assert_eq!(unused("GSI", ["GSI2", "ByDate"].into_iter()), "GSI3");
        assert_eq!(unused("GSI", ["GSI2"].into_iter()), "GSI3");
    }

    fn entity(name: &str, attributes: &[&str]) -> Entity {
        let attributes =
            attributes.iter().map(|name| Attribute { name: (*name).to_owned(), ..Attribute::default() });
        Entity { name: name.to_owned(), attributes: attributes.collect(), ..Entity::default() }
    }

    #[test]
    fn a_new_relation_is_between_the_two_entities_that_were_chosen() {
        let mut design = Design::default();
        add_relation(&mut design, "User", "Order");
        assert!(design.relations.is_empty(), "there is nothing to relate");
        design.entities = vec![
            entity("User", &["user_id"]),
            entity("Order", &["order_id", "user_id"]),
            entity("Note", &["id"]),
        ];
        add_relation(&mut design, "User", "Order");
        add_relation(&mut design, "Order", "Note");
        add_relation(&mut design, "User", "User");
        let found: Vec<_> = design
            .relations
            .iter()
            .map(|one| (one.parent.as_str(), one.child.as_str(), one.copies.contains_key("user_id")))
            .collect();
        assert_eq!(found, [("User", "Order", true), ("Order", "Note", false)]);
    }
}
