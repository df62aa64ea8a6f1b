//! The form of a relation: its two entities, the number of children per parent, and the attributes that the child copies.

use dynalab_modeling::Design;
use dynalab_modeling::design::{Relation, Skew};
use yew::prelude::*;

use super::desk::{Desk, Field, amount, whole};
use crate::components::icon::Icon;
use crate::figures;
use crate::sentences::design as words;

pub fn view(desk: &Desk, place: usize, relation: &Relation) -> Html {
    let label = format!("{} → {}", relation.parent, relation.child);
    let delete = desk.edits(move |design| {
        if place < design.relations.len() {
            design.relations.remove(place);
        }
    });
    html! {
        <div class="design-box" role="group" aria-label={label} data-testid="design-relation-form">
            <div class="design-form">{ ends(desk, place, relation) }{ rows(desk, place, relation) }{ skew(desk, place, relation) }</div>
            { copies(desk, place, relation) }
            <div class="design-row">{ desk.button(words::DESIGN_DELETE_RELATION, Some(Icon::Bin), delete) }</div>
        </div>
    }
}

/// Formats a number, with decimals only if it has some.
pub fn number(value: f64) -> String {
    format!("{value}")
}

fn ends(desk: &Desk, place: usize, relation: &Relation) -> Html {
    let options: Vec<(String, String)> =
        desk.design().entities.iter().map(|entity| (entity.name.clone(), entity.name.clone())).collect();
    let parent = desk.list(
        "design-relation-parent",
        desk.text(words::DESIGN_RELATION_PARENT),
        &options,
        &relation.parent,
        move |design, chosen| {
            edit(design, place, |relation| change_end(&mut relation.parent, &mut relation.copies, chosen))
        },
    );
    let child = desk.list(
        "design-relation-child",
        desk.text(words::DESIGN_RELATION_CHILD),
        &options,
        &relation.child,
        move |design, chosen| {
            edit(design, place, |relation| change_end(&mut relation.child, &mut relation.copies, chosen))
        },
    );
    html! { <>{ parent }{ child }</> }
}

/// Sets one end of a relation. Removes the copied attributes, because another entity has other attributes.
fn change_end(end: &mut String, copies: &mut std::collections::BTreeMap<String, String>, chosen: &str) {
    if end != chosen {
        chosen.clone_into(end);
        copies.clear();
    }
}

fn rows(desk: &Desk, place: usize, relation: &Relation) -> Html {
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

fn skew(desk: &Desk, place: usize, relation: &Relation) -> Html {
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
fn copies(desk: &Desk, place: usize, relation: &Relation) -> Html {
    let design = desk.design();
    let names = |entity: &str| -> Vec<String> {
        let entity = design.entity(entity);
        entity.iter().flat_map(|entity| &entity.attributes).map(|attribute| attribute.name.clone()).collect()
    };
    let (of_parent, of_child) = (names(&relation.parent), names(&relation.child));
    let free = of_child.iter().find(|name| !relation.copies.contains_key(*name)).cloned();
    let first = of_parent.first().cloned();
    let add = free.zip(first).map(|(to, from)| {
        let from = if of_parent.contains(&to) { to.clone() } else { from };
        desk.edits(move |design: &mut Design| {
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
    desk: &Desk,
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
    let delete = desk.edits(move |design: &mut Design| {
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
