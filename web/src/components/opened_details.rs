//! Details whose content is drawn once a person opens them. The figures of a chart can be thousands of cells.

use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(PartialEq, Properties)]
pub struct OpenedDetailsProps {
    #[prop_or_default]
    pub class: Classes,
    pub test_id: AttrValue,
    pub summary: AttrValue,
    pub children: Html,
}

#[component]
pub fn OpenedDetails(props: &OpenedDetailsProps) -> Html {
    let is_open = use_state_eq(|| false);
    let ontoggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| {
            is_open.set(event.target_dyn_into::<HtmlDetailsElement>().is_some_and(|details| details.open()));
        })
    };
    html! {
        <details class={props.class.clone()} data-testid={props.test_id.clone()} {ontoggle}><summary>{ &props.summary }</summary>
            if *is_open { { props.children.clone() } }
        </details>
    }
}
