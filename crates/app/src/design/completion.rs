//! What a field of the design offers while one types: names of the design that begin as the typed text ends.

use dynalab_modeling::Design;
use dynalab_modeling::design::AccessPattern;
use dynalab_modeling::shape::{Named, nearest};

/// Most offers of a field.
const OFFERS_MAX: usize = 12;

/// The names that a field can complete, and where they stand in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// In braces, as in `USER#{user_id}`.
    Braces(Vec<String>),
    /// As a word of an expression.
    Words(Vec<String>),
    /// As the whole text.
    Whole(Vec<String>),
}

impl Completion {
    /// Returns whole texts that continue the typed one.
    pub fn offers(&self, typed: &str) -> Vec<String> {
        let (start, names, end) = match self {
            Completion::Whole(names) => (0, names, ""),
            Completion::Braces(names) => {
                match typed.rfind('{').filter(|brace| !typed[*brace..].contains('}')) {
                    Some(brace) => (brace + 1, names, "}"),
                    None => return Vec::new(),
                }
            }
            Completion::Words(names) => {
                let is_part = |one: char| one.is_alphanumeric() || "_-".contains(one);
                let start = typed.trim_end_matches(is_part).len();
                // A name after `:` or `#` is one that the person makes up.
                if start == typed.len() || typed[..start].ends_with([':', '#', '.']) {
                    return Vec::new();
                }
                (start, names, "")
            }
        };
        let (before, begun) = typed.split_at(start);
        let fitting = names.iter().filter(|name| name.starts_with(begun) && (end == "}" || *name != begun));
        fitting.take(OFFERS_MAX).map(|name| format!("{before}{name}{end}")).collect()
    }
}

/// Returns the attributes of an entity, in their order.
pub fn attributes_of(design: &Design, entity: &str) -> Vec<String> {
    let attributes = design.entity(entity).map(|entity| entity.attributes.as_slice()).unwrap_or_default();
    attributes.iter().map(|attribute| attribute.name.clone()).collect()
}

/// Returns the names of the design that a member can have, each once.
pub fn names(design: &Design, pattern: Option<&AccessPattern>, named: Named) -> Vec<String> {
    let tables = || design.tables.iter();
    let mut names: Vec<String> = match named {
        Named::Entity => design.entities.iter().map(|entity| entity.name.clone()).collect(),
        Named::Table => tables().map(|table| table.name.clone()).collect(),
        Named::Index => tables()
            .flat_map(|table| {
                let vectors = table.vector_indexes.iter().map(|index| index.name.clone());
                table.indexes.iter().map(|index| index.name.clone()).chain(vectors)
            })
            .collect(),
        Named::Item => tables().flat_map(|table| &table.items).map(|item| item.name().to_owned()).collect(),
        Named::Attribute => {
            let stored = design.entities.iter().flat_map(|entity| &entity.attributes);
            let keys =
                tables().flat_map(|table| table.key_attributes().into_iter().map(|key| key.name.clone()));
            stored.map(|attribute| attribute.name.clone()).chain(keys).collect()
        }
        Named::EntityAttribute => design
            .entities
            .iter()
            .flat_map(|entity| {
                entity.attributes.iter().map(|attribute| format!("{}.{}", entity.name, attribute.name))
            })
            .collect(),
        Named::Parameter => {
            pattern.into_iter().flat_map(|pattern| pattern.parameters.keys().cloned()).collect()
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Returns the known name that is nearest to an unknown one. None if the name is known. The inner value is None if no name is near.
pub fn unknown<'a>(known: &'a [String], name: &str) -> Option<Option<&'a str>> {
    let is_known = name.is_empty() || known.iter().any(|known| known == name);
    (!is_known).then(|| nearest(name, known.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::{Completion, unknown};

    fn names() -> Vec<String> {
        ["seat_id", "section", "status"].map(str::to_owned).to_vec()
    }

    #[test]
    fn an_open_brace_offers_the_attributes() {
        let braces = Completion::Braces(names());
        assert_eq!(braces.offers("SEAT#{se"), ["SEAT#{seat_id}", "SEAT#{section}"]);
        assert_eq!(braces.offers("SEAT#{section}#{sta"), ["SEAT#{section}#{status}"]);
        assert_eq!(braces.offers("SEAT#{").len(), 3);
        assert!(braces.offers("SEAT#{section}").is_empty());
        assert!(braces.offers("se").is_empty());
    }

    #[test]
    fn an_expression_offers_the_attributes_and_no_names_of_its_own() {
        let words = Completion::Words(names());
        assert_eq!(words.offers("SET sta"), ["SET status"]);
        for typed in ["SET status", "SET status = :se", "#se", "", "SET "] {
            assert!(words.offers(typed).is_empty(), "{typed}");
        }
    }

    #[test]
    fn an_unknown_name_has_its_nearest() {
        let known = names();
        assert_eq!(unknown(&known, "section"), None);
        assert_eq!(unknown(&known, "sectoin"), Some(Some("section")));
        assert_eq!(unknown(&known, "ev"), Some(None));
    }
}
