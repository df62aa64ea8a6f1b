//! NextToken: the position where a SELECT continues, and the request that it belongs to. Clients cannot interpret it.

use dynalab_engine::error::StatementError;
use dynalab_types::binary::{Reader, Writer};
use dynalab_types::wire::{base64_bytes, base64_text};
use dynalab_types::{Item, fingerprint};

use crate::statement::StatementRequest;

pub(crate) const TOKEN_LENGTH_MAX: usize = 32_768;
const FORMAT: u8 = 1;

pub(crate) fn encode(request: &StatementRequest, last_key: &Item) -> String {
    let mut writer = Writer::default();
    writer.byte(FORMAT);
    writer.slice(&fingerprint_of(request));
    writer.map(last_key);
    base64_text(&writer.bytes)
}

pub(crate) fn decode(request: &StatementRequest, token: &str) -> Result<Item, StatementError> {
    let bytes = base64_bytes(token).ok_or(StatementError::InvalidToken)?;
    let mut reader = Reader::new(&bytes);
    let invalid = |_| StatementError::InvalidToken;
    if reader.byte().map_err(invalid)? != FORMAT {
        return Err(StatementError::InvalidToken);
    }
    if reader.slice().map_err(invalid)? != fingerprint_of(request) {
        return Err(StatementError::TokenOfOtherRequest);
    }
    reader.map().map_err(invalid)
}

fn fingerprint_of(request: &StatementRequest) -> [u8; 16] {
    let mut writer = Writer::default();
    request.write_payload(&mut writer);
    fingerprint(&writer.bytes).to_be_bytes()
}
