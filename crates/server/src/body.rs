//! Receives the whole body of a request, within the time limits and the memory that all connections share.

use std::time::Duration;

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::HeaderMap;
use tokio::time::{Instant, timeout_at};

use crate::content_encoding::Coding;
use crate::limits::{LONGEST_BODY_BYTES, Limits};
use crate::memory::{FREE_BYTES, Memory, OutOfMemory, Reservation};
use crate::reply::Reply;

/// Maximum pause of a body while other bodies wait for memory.
const STALLED_WAIT: Duration = Duration::from_secs(1);

/// Why a body was not received completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    TooLarge,
    TooLate,
    /// The body ended too early, or its chunked encoding is invalid.
    Broken,
    OutOfMemory,
}

/// A body as the client sent it. Dropping it releases its memory.
#[derive(Debug)]
pub struct ReceivedBody {
    pub bytes: Bytes,
    unpacked_bytes_max: usize,
    pub memory: Reservation,
}

impl ReceivedBody {
    /// Returns the maximum size of the body after decompression, in bytes.
    pub fn longest_bytes(&self) -> usize {
        self.bytes.len().max(self.unpacked_bytes_max)
    }
}

impl BodyError {
    pub fn reply(self) -> Reply {
        match self {
            BodyError::TooLarge => Reply::too_large(),
            BodyError::TooLate => Reply::too_late(),
            BodyError::Broken => Reply::malformed(),
            BodyError::OutOfMemory => Reply::unavailable(),
        }
    }
}

impl From<OutOfMemory> for BodyError {
    fn from(_: OutOfMemory) -> BodyError {
        BodyError::OutOfMemory
    }
}

pub async fn receive(
    headers: &HeaderMap,
    mut body: Incoming,
    memory: &Memory,
    limits: &Limits,
) -> Result<ReceivedBody, BodyError> {
    let announced = body.size_hint().exact();
    // A body with a too large Content-Length is rejected before it is received.
    let is_too_large = announced.is_some_and(|bytes| bytes > LONGEST_BODY_BYTES as u64);
    if is_too_large {
        return Err(BodyError::TooLarge);
    }
    let announced = announced.map(|bytes| bytes as usize);
    let unpacked_bytes = if Coding::from_headers(headers).is_packed() { LONGEST_BODY_BYTES } else { 0 };
    let mut reservation = memory.reserve(unpacked_bytes + announced.unwrap_or(FREE_BYTES)).await?;
    let mut room = announced.unwrap_or(FREE_BYTES);
    let mut bytes = Vec::with_capacity(announced.unwrap_or_default());
    let whole = Instant::now() + limits.whole_body_wait;
    while let Some(piece) = next_piece(&mut body, memory, limits, whole).await? {
        if bytes.len() + piece.len() > LONGEST_BODY_BYTES {
            return Err(BodyError::TooLarge);
        }
        if bytes.len() + piece.len() > room {
            // The length was not announced, so reserve memory for the largest body. A part is not held meanwhile: bodies that each
            // hold a part could wait for one another.
            drop(reservation);
            reservation = memory.reserve(unpacked_bytes + LONGEST_BODY_BYTES).await?;
            room = LONGEST_BODY_BYTES;
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(ReceivedBody { bytes: bytes.into(), unpacked_bytes_max: unpacked_bytes, memory: reservation })
}

/// Returns the next piece, or None at the end.
async fn next_piece(
    body: &mut Incoming,
    memory: &Memory,
    limits: &Limits,
    whole: Instant,
) -> Result<Option<Bytes>, BodyError> {
    let deadline = whole.min(Instant::now() + limits.body_wait);
    loop {
        let look_again = deadline.min(Instant::now() + STALLED_WAIT);
        match timeout_at(look_again, body.frame()).await {
            Err(_) if memory.is_short() || Instant::now() >= deadline => return Err(BodyError::TooLate),
            Err(_) => {}
            Ok(Some(Err(_))) => return Err(BodyError::Broken),
            Ok(None) => return Ok(None),
            Ok(Some(Ok(frame))) => {
                // DynamoDB ignores trailers.
                if let Ok(piece) = frame.into_data() {
                    return Ok(Some(piece));
                }
            }
        }
    }
}
