//! The form of a table: its name, its keys, TTL and capacity mode, its indexes with their projection, and the remaining settings as JSON.

use dynalab_app::design::table_edits;
use dynalab_app::shared::Shared;
use dynalab_modeling::Design;
use dynalab_modeling::design::{Index, IndexKind, Mode, Projection, Table};
use yew::prelude::*;

use super::design_context::{DesignContext, Field, free_name, whole};
use super::editor::Change;
use super::json_field::JsonField;
use crate::components::icon::Icon;
use crate::sentences::design as words;

/// Provisioned capacity above the peak, in percent, for a table that gets this mode here.
const HEADROOM_PERCENT: f64 = 20.0;

pub fn view(desk: &DesignContext, place: usize, table: &Table) -> Html {
    html! {
        <div class="design-box" role="group" aria-label={table.name.clone()} data-testid="design-table-form">
            <div class="design-form">{ name(desk, place, table) }{ key_names(desk, place, table) }{ settings(desk, place, table) }</div>
            { for table.indexes.iter().enumerate().map(|(number, index)| one_index(desk, (place, number), index)) }
            <div class="design-row">
                { desk.check("design-table-recovery", desk.text(words::DESIGN_RECOVERY), table.recovery, move |design, is_on| edit(design, place, |table| table.recovery = is_on)) }
                { desk.button(words::DESIGN_DELETE_TABLE, Some(Icon::Bin), desk.edit_callback(move |design| table_edits::remove_table(design, place))) }
            </div>
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
        table_edits::rename_table(design, place, &name);
        Ok(())
    })
}

/// Renders the names and types of the key attributes of the table and its indexes. Each attribute appears once.
fn key_names(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let messages = *desk.scene.messages();
    let fields = table.key_attributes().into_iter().enumerate().map(|(number, key)| {
        let label = desk.text(words::DESIGN_KEY_ATTRIBUTE);
        let field = Field::new(format!("design-key-name-{number}"), label, key.name.clone());
        let old = key.name.clone();
        desk.field(&field, move |design, text| {
            let Some(table) = design.tables.get(place) else { return Ok(()) };
            let keys = table.key_attributes();
            // The attribute has a different name after each letter, so the field finds it by position.
            let now = keys.get(number).map_or(old.as_str(), |key| key.name.as_str()).to_owned();
            let others = keys.into_iter().map(|key| key.name.as_str()).filter(|name| *name != now);
            let name = free_name(messages, text, others)?;
            table_edits::rename_key(design, place, &now, &name);
            Ok(())
        })
    });
    html! { { for fields } }
}

/// Renders TTL and the capacity mode.
fn settings(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let messages = *desk.scene.messages();
    let ttl =
        Field::new("design-table-ttl", desk.text(words::DESIGN_TTL), table.ttl.clone().unwrap_or_default());
    let ttl = desk.field(&ttl, move |design, text| {
        let name = text.trim();
        edit(design, place, |table| table.ttl = (!name.is_empty()).then(|| name.to_owned()));
        Ok(())
    });
    let modes = [
        ("on_demand".to_owned(), desk.text(words::DESIGN_ON_DEMAND)),
        ("provisioned".to_owned(), desk.text(words::DESIGN_PROVISIONED)),
    ];
    let now = if table.mode == Mode::OnDemand { "on_demand" } else { "provisioned" };
    let mode =
        desk.list("design-table-mode", desk.text(words::DESIGN_MODE), &modes, now, move |design, chosen| {
            let mode = match chosen {
                "provisioned" => Mode::Provisioned { headroom_percent: HEADROOM_PERCENT },
                _ => Mode::OnDemand,
            };
            edit(design, place, |table| table.mode = mode);
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
    let switches = desk.field(&switches, move |design, text| {
        let count = if text.trim().is_empty() { 0 } else { whole(messages, text)? };
        let count = u32::try_from(count).map_err(|_| messages.text(words::DESIGN_NOT_A_NUMBER))?;
        edit(design, place, |table| table.switches_to_on_demand = count);
        Ok(())
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
        let others = design.tables[place].indexes.iter().enumerate().filter(|(other, _)| *other != number);
        let name = free_name(messages, text, others.map(|(_, index)| index.name.as_str()))?;
        table_edits::rename_index(design, (place, number), &name);
        Ok(())
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
        desk.field(&field, move |design, text| {
            let names =
                text.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
            edit_index(design, (place, number), |index| index.projection = Projection::Include(names));
            Ok(())
        })
    });
    html! {
        <div class="design-form" key={number}>
            { name }
            { desk.list(&format!("design-index-kind-{number}"), desk.text(words::DESIGN_INDEX_KIND), &kinds, kind, move |design, chosen| {
                table_edits::set_kind(design, (place, number), if chosen == "local" { IndexKind::Local } else { IndexKind::Global });
            }) }
            { desk.list(&format!("design-index-projection-{number}"), desk.text(words::DESIGN_PROJECTION), &projections, projection, move |design, chosen| {
                let projection = match chosen { "keys_only" => Projection::KeysOnly, "include" => Projection::Include(Vec::new()), _ => Projection::All };
                edit_index(design, (place, number), |index| index.projection = projection);
            }) }
            { for included }
            <span></span>
            <span class="design-row">{ delete_index(desk, (place, number), index) }</span>
        </div>
    }
}

fn delete_index(desk: &DesignContext, place: (usize, usize), index: &Index) -> Html {
    let onclick = desk.edit_callback(move |design: &mut Design| table_edits::remove_index(design, place));
    html! {
        <button class="button design-small" type="button" data-testid={format!("design-delete-index-{}", place.1)} {onclick}>{ Icon::Bin.draw() }{ desk.text(words::DesignDeleteIndex { index: index.name.as_str().into() }) }</button>
    }
}

fn json(desk: &DesignContext, place: usize, table: &Table) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |table: Table| {
        let act = Box::new(move |design: &mut Design| edit(design, place, |now| *now = table));
        dispatcher.dispatch(Change::Edit { field: Some("design-table-json".to_owned()), act });
    });
    html! { <JsonField<Table> name="design-table-json" messages={*desk.scene.messages()} value={Shared::new(table.clone())} {on_value} /> }
}

fn edit(design: &mut Design, place: usize, act: impl FnOnce(&mut Table)) {
    if let Some(table) = design.tables.get_mut(place) {
        act(table);
    }
}

fn edit_index(design: &mut Design, (place, number): (usize, usize), act: impl FnOnce(&mut Index)) {
    edit(design, place, |table| {
        if let Some(index) = table.indexes.get_mut(number) {
            act(index);
        }
    });
}
