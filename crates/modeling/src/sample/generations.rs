//! The order in which the entities get their rows: each after its parents.

use std::collections::{BTreeMap, BTreeSet};

use crate::design::Design;
use crate::report::{Place, Problem, ProblemReason};

/// Returns the positions of the entities, each after its parents.
///
/// Entities whose parents are done come next, in the order of the design. Entities in a cycle are last.
pub fn parents_first(design: &Design, problems: &mut Vec<Problem>) -> Vec<usize> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, entity) in design.entities.iter().enumerate() {
        places.entry(&entity.name).or_default().push(place);
    }
    let relations: BTreeSet<(&str, &str)> = design
        .relations
        .iter()
        .filter(|relation| relation.parent != relation.child && places.contains_key(relation.parent.as_str()))
        .map(|relation| (relation.parent.as_str(), relation.child.as_str()))
        .collect();
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut missing: BTreeMap<&str, usize> = places.keys().map(|name| (*name, 0)).collect();
    for (parent, child) in relations {
        children.entry(parent).or_default().push(child);
        missing.entry(child).and_modify(|count| *count += 1);
    }
    let ready_names = missing.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name);
    let places_of = |names: Vec<&str>| -> BTreeSet<usize> {
        names.iter().filter_map(|name| places.get(name)).flatten().copied().collect()
    };
    let mut ready = places_of(ready_names.collect());
    let mut order: Vec<usize> = Vec::with_capacity(design.entities.len());
    while !ready.is_empty() {
        order.extend(&ready);
        let done: BTreeSet<&str> = ready.iter().map(|place| design.entities[*place].name.as_str()).collect();
        let mut next = Vec::new();
        for child in done.iter().filter_map(|name| children.get(name)).flatten() {
            if let Some(count) = missing.get_mut(child) {
                *count -= 1;
                if *count == 0 {
                    next.push(*child);
                }
            }
        }
        ready = places_of(next);
    }
    let done: BTreeSet<usize> = order.iter().copied().collect();
    for place in (0..design.entities.len()).filter(|place| !done.contains(place)) {
        let entity = design.entities[place].name.clone();
        let at = Place { entity: Some(entity.clone()), ..Place::default() };
        problems.push(Problem { place: at, reason: ProblemReason::RelationCycle { entity } });
        order.push(place);
    }
    order
}
