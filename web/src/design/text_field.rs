//! A text field that keeps typed text while checks return. It shows another text only if the design changed elsewhere, for
//! example by undo.

use yew::prelude::*;

use crate::field_events::written;

#[derive(PartialEq, Properties)]
pub struct TextFieldProps {
    /// The value in the design.
    pub value: AttrValue,
    pub test_id: AttrValue,
    #[prop_or_default]
    pub class: Classes,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// The accessible label of a field without a label element.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or("text")]
    pub mode: &'static str,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub invalid: bool,
    #[prop_or_default]
    pub focused: bool,
    /// Called with the text at every key press.
    pub on_write: Callback<String>,
    #[prop_or_default]
    pub on_leave: Callback<()>,
}

#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    // The text that was typed last, and the design's value at that time.
    let draft = use_state_eq(|| None::<(String, AttrValue)>);
    let field = use_node_ref();
    let oninput = {
        let (draft, on_write, before) = (draft.setter(), props.on_write.clone(), props.value.clone());
        Callback::from(move |event: InputEvent| {
            let text = written(&event);
            draft.set(Some((text.clone(), before.clone())));
            on_write.emit(text);
        })
    };
    let onblur = {
        let (draft, on_leave) = (draft.setter(), props.on_leave.clone());
        Callback::from(move |_: FocusEvent| {
            draft.set(None);
            on_leave.emit(());
        })
    };
    {
        let field = field.clone();
        use_effect_with(props.focused, move |focused| {
            if *focused && let Some(input) = field.cast::<web_sys::HtmlInputElement>() {
                // If the field cannot take the focus, the focus does not move.
                let _ = input.focus();
                input.select();
            }
        });
    }
    let value = displayed_text(draft.as_ref(), &props.value);
    html! {
        <input ref={field} class={classes!("field", props.class.clone())} type="text" id={props.id.clone()} inputmode={props.mode} value={value} placeholder={props.placeholder.clone()} aria-label={props.label.clone()} aria-invalid={props.invalid.then_some("true")} data-testid={props.test_id.clone()} autocomplete="off" autocapitalize="off" spellcheck="false" {oninput} {onblur} />
    }
}

/// Returns the draft if the design still has its earlier value or already has the draft. Otherwise returns the design's value.
fn displayed_text(draft: Option<&(String, AttrValue)>, value: &AttrValue) -> AttrValue {
    match draft {
        Some((text, before)) if value == before || value.as_str() == text => AttrValue::from(text.clone()),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use yew::AttrValue;

    use super::displayed_text;

    #[test]
    fn a_draft_is_shown_until_the_design_has_another_text() {
        let value = |text: &'static str| AttrValue::Static(text);
        assert_eq!(displayed_text(None, &value("USER#{id}")), "USER#{id}");
        let draft = ("USER#{".to_owned(), value("USER#{id}"));
        // The design keeps its earlier value, because the draft is not complete.
        assert_eq!(displayed_text(Some(&draft), &value("USER#{id}")), "USER#{");
        assert_eq!(displayed_text(Some(&draft), &value("USER#{")), "USER#{");
        // Undo changed the design.
        assert_eq!(displayed_text(Some(&draft), &value("U#{id}")), "U#{id}");
    }
}
