//! The tables there are, and the ways to get more: from a sample, or from a form.

use dynalab_playground::protocol::Role;
use yew::prelude::*;

use crate::components::icon::Icon;
use crate::components::{files_dialog, open_dialog, share_dialog, workspace_menu};
use crate::figures;
use crate::scene::Scene;
use crate::state::Dialog;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = &app.messages;
    let tables = app.tables.clone().unwrap_or_default();
    let bytes: u64 = tables.iter().map(|table| table.size_bytes).sum();
    let here = scene.table_name().map(str::to_owned);
    let may_write = app.role != Some(Role::Follower);
    html! {
        <section class="workbench-tables" aria-label={messages.text("tables")}>
            { workspace_menu::view(scene) }
            <div class="tabs"><h2 class="tabs-title">{ messages.text("tables") }</h2>
                <span class="tabs-side">{ if tables.is_empty() { String::new() } else { figures::size(bytes) } }</span>
            </div>
            <div class="tables-list" data-testid="tables-list">
                { for tables.iter().map(|table| {
                    let onclick = {
                        let (scene, name) = (scene.clone(), table.name.clone());
                        Callback::from(move |_| scene.opens_table(name.clone()))
                    };
                    let current = (here.as_deref() == Some(table.name.as_str())).then_some("true");
                    let active = table.status == "ACTIVE";
                    html! {
                        <button key={table.name.clone()} class="tables-item" type="button" aria-current={current} data-testid={format!("table-{}", table.name)} {onclick}>
                            { Icon::Table.draw() }<span class="tables-name" title={table.name.clone()}>{ &table.name }</span>
                            if !active { <span class="chip chip--warn">{ &table.status }</span> }
                            <span class="tables-count" aria-label={messages.fill("item-count", [("items", table.item_count.into())])}>{ figures::grouped(table.item_count) }</span>
                        </button>
                    }
                }) }
            </div>
            <div class="tables-actions">
                if may_write {
                    <button class="button button--quiet" type="button" data-testid="sample-menu" disabled={app.samples.is_empty()} onclick={scene.opens(|| Dialog::Samples)}>{ Icon::Plus.draw() }{ messages.text("add-sample") }</button>
                    <button class="button button--quiet" type="button" data-testid="table-menu" onclick={scene.opens(|| Dialog::Table(None))}>{ Icon::Plus.draw() }{ messages.text("add-table") }</button>
                    if let Some(here) = here {
                        <button class="button button--quiet" type="button" data-testid="change-table" onclick={{ let here = here.clone(); scene.opens(move || Dialog::Table(Some(here.clone()))) }}>{ Icon::Pen.draw() }{ messages.text("change-table") }</button>
                        <button class="button button--quiet" type="button" data-testid="delete-table" onclick={scene.opens(move || Dialog::DeleteTable(here.clone()))}>{ Icon::Bin.draw() }{ messages.text("delete-table") }</button>
                    }
                }
                { open_dialog::button(scene, "open-go", "button button--quiet") }
                { share_dialog::button(scene) }
                { files_dialog::button(scene) }
                <button class="button button--quiet" type="button" data-testid="transfer" onclick={scene.opens(|| Dialog::Transfer)}>{ Icon::Arrow.draw() }{ messages.text("transfer") }</button>
            </div>
        </section>
    }
}
