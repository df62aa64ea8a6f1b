//! A page without a user interface. Each message to the host is sent one second after the previous one.

#![allow(dead_code, reason = "each test takes what it needs")]

use dynalab_engine::EngineConfig;
use dynalab_playground::Host;
use dynalab_playground::protocol::{Space, ToPage, ToWorker, Travel};
use dynalab_playground::views::timeline::TimelineView;
use dynalab_storage::Store;
use dynalab_types::Timestamp;
use pollster::block_on;

pub const START_MS: u64 = 1_790_000_000_000;

pub struct Page<S> {
    pub host: Host<S>,
    pub now_ms: u64,
}

impl<S: Store> Page<S> {
    pub fn open(store: S) -> Page<S> {
        let host = block_on(Host::open(Ok(store), 7, EngineConfig::instant()));
        Page { host, now_ms: START_MS }
    }

    /// Opens a store as it was made before the default account was another one.
    pub fn writer_of_former_account(store: S) -> Page<S> {
        let config = EngineConfig { account_id: "000000000000".to_owned(), ..EngineConfig::instant() };
        let mut page = Page { host: block_on(Host::open(Ok(store), 7, config)), now_ms: START_MS };
        block_on(page.host.become_writer());
        page
    }

    pub fn writer(store: S) -> Page<S> {
        let mut page = Page::open(store);
        block_on(page.host.become_writer());
        page
    }

    pub fn with_notes(store: S) -> Page<S> {
        let mut page = Page::writer(store);
        page.make_notes();
        page
    }

    pub fn make_notes(&mut self) {
        self.execute(
            "CreateTable",
            r#"{"TableName":"Notes","KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
                "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}"#,
        );
    }

    pub fn ask(&mut self, message: ToWorker) -> ToPage {
        self.now_ms += 1_000;
        let answered = |message: &ToPage| {
            !matches!(message, ToPage::Changed { .. } | ToPage::Storage { .. } | ToPage::Working { .. })
        };
        let mut batch = vec![message];
        loop {
            let now = Timestamp::from_epoch_ms(self.now_ms);
            let processed = block_on(self.host.process(std::mem::take(&mut batch), now));
            let answer = processed.messages.into_iter().find(answered);
            if answer.is_some() || !self.host.has_work() {
                return answer.expect("every question has an answer");
            }
        }
    }

    pub fn execute(&mut self, operation: &str, body: &str) -> ToPage {
        let (operation, body) = (operation.to_owned(), body.to_owned());
        self.ask(ToWorker::Execute { id: 1, space: Space::Saved, operation, body, trace: false })
    }

    pub fn put(&mut self, id: u32) -> ToPage {
        self.execute("PutItem", &format!(r#"{{"TableName":"Notes","Item":{{"id":{{"N":"{id}"}}}}}}"#))
    }

    pub fn travel(&mut self, to: Travel) -> TimelineView {
        match self.ask(ToWorker::Travel { id: 1, to }) {
            ToPage::Timeline { timeline, .. } => timeline,
            other => panic!("{other:?}"),
        }
    }
}
