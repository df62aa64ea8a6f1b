//! Texts for people: plain words in documents, messages, pages and lessons, and an architecture that fits on one page.

use crate::repository;

/// Words that hide the actor, or that DynamoDB has another term for. Matched as whole words, in any case.
const UNPLAIN: &[&str] = &[
    "nobody",
    "somebody",
    "whoever",
    "everybody",
    "anybody",
    "for ever",
    "thrown away",
    "paid by request",
    "strong read",
    "strong reads",
    "eventual read",
    "eventual reads",
    "statistical twin",
    "licence",
    "honestly",
    "we simply",
];
/// Terms that differ from the Japanese DynamoDB guide, and full-width signs that are half-width here.
const UNPLAIN_JAPANESE: &[&str] = &[
    "強い整合性",
    "読み取りユニット",
    "グローバルインデックス",
    "ローカルインデックス",
    "主キー",
    "オートスケーリング",
    "プロビジョニング済み",
    "全て",
    "出来る",
    "分かる",
    "分から",
    "分かり",
    "（",
    "）",
    "：",
    "％",
    "〜",
    "下さい",
    "ダイヤル",
];
/// Files whose text is shown on the site.
const READ_ON_THE_SITE: &[&str] =
    &["web/messages/", "web/errors/", "static/", "crates/lessons/course/", "web/pages.json"];
const ARCHITECTURE: &str = "ARCHITECTURE.md";
const ARCHITECTURE_LINES_MAX: usize = 120;

pub fn unplain_words() -> Vec<String> {
    let mut faults = Vec::new();
    for file in &repository::all_files() {
        let is_on_site = READ_ON_THE_SITE.iter().any(|place| file.path.starts_with(place));
        let is_text = ["md", "ftl", "json", "html"].iter().any(|extension| file.has_extension(extension));
        if !(file.has_extension("md") || is_on_site && is_text) {
            continue;
        }
        for (index, line) in file.text().lines().enumerate() {
            let text = if file.has_extension("ftl") { sentence_in(line) } else { line };
            let english = UNPLAIN.iter().filter(|phrase| has_phrase(text, phrase));
            let japanese = UNPLAIN_JAPANESE.iter().filter(|phrase| text.contains(**phrase));
            faults.extend(
                english.chain(japanese).map(|phrase| format!("{}:{}: {phrase}", file.path, index + 1)),
            );
        }
    }
    faults
}

/// Returns the text of a line in a message file, without the message name.
fn sentence_in(line: &str) -> &str {
    match line.split_once(" = ") {
        Some((name, sentence)) if !name.contains(' ') => sentence,
        _ => line,
    }
}

pub fn too_long() -> Vec<String> {
    let files = repository::all_files();
    let file = files.iter().find(|file| file.path == ARCHITECTURE);
    match file.map(|file| file.text().lines().count()) {
        Some(lines) if lines <= ARCHITECTURE_LINES_MAX => Vec::new(),
        Some(lines) => vec![format!("{ARCHITECTURE} has {lines} lines, at most {ARCHITECTURE_LINES_MAX}")],
        None => vec![format!("{ARCHITECTURE} is missing")],
    }
}

fn has_phrase(line: &str, phrase: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let phrase = words(phrase);
    words(line).windows(phrase.len()).any(|window| window == phrase)
}

#[test]
fn phrases_are_whole_words() {
    assert!(has_phrase("Nobody counts.", "nobody"));
    assert!(has_phrase("what is *thrown away* too", "thrown away"));
    assert!(!has_phrase("a strong reader", "strong read"));
    assert!(!has_phrase("thrown far away", "thrown away"));
    assert_eq!(sentence_in("access-no-principals = No principals yet."), "No principals yet.");
    assert_eq!(sentence_in("    [one] one = two"), "    [one] one = two");
}
