//! Groups the found entries by what they are. The group with the best entry comes first.

use dynalab_messages::Sentence;

use crate::sentences::dialogs;

/// Maximum number of entries of a group for a typed text, so that the best entries of all groups are in view.
const FOUND_MAX: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pages,
    Tables,
    Indexes,
    Diagrams,
    Commands,
    Requests,
    Branches,
    Formats,
    Lessons,
    Terms,
    Cards,
    Errors,
}

/// A group with its entries, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<Entry> {
    pub kind: Kind,
    /// The position of its first entry among the entries of all groups.
    pub first: usize,
    pub entries: Vec<Entry>,
}

impl Kind {
    /// Returns the kind of the entries that bear this name. Commands of the clock and of the profile have names of their own.
    fn named(name: Sentence) -> Kind {
        [
            (dialogs::PALETTE_PLACE, Kind::Pages),
            (dialogs::PALETTE_TABLE, Kind::Tables),
            (dialogs::PALETTE_INDEX, Kind::Indexes),
            (dialogs::PALETTE_PICTURE, Kind::Diagrams),
            (dialogs::PALETTE_REQUEST, Kind::Requests),
            (dialogs::PALETTE_BRANCH, Kind::Branches),
            (dialogs::PALETTE_FORMAT, Kind::Formats),
            (dialogs::PALETTE_LESSON, Kind::Lessons),
            (dialogs::PALETTE_TERM, Kind::Terms),
            (dialogs::PALETTE_CARD, Kind::Cards),
            (dialogs::PALETTE_ERROR, Kind::Errors),
        ]
        .into_iter()
        .find(|(kind, _)| *kind == name)
        .map_or(Kind::Commands, |(_, kind)| kind)
    }

    pub fn heading(self) -> Sentence {
        match self {
            Kind::Pages => dialogs::PALETTE_PLACES,
            Kind::Tables => dialogs::PALETTE_TABLES,
            Kind::Indexes => dialogs::PALETTE_INDEXES,
            Kind::Diagrams => dialogs::PALETTE_PICTURES,
            Kind::Commands => dialogs::PALETTE_ACTIONS,
            Kind::Requests => dialogs::PALETTE_REQUESTS,
            Kind::Branches => dialogs::PALETTE_BRANCHES,
            Kind::Formats => dialogs::PALETTE_FORMATS,
            Kind::Lessons => dialogs::PALETTE_LESSONS,
            Kind::Terms => dialogs::PALETTE_TERMS,
            Kind::Cards => dialogs::PALETTE_CARDS,
            Kind::Errors => dialogs::PALETTE_ERRORS,
        }
    }

    /// Its name for tests.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pages => "pages",
            Kind::Tables => "tables",
            Kind::Indexes => "indexes",
            Kind::Diagrams => "diagrams",
            Kind::Commands => "commands",
            Kind::Requests => "requests",
            Kind::Branches => "branches",
            Kind::Formats => "formats",
            Kind::Lessons => "lessons",
            Kind::Terms => "terms",
            Kind::Cards => "cards",
            Kind::Errors => "errors",
        }
    }
}

/// Groups entries that are ordered by how well they match, each with the name of its kind. `is_search`: something is typed, so each group is short.
pub fn grouped<Entry>(found: impl Iterator<Item = (Sentence, Entry)>, is_search: bool) -> Vec<Group<Entry>> {
    let mut groups: Vec<Group<Entry>> = Vec::new();
    for (name, entry) in found {
        let kind = Kind::named(name);
        match groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) if is_search && group.entries.len() >= FOUND_MAX => (),
            Some(group) => group.entries.push(entry),
            None => groups.push(Group { kind, first: 0, entries: vec![entry] }),
        }
    }
    let mut first = 0;
    for group in &mut groups {
        group.first = first;
        first += group.entries.len();
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::{FOUND_MAX, Kind, grouped};
    use crate::sentences::{dialogs, workbench};

    #[test]
    fn the_group_of_the_best_entry_is_first_and_positions_continue() {
        let found = [
            (dialogs::PALETTE_PICTURE, "Partitions"),
            (dialogs::PALETTE_TERM, "hot partition"),
            (workbench::CLOCK, "Skip 1 hour"),
            (dialogs::PALETTE_PICTURE, "Traffic"),
        ];
        let groups = grouped(found.into_iter(), true);
        let shown: Vec<_> =
            groups.iter().map(|group| (group.kind, group.first, group.entries.len())).collect();
        assert_eq!(shown, [(Kind::Diagrams, 0, 2), (Kind::Terms, 2, 1), (Kind::Commands, 3, 1)]);
    }

    #[test]
    fn a_search_shortens_long_groups_and_an_empty_field_does_not() {
        let found = || (0..20).map(|number| (dialogs::PALETTE_LESSON, number));
        assert_eq!(grouped(found(), true)[0].entries.len(), FOUND_MAX);
        assert_eq!(grouped(found(), false)[0].entries.len(), 20);
    }
}
