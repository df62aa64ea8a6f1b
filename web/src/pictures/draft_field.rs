//! A field that keeps typed text while traffic renders its surroundings again.

use yew::prelude::*;

use crate::browser::field_events::written;

#[derive(PartialEq, Properties)]
pub struct DraftFieldProps {
    /// The value that is shown while the person does not type.
    pub value: String,
    /// The `type` of the input element.
    #[prop_or("text")]
    pub kind: &'static str,
    #[prop_or_default]
    pub least: u64,
    #[prop_or_default]
    pub most: Option<u64>,
    #[prop_or_default]
    pub class: &'static str,
    /// The accessible label of a field without a label element.
    #[prop_or_default]
    pub label: Option<String>,
    pub test_id: AttrValue,
    #[prop_or_default]
    pub disabled: bool,
    /// Called with the text at every key press.
    #[prop_or_default]
    pub on_write: Callback<String>,
    /// Called with the text on Enter, and when the focus leaves a changed field.
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
        <input
            class={classes!("field", props.class)} type={props.kind} min={is_number.then(|| props.least.to_string())}
            max={props.most.map(|most| most.to_string())} {value} aria-label={props.label.clone()}
            data-testid={&props.test_id} autocomplete="off" spellcheck="false" disabled={props.disabled} {oninput} {onchange} {onblur}
        />
    }
}
