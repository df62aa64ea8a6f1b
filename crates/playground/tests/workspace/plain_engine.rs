//! A host with the plain engine: what it answers itself, what it leaves to the complete engine, and how that one continues.

use dynalab_engine::EngineConfig;
use dynalab_engine::hooks::Plain;
use dynalab_playground::host::Host;
use dynalab_playground::host::service::HostService;
use dynalab_playground::protocol::{Refusal, Space, ToPage, ToWorker};
use dynalab_service::Complete;
use dynalab_storage::{MemoryStore, StoreError, Unavailability};
use dynalab_types::Timestamp;
use pollster::block_on;

const NOW: Timestamp = Timestamp { epoch_ms: 1_790_000_000_000 };
const REQUESTS: [(&str, &str); 4] = [
    (
        "CreateTable",
        r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#,
    ),
    ("PutItem", r#"{"TableName":"Notes","Item":{"id":{"N":"1"}}}"#),
    ("PutItem", r#"{"TableName":"Notes","Item":{"other":{"N":"1"}}}"#),
    ("Scan", r#"{"TableName":"Notes","ReturnConsumedCapacity":"TOTAL"}"#),
];
const STATEMENT: &str = r#"{"Statement":"SELECT * FROM Notes"}"#;

/// A host of a copy that is only looked at.
fn copy<S: HostService>() -> Host<MemoryStore, S> {
    block_on(Host::open(Err(StoreError::from(Unavailability::NotKept)), 7, EngineConfig::instant()))
}

fn ask<S: HostService>(host: &mut Host<MemoryStore, S>, operation: &str, body: &str) -> ToPage {
    let (operation, body) = (operation.to_owned(), body.to_owned());
    let message = ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: true };
    let processed = block_on(host.process(vec![message], NOW));
    let is_answer = |message: &ToPage| matches!(message, ToPage::Answer { .. } | ToPage::Refused { .. });
    processed.messages.into_iter().find(is_answer).expect("every request has an answer")
}

#[test]
fn it_answers_as_the_complete_one_with_the_same_trace() {
    let (mut plain, mut complete) = (copy::<Plain>(), copy::<Complete>());
    for (operation, body) in REQUESTS {
        let answer = ask(&mut plain, operation, body);
        assert!(matches!(&answer, ToPage::Answer { trace, .. } if !trace.is_empty()), "{answer:?}");
        assert_eq!(answer, ask(&mut complete, operation, body));
    }
}

#[test]
fn what_it_cannot_do_the_complete_one_does_after_it() {
    let mut plain = copy::<Plain>();
    REQUESTS.iter().for_each(|(operation, body)| drop(ask(&mut plain, operation, body)));
    for (operation, body) in [
        ("ExecuteStatement", STATEMENT),
        ("Dynalab.StartTraffic", "{}"),
        ("Dynalab.ListMoments", "{}"),
        ("Dynalab.SetClock", r#"{"Rate":60}"#),
    ] {
        let refused = ask(&mut plain, operation, body);
        assert_eq!(refused, ToPage::Refused { id: 1, refusal: Refusal::NeedsCompleteEngine }, "{operation}");
    }
    let mut complete = copy::<Complete>();
    complete.take_in(plain.hand_over()).unwrap();
    let answer = ask(&mut complete, "ExecuteStatement", STATEMENT);
    assert!(
        matches!(&answer, ToPage::Answer { status: 200, body, .. } if body.contains(r#"{"id":{"N":"1"}}"#))
    );
}
