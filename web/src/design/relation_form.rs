//! The form of a relation: its two entities, the number of children per parent, and the attributes that the child copies.

use dynalab_app::design::edit::RelationEdit;
use dynalab_app::design::field_text::{amount, whole};
use dynalab_modeling::design::{Relation, Skew};
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let label = format!("{} → {}", relation.parent, relation.child);
    let delete = desk.edit_callback(RelationEdit::Remove.of(place));
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
        move |chosen| Some(RelationEdit::SetParent(chosen.to_owned()).of(place)),
    );
    let child = desk.list(
        "design-relation-child",
        desk.text(words::DESIGN_RELATION_CHILD),
        &options,
        &relation.child,
        move |chosen| Some(RelationEdit::SetChild(chosen.to_owned()).of(place)),
    );
    html! { <>{ parent }{ child }</> }
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
            { desk.field(&least, move |_, text| Ok(RelationEdit::SetLeast(whole(messages, text)?).of(place))) }
            { desk.field(&mean, move |_, text| Ok(RelationEdit::SetMean(amount(messages, text)?).of(place))) }
            { desk.field(&most, move |_, text| Ok(RelationEdit::SetMost(whole(messages, text)?).of(place))) }
        </>
    }
}

fn skew(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let options = [
        ("even".to_owned(), desk.text(words::DESIGN_RELATION_EVEN)),
        ("zipf".to_owned(), desk.text(words::DESIGN_RELATION_ZIPF)),
    ];
    let now = if relation.skew.is_even() { "even" } else { "zipf" };
    desk.list("design-relation-skew", desk.text(words::DESIGN_RELATION_SKEW), &options, now, move |chosen| {
        let skew = if chosen == "zipf" { Skew::Zipf } else { Skew::Even };
        Some(RelationEdit::SetSkew(skew).of(place))
    })
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
        desk.edit_callback(RelationEdit::Copy { to, from }.of(place))
    });
    let lines = relation.copies.iter().enumerate().map(|(number, (to, from))| {
        one_copy(desk, (place, number), (to, from), (&of_child, &of_parent), relation)
    });
    html! {
        <>
            <p class="design-label">
                { desk.text(words::DesignRelationCopies { child: relation.child.as_str().into(), parent: relation.parent.as_str().into() }) }
            </p>
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
    let old = to.to_owned();
    let to_list = desk.list(
        &format!("design-copy-to-{number}"),
        desk.text(words::DESIGN_COPY_TO),
        &to_options,
        to,
        move |chosen| {
            let (old, to) = (old.clone(), chosen.to_owned());
            Some(RelationEdit::MoveCopy { old, to }.of(place))
        },
    );
    let target = to.to_owned();
    let from_list = desk.list(
        &format!("design-copy-from-{number}"),
        desk.text(words::DESIGN_COPY_FROM),
        &from_options,
        from,
        move |chosen| {
            let (to, from) = (target.clone(), chosen.to_owned());
            Some(RelationEdit::Copy { to, from }.of(place))
        },
    );
    let delete = desk.edit_callback(RelationEdit::RemoveCopy(to.to_owned()).of(place));
    let delete_label = desk.text(words::DesignDeleteCopy { attribute: to.into() });
    html! {
        <div class="design-row" key={to.to_owned()}>
            { to_list }{ from_list }
            <button
                class="button button--quiet design-small" type="button" aria-label={delete_label} data-testid={format!("design-copy-delete-{number}")}
                onclick={delete}
            >{ Icon::Bin.draw() }</button>
        </div>
    }
}
