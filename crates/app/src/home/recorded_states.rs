//! The recorded points in time of the home page's table: its content at each second and after each request.

use std::collections::VecDeque;
use std::rc::Rc;

/// Maximum number of recorded points, about two minutes of seconds and requests.
const KEPT_MAX: usize = 160;

/// The recorded points in time, and the selected one.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedStates<Moment> {
    kept: VecDeque<Rc<Moment>>,
    /// The position of the selected point; none means the present.
    looked_at: Option<usize>,
}

impl<Moment> Default for RecordedStates<Moment> {
    fn default() -> Self {
        RecordedStates { kept: VecDeque::new(), looked_at: None }
    }
}

impl<Moment> RecordedStates<Moment> {
    /// Records the present content. Drops the oldest if there are too many.
    pub fn keep(&mut self, moment: Moment) {
        self.kept.push_back(Rc::new(moment));
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

    pub fn iter(&self) -> impl Iterator<Item = &Moment> {
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
    pub fn past(&self) -> Option<&Moment> {
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

    fn moments(count: usize) -> RecordedStates<usize> {
        let mut moments = RecordedStates::default();
        (0..count).for_each(|moment| moments.keep(moment));
        moments
    }

    #[test]
    fn a_moment_is_looked_at_until_now_is_chosen() {
        let mut moments = moments(4);
        assert_eq!((moments.past(), moments.place()), (None, 3));
        moments.look_at(1);
        assert_eq!((moments.past(), moments.place()), (Some(&1), 1));
        moments.keep(4);
        assert_eq!(moments.past(), Some(&1), "what comes does not move what is looked at");
        moments.look_at(4);
        assert_eq!((moments.past(), moments.place()), (None, 4), "the last is now");
        moments.look_at(0);
        moments.look_at_now();
        assert_eq!(moments.past(), None);
    }

    #[test]
    fn the_oldest_give_way() {
        let mut moments = moments(KEPT_MAX);
        moments.look_at(2);
        moments.keep(KEPT_MAX);
        assert_eq!((moments.len(), moments.past(), moments.iter().next()), (KEPT_MAX, Some(&2), Some(&1)));
        assert_eq!(RecordedStates::<usize>::default().place(), 0);
    }
}
