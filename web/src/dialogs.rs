//! The dialogs that are too heavy for every visit. One is open at a time; the page says which.

mod export_run;
mod fields;
mod import_reader;
mod import_run;
mod item_editor;
mod item_rows;
mod item_save;
mod item_tree;
mod palette;
mod pause;
pub mod place;
mod table;
mod table_facts;
mod transfer;

use place::DialogPlace;
use yew::prelude::*;

use crate::language::Language;
use crate::messages::Messages;

#[derive(Clone, PartialEq, Properties)]
pub struct DialogsProps {
    pub place: DialogPlace,
}

#[component]
pub fn Dialogs(props: &DialogsProps) -> Html {
    let place = props.place.clone();
    let messages = Messages::new(Language::of_code(&place.page.language));
    match place.dialog.as_str() {
        "palette" => html! { <palette::Palette {place} {messages} /> },
        "item" => html! { <item_editor::ItemEditor {place} {messages} /> },
        "table" => html! { <table::TableForm {place} {messages} /> },
        "transfer" => html! { <transfer::Transfer {place} {messages} /> },
        _ => html! {},
    }
}
