//! Writes the sentences of the page ([`crate::page::sentences`]) in its language.

pub use dynalab_messages::{Filling, Language, Message, Messages, Sentence, Template, write};
