//! Entities and keys: one row per kind of item, one column per key attribute of the table and its indexes.

use dynalab_app::design::rename;
use dynalab_modeling::Design;
use dynalab_modeling::Template;
use dynalab_modeling::design::{Index, IndexKind, ItemKey, KeyAttribute, Placement, Table};
use dynalab_modeling::template::Piece;
use yew::prelude::*;

use super::design_context::{DesignContext, Field, scroll, template};
use super::editor::{Change, OpenForm};
use super::{entity_form, key_condition, table_form};
use crate::components::icon::Icon;
use crate::figures;
use crate::sentences::design as words;

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
            { desk.button(words::DESIGN_ADD_TABLE, Some(Icon::Plus), desk.edit_callback(|design| { let _ = new_table(design); })) }
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
                <p class="design-row" key={place}>{ open_entity(desk, place, &entity.name) }<span class="design-note">{ desk.text(words::DESIGN_NOT_STORED) }</span></p>
            }) }
            { entity_form::view(desk) }
            if design.entities.is_empty() { <p class="design-note" data-testid="design-no-entities">{ desk.text(words::DESIGN_NO_ENTITIES) }</p> }
        </div>
    };
    desk.panel(words::DESIGN_ENTITIES, chips, side, body)
}

fn step_button(
    desk: &DesignContext,
    name: crate::messages::Sentence,
    icon: Icon,
    is_possible: bool,
    change: fn() -> Change,
) -> Html {
    html! {
        <button class="button button--quiet design-small" type="button" data-testid={name.name()} disabled={!is_possible} onclick={desk.changes(change)}>{ icon.draw() }{ desk.text(name) }</button>
    }
}

fn one_table(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let keys = table.key_attributes();
    let opened = OpenForm::Table(place);
    let is_open = desk.is_open(&opened);
    let toggle = desk.changes(move || Change::Open((!is_open).then_some(OpenForm::Table(place))));
    let add_index = desk.edit_callback(move |design| new_index(design, place));
    html! {
        <div key={place} data-testid={format!("design-table-{place}")}>
            <div class="design-row">
                <button class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-table-{place}")} onclick={toggle}><b>{ &table.name }</b></button>
                <span class="design-note">{ settings_line(desk, table) }</span>
                <button class="button design-small" type="button" data-testid={format!("design-add-index-{place}")} onclick={add_index}>{ Icon::Plus.draw() }{ desk.text(words::DESIGN_ADD_INDEX) }</button>
            </div>
            if is_open { { table_form::view(desk, place, table) } }
            { scroll(desk.text(words::DesignKeysOf { table: table.name.as_str().into() }), html! {
                <table class="sheet">
                    <thead><tr>
                        <th scope="col">{ desk.text(words::DESIGN_ENTITY) }</th>
                        <th scope="col" class="sheet-num">{ desk.text(words::DESIGN_ITEMS_COLUMN) }</th>
                        <th scope="col" class="sheet-num">{ desk.text(words::DESIGN_SIZE) }</th>
                        { for keys.iter().map(|key| html! { <th scope="col">{ &key.name }{ " " }<small>{ key.data_type.name() }</small>{ index_names(table, &key.name) }</th> }) }
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
        <button class="matrix-open" type="button" aria-expanded={is_open.to_string()} data-testid={format!("design-open-entity-{place}")} onclick={toggle}>{ name.to_owned() }</button>
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
            ..Field::new(name, label, stored.map(|key| key.template.to_string()).unwrap_or_default())
        };
        let field = desk.field(&field, move |design, text| {
            set_key(design, (table, item), &attribute, template(messages, text)?)
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
        Some(key) => pieces(desk, key),
        None => html! { <span class="template-none">{ desk.text(words::DESIGN_NO_KEY) }</span> },
    };
    html! { <button class="template" type="button" data-testid={name} onclick={open}><span class="visually-hidden">{ label }{ ": " }</span>{ inside }</button> }
}

/// Sets a key template. An empty template removes the attribute from items of this kind.
fn set_key(
    design: &mut Design,
    (table, item): (usize, usize),
    attribute: &str,
    template: Template,
) -> Result<(), String> {
    let keys =
        design.tables.get_mut(table).and_then(|table| table.items.get_mut(item)).map(|item| &mut item.keys);
    let Some(keys) = keys else { return Ok(()) };
    if template.pieces.is_empty() {
        keys.remove(attribute);
    } else {
        keys.entry(attribute.to_owned()).or_default().template = template;
    }
    Ok(())
}

fn pieces(desk: &DesignContext, key: &ItemKey) -> Html {
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
    html! {
        <>
            { for key.template.pieces.iter().map(piece) }
            if let Some(when) = when { <span class="template-word">{ when }</span> }
        </>
    }
}

fn piece(piece: &Piece) -> Html {
    match piece {
        Piece::Text(text) => html! { <span class="template-word">{ text }</span> },
        Piece::Value { attribute, format } => html! {
            <span class="template-piece">{ attribute }if let Some(format) = format.name() { <small>{ format }</small> }</span>
        },
    }
}

fn add_entity(desk: &DesignContext) -> Callback<MouseEvent> {
    let dispatcher = desk.dispatcher.clone();
    let place = desk.design().entities.len();
    Callback::from(move |_| {
        dispatcher.dispatch(Change::Edit { field: None, act: Box::new(new_entity) });
        dispatcher.dispatch(Change::Open(Some(OpenForm::Entity(place))));
    })
}

/// Adds an entity with an id, and stores it in the first table under that id.
pub fn new_entity(design: &mut Design) {
    use dynalab_modeling::design::{Attribute, AttributeType, Entity, Values};

    let name = unused("Entity", design.entities.iter().map(|entity| entity.name.as_str()));
    let (id, prefix) = rename::made_names(&name);
    let values = Values::Sequence { prefix: String::new(), width: 3, start: 1 };
    let attribute = Attribute {
        name: id.clone(),
        data_type: AttributeType::S,
        values,
        present: 1.0,
        ..Attribute::default()
    };
    design.entities.push(Entity {
        name: name.clone(),
        count: 1_000,
        attributes: vec![attribute],
        ..Entity::default()
    });
    let table = if design.tables.is_empty() { new_table(design) } else { 0 };
    let Some(table) = design.tables.get_mut(table) else { return };
    let mut placement = Placement { entity: name.clone(), ..Placement::default() };
    let mut template = Template::text(&prefix);
    template.pieces.extend(Template::value(&id).pieces);
    for key in &table.partition_key {
        placement.keys.insert(key.name.clone(), ItemKey { template: template.clone(), when: None });
    }
    for key in &table.sort_key {
        let template = Template::text("META");
        placement.keys.insert(key.name.clone(), ItemKey { template, when: None });
    }
    table.items.push(placement);
}

/// Adds a table with PK and SK. Returns its position.
fn new_table(design: &mut Design) -> usize {
    let name = unused("Table", design.tables.iter().map(|table| table.name.as_str()));
    let key = |name: &str| KeyAttribute { name: name.to_owned(), ..KeyAttribute::default() };
    design.tables.push(Table {
        name,
        partition_key: vec![key("PK")],
        sort_key: vec![key("SK")],
        ..Table::default()
    });
    design.tables.len() - 1
}

fn new_index(design: &mut Design, table: usize) {
    let Some(table) = design.tables.get_mut(table) else { return };
    let name = unused("GSI", table.indexes.iter().map(|index| index.name.as_str()));
    let key = |part: &str| KeyAttribute { name: format!("{name}{part}"), ..KeyAttribute::default() };
    let (partition_key, sort_key) = (vec![key("PK")], vec![key("SK")]);
    table.indexes.push(Index {
        name: name.clone(),
        kind: IndexKind::Global,
        partition_key,
        sort_key,
        ..Index::default()
    });
}

/// Returns the word with the first free number.
pub fn unused<'a>(word: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<&str> = taken.collect();
    let mut number = taken.len() + 1;
    loop {
        let name = format!("{word}{number}");
        if !taken.contains(&name.as_str()) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::{Design, Template};

    use super::{new_entity, new_index, set_key, unused};

    #[test]
    fn a_new_entity_has_a_table_and_a_key() {
        let mut design = Design::default();
        new_entity(&mut design);
        new_entity(&mut design);
        assert_eq!((design.tables.len(), design.entities.len(), design.tables[0].items.len()), (1, 2, 2));
        let keys = &design.tables[0].items[1].keys;
        assert_eq!(keys["PK"].template.to_string(), "ENTITY2#{entity2_id}");
        assert_eq!(keys["SK"].template.to_string(), "META");
        new_index(&mut design, 0);
        assert_eq!(design.tables[0].indexes[0].partition_key[0].name, "GSI1PK");
    }

    #[test]
    fn an_empty_template_takes_the_key_away() {
        let mut design = Design::default();
        new_entity(&mut design);
        let template = |text: &str| Template::parse(text).expect(text);
        set_key(&mut design, (0, 0), "GSI1PK", template("STATUS#{status}")).expect("a key");
        assert!(design.tables[0].items[0].keys.contains_key("GSI1PK"));
        set_key(&mut design, (0, 0), "GSI1PK", template("")).expect("no key");
        assert!(!design.tables[0].items[0].keys.contains_key("GSI1PK"));
        assert_eq!(set_key(&mut design, (9, 9), "PK", template("X")), Ok(()));
    }

    #[test]
    fn numbers_are_added_until_a_name_is_free() {
        assert_eq!(unused("GSI", [].into_iter()), "GSI1");
        assert_eq!(unused("GSI", ["GSI2", "ByDate"].into_iter()), "GSI3");
        assert_eq!(unused("GSI", ["GSI2"].into_iter()), "GSI3");
    }
}
