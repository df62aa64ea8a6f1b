//! Opens files as one design: chosen in the menu, or dropped on the page. Several files are merged, and a second design is a branch.

use dynalab_design_formats::several::{Added, NamedText, Opened, OpenedFile, Outcome};
use dynalab_modeling::formats::ImportedDesign;
use dynalab_modeling::{Design, DocumentError, document};
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, FileList, HtmlInputElement};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor::{Change, Editor, EditorDispatcher, Side};
use super::files::read;
use super::imported::ImportNotes;
use super::kept;
use crate::design_formats;
use crate::dialogs::import_reader::{self, UnreadFile, UnreadReason};
use crate::formats::{self, Problem};
use crate::scene::Scene;

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
            open(&scene, &dispatcher, &before, files);
        }
    })
}

/// Opens files that are dropped anywhere on the page.
#[hook]
pub fn use_drop(scene: &Scene, editor: &UseReducerHandle<Editor>) {
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
                open(&scene, &dispatcher, &before, files_of(&list));
            }
        });
        move || drop((over, drop_listener))
    });
}

fn files_of(list: &FileList) -> Vec<web_sys::File> {
    (0..list.length()).filter_map(|place| list.get(place)).collect()
}

fn open(scene: &Scene, dispatcher: &EditorDispatcher, before: &Design, files: Vec<web_sys::File>) {
    let (scene, dispatcher, before) = (scene.clone(), dispatcher.clone(), before.clone());
    spawn_local(async move {
        let (mut texts, mut unread) = (Vec::new(), Vec::new());
        for file in &files {
            match text_of(&scene, file).await {
                Ok(text) => texts.push(NamedText { name: file.name(), text }),
                Err(problem) => unread.push((file.name(), problem)),
            }
        }
        match (&texts[..], &mut unread[..]) {
            ([], []) => {}
            ([], [(_, problem)]) => dispatcher.dispatch(Change::NotOpened(Some(problem.clone()))),
            ([only], []) => match read_one(&scene, &only.text).await {
                Ok(imported) => show(&dispatcher, &before, one(&only.name, imported), Vec::new()),
                Err(problem) => dispatcher.dispatch(Change::NotOpened(Some(problem))),
            },
            _ => match design_formats::open(scene.page.parts.design_formats(), &texts).await {
                Ok(opened) => show(&dispatcher, &before, opened, unread),
                Err(problem) => dispatcher.dispatch(Change::NotOpened(Some(problem))),
            },
        }
    });
}

/// Returns the text of a file. The file may contain a link as text.
async fn text_of(scene: &Scene, file: &web_sys::File) -> Result<String, Problem> {
    let text = import_reader::text_of(file, document::BYTES_MAX).await.map_err(|reason| {
        let name = match reason {
            UnreadReason::TooLarge => "too-large",
            UnreadReason::Unreadable | UnreadReason::NotGzip | UnreadReason::NotText => "not-a-document",
        };
        let detail = match reason {
            UnreadReason::TooLarge => file.name(),
            _ => UnreadFile { reason, name: file.name() }.sentence(*scene.messages()),
        };
        Problem { name: name.to_owned(), detail }
    })?;
    match formats::has_link(&text) {
        true => formats::decode(scene.page.parts.formats(), &text).await,
        false => Ok(text),
    }
}

/// Reads a design in any format. Dynalab's own format does not need the part with the other formats.
async fn read_one(scene: &Scene, text: &str) -> Result<ImportedDesign, Problem> {
    let own = |design| ImportedDesign { format: OWN_FORMAT, design, notes: Vec::new() };
    match dynalab_modeling::parse(text) {
        Ok(design) => Ok(own(design)),
        Err(DocumentError::Version { .. }) => read(text).map(own),
        Err(_) => design_formats::read(scene.page.parts.design_formats(), text, scene.app.language()).await,
    }
}

fn one(name: &str, imported: ImportedDesign) -> Opened {
    let ImportedDesign { format, design, notes } = imported;
    let outcome = Outcome::Read { format, notes, added: Added::default(), refused: Vec::new() };
    let file = OpenedFile { name: name.to_owned(), outcome };
    Opened { design: Some(design), second: None, files: vec![file] }
}

fn show(dispatcher: &EditorDispatcher, before: &Design, opened: Opened, unread: Vec<(String, Problem)>) {
    let Opened { design, second, files } = opened;
    let is_unchanged = design.is_none();
    if let Some(design) = design {
        kept::keep_before(before);
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
