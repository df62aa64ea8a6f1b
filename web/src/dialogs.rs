//! The dialogs that are too heavy for every visit. One is open at a time; the page says which.

mod palette;
pub mod place;

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
        _ => html! {},
    }
}
