//! The recorded points in time of the home page's table: its content at each second and after each request.

use std::collections::VecDeque;
use std::rc::Rc;

/// Maximum number of recorded points, about two minutes of seconds and requests.
const KEPT_MAX: usize = 160;

/// The recorded points in time, and the selected one.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedStates<State> {
    kept: VecDeque<Rc<State>>,
    /// The position of the selected point; none means the present.
    looked_at: Option<usize>,
}

impl<State> Default for RecordedStates<State> {
    fn default() -> Self {
        RecordedStates { kept: VecDeque::new(), looked_at: None }
    }
}

impl<State> RecordedStates<State> {
    /// Records the present content. Drops the oldest if there are too many.
    pub fn keep(&mut self, state: State) {
        self.kept.push_back(Rc::new(state));
        if self.kept.len() > KEPT_MAX {
            self.kept.pop_front();
            self.looked_at = self.looked_at.map(|place| place.saturating_sub(1));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &State> {
        self.kept.iter().map(Rc::as_ref)
    }

    /// Selects a point. The last position means the present.
    pub fn look_at(&mut self, place: usize) {
        self.looked_at = (place + 1 < self.kept.len()).then_some(place);
    }

    pub fn look_at_now(&mut self) {
        self.looked_at = None;
    }

    /// Returns the selected point; none means the present.
    pub fn past(&self) -> Option<&State> {
        self.kept.get(self.looked_at?).map(Rc::as_ref)
    }

    /// Returns the position of the slider.
    pub fn place(&self) -> usize {
        self.looked_at.unwrap_or_else(|| self.kept.len().saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(count: usize) -> RecordedStates<usize> {
        let mut states = RecordedStates::default();
        (0..count).for_each(|state| states.keep(state));
        states
    }

    #[test]
    fn a_state_is_looked_at_until_now_is_chosen() {
        let mut states = states(4);
        assert_eq!((states.past(), states.place()), (None, 3));
        states.look_at(1);
        assert_eq!((states.past(), states.place()), (Some(&1), 1));
        states.keep(4);
        assert_eq!(states.past(), Some(&1), "what comes does not move what is looked at");
        states.look_at(4);
        assert_eq!((states.past(), states.place()), (None, 4), "the last is now");
        states.look_at(0);
        states.look_at_now();
        assert_eq!(states.past(), None);
    }

    #[test]
    fn the_oldest_give_way() {
        let mut states = states(KEPT_MAX);
        states.look_at(2);
        states.keep(KEPT_MAX);
        assert_eq!((states.len(), states.past(), states.iter().next()), (KEPT_MAX, Some(&2), Some(&1)));
        assert_eq!(RecordedStates::<usize>::default().place(), 0);
    }
}
