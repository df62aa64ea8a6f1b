//! Splits a typed text into the words that are searched. A person may type a name, some words, or a question.

use super::concepts::{CONCEPTS, Concept};
use super::fold_letter;

/// Letters of a text that are searched. A longer one, which was pasted, is searched by its beginning.
const LETTERS_MAX: usize = 200;

/// Words that a question has, and that say nothing about what is asked.
const STOP_WORDS: &str = "\
    a an the is are was were be been do does did how what why when where which who whose can could should would will may \
    might must i im my me we our you your it its this that these those there of in on at to for from with by and or as if \
    so than then have has had not no dont cant about into much many some any all way ways please want need use using make \
    get find show tell explain mean means happen happens avoid prevent stop am bad good best なぜ どう どうして どうやって どこ いつ 何 方法 \
    とは ください \
    data table tables item items row rows record records database dynamodb two データ テーブル 項目 レコード";

/// A word that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Without differences of case and of width.
    pub letters: Vec<char>,
    /// Words that answer as well, because they mean the same.
    pub others: Vec<Vec<char>>,
}

impl Word {
    fn new(letters: &[char]) -> Word {
        let mut others = Vec::new();
        // One scan and two scans are the same to a search.
        if let [stem @ .., 's'] = letters
            && stem.len() >= 3
            && stem.iter().all(char::is_ascii_alphanumeric)
        {
            others.push(stem.to_vec());
        }
        Word { letters: letters.to_vec(), others }
    }
}

/// Returns the words as they are typed, for a person who knows the name. A phrase of the table of concepts is one word.
pub fn typed_words(typed: &str) -> Vec<Word> {
    split(typed, |chunk| vec![chunk.to_vec()])
}

/// Returns the words of a question that say what is asked.
pub fn asked_words(typed: &str) -> Vec<Word> {
    let is_stop = |letters: &[char]| {
        let plain: Vec<char> = letters.iter().copied().filter(|letter| letter.is_alphanumeric()).collect();
        plain.is_empty() || STOP_WORDS.split(' ').any(|word| folded(word) == plain)
    };
    let words = split(typed, runs);
    let (stops, asked): (Vec<Word>, Vec<Word>) = words.into_iter().partition(|word| is_stop(&word.letters));
    if asked.is_empty() { stops } else { asked }
}

/// Returns the letters of a text without differences of case, of width, and of hiragana and katakana.
pub fn folded(text: &str) -> Vec<char> {
    text.trim().chars().flat_map(fold_letter).collect()
}

/// Returns a letter that is in lower case already, without differences of width, and of hiragana and katakana.
fn fold(letter: &char) -> char {
    fold_letter(*letter).next().unwrap_or(*letter)
}

/// Takes the phrases of concepts out of a text, and divides the rest at spaces and by `divide`.
fn split(typed: &str, divide: impl Fn(&[char]) -> Vec<Vec<char>>) -> Vec<Word> {
    // Hiragana stays hiragana here, because it shows where a word ends.
    let letters: Vec<char> = typed.trim().chars().flat_map(char::to_lowercase).take(LETTERS_MAX).collect();
    let phrases: Vec<Phrase> = CONCEPTS.iter().flat_map(phrases_of).collect();
    let mut words = Vec::new();
    let mut at = 0;
    let mut chunk = Vec::new();
    let close = |chunk: &mut Vec<char>, words: &mut Vec<Word>| {
        let divided = if chunk.is_empty() { Vec::new() } else { divide(chunk) };
        words.extend(divided.iter().map(|part| Word::new(&part.iter().map(fold).collect::<Vec<char>>())));
        chunk.clear();
    };
    while let Some(letter) = letters.get(at) {
        if let Some(word) = concept_at(&letters, at, &phrases) {
            close(&mut chunk, &mut words);
            at += word.letters.len();
            words.push(word);
        } else if letter.is_whitespace() {
            close(&mut chunk, &mut words);
            at += 1;
        } else {
            chunk.push(*letter);
            at += 1;
        }
    }
    close(&mut chunk, &mut words);
    words
}

/// A phrase of a concept, as it is searched, with its concept.
type Phrase = (Vec<char>, &'static Concept);

fn phrases_of(concept: &'static Concept) -> impl Iterator<Item = Phrase> {
    concept.asked.iter().map(move |phrase| (folded(phrase), concept))
}

/// Returns the longest phrase of a concept that stands here, with the words of all concepts that have this phrase.
fn concept_at(letters: &[char], at: usize, phrases: &[Phrase]) -> Option<Word> {
    let stands_here = |phrase: &[char]| {
        let ends = at + phrase.len();
        let here = letters.get(at..ends).is_some_and(|here| here.iter().map(fold).eq(phrase.iter().copied()));
        here && is_apart(letters, at, ends)
    };
    let here = phrases.iter().filter(|(phrase, _)| stands_here(phrase));
    let (longest, _) = here.max_by_key(|(phrase, _)| phrase.len())?;
    let own = phrases.iter().filter(|(phrase, _)| phrase == longest);
    let others = own.flat_map(|(_, concept)| concept.found.iter().map(|word| folded(word)));
    Some(Word { others: others.collect(), letters: longest.clone() })
}

/// Returns true if the letters from `from` to `to` are not a part of a longer Latin word.
fn is_apart(letters: &[char], from: usize, to: usize) -> bool {
    let is_latin = |at: usize| letters.get(at).is_some_and(char::is_ascii_alphanumeric);
    let begins = from == 0 || !(is_latin(from) && is_latin(from - 1));
    begins && !(is_latin(to) && is_latin(to - 1))
}

/// Divides a text without spaces where its script changes. Hiragana between other letters are particles and endings, so they are left out.
fn runs(chunk: &[char]) -> Vec<Vec<char>> {
    #[derive(PartialEq)]
    enum Script {
        Latin,
        Hiragana,
        Katakana,
        Other,
    }
    let script = |letter: char| match letter {
        '\u{3041}'..='\u{309f}' => Script::Hiragana,
        '\u{30a1}'..='\u{30ff}' => Script::Katakana,
        // A sign within a word, as in `begins_with` and `USER#1`, does not divide it.
        _ if letter.is_ascii() => Script::Latin,
        _ => Script::Other,
    };
    let divided: Vec<&[char]> = chunk.chunk_by(|one, other| script(*one) == script(*other)).collect();
    let is_particle = |run: &[char]| run.iter().all(|letter| script(*letter) == Script::Hiragana);
    let has_others = divided.iter().any(|run| !is_particle(run));
    let kept = divided.into_iter().filter(|run| !has_others || !is_particle(run));
    kept.map(|run| without_signs(run).to_vec()).filter(|run| !run.is_empty()).collect()
}

/// Removes signs at both ends, such as a question mark.
fn without_signs(run: &[char]) -> &[char] {
    let is_sign = |letter: &char| !letter.is_alphanumeric();
    let from = run.iter().position(|letter| !is_sign(letter)).unwrap_or(run.len());
    let to = run.iter().rposition(|letter| !is_sign(letter)).map_or(from, |last| last + 1);
    &run[from..to]
}

#[cfg(test)]
mod tests {
    use super::{Word, asked_words, typed_words};

    fn texts(words: &[Word]) -> Vec<String> {
        words.iter().map(|word| word.letters.iter().collect()).collect()
    }

    #[test]
    fn a_question_is_reduced_to_what_it_asks() {
        for (typed, wanted) in [
            ("why is a scan bad", vec!["scan"]),
            ("What does this request cost?", vec!["request", "cost"]),
            ("How do I prevent double booking?", vec!["double booking"]),
            ("スキャンはなぜ悪いのですか", vec!["スキャン", "悪"]),
            ("二重予約を防ぐには？", vec!["二重予約", "防"]),
            ("what is this", vec!["what", "is", "this"]),
            ("USER#004", vec!["user#004"]),
            ("", vec![]),
        ] {
            // Katakana and hiragana are one script to a search.
            let wanted: Vec<String> =
                wanted.iter().map(|word| super::folded(word).iter().collect()).collect();
            assert_eq!(texts(&asked_words(typed)), wanted, "{typed}");
        }
    }

    #[test]
    fn a_name_is_searched_as_it_is_typed() {
        assert_eq!(texts(&typed_words("A filter is not")), ["a", "filter", "is", "not"]);
        assert_eq!(texts(&typed_words("fake data now")), ["fake data", "now"]);
        assert_eq!(texts(&typed_words("rejoin")), ["rejoin"], "a concept is no part of a word");
    }

    #[test]
    fn a_pasted_text_is_searched_by_its_beginning() {
        let words = asked_words(&"scan ".repeat(1_000_000));
        assert_eq!(words.len(), super::LETTERS_MAX / "scan ".len());
    }

    #[test]
    fn a_word_in_the_plural_is_found_in_the_singular() {
        let words = asked_words("scans");
        assert_eq!(words[0].others, ["scan".chars().collect::<Vec<char>>()]);
    }

    #[test]
    fn each_phrase_of_a_concept_is_written_as_it_is_searched() {
        for concept in super::CONCEPTS {
            for word in concept.asked.iter().chain(concept.found) {
                assert_eq!(&word.to_lowercase(), word);
                assert_eq!(word.trim().len(), word.len());
            }
        }
    }
}
