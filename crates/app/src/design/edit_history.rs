//! Undo and redo of one design. Stores the state before each edit; letters typed into one field are one edit.

/// Maximum number of edits that can be undone. A design is a few kilobytes.
const EDITS_MAX: usize = 200;

#[derive(Clone, Debug, PartialEq)]
pub struct EditHistory<T> {
    past: Vec<T>,
    now: T,
    future: Vec<T>,
    /// The field of the last edit, until the focus leaves it.
    field: Option<String>,
}

impl<T: Clone + PartialEq> EditHistory<T> {
    pub fn new(now: T) -> EditHistory<T> {
        EditHistory { past: Vec::new(), now, future: Vec::new(), field: None }
    }

    pub fn now(&self) -> &T {
        &self.now
    }

    /// Records a new state. `field` names the field that is edited; consecutive edits of one field are one step.
    pub fn edit(&mut self, next: T, field: Option<&str>) {
        if next == self.now {
            return;
        }
        let continues = field.is_some() && self.field.as_deref() == field;
        let before = std::mem::replace(&mut self.now, next);
        if !continues {
            self.past.push(before);
            if self.past.len() > EDITS_MAX {
                self.past.remove(0);
            }
        }
        self.future.clear();
        self.field = field.map(str::to_owned);
    }

    /// Ends the field's step, so the next edit is a separate step.
    pub fn leave_field(&mut self) {
        self.field = None;
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.now, before));
            self.field = None;
        }
    }

    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.now, after));
            self.field = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EDITS_MAX, EditHistory};

    #[test]
    fn undo_and_redo_lead_through_all_edits() {
        let mut history = EditHistory::new(0);
        for number in [1, 2, 3] {
            history.edit(number, None);
        }
        history.undo();
        history.undo();
        assert_eq!((*history.now(), history.can_undo(), history.can_redo()), (1, true, true));
        history.redo();
        assert_eq!(*history.now(), 2);
        history.edit(9, None);
        assert!(!history.can_redo(), "an edit ends what was undone");
        history.undo();
        history.undo();
        history.undo();
        history.undo();
        assert_eq!((*history.now(), history.can_undo()), (0, false));
    }

    #[test]
    fn letters_of_one_field_are_one_step() {
        let mut history = EditHistory::new("USER#");
        for text in ["USER#{", "USER#{i", "USER#{id}"] {
            history.edit(text, Some("pk"));
        }
        history.edit("USER#{id}", Some("pk"));
        history.undo();
        assert_eq!((*history.now(), history.can_undo()), ("USER#", false));
        history.redo();
        history.edit("U#{id}", Some("pk"));
        history.leave_field();
        history.edit("V#{id}", Some("pk"));
        history.undo();
        assert_eq!(*history.now(), "U#{id}");
    }

    #[test]
    fn the_oldest_edits_are_forgotten() {
        let mut history = EditHistory::new(0);
        for number in 1..=EDITS_MAX + 5 {
            history.edit(number, None);
        }
        while history.can_undo() {
            history.undo();
        }
        assert_eq!(*history.now(), 5);
    }
}
