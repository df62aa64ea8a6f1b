//! Commands are shared with a design and run again when it is opened, with the same responses.

use crate::page;

use dynalab_playground::history::HistoryEntry;
use dynalab_playground::protocol::{Refusal, Space, ToPage, ToWorker, Travel};
use dynalab_playground::share::document::Document;
use dynalab_playground::share::link;
use dynalab_storage::MemoryStore;
use dynalab_types::Timestamp;
use dynalab_types::json::Object;
use page::{Page, START_MS};

const SHOP: &str = include_str!("../../../../static/samples/shop.json");
const STORED: &str = include_str!("../fixtures/log.link");
const ALL: u32 = u32::MAX;

type MemoryPage = Page<MemoryStore>;

impl MemoryPage {
    fn open_document(&mut self, document: &str) -> ToPage {
        self.ask(ToWorker::OpenDocument { id: 1, space: Space::Saved, document: document.to_owned() })
    }

    /// Returns the document in a link to this page's tables.
    fn shared(&mut self, steps: u32) -> Document {
        match self.ask(ToWorker::TablesText { id: 1, space: Space::Saved, data: true, steps }) {
            ToPage::TablesText { text, .. } => {
                let document = Document::of_tables(&text).unwrap();
                link::document_of(&link::link_of(&document).unwrap()).unwrap()
            }
            other => panic!("{other:?}"),
        }
    }

    fn opening(document: &Document) -> MemoryPage {
        let mut page = Page::writer(MemoryStore::new());
        let opened = page.open_document(&document.canonical().unwrap());
        assert!(matches!(opened, ToPage::Loaded { .. }), "{opened:?}");
        page
    }

    /// Returns the shown tables, without a log.
    fn tables(&mut self) -> String {
        self.shared(0).canonical().unwrap()
    }

    /// Returns the ids of the shown notes.
    fn shared_notes(&mut self) -> String {
        let shown = self.shared(0);
        let notes = shown.tables.iter().find(|table| table.name() == "Notes").unwrap();
        let id = |item: &Object| item.get("id")?.get("N")?.as_str().map(str::to_owned);
        notes.items().unwrap().iter().filter_map(id).collect::<Vec<_>>().join(" ")
    }

    fn entries(&self) -> impl Iterator<Item = &HistoryEntry> {
        self.host.saved().history().entries().map(|(_, entry)| entry)
    }

    /// Returns every history entry with its recomputed response and trace.
    fn all_that_was_done(&mut self) -> Vec<String> {
        let ids: Vec<u64> = self.host.saved().history().entries().map(|(id, _)| id.0).collect();
        let recalled: Vec<_> =
            ids.iter().map(|id| self.ask(ToWorker::Recall { id: 1, entry: *id })).collect();
        let told = recalled.iter().zip(self.entries());
        told.map(|(recalled, entry)| {
            format!("{} {} {} {recalled:?}", entry.at.epoch_ms, entry.status, entry.continues)
        })
        .collect()
    }

    /// Returns the numbers of the shown entry and of the head.
    fn places(&self) -> (u32, u32) {
        let history = self.host.saved().history();
        (history.number(history.position()), history.number(history.head()))
    }
}

#[test]
fn what_was_done_is_done_again_in_the_same_words() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.open_document(SHOP);
    page.put(1);
    for (operation, body) in [
        (
            "PutItem",
            r#"{"TableName":"Notes","Item":{"id":{"N":"1"}},"ConditionExpression":"attribute_not_exists(id)"}"#,
        ),
        ("PutItem", r#"{"TableName":"#),
        ("Nonsense", "日本"),
        ("Scan", r#"{ "TableName": "Shop", "Limit": 3, "ReturnConsumedCapacity": "INDEXES" }"#),
        (
            "TransactWriteItems",
            r#"{"ClientRequestToken":"once","TransactItems":[{"Delete":{"TableName":"Notes","Key":{"id":{"N":"1"}}}},
                {"Put":{"TableName":"Notes","Item":{"id":{"N":"2"}}}}]}"#,
        ),
        ("DeleteTable", r#"{"TableName":"Shop"}"#),
    ] {
        page.execute(operation, body);
    }
    let shared = page.shared(ALL);
    assert_eq!((shared.tables.len(), shared.clock), (0, None), "it began with nothing");
    assert_eq!(shared.commands.len(), page.entries().count());
    let mut copy = Page::opening(&shared);
    assert_eq!(copy.all_that_was_done(), page.all_that_was_done());
    assert_eq!(copy.tables(), page.tables());
    assert_eq!(copy.shared(ALL), shared, "and it can be handed on");
    copy.travel(Travel::Undo);
    copy.travel(Travel::Undo);
    copy.travel(Travel::Undo);
    copy.travel(Travel::Undo);
    let left = copy.shared(0).table_names();
    assert_eq!(left, ["Notes"], "the sample was one thing that was done");
}

#[test]
fn a_log_may_begin_anywhere_and_what_was_done_together_stays_together() {
    let mut page = Page::with_notes(MemoryStore::new());
    (1..=3).for_each(|id| drop(page.put(id)));
    let shared = page.shared(2);
    assert_eq!((shared.item_count(), shared.commands.len()), (1, 2));
    assert_eq!(shared.clock.map(|clock| clock.epoch_ms), Some(START_MS + 2_000));
    let mut copy = Page::opening(&shared);
    assert_eq!(copy.shared_notes(), "1 2 3");
    assert_eq!(copy.tables(), page.tables());
    copy.travel(Travel::Undo);
    assert_eq!(copy.shared_notes(), "1 2");

    page.open_document(SHOP);
    page.put(4);
    let shared = page.shared(2);
    assert_eq!(shared.commands.iter().filter(|command| !command.continues).count(), 2);
    assert_eq!((shared.table_names(), shared.item_count()), (vec!["Notes".to_owned()], 3));
}

#[test]
fn what_was_looked_at_is_shown_and_what_was_undone_stays_behind() {
    let mut page = Page::with_notes(MemoryStore::new());
    (1..=3).for_each(|id| drop(page.put(id)));
    page.travel(Travel::LookAt { number: 2 });
    let shared = page.shared(2);
    assert_eq!((page.places(), page.shared_notes().as_str()), ((2, 4), "1"), "it is still looked at");
    assert_eq!((shared.commands.len(), shared.show.command), (2, Some(0)));
    let shared = page.shared(ALL);
    assert_eq!((shared.commands.len(), shared.show.command), (4, Some(2)));
    let mut copy = Page::opening(&shared);
    assert_eq!((copy.places(), copy.shared_notes().as_str()), ((2, 4), "1"));

    page.travel(Travel::LookAtHead);
    page.travel(Travel::Undo);
    let shared = page.shared(ALL);
    assert_eq!((shared.commands.len(), shared.show.command), (3, None));
    page.travel(Travel::LookAt { number: 4 });
    assert_eq!(page.shared(ALL).commands.len(), 4, "what is looked at is handed on, undone or not");
}

#[test]
fn a_clock_that_was_set_back_makes_no_log_that_cannot_be_opened() {
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    page.now_ms -= 60_000;
    page.put(2);
    let shared = page.shared(ALL);
    assert!(shared.commands.is_sorted_by_key(|command| command.at));
    assert_eq!(Page::opening(&shared).shared_notes(), "1 2");
}

#[test]
fn a_short_log_cannot_build_more_than_a_page_can_hold() {
    let seed = "x".repeat(12 * 1024);
    let mut commands = Vec::new();
    for id in 0..180 {
        let put = format!(
            r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}},"a":{{"L":[{{"S":"{seed}"}}]}}}}}}"#
        );
        let double = format!(
            r#"{{"TableName":"Notes","Key":{{"id":{{"N":"{id}"}}}},"UpdateExpression":"SET a = list_append(a, a)"}}"#
        );
        commands.push(("PutItem", put));
        (0..5).for_each(|_| commands.push(("UpdateItem", double.clone())));
    }
    let mut document = Page::with_notes(MemoryStore::new()).shared(0);
    document.commands = commands
        .into_iter()
        .map(|(operation, body)| dynalab_playground::share::document::LoggedCommand {
            at: Timestamp::from_epoch_ms(START_MS),
            operation: operation.to_owned(),
            body,
            continues: false,
        })
        .collect();
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    let before = page.tables();
    match page.open_document(&document.canonical().unwrap()) {
        ToPage::Refused { refusal: Refusal::BadRequest { detail }, .. } => {
            assert!(detail.contains("67108864 bytes"), "{detail}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!((page.tables(), page.entries().count()), (before, 2));
}

/// The link is from the first version with logs, and must open forever.
#[test]
fn a_stored_log_is_run_again() {
    let mut page = Page::opening(&link::document_of(STORED).unwrap());
    assert_eq!((page.places(), page.shared_notes().as_str()), ((10, 12), "1 2"));
    page.travel(Travel::LookAtHead);
    assert_eq!(page.shared_notes(), "2 3");
}

/// Damaged commands run or fail, all or nothing, and the worker continues.
#[test]
fn broken_logs_do_no_harm() {
    let document = link::document_of(STORED).unwrap();
    let mut random = Random(4);
    let mut page = Page::with_notes(MemoryStore::new());
    page.put(1);
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut broken = document.clone();
        for _ in 0..=random.below(4) {
            let place = random.below(broken.commands.len());
            let command = &mut broken.commands[place];
            match random.below(6) {
                0 => drop(broken.commands.remove(place)),
                1 => {
                    command.operation =
                        ["DeleteTable", "CreateTable", "UpdateTable", ""][random.below(4)].to_owned()
                }
                2 => command.at = Timestamp::from_epoch_ms(command.at.epoch_ms + random.below(3_000) as u64),
                3 => command.continues = !command.continues,
                4 => broken.show.command = Some(random.below(20) as u64),
                _ => {
                    let letters: Vec<char> = command.body.chars().collect();
                    let changed = random.below(letters.len());
                    let letter = [None, Some('"'), Some('9'), Some('}'), Some('日')][random.below(5)];
                    let parts = [&letters[..changed], letter.as_slice(), &letters[changed + 1..]];
                    command.body = parts.concat().into_iter().collect();
                }
            }
        }
        let before = page.host.saved().engine().snapshot();
        match page.open_document(&broken.canonical().unwrap()) {
            ToPage::Loaded { .. } => opened += 1,
            ToPage::Refused { refusal: Refusal::BadRequest { .. }, .. } => {
                refused += 1;
                assert!(page.host.saved().engine().snapshot() == before);
            }
            other => panic!("{other:?}"),
        }
        page.travel(Travel::LookAtHead);
    }
    assert!(opened > 100 && refused > 10, "{opened} opened, {refused} refused");
}

/// SplitMix64: the same cases in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
