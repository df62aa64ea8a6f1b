//! The tables there are, and the ways to get more: from a sample, or from a form.

use dynalab_playground::protocol::Role;
use yew::prelude::*;

use crate::app_context::use_app;
use crate::components::delete_dialog::DeleteDialog;
use crate::components::icon::Icon;
use crate::components::sample_dialog::SampleDialog;
use crate::components::table_dialog::TableDialog;
use crate::figures;
use crate::pages::play::PlayPlace;
use crate::route::PlayQuery;

#[derive(PartialEq, Properties)]
pub struct TablesListProps {
    pub place: PlayPlace,
    pub on_place: Callback<PlayPlace>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenDialog {
    None,
    Sample,
    Table,
    Delete,
}

#[component]
pub fn TablesList(props: &TablesListProps) -> Html {
    let app = use_app();
    let messages = &app.messages;
    let dialog = use_state(|| OpenDialog::None);
    let open = |which: OpenDialog| {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| dialog.set(which))
    };
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |()| dialog.set(OpenDialog::None))
    };
    let go_to = {
        let (on_place, place, close) = (props.on_place.clone(), props.place.clone(), close.clone());
        Callback::from(move |table: String| {
            close.emit(());
            let query = PlayQuery { index: None, ..place.query.clone() };
            on_place.emit(PlayPlace { table: Some(table), query });
        })
    };
    let tables = app.tables.clone().unwrap_or_default();
    let bytes: u64 = tables.iter().map(|table| table.size_bytes).sum();
    let here = props.place.table.clone().filter(|name| app.table(name).is_some());
    let may_write = app.role != Some(Role::Follower);
    html! {
        <section class="workbench-tables" aria-label={messages.text("tables")}>
            <div class="tabs"><h2 class="tabs-title">{ messages.text("tables") }</h2>
                <span class="tabs-side">{ if tables.is_empty() { String::new() } else { figures::size(bytes) } }</span>
            </div>
            <div class="tables-list" data-testid="tables-list">
                { for tables.iter().map(|table| {
                    let onclick = {
                        let (go_to, name) = (go_to.clone(), table.name.clone());
                        Callback::from(move |_| go_to.emit(name.clone()))
                    };
                    let current = (here.as_deref() == Some(table.name.as_str())).then_some("true");
                    let active = table.status == "ACTIVE";
                    html! {
                        <button key={table.name.clone()} class="tables-item" type="button" aria-current={current} data-testid={format!("table-{}", table.name)} {onclick}>
                            { Icon::Table.draw() }<span class="tables-name">{ &table.name }</span>
                            if !active { <span class="chip chip--warn">{ &table.status }</span> }
                            <span class="tables-count" aria-label={messages.fill("item-count", [("items", table.item_count.into())])}>{ figures::grouped(table.item_count) }</span>
                        </button>
                    }
                }) }
            </div>
            if may_write {
                <div class="tables-actions">
                    if !app.samples.is_empty() {
                        <button class="button button--quiet" type="button" data-testid="sample-menu" onclick={open(OpenDialog::Sample)}>{ Icon::Plus.draw() }{ messages.text("add-sample") }</button>
                    }
                    <button class="button button--quiet" type="button" data-testid="table-menu" onclick={open(OpenDialog::Table)}>{ Icon::Plus.draw() }{ messages.text("add-table") }</button>
                    if here.is_some() {
                        <button class="button button--quiet" type="button" data-testid="delete-table" onclick={open(OpenDialog::Delete)}>{ Icon::Bin.draw() }{ messages.text("delete-table") }</button>
                    }
                </div>
            }
            { match (*dialog, here) {
                (OpenDialog::Sample, _) => html! { <SampleDialog on_close={close} on_loaded={go_to} /> },
                (OpenDialog::Table, _) => html! { <TableDialog on_close={close} on_created={go_to} /> },
                (OpenDialog::Delete, Some(table)) => html! { <DeleteDialog {table} on_close={close} /> },
                _ => html! {},
            } }
        </section>
    }
}
