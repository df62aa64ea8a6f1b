//! The edge of the tests: an engine in this process instead of a network, a clock that a sleep moves, and faults.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use dynalab::Local;
use dynalab_remote::credentials::Credentials;
use dynalab_remote::edge::{Edge, HttpResponse, NoResponse};
use dynalab_remote::limits::Limits;
use dynalab_remote::{Client, Endpoint};
use dynalab_types::Timestamp;
use http::Request;

pub const SECRET: &str = "a secret that nobody prints";

/// What happens to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The request does not arrive.
    NotReached,
    /// The request is executed, and its answer is lost.
    AnswerLost,
    Throttled,
    /// The second half of a batch is not executed.
    HalfOfBatch,
}

pub struct TestEdge {
    pub local: Local,
    now_ms: Cell<u64>,
    random: Cell<u64>,
    /// Faults of the next requests with this operation, or of any.
    pub faults: RefCell<VecDeque<(Option<&'static str>, Fault)>>,
    /// Operations that the endpoint does not have.
    pub unknown: RefCell<Vec<&'static str>>,
    /// The operations that arrived, with their bodies.
    pub arrived: RefCell<Vec<(String, String)>>,
    /// Whether the clock of the engine moves with that of the client.
    pub follows_clock: Cell<bool>,
    /// When each request arrived.
    pub arrived_ms: RefCell<Vec<u64>>,
}

impl TestEdge {
    pub fn new(local: Local) -> TestEdge {
        TestEdge {
            local,
            now_ms: Cell::new(1_893_456_000_000),
            random: Cell::new(1),
            faults: RefCell::default(),
            unknown: RefCell::default(),
            arrived: RefCell::default(),
            follows_clock: Cell::default(),
            arrived_ms: RefCell::default(),
        }
    }

    pub fn fault(&self, operation: Option<&'static str>, fault: Fault) {
        self.faults.borrow_mut().push_back((operation, fault));
    }

    fn next_fault(&self, operation: &str) -> Option<Fault> {
        let mut faults = self.faults.borrow_mut();
        let place = faults.iter().position(|(of, _)| of.is_none_or(|of| of == operation))?;
        faults.remove(place).map(|(_, fault)| fault)
    }
}

pub fn client(local: &Local) -> Client<TestEdge> {
    client_with(local, Limits::default())
}

pub fn client_with(local: &Local, limits: Limits) -> Client<TestEdge> {
    let endpoint = Endpoint::parse("http://127.0.0.1:1", None).unwrap();
    Client::new(TestEdge::new(local.clone()), endpoint, limits)
}

fn error(status: u16, name: &str) -> HttpResponse {
    let body = format!("{{\"__type\":\"com.amazonaws.dynamodb.v20120810#{name}\",\"message\":\"No.\"}}");
    HttpResponse { status, body }
}

/// Leaves the second half of a batch out. Returns the executed half, and the other one as UnprocessedItems.
fn halves(body: &str) -> (String, serde_json::Value) {
    let mut whole: serde_json::Value = serde_json::from_str(body).unwrap();
    let mut left = serde_json::Map::new();
    for (table, writes) in whole["RequestItems"].as_object_mut().unwrap() {
        let writes = writes.as_array_mut().unwrap();
        let half = writes.split_off(writes.len().div_ceil(2));
        if !half.is_empty() {
            left.insert(table.clone(), half.into());
        }
    }
    (whole.to_string(), left.into())
}

impl Edge for TestEdge {
    async fn send(&self, request: Request<String>) -> Result<HttpResponse, NoResponse> {
        let header = |name: &str| request.headers()[name].to_str().unwrap().to_owned();
        assert!(
            header("authorization")
                .starts_with("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20300101/us-east-1/dynamodb/")
        );
        assert!(!format!("{:?}", request.headers()).contains(SECRET));
        let operation = header("x-amz-target").rsplit('.').next().unwrap().to_owned();
        let body = request.into_body();
        self.arrived.borrow_mut().push((operation.clone(), body.clone()));
        self.arrived_ms.borrow_mut().push(self.now_ms.get());
        if self.unknown.borrow().contains(&operation.as_str()) {
            return Ok(error(400, "UnknownOperationException"));
        }
        let fault = self.next_fault(&operation);
        match fault {
            Some(Fault::NotReached) => return Err(NoResponse { detail: "no route".to_owned() }),
            Some(Fault::Throttled) => return Ok(error(400, "ThrottlingException")),
            Some(Fault::HalfOfBatch) => {
                let (half, left) = halves(&body);
                let answer = self.local.execute(&operation, &half);
                let mut response: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
                response["UnprocessedItems"] = left;
                return Ok(HttpResponse { status: 200, body: response.to_string() });
            }
            Some(Fault::AnswerLost) | None => {}
        }
        let answer = self.local.execute(&operation, &body);
        match fault {
            Some(_) => Err(NoResponse { detail: "the connection was closed".to_owned() }),
            None => Ok(HttpResponse { status: answer.status, body: answer.body }),
        }
    }

    async fn credentials(&self) -> Result<Credentials, String> {
        Ok(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: SECRET.to_owned(),
            session_token: None,
            expires_at: None,
        })
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_epoch_ms(self.now_ms.get())
    }

    async fn sleep(&self, milliseconds: u64) {
        self.now_ms.set(self.now_ms.get() + milliseconds);
        if self.follows_clock.get() {
            self.local.clock().advance(std::time::Duration::from_millis(milliseconds));
        }
    }

    async fn sleep_us(&self, microseconds: u64) {
        self.sleep(microseconds.div_ceil(1_000)).await;
    }

    fn monotonic_us(&self) -> u64 {
        self.now_ms.get() * 1_000
    }

    fn random(&self) -> u64 {
        // A linear generator is enough to spread waits.
        self.random.set(
            self.random.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407),
        );
        self.random.get() >> 11
    }
}
