//! The dialogs of the `dialogs` part: palette, item editor, table form, import and export, and the readable part of a damaged
//! workspace. One dialog is open at a time.

mod compression;
mod described_table;
mod export_run;
mod fields;
pub mod import_parts;
pub mod import_reader;
mod import_run;
mod item_editor;
mod item_rows;
mod palette;
mod pause;
mod salvage;
mod table;
mod transfer;

use dynalab_app::state::Dialog;
use yew::prelude::*;

use crate::page::scene::Scene;

#[derive(Clone, PartialEq, Properties)]
pub struct DialogsProps {
    pub scene: Scene,
}

#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let scene = props.scene.clone();
    match scene.app.dialog().clone() {
        Some(Dialog::Palette) => html! { <palette::Palette {scene} /> },
        Some(Dialog::Item(item)) => html! { <item_editor::ItemEditorDialog {scene} {item} /> },
        Some(Dialog::Table(table)) => html! { <table::TableForm {scene} {table} /> },
        Some(Dialog::Salvage) => html! { <salvage::Salvage {scene} /> },
        Some(Dialog::Transfer) => html! { <transfer::Transfer {scene} /> },
        Some(Dialog::Generate) => html! { <transfer::Generate {scene} /> },
        _ => html! {},
    }
}
