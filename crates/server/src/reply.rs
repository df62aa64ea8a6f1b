//! What goes back over the wire: bodies with their headers, and the refusals that never reach the engine.

use dynalab_engine::DynamoError;
use dynalab_types::wire::write_json_string;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, SERVER};
use hyper::{Response, StatusCode};

use crate::content_type::ContentType;

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
    pub fn new(status: u16, content_type: ContentType, body: String) -> Reply {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Reply { status, content_type: Some(content_type), body: body.into(), ends_connection: false }
    }

    /// The one address of the service, good for a day.
    pub fn endpoint(content_type: ContentType, address: &str) -> Reply {
        let mut json = String::from("{\"Endpoints\":[{\"Address\":");
        write_json_string(address, &mut json);
        json.push_str(",\"CachePeriodInMinutes\":1440}]}");
        Reply::new(200, content_type, json)
    }

    fn plain(status: StatusCode, body: Bytes) -> Reply {
        Reply { status, content_type: None, body, ends_connection: false }
    }

    /// The page that load balancers look at.
    pub fn healthy(region: &str) -> Reply {
        Reply::plain(StatusCode::OK, format!("healthy: dynamodb.{region}.amazonaws.com ").into())
    }

    /// The wrong method or content type.
    pub fn not_found() -> Reply {
        Reply::plain(StatusCode::NOT_FOUND, Bytes::from_static(NOT_FOUND_BODY.as_bytes()))
    }

    pub fn empty() -> Reply {
        Reply::plain(StatusCode::OK, Bytes::new())
    }

    pub fn too_large() -> Reply {
        let reply = Reply::plain(StatusCode::PAYLOAD_TOO_LARGE, Bytes::new());
        Reply { ends_connection: true, ..reply }
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

/// Why a request goes no further than the wire.
#[derive(Debug, PartialEq)]
pub enum Refusal {
    /// What the engine has words for.
    Engine(DynamoError),
    MissingAuthentication,
    TwoAuthentications,
    /// What is missing from the authentication, in the service's words.
    IncompleteSignature(String),
    InternalServerError,
}

const CORAL_SERVICE: &str = "com.amazon.coral.service#";
const SERVICE: &str = "com.amazonaws.dynamodb.v20120810#";

impl Refusal {
    pub fn reply(&self, content_type: ContentType) -> Reply {
        let (namespace, name, message) = match self {
            Refusal::Engine(error) => return Reply::new(error.http_status(), content_type, error.to_json()),
            Refusal::MissingAuthentication => (
                CORAL_SERVICE,
                "MissingAuthenticationTokenException",
                "Request is missing Authentication Token",
            ),
            Refusal::TwoAuthentications => (
                CORAL_SERVICE,
                "InvalidSignatureException",
                "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
            ),
            Refusal::IncompleteSignature(message) => {
                (CORAL_SERVICE, "IncompleteSignatureException", message.as_str())
            }
            Refusal::InternalServerError => (SERVICE, "InternalServerError", "Internal server error"),
        };
        let mut json = format!("{{\"__type\":\"{namespace}{name}\",\"message\":");
        write_json_string(message, &mut json);
        json.push('}');
        Reply::new(self.http_status(), content_type, json)
    }

    fn http_status(&self) -> u16 {
        match self {
            Refusal::Engine(error) => error.http_status(),
            Refusal::InternalServerError => 500,
            _ => 400,
        }
    }
}

impl From<DynamoError> for Refusal {
    fn from(error: DynamoError) -> Refusal {
        Refusal::Engine(error)
    }
}
