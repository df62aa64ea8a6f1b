//! The context that every view of the editor receives, and the controls that they share.

use dynalab_app::design::completion::Completion;
use dynalab_app::design::edit::Edit;
use dynalab_app::design::editor::{Change, Editor, FieldProblem, OpenForm, Variant};
use dynalab_modeling::{Design, Report};
use yew::prelude::*;

use super::editor_handle::EditorDispatcher;
use super::text_field::TextField;
use crate::browser::field_events::{is_checked, written};
use crate::components::icon::Icon;
use crate::page::messages::{Message, Sentence};
use crate::page::scene::Scene;

#[derive(Clone, Copy)]
pub struct DesignContext<'a> {
    pub scene: &'a Scene,
    pub editor: &'a Editor,
    pub dispatcher: &'a EditorDispatcher,
    /// Whether the entities and patterns belong to a lesson.
    pub in_lesson: bool,
}

impl DesignContext<'_> {
    pub fn text(&self, message: impl Message) -> String {
        self.scene.text(message)
    }

    pub fn text_or(&self, sentence: Option<Sentence>, data: &str) -> String {
        self.scene.text_or(sentence, data)
    }

    /// Returns the edited design with its checks.
    pub fn now(&self) -> &Variant {
        self.editor.now()
    }

    pub fn design(&self) -> &Design {
        self.editor.now().design()
    }

    pub fn report(&self) -> Option<&Report> {
        self.editor.now().report().map(|report| &**report)
    }

    /// Returns true for a thing that was just added: its form takes the focus, so that it is in view.
    pub fn is_added(&self, opened: &OpenForm) -> bool {
        self.editor.added.as_ref() == Some(opened)
    }

    /// Returns a handler that adds something and opens its form.
    pub fn adds<E>(&self, edit: Edit, opened: OpenForm) -> Callback<E> {
        let dispatcher = self.dispatcher.clone();
        Callback::from(move |_| {
            dispatcher.dispatch(Change::Edit { field: None, edit: edit.clone() });
            dispatcher.dispatch(Change::OpenAdded(opened.clone()));
        })
    }

    pub fn is_open(&self, opened: &OpenForm) -> bool {
        self.editor.opened.as_ref() == Some(opened)
    }

    /// Returns a handler that changes the state of the editor.
    pub fn changes<E>(&self, change: impl Fn() -> Change + 'static) -> Callback<E> {
        let dispatcher = self.dispatcher.clone();
        Callback::from(move |_| dispatcher.dispatch(change()))
    }

    /// Returns a handler that edits the design.
    pub fn edit_callback<E>(&self, edit: impl Into<Edit>) -> Callback<E> {
        let edit = edit.into();
        self.changes(move || Change::Edit { field: None, edit: edit.clone() })
    }

    pub fn button(&self, name: Sentence, icon: Option<Icon>, onclick: Callback<MouseEvent>) -> Html {
        html! {
            <button class="button design-small" type="button" data-testid={name.name()} {onclick}>
                if let Some(icon) = icon { { icon.draw() } }{ self.text(name) }
            </button>
        }
    }

    /// Renders a field that edits the design with each letter. `read` returns a sentence if the text is not valid.
    pub fn field(
        &self,
        field: &Field,
        read: impl Fn(&Design, &str) -> Result<Edit, String> + 'static,
    ) -> Html {
        let Field { name, label, value, class, mode, placeholder, is_focused, shows_label, completion } =
            field.clone();
        let on_write = {
            let (dispatcher, name, design) =
                (self.dispatcher.clone(), name.clone(), self.now().design().clone());
            Callback::from(move |text: String| {
                dispatcher.dispatch(match read(&design, &text) {
                    Ok(edit) => Change::Edit { field: Some(name.clone()), edit },
                    Err(sentence) => Change::Problem(Some(FieldProblem { field: name.clone(), sentence })),
                });
            })
        };
        let on_leave = self.changes(|| Change::LeaveField);
        let problem = self.editor.problem.as_ref().filter(|problem| problem.field == name);
        let field = html! {
            <>
                <TextField
                    {value} test_id={name.clone()} id={Some(AttrValue::from(name.clone()))} {class}
                        label={(!shows_label).then(|| AttrValue::from(label.clone()))} {mode}
                    placeholder={placeholder.map(AttrValue::from)} invalid={problem.is_some()} focused={is_focused} {completion} {on_write} {on_leave}
                />
                if let Some(problem) = problem { <span class="design-problem" role="alert" data-testid="design-problem">{ &problem.sentence }</span> }
            </>
        };
        if shows_label {
            html! { <><label class="design-label" for={name}>{ label }</label><span class="design-row">{ field }</span></> }
        } else {
            field
        }
    }

    /// Renders a labeled list with one selected option. `choose` returns none for an option that changes nothing.
    pub fn list(
        &self,
        name: &str,
        label: String,
        options: &[(String, String)],
        now: &str,
        choose: impl Fn(&str) -> Option<Edit> + 'static,
    ) -> Html {
        let dispatcher = self.dispatcher.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Some(edit) = choose(&written(&event)) {
                dispatcher.dispatch(Change::Edit { field: None, edit });
            }
        });
        let option = |(value, text): &(String, String)| {
            html! { <option value={value.clone()} selected={value == now}>{ text }</option> }
        };
        html! {
            <>
                <label class="design-label" for={name.to_owned()}>{ label }</label>
                <span class="design-row">
                    <select class="field" id={name.to_owned()} data-testid={name.to_owned()} {onchange}>{ for options.iter().map(option) }</select>
                </span>
            </>
        }
    }

    pub fn check(&self, name: &str, label: String, now: bool, set: impl Fn(bool) -> Edit + 'static) -> Html {
        let dispatcher = self.dispatcher.clone();
        let onchange = Callback::from(move |event: Event| {
            dispatcher.dispatch(Change::Edit { field: None, edit: set(is_checked(&event)) });
        });
        html! { <label class="check"><input type="checkbox" checked={now} data-testid={name.to_owned()} {onchange} />{ label }</label> }
    }

    /// Renders a titled box.
    pub fn panel(&self, title: Sentence, chips: Html, side: Html, body: Html) -> Html {
        html! {
            <section class="panel design-panel" aria-labelledby={title.name()}>
                <div class="design-head">
                    <h2 class="design-title" id={title.name()}>{ self.text(title) }</h2>{ chips }<span class="design-side">{ side }</span>
                </div>
                { body }
            </section>
        }
    }
}

/// A text field of the design.
#[derive(Clone, Default)]
pub struct Field {
    /// The field's id and test id. Consecutive edits of one field are one step of undo.
    pub name: String,
    pub label: String,
    pub value: AttrValue,
    pub class: Classes,
    pub mode: &'static str,
    pub placeholder: Option<String>,
    pub is_focused: bool,
    /// Whether a label element is before the field, as in forms.
    pub shows_label: bool,
    /// The names that the field offers while a person types.
    pub completion: Option<Completion>,
}

impl Field {
    pub fn new(name: impl Into<String>, label: String, value: impl Into<AttrValue>) -> Field {
        Field {
            name: name.into(),
            label,
            value: value.into(),
            mode: "text",
            shows_label: true,
            ..Field::default()
        }
    }
}

/// Renders a verdict with its icon. `kind` is "ok", "warn", "bad" or another text for no icon.
pub fn chip(kind: &'static str, text: String) -> Html {
    let (class, icon) = match kind {
        "ok" => ("chip chip--ok", Some(Icon::Check)),
        "warn" => ("chip chip--warn", Some(Icon::Warning)),
        "bad" => ("chip chip--bad", Some(Icon::Cross)),
        _ => ("chip", None),
    };
    html! { <span {class}>if let Some(icon) = icon { { icon.draw() } }{ text }</span> }
}

/// Renders a part of a panel that the keyboard can scroll. Only the panel is a landmark.
pub fn scroll(label: String, inside: Html) -> Html {
    html! { <div class="design-scroll" tabindex="0" role="group" aria-label={label}>{ inside }</div> }
}
