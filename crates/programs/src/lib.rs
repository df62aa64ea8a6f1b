//! The programs beside the engine: what the page asks of each, as one closed enum, and how the program answers.
//!
//! They work on what other people made. Each has a thread of its own and at most [`MEMORY_MAX_BYTES`], so the page can end it at any
//! time, and the engine is not part of that. They have no clock: a program passes its own.

/// Makes each question a variant of the messages of its program, and pairs it with the type of its answer.
macro_rules! asks {
    ($program:ident; $($question:ident => $answer:ty;)*) => {
        $(impl $crate::Ask for $question {
            type Program = $program;
            type Answer = $answer;

            fn message(self) -> $program {
                $program::$question(self)
            }
        })*
    };
}

pub mod bench;
pub mod files;

use dynalab_playground::message_bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most memory that a program beside the engine can have, in bytes. The linker writes it into the module, and the build compares.
pub const MEMORY_MAX_BYTES: u64 = 1 << 30;

/// A question to a program, with the type of its answer.
pub trait Ask {
    /// All questions of the program, which are the messages to it.
    type Program: Serialize + DeserializeOwned;
    type Answer: Serialize + DeserializeOwned;

    /// Returns the question as a message to its program.
    fn message(self) -> Self::Program;
}

/// Writes an answer as the bytes of the answer type of its question.
fn bytes<A: Ask>(answer: &A::Answer) -> Option<Vec<u8>> {
    message_bytes::write(answer)
}
