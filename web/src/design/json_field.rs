//! A part of the design as JSON: for what has no form of its own. The design takes the text as soon as it can be read.

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Element;
use yew::prelude::*;

use crate::field_events::written;
use crate::messages::Messages;
use crate::sentences::design as words;
use crate::shared::Shared;

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
    // What was typed and cannot be read, or is written in another way than the design writes it.
    let draft = use_state_eq(|| None::<String>);
    // A large design is long to write, so it is written for those who look.
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
        shown(draft.as_deref(), &canonical, &*props.value)
    });
    let label = props.messages.text(words::DESIGN_JSON);
    html! {
        <details class="design-details" {ontoggle}>
            <summary>{ label.clone() }</summary>
            if let Some(text) = text {
                <textarea class="code code--edit code--inset design-json" rows="14" aria-label={label} aria-invalid={problem.is_some().then_some("true")} data-testid={props.name} spellcheck="false" autocapitalize="off" value={text} {oninput} {onblur} />
            }
            if let Some((line, detail)) = problem {
                <p class="design-problem" role="alert" data-testid="design-problem">{ props.messages.text(words::DesignNotJson { line: line.into(), detail: detail.as_str().into() }) }</p>
            }
        </details>
    }
}

/// The draft while it cannot be read or means what the design has; otherwise the design, which then has changed by another way.
fn shown<T: PartialEq + DeserializeOwned>(draft: Option<&str>, canonical: &str, value: &T) -> String {
    match draft {
        Some(text) if read::<T>(text).map_or(true, |read| read == *value) => text.to_owned(),
        _ => canonical.to_owned(),
    }
}

/// The line of the fault, and the parser's words.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, (u64, String)> {
    serde_json::from_str(text).map_err(|error| (error.line() as u64, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_draft_stays_until_the_design_says_otherwise() {
        let value = vec![1, 2];
        assert_eq!(shown(None, "[1, 2]", &value), "[1, 2]");
        for draft in ["[1,2]", "[1, 2", "", "nonsense"] {
            assert_eq!(shown(Some(draft), "[1, 2]", &value), draft);
        }
        assert_eq!(shown(Some("[7]"), "[1, 2]", &value), "[1, 2]");
    }
}
