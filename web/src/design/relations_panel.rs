//! The panel of entities and relations: the sketch, and each relation as a row that opens its form.

use dynalab_modeling::Design;
use dynalab_modeling::design::{PerParent, Relation};
use dynalab_modeling::sketch::Sketch;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor::{Change, OpenForm};
use super::relation_form;
use super::relations_sketch;
use crate::components::icon::Icon;
use crate::sentences::design as words;

pub fn view(desk: &DesignContext) -> Html {
    let design = desk.design();
    if design.entities.is_empty() {
        return html! {};
    }
    let sketch = Sketch::from_design(design);
    let count = design.relations.len() as u64;
    let chips = html! { <span class="chip">{ desk.text(words::DesignRelationCount { relations: count.into() }) }</span> };
    let side = html! { if design.entities.len() > 1 { { desk.button(words::DESIGN_ADD_RELATION, Some(Icon::Plus), add(desk)) } } };
    let lines = design.relations.iter().enumerate().map(|(place, relation)| one(desk, place, relation));
    let body = html! {
        <div class="panel-body">
            { relations_sketch::view(desk, &sketch) }
            <p class="design-note">{ desk.text(if count == 0 { words::DESIGN_NO_RELATIONS } else { words::DESIGN_RELATIONS_ABOUT }) }</p>
            if count > 0 { <ul class="design-relations">{ for lines }</ul> }
        </div>
    };
    desk.panel(words::DESIGN_RELATIONS, chips, side, body)
}

fn one(desk: &DesignContext, place: usize, relation: &Relation) -> Html {
    let is_open = desk.is_open(&OpenForm::Relation(place));
    let toggle = desk.changes(move || Change::Open((!is_open).then_some(OpenForm::Relation(place))));
    let PerParent { least, mean, most, .. } = &relation.per_parent;
    let about = desk.text(words::DesignRelationRows {
        least: (*least).into(),
        mean: relation_form::number(*mean).as_str().into(),
        most: (*most).into(),
    });
    html! {
        <li key={place}>
            <span class="design-row">
                <button class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-relation-{place}")} onclick={toggle}>{ &relation.parent }{ " → " }{ &relation.child }</button>
                <span class="design-note">{ about }</span>
            </span>
            if is_open { { relation_form::view(desk, place, relation) } }
        </li>
    }
}

fn add(desk: &DesignContext) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    let place = desk.design().relations.len();
    Callback::from(move |_| {
        dispatcher.dispatch(Change::Edit { field: None, act: Box::new(new_relation) });
        dispatcher.dispatch(Change::Open(Some(OpenForm::Relation(place))));
    })
}

/// Adds a relation from the first entity to one without a parent. The child copies the parent's first attribute if it has one of that name.
fn new_relation(design: &mut Design) {
    let [parent, others @ ..] = design.entities.as_slice() else { return };
    let has_parent = |name: &str| design.parents_of(name).next().is_some();
    let Some(child) = others.iter().find(|entity| !has_parent(&entity.name)).or(others.first()) else {
        return;
    };
    let copies = relation_form::common_id(design, &parent.name, &child.name);
    let relation = Relation {
        parent: parent.name.clone(),
        child: child.name.clone(),
        copies,
        per_parent: PerParent { least: 0, mean: 5.0, most: 20, ..PerParent::default() },
        ..Relation::default()
    };
    design.relations.push(relation);
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::Design;
    use dynalab_modeling::design::{Attribute, Entity};

    use super::new_relation;

    fn entity(name: &str, attributes: &[&str]) -> Entity {
        let attributes =
            attributes.iter().map(|name| Attribute { name: (*name).to_owned(), ..Attribute::default() });
        Entity { name: name.to_owned(), attributes: attributes.collect(), ..Entity::default() }
    }

    #[test]
    fn a_new_relation_leads_to_an_entity_without_a_parent() {
        let mut design = Design::default();
        new_relation(&mut design);
        assert!(design.relations.is_empty(), "there is nothing to relate");
        design.entities = vec![
            entity("User", &["user_id"]),
            entity("Order", &["order_id", "user_id"]),
            entity("Note", &["id"]),
        ];
        new_relation(&mut design);
        new_relation(&mut design);
        let found: Vec<_> = design
            .relations
            .iter()
            .map(|one| (one.parent.as_str(), one.child.as_str(), one.copies.contains_key("user_id")))
            .collect();
        assert_eq!(found, [("User", "Order", true), ("User", "Note", false)]);
    }
}
