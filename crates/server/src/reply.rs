//! HTTP responses: bodies with their headers, and the errors that never reach the engine.

use std::fmt;

use dynalab_engine::DynamoError;
use dynalab_types::wire::write_json_string;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, SERVER};
use hyper::{Response, StatusCode};

use crate::content_type::ContentType;
use crate::handler::Answer;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-amzn-requestid");
const CRC32: HeaderName = HeaderName::from_static("x-amz-crc32");
const NOT_FOUND_BODY: &str = "<UnknownOperationException/>\n";

#[derive(Debug)]
pub struct Reply {
    status: StatusCode,
    content_type: Option<ContentType>,
    body: Bytes,
    ends_connection: bool,
}

impl Reply {
    pub fn new(status: u16, content_type: ContentType, body: impl Into<Bytes>) -> Reply {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Reply { status, content_type: Some(content_type), body: body.into(), ends_connection: false }
    }

    /// The response to DescribeEndpoints: one address, valid for a day.
    pub fn endpoint(content_type: ContentType, address: &str) -> Reply {
        let mut json = String::from("{\"Endpoints\":[{\"Address\":");
        write_json_string(address, &mut json);
        json.push_str(",\"CachePeriodInMinutes\":1440}]}");
        Reply::new(200, content_type, json)
    }

    fn plain(status: StatusCode, body: Bytes) -> Reply {
        Reply { status, content_type: None, body, ends_connection: false }
    }

    /// The page for health checks of load balancers.
    pub fn healthy(region: &str) -> Reply {
        Reply::plain(StatusCode::OK, format!("healthy: dynamodb.{region}.amazonaws.com ").into())
    }

    /// The response to a wrong method or content type.
    pub fn not_found() -> Reply {
        Reply::plain(StatusCode::NOT_FOUND, Bytes::from_static(NOT_FOUND_BODY.as_bytes()))
    }

    pub fn empty() -> Reply {
        Reply::plain(StatusCode::OK, Bytes::new())
    }

    pub fn too_large() -> Reply {
        Reply::last(StatusCode::PAYLOAD_TOO_LARGE)
    }

    /// The response when the client did not send the whole body in time.
    pub fn too_late() -> Reply {
        Reply::last(StatusCode::REQUEST_TIMEOUT)
    }

    /// The response to an invalid HTTP request.
    pub fn malformed() -> Reply {
        Reply::last(StatusCode::BAD_REQUEST)
    }

    /// The response when other requests use all the memory.
    pub fn unavailable() -> Reply {
        Reply::last(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// A response that closes the connection, because the end of the request's body is unknown.
    fn last(status: StatusCode) -> Reply {
        Reply { ends_connection: true, ..Reply::plain(status, Bytes::new()) }
    }

    pub fn into_response(self, request_id: Option<HeaderValue>) -> Response<Full<Bytes>> {
        let checksum = (!self.body.is_empty()).then(|| HeaderValue::from(crc32fast::hash(&self.body)));
        let mut response = Response::new(Full::new(self.body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(SERVER, HeaderValue::from_static("Server"));
        if let Some(content_type) = self.content_type {
            headers.insert(CONTENT_TYPE, content_type.header());
        }
        if let Some(request_id) = request_id {
            headers.insert(REQUEST_ID, request_id);
        }
        if let Some(checksum) = checksum {
            headers.insert(CRC32, checksum);
        }
        if self.ends_connection {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Why a request is rejected before it reaches the engine.
#[derive(Debug, PartialEq)]
pub enum Refusal {
    /// An error that the engine has a message for.
    Engine(DynamoError),
    MissingAuthentication,
    TwoAuthentications,
    /// The missing part of the authentication, in DynamoDB's words.
    IncompleteSignature(String),
    InternalServerError,
    /// The client uses a host name that another site could have given this server.
    ForeignHost(String),
    /// A page of another site sent the request.
    ForeignOrigin(String),
    /// The request would exceed the maximum number of accounts and Regions.
    TooManySets {
        most: usize,
    },
}

const CORAL_SERVICE: &str = "com.amazon.coral.service#";
const SERVICE: &str = "com.amazonaws.dynamodb.v20120810#";

impl Refusal {
    pub fn reply(&self, content_type: ContentType) -> Reply {
        let answer = self.answer();
        Reply::new(answer.status, content_type, answer.body)
    }

    pub fn answer(&self) -> Answer {
        let (namespace, name) = match self {
            Refusal::Engine(error) => return Answer { status: error.http_status(), body: error.to_json() },
            Refusal::MissingAuthentication => (CORAL_SERVICE, "MissingAuthenticationTokenException"),
            Refusal::TwoAuthentications => (CORAL_SERVICE, "InvalidSignatureException"),
            Refusal::IncompleteSignature(_) => (CORAL_SERVICE, "IncompleteSignatureException"),
            Refusal::InternalServerError => (SERVICE, "InternalServerError"),
            Refusal::ForeignHost(_) | Refusal::ForeignOrigin(_) => (CORAL_SERVICE, "AccessDeniedException"),
            Refusal::TooManySets { .. } => (SERVICE, "LimitExceededException"),
        };
        let mut body = format!("{{\"__type\":\"{namespace}{name}\",\"message\":");
        write_json_string(&self.to_string(), &mut body);
        body.push('}');
        Answer { status: self.http_status(), body }
    }

    fn http_status(&self) -> u16 {
        match self {
            Refusal::Engine(error) => error.http_status(),
            Refusal::InternalServerError => 500,
            Refusal::ForeignHost(_) | Refusal::ForeignOrigin(_) => 403,
            Refusal::MissingAuthentication
            | Refusal::TwoAuthentications
            | Refusal::IncompleteSignature(_)
            | Refusal::TooManySets { .. } => 400,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Engine(error) => error.fmt(formatter),
            Refusal::MissingAuthentication => formatter.write_str("Request is missing Authentication Token"),
            Refusal::TwoAuthentications => formatter.write_str(
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
            ),
            Refusal::IncompleteSignature(message) => formatter.write_str(message),
            Refusal::InternalServerError => formatter.write_str("Internal server error"),
            Refusal::ForeignHost(host) => write!(
                formatter,
                "Not run: the Host header is {host:?}. This operation needs localhost, an address or a name \
                 without dots. Start dynalab-server with --allow-host NAME to allow another name."
            ),
            Refusal::ForeignOrigin(origin) => write!(
                formatter,
                "Not run: the request comes from a page of {origin:?}. This operation needs a page of \
                 localhost. Start dynalab-server with --allow-host NAME to allow another one."
            ),
            Refusal::TooManySets { most } => write!(
                formatter,
                "Not run: {most} accounts and Regions have tables, backups or settings, and a server has no more. \
                 Delete those of one, start the server again, or start it with --shared-db."
            ),
        }
    }
}

impl From<DynamoError> for Refusal {
    fn from(error: DynamoError) -> Refusal {
        Refusal::Engine(error)
    }
}
