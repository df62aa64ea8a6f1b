//! Stream records stay as long as a history entry that shows them can be reached, and no longer.

use dynalab_engine::{EngineConfig, TraceLevel};
use dynalab_playground::Workspace;
use dynalab_playground::history::Window;
use dynalab_types::Timestamp;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

struct Notes {
    workspace: Workspace,
    at: Timestamp,
}

impl Notes {
    fn new(window: Window) -> Notes {
        let workspace = Workspace::new(7, EngineConfig::instant(), window);
        let mut notes = Notes { workspace, at: Timestamp::from_epoch_ms(1_790_000_000_000) };
        notes.ask(
            "CreateTable",
            r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST",
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}}"#,
        );
        notes.put("early");
        notes
    }

    fn ask(&mut self, operation: &str, body: &str) {
        let answer = self.workspace.execute(self.at, operation, body, TraceLevel::Off);
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.workspace.commit();
    }

    fn put(&mut self, id: &str) {
        self.ask("PutItem", &format!(r#"{{"TableName":"Notes","Item":{{"id":{{"S":"{id}"}}}}}}"#));
    }

    fn records(&self) -> usize {
        self.workspace.engine().database().streams().map(|stream| stream.records.len()).sum()
    }
}

#[test]
fn keeps_records_of_stored_history_entries() {
    let mut notes = Notes::new(Window::PAGE);
    notes.at = notes.at.plus_ms(2 * DAY_MS);
    notes.put("late");
    notes.workspace.forget_expired_records();
    assert_eq!(notes.records(), 2);
}

#[test]
fn deletes_records_of_unreachable_entries() {
    let mut notes = Notes::new(Window::NOTHING);
    notes.at = notes.at.plus_ms(DAY_MS);
    notes.put("a day later");
    notes.workspace.forget_expired_records();
    assert_eq!(notes.records(), 2, "a day is not over yet");
    notes.at = notes.at.plus_ms(1);
    notes.put("and later");
    // The history's window has some slack.
    for number in 0..2_000 {
        notes.put(&number.to_string());
    }
    let before = notes.records();
    notes.workspace.forget_expired_records();
    assert_eq!(notes.records(), before - 1);
}
