//! The in-memory store, and the failing store with an empty script, pass the conformance suite.

use std::cell::RefCell;
use std::collections::BTreeMap;

use dynalab_storage::buckets::MemoryBuckets;
use dynalab_storage::{FailingStore, MemoryStore, Store, conformance};

#[test]
fn memory_conforms() {
    let disks = RefCell::new(BTreeMap::new());
    pollster::block_on(conformance::run_all(async |name: &str| memory(&disks, name)));
}

#[test]
fn buckets_in_memory_conform() {
    pollster::block_on(conformance::buckets(&MemoryBuckets::default()));
}

#[test]
fn a_failing_store_without_faults_conforms() {
    let disks = RefCell::new(BTreeMap::new());
    pollster::block_on(conformance::run_all(async |name: &str| FailingStore::new(memory(&disks, name))));
}

#[test]
fn a_reopened_copy_leads_a_life_of_its_own() {
    pollster::block_on(async {
        let store = MemoryStore::new();
        let claim = store.claim().await.unwrap();
        let copy = store.reopened();
        store.append(claim.epoch, claim.revision, b"one", Default::default()).await.unwrap();
        assert_eq!(copy.load().await.unwrap().log, []);
        assert_eq!(store.reopened().load().await, store.load().await);
    });
}

fn memory(disks: &RefCell<BTreeMap<String, MemoryStore>>, name: &str) -> MemoryStore {
    disks.borrow_mut().entry(name.to_string()).or_default().clone()
}
