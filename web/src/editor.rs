//! The request as text: JSON, a line for the `aws` command, code for an SDK, or PartiQL. One draft stands behind all of them.

pub mod place;

use place::EditorPlace;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct EditorProps {
    pub place: EditorPlace,
}

#[component]
pub fn Editor(props: &EditorProps) -> Html {
    html! { <pre class="code">{ &props.place.body }</pre> }
}
