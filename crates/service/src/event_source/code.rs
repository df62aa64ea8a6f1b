//! A handler written by the user. The engine stores its text and never executes it. It provides the records and waits until the
//! host reports the result. Therefore the history can be replayed without executing handlers.

use dynalab_types::binary::{Malformed, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub text: Box<str>,
    /// The maximum duration of an invocation, in milliseconds.
    pub timeout_ms: u64,
}

impl Code {
    /// Appends the handler to a mapping. Mappings of earlier versions end before it.
    pub fn write(code: Option<&Code>, writer: &mut Writer) {
        if let Some(code) = code {
            writer.text(&code.text);
            writer.unsigned(code.timeout_ms);
        }
    }

    /// Reads a handler, if one follows.
    ///
    /// # Errors
    /// The bytes are no handler.
    pub fn read(reader: &mut Reader) -> Result<Option<Code>, Malformed> {
        if reader.is_empty() {
            return Ok(None);
        }
        Ok(Some(Code { text: reader.text()?.into(), timeout_ms: reader.unsigned()? }))
    }
}
