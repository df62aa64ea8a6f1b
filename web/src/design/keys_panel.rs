//! Entities and keys: one row per kind of item, one column per key attribute of the table and its indexes.

use dynalab_app::design::completion::{Completion, attributes_of, unknown};
use dynalab_app::design::edit::{Edit, TableEdit};
use dynalab_app::design::editor::{Change, OpenForm};
use dynalab_app::design::field_text::template;
use dynalab_modeling::design::{ItemKey, KeyAttribute, Placement, Table};
use dynalab_modeling::template::Piece;
use yew::prelude::*;

use super::design_context::{DesignContext, Field, scroll};
use super::members_form::unknown_sentence;
use super::{entity_form, key_condition, table_form};
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext) -> Html {
    let design = desk.design();
    let indexes: usize = design.tables.iter().map(|table| table.indexes.len()).sum();
    let count = |number: usize| number as u64;
    let chips = html! {
        <>
            <span class="chip">{ desk.text(words::DesignEntityCount { entities: count(design.entities.len()).into() }) }</span>
            if design.tables.len() > 1 { <span class="chip">{ desk.text(words::DesignTableCount { tables: count(design.tables.len()).into() }) }</span> }
            <span class="chip">{ desk.text(words::DesignIndexCount { indexes: count(indexes).into() }) }</span>
        </>
    };
    let side = html! {
        <>
            { step_button(desk, words::DESIGN_UNDO, Icon::Undo, desk.now().history.can_undo(), || Change::Undo) }
            { step_button(desk, words::DESIGN_REDO, Icon::Redo, desk.now().history.can_redo(), || Change::Redo) }
            if !desk.in_lesson { { desk.button(words::DESIGN_ADD_ENTITY, Some(Icon::Plus), add_entity(desk)) } }
            { desk.button(words::DESIGN_ADD_TABLE, Some(Icon::Plus), desk.edit_callback(Edit::AddTable)) }
        </>
    };
    let tables = design.tables.iter().enumerate().map(|(place, table)| one_table(desk, place, table));
    let placed =
        |name: &str| design.tables.iter().any(|table| table.items.iter().any(|item| item.entity == name));
    let unplaced = design.entities.iter().enumerate().filter(|(_, entity)| !placed(&entity.name));
    let body = html! {
        <div class="panel-body">
            { for tables }
            { for unplaced.map(|(place, entity)| html! {
                <p class="design-row" key={place}>
                    { open_entity(desk, place, &entity.name) }<span class="design-note">{ desk.text(words::DESIGN_NOT_STORED) }</span>
                </p>
            }) }
            { entity_form::view(desk) }
            if design.entities.is_empty() { <p class="design-note" data-testid="design-no-entities">{ desk.text(words::DESIGN_NO_ENTITIES) }</p> }
        </div>
    };
    desk.panel(words::DESIGN_ENTITIES, chips, side, body)
}

fn step_button(
    desk: &DesignContext,
    name: crate::page::messages::Sentence,
    icon: Icon,
    is_possible: bool,
    change: fn() -> Change,
) -> Html {
    html! {
        <button
            class="button button--quiet design-small" type="button" data-testid={name.name()} disabled={!is_possible} onclick={desk.changes(change)}
        >{ icon.draw() }{ desk.text(name) }</button>
    }
}

fn one_table(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let keys = table.key_attributes();
    let opened = OpenForm::Table(place);
    let is_open = desk.is_open(&opened);
    let toggle = desk.changes(move || Change::Open((!is_open).then_some(OpenForm::Table(place))));
    let add_index = desk.edit_callback(TableEdit::AddIndex.of(place));
    html! {
        <div key={place} data-testid={format!("design-table-{place}")}>
            <div class="design-row">
                <button
                    class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-table-{place}")}
                    onclick={toggle}
                ><b>{ &table.name }</b></button>
                <span class="design-note">{ settings_line(desk, table) }</span>
                <button class="button design-small" type="button" data-testid={format!("design-add-index-{place}")} onclick={add_index}>
                    { Icon::Plus.draw() }{ desk.text(words::DESIGN_ADD_INDEX) }
                </button>
            </div>
            if is_open { { table_form::view(desk, place, table) } }
            { scroll(desk.text(words::DesignKeysOf { table: table.name.as_str().into() }), html! {
                <table class="sheet">
                    <thead><tr>
                        <th scope="col">{ desk.text(words::DESIGN_ENTITY) }</th>
                        <th scope="col" class="sheet-num">{ desk.text(words::DESIGN_ITEMS_COLUMN) }</th>
                        <th scope="col" class="sheet-num">{ desk.text(words::DESIGN_SIZE) }</th>
                        { for keys.iter().map(|key| html! {
                            <th scope="col">{ &key.name }{ " " }<small>{ key.data_type.name() }</small>{ index_names(table, &key.name) }</th>
                        }) }
                    </tr></thead>
                    <tbody>{ for table.items.iter().enumerate().map(|(item, placement)| one_item(desk, (place, item), placement, &keys)) }</tbody>
                </table>
            }) }
        </div>
    }
}

/// Renders the indexes of an attribute that is not a key of the table, such as "GSI1, GSI2".
fn index_names(table: &Table, attribute: &str) -> Html {
    if table.key().any(|key| key.name == attribute) {
        return html! {};
    }
    let names: Vec<&str> = table
        .indexes
        .iter()
        .filter(|index| index.key().any(|key| key.name == attribute))
        .map(|index| index.name.as_str())
        .collect();
    html! { <span class="matrix-why">{ names.join(", ") }</span> }
}

fn settings_line(desk: &DesignContext, table: &Table) -> String {
    let mut parts = Vec::new();
    if let Some(ttl) = &table.ttl {
        parts.push(format!("TTL {ttl}"));
    }
    if let Some(stream) = &table.stream {
        parts.push(stream.view.clone());
    }
    if table.recovery {
        parts.push("PITR".to_owned());
    }
    for replica in &table.replicas {
        parts.push(replica.region.clone());
    }
    if parts.is_empty() { desk.text(words::DESIGN_NO_SETTINGS) } else { parts.join(" · ") }
}

fn one_item(
    desk: &DesignContext,
    place: (usize, usize),
    placement: &Placement,
    keys: &[&KeyAttribute],
) -> Html {
    let design = desk.design();
    let entity = design.entities.iter().position(|entity| entity.name == placement.entity);
    let count = entity.map_or(0, |entity| design.entities[entity].count);
    let measured = desk
        .report()
        .and_then(|report| report.entities.iter().find(|entity| entity.name == placement.entity));
    let size = measured.map(|entity| figures::size(entity.mean_bytes.round() as u64)).unwrap_or_default();
    let name = match entity {
        Some(entity) => open_entity(desk, entity, placement.name()),
        None => html! { { placement.name() } },
    };
    html! {
        <tr key={place.1}>
            <th scope="row">{ name }</th>
            <td class="sheet-num">{ figures::grouped(count) }</td>
            <td class="sheet-num">{ size }</td>
            { for keys.iter().map(|key| html! { <td>{ one_key(desk, place, placement, key) }</td> }) }
        </tr>
    }
}

fn open_entity(desk: &DesignContext, place: usize, name: &str) -> Html {
    let is_open = desk.is_open(&OpenForm::Entity(place));
    let toggle = desk.changes(move || Change::Open((!is_open).then_some(OpenForm::Entity(place))));
    html! {
        <button
            class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-entity-{place}")} onclick={toggle}
        >{ name.to_owned() }</button>
    }
}

fn one_key(
    desk: &DesignContext,
    (table, item): (usize, usize),
    placement: &Placement,
    key: &KeyAttribute,
) -> Html {
    let opened = OpenForm::Key(table, item, key.name.clone());
    let name = format!("design-key-{table}-{item}-{}", key.name);
    let label = desk
        .text(words::DesignKeyLabel { attribute: key.name.as_str().into(), item: placement.name().into() });
    let stored = placement.keys.get(&key.name);
    if desk.is_open(&opened) {
        let messages = *desk.scene.messages();
        let attribute = key.name.clone();
        let field = Field {
            class: classes!("template-field"),
            is_focused: true,
            shows_label: false,
            placeholder: Some("ORDER#{order_id}".to_owned()),
            completion: Some(Completion::Braces(attributes_of(desk.design(), &placement.entity))),
            ..Field::new(name, label, stored.map(|key| key.template.to_string()).unwrap_or_default())
        };
        let field = desk.field(&field, move |_, text| {
            let (attribute, template) = (attribute.clone(), template(messages, text)?);
            Ok(TableEdit::SetKey { item, attribute, template }.of(table))
        });
        let is_of_index =
            desk.design().tables.get(table).is_some_and(|table| table.key().all(|own| own.name != key.name));
        let when = stored
            .filter(|_| is_of_index)
            .map(|stored| key_condition::view(desk, (table, item), &key.name, stored));
        let close = {
            let dispatcher = desk.dispatcher.clone();
            Callback::from(move |event: KeyboardEvent| {
                if ["Escape", "Enter"].contains(&event.key().as_str()) && !event.is_composing() {
                    event.stop_propagation();
                    dispatcher.dispatch(Change::Open(None));
                }
            })
        };
        // Each field has an element of its own. The first letter adds the second field, and must not replace the first one.
        return html! { <span onkeydown={close}><span>{ field }</span><span>{ for when }</span></span> };
    }
    let open = desk.changes(move || Change::Open(Some(opened.clone())));
    let inside = match stored {
        Some(key) => pieces(desk, &placement.entity, key),
        None => html! { <span class="template-none">{ desk.text(words::DESIGN_NO_KEY) }</span> },
    };
    html! { <button class="template" type="button" data-testid={name} onclick={open}><span class="visually-hidden">{ label }{ ": " }</span>{ inside }</button> }
}

fn pieces(desk: &DesignContext, entity: &str, key: &ItemKey) -> Html {
    let when = key.when.as_ref().map(|when| {
        let values: Vec<String> = when
            .is
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect();
        desk.text(words::DesignWhen {
            attribute: when.attribute.as_str().into(),
            values: values.join(", ").as_str().into(),
        })
    });
    let known = attributes_of(desk.design(), entity);
    html! {
        <>
            { for key.template.pieces.iter().map(|one| piece(desk, &known, one)) }
            if let Some(when) = when { <span class="template-word">{ when }</span> }
        </>
    }
}

/// Renders a piece of a template. An attribute that the entity does not have is red, with the nearest name.
fn piece(desk: &DesignContext, known: &[String], piece: &Piece) -> Html {
    let (attribute, format) = match piece {
        Piece::Text(text) => return html! { <span class="template-word">{ text }</span> },
        Piece::Value { attribute, format } => (attribute, format),
    };
    let near = unknown(known, attribute);
    let title = near.map(|near| unknown_sentence(desk, attribute, near));
    html! {
        <span class={classes!("template-piece", near.map(|_| "template-piece--unknown"))} title={title.clone()}>
            { attribute }if let Some(format) = format.name() { <small>{ format }</small> }
            if let Some(near) = near {
                { for near.map(|near| html! { <small>{ format!("→ {near}?") }</small> }) }
                <span class="visually-hidden">{ title }</span>
            }
        </span>
    }
}

fn add_entity(desk: &DesignContext) -> Callback<MouseEvent> {
    desk.adds(Edit::AddEntity, OpenForm::Entity(desk.design().entities.len()))
}
