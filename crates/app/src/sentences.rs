//! The sentences of the page, one module per Fluent file in `messages/`: a constant per sentence, a struct per sentence with
//! arguments. The build script generates them with the crate `dynalab-sentences`.

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));

#[cfg(test)]
mod tests;
