//! The form of an entity: name, number of items in production and in the sample, owner, and attributes.

use dynalab_app::design::edit::{AttributeEdit, EntityEdit, Part};
use dynalab_app::design::editor::{Change, OpenForm};
use dynalab_app::design::field_text::{free_name, optional_amount, optional_whole, whole};
use dynalab_app::shared::Shared;
use dynalab_modeling::design::{Attribute, AttributeType, Entity};
use dynalab_modeling::shape::Shape;
use dynalab_modeling::shape::members::ENTITY;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use super::json_field::JsonField;
use super::members_form::MembersForm;
use super::values_field;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

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
            { stored_in(desk, place, entity) }
            <div class="design-row">
                { desk.button(words::DESIGN_ADD_ATTRIBUTE, Some(Icon::Plus), desk.edit_callback(EntityEdit::AddAttribute.of(place))) }
                { desk.button(words::DESIGN_DELETE_ENTITY, Some(Icon::Bin), desk.edit_callback(EntityEdit::Remove.of(place))) }
            </div>
            { rest(desk, place, entity) }
            { json(desk, place, entity) }
        </div>
    }
}

fn name(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let messages = *desk.scene.messages();
    let field = Field {
        is_focused: desk.is_added(&OpenForm::Entity(place)),
        ..Field::new("design-entity-name", desk.text(words::DESIGN_NAME), entity.name.clone())
    };
    desk.field(&field, move |design, text| {
        let others = design.entities.iter().enumerate().filter(|(other, _)| *other != place);
        let name = free_name(messages, text, others.map(|(_, entity)| entity.name.as_str()))?;
        Ok(EntityEdit::Rename(name).of(place))
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
            { desk.field(&count, move |_, text| Ok(EntityEdit::SetCount(whole(messages, text)?).of(place))) }
            { desk.field(&sample, move |_, text| Ok(EntityEdit::SetSample(optional_whole(messages, text)?).of(place))) }
            { desk.field(&growth, move |_, text| {
                let growth = optional_amount(messages, text)?.unwrap_or_default();
                Ok(EntityEdit::SetGrowth(growth).of(place))
            }) }
            { desk.field(&retention, move |_, text| Ok(EntityEdit::SetRetention(optional_amount(messages, text)?).of(place))) }
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
    desk.list("design-entity-owner", desk.text(words::DESIGN_OWNER), &options, &now, move |chosen| {
        Some(EntityEdit::SetOwner((!chosen.is_empty()).then(|| chosen.to_owned())).of(place))
    })
}

fn attributes(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    html! {
        <table class="sheet">
            <thead>
                <tr>
                    <th scope="col">{ desk.text(words::DESIGN_ATTRIBUTE) }</th>
                    <th scope="col">{ desk.text(words::DESIGN_TYPE) }</th>
                    <th scope="col">{ desk.text(words::DESIGN_VALUES) }</th>
                    <th scope="col">{ desk.text(words::DESIGN_CHANGES) }</th>
                    <th scope="col"></th>
                </tr>
            </thead>
            <tbody>{ for entity.attributes.iter().enumerate().map(|(number, attribute)| one_attribute(desk, (place, number), attribute)) }</tbody>
        </table>
    }
}

fn one_attribute(desk: &DesignContext, (place, number): (usize, usize), attribute: &Attribute) -> Html {
    let messages = *desk.scene.messages();
    let edit = move |edit| EntityEdit::Attribute { number, edit }.of(place);
    let field = Field {
        shows_label: false,
        ..Field::new(
            format!("design-attribute-{number}"),
            desk.text(words::DESIGN_ATTRIBUTE),
            attribute.name.clone(),
        )
    };
    let name = desk.field(&field, move |design, text| {
        let attributes = design.entities.get(place).into_iter().flat_map(|entity| &entity.attributes);
        let others = attributes.enumerate().filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, attribute)| attribute.name.as_str()))?;
        Ok(edit(AttributeEdit::Rename(name)))
    });
    let options: Vec<(String, String)> =
        TYPES.iter().map(|one| (one.name().to_owned(), one.name().to_owned())).collect();
    let types = desk.list(
        &format!("design-attribute-type-{number}"),
        desk.text(words::DESIGN_TYPE),
        &options,
        attribute.data_type.name(),
        move |chosen| {
            let data_type = TYPES.into_iter().find(|one| one.name() == chosen)?;
            Some(edit(AttributeEdit::SetType(data_type)))
        },
    );
    let label = desk.text(words::DesignChangesLabel { attribute: attribute.name.as_str().into() });
    let changes = desk.check(
        &format!("design-attribute-changes-{number}"),
        String::new(),
        attribute.changes,
        move |is_on| edit(AttributeEdit::SetChanges(is_on)),
    );
    let delete = desk.edit_callback(edit(AttributeEdit::Remove));
    let delete_label = desk.text(words::DesignDeleteAttribute { attribute: attribute.name.as_str().into() });
    html! {
        <tr key={number}>
            <td>{ name }</td>
            <td>{ types }</td>
            <td>{ values_field::view(desk, (place, number), attribute) }</td>
            <td title={label}>{ changes }</td>
            <td>
                <button
                    class="button button--quiet design-small" type="button" aria-label={delete_label}
                    data-testid={format!("design-attribute-delete-{number}")} onclick={delete}
                >
                    { Icon::Bin.draw() }
                </button>
            </td>
        </tr>
    }
}

/// Renders the tables that store the entity, with a button for each other table.
fn stored_in(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let missing = desk
        .design()
        .tables
        .iter()
        .enumerate()
        .filter(|(_, table)| table.items.iter().all(|item| item.entity != entity.name));
    let buttons = missing.map(|(number, table)| {
        let store = desk.edit_callback(EntityEdit::StoreIn(number).of(place));
        html! {
            <button class="button design-small" type="button" data-testid={format!("design-store-in-{number}")} onclick={store}>
                { Icon::Plus.draw() }
                { desk.text(words::DesignStoreIn { table: table.name.as_str().into() }) }
            </button>
        }
    });
    html! { <div class="design-row">{ for buttons }</div> }
}

/// Renders the members of the entity that have no field of their own.
fn rest(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    const WITH_FIELDS: [&str; 6] = ["name", "count", "sample", "growth_per_month", "retention_days", "owner"];
    let Shape::Object(known) = &ENTITY else { return html! {} };
    let value = serde_json::to_value(entity).unwrap_or_default();
    let form = MembersForm { desk, part: Part::Entity(place), pattern: None };
    html! {
        <details class="design-details" data-testid="design-entity-more">
            <summary>{ desk.text(words::DESIGN_MORE_MEMBERS) }</summary>
            <div class="design-form">{ form.members(&[], known, &value, &WITH_FIELDS) }</div>
        </details>
    }
}

fn json(desk: &DesignContext, place: usize, entity: &Entity) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |entity: Entity| {
        let edit = EntityEdit::Replace(Box::new(entity)).of(place);
        dispatcher.dispatch(Change::Edit { field: Some("design-entity-json".to_owned()), edit });
    });
    html! { <JsonField<Entity> name="design-entity-json" messages={*desk.scene.messages()} shape={&ENTITY} value={Shared::new(entity.clone())} {on_value} /> }
}
