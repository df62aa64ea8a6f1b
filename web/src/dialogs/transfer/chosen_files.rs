//! The files that a person chose for an import, as the program `files` reads them. The dialog has the program for itself: with the dialog,
//! its memory is free.

use std::cell::Cell;
use std::rc::Rc;

use dynalab_programs::Ask;
use dynalab_programs::files::{ItemFile, ItemsError, ItemsLook, LookAtItems, OpenItems, WantedKeys};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::records::source_of;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use super::new_table::NewTable;
use crate::components::icon::Icon;
use crate::components::open_dialog;
use crate::dialogs::fields;
use crate::dialogs::import_reader::UnreadFile;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::engine::reading;
use crate::page::messages::Messages;
use crate::page::sentences::shell;
use dynalab_app::engine::asks::AskError;
use dynalab_app::table::facts::TableFacts;

/// The chosen files, opened.
#[derive(Clone, PartialEq)]
pub struct ChosenFiles {
    /// Counts the openings. A look at the files of an earlier one is not shown.
    opening: u32,
    attached: Rc<Vec<File>>,
    pub files: Rc<Vec<ItemFile>>,
    /// The tables that the records name.
    pub tables: Vec<String>,
    pub unread: Vec<UnreadFile>,
}

/// The program that reads, and what it has read.
#[derive(Clone)]
pub struct FileReading {
    pub program: ProgramHandle,
    pub chosen: UseStateHandle<Option<ChosenFiles>>,
    /// The sentence about what takes long.
    slow: UseStateHandle<Option<String>>,
    /// Why nothing was opened.
    failed: UseStateHandle<Option<String>>,
    openings: Rc<Cell<u32>>,
    messages: Messages,
}

/// The question about the first records of an opening, with its answer.
type Looked = (u32, LookAtItems, ItemsLook);

#[hook]
pub fn use_reading(messages: &Messages) -> FileReading {
    FileReading {
        program: (*use_memo((), |()| ProgramHandle::new(Program::Files))).clone(),
        chosen: use_state(|| None),
        slow: use_state_eq(|| None),
        failed: use_state_eq(|| None),
        openings: (*use_memo((), |()| Rc::<Cell<u32>>::default())).clone(),
        messages: *messages,
    }
}

/// Returns a look at the first records of the first file, and whether it is the one of the present choices.
#[hook]
pub fn use_look(
    reading: &FileReading,
    new_table: Option<&NewTable>,
    facts: &TableFacts,
) -> Option<(bool, ItemsLook)> {
    let looked = use_state(|| None::<Looked>);
    let asked = reading.chosen.as_ref().and_then(|chosen| {
        let file = chosen.files.first()?;
        let keys = match new_table {
            Some(new_table) => WantedKeys::OfNewTable(new_table.keys()),
            None => WantedKeys::OfTable(facts.keys.clone()),
        };
        let source = source(chosen, new_table, facts);
        let question = LookAtItems { place: file.place, form: file.form.clone(), source, keys };
        Some((chosen.opening, file.name.clone(), question))
    });
    {
        let (reading, looked) = (reading.clone(), looked.setter());
        use_effect_with(asked.clone(), move |asked| {
            if let Some((opening, name, question)) = asked.clone() {
                spawn_local(async move {
                    match reading.ask(&name, question.clone(), &[]).await {
                        Ok(Ok(look)) => looked.set(Some((opening, question, look))),
                        Ok(Err(ItemsError::Unread(reason))) => {
                            reading.fail(UnreadFile { reason, name }.sentence(reading.messages));
                        }
                        // The program was ended after it opened the files.
                        Ok(Err(ItemsError::NotOpen)) => reading.fail_with(AskError::Stopped),
                        Err(error) => reading.fail_with(error),
                    }
                });
            }
        });
    }
    let (opening, _, question) = asked?;
    let (of_opening, answered, look) = (*looked).clone()?;
    (of_opening == opening).then(|| (answered == question, look))
}

/// Returns the table whose records are read, if the files have records of several tables.
pub fn source(chosen: &ChosenFiles, new_table: Option<&NewTable>, facts: &TableFacts) -> Option<String> {
    let target = match (new_table, chosen.files.first()) {
        (Some(new_table), Some(first)) => new_table.name(first, &chosen.tables),
        _ => facts.name.clone(),
    };
    source_of(&chosen.tables, &target)
}

impl FileReading {
    /// Opens files for a table with these keys. The files before are no longer chosen.
    pub fn open(&self, files: Vec<File>, keys: &Keys) {
        if !files.is_empty() {
            self.chosen.set(None);
            self.ask_to_open(Rc::new(files), keys);
        }
    }

    /// Opens the chosen files again for a table with other keys, which decide the types of columns.
    pub fn open_again(&self, keys: &Keys) {
        if let Some(chosen) = &*self.chosen {
            self.ask_to_open(chosen.attached.clone(), keys);
        }
    }

    fn ask_to_open(&self, attached: Rc<Vec<File>>, keys: &Keys) {
        let names: Vec<String> = attached.iter().map(File::name).collect();
        let Some(first) = names.first().cloned() else { return };
        let (reading, keys) = (self.clone(), keys.clone());
        self.openings.set(self.openings.get().wrapping_add(1));
        let opening = self.openings.get();
        self.failed.set(None);
        spawn_local(async move {
            let values: Vec<JsValue> = attached.iter().map(JsValue::from).collect();
            match reading.ask(&first, OpenItems { names, keys }, &values).await {
                Ok(opened) => {
                    let unread =
                        opened.unread.into_iter().map(|(name, reason)| UnreadFile { reason, name }).collect();
                    let (files, tables) = (Rc::new(opened.files), opened.tables);
                    reading.chosen.set(Some(ChosenFiles { opening, attached, files, tables, unread }));
                }
                Err(error) => reading.fail_with(error),
            }
        });
    }

    async fn ask<A: Ask>(&self, name: &str, question: A, files: &[JsValue]) -> Result<A::Answer, AskError> {
        let slow = self.slow.setter();
        let tell = Callback::from(move |told| slow.set(told));
        let told = self.messages.text(shell::Reading { name: name.into() });
        reading::ask_and_tell(&self.program, tell, told, question, files).await
    }

    fn fail_with(&self, error: AskError) {
        self.fail(open_dialog::sentence(&self.messages, &reading::problem(error)));
    }

    fn fail(&self, why: String) {
        self.chosen.set(None);
        self.failed.set(Some(why));
    }

    /// Renders what is read and takes long, with a button that ends the program, and why nothing was opened.
    pub fn view(&self, messages: &Messages) -> Html {
        let program = self.program.clone();
        let stop = Callback::from(move |_: MouseEvent| program.stop());
        html! {
            <>
                if let Some(told) = &*self.slow {
                    <div class="request-row" role="group" aria-label={told.clone()} data-testid="import-reading">
                        { Icon::Clock.draw() }<p role="status">{ told }</p>
                        <button class="button" type="button" data-testid="import-reading-stop" onclick={stop}>{ messages.text(shell::WORKING_STOP) }</button>
                    </div>
                }
                if let Some(why) = &*self.failed { { fields::finding(true, why) } }
            </>
        }
    }
}
