//! A select for the data type and a field for the value. Keeps text that is not a valid value until it is.

use dynalab_app::request::attribute::{AttributeText, DATA_TYPES};
use yew::prelude::*;

use crate::browser::field_events::written;

const KEY_TYPES: [&str; 3] = ["S", "N", "B"];

#[derive(PartialEq, Properties)]
pub struct AttributeFieldProps {
    /// The name of the attribute, for screen readers.
    pub label: AttrValue,
    /// The label of the type menu.
    pub type_label: AttrValue,
    pub value: AttributeText,
    pub on_change: Callback<AttributeText>,
    /// The type that the table's key requires. If set, a person cannot choose a type, unless the value has another one.
    #[prop_or_default]
    pub key_type: Option<AttrValue>,
}

#[component]
pub fn AttributeField(props: &AttributeFieldProps) -> Html {
    // Unfinished JSON is not a value. It is kept here, and dropped when the request changes elsewhere.
    let unfinished = use_state(|| Option::<AttributeText>::None);
    {
        let unfinished = unfinished.clone();
        use_effect_with(props.value.clone(), move |_| unfinished.set(None));
    }
    let shown = unfinished.as_ref().unwrap_or(&props.value).clone();
    let change = {
        let (on_change, unfinished) = (props.on_change.clone(), unfinished.clone());
        Callback::from(move |value: AttributeText| match value.write() {
            Some(_) => on_change.emit(value),
            None => unfinished.set(Some(value)),
        })
    };
    let on_text = {
        let (change, data_type) = (change.clone(), shown.data_type.clone());
        Callback::from(move |event: InputEvent| change.emit(AttributeText::new(&data_type, &written(&event))))
    };
    let on_truth = {
        let change = change.clone();
        Callback::from(move |event: Event| change.emit(AttributeText::new("BOOL", &written(&event))))
    };
    let on_type = {
        let (change, shown) = (change, shown.clone());
        Callback::from(move |event: Event| change.emit(shown.with_type(&written(&event))))
    };
    let label = props.label.clone();
    let types = if props.key_type.is_some() { &KEY_TYPES[..] } else { &DATA_TYPES[..] };
    html! {
        <>
            { match shown.data_type.as_str() {
                "BOOL" => html! {
                    <select class="field field--grow" aria-label={label} onchange={on_truth}>
                        { for ["true", "false"].map(|truth| html! { <option value={truth} selected={shown.text == truth}>{ truth }</option> }) }
                    </select>
                },
                "NULL" => html! { <span class="field field--grow field--none">{ "null" }</span> },
                "L" | "M" | "SS" | "NS" | "BS" => html! {
                    <textarea
                        class="field field--grow field--tall" rows="2" aria-label={label} aria-invalid={unfinished.is_some().to_string()}
                        spellcheck="false" value={shown.text.clone()} oninput={on_text}
                    />
                },
                data_type => html! {
                    <input
                        class="field field--grow" inputmode={(data_type == "N").then_some("decimal")} aria-label={label} autocomplete="off"
                        autocapitalize="off" spellcheck="false" value={shown.text.clone()}
                        oninput={on_text}
                    />
                },
            } }
            if props.key_type.as_deref() == Some(shown.data_type.as_str()) {
                <span class="chip">{ &shown.data_type }</span>
            } else {
                <select class="field field--type" aria-label={props.type_label.clone()} onchange={on_type}>
                    { for types.iter().map(|code| html! { <option value={*code} selected={shown.data_type == *code}>{ *code }</option> }) }
                </select>
            }
        </>
    }
}
