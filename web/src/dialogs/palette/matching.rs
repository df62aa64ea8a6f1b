//! Ranks entries for a typed text. Each typed word must match a word's beginning, a part of a word, or letters in order.

/// Returns how well a text matches a name; a larger number is better. Returns none if a typed word does not match. The comparison
/// ignores case; `synonyms` are other words for the name in lower case.
pub fn fit(typed: &str, name: &str, synonyms: &str) -> Option<u32> {
    let (typed, name) = (typed.to_lowercase(), name.to_lowercase());
    typed.split_whitespace().try_fold(0, |sum, word| {
        let of_name = fit_of_word(word, &name);
        // A synonym matches by its beginning only, because letters in their order would match too many words.
        let begins = synonyms.split(' ').any(|synonym| synonym.starts_with(word));
        let of_synonym =
            begins.then_some(if synonyms.split(' ').any(|synonym| synonym == word) { 70 } else { 40 });
        Some(sum + of_name.max(of_synonym)?)
    })
}

fn fit_of_word(word: &str, name: &str) -> Option<u32> {
    if let Some(place) = name.find(word) {
        let begins = name[..place].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
        return Some(if place == 0 {
            100
        } else if begins {
            80
        } else {
            50
        });
    }
    let mut letters = name.chars();
    let in_order = word.chars().all(|wanted| letters.any(|letter| letter == wanted));
    in_order.then_some(10)
}

/// Returns the positions of the entries that match, the best first. Equal matches keep their order. Each entry is a name with its synonyms.
pub fn ranked<'a>(typed: &str, names: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<usize> {
    let mut fits: Vec<(u32, usize)> = names
        .enumerate()
        .filter_map(|(position, (name, synonyms))| Some((fit(typed, name, synonyms)?, position)))
        .collect();
    fits.sort_by_key(|(fit, position)| (u32::MAX - fit, *position));
    fits.into_iter().map(|(_, position)| position).collect()
}

#[cfg(test)]
mod tests {
    use super::{fit, ranked};

    #[test]
    fn a_beginning_fits_better_than_a_middle_and_letters_in_order_fit_last() {
        let names = ["Update an item", "Table Date", "Dates of tables", "Detach everything"];
        let names = || names.into_iter().map(|name| (name, ""));
        assert_eq!(ranked("date", names()), [2, 1, 0], "the last has no d-a-t-e in this order");
        assert_eq!(ranked("dt", names()), [0, 1, 2, 3]);
    }

    #[test]
    fn another_word_for_it_finds_it_too() {
        let names = || {
            [("Partitions", "hot hash ホットキー"), ("A hot photo", ""), ("Home to start", "")].into_iter()
        };
        assert_eq!(ranked("hot", names()), [1, 0, 2], "a name, then a synonym, then letters in their order");
        assert_eq!(ranked("ホット", names()), [0]);
        assert_eq!(ranked("hot part", names()), [0]);
        assert_eq!(ranked("otk", names()), Vec::<usize>::new());
    }

    #[test]
    fn every_word_must_be_found() {
        assert!(fit("put item", "PutItem · request", "").is_some());
        assert!(fit("put table", "PutItem · request", "").is_none());
        assert_eq!(
            ranked("", [("one", ""), ("two", "")].into_iter()),
            [0, 1],
            "nothing typed: all, in their order"
        );
    }

    #[test]
    fn other_writing_is_found_too() {
        assert!(fit("パーティ", "図: パーティション", "").is_some());
        assert!(fit("İ", "i", "").is_none(), "a letter that is longer in lower case");
    }
}
