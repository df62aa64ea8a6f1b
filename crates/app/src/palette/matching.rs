//! Ranks entries for a typed text: a word, the beginning of a word, a part of a name, or a question.

use dynalab_lessons::search::fold_letter;
use dynalab_lessons::search::question::{Word, asked_words, folded, typed_words};

/// The texts of an entry in which typed words are searched, from the most important to the least.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchTexts<'a> {
    pub name: &'a str,
    /// Other words for the name, separated by spaces.
    pub synonyms: &'a str,
    /// The kind of the entry, in the language of the page.
    pub kind: &'a str,
    /// A sentence about the entry.
    pub about: &'a str,
    /// Whether the entry is something to read. Then it is listed after things that do what is asked.
    pub is_reading: bool,
}

/// A part of a name in Latin letters is found only if at least so many of its letters are typed.
const PART_LETTERS_MIN: usize = 3;
/// Added to an entry whose whole name is typed.
const WHOLE_NAME: u32 = 200;
/// Entries with all words of a question, above which those with some words are left out.
const ENOUGH: usize = 5;

/// How a typed word occurs in a text, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Inside a word.
    Part,
    /// At the beginning of a word.
    Beginning,
    Word,
}

/// A text, letter by letter, without differences of case and of width.
struct Folded {
    letters: Vec<char>,
    /// Whether a word begins here. `PutItem` has two words, and a change of script begins another.
    begins: Vec<bool>,
}

/// The script of a letter. None for spaces and signs.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    Upper,
    Lower,
    Digit,
    Hiragana,
    Katakana,
    Other,
}

fn script(letter: char) -> Option<Script> {
    match letter {
        '0'..='9' => Some(Script::Digit),
        '\u{3041}'..='\u{309f}' => Some(Script::Hiragana),
        '\u{30a1}'..='\u{30ff}' => Some(Script::Katakana),
        _ if letter.is_uppercase() => Some(Script::Upper),
        _ if letter.is_lowercase() => Some(Script::Lower),
        _ => letter.is_alphanumeric().then_some(Script::Other),
    }
}

impl Folded {
    fn new(text: &str) -> Folded {
        let mut folded = Folded { letters: Vec::new(), begins: Vec::new() };
        let mut before = None;
        for letter in text.chars() {
            let now = script(letter);
            // A capital letter continues with small letters: `Put` is one word.
            let continues = now == before || (before, now) == (Some(Script::Upper), Some(Script::Lower));
            let mut begins = now.is_some() && !continues;
            before = now;
            for letter in fold_letter(letter) {
                folded.letters.push(letter);
                folded.begins.push(begins);
                begins = false;
            }
        }
        folded
    }

    /// Returns the best place of a word. A part of a Latin word counts only if `in_parts`.
    fn place(&self, word: &[char], in_parts: bool) -> Option<Place> {
        let is_latin = word.iter().all(char::is_ascii);
        // Japanese has no spaces, so a part of a text may be a word.
        let in_parts = !is_latin || (in_parts && word.len() >= PART_LETTERS_MIN);
        let windows = self.letters.windows(word.len()).enumerate().filter(|(_, letters)| *letters == word);
        let places = windows.filter_map(|(at, _)| {
            let end = at + word.len();
            let ends = self.letters.get(end).is_none_or(|next| !next.is_alphanumeric())
                || self.begins.get(end).copied().unwrap_or(true);
            match self.begins.get(at).copied().unwrap_or(true) {
                true if ends => Some(Place::Word),
                true => Some(Place::Beginning),
                false => in_parts.then_some(Place::Part),
            }
        });
        places.max()
    }
}

/// The texts of an entry, ready for a search.
struct Searched {
    name: Folded,
    others: [(Folded, [u32; 3]); 3],
    is_reading: bool,
}

impl Searched {
    fn new(texts: &SearchTexts) -> Searched {
        let others = [
            (Folded::new(texts.synonyms), [30, 50, 75]),
            (Folded::new(texts.kind), [20, 40, 50]),
            (Folded::new(texts.about), [5, 10, 20]),
        ];
        Searched { name: Folded::new(texts.name), others, is_reading: texts.is_reading }
    }

    /// Returns how well these letters match; a larger number is better.
    fn fit_of_letters(&self, letters: &[char]) -> Option<u32> {
        let of_name = self.name.place(letters, true).map(|place| [40, 80, 100][place as usize]);
        let of_others =
            self.others.iter().filter_map(|(text, fits)| Some(fits[text.place(letters, false)? as usize]));
        of_others.chain(of_name).max()
    }

    /// Returns how well a word matches. A word that means the same counts for less.
    fn fit(&self, word: &Word) -> Option<u32> {
        let of_others = word.others.iter().filter_map(|letters| Some(self.fit_of_letters(letters)? * 3 / 5));
        of_others.chain(self.fit_of_letters(&word.letters)).max()
    }

    /// Returns the sum for all words. None if one does not match.
    fn fit_of_all(&self, words: &[Word]) -> Option<u32> {
        words.iter().map(|word| self.fit(word)).sum::<Option<u32>>().map(|sum| self.weighed(sum))
    }

    fn weighed(&self, sum: u32) -> u32 {
        if self.is_reading { sum * 7 / 10 } else { sum }
    }
}

/// Returns the positions of the entries that match, the best first. Equal matches keep their order.
///
/// Entries with all typed words come first. If no entry has them, the text is taken as a question: words that say nothing about what
/// is asked are dropped. If few entries have all words of the question, those with some of them follow, rare words first.
pub fn ranked<'a>(typed: &str, entries: impl Iterator<Item = SearchTexts<'a>>) -> Vec<usize> {
    let entries: Vec<Searched> = entries.map(|texts| Searched::new(&texts)).collect();
    let name = folded(typed);
    let words = typed_words(typed);
    let whole =
        |entry: &Searched| if !name.is_empty() && name == entry.name.letters { WHOLE_NAME } else { 0 };
    let found = with_all(&words, &entries, whole);
    if !found.is_empty() {
        return found;
    }
    let words = asked_words(typed);
    if words.is_empty() {
        return Vec::new();
    }
    let mut found = with_all(&words, &entries, |_| 0);
    if found.len() < ENOUGH {
        let others = with_some(&words, &entries);
        let others: Vec<usize> = others.into_iter().filter(|position| !found.contains(position)).collect();
        found.extend(others);
    }
    found
}

/// Returns the entries that have all words, the best first.
fn with_all(words: &[Word], entries: &[Searched], more: impl Fn(&Searched) -> u32) -> Vec<usize> {
    let fit = |entry: &Searched| Some(entry.fit_of_all(words)? + more(entry));
    best_first(entries.iter().map(fit))
}

/// Returns the entries that have one of several words, the best first. A word that few entries have counts for more.
fn with_some(words: &[Word], entries: &[Searched]) -> Vec<usize> {
    let fits: Vec<Vec<Option<u32>>> =
        words.iter().map(|word| entries.iter().map(|entry| entry.fit(word)).collect()).collect();
    let rarity: Vec<u32> = fits
        .iter()
        .map(|fits| {
            let having = fits.iter().flatten().count().max(1);
            (entries.len() / having).max(1).ilog2() + 1
        })
        .collect();
    let of_entry = |(position, entry): (usize, &Searched)| {
        let of_words = fits.iter().zip(&rarity).filter_map(|(fits, rarity)| Some(fits[position]? * rarity));
        of_words.reduce(|sum, fit| sum + fit).map(|sum| entry.weighed(sum))
    };
    best_first(entries.iter().enumerate().map(of_entry))
}

fn best_first(fits: impl Iterator<Item = Option<u32>>) -> Vec<usize> {
    let mut found: Vec<(u32, usize)> =
        fits.enumerate().filter_map(|(position, fit)| Some((fit?, position))).collect();
    found.sort_by_key(|(fit, position)| (u32::MAX - fit, *position));
    found.into_iter().map(|(_, position)| position).collect()
}

#[cfg(test)]
mod tests {
    use super::{SearchTexts, ranked};

    fn found<'a>(typed: &str, entries: &[SearchTexts<'a>]) -> Vec<&'a str> {
        ranked(typed, entries.iter().copied()).into_iter().map(|position| entries[position].name).collect()
    }

    fn named<const COUNT: usize>(names: [&str; COUNT]) -> [SearchTexts<'_>; COUNT] {
        names.map(|name| SearchTexts { name, ..SearchTexts::default() })
    }

    #[test]
    fn a_word_is_before_a_beginning_and_a_beginning_before_a_part() {
        let names =
            named(["Validate", "Dates of tables", "Update an item", "Table date", "Detach everything"]);
        assert_eq!(
            found("date", &names),
            ["Table date", "Dates of tables", "Validate", "Update an item"],
            "the last has the letters d, a, t and e, but not the word"
        );
        assert!(found("dt", &names).is_empty(), "letters of several words are no match");
    }

    #[test]
    fn scattered_letters_do_not_match() {
        let names =
            named(["Change theme: light, dark or system", "Home to start", "A hot photo", "Photography"]);
        assert_eq!(found("hot", &names), ["A hot photo", "Photography"]);
        assert!(found("ho", &named(["Photography"])).is_empty(), "two letters inside a word say nothing");
    }

    #[test]
    fn a_synonym_finds_an_entry_by_its_beginning() {
        let entries = [
            SearchTexts {
                name: "Partitions", synonyms: "hot hash ホットキー", ..SearchTexts::default()
            },
            SearchTexts { name: "A hotel", ..SearchTexts::default() },
            SearchTexts { name: "A hot photo", ..SearchTexts::default() },
        ];
        assert_eq!(found("hot", &entries), ["A hot photo", "A hotel", "Partitions"]);
        assert_eq!(found("ホット", &entries), ["Partitions"]);
        assert_eq!(found("hot part", &entries), ["Partitions"]);
        assert!(found("ash", &entries).is_empty());
    }

    #[test]
    fn what_does_something_is_before_what_is_read() {
        let entries = [
            SearchTexts { name: "6.3 The hot partition", is_reading: true, ..SearchTexts::default() },
            SearchTexts {
                name: "ThrottlingException",
                about: "A hot key range.",
                is_reading: true,
                ..SearchTexts::default()
            },
            SearchTexts { name: "Traffic", synonyms: "load hot", ..SearchTexts::default() },
        ];
        assert_eq!(found("hot", &entries), ["Traffic", "6.3 The hot partition", "ThrottlingException"]);
        assert_eq!(found("hot partition", &entries), ["6.3 The hot partition"]);
        assert_eq!(found("6.3", &entries), ["6.3 The hot partition"]);
    }

    #[test]
    fn a_whole_name_is_first() {
        let entries = [
            SearchTexts { name: "Query traffic", ..SearchTexts::default() },
            SearchTexts { name: "Query", is_reading: true, ..SearchTexts::default() },
        ];
        assert_eq!(found("query", &entries), ["Query", "Query traffic"]);
    }

    #[test]
    fn entries_with_every_word_are_found() {
        let put = [SearchTexts { name: "PutItem", kind: "request", ..SearchTexts::default() }];
        for typed in ["put item", "PutItem", "item put", "request item", "putitem", ""] {
            assert_eq!(found(typed, &put), ["PutItem"], "{typed}");
        }
        assert_eq!(found("put table", &put), ["PutItem"], "one of the words, if no entry has both");
        assert!(found("delete table", &put).is_empty());
        assert!(found("?!", &put).is_empty(), "signs ask nothing");
        assert_eq!(found("", &named(["one", "two"])), ["one", "two"], "nothing typed: all, in their order");
    }

    #[test]
    fn a_question_finds_what_it_is_about() {
        let entries = [
            SearchTexts { name: "When you must use Scan", is_reading: true, ..SearchTexts::default() },
            SearchTexts {
                name: "Conditional writes",
                about: "Create once.",
                is_reading: true,
                ..SearchTexts::default()
            },
            SearchTexts {
                name: "Pagination",
                about: "Page by page.",
                is_reading: true,
                ..SearchTexts::default()
            },
            SearchTexts { name: "Import and export", synonyms: "csv generate", ..SearchTexts::default() },
        ];
        for (typed, wanted) in [
            ("why is a scan bad", "When you must use Scan"),
            ("how do I prevent a double booking?", "Conditional writes"),
            ("fake data", "Import and export"),
            ("what about paging", "Pagination"),
        ] {
            assert_eq!(found(typed, &entries).first(), Some(&wanted), "{typed}");
        }
    }

    #[test]
    fn a_rare_word_says_more_than_a_common_one() {
        let names = named(["Table one", "Table two", "Table three", "Table four", "Outbox"]);
        assert_eq!(found("table outbox", &names)[0], "Outbox");
    }

    #[test]
    fn other_writing_is_found_too() {
        let names = named(["図: パーティション", "ホットパーティション"]);
        assert_eq!(found("パーティ", &names), ["図: パーティション", "ホットパーティション"]);
        assert_eq!(found("ぱーてぃ", &names).len(), 2, "hiragana finds katakana");
        assert_eq!(found("ｑｕｅｒｙ", &named(["Query"])), ["Query"], "full-width letters too");
        assert_eq!(found("İ", &named(["i"])), ["i"], "a letter that is longer in lower case");
    }
}
