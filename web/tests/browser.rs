//! What of the page only a browser can show: messages pass through JavaScript unchanged, and what a person chose is kept.

#![cfg(target_arch = "wasm32")]

use dynalab_app::state::theme::Theme;
use dynalab_playground::message_bytes;
use dynalab_playground::protocol::files::{FileSummary, FilesAnswer, FilesQuestion, NewFile};
use dynalab_playground::protocol::salvage::SalvageQuestion;
use dynalab_playground::protocol::{
    Durability, Refusal, Role, Space, StorageHealth, ToPage, ToWorker, Travel, UnreadableCause, WorkKind,
};
use dynalab_playground::views::items::{Around, Cell, ItemCollection, ItemRow, ItemsView};
use dynalab_playground::views::tables::{IndexKind, IndexSummary, KeyNames, TableSummary};
use dynalab_playground::views::timeline::{BranchView, StepView, TimelineView};
use dynalab_playground::views::trace::TraceLine;
use dynalab_web::browser::stored_setting;
use dynalab_web::page::language::{self, Language};
use dynalab_web::page::theme;
use js_sys::Uint8Array;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen]
extern "C" {
    /// What `postMessage` does to a message.
    #[wasm_bindgen(js_name = structuredClone, catch)]
    fn structured_clone(message: &JsValue) -> Result<JsValue, JsValue>;
}

/// Text that JavaScript could spoil.
const TEXT: &str = "{\"引用\": \"\u{0} \\u0000 \u{1F600} \u{FEFF}\"}";
const ID: u32 = u32::MAX;
/// Larger than any whole number that JavaScript keeps exact.
const REVISION: u64 = u64::MAX;

/// Written, copied and read.
fn arrives_unchanged<T>(message: &T)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
{
    let sent = message_bytes::write(message).expect("a message can be written");
    let copied = structured_clone(&Uint8Array::from(sent.as_slice())).expect("a message can be posted");
    let bytes = copied.dyn_into::<Uint8Array>().expect("bytes stay bytes");
    assert_eq!(message_bytes::read::<T>(&bytes.to_vec()).as_ref(), Ok(message));
}

#[wasm_bindgen_test]
fn every_message_of_the_page_reaches_the_worker_unchanged() {
    to_worker().iter().for_each(arrives_unchanged);
}

#[wasm_bindgen_test]
fn every_message_of_the_worker_reaches_the_page_unchanged() {
    to_page().iter().for_each(arrives_unchanged);
}

fn messages_about_workspaces() -> [ToWorker; 5] {
    [
        ToWorker::Keep { id: ID, workspace: TEXT.to_owned() },
        ToWorker::Leave { id: ID, delete: true },
        ToWorker::ExportState { id: ID },
        ToWorker::ImportState { chunks: vec![vec![0, 255], Vec::new()] },
        ToWorker::StartOver { id: ID },
    ]
}

fn to_worker() -> Vec<ToWorker> {
    let text = || TEXT.to_owned();
    let (id, saved) = (ID, Space::Saved);
    let items = |index: Option<String>, around: Around| {
        let (space, table) = (Space::Demo, TEXT.to_owned());
        ToWorker::Items { id, space, table, index, around, limit: 0 }
    };
    let mut messages = vec![
        ToWorker::Execute { id, space: saved, operation: text(), body: text(), trace: true },
        ToWorker::DryRun { id, space: saved, operation: text(), body: text() },
        ToWorker::Tables { id, space: Space::Demo },
        items(None, Around::Row(1 << 40)),
        items(Some(text()), Around::Key(text(), 0)),
        items(None, Around::Text(text())),
        ToWorker::OpenDocument { id, space: saved, document: text() },
        ToWorker::TablesText { id, space: saved, data: true, steps: 3 },
        ToWorker::Clear { id, space: saved },
        ToWorker::Recall { id, entry: u64::MAX },
        ToWorker::Salvage { id, question: SalvageQuestion::Report },
        ToWorker::Salvage { id, question: SalvageQuestion::CopyTo { workspace: text() } },
        ToWorker::Salvage { id, question: SalvageQuestion::RawFile },
    ];
    let durabilities = [Durability::Strict, Durability::Relaxed];
    messages.extend(durabilities.map(|durability| ToWorker::SetDurability { durability }));
    messages.extend(messages_about_workspaces());
    messages.extend(messages_without_content());
    messages.extend(travels().map(|to| ToWorker::Travel { id, to }));
    messages.extend(files_questions().map(|question| ToWorker::Files { id, question }));
    // A new variant does not compile here: it belongs into the list above.
    let known = |message: &ToWorker| match message {
        ToWorker::Execute { .. }
        | ToWorker::DryRun { .. }
        | ToWorker::Tables { .. }
        | ToWorker::Items { .. }
        | ToWorker::OpenDocument { .. }
        | ToWorker::TablesText { .. }
        | ToWorker::Clear { .. }
        | ToWorker::Travel { .. }
        | ToWorker::Recall { .. }
        | ToWorker::Keep { .. }
        | ToWorker::Leave { .. }
        | ToWorker::ExportState { .. }
        | ToWorker::ImportState { .. }
        | ToWorker::Files { .. }
        | ToWorker::Salvage { .. }
        | ToWorker::StartOver { .. }
        | ToWorker::TakeOver
        | ToWorker::Stop
        | ToWorker::SetDurability { .. }
        | ToWorker::ForcePanic
        | ToWorker::Ping
        | ToWorker::Hidden
        | ToWorker::TrustClock => true,
    };
    assert!(messages.iter().all(known));
    messages
}

fn messages_without_content() -> [ToWorker; 6] {
    [
        ToWorker::TakeOver,
        ToWorker::Stop,
        ToWorker::ForcePanic,
        ToWorker::Ping,
        ToWorker::Hidden,
        ToWorker::TrustClock,
    ]
}

fn to_page() -> Vec<ToPage> {
    let text = || TEXT.to_owned();
    let (id, revision) = (ID, REVISION);
    let roles = [Role::Writer, Role::Follower, Role::MemoryOnly];
    let trace = vec![TraceLine { code: text(), values: [("key".to_owned(), text())].into_iter().collect() }];
    let mut messages = vec![
        ToPage::Answer { id, status: 200, body: text(), trace: trace.clone(), revision, entry: Some(7) },
        ToPage::Timeline { id, timeline: timeline(), revision },
        ToPage::Recalled { id, operation: text(), request: text(), status: 400, body: text(), trace },
        ToPage::Done { id },
        ToPage::HandedOver { id, chunks: vec![vec![0, 255], Vec::new()] },
        ToPage::Salvaged { id, answer: vec![0, 255] },
        ToPage::DiscardedTail,
        ToPage::Working { id, work: WorkKind::Jump, permille: 500 },
        ToPage::Working { id, work: WorkKind::Document, permille: 1_000 },
        ToPage::NeedsCompleteEngine,
        ToPage::Tables { id, tables: vec![table()], revision },
        ToPage::Items { id, items: view(), revision },
        ToPage::Loaded { id, tables: vec![text()], items: 131, revision },
        ToPage::TablesText { id, text: text(), revision },
        ToPage::Changed { space: Space::Saved, revision },
        ToPage::Panicked { message: text() },
        ToPage::Pong,
        ToPage::ClockAhead { device_ms: 1 << 53, engine_ms: 3 },
    ];
    messages.extend(files_answers().map(|answer| ToPage::Files { id, answer }));
    messages.extend(roles.map(|role| ToPage::Role { role }));
    messages.extend(roles.map(|role| ToPage::Ready { role, revision, loaded_items: 3, loaded_ms: 0.25 }));
    messages.extend(refusals().map(|refusal| ToPage::Refused { id, refusal }));
    messages.extend(states().map(|health| ToPage::Storage { health }));
    let known = |message: &ToPage| match message {
        ToPage::Ready { .. }
        | ToPage::Answer { .. }
        | ToPage::Timeline { .. }
        | ToPage::Recalled { .. }
        | ToPage::Done { .. }
        | ToPage::HandedOver { .. }
        | ToPage::Salvaged { .. }
        | ToPage::DiscardedTail
        | ToPage::Working { .. }
        | ToPage::NeedsCompleteEngine
        | ToPage::Files { .. }
        | ToPage::Tables { .. }
        | ToPage::Items { .. }
        | ToPage::Loaded { .. }
        | ToPage::TablesText { .. }
        | ToPage::Refused { .. }
        | ToPage::Changed { .. }
        | ToPage::Role { .. }
        | ToPage::Storage { .. }
        | ToPage::Panicked { .. }
        | ToPage::Pong
        | ToPage::ClockAhead { .. } => true,
    };
    assert!(messages.iter().all(known));
    messages
}

fn travels() -> [Travel; 10] {
    let (branch, name) = (3, TEXT.to_owned());
    [
        Travel::Nowhere,
        Travel::LookAt { number: u32::MAX },
        Travel::LookAtHead,
        Travel::ContinueHere,
        Travel::Undo,
        Travel::Redo,
        Travel::SwitchTo { branch },
        Travel::RenameBranch { branch, name: name.clone() },
        Travel::DeleteBranch { branch },
        Travel::NameEntry { entry: 1 << 53, name },
    ]
}

fn timeline() -> TimelineView {
    let (number, id, name) = (3, 1 << 53, Some(TEXT.to_owned()));
    let branch = BranchView { number, name: name.clone(), current: true, leaves_at: 1, newest: 9 };
    let (first_operation, operation, body) = (TEXT.to_owned(), TEXT.to_owned(), String::new());
    let (requests, passings, at_ms, status, consumed_half_units) = (7, 2, 1 << 41, 400, 3);
    let step = StepView {
        id,
        number,
        requests,
        passings,
        at_ms,
        first_operation,
        operation,
        body,
        status,
        consumed_half_units,
        name,
    };
    TimelineView { shown: 2, shown_id: id, branches: vec![branch], steps: vec![step], ..Default::default() }
}

fn files_questions() -> [FilesQuestion; 4] {
    let text = || TEXT.to_owned();
    let files = vec![NewFile { name: text(), bytes: vec![0, 255] }];
    [
        FilesQuestion::List,
        FilesQuestion::Put { bucket: text(), prefix: text(), files },
        FilesQuestion::Get { bucket: text(), key: text() },
        FilesQuestion::Delete { bucket: text(), key: text() },
    ]
}

fn files_answers() -> [FilesAnswer; 2] {
    let (bucket, key) = (TEXT.to_owned(), TEXT.to_owned());
    let file = FileSummary { bucket, key, size_bytes: 1 << 40, put_ms: 1_790_000_000_000 };
    [FilesAnswer::List(vec![file]), FilesAnswer::Bytes(vec![0, 255])]
}

fn refusals() -> [Refusal; 11] {
    let detail = || TEXT.to_owned();
    [
        Refusal::NotWriter,
        Refusal::StorageFull,
        Refusal::StorageFailed { detail: detail() },
        Refusal::Unreadable { detail: detail() },
        Refusal::NeedsCompleteEngine,
        Refusal::Restarted,
        Refusal::TooLarge { bytes: 1 << 53 },
        Refusal::Stopped,
        Refusal::MemoryFull,
        Refusal::BadRequest { detail: detail() },
        Refusal::NoWorker,
    ]
}

fn states() -> [StorageHealth; 6] {
    let detail = || TEXT.to_owned();
    [
        StorageHealth::Fine,
        StorageHealth::Full,
        StorageHealth::Failing { detail: detail() },
        StorageHealth::Unreadable { cause: UnreadableCause::NewerVersion, detail: detail() },
        StorageHealth::Unreadable { cause: UnreadableCause::Damaged, detail: detail() },
        StorageHealth::Unreadable { cause: UnreadableCause::Failed, detail: detail() },
    ]
}

fn table() -> TableSummary {
    let key = KeyNames {
        partition: "PK".to_owned(),
        partition_type: "S".to_owned(),
        sort: Some(TEXT.to_owned()),
        sort_type: None,
    };
    let index = |kind| IndexSummary {
        name: "GSI1".to_owned(),
        kind,
        status: "ACTIVE".to_owned(),
        key: key.clone(),
        projection: "INCLUDE".to_owned(),
        projected: vec![TEXT.to_owned()],
        item_count: 1,
    };
    TableSummary {
        name: TEXT.to_owned(),
        arn: "arn:aws:dynamodb:us-east-1:123456789012:table/Shop".to_owned(),
        status: "ACTIVE".to_owned(),
        key: key.clone(),
        item_count: 131,
        size_bytes: 1 << 40,
        indexes: vec![index(IndexKind::Global), index(IndexKind::Local)],
    }
}

fn view() -> ItemsView {
    let cell =
        || Cell { data_type: "N".to_owned(), text: "99999999999999999999999999999999999999".to_owned() };
    let row = ItemRow { key_json: TEXT.to_owned(), size_bytes: 409_600, cells: vec![Some(cell()), None] };
    ItemsView {
        columns: vec!["PK".to_owned(), TEXT.to_owned()],
        collections: vec![ItemCollection { partition_key: cell(), items: vec![row] }],
        item_count: 1,
        first: 1 << 40,
        at: 7,
    }
}

#[wasm_bindgen_test]
fn language_and_theme_are_kept_in_the_browser_and_worn_by_the_document() {
    language::keep(Language::Japanese);
    assert_eq!(language::preferred(), Language::Japanese);
    language::apply(Language::Japanese);
    let root = gloo::utils::document().document_element().expect("a document has a root");
    assert_eq!(root.get_attribute("lang").as_deref(), Some("ja"));

    theme::keep(Theme::Dark);
    assert_eq!(theme::of_this_visit(), Theme::Dark);
    theme::apply(Theme::Dark);
    assert_eq!(root.get_attribute("data-theme").as_deref(), Some("dark"));
    theme::apply(Theme::System);
    assert_eq!(root.get_attribute("data-theme"), None);

    stored_setting::write("theme", "plaid");
    assert_eq!(theme::of_this_visit(), Theme::System);
}
