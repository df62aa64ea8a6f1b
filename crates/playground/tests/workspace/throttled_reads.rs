//! Reads with limits consume throughput. Their history entries return the original responses.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_types::Timestamp;

const NOW: Timestamp = Timestamp::from_epoch_ms(1_790_000_000_000);

#[test]
fn a_read_that_was_let_in_is_recalled_as_let_in() {
    let mut workspace = Workspace::new(1, EngineConfig::instant(), Window::PAGE);
    let tell = |workspace: &mut Workspace, operation: &str, body: &str| {
        let answer = workspace.execute(NOW, operation, body, TraceLevel::Full);
        (workspace.history().head(), answer.status, answer.body)
    };
    tell(&mut workspace, "Dynalab.SetDials", r#"{"Dials":{"capacity_limits":1,"metrics":1}}"#);
    let key = r#"[{"AttributeName":"PK","KeyType":"HASH"}]"#;
    let attributes = r#"[{"AttributeName":"PK","AttributeType":"S"}]"#;
    let units = r#"{"ReadCapacityUnits":1,"WriteCapacityUnits":1}"#;
    let table = format!(
        r#"{{"TableName":"Notes","KeySchema":{key},"AttributeDefinitions":{attributes},"ProvisionedThroughput":{units}}}"#
    );
    tell(&mut workspace, "CreateTable", &table);
    let read = r#"{"TableName":"Notes","Key":{"PK":{"S":"a"}},"ConsistentRead":true}"#;
    let (first, status, body) = tell(&mut workspace, "GetItem", read);
    assert_eq!(status, 200);
    let (second, refused, refusal) = tell(&mut workspace, "GetItem", read);
    assert_eq!(refused, 400);
    for (entry, told) in [(first, (status, body)), (second, (refused, refusal))] {
        let recalled = workspace.recall(entry).expect("it is remembered");
        assert_eq!((recalled.status, recalled.body), told);
        let entry = workspace.history().entry(entry).expect("it is remembered");
        assert!(!entry.changes_data, "a read is undone along with what it follows");
    }
}
