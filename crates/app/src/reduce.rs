//! State that only its actions change: each action is data, so the actions of a session can be printed and replayed.

/// A part of the page's state.
pub trait Reduce: Clone {
    /// Everything that can happen to it, as a closed enum.
    type Action: Clone;

    fn apply(&mut self, action: Self::Action);
}
