//! The sentences of the page, one module per Fluent file in `messages/`: a constant per sentence, a struct per sentence with
//! arguments. `web/sentences` generates them at build time.

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));
