//! A field that keeps what is being typed into it while everything around it is drawn anew, as it is at every moment of traffic.

use yew::prelude::*;

use crate::field_events::written;

#[derive(PartialEq, Properties)]
pub struct DraftFieldProps {
    /// What is shown while nobody types.
    pub value: String,
    /// The kind of input.
    #[prop_or("text")]
    pub kind: &'static str,
    #[prop_or_default]
    pub least: u64,
    #[prop_or_default]
    pub most: Option<u64>,
    #[prop_or_default]
    pub class: &'static str,
    /// For a field without a label around it.
    #[prop_or_default]
    pub label: Option<String>,
    pub test_id: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
    /// Told with every key.
    #[prop_or_default]
    pub on_write: Callback<String>,
    /// Told with Enter, and when the field is left with another text.
    #[prop_or_default]
    pub on_settle: Callback<String>,
}

#[component]
pub fn DraftField(props: &DraftFieldProps) -> Html {
    let draft = use_state(|| None::<String>);
    let oninput = {
        let (draft, on_write) = (draft.setter(), props.on_write.clone());
        Callback::from(move |event: InputEvent| {
            draft.set(Some(written(&event)));
            on_write.emit(written(&event));
        })
    };
    let onchange = {
        let on_settle = props.on_settle.clone();
        Callback::from(move |event: Event| on_settle.emit(written(&event)))
    };
    let onblur = {
        let draft = draft.setter();
        Callback::from(move |_: FocusEvent| draft.set(None))
    };
    let value = draft.as_ref().unwrap_or(&props.value).clone();
    let is_number = props.kind == "number";
    html! {
        <input class={classes!("field", props.class)} type={props.kind} min={is_number.then(|| props.least.to_string())} max={props.most.map(|most| most.to_string())} {value} aria-label={props.label.clone()} data-testid={&props.test_id} autocomplete="off" spellcheck="false" disabled={props.disabled} {oninput} {onchange} {onblur} />
    }
}
