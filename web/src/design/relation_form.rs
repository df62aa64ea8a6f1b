//! The form of a relation: its two entities, the number of children per parent, and the attributes that the child copies.

use std::collections::BTreeMap;

use dynalab_modeling::Design;
use dynalab_modeling::design::{Relation, Skew};
use yew::prelude::*;

use super::design_context::{DesignContext, Field, amount, whole};
use crate::components::icon::Icon;
use crate::figures;
use crate::sentences::design as words;

pub fn view(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let label = format!("{} → {}", relation.parent, relation.child);
    let delete = desk.edit_callback(move |design| {
        if place < design.relations.len() {
            design.relations.remove(place);
        }
    });
    html! {
        <div class="design-box" role="group" aria-label={label} data-testid="design-relation-form">
            <div class="design-form">{ render_ends(desk, place, relation) }{ rows(desk, place, relation) }{ skew(desk, place, relation) }</div>
            { copies(desk, place, relation) }
            <div class="design-row">{ desk.button(words::DESIGN_DELETE_RELATION, Some(Icon::Bin), delete) }</div>
        </div>
    }
}

/// Formats a number, with decimals only if it has some.
pub fn number(value: f64) -> String {
    format!("{value}")
}

fn render_ends(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let options: Vec<(String, String)> =
        desk.design().entities.iter().map(|entity| (entity.name.clone(), entity.name.clone())).collect();
    let parent = desk.list(
        "design-relation-parent",
        desk.text(words::DESIGN_RELATION_PARENT),
        &options,
        &relation.parent,
        move |design, chosen| {
            change_end(design, place, chosen, |relation| &mut relation.parent);
        },
    );
    let child = desk.list(
        "design-relation-child",
        desk.text(words::DESIGN_RELATION_CHILD),
        &options,
        &relation.child,
        move |design, chosen| {
            change_end(design, place, chosen, |relation| &mut relation.child);
        },
    );
    html! { <>{ parent }{ child }</> }
}

/// Sets one end of a relation. The child then copies the parent's id if it has an attribute of that name.
fn change_end(design: &mut Design, place: usize, chosen: &str, end: fn(&mut Relation) -> &mut String) {
    let Some(relation) = design.relations.get_mut(place) else { return };
    if end(relation) == chosen {
        return;
    }
    chosen.clone_into(end(relation));
    let (parent, child) = (relation.parent.clone(), relation.child.clone());
    let copies = common_id(design, &parent, &child);
    edit(design, place, |relation| relation.copies = copies);
}

/// Returns the parent's first attribute, if the child has one of that name.
pub fn common_id(design: &Design, parent: &str, child: &str) -> BTreeMap<String, String> {
    let first = design.entity(parent).and_then(|entity| entity.attributes.first());
    let has = |name: &String| {
        parent != child && design.entity(child).is_some_and(|child| child.attribute(name).is_some())
    };
    first
        .map(|attribute| attribute.name.clone())
        .filter(has)
        .map(|name| (name.clone(), name))
        .into_iter()
        .collect()
}

fn rows(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let messages = *desk.scene.messages();
    let spread = &relation.per_parent;
    let field = |name: &str, label, value: String| Field {
        mode: "decimal",
        ..Field::new(format!("design-relation-{name}"), desk.text(label), value)
    };
    let least = field("least", words::DESIGN_RELATION_LEAST, figures::grouped(spread.least));
    let mean = field("mean", words::DESIGN_RELATION_MEAN, number(spread.mean));
    let most = field("most", words::DESIGN_RELATION_MOST, figures::grouped(spread.most));
    html! {
        <>
            { desk.field(&least, move |design, text| { let rows = whole(messages, text)?; edit(design, place, |one| one.per_parent.least = rows); Ok(()) }) }
            { desk.field(&mean, move |design, text| { let rows = amount(messages, text)?; edit(design, place, |one| one.per_parent.mean = rows); Ok(()) }) }
            { desk.field(&most, move |design, text| { let rows = whole(messages, text)?; edit(design, place, |one| one.per_parent.most = rows); Ok(()) }) }
        </>
    }
}

fn skew(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let options = [
        ("even".to_owned(), desk.text(words::DESIGN_RELATION_EVEN)),
        ("zipf".to_owned(), desk.text(words::DESIGN_RELATION_ZIPF)),
    ];
    let now = if relation.skew.is_even() { "even" } else { "zipf" };
    desk.list(
        "design-relation-skew",
        desk.text(words::DESIGN_RELATION_SKEW),
        &options,
        now,
        move |design, chosen| {
            let skew = if chosen == "zipf" { Skew::Zipf } else { Skew::Even };
            edit(design, place, |relation| relation.skew = skew);
        },
    )
}

/// Renders the attributes that the child copies from the parent.
fn copies(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let design = desk.design();
    let names = |entity: &str| -> Vec<String> {
        let entity = design.entity(entity);
        entity.iter().flat_map(|entity| &entity.attributes).map(|attribute| attribute.name.clone()).collect()
    };
    let (of_parent, of_child) = (names(&relation.parent), names(&relation.child));
    let mut free: Vec<&String> =
        of_child.iter().filter(|name| !relation.copies.contains_key(*name)).collect();
    // An attribute that the parent has too is most often meant.
    free.sort_by_key(|name| !of_parent.contains(name));
    let free = free.first().map(|name| (*name).clone());
    let first = of_parent.first().cloned();
    let add = free.zip(first).map(|(to, from)| {
        let from = if of_parent.contains(&to) { to.clone() } else { from };
        desk.edit_callback(move |design: &mut Design| {
            edit(design, place, |relation| drop(relation.copies.insert(to.clone(), from.clone())));
        })
    });
    let lines = relation.copies.iter().enumerate().map(|(number, (to, from))| {
        one_copy(desk, (place, number), (to, from), (&of_child, &of_parent), relation)
    });
    html! {
        <>
            <p class="design-label">{ desk.text(words::DesignRelationCopies { child: relation.child.as_str().into(), parent: relation.parent.as_str().into() }) }</p>
            { for lines }
            if let Some(add) = add { <div class="design-row">{ desk.button(words::DESIGN_ADD_COPY, Some(Icon::Plus), add) }</div> }
        </>
    }
}

fn one_copy(
    desk: &DesignContext,
    (place, number): (usize, usize),
    (to, from): (&str, &str),
    (of_child, of_parent): (&[String], &[String]),
    relation: &Relation,
) -> Html {
    // An attribute that is already a copy is not offered again.
    let may = |name: &&String| name.as_str() == to || !relation.copies.contains_key(*name);
    let option = |name: &String| (name.clone(), name.clone());
    let to_options: Vec<(String, String)> = of_child.iter().filter(may).map(option).collect();
    let from_options: Vec<(String, String)> = of_parent.iter().map(option).collect();
    let (old, source) = (to.to_owned(), from.to_owned());
    let to_list = desk.list(
        &format!("design-copy-to-{number}"),
        desk.text(words::DESIGN_COPY_TO),
        &to_options,
        to,
        move |design, chosen| {
            edit(design, place, |relation| {
                relation.copies.remove(&old);
                relation.copies.insert(chosen.to_owned(), source.clone());
            });
        },
    );
    let target = to.to_owned();
    let from_list = desk.list(
        &format!("design-copy-from-{number}"),
        desk.text(words::DESIGN_COPY_FROM),
        &from_options,
        from,
        move |design, chosen| {
            edit(design, place, |relation| drop(relation.copies.insert(target.clone(), chosen.to_owned())));
        },
    );
    let gone = to.to_owned();
    let delete = desk.edit_callback(move |design: &mut Design| {
        edit(design, place, |relation| drop(relation.copies.remove(&gone)));
    });
    let delete_label = desk.text(words::DesignDeleteCopy { attribute: to.into() });
    html! {
        <div class="design-row" key={to.to_owned()}>
            { to_list }{ from_list }
            <button class="button button--quiet design-small" type="button" aria-label={delete_label} data-testid={format!("design-copy-delete-{number}")} onclick={delete}>{ Icon::Bin.draw() }</button>
        </div>
    }
}

fn edit(design: &mut Design, place: usize, act: impl FnOnce(&mut Relation)) {
    if let Some(relation) = design.relations.get_mut(place) {
        act(relation);
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Design;
    use dynalab_modeling::design::{Attribute, Entity, Relation};

    use super::change_end;

    #[test]
    fn a_child_copies_the_id_of_its_new_parent() {
        let entity = |name: &str, attributes: &[&str]| Entity {
            name: name.to_owned(),
            attributes: attributes
                .iter()
                .map(|name| Attribute { name: (*name).to_owned(), ..Attribute::default() })
                .collect(),
            ..Entity::default()
        };
        let mut design = Design {
            entities: vec![
                entity("User", &["user_id", "name"]),
                entity("Bike", &["bike_id"]),
                entity("Ride", &["ride_id", "user_id", "name"]),
            ],
            relations: vec![Relation { parent: "User".into(), child: "Bike".into(), ..Relation::default() }],
            ..Design::default()
        };
        change_end(&mut design, 0, "Ride", |relation| &mut relation.child);
        assert_eq!(design.relations[0].copies, [("user_id".into(), "user_id".into())].into());
        change_end(&mut design, 0, "Bike", |relation| &mut relation.parent);
        assert!(design.relations[0].copies.is_empty());
        change_end(&mut design, 7, "Bike", |relation| &mut relation.parent);
    }
}
