//! Opens files as one design: chosen in the menu, dropped on the page, or made of a pasted text. Several files are merged, and a second design is a branch.

use std::cell::RefCell;

use dynalab_app::design::editor::{Change, ImportNotes, Side};
use dynalab_app::request::play_query::RequestTab;
use dynalab_app::share;
use dynalab_app::shared::Shared;
use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{Opened, OpenedFile, Outcome};
use dynalab_modeling::formats::FormatError;
use dynalab_modeling::sentences::findings::FileRefused;
use dynalab_modeling::{Design, Message};
use dynalab_programs::files::{FileProblem, OpenDesignFiles, OpenedDesignFiles, UnreadReason, folder};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{FileList, HtmlInputElement};
use yew::prelude::*;

use super::design_context::DesignContext;
use super::editor_handle::{EditorDispatcher, EditorHandle};
use super::folder::{ChosenFile, FolderFiles};
use super::kept;
use crate::address::arrival;
use crate::address::formats::Problem;
use crate::address::handed_text::{self, Reader};
use crate::dialogs::import_reader::UnreadFile;
use crate::engine::reading;
use crate::page::scene::Scene;
use crate::page::sentences::{design as words, shell};

thread_local! {
    /// The files that were opened last, with the values that a person gave for names without one: they are read again with more values.
    static LAST: RefCell<(Vec<ChosenFile>, GivenValues)> = RefCell::default();
    /// The requests of a text that is no design, with the code of their form.
    static REQUESTS: RefCell<Option<(&'static str, String)>> = const { RefCell::new(None) };
}

const OWN_FORMAT: &str = "dynalab";
/// The name of the problem that a text has requests.
pub const REQUESTS_PROBLEM: &str = "requests";

/// Returns a handler that opens the chosen files. `is_folder` is for a field that chooses a folder.
pub fn choose_callback(desk: &DesignContext, is_folder: bool) -> Callback<Event> {
    let opener = Opener {
        scene: desk.scene.clone(),
        dispatcher: desk.dispatcher.clone(),
        before: desk.editor.a.design().clone(),
    };
    Callback::from(move |event: Event| {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            let files = files_of(input.files());
            // An empty input allows a person to choose the same file again after a correction.
            input.set_value("");
            match is_folder {
                true => opener.open_folder(FolderFiles { files, ..FolderFiles::default() }),
                false => opener.open(files),
            }
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
    open(scene, dispatcher, None, Asked { files, given, unread: Vec::new(), link: None });
}

/// Opens files as the page's design.
#[derive(Clone)]
pub struct Opener {
    pub scene: Scene,
    dispatcher: EditorDispatcher,
    /// The design that the page keeps aside.
    before: Shared<Design>,
}

impl Opener {
    pub fn new(scene: &Scene, editor: &EditorHandle) -> Opener {
        Opener { scene: scene.clone(), dispatcher: editor.dispatcher(), before: editor.a.design().clone() }
    }

    pub fn open(&self, files: Vec<ChosenFile>) {
        self.open_first(files, Vec::new(), None);
    }

    /// Opens the files of a folder that can have a design.
    pub fn open_folder(&self, folder: FolderFiles) {
        let named = folder.files.into_iter().map(|file| (file.name.clone(), file)).collect();
        let (files, further) = folder::chosen(named);
        let unreadable = folder.unreadable.into_iter().map(|name| {
            let problem = sentence_of(&self.scene, &name, FileProblem::Unread(UnreadReason::Unreadable));
            (name, problem)
        });
        let mut unread: Vec<(String, Problem)> = unreadable.collect();
        if further > 0 {
            let detail = self.scene.text(words::DesignFolderFurther { count: (further as u64).into() });
            let name = self.scene.text(words::DESIGN_FOLDER);
            unread.push((name, Problem { name: "too-much".to_owned(), detail }));
        }
        if files.is_empty() {
            let detail = self.scene.text(words::DESIGN_FOLDER_EMPTY);
            let problem = Problem { name: "not-a-document".to_owned(), detail };
            return self.dispatcher.dispatch(Change::NotOpened(Some(problem)));
        }
        self.open_first(files.into_iter().map(|(_, file)| file).collect(), unread, None);
    }

    /// Opens a pasted text. A link without a design has tables, which the workbench opens.
    pub fn open_pasted(&self, file: ChosenFile, text: &str) {
        let link = share::has_link(text).then(|| text.to_owned());
        self.open_first(vec![file], Vec::new(), link);
    }

    fn open_first(&self, files: Vec<ChosenFile>, unread: Vec<(String, Problem)>, link: Option<String>) {
        LAST.set((files.clone(), GivenValues::new()));
        let asked = Asked { files, given: GivenValues::new(), unread, link };
        open(&self.scene, &self.dispatcher, Some(&*self.before), asked);
    }
}

pub fn files_of(list: Option<FileList>) -> Vec<ChosenFile> {
    let list = list.iter().flat_map(|list| (0..list.length()).filter_map(|place| list.get(place)));
    list.map(ChosenFile::new).collect()
}

/// What is opened.
struct Asked {
    files: Vec<ChosenFile>,
    given: GivenValues,
    /// Files that are not opened, with the reason.
    unread: Vec<(String, Problem)>,
    /// The pasted link, which can have tables instead of a design.
    link: Option<String>,
}

/// The program `files` reads the files: whatever they have, the page can end it. `before` is the design that the page keeps aside.
fn open(scene: &Scene, dispatcher: &EditorDispatcher, before: Option<&Design>, asked: Asked) {
    let (scene, dispatcher, before) = (scene.clone(), dispatcher.clone(), before.cloned());
    let Asked { files, given, unread: mut not_read, link } = asked;
    let Some(first) = files.first() else { return };
    let told = scene.text(shell::Reading { name: first.name.as_str().into() });
    let question = OpenDesignFiles { names: files.iter().map(|file| file.name.clone()).collect(), given };
    let attached: Vec<JsValue> = files.into_iter().map(|file| JsValue::from(file.file)).collect();
    spawn_local(async move {
        let names = question.names.clone();
        let name = |place: usize| names.get(place).map(String::as_str).unwrap_or_default();
        let problem = match reading::ask(&scene.page, told, question, &attached).await {
            Ok(Ok(OpenedDesignFiles { opened, unread })) => {
                not_read.extend(unread.into_iter().map(|(name, problem)| {
                    let problem = sentence_of(&scene, &name, problem);
                    (name, problem)
                }));
                return show(&dispatcher, before.as_ref(), opened, not_read);
            }
            Ok(Err(_)) if let Some(link) = link => return arrival::open_text(&scene, link),
            Ok(Err(FileProblem::Requests { form, text })) => {
                REQUESTS.set(Some((form, text)));
                Problem { name: REQUESTS_PROBLEM.to_owned(), detail: String::new() }
            }
            Ok(Err(problem)) => sentence_of(&scene, name(0), problem),
            Err(problem) => problem,
        };
        dispatcher.dispatch(Change::NotOpened(Some(problem)));
    });
}

/// Hands the requests of the file that was opened last to the workbench.
pub fn run_requests(scene: &Scene) {
    if let Some((form, text)) = REQUESTS.take() {
        // The code of a form is the name of its tab, except for the languages of code.
        let tab = RequestTab::of_name(form).unwrap_or(RequestTab::Sdk);
        handed_text::hand_over(&scene.page, Reader::Workbench(tab), text);
    }
}

/// Returns why a file cannot be opened, in the page's language.
fn sentence_of(scene: &Scene, name: &str, problem: FileProblem) -> Problem {
    let reason = match problem {
        FileProblem::Problem(problem) => return problem,
        FileProblem::Requests { .. } => {
            return Problem { name: REQUESTS_PROBLEM.to_owned(), detail: String::new() };
        }
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
