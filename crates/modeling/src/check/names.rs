//! Checks of names and numbers: each used name exists, and names in a list are unique.

use dynalab_types::region::is_region;

use crate::design::{Design, Entity, Operation, Parameter, Placement, Table};
use crate::report::{Place, Problem, ProblemReason};

pub fn problems(design: &Design) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut add = |place: Place, reason: ProblemReason| found.push(Problem { place, reason });
    let none = Place::default();
    if !is_region(&design.region) {
        add(none.clone(), ProblemReason::UnknownRegion { region: design.region.clone() });
    }
    for name in repeated(design.entities.iter().map(|entity| entity.name.as_str())) {
        add(Place { entity: Some(name.clone()), ..none.clone() }, ProblemReason::SameName { name });
    }
    for name in repeated(design.tables.iter().map(|table| table.name.as_str())) {
        add(Place { table: Some(name.clone()), ..none.clone() }, ProblemReason::SameName { name });
    }
    for name in repeated(design.patterns.iter().map(|pattern| pattern.name.as_str())) {
        add(Place { pattern: Some(name.clone()), ..none.clone() }, ProblemReason::SameName { name });
    }
    for entity in &design.entities {
        check_entity(entity, &mut add);
    }
    check_relations(design, &mut add);
    for table in &design.tables {
        check_table(design, table, &mut add);
    }
    check_patterns(design, &mut add);
    found
}

fn repeated<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !seen.insert(name) && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
    found
}

fn check_entity(entity: &Entity, add: &mut impl FnMut(Place, ProblemReason)) {
    let place = |attribute: &str| Place {
        entity: Some(entity.name.clone()),
        attribute: Some(attribute.to_owned()),
        ..Place::default()
    };
    for name in repeated(entity.attributes.iter().map(|attribute| attribute.name.as_str())) {
        add(place(&name), ProblemReason::SameName { name });
    }
    if let Some(owner) = entity.owner.as_ref().filter(|owner| entity.attribute(owner).is_none()) {
        add(place(owner), ProblemReason::UnknownAttribute { attribute: owner.clone() });
    }
    for attribute in &entity.attributes {
        if !(0.0..=1.0).contains(&attribute.present) {
            add(place(&attribute.name), ProblemReason::Range { member: "present".into() });
        }
    }
}

fn check_relations(design: &Design, add: &mut impl FnMut(Place, ProblemReason)) {
    for (number, relation) in design.relations.iter().enumerate() {
        let place = || Place { relation: Some(number), ..Place::default() };
        for (entity, attributes) in [
            (&relation.parent, relation.copies.values().collect::<Vec<_>>()),
            (&relation.child, relation.copies.keys().collect()),
        ] {
            match design.entity(entity) {
                None => add(place(), ProblemReason::UnknownEntity { entity: entity.clone() }),
                Some(found) => {
                    for attribute in attributes.into_iter().filter(|name| found.attribute(name).is_none()) {
                        let attribute = format!("{entity}.{attribute}");
                        add(place(), ProblemReason::UnknownAttribute { attribute });
                    }
                }
            }
        }
        if relation.per_parent.least > relation.per_parent.most {
            add(place(), ProblemReason::Range { member: "per_parent".into() });
        }
    }
}

fn check_table(design: &Design, table: &Table, add: &mut impl FnMut(Place, ProblemReason)) {
    let at_table = Place { table: Some(table.name.clone()), ..Place::default() };
    for name in repeated(table.items.iter().map(Placement::name)) {
        add(Place { item: Some(name.clone()), ..at_table.clone() }, ProblemReason::SameName { name });
    }
    for placement in &table.items {
        let at_item = Place { item: Some(placement.name().to_owned()), ..at_table.clone() };
        let Some(entity) = design.entity(&placement.entity) else {
            add(at_item, ProblemReason::UnknownEntity { entity: placement.entity.clone() });
            continue;
        };
        for key in table.key().filter(|key| !placement.keys.contains_key(&key.name)) {
            if entity.attribute(&key.name).is_none() {
                let place = Place { attribute: Some(key.name.clone()), ..at_item.clone() };
                add(place, ProblemReason::NoKeyTemplate { attribute: key.name.clone() });
            }
        }
        for (name, key) in &placement.keys {
            let place = Place { attribute: Some(name.clone()), ..at_item.clone() };
            if table.key_attributes().iter().all(|attribute| attribute.name != *name) {
                add(place.clone(), ProblemReason::UnknownAttribute { attribute: name.clone() });
            }
            let used = key.template.attributes().chain(key.when.iter().map(|when| when.attribute.as_str()));
            for attribute in used.filter(|used| entity.attribute(used).is_none()) {
                add(place.clone(), ProblemReason::UnknownAttribute { attribute: attribute.to_owned() });
            }
        }
    }
}

fn check_patterns(design: &Design, add: &mut impl FnMut(Place, ProblemReason)) {
    for pattern in &design.patterns {
        let place = || Place { pattern: Some(pattern.name.clone()), ..Place::default() };
        for parameter in pattern.parameters.values() {
            let (Parameter::Sample { of, .. } | Parameter::New { new: of }) = parameter else { continue };
            let found = of
                .split_once('.')
                .and_then(|(entity, attribute)| design.entity(entity)?.attribute(attribute));
            if found.is_none() {
                add(place(), ProblemReason::UnknownAttribute { attribute: of.clone() });
            }
        }
        for share in [Some(pattern.failed_conditions), pattern.busiest_share].into_iter().flatten() {
            if !(0.0..=1.0).contains(&share) {
                add(place(), ProblemReason::Range { member: "share".into() });
            }
        }
        if let Some(member) = pattern.rate.fault() {
            add(place(), ProblemReason::Range { member: member.into() });
        }
        if let Some(Operation::Query(query)) = &pattern.operation
            && let (Some(index), Some(table)) = (&query.index, design.table(&query.table))
            && table.index(index).is_none()
        {
            add(place(), ProblemReason::UnknownIndex { index: index.clone() });
        }
    }
}
