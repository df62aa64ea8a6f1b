//! The form of a table: its name, its keys, TTL and capacity mode, its indexes with their projection, and the remaining settings as JSON.

use dynalab_app::design::edit::{IndexEdit, Part, TableEdit};
use dynalab_app::design::editor::Change;
use dynalab_app::design::field_text::{free_name, optional_whole};
use dynalab_app::shared::Shared;
use dynalab_modeling::design::{AttributeType, Index, IndexKind, KeyAttribute, Mode, Projection, Table};
use dynalab_modeling::shape::Shape;
use dynalab_modeling::shape::members::TABLE;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use super::json_field::JsonField;
use super::members_form::MembersForm;
use crate::components::icon::Icon;
use crate::page::sentences::design as words;

/// Provisioned capacity above the peak, in percent, for a table that gets this mode here.
const HEADROOM_PERCENT: f64 = 20.0;

pub fn view(desk: &DesignContext, place: usize, table: &Table) -> Html {
    html! {
        <div class="design-box" role="group" aria-label={table.name.clone()} data-testid="design-table-form">
            <div class="design-form">{ name(desk, place, table) }{ key_names(desk, place, table) }{ settings(desk, place, table) }</div>
            { for table.indexes.iter().enumerate().map(|(number, index)| one_index(desk, (place, number), index)) }
            <div class="design-row">
                { desk.check("design-table-recovery", desk.text(words::DESIGN_RECOVERY), table.recovery, move |is_on| TableEdit::SetRecovery(is_on).of(place)) }
                { desk.button(words::DESIGN_DELETE_TABLE, Some(Icon::Bin), desk.edit_callback(TableEdit::Remove.of(place))) }
            </div>
            { rest(desk, place, table) }
            { json(desk, place, table) }
        </div>
    }
}

fn name(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let messages = *desk.scene.messages();
    let field = Field::new("design-table-name", desk.text(words::DESIGN_TABLE_NAME), table.name.clone());
    desk.field(&field, move |design, text| {
        let others = design.tables.iter().enumerate().filter(|(other, _)| *other != place);
        let name = free_name(messages, text, others.map(|(_, table)| table.name.as_str()))?;
        Ok(TableEdit::Rename(name).of(place))
    })
}

/// Renders the names and types of the key attributes of the table and its indexes. Each attribute appears once.
fn key_names(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let messages = *desk.scene.messages();
    let fields = table.key_attributes().into_iter().enumerate().map(|(number, key)| {
        let label = desk.text(words::DESIGN_KEY_ATTRIBUTE);
        let field = Field::new(format!("design-key-name-{number}"), label, key.name.clone());
        let name = desk.field(&field, move |design, text| {
            let keys = design.tables.get(place).map(Table::key_attributes).unwrap_or_default();
            let others = keys.into_iter().enumerate().filter(|(other, _)| *other != number);
            let name = free_name(messages, text, others.map(|(_, key)| key.name.as_str()))?;
            // The attribute has a different name after each letter, so the edit finds it by number.
            Ok(TableEdit::RenameKey { number, name }.of(place))
        });
        html! { <>{ name }{ key_type(desk, (place, number), key) }</> }
    });
    html! { { for fields } }
}

fn key_type(desk: &DesignContext, (place, number): (usize, usize), key: &KeyAttribute) -> Html {
    const TYPES: [AttributeType; 3] = [AttributeType::S, AttributeType::N, AttributeType::B];
    let options = TYPES.map(|one| (one.name().to_owned(), one.name().to_owned()));
    let label = desk.text(words::DesignKeyType { attribute: key.name.as_str().into() });
    let now = key.data_type.name();
    desk.list(&format!("design-key-type-{number}"), label, &options, now, move |chosen| {
        let data_type = TYPES.into_iter().find(|one| one.name() == chosen)?;
        Some(TableEdit::SetKeyType { number, data_type }.of(place))
    })
}

/// Renders the members of the table that have no field of their own.
fn rest(desk: &DesignContext, place: usize, table: &Table) -> Html {
    const WITH_FIELDS: [&str; 5] = ["name", "ttl", "mode", "switches_to_on_demand", "recovery"];
    let Shape::Object(known) = &TABLE else { return html! {} };
    let value = serde_json::to_value(table).unwrap_or_default();
    let form = MembersForm { desk, part: Part::Table(place), pattern: None };
    html! {
        <details class="design-details" data-testid="design-table-more">
            <summary>{ desk.text(words::DESIGN_MORE_MEMBERS) }</summary>
            <div class="design-form">{ form.members(&[], known, &value, &WITH_FIELDS) }</div>
        </details>
    }
}

/// Renders TTL and the capacity mode.
fn settings(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let messages = *desk.scene.messages();
    let ttl =
        Field::new("design-table-ttl", desk.text(words::DESIGN_TTL), table.ttl.clone().unwrap_or_default());
    let ttl = desk.field(&ttl, move |_, text| {
        let name = text.trim();
        Ok(TableEdit::SetTtl((!name.is_empty()).then(|| name.to_owned())).of(place))
    });
    let modes = [
        ("on_demand".to_owned(), desk.text(words::DESIGN_ON_DEMAND)),
        ("provisioned".to_owned(), desk.text(words::DESIGN_PROVISIONED)),
    ];
    let now = if table.mode == Mode::OnDemand { "on_demand" } else { "provisioned" };
    let mode = desk.list("design-table-mode", desk.text(words::DESIGN_MODE), &modes, now, move |chosen| {
        let mode = match chosen {
            "provisioned" => Mode::Provisioned { headroom_percent: HEADROOM_PERCENT },
            _ => Mode::OnDemand,
        };
        Some(TableEdit::SetMode(mode).of(place))
    });
    let switches = Field {
        mode: "numeric",
        class: classes!("field--short"),
        ..Field::new(
            "design-table-switches",
            desk.text(words::DESIGN_SWITCHES),
            table.switches_to_on_demand.to_string(),
        )
    };
    let switches = desk.field(&switches, move |_, text| {
        let count = optional_whole(messages, text)?.unwrap_or_default();
        let count = u32::try_from(count).map_err(|_| messages.text(words::DESIGN_NOT_A_NUMBER))?;
        Ok(TableEdit::SetSwitches(count).of(place))
    });
    html! { <>{ ttl }{ mode }{ switches }</> }
}

fn one_index(desk: &DesignContext, (place, number): (usize, usize), index: &Index) -> Html {
    let messages = *desk.scene.messages();
    let field = Field::new(
        format!("design-index-name-{number}"),
        desk.text(words::DESIGN_INDEX_NAME),
        index.name.clone(),
    );
    let name = desk.field(&field, move |design, text| {
        let indexes = design.tables.get(place).into_iter().flat_map(|table| &table.indexes).enumerate();
        let others = indexes.filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, index)| index.name.as_str()))?;
        Ok(IndexEdit::Rename(name).of((place, number)))
    });
    let kinds = [
        ("global".to_owned(), desk.text(words::DESIGN_GLOBAL)),
        ("local".to_owned(), desk.text(words::DESIGN_LOCAL)),
    ];
    let kind = if index.kind == IndexKind::Global { "global" } else { "local" };
    let projections = [
        ("all".to_owned(), desk.text(words::DESIGN_PROJECT_ALL)),
        ("keys_only".to_owned(), desk.text(words::DESIGN_PROJECT_KEYS)),
        ("include".to_owned(), desk.text(words::DESIGN_PROJECT_SOME)),
    ];
    let (projection, list) = match &index.projection {
        Projection::All => ("all", None),
        Projection::KeysOnly => ("keys_only", None),
        Projection::Include(names) => ("include", Some(names.join(", "))),
    };
    let included = list.map(|list| {
        let field =
            Field::new(format!("design-index-include-{number}"), desk.text(words::DESIGN_INCLUDED), list);
        desk.field(&field, move |_, text| {
            let names =
                text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
            Ok(IndexEdit::SetProjection(Projection::Include(names)).of((place, number)))
        })
    });
    let label = desk.text(words::DESIGN_INDEX_KIND);
    let kinds = desk.list(&format!("design-index-kind-{number}"), label, &kinds, kind, move |chosen| {
        let kind = if chosen == "local" { IndexKind::Local } else { IndexKind::Global };
        Some(IndexEdit::SetKind(kind).of((place, number)))
    });
    let (id, label) = (format!("design-index-projection-{number}"), desk.text(words::DESIGN_PROJECTION));
    let projections = desk.list(&id, label, &projections, projection, move |chosen| {
        let projection = match chosen {
            "keys_only" => Projection::KeysOnly,
            "include" => Projection::Include(Vec::new()),
            _ => Projection::All,
        };
        Some(IndexEdit::SetProjection(projection).of((place, number)))
    });
    html! {
        <div class="design-form" key={number}>
            { name }
            { kinds }
            { projections }
            { for included }
            <span></span>
            <span class="design-row">{ delete_index(desk, (place, number), index) }</span>
        </div>
    }
}

fn delete_index(desk: &DesignContext, place: (usize, usize), index: &Index) -> Html {
    let onclick = desk.edit_callback(IndexEdit::Remove.of(place));
    html! {
        <button class="button design-small" type="button" data-testid={format!("design-delete-index-{}", place.1)} {onclick}>
            { Icon::Bin.draw() }
            { desk.text(words::DesignDeleteIndex { index: index.name.as_str().into() }) }
        </button>
    }
}

fn json(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |table: Table| {
        let edit = TableEdit::Replace(Box::new(table)).of(place);
        dispatcher.dispatch(Change::Edit { field: Some("design-table-json".to_owned()), edit });
    });
    html! { <JsonField<Table> name="design-table-json" messages={*desk.scene.messages()} shape={&TABLE} value={Shared::new(table.clone())} {on_value} /> }
}
