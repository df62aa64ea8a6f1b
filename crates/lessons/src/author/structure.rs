//! Checks that both languages have the same parts and structure, and that each follows its rules of style.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, TextMergeStream};

use super::parts::Parts;
use super::problem::{LanguagesProblem, TextProblem};
use crate::text::Language;

const SENTENCE_WORDS_MAX: usize = 18;

/// Replaces code in plain text: one word in Latin letters.
const CODE_WORD: &str = "Code";

pub(super) fn compare(english: &Parts, japanese: &Parts) -> Vec<LanguagesProblem> {
    if english.keys() != japanese.keys() {
        return vec![LanguagesProblem::OtherParts { english: english.keys(), japanese: japanese.keys() }];
    }
    let mut problems = Vec::new();
    for ((part, english), (_, japanese)) in english.parts.iter().zip(&japanese.parts) {
        let pairs = [
            ("headings, lists and code blocks", blocks(english), blocks(japanese)),
            ("placeholders", placeholders(english), placeholders(japanese)),
            ("links", links(english), links(japanese)),
        ];
        for (what, english, japanese) in
            pairs.into_iter().filter(|(_, english, japanese)| english != japanese)
        {
            problems.push(LanguagesProblem::OtherStructure {
                part: part.clone(),
                what,
                english: english.join(", "),
                japanese: japanese.join(", "),
            });
        }
    }
    problems
}

fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    TextMergeStream::new(Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH))
}

fn blocks(markdown: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut in_code = false;
    for event in events(markdown) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => blocks.push(format!("heading {level}")),
            Event::Start(Tag::List(start)) => {
                blocks.push(if start.is_some() { "numbered list" } else { "list" }.to_owned());
            }
            Event::Start(Tag::Item) => blocks.push("list item".to_owned()),
            Event::Start(Tag::Table(columns)) => blocks.push(format!("table of {} columns", columns.len())),
            Event::Start(Tag::TableRow) => blocks.push("table row".to_owned()),
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code = true;
                if let CodeBlockKind::Fenced(info) = kind {
                    blocks.push(format!("code {info}"));
                }
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if in_code => blocks.push(text.trim().to_owned()),
            _ => {}
        }
    }
    blocks
}

fn placeholders(markdown: &str) -> Vec<String> {
    let mut names: Vec<String> = markdown
        .split("${")
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name.to_owned())
        .collect();
    names.sort();
    names
}

fn links(markdown: &str) -> Vec<String> {
    let mut links: Vec<String> = events(markdown)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
            _ => None,
        })
        .collect();
    links.sort();
    links.dedup();
    links
}

/// Returns the text of each paragraph, list item and cell. One word replaces each piece of code.
pub(super) fn paragraphs(markdown: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut in_code_block = false;
    for event in events(markdown) {
        let Some(current) = paragraphs.last_mut() else { continue };
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code_block = true,
            Event::End(TagEnd::CodeBlock) => in_code_block = false,
            Event::Text(text) if !in_code_block => current.push_str(&without_placeholders(&text)),
            Event::Code(_) => current.push_str(CODE_WORD),
            Event::SoftBreak | Event::HardBreak => current.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_) | TagEnd::TableCell) => {
                paragraphs.push(String::new());
            }
            _ => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
}

/// Replaces each placeholder by one number.
fn without_placeholders(text: &str) -> String {
    super::facts::replace(text, |_| Ok::<_, ()>("0".to_owned())).unwrap_or_default()
}

pub(super) fn check_style(language: Language, parts: &Parts) -> Vec<TextProblem> {
    let mut problems = Vec::new();
    for (part, markdown) in &parts.parts {
        for paragraph in paragraphs(markdown) {
            problems.extend(check_paragraph(language, part, &paragraph));
        }
    }
    problems
}

pub(super) fn check_paragraph(language: Language, part: &str, paragraph: &str) -> Vec<TextProblem> {
    match language {
        Language::English => long_sentences(part, paragraph),
        Language::Japanese => typography(part, paragraph),
    }
}

fn long_sentences(part: &str, paragraph: &str) -> Vec<TextProblem> {
    let mut sentences: Vec<String> = vec![String::new()];
    for word in paragraph.split_whitespace() {
        let Some(sentence) = sentences.last_mut() else { continue };
        sentence.push_str(word);
        sentence.push(' ');
        if word.trim_end_matches([')', '"', '”']).ends_with(['.', '?', '!', ':']) {
            sentences.push(String::new());
        }
    }
    let words = |sentence: &str| {
        sentence.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
    };
    let long = sentences.into_iter().filter(|sentence| words(sentence) > SENTENCE_WORDS_MAX);
    long.map(|sentence| TextProblem::LongSentence {
        part: part.to_owned(),
        words: words(&sentence),
        sentence: sentence.trim().to_owned(),
    })
    .collect()
}

/// Japanese words that the course spells differently, with the spelling to use.
const WORDS: [(&str, &str); 6] = [
    ("読み取り", "write 読み込み for this word"),
    ("強い整合性", "write 強力な整合性 for this word"),
    ("出来る", "write できる for this word"),
    ("分かる", "write わかる for this word"),
    ("全て", "write すべて for this word"),
    ("下さい", "write ください for this word"),
];

fn typography(part: &str, paragraph: &str) -> Vec<TextProblem> {
    let mut problems = Vec::new();
    let mut found = |rule: &'static str, text: String| {
        problems.push(TextProblem::Typography { part: part.to_owned(), rule, text });
    };
    for (phrase, rule) in WORDS {
        if paragraph.contains(phrase) {
            found(rule, phrase.to_owned());
        }
    }
    if let Some(wide) = paragraph.chars().find(|character| "（）：％？！／".contains(*character)) {
        found("this character is half width", wide.to_string());
    }
    let characters: Vec<char> = paragraph.chars().collect();
    for (place, pair) in characters.windows(2).enumerate() {
        let around =
            || characters[place.saturating_sub(6)..(place + 8).min(characters.len())].iter().collect();
        match (pair[0], pair[1]) {
            (left, right) if is_japanese(left) && is_latin(right) || is_latin(left) && is_japanese(right) => {
                found("a space stands between Japanese and Latin words or numbers", around());
            }
            (left, ',' | '.') if is_japanese(left) => found("、 and 。 are full width", around()),
            (left, '(') if is_japanese(left) => found("a space stands before a parenthesis", around()),
            (')', right) if is_japanese(right) => found("a space stands behind a parenthesis", around()),
            (' ', '、' | '。' | '」') | ('「' | '、' | '。', ' ') => {
                found("no space stands here", around())
            }
            _ => {}
        }
    }
    problems
}

fn is_japanese(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '々')
}

fn is_latin(character: char) -> bool {
    character.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Parts {
        Parts::parse(text).0
    }

    #[test]
    fn structure_is_compared_part_by_part() {
        let english = parts("# text\n\nA `b` ${n}.\n\n- one\n- two\n\n[x](term:item)\n");
        let same = parts("# text\n\nB です。`b` ${n}\n\n- 一\n- 二\n\n[項目](term:item)\n");
        assert_eq!(compare(&english, &same), []);
        let other = parts("# text\n\nB ${m}\n\n- 一\n\n[項目](term:table)\n");
        let what: Vec<&str> = compare(&english, &other)
            .iter()
            .map(|problem| match problem {
                LanguagesProblem::OtherStructure { what, .. } => *what,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(what, ["headings, lists and code blocks", "placeholders", "links"]);
        let fewer = parts("# task\n\nx\n");
        assert!(matches!(compare(&english, &fewer)[..], [LanguagesProblem::OtherParts { .. }]));
    }

    #[test]
    fn long_sentences_are_found() {
        let text =
            format!("# text\n\n{}. Short.\n\n{}.\n", "word ".repeat(18).trim(), "word ".repeat(19).trim());
        let found = check_style(Language::English, &parts(&text));
        assert!(matches!(found[..], [TextProblem::LongSentence { words: 19, .. }]), "{found:?}");
    }

    #[test]
    fn japanese_keeps_its_spaces() {
        let count =
            |text: &str| check_style(Language::Japanese, &parts(&format!("# text\n\n{text}\n"))).len();
        assert_eq!(
            count("テーブル `Music` に 3 件の項目 (アイテム) を書き込みます。1 WCU を消費します。"),
            0
        );
        assert_eq!(count("テーブル`Music` に"), 1);
        assert_eq!(count("3件"), 1);
        assert_eq!(count("項目（アイテム）"), 1);
        assert_eq!(count("項目(アイテム) は"), 1);
        assert_eq!(count("読み取り"), 1);
        assert_eq!(count("項目 。"), 1);
    }
}
