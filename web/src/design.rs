//! The editor of key designs: entities, keys and access patterns. Each edit runs all patterns on a sample, in a second worker.

mod checks;
mod code_panel;
mod compare_strip;
mod cures;
mod design_context;
mod dropped;
mod editor_handle;
mod entity_form;
mod files;
mod finding_view;
mod folder;
mod head;
mod imported;
mod items_panel;
mod json_field;
mod kept;
mod key_condition;
mod keys_panel;
mod lesson;
mod members_form;
mod migration_panel;
mod onward;
mod opened_files;
mod parameters_form;
mod pattern_form;
mod patterns_panel;
mod rate_form;
mod relation_form;
mod relations_panel;
mod relations_sketch;
mod table_form;
mod text_field;
mod values_field;

use std::cell::RefCell;

use dynalab_app::design::edit::{Edit, Part};
use dynalab_app::design::editor::{Change, Editor, Side, Variant};
use dynalab_app::design::templates;
use dynalab_app::session::Step;
use dynalab_app::share;
use dynalab_app::shared::Shared;
use dynalab_modeling::Design;
use dynalab_modeling::shape::Shape;
use dynalab_modeling::shape::members::DESIGN;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use serde_json::json;
use wasm_bindgen::JsCast;
use web_sys::{HtmlTextAreaElement, KeyboardEvent};
use yew::prelude::*;

use crate::address::lesson_design::LessonDesign;
use crate::browser::embedded::is_embedded;
use crate::components::icon::Icon;
use crate::components::open_dialog;
use crate::page::first_paint::use_first_paint_hold;
use crate::page::recent_work::{self, Work};
use crate::page::reduced::Reduced;
use crate::page::scene::Scene;
use crate::page::sentences::design as words;
use crate::page::session_record;
use design_context::DesignContext;
use editor_handle::{EditorDispatcher, EditorHandle};
use json_field::JsonField;
use members_form::MembersForm;

/// How long the first view waits for the first check, in milliseconds.
const FIRST_CHECK_MS: u32 = 3_000;
/// Milliseconds after an edit in which no other edit came, after which the designs are stored.
const KEPT_AFTER_MS: u32 = 200;

#[derive(Clone, PartialEq, Properties)]
pub struct DesignPageProps {
    pub scene: Scene,
}

/// Renders the page of key designs. In a lesson, renders the lesson's parts of it.
#[component]
pub fn DesignPage(props: &DesignPageProps) -> Html {
    let scene = props.scene.clone();
    match use_context::<LessonDesign>() {
        Some(lesson) => html! { <lesson::LessonDesk {scene} {lesson} /> },
        None => html! { <OwnDesigns {scene} /> },
    }
}

/// Lets the first view wait for the first check, which makes panels grow, for at most three seconds.
#[hook]
fn use_first_check(editor: &Editor) {
    let has_waited = use_state(|| false);
    let is_waiting = !editor.a.is_current() && !editor.is_held && !*has_waited;
    {
        let has_waited = has_waited.setter();
        use_effect_with(is_waiting, move |is_waiting| {
            let timeout = is_waiting.then(|| Timeout::new(FIRST_CHECK_MS, move || has_waited.set(true)));
            move || drop(timeout)
        });
    }
    use_first_paint_hold(is_waiting);
}

#[component]
fn OwnDesigns(props: &DesignPageProps) -> Html {
    let scene = &props.scene;
    let editor = use_reducer(|| {
        let (a, b) = kept::read();
        let (a, unreadable, is_held) =
            (a.unwrap_or_else(templates::first), kept::unreadable(), kept::is_unfinished());
        session_record::record(|| Step::OpenDesigns { a: Box::new(a.clone()), b: b.clone().map(Box::new) });
        session_record::record(|| Change::Unreadable(unreadable.clone()).into());
        session_record::record(|| Change::Hold(is_held).into());
        Reduced::new(Editor { unreadable, is_held, ..Editor::new(a, b) }, Step::from)
    });
    let checks = checks::use_checks(scene, &editor, !is_embedded());
    cures::use_cures(&checks, &editor);
    use_first_check(&editor);
    use_kept(&editor);
    use_recent(&editor);
    use_undo_keys(scene, &editor.dispatcher());
    use_links(scene, &editor.dispatcher());
    files::use_link(scene, &editor);
    dropped::use_dropped(scene, &editor);
    let dispatcher = editor.dispatcher();
    let desk = DesignContext { scene, editor: &editor, dispatcher: &dispatcher, in_lesson: false };
    html! {
        <div class="page design" data-testid="design-page">
            { head::view(&desk) }
            { code_panel::view(&desk) }
            { checks::view(&desk, &checks) }
            { notes(&desk) }
            { compare_strip::branch_bar(&desk) }
            { keys_panel::view(&desk) }
            { patterns_panel::view(&desk) }
            { relations_panel::view(&desk) }
            { migration_panel::view(&desk) }
            { items_panel::view(&desk) }
            { whole(&desk) }
            <p class="visually-hidden" role="status" data-testid="design-spoken">{ spoken(&desk) }</p>
        </div>
    }
}

/// Renders messages that are not about the design itself.
fn notes(desk: &DesignContext) -> Html {
    html! {
        <>
            if let Some(problem) = &desk.editor.not_opened {
                <div data-testid="design-not-opened">
                    { open_dialog::finding_with(desk.scene, problem, html! {
                        <p class="design-row">
                            <span class="design-note">{ desk.text(words::DESIGN_UNCHANGED) }</span>
                            if problem.name == opened_files::REQUESTS_PROBLEM {
                                { desk.button(words::DESIGN_RUN_REQUESTS, Some(Icon::Play), run_requests_callback(desk)) }
                            }
                            { desk.button(words::DESIGN_CLOSE_NOTE, Some(Icon::Cross), desk.changes(|| Change::NotOpened(None))) }
                        </p>
                    }) }
                </div>
            }
            { imported::view(desk) }
            if let Some(text) = &desk.editor.unreadable {
                <div data-testid="design-unreadable">
                    if let Err(problem) = files::read(text) {
                        { open_dialog::finding(desk.scene, &problem) }
                    }
                    <p class="design-row">
                        <span class="design-note">{ desk.text(words::DESIGN_UNREADABLE) }</span>
                        { desk.button(words::DESIGN_SAVE_UNREADABLE, Some(Icon::Disk), files::save_unreadable_callback(desk, text)) }
                        { desk.button(words::DESIGN_DISCARD_UNREADABLE, Some(Icon::Cross), files::discard_unreadable_callback(desk)) }
                    </p>
                </div>
            }
            if desk.editor.is_not_kept {
                <p class="finding finding--warn" role="alert" data-testid="design-not-kept">
                    { Icon::Warning.draw() }<span>{ desk.text(words::DESIGN_NOT_KEPT) }</span>
                </p>
            }
        </>
    }
}

fn run_requests_callback(desk: &DesignContext) -> Callback<MouseEvent> {
    let scene = desk.scene.clone();
    Callback::from(move |_: MouseEvent| opened_files::run_requests(&scene))
}

/// Renders the members of the design itself: notes, seed and Region.
fn settings(desk: &DesignContext) -> Html {
    const WITH_FORMS: [&str; 6] = ["version", "name", "entities", "relations", "tables", "patterns"];
    let design = desk.design();
    // Without the lists, which may be long.
    let value = json!({ "notes": design.notes, "seed": design.seed, "region": design.region });
    let Shape::Object(known) = &DESIGN else { return html! {} };
    let form = MembersForm { desk, part: Part::Design, pattern: None };
    html! { <div class="design-form">{ form.members(&[], known, &value, &WITH_FORMS) }</div> }
}

/// Renders the design as JSON, below the settings that belong to no part.
fn whole(desk: &DesignContext) -> Html {
    let dispatcher = desk.dispatcher.clone();
    let on_value = Callback::from(move |design: Design| {
        let edit = Edit::Replace(Box::new(design));
        dispatcher.dispatch(Change::Edit { field: Some("design-json".to_owned()), edit });
    });
    let body = html! {
        <div class="panel-body">
            <p class="design-note">{ desk.text(words::DESIGN_WHOLE_ABOUT) }</p>
            { settings(desk) }
            <JsonField<Design> name="design-json" messages={*desk.scene.messages()} shape={&DESIGN} value={desk.now().design().clone()} {on_value} />
        </div>
    };
    desk.panel(words::DESIGN_WHOLE, html! {}, html! {}, body)
}

/// Returns the result of the last check, for screen readers.
fn spoken(desk: &DesignContext) -> String {
    let Some(report) = desk.report().filter(|_| desk.now().is_current()) else { return String::new() };
    let totals = &report.totals;
    desk.text(words::DesignSpoken {
        green: u64::from(totals.green).into(),
        red: u64::from(totals.red).into(),
    })
}

/// The designs A and B.
type Designs = (Shared<Design>, Option<Shared<Design>>);

/// Stores the designs after each edit, so that a reload loses nothing.
#[hook]
fn use_kept(editor: &EditorHandle) {
    let designs = (editor.a.design().clone(), editor.b.as_ref().map(Variant::design).cloned());
    let waiting = use_mut_ref(|| None::<Designs>);
    let dispatcher = editor.dispatcher();
    let was_lost = editor.is_not_kept;
    {
        let waiting = waiting.clone();
        use_effect_with((), move |()| {
            // A page that is left runs no more tasks.
            let leave = EventListener::new(&window(), "pagehide", move |_| {
                let _ = store_waiting(&waiting);
            });
            move || drop(leave)
        });
    }
    let later = use_mut_ref(|| None::<Timeout>);
    use_effect_with(designs, move |designs| {
        // A design in an embedded page must not overwrite the person's stored designs.
        if is_embedded() {
            return;
        }
        *waiting.borrow_mut() = Some(designs.clone());
        // The write comes after the typing: a large design takes long to write. A page that is left writes at once.
        let write = Timeout::new(KEPT_AFTER_MS, move || {
            if let Some(is_stored) = store_waiting(&waiting)
                && is_stored == was_lost
            {
                dispatcher.dispatch(Change::NotKept(!is_stored));
            }
        });
        later.replace(Some(write));
    });
}

/// Stores the designs that wait for it. Returns whether the browser stored them, or None if none wait.
fn store_waiting(waiting: &RefCell<Option<Designs>>) -> Option<bool> {
    let (a, b) = waiting.borrow_mut().take()?;
    Some(kept::write(&a, b.as_deref()))
}

/// Records the designs as recent work, with the result of the last check.
#[hook]
fn use_recent(editor: &EditorHandle) {
    let of = |variant: &Variant| {
        let design = variant.design();
        let report = variant.report().filter(|_| variant.is_current());
        (design.name.clone(), design.patterns.len() as u32, report.map(|report| report.totals.green))
    };
    let designs = (of(&editor.a), editor.b.as_ref().map(of));
    use_effect_with(designs, |(a, b)| {
        let remember = |side: Side, (name, patterns, green): &(String, u32, Option<u32>)| {
            let (side, name) = (side.name().to_owned(), name.clone());
            recent_work::remember(Work::Design { side, name, patterns: *patterns, green: *green });
        };
        match b {
            Some(b) => remember(Side::B, b),
            None => recent_work::forget_branch(),
        }
        remember(Side::A, a);
    });
}

/// Handles the keys of undo and redo on the whole page. Fields write each letter into the design, so the design's undo replaces theirs.
#[hook]
fn use_undo_keys(scene: &Scene, dispatcher: &EditorDispatcher) {
    let has_dialog = use_mut_ref(|| false);
    *has_dialog.borrow_mut() = scene.app.dialog().is_some();
    let dispatcher = dispatcher.clone();
    use_effect_with((), move |()| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
            let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
            if *has_dialog.borrow() || !(key.ctrl_key() || key.meta_key()) {
                return;
            }
            let change = match (key.key().as_str(), key.shift_key()) {
                ("z", false) => Change::Undo,
                ("Z" | "z", true) | ("y", false) => Change::Redo,
                _ => return,
            };
            // A text area has its own undo.
            if key.target().is_some_and(|target| target.dyn_into::<HtmlTextAreaElement>().is_ok()) {
                return;
            }
            key.prevent_default();
            dispatcher.dispatch(change);
        });
        move || drop(listener)
    });
}

/// Opens the design in the address, at the start and whenever the fragment changes.
#[hook]
fn use_links(scene: &Scene, dispatcher: &EditorDispatcher) {
    let (scene, dispatcher) = (scene.clone(), dispatcher.clone());
    use_effect_with((), move |()| {
        let open = move || {
            let hash = window().location().hash().unwrap_or_default();
            if share::has_link(&hash) {
                files::open_link(&scene, &dispatcher, hash);
            }
        };
        open();
        let listener = EventListener::new(&window(), "hashchange", move |_| open());
        move || drop(listener)
    });
}
