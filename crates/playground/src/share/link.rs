//! Encodes a document as the fragment of an address: `#d1.z1.…`. The parts are the version of links, the codec, and the
//! document's canonical text. The text is compressed and written as base64 for addresses.
//!
//! Codec `z1` is four bytes of checksum, then raw deflate with a dictionary of frequent document text. The dictionary belongs to
//! the codec and never changes; a better one gets the name `z2`. Nothing is sent to a server.

mod error;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use base64::{DecodeError, alphabet};
use dynalab_types::fingerprint;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::document::{Document, DocumentError, TEXT_MAX_BYTES};

pub use error::{Damage, LinkError};

const VERSION: u32 = 1;
const CODEC: &str = "z1";
const DICTIONARY: &[u8] = include_bytes!("link/dictionary_z1.txt");
const CHECKSUM_BYTES: usize = 4;

/// Longer links are rejected. Address bars accept far less.
pub const LINK_MAX_CHARACTERS: usize = 256 * 1024;
/// Some applications truncate longer links.
pub const LINK_LONG_CHARACTERS: usize = 8_000;
/// Above this length, a file is the better choice.
pub const LINK_TOO_LONG_CHARACTERS: usize = 32_000;

/// Returns the fragment of a document, without its `#`.
pub fn link_of(document: &Document) -> Result<String, DocumentError> {
    Ok(encode(&document.canonical()?))
}

pub fn document_of(link: &str) -> Result<Document, LinkError> {
    Document::parse(&decode(link)?).map_err(|error| match error {
        DocumentError::NewerVersion { version } => {
            LinkError::NewerVersion { version: u32::try_from(version).unwrap_or(u32::MAX) }
        }
        error => LinkError::NotADocument { error },
    })
}

/// Encodes a text as a fragment, without its `#`. The result is the same on every platform.
pub fn encode(text: &str) -> String {
    let mut payload = checksum(text.as_bytes()).to_vec();
    payload.extend(deflate(text.as_bytes()));
    format!("d{VERSION}.{CODEC}.{}", BASE64.encode(payload))
}

/// Decodes the text of a link. The input is a fragment with or without its `#`, or a whole address.
pub fn decode(link: &str) -> Result<String, LinkError> {
    if link.len() > LINK_MAX_CHARACTERS {
        return Err(LinkError::TooLarge { characters: link.len() });
    }
    let link: String = link.chars().filter(|letter| !letter.is_whitespace()).collect();
    let fragment = link.rsplit('#').next().unwrap_or_default();
    // A full stop or a bracket after a copied address is not part of the link.
    let in_link = |letter: char| letter.is_ascii() && alphabet::URL_SAFE.as_str().contains(letter);
    let fragment = fragment.trim_end_matches(|letter| !in_link(letter));
    let mut parts = fragment.splitn(3, '.');
    let (version, codec, payload) = (parts.next(), parts.next(), parts.next());
    match version.and_then(|version| version.strip_prefix('d')).and_then(|version| version.parse().ok()) {
        Some(VERSION) => {}
        Some(version) if version > VERSION => return Err(LinkError::NewerVersion { version }),
        _ => return Err(LinkError::NotALink),
    }
    let (Some(codec), Some(payload)) = (codec, payload) else {
        return Err(LinkError::Damaged { damage: Damage::CutOff });
    };
    if codec != CODEC {
        return Err(LinkError::UnknownCodec { codec: codec.to_owned() });
    }
    let payload = BASE64.decode(payload).map_err(|error| LinkError::Damaged {
        damage: match error {
            DecodeError::InvalidByte(place, _) => Damage::Character { place: place + 1 },
            _ => Damage::CutOff,
        },
    })?;
    let Some((expected, compressed)) = payload.split_first_chunk::<CHECKSUM_BYTES>() else {
        return Err(LinkError::Damaged { damage: Damage::CutOff });
    };
    let bytes = inflate(compressed)?;
    if checksum(&bytes) != *expected {
        return Err(LinkError::Damaged { damage: Damage::Checksum });
    }
    String::from_utf8(bytes).map_err(|_| LinkError::Damaged { damage: Damage::Checksum })
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    (fingerprint(bytes) as u32).to_le_bytes()
}

/// Compresses the dictionary first and discards that output, so that the text can refer to it.
fn deflate(bytes: &[u8]) -> Vec<u8> {
    // 10 is the highest compression level; a negative window means no header.
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(10, -15, 0));
    deflate_into(&mut compressor, DICTIONARY, TDEFLFlush::Sync);
    deflate_into(&mut compressor, bytes, TDEFLFlush::Finish)
}

fn deflate_into(compressor: &mut CompressorOxide, mut bytes: &[u8], flush: TDEFLFlush) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let (status, taken, made) = compress(compressor, bytes, &mut buffer, flush);
        compressed.extend_from_slice(&buffer[..made]);
        bytes = &bytes[taken..];
        let more = status == TDEFLStatus::Okay && (made == buffer.len() || !bytes.is_empty());
        if !more {
            return compressed;
        }
    }
}

fn inflate(compressed: &[u8]) -> Result<Vec<u8>, LinkError> {
    let damaged = |damage| LinkError::Damaged { damage };
    let mut decompressor = Box::<DecompressorOxide>::default();
    let mut text = DICTIONARY.to_vec();
    let (mut taken, mut made) = (0, DICTIONARY.len());
    let text_max = DICTIONARY.len() + TEXT_MAX_BYTES;
    loop {
        text.resize((2 * text.len()).min(text_max), 0);
        let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, took, wrote) =
            decompress(&mut decompressor, &compressed[taken..], &mut text, made, flags);
        taken += took;
        made += wrote;
        match status {
            TINFLStatus::Done if taken < compressed.len() => return Err(damaged(Damage::Compressed)),
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput if made < text_max => {}
            TINFLStatus::HasMoreOutput => {
                return Err(LinkError::NotADocument {
                    error: DocumentError::TooLarge { bytes: TEXT_MAX_BYTES + 1 },
                });
            }
            TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => {
                return Err(damaged(Damage::CutOff));
            }
            _ => return Err(damaged(Damage::Compressed)),
        }
    }
    text.truncate(made);
    text.drain(..DICTIONARY.len());
    Ok(text)
}

#[cfg(test)]
mod tests;
