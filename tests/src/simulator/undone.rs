//! What must be equal when everything since has been undone.

use dynalab_engine::Engine;
use dynalab_types::binary::{Malformed, Reader};

/// The snapshot without the clock, for time never goes back, and without the meters, for a read changes nothing that
/// could be undone.
pub fn comparable_after_undo(engine: &Engine) -> Vec<Vec<u8>> {
    let mut chunks = engine.snapshot();
    if let Some(state) = chunks.first_mut() {
        *state = without_clock(state).unwrap_or_default();
    }
    chunks
}

/// The snapshot's small state: counters, meters, agenda.
fn without_clock(state: &[u8]) -> Result<Vec<u8>, Malformed> {
    let mut reader = Reader::new(state);
    let mut kept = vec![reader.byte()?];
    let [ids, arrivals, _now, revision] =
        [reader.unsigned()?, reader.unsigned()?, reader.unsigned()?, reader.unsigned()?];
    kept.extend([ids, arrivals, revision].iter().flat_map(|number| number.to_le_bytes()));
    for _ in 0..reader.count()? {
        if reader.byte()? > 1 {
            reader.text()?;
        }
        reader.text()?;
        reader.unsigned()?;
    }
    while !reader.is_empty() {
        kept.push(reader.byte()?);
    }
    Ok(kept)
}
