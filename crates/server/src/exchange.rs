//! One HTTP request in, one response out: which door it came to, whether it may pass, and what it is answered.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dynalab_engine::DynamoError;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::HOST;
use hyper::http::request::Parts;
use hyper::{Method, Request, Response};
use serde::de::IgnoredAny;

use crate::authentication;
use crate::content_encoding::{self, Decoded};
use crate::content_type::ContentType;
use crate::cors;
use crate::handler::Handler;
use crate::reply::{Refusal, Reply};
use crate::request_ids::RequestIds;
use crate::target::operation_of;

/// The service reads no longer body.
pub const LONGEST_BODY_BYTES: usize = 16 * 1024 * 1024;
/// So much of a body that is too long is read and dropped: a client listens only when it has sent everything.
const LONGEST_DROPPED_BYTES: usize = 64 * 1024 * 1024;

/// Answered with the address that the client uses: one that follows the answer comes back here.
const DESCRIBE_ENDPOINTS: &str = "DescribeEndpoints";

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What stands between a connection and the one who answers.
pub struct Exchange<H> {
    handler: H,
    request_ids: RequestIds,
    region: String,
}

impl<H: Handler> Exchange<H> {
    /// The request ids come from the seed.
    pub fn new(handler: H, seed: u64, region: &str) -> Exchange<H> {
        Exchange { handler, request_ids: RequestIds::new(seed), region: region.to_owned() }
    }

    /// Fails only if the connection does.
    pub(crate) async fn respond(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Failure> {
        let (head, body) = request.into_parts();
        let Some(body) = read(body).await? else { return Ok(Reply::too_large().into_response(None)) };
        let body = match content_encoding::decode(&head.headers, body) {
            Decoded::Body(body) => body,
            Decoded::TooLarge => return Ok(Reply::too_large().into_response(None)),
        };
        if cors::is_preflight(&head) {
            return Ok(cors::preflight_response(&head, self.request_ids.next()));
        }
        let mut response = self.reply(&head, &body).into_response(Some(self.request_ids.next()));
        cors::allow(&head, response.headers_mut());
        Ok(response)
    }

    fn reply(&self, head: &Parts, body: &[u8]) -> Reply {
        if head.uri.path() != "/" {
            return Reply::not_found();
        }
        match head.method {
            Method::GET => Reply::healthy(&self.region),
            Method::POST => self.post(head, body),
            _ => Reply::not_found(),
        }
    }

    fn post(&self, head: &Parts, body: &[u8]) -> Reply {
        let content_type = match ContentType::of(&head.headers) {
            Some(content_type) => content_type,
            None if body.is_empty() => ContentType::default(),
            None => return Reply::not_found(),
        };
        match passes(head) {
            Ok(DESCRIBE_ENDPOINTS) if is_json(body) => Reply::endpoint(content_type, host(head)),
            Ok(operation) => self.ask(operation, body, content_type),
            // The service looks whether the body is JSON before it looks at anything else.
            Err(_) if !body.is_empty() && !is_json(body) => {
                Refusal::from(DynamoError::NotJson).reply(content_type)
            }
            Err(refusal) => refusal.reply(content_type),
        }
    }

    /// A panic in the handler ends this request and no other.
    fn ask(&self, operation: &str, body: &[u8], content_type: ContentType) -> Reply {
        let Ok(text) = std::str::from_utf8(body) else {
            return Refusal::from(DynamoError::NotJson).reply(content_type);
        };
        match catch_unwind(AssertUnwindSafe(|| self.handler.answer(operation, text))) {
            Ok(answer) => Reply::new(answer.status, content_type, answer.body),
            Err(_) => Refusal::InternalServerError.reply(content_type),
        }
    }
}

/// The operation that is asked for, if it can be asked for like this.
fn passes(head: &Parts) -> Result<&str, Refusal> {
    let operation = operation_of(&head.headers).ok_or(DynamoError::UnknownOperation)?;
    authentication::check(head)?;
    Ok(operation)
}

/// The name and port of the server, as the client has them.
fn host(head: &Parts) -> &str {
    let header = head.headers.get(HOST).and_then(|host| host.to_str().ok());
    header.or_else(|| head.uri.authority().map(|authority| authority.as_str())).unwrap_or("localhost")
}

fn is_json(body: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(body).is_ok()
}

/// Nothing if the body is longer than the service reads.
async fn read(mut body: Incoming) -> Result<Option<Bytes>, Failure> {
    match Limited::new(&mut body, LONGEST_BODY_BYTES).collect().await {
        Ok(collected) => Ok(Some(collected.to_bytes())),
        Err(error) if error.is::<LengthLimitError>() => {
            drop_rest(body).await?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

async fn drop_rest(mut body: Incoming) -> Result<(), Failure> {
    let mut dropped_bytes = 0;
    while let Some(frame) = body.frame().await {
        dropped_bytes += frame?.data_ref().map_or(0, Bytes::len);
        if dropped_bytes > LONGEST_DROPPED_BYTES {
            break;
        }
    }
    Ok(())
}
