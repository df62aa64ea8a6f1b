//! Decompresses the bodies of requests.

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use hyper::HeaderMap;
use hyper::body::Bytes;
use hyper::header::CONTENT_ENCODING;

use crate::limits::LONGEST_BODY_BYTES;

#[derive(Debug, PartialEq, Eq)]
pub enum DecodedBody {
    Body(Bytes),
    /// The body is larger than the limit after decompression.
    TooLarge,
}

/// Decompresses a body. A body that does not match its header is returned unchanged. It is rejected later, because it is not
/// JSON.
pub fn decode(headers: &HeaderMap, body: Bytes) -> DecodedBody {
    let encoding = headers.get(CONTENT_ENCODING).and_then(|encoding| encoding.to_str().ok());
    let unpacked = match encoding.map(str::trim) {
        Some(name) if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") => {
            unpack(MultiGzDecoder::new(body.as_ref()))
        }
        // Some clients send raw deflate data, without the zlib header.
        Some(name) if name.eq_ignore_ascii_case("deflate") => {
            unpack(ZlibDecoder::new(body.as_ref())).or_else(|| unpack(DeflateDecoder::new(body.as_ref())))
        }
        _ => return DecodedBody::Body(body),
    };
    match unpacked {
        None => DecodedBody::Body(body),
        Some(unpacked) if unpacked.len() > LONGEST_BODY_BYTES => DecodedBody::TooLarge,
        Some(unpacked) => DecodedBody::Body(unpacked.into()),
    }
}

/// Returns whether the body can be larger than the client sent it.
pub fn is_packed(headers: &HeaderMap) -> bool {
    let is_plain = |name: &str| name.trim().is_empty() || name.trim().eq_ignore_ascii_case("identity");
    headers.get(CONTENT_ENCODING).is_some_and(|encoding| !encoding.to_str().is_ok_and(is_plain))
}

/// Decompresses at most one byte more than the limit. Returns None for invalid data.
fn unpack(reader: impl Read) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    reader.take(LONGEST_BODY_BYTES as u64 + 1).read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}
