//! The form of an import: the files, the type of each column, the problems of the first records, and the target table.

use std::rc::Rc;

use dynalab_app::table::facts::TableFacts;
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::csv::{Kind, Sheet};
use dynalab_request_text::interchange::records::{Form, source_of, tables_of};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, HtmlInputElement};
use yew::prelude::*;

use super::new_table::{NewTable, Plan};
use super::{TransferData, import_id, progress};
use crate::dialogs::described_table;
use crate::dialogs::fields;
use crate::dialogs::import_reader::{self, Text, UnreadFile};
use crate::dialogs::import_run::{Import, Progress, Stop, preview, run_until_stopped};
use crate::field_events::written;
use crate::messages::{Messages, Sentence};
use crate::page_context::PageContext;
use crate::scene::Scene;
use crate::sentences;

const SHOWN: usize = 20;
/// The option for a new table. No table can have this name.
const NEW: &str = "+";

#[derive(PartialEq, Properties)]
pub struct ImportFormProps {
    pub known: TransferData,
    pub scene: Scene,
}

#[derive(Clone, PartialEq)]
struct ChosenFile {
    files: Rc<Vec<(Text, Form)>>,
    /// The tables that the records name.
    tables: Vec<String>,
    unread: Vec<UnreadFile>,
}

/// The state of the form.
#[derive(Clone)]
struct ImportState {
    facts: UseStateHandle<TableFacts>,
    /// The table to create, or none to import into the open table.
    new_table: UseStateHandle<Option<NewTable>>,
    chosen: UseStateHandle<Option<ChosenFile>>,
    running: UseStateHandle<Option<Progress>>,
    stop: Stop,
    messages: Messages,
    page: PageContext,
}

#[component]
pub fn ImportForm(props: &ImportFormProps) -> Html {
    let ImportFormProps { known, scene } = props;
    let messages = scene.messages();
    let importing = ImportState {
        facts: use_state(|| known.facts.clone()),
        new_table: use_state(|| known.facts.name.is_empty().then(NewTable::default)),
        chosen: use_state(|| None),
        running: use_state(|| None),
        stop: (*use_memo((), |()| Stop::default())).clone(),
        messages: *messages,
        page: scene.page.clone(),
    };
    {
        // Closing the dialog cancels the import. Written items remain, and a notice says so.
        let stop = importing.stop.clone();
        use_effect_with((), move |()| move || stop.close());
    }
    if let Some(running) = &*importing.running {
        return progress::view(running, &importing.stop.asked, scene);
    }
    let plan = importing.plan();
    html! {
        <>
            { importing.target(known) }
            { importing.files() }
            if let (Some(new_table), Some(plan)) = (&*importing.new_table, &plan) { { new_table.view(plan, messages, &importing.changed()) } }
            if let Some(chosen) = &*importing.chosen {
                <>{ for chosen.unread.iter().map(|unread| fields::finding(true, &unread.sentence(*messages))) }</>
                { importing.first_file(chosen, plan.as_ref()) }
                if !scene.is_follower() && !chosen.files.is_empty() && plan.as_ref().is_none_or(Plan::is_whole) {
                    <div class="dialog-foot">
                        <button class="button button--go" type="button" data-testid="import-go" onclick={importing.start(plan.clone())}>{ messages.text(sentences::dialogs::ImportGo { table: plan.as_ref().map_or(importing.facts.name.as_str(), |plan| plan.name.as_str()).into() }) }</button>
                    </div>
                }
            }
        </>
    }
}

impl ImportState {
    fn target(&self, known: &TransferData) -> Html {
        let facts = self.facts.setter();
        let (page, chosen, new_table) = (self.page.clone(), self.chosen.clone(), self.new_table.setter());
        let onchange = Callback::from(move |event: Event| {
            let (facts, chosen, table) = (facts.clone(), chosen.clone(), written(&event));
            let page = page.clone();
            new_table.set((table == NEW).then(NewTable::default));
            if table == NEW {
                return;
            }
            spawn_local(async move {
                if let Ok(asked) = described_table::ask(&page, &table).await {
                    // The keys decide the types of columns.
                    if let Some(before) = &*chosen {
                        let texts = before.files.iter().map(|(text, _)| text.clone()).collect();
                        chosen.set(Some(guessed(texts, before.unread.clone(), &asked.keys)));
                    }
                    facts.set(asked);
                }
            });
        });
        html! {
            <label class="request-row">{ self.messages.text(sentences::dialogs::IMPORT_INTO) }
                <select class="field field--grow" data-testid="import-table" {onchange}>
                    { for known.tables.iter().map(|table| html! { <option value={table.clone()} selected={self.new_table.is_none() && *table == self.facts.name}>{ table }</option> }) }
                    <option value={NEW} selected={self.new_table.is_some()}>{ self.messages.text(sentences::dialogs::IMPORT_NEW_TABLE) }</option>
                </select>
            </label>
        }
    }

    /// Returns the plan of the table to create, once a file is chosen.
    fn plan(&self) -> Option<Plan> {
        let chosen = self.chosen.as_ref()?;
        Some(self.new_table.as_ref()?.plan(chosen.files.first()?, &chosen.tables))
    }

    fn changed(&self) -> Callback<NewTable> {
        let new_table = self.new_table.setter();
        Callback::from(move |changed| new_table.set(Some(changed)))
    }

    fn take(&self, list: Option<web_sys::FileList>) {
        let Some(list) = list else { return };
        let (chosen, keys) = (self.chosen.setter(), self.facts.keys.clone());
        spawn_local(async move {
            let (texts, unread) = import_reader::read(&list).await;
            chosen.set(Some(guessed(texts, unread, &keys)));
        });
    }

    fn files(&self) -> Html {
        let messages = &self.messages;
        let picker = |id: &str, label: Sentence, folder: bool| {
            let importing = self.clone();
            let onchange = Callback::from(move |event: Event| {
                importing.take(event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.files()));
            });
            html! { <label class="button">{ messages.text(label) }<input class="visually-hidden" type="file" multiple=true webkitdirectory={folder} data-testid={id.to_owned()} {onchange} /></label> }
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
                <div class="request-row">{ picker("import-files", sentences::dialogs::IMPORT_CHOOSE, false) }{ picker("import-folder", sentences::dialogs::IMPORT_FOLDER, true) }</div>
                <p class="dialog-hint">{ messages.text(sentences::dialogs::IMPORT_FORMS) }</p>
            </div>
        }
    }

    fn first_file(&self, chosen: &ChosenFile, plan: Option<&Plan>) -> Html {
        let messages = &self.messages;
        let Some((text, form)) = chosen.files.first() else { return html! {} };
        let source =
            source_of(&chosen.tables, plan.map_or(self.facts.name.as_str(), |plan| plan.name.as_str()));
        let keys = plan.map_or(&self.facts.keys, |plan| &plan.keys);
        let rows = preview(text, form, keys, source.as_deref(), SHOWN);
        let wrong = rows.iter().filter(|(_, row)| row.is_err()).count() as u64;
        html! {
            <>
                <p data-testid="import-form">{ messages.text(sentences::dialogs::ImportFound { file: text.name.as_str().into(), form: messages.text_or(sentences::dialogs::form(form.name()), form.name()).as_str().into(), wrong: wrong.into() }) }</p>
                if let Some(source) = &source {
                    <p class="dialog-hint" data-testid="import-tables">{ messages.text(sentences::dialogs::ImportTables { tables: chosen.tables.join(", ").as_str().into(), table: source.as_str().into() }) }</p>
                }
                if let Form::Csv(sheet) = form { { self.columns(sheet) } }
                <div class="transfer-scroll" tabindex="0" role="region" aria-label={messages.text(sentences::dialogs::IMPORT_PREVIEW)}>
                    <table class="sheet" data-testid="import-preview"><caption>{ messages.text(sentences::dialogs::IMPORT_PREVIEW) }</caption>
                        <thead><tr><th scope="col">{ messages.text(sentences::dialogs::IMPORT_LINE) }</th><th scope="col">{ messages.text(sentences::shell::ITEM) }</th></tr></thead>
                        <tbody>{ for rows.into_iter().map(|(line, row)| match row {
                            Ok(item) => html! { <tr><td class="sheet-num">{ line }</td><td class="transfer-item" title={item.clone()}>{ item }</td></tr> },
                            Err(mistake) => html! { <tr class="transfer-wrong"><td class="sheet-num">{ line }</td><td>{ "✗ " }{ progress::sentence(&mistake, messages) }</td></tr> },
                        }) }</tbody>
                    </table>
                </div>
            </>
        }
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
            <div class="transfer-scroll"><table class="sheet" data-testid="import-columns"><caption>{ messages.text(sentences::dialogs::IMPORT_COLUMNS) }</caption>
                <thead><tr><th scope="col">{ messages.text(sentences::dialogs::IMPORT_COLUMN) }</th><th scope="col">{ messages.text(sentences::workbench::ATTRIBUTE_NAME) }</th><th scope="col">{ messages.text(sentences::dialogs::VALUE_TYPE) }</th></tr></thead>
                <tbody>{ for sheet.columns.iter().enumerate().map(|(place, column)| html! {
                    <tr><th scope="row">{ &column.header }</th>
                        <td>{ fields::input(&column.attribute, messages.text(sentences::workbench::ATTRIBUTE_NAME), None, column.attribute.is_empty(), change(|sheet, place, text| sheet.columns[place].attribute = text, place)) }</td>
                        <td>{ fields::select(&format!("kind-{place}"), messages.text(sentences::dialogs::VALUE_TYPE), &kinds, column.kind.name(), change(|sheet, place, text| sheet.columns[place].kind = Kind::of_name(&text).unwrap_or(Kind::S), place)) }</td>
                    </tr>
                }) }</tbody>
            </table></div>
        }
    }

    /// Changes how CSV files are read, for all files with the same columns.
    fn change_sheets(&self, change: impl Fn(&mut Sheet)) {
        let Some(mut chosen) = (*self.chosen).clone() else { return };
        let mut files = (*chosen.files).clone();
        let columns = |form: &Form| match form {
            Form::Csv(sheet) => sheet.columns.iter().map(|column| column.header.clone()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let first = files.first().map(|(_, form)| columns(form)).unwrap_or_default();
        for (_, form) in &mut files {
            if columns(form) == first
                && let Form::Csv(sheet) = form
            {
                change(sheet);
            }
        }
        chosen.files = Rc::new(files);
        self.chosen.set(Some(chosen));
    }

    fn start(&self, plan: Option<Plan>) -> Callback<MouseEvent> {
        let importing = self.clone();
        Callback::from(move |_| {
            let Some(chosen) = &*importing.chosen else { return };
            importing.stop.asked.set(false);
            let table = plan.as_ref().map_or_else(|| importing.facts.name.clone(), |plan| plan.name.clone());
            let import = Import {
                source: source_of(&chosen.tables, &table),
                table,
                keys: plan.as_ref().map_or_else(|| importing.facts.keys.clone(), |plan| plan.keys.clone()),
                files: chosen.files.clone(),
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

fn guessed(texts: Vec<Text>, unread: Vec<UnreadFile>, keys: &Keys) -> ChosenFile {
    let with_form = |text: Text| {
        let form = Form::guess(&text.text, || Sheet::guess(&text.text, keys));
        (text, form)
    };
    let files: Vec<(Text, Form)> = texts.into_iter().map(with_form).collect();
    let mut tables: Vec<String> = Vec::new();
    for table in files.iter().flat_map(|(text, form)| tables_of(&text.text, form)) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    ChosenFile { files: Rc::new(files), tables, unread }
}
