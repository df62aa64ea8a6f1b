//! Backups of workspaces: a restore has the same content, and a failure changes nothing.

use std::cell::{Cell, RefCell};

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::backup::{restore, save};
use dynalab_playground::protocol::backup::{BackupFailure, ListedWorkspace, SavedBackup};
use dynalab_playground::protocol::{Space, StorageHealth, ToPage, ToWorker, Travel};
use dynalab_playground::workspace_choice::WorkspaceId;
use dynalab_storage::{
    FailingStore, Failure, Fault, MemoryStore, Refusal, Store, StoreError, Stored, Unavailability,
};
use dynalab_types::Timestamp;
use pollster::block_on;

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };
const SHOP: &str = include_str!("../../../../static/samples/shop.json");

/// The databases of one browser, by workspace id.
#[derive(Default)]
struct Browser {
    disks: RefCell<Vec<(WorkspaceId, MemoryStore)>>,
}

impl Browser {
    fn disk(&self, id: &WorkspaceId) -> Option<MemoryStore> {
        self.disks.borrow().iter().find(|(known, _)| known == id).map(|(_, disk)| disk.clone())
    }

    fn open(&self, id: &WorkspaceId) -> MemoryStore {
        self.disk(id).unwrap_or_else(|| {
            let disk = MemoryStore::new();
            self.disks.borrow_mut().push((id.clone(), disk.clone()));
            disk
        })
    }

    fn delete(&self, id: &WorkspaceId) {
        self.disks.borrow_mut().retain(|(known, _)| known != id);
    }

    fn stored(&self) -> Vec<(WorkspaceId, Stored)> {
        self.disks.borrow().iter().map(|(id, disk)| (id.clone(), disk.stored())).collect()
    }

    fn saves(&self, listed: &[ListedWorkspace]) -> (SavedBackup, Vec<u8>) {
        let mut file = Vec::new();
        let open = async |id: &WorkspaceId| Ok(self.disk(id));
        let saved = block_on(save(listed, open, |piece| file.extend_from_slice(piece)));
        let saved = saved.expect("everything can be read");
        assert_eq!(saved.bytes, file.len() as u64);
        (saved, file)
    }

    fn restores(&self, file: &[u8]) -> Result<Vec<ListedWorkspace>, BackupFailure> {
        let open = async |id: &WorkspaceId| Ok(self.open(id));
        block_on(restore(file, ids(), open, async |id: &WorkspaceId| self.delete(id)))
    }
}

fn ids() -> impl FnMut() -> WorkspaceId {
    let mut last = 100;
    move || {
        last += 1;
        WorkspaceId::from_random(last)
    }
}

fn listed(id: &WorkspaceId, name: &str) -> ListedWorkspace {
    ListedWorkspace { id: id.as_str().to_owned(), name: name.to_owned(), made_ms: 5, used_ms: 6 }
}

fn open(disk: &MemoryStore) -> Host<MemoryStore> {
    let mut host = block_on(Host::open(Ok(disk.clone()), 7, EngineConfig::instant()));
    assert_eq!(*host.health(), StorageHealth::Fine);
    block_on(host.become_writer());
    host
}

fn ask(host: &mut Host<MemoryStore>, message: ToWorker) -> ToPage {
    let told = block_on(host.process(vec![message], NOW)).messages;
    told.into_iter().next_back().expect("an answer")
}

fn execute(host: &mut Host<MemoryStore>, operation: &str, body: &str) -> String {
    let (operation, body) = (operation.to_owned(), body.to_owned());
    match ask(host, ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false }) {
        ToPage::Answer { status: 200, body, .. } => body,
        other => panic!("{other:?}"),
    }
}

/// Returns a browser with two workspaces. The first has the shop and a history; the second has one table.
fn browser() -> (Browser, Vec<ListedWorkspace>) {
    let browser = Browser::default();
    let (first, second) = (WorkspaceId::first(), WorkspaceId::from_random(2));
    let mut host = open(&browser.open(&first));
    let document = ToWorker::OpenDocument { id: 1, space: Space::Saved, document: SHOP.into() };
    assert!(matches!(ask(&mut host, document), ToPage::Loaded { .. }));
    execute(
        &mut host,
        "PutItem",
        r#"{"TableName":"Shop","Item":{"PK":{"S":"CUSTOMER#new"},"SK":{"S":"PROFILE"}}}"#,
    );
    let mut host = open(&browser.open(&second));
    execute(
        &mut host,
        "CreateTable",
        r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#,
    );
    let list = vec![listed(&first, "My tables"), listed(&second, "注文 \"v2\"")];
    (browser, list)
}

fn scanned(disk: &MemoryStore, table: &str) -> String {
    execute(&mut open(disk), "Scan", &format!(r#"{{"TableName":"{table}"}}"#))
}

fn timeline(disk: &MemoryStore) -> ToPage {
    match ask(&mut open(disk), ToWorker::Travel { id: 1, to: Travel::Nowhere }) {
        told @ ToPage::Timeline { .. } => told,
        other => panic!("{other:?}"),
    }
}

#[test]
fn everything_comes_back_in_another_browser() {
    let (there, list) = browser();
    let (saved, file) = there.saves(&list);
    assert_eq!((saved.workspaces, saved.left_out.len()), (2, 0));
    assert_eq!(there.saves(&list).1, file, "the same workspaces are the same bytes");

    let here = Browser::default();
    let restored = here.restores(&file).expect("a good file");
    let names: Vec<&str> = restored.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["My tables", "注文 \"v2\""]);
    assert_eq!((restored[0].made_ms, restored[0].used_ms), (5, 6));
    for (before, after) in list.iter().zip(&restored) {
        let disk = |browser: &Browser, one: &ListedWorkspace| {
            browser.disk(&WorkspaceId::parse(&one.id).expect("an id")).expect("a database")
        };
        let (before, after) = (disk(&there, before), disk(&here, after));
        assert_eq!(block_on(before.copy_out()), block_on(after.copy_out()), "every byte");
        assert_eq!(timeline(&before), timeline(&after), "with its history");
    }
    let shop = here.disk(&WorkspaceId::from_random(101)).expect("the shop");
    assert!(scanned(&shop, "Shop").contains("CUSTOMER#new"));
    execute(
        &mut open(&shop),
        "PutItem",
        r#"{"TableName":"Shop","Item":{"PK":{"S":"later"},"SK":{"S":"x"}}}"#,
    );
    assert!(scanned(&shop, "Shop").contains("later"), "and it can be written to");
}

#[test]
fn what_is_there_stays_as_it_is() {
    let (browser, list) = browser();
    let (_, file) = browser.saves(&list);
    let before = browser.stored();
    let restored = browser.restores(&file).expect("a good file");
    assert_eq!(browser.stored()[..2], before);
    assert_eq!(browser.stored().len(), 4, "{restored:?}");
}

#[test]
fn a_writer_in_another_tab_continues() {
    let (browser, list) = browser();
    let mut writer = open(&browser.open(&WorkspaceId::from_random(2)));
    let (saved, _) = browser.saves(&list);
    assert_eq!(saved.workspaces, 2);
    execute(&mut writer, "PutItem", r#"{"TableName":"Notes","Item":{"id":{"N":"1"}}}"#);
}

#[test]
fn what_cannot_be_read_is_named_and_the_others_are_saved() {
    let (browser, mut list) = browser();
    let [damaged, newer, empty, missing] = [11, 12, 13, 14].map(WorkspaceId::from_random);
    for (id, byte) in [(&damaged, 30), (&newer, 4)] {
        let mut stored = browser.disk(&WorkspaceId::from_random(2)).expect("a disk").stored();
        stored.head.as_mut().expect("a head")[byte] ^= 0x40;
        browser.disks.borrow_mut().push((id.clone(), MemoryStore::from_stored(stored)));
    }
    browser.open(&empty);
    for (id, name) in
        [(&damaged, "damaged"), (&newer, "newer"), (&empty, "only a name"), (&missing, "missing")]
    {
        list.push(listed(id, name));
    }
    let (saved, file) = browser.saves(&list);
    assert_eq!(saved.left_out, ["damaged", "newer"]);
    let restored = Browser::default().restores(&file).expect("a good file");
    let names: Vec<&str> = restored.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["My tables", "注文 \"v2\"", "only a name"]);
}

#[test]
fn there_may_be_nothing_to_save() {
    let browser = Browser::default();
    let first = WorkspaceId::first();
    let list = [listed(&first, "My tables")];
    assert_eq!(browser.saves(&list).0.workspaces, 0);
    drop(open(&browser.open(&first)));
    let (saved, file) = browser.saves(&list);
    assert_eq!(saved.workspaces, 0, "it was opened, and has nothing");
    assert_eq!(browser.restores(&file), Ok(vec![]));
}

#[test]
fn a_store_that_cannot_be_read_now_fails_the_backup() {
    let (_, list) = browser();
    let blocked = StoreError::from(Unavailability::Failed(Failure::Error { message: "blocked".into() }));
    let open = async |_: &WorkspaceId| Err::<Option<MemoryStore>, _>(blocked.clone());
    let failed = block_on(save(&list, open, |_| ()));
    assert!(matches!(failed, Err(BackupFailure::StorageFailed { detail }) if detail.contains("blocked")));
}

#[test]
fn a_file_that_is_no_good_changes_nothing() {
    let (browser, list) = browser();
    let (_, file) = browser.saves(&list);
    let before = browser.stored();
    let mut newer = file.clone();
    newer[8] = 2;
    let mut flipped = file.clone();
    flipped[file.len() / 2] ^= 8;
    let refused = |bytes: &[u8]| browser.restores(bytes).expect_err("it is refused");
    assert_eq!(refused(SHOP.as_bytes()), BackupFailure::NotABackup);
    assert_eq!(refused(b""), BackupFailure::NotABackup);
    assert_eq!(refused(&newer), BackupFailure::NewerVersion);
    for damaged in [&flipped[..], &file[..file.len() - 1], &file[..9], &[&file[..], b"\n"].concat()] {
        assert!(matches!(refused(damaged), BackupFailure::Damaged { .. }));
    }
    assert_eq!(browser.stored(), before);
}

#[test]
fn no_room_in_the_middle_leaves_nothing_behind() {
    let (there, list) = browser();
    let (_, file) = there.saves(&list);
    let detail = "The storage stopped before the work was done: the process died before the answer.".into();
    let faults = [
        (Fault::Refuse(Refusal::Full), BackupFailure::StorageFull),
        (Fault::LoseAnswer, BackupFailure::StorageFailed { detail }),
    ];
    for (fault, expected) in faults {
        let here = Browser::default();
        let opened = Cell::new(0);
        let open = async |id: &WorkspaceId| {
            let store = FailingStore::new(here.open(id));
            opened.set(opened.get() + 1);
            if opened.get() == 2 {
                store.at_next_write(fault);
            }
            Ok(store)
        };
        let failed = block_on(restore(&file, ids(), open, async |id: &WorkspaceId| here.delete(id)));
        assert_eq!(failed, Err(expected));
        assert_eq!(here.stored(), []);
    }
}

#[test]
fn an_id_that_is_taken_after_all_is_left_alone() {
    let (browser, list) = browser();
    let (_, file) = browser.saves(&list);
    let before = browser.stored();
    let open = async |id: &WorkspaceId| Ok(browser.open(id));
    let taken = || WorkspaceId::from_random(2);
    let failed = block_on(restore(&file, taken, open, async |id: &WorkspaceId| browser.delete(id)));
    assert!(matches!(failed, Err(BackupFailure::StorageFailed { .. })));
    assert_eq!(browser.stored(), before);
}
