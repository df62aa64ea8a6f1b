//! The content types that the server reads. A response has the content type of its request.

use hyper::HeaderMap;
use hyper::header::{CONTENT_TYPE, HeaderValue};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContentType {
    #[default]
    AmazonJson10,
    AmazonJson11,
    Json,
}

const ALL: &[ContentType] = &[ContentType::AmazonJson10, ContentType::AmazonJson11, ContentType::Json];

impl ContentType {
    /// Reads the header. Parameters, such as a character set, and case do not matter.
    pub fn from_headers(headers: &HeaderMap) -> Option<ContentType> {
        let header = headers.get(CONTENT_TYPE)?.to_str().ok()?;
        let name = header.split(';').next().unwrap_or_default().trim();
        ALL.iter().copied().find(|known| known.name().eq_ignore_ascii_case(name))
    }

    fn name(self) -> &'static str {
        match self {
            ContentType::AmazonJson10 => "application/x-amz-json-1.0",
            ContentType::AmazonJson11 => "application/x-amz-json-1.1",
            ContentType::Json => "application/json",
        }
    }

    pub fn header(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }
}
