//! A part of the design as JSON, for parts without a form. The design changes as soon as the text is valid.

use dynalab_app::design::json_reading::{JsonFault, read, sentence};
use dynalab_app::design::member_text::meaning as meaning_of;
use dynalab_app::shared::Shared;
use dynalab_modeling::shape::{Shape, lines};
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
    /// The shape of the part in the format.
    pub shape: &'static Shape,
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
        let (draft, on_value, shape) = (draft.setter(), props.on_value.clone(), props.shape);
        Callback::from(move |event: InputEvent| {
            let text = written(&event);
            if let Ok(value) = read(&text, shape) {
                on_value.emit(value);
            }
            draft.set(Some(text));
        })
    };
    let problem = draft.as_ref().and_then(|text| read::<T>(text, props.shape).err());
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
        let typed = draft.as_deref().map(|text| (text, read::<T>(text, props.shape)));
        displayed_text(typed, &canonical, &*props.value)
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
            if let Some(fault) = problem {
                <p class="design-problem" role="alert" data-testid="design-problem">{ sentence(props.messages, &fault) }</p>
            }
            if *is_open { { format_table(props.messages, props.shape) } }
        </details>
    }
}

/// Renders the members that the format has there, each with its meaning and an example.
fn format_table(messages: Messages, shape: &Shape) -> Html {
    let meaning =
        |name: &str| meaning_of(name).map_or_else(|| name.to_owned(), |sentence| messages.text(sentence));
    let rows = lines(shape).into_iter().map(|line| {
        html! {
            <tr key={line.place.clone()}>
                <th scope="row"><code>{ &line.place }</code></th><td>{ meaning(line.name) }</td><td><code>{ line.example }</code></td>
            </tr>
        }
    });
    html! {
        <details class="design-details" data-testid="design-format">
            <summary>{ messages.text(words::DESIGN_FORMAT) }</summary>
            <div class="design-scroll" tabindex="0" role="group" aria-label={messages.text(words::DESIGN_FORMAT)}>
                <table class="sheet">
                    <thead><tr>
                        <th scope="col">{ messages.text(words::DESIGN_FORMAT_MEMBER) }</th>
                        <th scope="col">{ messages.text(words::DESIGN_FORMAT_MEANING) }</th>
                        <th scope="col">{ messages.text(words::DESIGN_FORMAT_EXAMPLE) }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        </details>
    }
}

/// Returns the draft if it is not valid or equals the design. Otherwise returns the design's text, because the design changed elsewhere.
fn displayed_text<T: PartialEq>(
    draft: Option<(&str, Result<T, JsonFault>)>,
    canonical: &str,
    value: &T,
) -> String {
    match draft {
        Some((text, read)) if read.as_ref().map_or(true, |read| read == value) => text.to_owned(),
        _ => canonical.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use dynalab_app::design::json_reading::read;
    use dynalab_modeling::shape::Shape;

    use super::displayed_text;

    #[test]
    fn a_draft_stays_until_the_design_says_otherwise() {
        let value = vec![1, 2];
        let shown = |draft: &str| displayed_text(Some((draft, read(draft, &Shape::Any))), "[1, 2]", &value);
        assert_eq!(displayed_text(None, "[1, 2]", &value), "[1, 2]");
        for draft in ["[1,2]", "[1, 2", "", "nonsense"] {
            assert_eq!(shown(draft), draft);
        }
        assert_eq!(shown("[7]"), "[1, 2]");
    }
}
