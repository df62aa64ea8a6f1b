//! A function that a person wrote. The engine keeps its text and never runs it: it hands records over and waits until whoever holds
//! the engine reports what came of them, so that the history can be gone through without running anything.

use dynalab_types::binary::{Malformed, Reader, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub text: Box<str>,
    /// Longer than that no invocation may take.
    pub timeout_ms: u64,
}

impl Code {
    /// Behind everything else of a mapping: those of earlier versions end before it.
    pub fn write(code: Option<&Code>, writer: &mut Writer) {
        if let Some(code) = code {
            writer.text(&code.text);
            writer.unsigned(code.timeout_ms);
        }
    }

    pub fn read(reader: &mut Reader) -> Result<Option<Code>, Malformed> {
        if reader.is_empty() {
            return Ok(None);
        }
        Ok(Some(Code { text: reader.text()?.into(), timeout_ms: reader.unsigned()? }))
    }
}
