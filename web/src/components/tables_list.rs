//! The first groups of the rail: the tables with buttons that add one, and the buttons that open and share.

use dynalab_app::state::Dialog;
use dynalab_playground::protocol::Role;
use yew::prelude::*;

use crate::browser::embedded::is_embedded;
use crate::browser::figures;
use crate::components::icon::Icon;
use crate::components::{files_dialog, open_dialog, share_dialog, workspace_menu};
use crate::page::scene::Scene;
use crate::page::sentences;

pub fn view(scene: &Scene) -> Html {
    let app = &scene.app;
    let messages = app.messages();
    let tables = app.tables().clone().unwrap_or_default();
    let bytes: u64 = tables.iter().map(|table| table.size_bytes).sum();
    let here = scene.table_name().map(str::to_owned);
    let may_write = *app.role() != Some(Role::Follower);
    html! {
        <section class="workbench-tables" aria-label={messages.text(sentences::workbench::TABLES)}>
            if !is_embedded() { { workspace_menu::view(scene) } }
            <div class="tabs"><h2 class="tabs-title">{ messages.text(sentences::workbench::TABLES) }</h2>
                <span class="tabs-side">{ if tables.is_empty() { String::new() } else { figures::size(bytes) } }</span>
            </div>
            <div class="tables-list" data-testid="tables-list">
                { for tables.iter().map(|table| {
                    let onclick = {
                        let (scene, name) = (scene.clone(), table.name.clone());
                        Callback::from(move |_| scene.open_table(name.clone()))
                    };
                    let current = (here.as_deref() == Some(table.name.as_str())).then_some("true");
                    let active = table.status == "ACTIVE";
                    html! {
                        <button
                            key={table.name.clone()} class="tables-item" type="button" aria-current={current}
                            data-testid={format!("table-{}", table.name)} {onclick}
                        >
                            { Icon::Table.draw() }<span class="tables-name" title={table.name.clone()}>{ &table.name }</span>
                            if !active { <span class="chip chip--warn">{ &table.status }</span> }
                            <span class="tables-count" aria-label={messages.text(sentences::shell::ItemCount { items: table.item_count.into() })}>
                                { figures::grouped(table.item_count) }
                            </span>
                        </button>
                    }
                }) }
            </div>
            <div class="tables-actions">
                if may_write {
                    <button
                        class="button button--quiet" type="button" data-testid="sample-menu" disabled={app.samples().is_empty()}
                        onclick={scene.open_dialog_callback(|| Dialog::Samples)}
                    >
                        { Icon::Plus.draw() }
                        { messages.text(sentences::workbench::ADD_SAMPLE) }
                    </button>
                    <button class="button button--quiet" type="button" data-testid="table-menu" onclick={scene.open_dialog_callback(|| Dialog::Table(None))}>
                        { Icon::Plus.draw() }
                        { messages.text(sentences::workbench::ADD_TABLE) }
                    </button>
                    if let Some(here) = here {
                        <button
                            class="button button--quiet" type="button" data-testid="change-table"
                            onclick={{ let here = here.clone(); scene.open_dialog_callback(move || Dialog::Table(Some(here.clone()))) }}
                        >
                            { Icon::Pen.draw() }
                            { messages.text(sentences::workbench::CHANGE_TABLE) }
                        </button>
                        <button
                            class="button button--quiet" type="button" data-testid="delete-table"
                            onclick={scene.open_dialog_callback(move || Dialog::DeleteTable(here.clone()))}
                        >
                            { Icon::Bin.draw() }
                            { messages.text(sentences::workbench::DELETE_TABLE) }
                        </button>
                    }
                }
            </div>
        </section>
    }
}

/// Renders the buttons that open, share, import and export.
pub fn open_and_share(scene: &Scene) -> Html {
    html! {
        <section class="workbench-open" aria-label={scene.text(sentences::workbench::OPEN_AND_SHARE)}>
            <div class="tabs"><h2 class="tabs-title">{ scene.text(sentences::workbench::OPEN_AND_SHARE) }</h2></div>
            <div class="tables-actions tables-actions--open">
                if !is_embedded() { { open_dialog::button(scene, sentences::workbench::OPEN_GO, "button button--quiet") } }
                { share_dialog::button(scene) }
                if !is_embedded() {
                    { files_dialog::button(scene) }
                    <button class="button button--quiet" type="button" data-testid="transfer" onclick={scene.open_dialog_callback(|| Dialog::Transfer)}>
                        { Icon::Arrow.draw() }
                        { scene.text(sentences::workbench::TRANSFER) }
                    </button>
                }
            </div>
        </section>
    }
}
