//! One HTTP request and its response: checks the path, the method and the caller, then calls the handler.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use dynalab_engine::DynamoError;
use dynalab_service::contract::Call;
use dynalab_service::contract::snapshots::Fork;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, Version};
use serde::de::IgnoredAny;

use crate::authentication;
use crate::body::{self, ReceivedBody};
use crate::callers::{self, KnownHosts};
use crate::client_watch::ClientWatch;
use crate::content_encoding::{self, Coding, DecodedBody};
use crate::content_type::ContentType;
use crate::cors;
use crate::credentials::Credentials;
use crate::execution::{self, Asked, Body};
use crate::handler::{Answer, Handler};
use crate::limits::{LONGEST_HEADERS_BYTES, Limits};
use crate::memory::{FREE_BYTES, Memory, Turn};
use crate::reply::{Refusal, Reply};
use crate::request_ids::RequestIds;
use crate::target::operation_of;
use crate::threads::{AccountThreads, Panicked, Threads, attempt};

pub use crate::limits::LONGEST_BODY_BYTES;

/// The response contains the address that the client used, so a client that follows it stays on this server.
const DESCRIBE_ENDPOINTS: &str = "DescribeEndpoints";
/// The control that needs two engines.
const FORK: &str = <Fork as Call>::NAME;

/// The layer between connections and the handler.
pub struct Exchange<H> {
    handler: Arc<H>,
    threads: Threads,
    /// The threads of clients whose engine is not open.
    strangers: AccountThreads,
    request_ids: RequestIds,
    region: String,
    hosts: KnownHosts,
    limits: Limits,
    memory: Memory,
}

impl<H: Handler> Exchange<H> {
    /// Creates an exchange. Request ids are drawn from the seed.
    pub fn new(handler: H, seed: u64, region: &str) -> Exchange<H> {
        let limits = Limits::default();
        Exchange {
            handler: Arc::new(handler),
            threads: Threads::default(),
            strangers: AccountThreads::default(),
            request_ids: RequestIds::new(seed),
            region: region.to_owned(),
            hosts: KnownHosts::default(),
            memory: Memory::new(&limits),
            limits,
        }
    }

    pub fn with_limits(self, limits: Limits) -> Exchange<H> {
        Exchange { memory: Memory::new(&limits), limits, ..self }
    }

    /// Sets the names of this server, for operations that only its own clients may use.
    pub fn with_hosts(self, hosts: KnownHosts) -> Exchange<H> {
        Exchange { hosts, ..self }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Responds to a request. `address` is the address of this server that the client reached.
    pub(crate) async fn respond(
        &self,
        request: Request<Incoming>,
        address: SocketAddr,
        client: &ClientWatch,
    ) -> Result<Response<Full<Bytes>>, Infallible> {
        let (head, body) = request.into_parts();
        client.set_reads_interim(head.version >= Version::HTTP_11);
        let response = self.answer(&head, body, address, client).await;
        Ok(response.unwrap_or_else(|reply| reply.into_response(None)))
    }

    /// Returns the response. Fails with a response if the request is not received completely. Such a request is not executed.
    async fn answer(
        &self,
        head: &Parts,
        body: Incoming,
        address: SocketAddr,
        client: &ClientWatch,
    ) -> Result<Response<Full<Bytes>>, Reply> {
        if is_head_too_long(head) || !callers::has_valid_host(head) {
            return Err(Reply::malformed());
        }
        let received = body::receive(&head.headers, body, &self.memory, &self.limits).await;
        let received = received.map_err(body::BodyError::reply)?;
        let turn = self.memory.take_turn(received.longest_bytes()).await;
        let turn = turn.map_err(|_| Reply::unavailable())?;
        // No limit of time from here on: every executed request gets a response.
        let body = match self.decode(head, &received, &turn).await {
            DecodedBody::Body(bytes) => Some(Body { bytes, memory: received.memory.clone(), turn }),
            DecodedBody::Undecodable => None,
            DecodedBody::TooLarge => return Err(Reply::too_large()),
        };
        if cors::is_preflight(head) {
            return Ok(cors::preflight_response(head, self.request_ids.next()));
        }
        let reply = self.reply(head, body, address, client).await;
        let mut response = reply.into_response(Some(self.request_ids.next()));
        cors::allow(head, response.headers_mut());
        Ok(response)
    }

    /// `body` is None if it could not be decoded. Such a request is not executed.
    async fn reply(
        &self,
        head: &Parts,
        body: Option<Body>,
        address: SocketAddr,
        client: &ClientWatch,
    ) -> Reply {
        if head.uri.path() != "/" {
            return Reply::not_found();
        }
        match (&head.method, body) {
            // The connection sends the head of the response alone, with the length that the body would have.
            (&Method::GET | &Method::HEAD, _) => Reply::healthy(&self.region),
            (&Method::POST, Some(body)) => self.post(head, body, address, client).await,
            (&Method::POST, None) => {
                let content_type = ContentType::from_headers(&head.headers).unwrap_or_default();
                Refusal::InternalServerError.reply(content_type)
            }
            _ => Reply::not_found(),
        }
    }

    async fn post(&self, head: &Parts, body: Body, address: SocketAddr, client: &ClientWatch) -> Reply {
        let content_type = match ContentType::from_headers(&head.headers) {
            Some(content_type) => content_type,
            None if body.bytes.is_empty() => ContentType::default(),
            None => return Reply::not_found(),
        };
        match self.pass(head) {
            Ok(DESCRIBE_ENDPOINTS) if self.is_json(head, &body).await => match callers::authority_of(head) {
                Some(authority) => Reply::endpoint(content_type, authority),
                None => Reply::endpoint(content_type, &address.to_string()),
            },
            Ok(operation) => self.ask((head, operation), body, content_type, client).await,
            // DynamoDB checks that the body is JSON before anything else.
            Err(_) if !body.bytes.is_empty() && !self.is_json(head, &body).await => {
                Refusal::from(DynamoError::NotJson).reply(content_type)
            }
            Err(refusal) => refusal.reply(content_type),
        }
    }

    /// Decompresses a body. Like everything that takes longer the larger a body is, that has a thread of its own.
    async fn decode(&self, head: &Parts, received: &ReceivedBody, turn: &Turn) -> DecodedBody {
        let (coding, bytes) = (Coding::from_headers(&head.headers), received.bytes.clone());
        if !coding.is_packed() {
            return content_encoding::decode(coding, bytes);
        }
        let kept = (received.memory.clone(), turn.clone());
        let decode = move || {
            let decoded = content_encoding::decode(coding, bytes);
            drop(kept);
            decoded
        };
        self.threads.run(&self.threads_of(head), decode).await.unwrap_or(DecodedBody::Undecodable)
    }

    /// Returns the threads of the client's account, or those of all whose engine is not open.
    fn threads_of(&self, head: &Parts) -> AccountThreads {
        let account = attempt(|| self.handler.find(&Credentials::from_head(head))).ok().flatten();
        account.map_or_else(|| self.strangers.clone(), |account| account.threads().clone())
    }

    async fn is_json(&self, head: &Parts, body: &Body) -> bool {
        if body.bytes.len() <= FREE_BYTES {
            return is_json(&body.bytes);
        }
        let body = body.clone();
        self.threads.run(&self.threads_of(head), move || is_json(&body.bytes)).await.unwrap_or(false)
    }

    /// Returns the operation, if the request has it and may use it.
    fn pass<'a>(&self, head: &'a Parts) -> Result<&'a str, Refusal> {
        let operation = operation_of(&head.headers).ok_or(DynamoError::UnknownOperation)?;
        authentication::check(head)?;
        self.hosts.check(head, operation)?;
        Ok(operation)
    }

    /// Executes a request for the tables of its client. A panic ends only this request.
    async fn ask(
        &self,
        (head, operation): (&Parts, &str),
        body: Body,
        content_type: ContentType,
        client: &ClientWatch,
    ) -> Reply {
        match self.execute(Credentials::from_head(head), operation, body, client).await {
            Ok(answer) => Reply::new(answer.status, content_type, self.memory.count(answer.body)),
            Err(Panicked) => Refusal::InternalServerError.reply(content_type),
        }
    }

    async fn execute(
        &self,
        credentials: Credentials,
        operation: &str,
        body: Body,
        client: &ClientWatch,
    ) -> Result<Answer, Panicked> {
        let account = match attempt(|| self.handler.find(&credentials))? {
            Some(account) => account,
            None => {
                let (handler, credentials) = (Arc::clone(&self.handler), credentials.clone());
                match self.threads.run(&self.strangers, move || handler.open(&credentials)).await? {
                    Ok(account) => account,
                    Err(answer) => return Ok(answer),
                }
            }
        };
        if operation == FORK {
            let (handler, places) = (Arc::clone(&self.handler), account.threads().clone());
            let fork = move || execution::fork(handler.as_ref(), &credentials, &account, &body.bytes);
            return self.threads.run(&places, fork).await;
        }
        execution::execute(Asked { account, threads: &self.threads, operation, client }, body).await
    }
}

/// Returns true if the request line or the headers are longer than DynamoDB reads.
fn is_head_too_long(head: &Parts) -> bool {
    /// The bytes around the address in the line, and around the value of a header.
    const LINE_FRAME_BYTES: usize = "  HTTP/1.1\r\n".len();
    const HEADER_FRAME_BYTES: usize = ": \r\n".len();
    let address_bytes = head.uri.path_and_query().map_or(0, |path| path.as_str().len());
    let line_bytes = head.method.as_str().len() + address_bytes + LINE_FRAME_BYTES;
    let header_bytes =
        |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + HEADER_FRAME_BYTES;
    let headers_bytes: usize = head.headers.iter().map(header_bytes).sum();
    line_bytes.max(headers_bytes) > LONGEST_HEADERS_BYTES
}

fn is_json(body: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(body).is_ok()
}
