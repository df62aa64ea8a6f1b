//! The sentences of the page, one module for each Fluent file in `messages/`: a constant for each sentence, a struct for each
//! sentence with arguments. `web/sentences` generates them at build time.

include!(concat!(env!("OUT_DIR"), "/sentences.rs"));
