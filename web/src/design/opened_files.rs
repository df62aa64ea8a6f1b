//! Opens files as one design: chosen in the menu, or dropped on the page. Several files are merged, and a second design is a branch.

use std::cell::RefCell;

use dynalab_app::design::editor::{Change, ImportNotes, Side};
use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{Opened, OpenedFile, Outcome};
use dynalab_modeling::formats::FormatError;
use dynalab_modeling::sentences::findings::FileRefused;
use dynalab_modeling::{Design, Message};
use dynalab_programs::files::{FileProblem, OpenDesignFiles, OpenedDesignFiles, UnreadReason};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, FileList, HtmlInputElement};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor_handle::{EditorDispatcher, EditorHandle};
use super::kept;
use crate::dialogs::import_reader::UnreadFile;
use crate::formats::Problem;
use crate::reading;
use crate::scene::Scene;
use crate::sentences::shell;

thread_local! {
    /// The files that were opened last, with the values that a person gave for names without one: they are read again with more values.
    static LAST: RefCell<(Vec<web_sys::File>, GivenValues)> = RefCell::default();
}

const OWN_FORMAT: &str = "dynalab";

/// Returns a handler that opens the chosen files.
pub fn choose_callback(desk: &DesignContext) -> Callback<Event> {
    let (scene, dispatcher, before) =
        (desk.scene.clone(), desk.dispatcher.clone(), desk.editor.a.design().clone());
    Callback::from(move |event: Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input
            && let Some(list) = input.files()
        {
            let files = files_of(&list);
            // An empty input allows a person to choose the same file again after a correction.
            input.set_value("");
            open_first(&scene, &dispatcher, &before, files);
        }
    })
}

/// Returns the values that a person gave for the files that were opened last.
pub fn given_values() -> GivenValues {
    LAST.with_borrow(|(_, given)| given.clone())
}

/// Reads the files that were opened last again, with one more value.
pub fn open_again(scene: &Scene, dispatcher: &EditorDispatcher, name: &str, value: &str) {
    let (files, given) = LAST.with_borrow_mut(|(files, given)| {
        match value.is_empty() {
            true => drop(given.remove(name)),
            false => drop(given.insert(name.to_owned(), value.to_owned())),
        }
        (files.clone(), given.clone())
    });
    open(scene, dispatcher, None, (files, given));
}

/// Opens files that are dropped anywhere on the page.
#[hook]
pub fn use_drop(scene: &Scene, editor: &EditorHandle) {
    let before = use_mut_ref(|| editor.a.design().clone());
    before.borrow_mut().clone_from(editor.a.design());
    let (scene, dispatcher) = (scene.clone(), editor.dispatcher());
    use_effect_with((), move |()| {
        let target = gloo::utils::document();
        let options = EventListenerOptions::enable_prevent_default();
        let over = EventListener::new_with_options(&target, "dragover", options, |event| {
            let Some(event) = event.dyn_ref::<DragEvent>() else { return };
            // Dropped text is left to the browser, which inserts it.
            if event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0)) {
                event.prevent_default();
            }
        });
        let drop_listener = EventListener::new_with_options(&target, "drop", options, move |event| {
            let Some(event) = event.dyn_ref::<DragEvent>() else { return };
            let list = event.data_transfer().and_then(|data| data.files());
            if let Some(list) = list.filter(|list| list.length() > 0) {
                event.prevent_default();
                let before = before.borrow().clone();
                open_first(&scene, &dispatcher, &before, files_of(&list));
            }
        });
        move || drop((over, drop_listener))
    });
}

fn files_of(list: &FileList) -> Vec<web_sys::File> {
    (0..list.length()).filter_map(|place| list.get(place)).collect()
}

fn open_first(scene: &Scene, dispatcher: &EditorDispatcher, before: &Design, files: Vec<web_sys::File>) {
    LAST.set((files.clone(), GivenValues::new()));
    open(scene, dispatcher, Some(before), (files, GivenValues::new()));
}

/// The program `files` reads the files: whatever they have, the page can end it. `before` is the design that the page keeps aside.
fn open(
    scene: &Scene,
    dispatcher: &EditorDispatcher,
    before: Option<&Design>,
    (files, given): (Vec<web_sys::File>, GivenValues),
) {
    let (scene, dispatcher, before) = (scene.clone(), dispatcher.clone(), before.cloned());
    let Some(first) = files.first() else { return };
    let told = scene.text(shell::Reading { name: first.name().as_str().into() });
    let question = OpenDesignFiles { names: files.iter().map(web_sys::File::name).collect(), given };
    let attached: Vec<JsValue> = files.into_iter().map(JsValue::from).collect();
    spawn_local(async move {
        let names = question.names.clone();
        let name = |place: usize| names.get(place).map(String::as_str).unwrap_or_default();
        match reading::ask(&scene.page, told, question, &attached).await {
            Ok(Ok(OpenedDesignFiles { opened, unread })) => {
                let unread = unread.into_iter().map(|(name, problem)| {
                    let problem = sentence_of(&scene, &name, problem);
                    (name, problem)
                });
                show(&dispatcher, before.as_ref(), opened, unread.collect());
            }
            Ok(Err(problem)) => {
                let problem = sentence_of(&scene, name(0), problem);
                dispatcher.dispatch(Change::NotOpened(Some(problem)));
            }
            Err(problem) => dispatcher.dispatch(Change::NotOpened(Some(problem))),
        }
    });
}

/// Returns why a file cannot be opened, in the page's language.
fn sentence_of(scene: &Scene, name: &str, problem: FileProblem) -> Problem {
    let reason = match problem {
        FileProblem::Problem(problem) => return problem,
        FileProblem::Unread(reason) => reason,
        FileProblem::Refused(error) => {
            let kind = match &error {
                FormatError::TooLong { .. } => "too-large",
                FormatError::TooMuch(_) => "too-much",
                _ => "not-a-document",
            };
            let language = scene.messages().language;
            let reason = error.write(language);
            let detail = FileRefused { file: name.into(), reason: reason.as_str().into() }.write(language);
            return Problem { name: kind.to_owned(), detail };
        }
    };
    let detail = || UnreadFile { reason, name: name.to_owned() }.sentence(*scene.messages());
    match reason {
        UnreadReason::TooLarge => Problem { name: "too-large".to_owned(), detail: name.to_owned() },
        UnreadReason::TooMuch(_) => Problem { name: "too-much".to_owned(), detail: detail() },
        _ => Problem { name: "not-a-document".to_owned(), detail: detail() },
    }
}

fn show(
    dispatcher: &EditorDispatcher,
    before: Option<&Design>,
    opened: Opened,
    unread: Vec<(String, Problem)>,
) {
    let Opened { design, second, files } = opened;
    let is_unchanged = design.is_none();
    if let Some(design) = design {
        before.into_iter().for_each(kept::keep_before);
        dispatcher.dispatch(Change::Replace(Box::new(design)));
    } else {
        dispatcher.dispatch(Change::NotOpened(None));
    }
    if let Some(second) = second {
        dispatcher.dispatch(Change::Branch(Box::new(second)));
        dispatcher.dispatch(Change::EditSide(Side::A));
    }
    let is_own =
        |file: &OpenedFile| matches!(&file.outcome, Outcome::Read { format, .. } if *format == OWN_FORMAT);
    let is_one_own = unread.is_empty() && matches!(&files[..], [only] if is_own(only));
    if !is_one_own {
        dispatcher.dispatch(Change::Imported(Some(ImportNotes { files, unread, is_unchanged })));
    }
}
