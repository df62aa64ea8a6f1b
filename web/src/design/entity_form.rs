//! The form of an entity: name, number of items in production and in the sample, owner, and attributes.

use dynalab_app::design::rename;
use dynalab_app::shared::Shared;
use dynalab_modeling::Design;
use dynalab_modeling::design::{Attribute, AttributeType, Entity, Placement};
use yew::prelude::*;

use super::design_context::{DesignContext, Field, amount, free_name, whole};
use super::editor::OpenForm;
use super::json_field::JsonField;
use super::keys_panel::unused;
use super::values_field;
use crate::components::icon::Icon;
use crate::figures;
use crate::sentences::design as words;

const TYPES: [AttributeType; 10] = [
    AttributeType::S,
    AttributeType::N,
    AttributeType::B,
    AttributeType::BOOL,
    AttributeType::NULL,
    AttributeType::L,
    AttributeType::M,
    AttributeType::SS,
    AttributeType::NS,
    AttributeType::BS,
];

/// Renders the form of the open entity.
pub fn view(desk: &DesignContext) -> Html {
    let Some(OpenForm::Entity(place)) = desk.editor.opened else { return html! {} };
    let Some(entity) = desk.design().entities.get(place) else { return html! {} };
    html! {
        <div class="design-box" role="group" aria-label={entity.name.clone()} data-testid="design-entity-form">
            <div class="design-form">{ name(desk, place, entity) }{ numbers(desk, place, entity) }{ owner(desk, place, entity) }</div>
            { attributes(desk, place, entity) }
            { stored_in(desk, &entity.name) }
            <div class="design-row">
                { desk.button(words::DESIGN_ADD_ATTRIBUTE, Some(Icon::Plus), desk.edit_callback(move |design| new_attribute(design, place))) }
                { desk.button(words::DESIGN_DELETE_ENTITY, Some(Icon::Bin), desk.edit_callback(move |design| remove(design, place))) }
            </div>
            { json(desk, place, entity) }
        </div>
    }
}

fn name(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let messages = *desk.scene.messages();
    let field = Field::new("design-entity-name", desk.text(words::DESIGN_NAME), entity.name.clone());
    desk.field(&field, move |design, text| {
        let others = design.entities.iter().enumerate().filter(|(other, _)| *other != place);
        let name = free_name(messages, text, others.map(|(_, entity)| entity.name.as_str()))?;
        rename::entity(design, place, &name);
        Ok(())
    })
}

fn numbers(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let messages = *desk.scene.messages();
    let count = Field {
        mode: "numeric",
        ..Field::new("design-entity-count", desk.text(words::DESIGN_COUNT), figures::grouped(entity.count))
    };
    let rows = entity.sample.map(figures::grouped).unwrap_or_default();
    let sample = Field {
        mode: "numeric",
        ..Field::new("design-entity-sample", desk.text(words::DESIGN_SAMPLE_ROWS), rows)
    };
    let growth = decimal(Some(entity.growth_per_month).filter(|growth| *growth != 0.0));
    let growth = Field {
        mode: "decimal",
        ..Field::new("design-entity-growth", desk.text(words::DESIGN_GROWTH), growth)
    };
    let retention = Field {
        mode: "decimal",
        ..Field::new(
            "design-entity-retention",
            desk.text(words::DESIGN_RETENTION),
            decimal(entity.retention_days),
        )
    };
    html! {
        <>
            { desk.field(&count, move |design, text| { let count = whole(messages, text)?; edit(design, place, |entity| entity.count = count); Ok(()) }) }
            { desk.field(&sample, move |design, text| {
                let rows = if text.trim().is_empty() { None } else { Some(whole(messages, text)?) };
                edit(design, place, |entity| entity.sample = rows);
                Ok(())
            }) }
            { desk.field(&growth, move |design, text| {
                let growth = if text.trim().is_empty() { 0.0 } else { amount(messages, text)? };
                edit(design, place, |entity| entity.growth_per_month = growth);
                Ok(())
            }) }
            { desk.field(&retention, move |design, text| {
                let days = if text.trim().is_empty() { None } else { Some(amount(messages, text)?) };
                edit(design, place, |entity| entity.retention_days = days);
                Ok(())
            }) }
        </>
    }
}

/// Returns the number for a field that can be empty.
fn decimal(number: Option<f64>) -> String {
    number.map(figures::grouped_decimal).unwrap_or_default()
}

fn owner(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let mut options = vec![(String::new(), desk.text(words::DESIGN_NO_OWNER))];
    options
        .extend(entity.attributes.iter().map(|attribute| (attribute.name.clone(), attribute.name.clone())));
    let now = entity.owner.clone().unwrap_or_default();
    desk.list("design-entity-owner", desk.text(words::DESIGN_OWNER), &options, &now, move |design, chosen| {
        let owner = (!chosen.is_empty()).then(|| chosen.to_owned());
        edit(design, place, |entity| entity.owner = owner);
    })
}

fn attributes(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    html! {
        <table class="sheet">
            <thead><tr><th scope="col">{ desk.text(words::DESIGN_ATTRIBUTE) }</th><th scope="col">{ desk.text(words::DESIGN_TYPE) }</th><th scope="col">{ desk.text(words::DESIGN_VALUES) }</th><th scope="col">{ desk.text(words::DESIGN_CHANGES) }</th><th scope="col"></th></tr></thead>
            <tbody>{ for entity.attributes.iter().enumerate().map(|(number, attribute)| one_attribute(desk, (place, number), attribute)) }</tbody>
        </table>
    }
}

fn one_attribute(desk: &DesignContext, (place, number): (usize, usize), attribute: &Attribute) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        shows_label: false,
        ..Field::new(
            format!("design-attribute-{number}"),
            desk.text(words::DESIGN_ATTRIBUTE),
            attribute.name.clone(),
        )
    };
    let name = desk.field(&field, move |design, text| {
        let others =
            design.entities[place].attributes.iter().enumerate().filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, attribute)| attribute.name.as_str()))?;
        rename::attribute(design, place, number, &name);
        Ok(())
    });
    let options: Vec<(String, String)> =
        TYPES.iter().map(|one| (one.name().to_owned(), one.name().to_owned())).collect();
    let types = desk.list(
        &format!("design-attribute-type-{number}"),
        desk.text(words::DESIGN_TYPE),
        &options,
        attribute.data_type.name(),
        move |design, chosen| {
            if let Some(data_type) = TYPES.into_iter().find(|one| one.name() == chosen) {
                edit_attribute(design, (place, number), |attribute| attribute.data_type = data_type);
            }
        },
    );
    let label = desk.text(words::DesignChangesLabel { attribute: attribute.name.as_str().into() });
    let changes = desk.check(
        &format!("design-attribute-changes-{number}"),
        String::new(),
        attribute.changes,
        move |design, is_on| {
            edit_attribute(design, (place, number), |attribute| attribute.changes = is_on);
        },
    );
    let delete = desk.edit_callback(move |design: &mut Design| {
        edit(design, place, |entity| {
            if number < entity.attributes.len() {
                entity.attributes.remove(number);
            }
        })
    });
    let delete_label = desk.text(words::DesignDeleteAttribute { attribute: attribute.name.as_str().into() });
    html! {
        <tr key={number}>
            <td>{ name }</td>
            <td>{ types }</td>
            <td>{ values_field::view(desk, (place, number), attribute) }</td>
            <td title={label}>{ changes }</td>
            <td><button class="button button--quiet design-small" type="button" aria-label={delete_label} data-testid={format!("design-attribute-delete-{number}")} onclick={delete}>{ Icon::Bin.draw() }</button></td>
        </tr>
    }
}

/// Renders the tables that store the entity, with a button for each other table.
fn stored_in(desk: &DesignContext, entity: &str) -> Html {
    let missing = desk
        .design()
        .tables
        .iter()
        .enumerate()
        .filter(|(_, table)| table.items.iter().all(|item| item.entity != entity));
    let buttons = missing.map(|(place, table)| {
        let name = entity.to_owned();
        let store = desk.edit_callback(move |design: &mut Design| {
            if let Some(table) = design.tables.get_mut(place) {
                table.items.push(Placement { entity: name.clone(), ..Placement::default() });
            }
        });
        html! { <button class="button design-small" type="button" data-testid={format!("design-store-in-{place}")} onclick={store}>{ Icon::Plus.draw() }{ desk.text(words::DesignStoreIn { table: table.name.as_str().into() }) }</button> }
    });
    html! { <div class="design-row">{ for buttons }</div> }
}

fn json(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |entity: Entity| {
        let act = Box::new(move |design: &mut Design| edit(design, place, |now| *now = entity));
        dispatcher
            .dispatch(super::editor::Change::Edit { field: Some("design-entity-json".to_owned()), act });
    });
    html! { <JsonField<Entity> name="design-entity-json" messages={*desk.scene.messages()} value={Shared::new(entity.clone())} {on_value} /> }
}

fn edit(design: &mut Design, place: usize, act: impl FnOnce(&mut Entity)) {
    if let Some(entity) = design.entities.get_mut(place) {
        act(entity);
    }
}

fn edit_attribute(design: &mut Design, (place, number): (usize, usize), act: impl FnOnce(&mut Attribute)) {
    edit(design, place, |entity| {
        if let Some(attribute) = entity.attributes.get_mut(number) {
            act(attribute);
        }
    });
}

fn new_attribute(design: &mut Design, place: usize) {
    edit(design, place, |entity| {
        let name = unused("attribute", entity.attributes.iter().map(|attribute| attribute.name.as_str()));
        entity.attributes.push(Attribute { name, present: 1.0, ..Attribute::default() });
    });
}

/// Removes an entity, its items and its relations.
fn remove(design: &mut Design, place: usize) {
    if place >= design.entities.len() {
        return;
    }
    let removed = design.entities.remove(place);
    design.relations.retain(|relation| relation.parent != removed.name && relation.child != removed.name);
    for table in &mut design.tables {
        table.items.retain(|item| item.entity != removed.name);
    }
}
