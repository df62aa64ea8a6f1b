//! A text field that keeps typed text while checks return. It shows another text only if the design changed elsewhere, for
//! example by undo.

use dynalab_app::design::completion::Completion;
use yew::prelude::*;

use crate::browser::field_events::written;

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
    /// The names that are offered while a person types.
    #[prop_or_default]
    pub completion: Option<Completion>,
    /// Called with the text at every key press.
    pub on_write: Callback<String>,
    #[prop_or_default]
    pub on_leave: Callback<()>,
}

#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let draft = use_mut_ref(|| None::<Draft>);
    let render = use_force_update();
    let field = use_node_ref();
    let oninput = {
        let (draft, on_write, before) = (draft.clone(), props.on_write.clone(), props.value.clone());
        let render = render.clone();
        Callback::from(move |event: InputEvent| {
            let text = written(&event);
            *draft.borrow_mut() = Some(Draft::new(text.clone(), before.clone()));
            render.force_update();
            on_write.emit(text);
        })
    };
    let onblur = {
        let (draft, on_leave) = (draft.clone(), props.on_leave.clone());
        Callback::from(move |_: FocusEvent| {
            *draft.borrow_mut() = None;
            render.force_update();
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
    let value = match draft.borrow_mut().as_mut() {
        Some(draft) => draft.displayed_text(&props.value, props.invalid),
        None => props.value.clone(),
    };
    let is_typing = draft.borrow().is_some();
    let offers =
        props.completion.as_ref().filter(|_| is_typing).map(|known| known.offers(&value)).unwrap_or_default();
    let list = (!offers.is_empty()).then(|| format!("{}-offers", props.test_id));
    html! {
        <>
        <input
            ref={field} class={classes!("field", props.class.clone())} type="text" id={props.id.clone()} inputmode={props.mode} value={value}
            placeholder={props.placeholder.clone()}
            aria-label={props.label.clone()} aria-invalid={props.invalid.then_some("true")} data-testid={props.test_id.clone()} autocomplete="off"
            autocapitalize="off" spellcheck="false" list={list.clone()} {oninput} {onblur}
        />
        if let Some(list) = list { <datalist id={list}>{ for offers.into_iter().map(|offer| html! { <option value={offer} /> }) }</datalist> }
        </>
    }
}

/// The text that was typed last.
#[derive(Debug)]
struct Draft {
    text: String,
    /// The design's value before the text was written into it.
    before: AttrValue,
    /// The value that the design made of the text, such as "5 to 5" of "5".
    made: Option<AttrValue>,
    /// True if the design did not accept the text.
    is_refused: bool,
}

impl Draft {
    fn new(text: String, before: AttrValue) -> Draft {
        Draft { text, before, made: None, is_refused: false }
    }

    /// Returns the draft until the design changes elsewhere. Then returns the design's value.
    fn displayed_text(&mut self, value: &AttrValue, is_invalid: bool) -> AttrValue {
        self.is_refused |= is_invalid;
        // The first value after the text is what the design made of it. After that, the earlier value comes from undo.
        if *value != self.before && self.made.is_none() && !self.is_refused {
            self.made = Some(value.clone());
        }
        let is_own = match &self.made {
            Some(made) => value == made || value.as_str() == self.text,
            None => *value == self.before || value.as_str() == self.text,
        };
        if is_own { AttrValue::from(self.text.clone()) } else { value.clone() }
    }
}

#[cfg(test)]
mod tests {
    use yew::AttrValue;

    use super::Draft;

    fn value(text: &'static str) -> AttrValue {
        AttrValue::Static(text)
    }

    #[test]
    fn a_draft_is_shown_until_the_design_has_another_text() {
        let mut draft = Draft::new("USER#{".to_owned(), value("USER#{id}"));
        // The design keeps its earlier value, because the draft is not complete.
        assert_eq!(draft.displayed_text(&value("USER#{id}"), true), "USER#{");
        assert_eq!(draft.displayed_text(&value("USER#{"), true), "USER#{");
        // Undo changed the design.
        assert_eq!(draft.displayed_text(&value("U#{id}"), false), "U#{id}");
    }

    #[test]
    fn the_text_stays_while_the_design_writes_it_in_another_way() {
        let mut draft = Draft::new("5".to_owned(), value("1 to 100"));
        assert_eq!(draft.displayed_text(&value("1 to 100"), false), "5");
        assert_eq!(draft.displayed_text(&value("5 to 5"), false), "5");
        assert_eq!(draft.displayed_text(&value("5 to 5"), false), "5");
        // A later change is not made of the text.
        assert_eq!(draft.displayed_text(&value("7 to 9"), false), "7 to 9");
    }

    #[test]
    fn undo_leads_back_to_the_text_before() {
        let mut draft = Draft::new("PERSON#{id}".to_owned(), value("USER#{id}"));
        assert_eq!(draft.displayed_text(&value("USER#{id}"), false), "PERSON#{id}");
        assert_eq!(draft.displayed_text(&value("PERSON#{id}"), false), "PERSON#{id}");
        assert_eq!(draft.displayed_text(&value("USER#{id}"), false), "USER#{id}");
        // Redo.
        assert_eq!(draft.displayed_text(&value("PERSON#{id}"), false), "PERSON#{id}");
    }
}
