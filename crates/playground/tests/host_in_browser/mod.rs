//! The next host finds the data that a host stored in IndexedDB. Two hosts of one database follow and depose each other.

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::host::BatchResult;
use dynalab_playground::protocol::{Refusal, Role, Space, ToPage, ToWorker};
use dynalab_playground::views::items::Around;
use dynalab_storage::IndexedDbStore;
use dynalab_types::Timestamp;
use wasm_bindgen_test::wasm_bindgen_test;

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };
const SHOP: &str = include_str!("../../../../static/samples/shop.json");

async fn open(database: &str) -> Host<IndexedDbStore> {
    let host = Host::open(IndexedDbStore::open(database).await, 7, EngineConfig::instant()).await;
    assert_eq!(host.role(), Role::Follower, "{:?}", host.health());
    host
}

async fn writer(database: &str) -> Host<IndexedDbStore> {
    let mut host = open(database).await;
    host.become_writer().await;
    assert_eq!(host.role(), Role::Writer, "{:?}", host.health());
    host
}

fn execute(id: u32, operation: &str, body: &str) -> ToWorker {
    let (operation, body) = (operation.to_owned(), body.to_owned());
    ToWorker::Execute { id, space: Space::Saved, operation, body, trace: false }
}

fn put(id: u32) -> ToWorker {
    let item = format!(r#"{{"PK":{{"S":"NOTE"}},"SK":{{"S":"{id}"}}}}"#);
    execute(id, "PutItem", &format!(r#"{{"TableName":"Shop","Item":{item}}}"#))
}

fn load_shop() -> ToWorker {
    ToWorker::OpenDocument { id: 0, space: Space::Saved, document: SHOP.to_owned() }
}

/// Sends one message and returns the only answer.
async fn ask(host: &mut Host<IndexedDbStore>, message: ToWorker) -> ToPage {
    let BatchResult { mut messages, .. } = host.process(vec![message], NOW).await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.remove(0)
}

/// Returns the views of the shop: the tables, and the items of the table and of an index.
async fn views(host: &mut Host<IndexedDbStore>) -> Vec<ToPage> {
    let items = |id, index: Option<&str>| ToWorker::Items {
        id,
        space: Space::Saved,
        table: "Shop".to_owned(),
        index: index.map(str::to_owned),
        around: Around::Row(0),
        limit: 1000,
    };
    let questions =
        vec![ToWorker::Tables { id: 1, space: Space::Saved }, items(2, None), items(3, Some("GSI1"))];
    host.process(questions, NOW).await.messages
}

fn has_answered(processed: &BatchResult, wanted: u32, wanted_status: u16) -> bool {
    processed.messages.iter().any(
        |message| matches!(message, ToPage::Answer { id, status, .. } if (*id, *status) == (wanted, wanted_status)),
    )
}

#[wasm_bindgen_test]
async fn a_sample_is_the_same_when_the_database_is_opened_again() {
    let mut first = writer("sample").await;
    match ask(&mut first, load_shop()).await {
        ToPage::Loaded { tables, items, revision, .. } => {
            assert_eq!((tables, items, revision), (vec!["Shop".to_owned()], 131, 1));
        }
        other => panic!("the sample should be loaded: {other:?}"),
    }
    let drawn = views(&mut first).await;
    assert!(matches!(&drawn[1], ToPage::Items { items, .. } if items.item_count == 131), "{:?}", drawn[1]);
    drop(first);
    let mut second = open("sample").await;
    assert_eq!(views(&mut second).await, drawn);
}

#[wasm_bindgen_test]
async fn a_long_history_is_folded_and_opened_again() {
    let mut first = writer("long").await;
    ask(&mut first, load_shop()).await;
    // More chunks than the log may have, so the log is folded.
    for id in 1..=2_010 {
        let kept = first.process(vec![put(id)], NOW).await;
        assert!(has_answered(&kept, id, 200), "{:?}", kept.messages);
    }
    let drawn = views(&mut first).await;
    drop(first);
    let mut second = open("long").await;
    assert_eq!(views(&mut second).await, drawn);
}

#[wasm_bindgen_test]
async fn a_follower_follows_takes_over_and_deposes() {
    let mut first = writer("two").await;
    ask(&mut first, load_shop()).await;
    let mut second = open("two").await;
    let refused = ask(&mut second, put(1)).await;
    assert_eq!(refused, ToPage::Refused { id: 1, refusal: Refusal::NotWriter });

    assert!(has_answered(&first.process(vec![put(2)], NOW).await, 2, 200));
    assert_eq!(second.catch_up().await, [ToPage::Changed { space: Space::Saved, revision: 2 }]);
    assert_eq!(views(&mut second).await, views(&mut first).await);

    assert!(second.become_writer().await.contains(&ToPage::Role { role: Role::Writer }));
    assert!(has_answered(&second.process(vec![put(3)], NOW).await, 3, 200));
    let deposed = first.process(vec![put(4)], NOW).await;
    assert!(deposed.deposed && !deposed.appended);
    assert!(deposed.messages.contains(&ToPage::Refused { id: 4, refusal: Refusal::NotWriter }));
    assert_eq!(first.role(), Role::Follower);
    assert_eq!(views(&mut first).await, views(&mut second).await);
}

#[wasm_bindgen_test]
async fn a_batch_is_one_commit_and_all_of_it_is_kept() {
    let mut host = writer("batch").await;
    ask(&mut host, load_shop()).await;
    let together = host.process((1..=25).map(put).collect(), NOW).await;
    assert!((1..=25).all(|id| has_answered(&together, id, 200)), "{:?}", together.messages);
    let revisions =
        together.messages.iter().filter(|message| matches!(message, ToPage::Answer { revision: 2, .. }));
    assert_eq!(revisions.count(), 25);
    let mut again = open("batch").await;
    assert_eq!(views(&mut again).await, views(&mut host).await);
}
