//! A backup of all workspaces in one file.

use std::cell::RefCell;

use dynalab_playground::backup::{FILE_EXTENSION, restore, save};
use dynalab_playground::protocol::ToPage;
use dynalab_playground::protocol::backup::ListedWorkspace;
use dynalab_playground::workspace_choice::WorkspaceId;
use dynalab_storage::MemoryStore;
use pollster::block_on;

use crate::page::Page;
use crate::stored_text::read_hex;
use crate::{all_versions, workspaces};

/// Workspaces with everything that the engine stores, as the tests of the playground made them.
const EVERYTHING: &str =
    include_str!("../../../crates/playground/tests/fixtures/workspace-v8-everything.hex");
const SURROUNDINGS: &str =
    include_str!("../../../crates/playground/tests/fixtures/workspace-v8-surroundings.hex");

fn file() -> String {
    format!("browser{FILE_EXTENSION}")
}

pub fn written() -> Vec<(String, Vec<u8>)> {
    let stored = |text: &str| MemoryStore::from_stored(read_hex(text));
    let disks = [
        ("Books 図書", workspaces::made()),
        ("Everything", stored(EVERYTHING)),
        ("Surroundings", stored(SURROUNDINGS)),
    ];
    let ids: Vec<WorkspaceId> = (1..=3).map(WorkspaceId::from_random).collect();
    let listed: Vec<ListedWorkspace> = ids
        .iter()
        .zip(&disks)
        .map(|(id, (name, _))| ListedWorkspace {
            id: id.as_str().to_owned(),
            name: (*name).to_owned(),
            made_ms: 1_789_990_000_000,
            used_ms: 1_790_000_000_000,
        })
        .collect();
    let open = async |id: &WorkspaceId| {
        Ok(ids.iter().position(|known| known == id).map(|place| disks[place].1.clone()))
    };
    let mut bytes = Vec::new();
    let saved = block_on(save(&listed, open, |piece| bytes.extend_from_slice(piece))).unwrap();
    assert_eq!((saved.workspaces, saved.left_out.len()), (3, 0));
    vec![(file(), bytes)]
}

#[test]
fn a_backup_of_each_version_is_restored() {
    for fixtures in all_versions() {
        let version = &fixtures.version;
        let disks: RefCell<Vec<(WorkspaceId, MemoryStore)>> = RefCell::default();
        let open = async |id: &WorkspaceId| {
            let known = disks.borrow().iter().find(|(known, _)| known == id).map(|(_, disk)| disk.clone());
            Ok(known.unwrap_or_else(|| {
                let disk = MemoryStore::new();
                disks.borrow_mut().push((id.clone(), disk.clone()));
                disk
            }))
        };
        let mut last = 100;
        let ids = || {
            last += 1;
            WorkspaceId::from_random(last)
        };
        let delete = async |_: &WorkspaceId| panic!("{version}: nothing is to be taken back");
        let restored = block_on(restore(fixtures.bytes(&file()), ids, open, delete)).unwrap();
        let names: Vec<&str> = restored.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Books 図書", "Everything", "Surroundings"], "{version}");
        assert_eq!((restored[0].made_ms, restored[0].used_ms), (1_789_990_000_000, 1_790_000_000_000));
        let disks: Vec<MemoryStore> = disks.into_inner().into_iter().map(|(_, disk)| disk).collect();
        workspaces::check(disks[0].stored(), version);
        let scan = |disk: &MemoryStore, expected: &str| {
            let mut page = Page::writer(disk.clone());
            let told = page.execute("Scan", r#"{"TableName":"Teas","ConsistentRead":true}"#);
            let ToPage::Answer { status: 200, body, .. } = told else { panic!("{version}: {told:?}") };
            assert!(body.contains(expected), "{version}: {body}");
        };
        scan(&disks[1], r#""Count":1"#);
        scan(&disks[2], "keemun");
    }
}
