//! Decompresses the bodies of requests.

use std::io::Read;

use dynalab_types::charged_read::{ReadError, read_charged};
use dynalab_types::{Bound, Budget};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};
use hyper::HeaderMap;
use hyper::body::Bytes;
use hyper::header::CONTENT_ENCODING;

use crate::limits::LONGEST_BODY_BYTES;

// A body has the same limit before and after decompression.
const _: () = assert!(Bound::UnpackedBody.most() == LONGEST_BODY_BYTES as u64);

#[derive(Debug, PartialEq, Eq)]
pub enum DecodedBody {
    Body(Bytes),
    /// The body is larger than the limit after decompression.
    TooLarge,
    /// The encoding is unknown, or the body does not match it. DynamoDB returns InternalServerError.
    Undecodable,
}

/// The encoding that the header names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Identity,
    Gzip,
    Deflate,
    Unknown,
}

/// Names of bodies that are sent as they are. Some of AWS's clients send the last one.
const IDENTITIES: [&str; 3] = ["", "identity", "amz-1.0"];

impl Coding {
    pub fn from_headers(headers: &HeaderMap) -> Coding {
        let mut values = headers.get_all(CONTENT_ENCODING).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return if headers.contains_key(CONTENT_ENCODING) { Coding::Unknown } else { Coding::Identity };
        };
        let Ok(name) = value.to_str() else { return Coding::Unknown };
        let is = |known: &str| name.trim().eq_ignore_ascii_case(known);
        if IDENTITIES.into_iter().any(is) {
            Coding::Identity
        } else if is("gzip") || is("x-gzip") {
            Coding::Gzip
        } else if is("deflate") {
            Coding::Deflate
        } else {
            Coding::Unknown
        }
    }

    /// Returns whether the body can be larger than the client sent it.
    pub fn is_packed(self) -> bool {
        matches!(self, Coding::Gzip | Coding::Deflate)
    }
}

/// Decompresses a body. A [packed](Coding::is_packed) one can take long, however small it is.
pub fn decode(coding: Coding, body: Bytes) -> DecodedBody {
    let unpacked = match coding {
        Coding::Identity => return DecodedBody::Body(body),
        Coding::Unknown => return DecodedBody::Undecodable,
        Coding::Gzip => unpack_members(&body),
        Coding::Deflate => match unpack_whole(ZlibDecoder::new(body.as_ref()), ZlibDecoder::into_inner) {
            // Some clients send raw deflate data, without the zlib header.
            Err(NotUnpacked::Undecodable) => {
                unpack_whole(DeflateDecoder::new(body.as_ref()), DeflateDecoder::into_inner)
            }
            unpacked => unpacked,
        },
    };
    match unpacked {
        Err(NotUnpacked::Undecodable) => DecodedBody::Undecodable,
        Err(NotUnpacked::TooLarge) => DecodedBody::TooLarge,
        Ok(unpacked) => DecodedBody::Body(unpacked.into()),
    }
}

#[derive(Clone, Copy)]
enum NotUnpacked {
    Undecodable,
    TooLarge,
}

/// Decompresses the members of a gzip file. Bytes that are no member are ignored after the first one.
fn unpack_members(packed: &[u8]) -> Result<Vec<u8>, NotUnpacked> {
    let budget = Budget::of_bytes(Bound::UnpackedBody);
    let mut unpacked = Vec::new();
    let mut rest = packed;
    loop {
        let mut decoder = GzDecoder::new(rest);
        if decoder.header().is_none() && rest.len() < packed.len() {
            return Ok(unpacked);
        }
        read_bounded(&mut decoder, &budget, &mut unpacked)?;
        rest = decoder.into_inner();
    }
}

/// Decompresses one stream, which must be the whole body.
fn unpack_whole<'a, Decoder: Read>(
    mut decoder: Decoder,
    into_inner: fn(Decoder) -> &'a [u8],
) -> Result<Vec<u8>, NotUnpacked> {
    let mut unpacked = Vec::new();
    read_bounded(&mut decoder, &Budget::of_bytes(Bound::UnpackedBody), &mut unpacked)?;
    if into_inner(decoder).is_empty() { Ok(unpacked) } else { Err(NotUnpacked::Undecodable) }
}

fn read_bounded(decoder: &mut impl Read, budget: &Budget, unpacked: &mut Vec<u8>) -> Result<(), NotUnpacked> {
    read_charged(decoder, budget, unpacked).map_err(|error| match error {
        ReadError::TooMuch(_) => NotUnpacked::TooLarge,
        ReadError::Failed(_) => NotUnpacked::Undecodable,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_known_name_is_an_encoding() {
        for (values, expected) in [
            (&[][..], Coding::Identity),
            (&["identity"], Coding::Identity),
            (&[" "], Coding::Identity),
            (&["amz-1.0"], Coding::Identity),
            (&["GZip"], Coding::Gzip),
            (&["x-gzip"], Coding::Gzip),
            (&["deflate"], Coding::Deflate),
            (&["br"], Coding::Unknown),
            (&["gzip, gzip"], Coding::Unknown),
            (&["gzip", "gzip"], Coding::Unknown),
            (&["utf-8"], Coding::Unknown),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_ENCODING, value.parse().unwrap());
            }
            assert_eq!(Coding::from_headers(&headers), expected, "{values:?}");
        }
    }
}
