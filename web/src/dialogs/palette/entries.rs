//! The entries of the palette: pages, tables, diagrams, requests, the commands that are possible at present, and what can be read.

use std::borrow::Cow;

use dynalab_app::palette::matching::SearchTexts;
use dynalab_app::request::call_result::ReadyRequest;
use dynalab_app::request::form::template;
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::request::template::RequestTemplate;
use dynalab_design_formats::WRITTEN;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{AdvanceClock, SetClock, SetDials};
use serde_json::{Value, json};

use super::commands::Command;
use super::readings::{self, Readings};
use super::synonyms::synonyms;
use crate::address::route::{PAGES, Route};
use crate::components::branch_menu;
use crate::engine::request_templates;
use crate::page::context::PageContext;
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences;
use crate::pictures::Picture;

/// An entry of the palette, with its name and its action.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub kind: Sentence,
    pub name: String,
    /// The keyboard shortcut of the same action.
    pub keys: &'static str,
    /// Other words for it, separated by spaces.
    pub synonyms: Cow<'static, str>,
    /// A sentence about it. Empty if the name says enough.
    pub about: String,
    /// Whether it is a text, such as a lesson.
    pub is_reading: bool,
    pub does: EntryAction,
}

#[derive(Clone, Debug, PartialEq)]
pub enum EntryAction {
    Go(Route, PlayQuery),
    /// Leaves the app for another page of the site.
    Open(String),
    Run(Command),
    Control(ReadyRequest),
}

impl Entry {
    pub fn new(kind: Sentence, name: String, does: EntryAction) -> Entry {
        let synonyms = Cow::Borrowed(synonyms(&does));
        Entry { kind, name, keys: "", synonyms, about: String::new(), is_reading: false, does }
    }

    /// Returns the texts in which typed words are searched. `kind` is its kind in the language of the page.
    pub fn texts<'a>(&'a self, kind: &'a str) -> SearchTexts<'a> {
        let Entry { name, synonyms, about, is_reading, .. } = self;
        SearchTexts { name, synonyms, kind, about, is_reading: *is_reading }
    }
}

/// The data that must be fetched before all entries are known.
#[derive(Clone, Default, PartialEq)]
pub struct PaletteData {
    pub tables: Vec<String>,
    pub indexes: Vec<String>,
    pub templates: Vec<RequestTemplate>,
    pub readings: Readings,
}

/// Fetches the data of the palette. Leaves out data that cannot be fetched.
pub async fn ask(page: &PageContext, table: &str, known: Readings) -> PaletteData {
    let tables = page.list_tables().await.unwrap_or_default();
    let mut indexes = Vec::new();
    if let Ok(described) =
        page.look_at::<Value>(("DescribeTable", json!({ "TableName": table }).to_string())).await
    {
        for kind in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
            indexes.extend(texts(&described["Table"][kind], |index| &index["IndexName"]));
        }
    }
    let (templates, readings) = futures_util::join!(request_templates::fetch(), readings::fetch(known));
    PaletteData { tables, indexes, templates: templates.unwrap_or_default(), readings }
}

fn texts(list: &Value, of: impl Fn(&Value) -> &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| of(one).as_str().map(str::to_owned)).collect()
}

/// Returns all entries in the order in which an empty search shows them.
pub fn all(scene: &Scene, known: &PaletteData) -> Vec<Entry> {
    let messages = scene.messages();
    let mut entries = Vec::new();
    let may_write = !scene.is_follower();
    let none = PlayQuery::default;
    for page in PAGES {
        entries.push(Entry::new(
            sentences::dialogs::PALETTE_PLACE,
            messages.text(page.name),
            EntryAction::Go(page.route.clone(), none()),
        ));
    }
    let play = |table: &str| Route::PlayTable { table: table.to_owned() };
    for name in &known.tables {
        entries.push(Entry::new(
            sentences::dialogs::PALETTE_TABLE,
            name.clone(),
            EntryAction::Go(play(name), none()),
        ));
    }
    if let Some(table) = scene.table_name() {
        for index in &known.indexes {
            let query = PlayQuery { index: Some(index.clone()), ..none() };
            entries.push(Entry::new(
                sentences::dialogs::PALETTE_INDEX,
                index.clone(),
                EntryAction::Go(play(table), query),
            ));
        }
    }
    // Without an open table, the workbench opens the first one, or says what the diagram needs.
    let workbench = scene.table_name().map_or(Route::Play, play);
    for picture in Picture::ALL {
        let name = messages.text_or(sentences::pictures::picture(picture.name()), picture.name());
        let query = PlayQuery { picture: Some(picture.name().to_owned()), ..none() };
        entries.push(Entry::new(
            sentences::dialogs::PALETTE_PICTURE,
            name,
            EntryAction::Go(workbench.clone(), query),
        ));
    }
    let in_workbench = matches!(scene.route, Route::Play | Route::PlayTable { .. });
    entries.extend(page_actions(may_write, (in_workbench, scene.table_name().is_some()), messages));
    let operations = template::WITH_FORM
        .into_iter()
        .chain(["CreateTable"])
        .chain(known.templates.iter().map(|template| template.operation.as_str()));
    for operation in operations.filter(|_| in_workbench) {
        let does = EntryAction::Run(Command::Operation(operation.to_owned()));
        entries.push(Entry::new(sentences::dialogs::PALETTE_REQUEST, operation.to_owned(), does));
    }
    if may_write {
        entries.extend(clock(messages));
    }
    entries.extend(branches(scene));
    entries.extend(formats(messages));
    entries.extend(readings::entries(scene, &known.readings));
    entries
}

fn page_actions(may_write: bool, (in_workbench, in_table): (bool, bool), messages: &Messages) -> Vec<Entry> {
    let workbench = [(sentences::dialogs::PALETTE_RUN, Command::RunDraft, "Ctrl / ⌘ Enter")];
    let writes = [
        (sentences::dialogs::PALETTE_UNDO, Command::Undo, "Ctrl / ⌘ Z"),
        (sentences::dialogs::PALETTE_REDO, Command::Redo, "Ctrl / ⌘ Shift Z"),
        (sentences::dialogs::PALETTE_NEW_TABLE, Command::NewTable, ""),
        (sentences::dialogs::PALETTE_NEW_ITEM, Command::NewItem, ""),
        (sentences::dialogs::TRANSFER_TITLE, Command::Transfer, ""),
        (sentences::dialogs::PALETTE_SAMPLES, Command::Samples, ""),
    ];
    let always = [
        (sentences::dialogs::PALETTE_SHARE, Command::Share, ""),
        (sentences::dialogs::PALETTE_OPEN, Command::Open, ""),
        (sentences::dialogs::PALETTE_FILES, Command::Files, ""),
        (sentences::dialogs::PALETTE_BACKUP, Command::Backup, ""),
        (sentences::dialogs::PALETTE_NEW_WORKSPACE, Command::NewWorkspace, ""),
        (sentences::dialogs::PALETTE_LANGUAGE, Command::SwitchLanguage, ""),
        (sentences::dialogs::PALETTE_THEME, Command::SwitchTheme, ""),
        (sentences::workbench::ABOUT_KEYBOARD, Command::Keys, "?"),
        (sentences::shell::NOTICES_TITLE, Command::Notices, ""),
    ];
    let has_table = |command: &Command| *command != Command::NewItem || in_table;
    let writes = writes.into_iter().filter(|(_, command, _)| may_write && has_table(command));
    let each = workbench.into_iter().filter(|_| in_workbench).chain(writes).chain(always);
    each.map(|(name, command, keys)| {
        let does = EntryAction::Run(command);
        Entry { keys, ..Entry::new(sentences::dialogs::PALETTE_ACTION, messages.text(name), does) }
    })
    .collect()
}

/// Returns the branches of the history other than the current one.
fn branches(scene: &Scene) -> Vec<Entry> {
    let timeline = scene.app.timeline();
    let branches = timeline.iter().flat_map(|timeline| &timeline.branches).filter(|branch| !branch.current);
    branches
        .map(|branch| {
            let name = branch_menu::title(branch, scene.messages());
            Entry::new(
                sentences::dialogs::PALETTE_BRANCH,
                name,
                EntryAction::Run(Command::Branch(branch.number)),
            )
        })
        .collect()
}

/// Returns the formats in which a design is saved. Each leads to the page that opens and saves them.
fn formats(messages: &Messages) -> Vec<Entry> {
    let about = messages.text(sentences::dialogs::PALETTE_FORMAT_ABOUT);
    let names = WRITTEN.iter().map(|format| format.in_language(messages.language).to_owned());
    names
        .map(|name| {
            let does = EntryAction::Go(Route::Design, PlayQuery::default());
            let synonyms = Cow::Borrowed("export import convert save infrastructure エクスポート 変換 保存");
            Entry {
                about: about.clone(),
                synonyms,
                ..Entry::new(sentences::dialogs::PALETTE_FORMAT, name, does)
            }
        })
        .collect()
}

fn clock(messages: &Messages) -> Vec<Entry> {
    const HOUR_MS: u64 = 60 * 60 * 1000;
    let profile = |name: &str| SetDials { profile: Some(name.to_owned()), ..SetDials::default() }.request();
    let turns = [
        (sentences::workbench::CLOCK_PAUSE, SetClock { rate: 0 }.request()),
        (sentences::workbench::CLOCK_1, SetClock { rate: 1 }.request()),
        (sentences::workbench::CLOCK_60, SetClock { rate: 60 }.request()),
        (sentences::workbench::CLOCK_3600, SetClock { rate: 3600 }.request()),
        (sentences::workbench::CLOCK_HOUR, AdvanceClock { milliseconds: HOUR_MS }.request()),
        (sentences::workbench::CLOCK_TWO_DAYS, AdvanceClock { milliseconds: 48 * HOUR_MS }.request()),
        (sentences::pictures::PROFILE_REALISTIC, profile("realistic")),
        (sentences::pictures::PROFILE_INSTANT, profile("instant")),
    ];
    let each = turns.into_iter();
    each.map(|(name, request)| {
        let is_clock = request.0 != SetDials::NAME;
        let kind = if is_clock { sentences::workbench::CLOCK } else { sentences::pictures::PROFILE };
        Entry::new(kind, messages.text(name), EntryAction::Control(request))
    })
    .collect()
}
