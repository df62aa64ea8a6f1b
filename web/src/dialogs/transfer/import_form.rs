//! The form of an import: the files, the type of each column, the problems of the first records, and the target table.

use std::rc::Rc;

use dynalab_app::table::facts::TableFacts;
use dynalab_programs::files::{ItemFile, ItemsLook, SharedKeys};
use dynalab_request_text::interchange::csv::{Kind, Sheet};
use dynalab_request_text::interchange::parts::Intake;
use dynalab_request_text::interchange::records::Form;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, HtmlInputElement};
use yew::prelude::*;

use super::chosen_files::{self, ChosenFiles, FileReading};
use super::new_table::{NewTable, Plan};
use super::{TransferData, import_id, progress};
use crate::browser::field_events::written;
use crate::dialogs::described_table;
use crate::dialogs::fields;
use crate::dialogs::import_parts::{ItemParts, ItemSource};
use crate::dialogs::import_reader;
use crate::dialogs::import_run::{Import, Progress, Stop, run_until_stopped};
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;

/// The option for a new table. No table can have this name.
const NEW: &str = "+";

#[derive(PartialEq, Properties)]
pub struct ImportFormProps {
    pub known: TransferData,
    pub scene: Scene,
}

/// The state of the form.
#[derive(Clone)]
struct ImportState {
    facts: UseStateHandle<TableFacts>,
    /// The table to create, or none to import into the open table.
    new_table: UseStateHandle<Option<NewTable>>,
    reading: FileReading,
    running: UseStateHandle<Option<Progress>>,
    stop: Stop,
    messages: Messages,
    page: PageContext,
}

#[component]
pub fn ImportForm(props: &ImportFormProps) -> Html {
    let ImportFormProps { known, scene } = props;
    let messages = scene.messages();
    let reading = chosen_files::use_reading(messages);
    let importing = ImportState {
        facts: use_state(|| known.facts.clone()),
        new_table: use_state(|| known.facts.name.is_empty().then(NewTable::default)),
        running: use_state(|| None),
        stop: (*use_memo((), |()| Stop::with(reading.program.clone()))).clone(),
        reading,
        messages: *messages,
        page: scene.page.clone(),
    };
    {
        // Closing the dialog cancels the import. Written items remain, and a notice says so.
        let stop = importing.stop.clone();
        use_effect_with((), move |()| move || stop.close());
    }
    let look = chosen_files::use_look(&importing.reading, importing.new_table.as_ref(), &importing.facts);
    if let Some(running) = &*importing.running {
        return progress::view(running, &importing.stop, scene);
    }
    let (is_current, look) = look.unzip();
    let plan = importing.plan(look.as_ref());
    let can_start = is_current == Some(true) && plan.as_ref().is_none_or(Plan::is_whole);
    html! {
        <>
            { importing.target(known) }
            { importing.files() }
            { importing.reading.view(messages) }
            if let (Some(new_table), Some(plan)) = (&*importing.new_table, &plan) { { new_table.view(plan, messages, &importing.changed()) } }
            if let Some(chosen) = &*importing.reading.chosen {
                <>{ for chosen.unread.iter().map(|unread| fields::finding(true, &unread.sentence(*messages))) }</>
                if let (Some(file), Some(look)) = (chosen.files.first(), &look) { { importing.first_file(chosen, file, look) } }
                if !scene.is_follower() && look.is_some() && plan.as_ref().is_none_or(Plan::is_whole) {
                    <div class="dialog-foot">
                        <button class="button button--go" type="button" data-testid="import-go" disabled={!can_start} onclick={importing.start(plan.clone())}>
                            { messages.text(
                                sentences::dialogs::ImportGo { table: plan.as_ref().map_or(importing.facts.name.as_str(), |plan| plan.name.as_str()).into() },
                            ) }
                        </button>
                    </div>
                }
            }
        </>
    }
}

impl ImportState {
    fn target(&self, known: &TransferData) -> Html {
        let facts = self.facts.setter();
        let (page, reading, new_table) = (self.page.clone(), self.reading.clone(), self.new_table.setter());
        let onchange = Callback::from(move |event: Event| {
            let (facts, reading, table) = (facts.clone(), reading.clone(), written(&event));
            let page = page.clone();
            new_table.set((table == NEW).then(NewTable::default));
            if table == NEW {
                return;
            }
            spawn_local(async move {
                if let Ok(asked) = described_table::ask(&page, &table).await {
                    // The keys decide the types of columns.
                    reading.open_again(&asked.keys);
                    facts.set(asked);
                }
            });
        });
        html! {
            <label class="request-row">{ self.messages.text(sentences::dialogs::IMPORT_INTO) }
                <select class="field field--grow" data-testid="import-table" {onchange}>
                    { for known.tables.iter().map(|table| html! {
                        <option value={table.clone()} selected={self.new_table.is_none() && *table == self.facts.name}>{ table }</option>
                    }) }
                    <option value={NEW} selected={self.new_table.is_some()}>{ self.messages.text(sentences::dialogs::IMPORT_NEW_TABLE) }</option>
                </select>
            </label>
        }
    }

    /// Returns the plan of the table to create, once a file is chosen.
    fn plan(&self, look: Option<&ItemsLook>) -> Option<Plan> {
        let chosen = self.reading.chosen.as_ref()?;
        let name = self.new_table.as_ref()?.name(chosen.files.first()?, &chosen.tables);
        Some(NewTable::plan(name, look?))
    }

    fn changed(&self) -> Callback<NewTable> {
        let new_table = self.new_table.setter();
        Callback::from(move |changed| new_table.set(Some(changed)))
    }

    fn take(&self, list: Option<web_sys::FileList>) {
        if let Some(list) = list {
            self.reading.open(import_reader::chosen(&list), &self.facts.keys);
        }
    }

    fn files(&self) -> Html {
        let messages = &self.messages;
        let picker = |id: &str, label: Sentence, folder: bool| {
            let importing = self.clone();
            let onchange = Callback::from(move |event: Event| {
                importing.take(event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.files()));
            });
            html! {
                <label class="button">
                    { messages.text(label) }
                    <input class="visually-hidden" type="file" multiple=true webkitdirectory={folder} data-testid={id.to_owned()} {onchange} />
                </label>
            }
        };
        let ondrop = {
            let importing = self.clone();
            Callback::from(move |event: DragEvent| {
                event.prevent_default();
                importing.take(event.data_transfer().and_then(|dropped| dropped.files()));
            })
        };
        let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
        html! {
            <div class="transfer-drop" {ondrop} {ondragover}>
                <div class="request-row">
                    { picker("import-files", sentences::dialogs::IMPORT_CHOOSE, false) }
                    { picker("import-folder", sentences::dialogs::IMPORT_FOLDER, true) }
                </div>
                <p class="dialog-hint">{ messages.text(sentences::dialogs::IMPORT_FORMS) }</p>
            </div>
        }
    }

    fn first_file(&self, chosen: &ChosenFiles, file: &ItemFile, look: &ItemsLook) -> Html {
        let messages = &self.messages;
        let ItemFile { name, form, .. } = file;
        let source = chosen_files::source(chosen, self.new_table.as_ref(), &self.facts);
        let wrong = look.rows.iter().filter(|(_, row)| row.is_err()).count() as u64;
        html! {
            <>
                <p data-testid="import-form">
                    { messages.text(
                        sentences::dialogs::ImportFound { file: name.as_str().into(),
                            form: messages.text_or(sentences::dialogs::form(form.name()), form.name()).as_str().into(), wrong: wrong.into() },
                    ) }
                </p>
                if let Some(source) = &source {
                    <p class="dialog-hint" data-testid="import-tables">
                        { messages.text(sentences::dialogs::ImportTables { tables: chosen.tables.join(", ").as_str().into(), table: source.as_str().into() }) }
                    </p>
                }
                if let Some(shared) = &look.shared { <div data-testid="import-shared-keys">{ self.shared_keys(shared) }</div> }
                if let Form::Csv(sheet) = form { { self.columns(sheet) } }
                <div class="transfer-scroll" tabindex="0" role="region" aria-label={messages.text(sentences::dialogs::IMPORT_PREVIEW)}>
                    <table class="sheet" data-testid="import-preview"><caption>{ messages.text(sentences::dialogs::IMPORT_PREVIEW) }</caption>
                        <thead>
                            <tr>
                                <th scope="col">{ messages.text(sentences::dialogs::IMPORT_LINE) }</th>
                                <th scope="col">{ messages.text(sentences::shell::ITEM) }</th>
                            </tr>
                        </thead>
                        <tbody>{ for look.rows.iter().map(|(line, row)| match row {
                            Ok(item) => html! { <tr><td class="sheet-num">{ *line }</td><td class="transfer-item" title={item.clone()}>{ item }</td></tr> },
                            Err(mistake) => html! {
                                <tr class="transfer-wrong"><td class="sheet-num">{ *line }</td><td>{ "✗ " }{ progress::sentence(mistake, messages) }</td></tr>
                            },
                        }) }</tbody>
                    </table>
                </div>
            </>
        }
    }

    /// Says how many records have the key of another, before they replace each other.
    fn shared_keys(&self, shared: &SharedKeys) -> Html {
        let SharedKeys { records, sharing, items, together } = shared;
        let counts = sentences::dialogs::ImportSharedKeys {
            sharing: (*sharing).into(),
            records: (*records).into(),
            items: (*items).into(),
        };
        let counts = self.messages.text(counts);
        let columns = together.join(", ");
        let hint = (!together.is_empty()).then(|| {
            self.messages.text(sentences::dialogs::ImportTogether { columns: columns.as_str().into() })
        });
        fields::finding(true, &[Some(counts), hint].into_iter().flatten().collect::<Vec<String>>().join(" "))
    }

    fn columns(&self, sheet: &Sheet) -> Html {
        let messages = &self.messages;
        let kinds = Kind::ALL
            .map(|kind| (kind.name(), messages.text_or(sentences::dialogs::kind(kind.name()), kind.name())));
        let change = |change: fn(&mut Sheet, usize, String), place: usize| {
            let importing = self.clone();
            Callback::from(move |text: String| {
                importing.change_sheets(|sheet| change(sheet, place, text.clone()))
            })
        };
        html! {
            <div class="transfer-scroll"><table class="sheet" data-testid="import-columns"><caption>
                { messages.text(sentences::dialogs::IMPORT_COLUMNS) }</caption>
                <thead>
                    <tr>
                        <th scope="col">{ messages.text(sentences::dialogs::IMPORT_COLUMN) }</th>
                        <th scope="col">{ messages.text(sentences::workbench::ATTRIBUTE_NAME) }</th>
                        <th scope="col">{ messages.text(sentences::dialogs::VALUE_TYPE) }</th>
                    </tr>
                </thead>
                <tbody>{ for sheet.columns.iter().enumerate().map(|(place, column)| html! {
                    <tr><th scope="row">{ &column.header }</th>
                        <td>
                            { fields::input(
                                &column.attribute, messages.text(sentences::workbench::ATTRIBUTE_NAME), None, column.attribute.is_empty(),
                                change(|sheet, place, text| sheet.columns[place].attribute = text, place),
                            ) }
                        </td>
                        <td>
                            { fields::select(
                                &format!("kind-{place}"), messages.text(sentences::dialogs::VALUE_TYPE), &kinds, column.kind.name(),
                                change(|sheet, place, text| sheet.columns[place].kind = Kind::of_name(&text).unwrap_or(Kind::S), place),
                            ) }
                        </td>
                    </tr>
                }) }</tbody>
            </table></div>
        }
    }

    /// Changes how CSV files are read, for all files with the same columns.
    fn change_sheets(&self, change: impl Fn(&mut Sheet)) {
        let Some(mut chosen) = (*self.reading.chosen).clone() else { return };
        let mut files = (*chosen.files).clone();
        let columns = |form: &Form| match form {
            Form::Csv(sheet) => sheet.columns.iter().map(|column| column.header.clone()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let first = files.first().map(|file| columns(&file.form)).unwrap_or_default();
        for file in &mut files {
            if columns(&file.form) == first
                && let Form::Csv(sheet) = &mut file.form
            {
                change(sheet);
            }
        }
        chosen.files = Rc::new(files);
        self.reading.chosen.set(Some(chosen));
    }

    fn start(&self, plan: Option<Plan>) -> Callback<MouseEvent> {
        let importing = self.clone();
        Callback::from(move |_| {
            let Some(chosen) = &*importing.reading.chosen else { return };
            importing.stop.asked.set(false);
            let source = chosen_files::source(chosen, importing.new_table.as_ref(), &importing.facts);
            let (table, keys) = match &plan {
                Some(plan) => (&plan.name, &plan.keys),
                None => (&importing.facts.name, &importing.facts.keys),
            };
            let file = |file: &ItemFile| {
                let intake = Intake { form: file.form.clone(), source: source.clone(), keys: keys.clone() };
                (file.clone(), intake)
            };
            let files = chosen.files.iter().map(file).collect();
            let program = importing.reading.program.clone();
            let import = Import {
                table: table.clone(),
                parts: ItemParts::new(ItemSource::Opened { program, files }),
                stop: importing.stop.asked.clone(),
                id: import_id(),
            };
            let (running, messages) = (importing.running.setter(), importing.messages);
            running.set(Some(Progress::default()));
            let (page, plan, stop) = (importing.page.clone(), plan.clone(), importing.stop.clone());
            spawn_local(async move {
                let made = match &plan {
                    Some(plan) => plan.make(&page, &stop.asked).await,
                    None => Ok(()),
                };
                match made {
                    Ok(()) => {
                        let tell = move |progress| running.set(Some(progress));
                        run_until_stopped(import, stop, &page, messages, tell).await;
                    }
                    Err(why) => {
                        running.set(Some(Progress { failed: Some(why), ended: true, ..Progress::default() }))
                    }
                }
            });
        })
    }
}
