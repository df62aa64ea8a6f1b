//! The request as text: JSON, an `aws` command, code for an SDK, or PartiQL. All forms edit the same draft.

mod code_mirror;
mod known_tables;
mod offer;
pub mod place;
mod request_editor;
mod unknown_values;

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::request::diagnostics;
use dynalab_request_text::TextForm;
use dynalab_request_text::code::CodeLanguage;
use gloo::events::EventListener;
use gloo::utils::document;
use serde_json::Value;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{ClipboardEvent, Element};
use yew::prelude::*;

use crate::address::handed_text::{self, Reader};
use crate::browser::clipboard;
use crate::browser::field_events::written;
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;
use code_mirror::Host;
use place::EditorPlace;
use request_editor::RequestEditor;

#[derive(Clone, PartialEq, Properties)]
pub struct EditorProps {
    pub scene: Scene,
}

/// The field in which the text is edited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    /// CodeMirror is loading.
    Waiting,
    CodeMirror,
    /// CodeMirror could not be loaded, so a text area replaces it.
    Plain,
}

impl Field {
    /// Returns the name for tests.
    fn name(self) -> &'static str {
        match self {
            Field::Waiting => "waiting",
            Field::CodeMirror => "code-mirror",
            Field::Plain => "plain",
        }
    }
}

type SharedEditor = Rc<RefCell<RequestEditor>>;

#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let scene = &props.scene;
    let (place, messages) = (EditorPlace::from_scene(scene), scene.messages());
    let desk =
        use_memo((), |()| Rc::new(RefCell::new(RequestEditor::new(scene.page.clone(), &place, *messages))));
    let desk: SharedEditor = (*desk).clone();
    let field = use_state_eq(|| Field::Waiting);
    let changes = use_state(|| 0_u64);
    let redraw = {
        let (count, changes) = (use_mut_ref(|| 0_u64), changes.setter());
        Callback::from(move |()| {
            *count.borrow_mut() += 1;
            changes.set(*count.borrow());
        })
    };
    let host = use_node_ref();
    use_code_mirror(&desk, &host, &redraw, field.setter());
    {
        let (desk, redraw) = (desk.clone(), redraw.clone());
        use_effect_with((place, *messages), move |(place, messages)| {
            desk.borrow_mut().sync_from_page(place, messages);
            redraw.emit(());
        });
    }
    use_known_tables(&desk, scene);
    use_paste_anywhere(&desk, &redraw);
    let drawn = RenderedEditor { desk: desk.clone(), field: *field, redraw, page: scene.page.clone() };
    html! {
        <div class="editor" data-testid="editor" data-form={desk.borrow().session.form.code()} data-field={field.name()}>
            { drawn.bar() }
            { drawn.script() }
            { drawn.offer() }
            { drawn.why_not() }
            <div class="editor-host" data-testid="editor-host" hidden={*field != Field::CodeMirror} ref={host}></div>
            if *field == Field::Plain { { drawn.plain() } }
            { drawn.notes() }
            { drawn.unknown_values() }
        </div>
    }
}

/// Loads CodeMirror once and creates it in its host element.
#[hook]
fn use_code_mirror(desk: &SharedEditor, host: &NodeRef, redraw: &Callback<()>, field: UseStateSetter<Field>) {
    let (desk, host, redraw) = (desk.clone(), host.clone(), redraw.clone());
    use_effect_with((), move |()| {
        let leaving = desk.clone();
        spawn_local(async move {
            let Some(element) = host.cast::<Element>() else { return };
            let (text, form, label, phrases) = {
                let desk = desk.borrow();
                (desk.session.text.clone(), desk.session.form, desk.label(), phrases(&desk.messages))
            };
            let made = code_mirror::create(
                &element,
                &text,
                form.code(),
                &label,
                &phrases,
                host_callbacks(&desk, &redraw),
            )
            .await;
            match made {
                Ok(view) => {
                    // The text may have changed while CodeMirror was loading.
                    let text = desk.borrow().session.text.clone();
                    view.set(&text, desk.borrow().session.form.code(), &desk.borrow().label());
                    desk.borrow_mut().view = Some(view);
                    desk.borrow().render_diagnostics();
                    field.set(Field::CodeMirror);
                }
                Err(_) => field.set(Field::Plain),
            }
        });
        move || {
            // The form can show the draft again.
            leaving.borrow().page.mark_unread(false);
            if let Some(view) = leaving.borrow_mut().view.take() {
                view.destroy();
            }
        }
    });
}

fn host_callbacks(desk: &SharedEditor, redraw: &Callback<()>) -> Host {
    let with = |act: fn(&mut RequestEditor, String)| {
        let (desk, redraw) = (desk.clone(), redraw.clone());
        Box::new(move |text: String| {
            act(&mut desk.borrow_mut(), text);
            redraw.emit(());
        })
    };
    let (running, pasting, completing) = (desk.clone(), desk.clone(), desk.clone());
    let redraw = redraw.clone();
    Host {
        changed: {
            let (desk, redraw) = (desk.clone(), redraw.clone());
            Box::new(move |text| change(&desk, &redraw, text))
        },
        run: Box::new(move || running.borrow().run_request()),
        pasted: Box::new(move |text| paste(&pasting, &redraw, text)),
        complete: Box::new(move |text, place| completing.borrow().completions_json(&text, place as usize)),
        fix: with(|desk, word| desk.apply_quick_fix(&word)),
    }
}

/// Takes a changed text.
fn change(desk: &SharedEditor, redraw: &Callback<()>, text: String) {
    desk.borrow_mut().apply_edit(text);
    offer::look_after_typing(desk, redraw);
    redraw.emit(());
}

/// Takes a pasted text if it is a request. Of another text, the editor says what it is. Returns whether the text was taken.
fn paste(desk: &SharedEditor, redraw: &Callback<()>, text: String) -> bool {
    let is_taken = desk.borrow_mut().paste_request(&text);
    let is_read = is_taken && desk.borrow().session.is_read();
    if !is_read {
        offer::look(desk, redraw, text);
    }
    redraw.emit(());
    is_taken
}

/// Returns the translations of CodeMirror's own labels, as JSON.
fn phrases(messages: &Messages) -> String {
    const OWN: [(&str, Sentence); 6] = [
        ("Find", sentences::editor::EDITOR_FIND),
        ("next", sentences::editor::EDITOR_NEXT),
        ("previous", sentences::editor::EDITOR_PREVIOUS),
        ("close", sentences::editor::EDITOR_CLOSE),
        ("Diagnostics", sentences::editor::EDITOR_MISTAKES),
        ("Completions", sentences::editor::EDITOR_COMPLETIONS),
    ];
    let phrases = OWN.into_iter().map(|(own, name)| (own.to_owned(), Value::from(messages.text(name))));
    Value::Object(phrases.collect()).to_string()
}

/// Fetches the names for completion whenever another table is opened.
#[hook]
fn use_known_tables(desk: &SharedEditor, scene: &Scene) {
    let (desk, page) = (desk.clone(), scene.page.clone());
    use_effect_with(scene.table_name().map(str::to_owned), move |_| {
        spawn_local(async move {
            let tables = known_tables::ask(&page).await;
            desk.borrow_mut().set_tables(tables);
        });
    });
}

/// Opens a request that is pasted while no field has the focus.
#[hook]
fn use_paste_anywhere(desk: &SharedEditor, redraw: &Callback<()>) {
    let (desk, redraw) = (desk.clone(), redraw.clone());
    use_effect_with((), move |()| {
        // Requests that another page handed over are pasted.
        if let Some(text) = handed_text::take(|reader| matches!(reader, Reader::Workbench(_))) {
            paste(&desk, &redraw, text);
        }
        let listener = EventListener::new(&document(), "paste", move |event| {
            let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let is_elsewhere = target.is_none_or(|target| {
                target
                    .closest("input, textarea, select, dialog, .editor-host")
                    .is_ok_and(|found| found.is_none())
            });
            let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
            if let Some(text) = text.filter(|_| is_elsewhere) {
                paste(&desk, &redraw, text);
            }
        });
        move || drop(listener)
    });
}

struct RenderedEditor {
    desk: SharedEditor,
    field: Field,
    redraw: Callback<()>,
    page: PageContext,
}

impl RenderedEditor {
    fn on<Input: 'static>(&self, act: impl Fn(&mut RequestEditor, Input) + 'static) -> Callback<Input> {
        let (desk, redraw) = (self.desk.clone(), self.redraw.clone());
        Callback::from(move |input| {
            act(&mut desk.borrow_mut(), input);
            redraw.emit(());
        })
    }

    fn bar(&self) -> Html {
        let desk = self.desk.borrow();
        let messages = &desk.messages;
        let onchange = self.on(|desk, event: Event| {
            if let Some(language) = CodeLanguage::of_code(&written(&event)) {
                desk.set_language(language);
            }
        });
        let (copied, page) = (self.desk.clone(), self.page.clone());
        let copy = Callback::from(move |_: MouseEvent| {
            let page = page.clone();
            let text = copied.borrow().session.text.clone();
            let told = copied.borrow().messages.text(sentences::editor::COPIED);
            spawn_local(async move {
                if clipboard::copy(&text, None).await {
                    page.show_message(told);
                }
            });
        });
        let tidy = self.on(|desk, _: MouseEvent| {
            let tidied = dynalab_app::request::json_text::pretty(&desk.session.text);
            desk.apply_edit(tidied);
            let draft = desk.session.draft.clone();
            desk.open_draft(TextForm::Json, draft);
        });
        let is_json = desk.session.form == TextForm::Json;
        let option = |language: CodeLanguage| {
            let name = messages.text_or(sentences::editor::form(language.code()), language.code());
            html! { <option value={language.code()} selected={language == desk.language}>{ name }</option> }
        };
        html! {
            <div class="editor-bar">
                if let TextForm::Code(_) = desk.session.form {
                    <select class="field" data-testid="sdk-language" aria-label={messages.text(sentences::editor::SDK_LANGUAGE)} {onchange}>
                        { for CodeLanguage::ALL.into_iter().map(option) }
                    </select>
                }
                <span class="editor-hint">{ messages.text(sentences::editor::EDITOR_HINT) }</span>
                if is_json {
                    <button class="button button--quiet" type="button" data-testid="editor-tidy" onclick={tidy}>
                        { messages.text(sentences::editor::EDITOR_TIDY) }
                    </button>
                }
                <button class="button button--quiet" type="button" data-testid="editor-copy" onclick={copy}>{ messages.text(sentences::editor::COPY) }</button>
            </div>
        }
    }

    /// Renders the number of requests in pasted commands, and the button that runs them.
    fn script(&self) -> Html {
        let desk = self.desk.borrow();
        let messages = &desk.messages;
        let Some(script) = &desk.script else { return html! {} };
        let requests = script.requests.len() as u64;
        let run = self.on(|desk, _: MouseEvent| desk.run_script());
        let leave = self.on(|desk, _: MouseEvent| desk.script = None);
        html! {
            <div class="editor-script" role="status" data-testid="editor-script" data-requests={requests.to_string()}>
                <p>{ messages.text(sentences::editor::ScriptFound { requests: requests.into() }) }</p>
                <button class="button button--go" type="button" data-testid="script-run" onclick={run}>{ messages.text(sentences::editor::SCRIPT_RUN) }</button>
                <button class="button button--quiet" type="button" data-testid="script-leave" onclick={leave}>
                    { messages.text(sentences::editor::SCRIPT_LEAVE) }
                </button>
                if !script.skipped.is_empty() {
                    <p class="editor-left-out">{ messages.text(sentences::editor::SCRIPT_SKIPPED) }</p>
                    <ul class="editor-skipped" data-testid="script-skipped">
                        { for script.skipped.iter().map(|skipped| html! {
                            <li><code>{ skipped.text.clone() }</code>{ " " }{ diagnostics::of_mistake(messages, &skipped.reason) }</li>
                        }) }
                    </ul>
                }
            </div>
        }
    }

    fn offer(&self) -> Html {
        let accept = self.on(|desk, _: MouseEvent| offer::accept(desk));
        let leave = self.on(|desk, _: MouseEvent| desk.offer = None);
        offer::view(&self.desk.borrow(), accept, leave)
    }

    fn unknown_values(&self) -> Html {
        let give = self.on(|desk, (name, value): (String, String)| desk.give_value(&name, &value));
        unknown_values::view(&self.desk.borrow(), &give)
    }

    fn why_not(&self) -> Html {
        let desk = self.desk.borrow();
        match &desk.session.why_not {
            Some(why_not) => html! {
                <p class="editor-why" data-testid="editor-why">{ diagnostics::of_why_not(&desk.messages, why_not) }</p>
            },
            None => html! {},
        }
    }

    fn plain(&self) -> Html {
        let desk = self.desk.borrow();
        let oninput = {
            let (desk, redraw) = (self.desk.clone(), self.redraw.clone());
            Callback::from(move |event: InputEvent| change(&desk, &redraw, written(&event)))
        };
        let onpaste = {
            let (desk, redraw) = (self.desk.clone(), self.redraw.clone());
            Callback::from(move |event: Event| {
                let Some(event) = event.dyn_ref::<ClipboardEvent>() else { return };
                let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok());
                if text.is_some_and(|text| paste(&desk, &redraw, text)) {
                    event.prevent_default();
                }
            })
        };
        html! {
            <textarea
                class="code code--edit"
                data-testid="editor-plain"
                aria-label={desk.label()}
                aria-invalid={desk.session.mistakes.iter().any(|mistake| !mistake.kind.is_remark()).to_string()}
                aria-describedby="editor-notes"
                spellcheck="false"
                autocapitalize="off"
                value={desk.session.text.clone()}
                {oninput}
                {onpaste}
            />
        }
    }

    /// Renders the first problem, and the parts of the request that the text cannot express.
    fn notes(&self) -> Html {
        let desk = self.desk.borrow();
        let messages = &desk.messages;
        let session = &desk.session;
        // An empty text is not a problem yet.
        let is_begun = session.why_not.is_none() || !session.text.trim().is_empty();
        let first = session.mistakes.first().filter(|_| is_begun).map(|mistake| {
            let (line, column) = desk.place_of(mistake);
            let sentence = diagnostics::of_mistake(messages, &mistake.kind);
            let at = sentences::editor::DiagnosticAt {
                line: line.into(),
                column: column.into(),
                sentence: sentence.as_str().into(),
            };
            (mistake.kind.is_remark(), messages.text(at))
        });
        let keeps_last = first.is_some() && session.form != TextForm::Json && is_begun && !session.is_read();
        let left_out = diagnostics::of_left_out(messages, &session.left_out);
        let class = classes!(
            "editor-mistake",
            first.as_ref().is_some_and(|first| first.0).then_some("editor-mistake--remark")
        );
        html! {
            <div class="editor-notes" id="editor-notes" hidden={self.field == Field::Waiting}>
                <p {class} role="status" data-testid="editor-mistake">
                    { first.map(|(_, text)| text).unwrap_or_default() }
                    if keeps_last { { " " }{ messages.text(sentences::editor::KEEPS_LAST) } }
                </p>
                if let Some(left_out) = left_out {
                    <p class="editor-left-out" data-testid="editor-left-out">{ left_out }</p>
                }
            </div>
        }
    }
}
