//! The questions that a program beside the engine has not answered yet, each with the future that waits for it.

use futures_channel::oneshot;

/// Why a program beside the engine did not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The page ended the program: the person stopped it, or left its page.
    Stopped,
    /// The program ended without a word: it needs more memory than it can have.
    NeedsMemory,
    /// The program ended with a panic, a fault of Dynalab.
    Panicked,
    /// The program could not be downloaded, or is of another build.
    NotFetched,
}

/// The bytes of an answer. Empty if the program cannot read the question.
pub type Answered = Result<Vec<u8>, AskError>;

#[derive(Default)]
pub struct Asks {
    last_id: u32,
    waiting: Vec<(u32, oneshot::Sender<Answered>)>,
}

impl Asks {
    /// Returns the id of a new question, and the future of its answer. Ids begin at 1.
    pub fn expect(&mut self) -> (u32, oneshot::Receiver<Answered>) {
        self.last_id = self.last_id.wrapping_add(1).max(1);
        (self.last_id, self.wait_for(self.last_id))
    }

    /// Returns the future of the answer to a question that has an id of its own.
    pub fn wait_for(&mut self, id: u32) -> oneshot::Receiver<Answered> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.push((id, sender));
        receiver
    }

    /// Hands an answer to the future that waits for it. An answer without a waiting future is dropped.
    pub fn answer(&mut self, id: u32, answer: Answered) {
        if let Some(place) = self.waiting.iter().position(|(asked, _)| *asked == id) {
            // The page that asked may be gone.
            let _ = self.waiting.swap_remove(place).1.send(answer);
        }
    }

    /// No question will be answered.
    pub fn fail(&mut self, error: AskError) {
        for (_, waiting) in self.waiting.drain(..) {
            let _ = waiting.send(Err(error));
        }
    }

    pub fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// Returns why a program ended, by the message of its `error` event. A program that could not be fetched has an event without a message.
pub fn end_of(message: &str) -> AskError {
    let is_trap = ["RuntimeError", "RangeError", "InternalError", "unreachable"];
    match is_trap.iter().any(|sign| message.contains(sign)) {
        true => AskError::NeedsMemory,
        false => AskError::NotFetched,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_find_their_question_in_any_order() {
        let mut asks = Asks::default();
        let ((one, mut first), (two, mut second)) = (asks.expect(), asks.expect());
        assert_ne!(one, two);
        asks.answer(two, Ok(vec![2]));
        asks.answer(77, Ok(vec![7]));
        assert_eq!(second.try_recv(), Ok(Some(Ok(vec![2]))));
        assert_eq!(first.try_recv(), Ok(None), "it still waits");
        asks.answer(one, Ok(vec![1]));
        assert_eq!(first.try_recv(), Ok(Some(Ok(vec![1]))));
        assert!(!asks.is_waiting());
    }

    #[test]
    fn a_program_that_ends_fails_what_waits_and_nothing_later() {
        let mut asks = Asks::default();
        let (old, mut before) = asks.expect();
        asks.fail(AskError::NeedsMemory);
        assert_eq!(before.try_recv(), Ok(Some(Err(AskError::NeedsMemory))));
        let (new, mut after) = asks.expect();
        asks.answer(old, Ok(Vec::new()));
        assert_eq!(after.try_recv(), Ok(None), "an answer of before is for nobody");
        asks.answer(new, Ok(vec![1]));
        assert_eq!(after.try_recv(), Ok(Some(Ok(vec![1]))));
    }

    #[test]
    fn no_question_has_the_id_of_a_program_that_is_ready() {
        let mut asks = Asks { last_id: u32::MAX, ..Asks::default() };
        assert_eq!(asks.expect().0, 1);
    }

    /// The messages of Chromium, Firefox and WebKit.
    #[test]
    fn a_trap_is_told_from_a_program_that_could_not_be_fetched() {
        for message in ["Uncaught RuntimeError: unreachable", "RangeError: Maximum call stack size exceeded"]
        {
            assert_eq!(end_of(message), AskError::NeedsMemory);
        }
        assert_eq!(end_of(""), AskError::NotFetched);
        assert_eq!(end_of("Uncaught SyntaxError: Unexpected token '<'"), AskError::NotFetched);
    }
}
