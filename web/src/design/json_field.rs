//! A part of the design as JSON, for parts without a form. The design changes as soon as the text is valid.

use dynalab_app::shared::Shared;
use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Element;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::page::messages::Messages;
use crate::page::sentences::design as words;

#[derive(PartialEq, Properties)]
pub struct JsonFieldProps<T: PartialEq + 'static> {
    pub name: &'static str,
    pub messages: Messages,
    pub value: Shared<T>,
    pub on_value: Callback<T>,
}

#[component]
pub fn JsonField<T: Clone + PartialEq + Serialize + DeserializeOwned + 'static>(
    props: &JsonFieldProps<T>,
) -> Html {
    // Text that is not valid, or valid text that is formatted differently from the design's JSON.
    let draft = use_state_eq(|| None::<String>);
    // A large design takes time to serialize, so it is serialized only while the field is open.
    let is_open = use_state_eq(|| false);
    let ontoggle = {
        let is_open = is_open.setter();
        Callback::from(move |event: Event| {
            is_open.set(event.target_unchecked_into::<Element>().has_attribute("open"))
        })
    };
    let oninput = {
        let (draft, on_value) = (draft.setter(), props.on_value.clone());
        Callback::from(move |event: InputEvent| {
            let text = written(&event);
            if let Ok(value) = serde_json::from_str(&text) {
                on_value.emit(value);
            }
            draft.set(Some(text));
        })
    };
    let problem = draft.as_ref().and_then(|text| read::<T>(text).err());
    let onblur = {
        let (draft, is_good) = (draft.setter(), problem.is_none());
        Callback::from(move |_: FocusEvent| {
            if is_good {
                draft.set(None);
            }
        })
    };
    let text = is_open.then(|| {
        let canonical = serde_json::to_string_pretty(&*props.value).unwrap_or_default();
        displayed_text(draft.as_deref(), &canonical, &*props.value)
    });
    let label = props.messages.text(words::DESIGN_JSON);
    html! {
        <details class="design-details" {ontoggle}>
            <summary>{ label.clone() }</summary>
            if let Some(text) = text {
                <textarea
                    class="code code--edit code--inset design-json" rows="14" aria-label={label} aria-invalid={problem.is_some().then_some("true")}
                    data-testid={props.name} spellcheck="false"
                    autocapitalize="off" value={text} {oninput} {onblur}
                />
            }
            if let Some((line, detail)) = problem {
                <p class="design-problem" role="alert" data-testid="design-problem">
                    { props.messages.text(words::DesignNotJson { line: line.into(), detail: detail.as_str().into() }) }
                </p>
            }
        </details>
    }
}

/// Returns the draft if it is not valid or equals the design. Otherwise returns the design's text, because the design changed elsewhere.
fn displayed_text<T: PartialEq + DeserializeOwned>(
    draft: Option<&str>,
    canonical: &str,
    value: &T,
) -> String {
    match draft {
        Some(text) if read::<T>(text).map_or(true, |read| read == *value) => text.to_owned(),
        _ => canonical.to_owned(),
    }
}

/// Parses the text. Returns the line of the error and the parser's message if it is not valid.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, (u64, String)> {
    serde_json::from_str(text).map_err(|error| (error.line() as u64, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::displayed_text;

    #[test]
    fn a_draft_stays_until_the_design_says_otherwise() {
        let value = vec![1, 2];
        assert_eq!(displayed_text(None, "[1, 2]", &value), "[1, 2]");
        for draft in ["[1,2]", "[1, 2", "", "nonsense"] {
            assert_eq!(displayed_text(Some(draft), "[1, 2]", &value), draft);
        }
        assert_eq!(displayed_text(Some("[7]"), "[1, 2]", &value), "[1, 2]");
    }
}
