//! The dialogs that are too heavy for every visit. One is open at a time; the page says which.

pub mod place;

use place::DialogPlace;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct DialogsProps {
    pub place: DialogPlace,
}

#[component]
pub fn Dialogs(_: &DialogsProps) -> Html {
    html! {}
}
