//! Lists that a reader with a documented maximum refuses anyway: what is far beyond the maximum is read, so that errors in it are found, but
//! not kept.

/// The lists of a text that end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListBounds {
    /// The names of members that are such lists, wherever they are.
    pub lists: &'static [&'static str],
    /// The member of the whole text that is an object of such lists, and itself ends early.
    pub object_of_lists: &'static str,
    /// The elements to keep. More than every maximum, so that the reader still finds too many.
    pub kept: usize,
}

/// How many elements of a list, or members of an object, are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Nothing,
    Elements(usize),
    /// The object of lists: its members have the bound too.
    Lists(usize),
}

impl Bound {
    pub(super) fn elements_max(self) -> usize {
        if let Bound::Elements(most) = self { most } else { usize::MAX }
    }

    pub(super) fn members_max(self) -> usize {
        if let Bound::Lists(most) = self { most } else { usize::MAX }
    }
}

impl ListBounds {
    /// Returns the bound of a member of an object that has a bound itself, at a depth counted from 1.
    pub(super) fn of_member(&self, name: &str, level: usize, object: Bound) -> Bound {
        match object {
            Bound::Lists(most) => Bound::Elements(most),
            _ if level == 1 && name == self.object_of_lists => Bound::Lists(self.kept),
            _ if self.lists.contains(&name) => Bound::Elements(self.kept),
            _ => Bound::Nothing,
        }
    }
}
