//! CORS: pages of any origin may send requests, as with DynamoDB, so that the SDK works in browsers.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS,
    ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderValue, ORIGIN,
};
use hyper::http::request::Parts;
use hyper::{Method, Response};

use crate::reply::Reply;

/// Two days, in seconds.
const MAX_AGE_SECONDS: &str = "172800";
const EXPOSED: &str = "x-amzn-RequestId,x-amz-crc32,Date";

/// Returns whether a browser asks for permission on behalf of its page.
pub fn is_preflight(head: &Parts) -> bool {
    head.method == Method::OPTIONS && head.headers.contains_key(ORIGIN)
}

/// Allows the requested method and headers.
pub fn preflight_response(head: &Parts, request_id: HeaderValue) -> Response<Full<Bytes>> {
    let mut response = Reply::empty().into_response(Some(request_id));
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(MAX_AGE_SECONDS));
    for (asked, allowed) in [
        (ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_ALLOW_HEADERS),
        (ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_ALLOW_METHODS),
    ] {
        if let Some(value) = head.headers.get(asked) {
            headers.insert(allowed, value.clone());
        }
    }
    response
}

/// Allows the page to read the response.
pub fn allow(head: &Parts, headers: &mut HeaderMap) {
    if head.headers.contains_key(ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
    }
}
