//! The panel of entities and relations: the sketch, and each relation as a row that opens its form.

use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::{Change, OpenForm};
use dynalab_modeling::design::{PerParent, Relation};
use dynalab_modeling::sketch::Sketch;
use yew::prelude::*;

use super::design_context::DesignContext;
use super::relation_form;
use super::relations_sketch;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext) -> Html {
    let design = desk.design();
    if design.entities.is_empty() {
        return html! {};
    }
    let sketch = Sketch::from_design(design);
    let count = design.relations.len() as u64;
    let chips = html! { <span class="chip">{ desk.text(words::DesignRelationCount { relations: count.into() }) }</span> };
    let ask = desk.changes(|| Change::Open(Some(OpenForm::NewRelation(None))));
    let side = html! { if design.entities.len() > 1 { { desk.button(words::DESIGN_ADD_RELATION, Some(Icon::Plus), ask) } } };
    let lines = design.relations.iter().enumerate().map(|(place, relation)| one(desk, place, relation));
    let body = html! {
        <div class="panel-body">
            if let Some(OpenForm::NewRelation(parent)) = &desk.editor.opened { { question(desk, parent.as_deref()) } }
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
                <button
                    class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-relation-{place}")}
                    onclick={toggle}
                >
                    { &relation.parent }
                    { " → " }
                    { &relation.child }
                </button>
                <span class="design-note">{ about }</span>
            </span>
            if is_open { { relation_form::view(desk, place, relation) } }
        </li>
    }
}

/// Renders the question which two entities the new relation is between. With the second answer the relation is made.
fn question(desk: &DesignContext, parent: Option<&str>) -> Html {
    let entities = desk.design().entities.iter().map(|entity| entity.name.as_str());
    let others = entities.filter(|name| parent != Some(*name));
    let place = desk.design().relations.len();
    let buttons = others.map(|name| {
        let onclick = match parent {
            None => {
                let chosen = name.to_owned();
                desk.changes(move || Change::Open(Some(OpenForm::NewRelation(Some(chosen.clone())))))
            }
            Some(parent) => {
                let (parent, child) = (parent.to_owned(), name.to_owned());
                desk.adds(Edit::AddRelation { parent, child }, OpenForm::Relation(place))
            }
        };
        html! {
            <button class="button design-small" type="button" key={name.to_owned()} data-testid={format!("design-relate-{name}")} {onclick}>
                { name.to_owned() }
            </button>
        }
    });
    let asked = match parent {
        None => desk.text(words::DESIGN_RELATION_WHICH_PARENT),
        Some(parent) => desk.text(words::DesignRelationWhichChild { parent: parent.into() }),
    };
    html! {
        <div class="design-box" role="group" aria-label={asked.clone()} data-testid="design-relation-question">
            <span>{ asked }</span>
            <div class="design-row">
                { for buttons }{ desk.button(words::DESIGN_CANCEL, None, desk.changes(|| Change::Open(None))) }
            </div>
        </div>
    }
}
