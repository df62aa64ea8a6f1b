//! Texts for people: plain words in documents, messages, pages and lessons, and an architecture that fits on one page.

use std::collections::BTreeSet;

use dynalab_lessons::diagram::Diagram;
use dynalab_modeling::report::Rule;

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
const READ_ON_THE_SITE: &[&str] = &[
    "crates/app/messages/",
    "crates/modeling/messages/",
    "web/errors/",
    "static/",
    "crates/lessons/course/",
    "web/pages.json",
];
const DESIGNS: &str = "docs/designs.md";
const DIAGRAMS: &str = "docs/pictures.md";
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

/// Compares the diagrams of the workbench with the sections of their document. The name of a diagram is the section's title in
/// lower case, or the name in parentheses.
pub fn diagrams() -> Vec<String> {
    let files = repository::all_files();
    let document =
        files.iter().find(|file| file.path == DIAGRAMS).map(|file| file.text()).unwrap_or_default();
    let titles = document.lines().filter_map(|line| line.strip_prefix("### "));
    let sections: BTreeSet<String> = titles.map(diagram_of_title).collect();
    let known: BTreeSet<String> = Diagram::ALL.iter().map(|diagram| diagram.name().to_owned()).collect();
    sections.symmetric_difference(&known).map(|name| format!("{DIAGRAMS}: {name}")).collect()
}

fn diagram_of_title(title: &str) -> String {
    match title.split_once("(`") {
        Some((_, rest)) => rest.split('`').next().unwrap_or_default().to_owned(),
        None => title.to_lowercase(),
    }
}

/// Returns the rules of findings that the document of designs names and that do not exist. A rule stands in parentheses.
pub fn unknown_rules() -> Vec<String> {
    let files = repository::all_files();
    let document = files.iter().find(|file| file.path == DESIGNS).map(|file| file.text()).unwrap_or_default();
    let named: Vec<&str> = rules_in(document).collect();
    let none = named.is_empty().then(|| format!("{DESIGNS} names no rule"));
    let unknown = named.into_iter().filter(|name| !Rule::CODES.contains(name));
    unknown.map(|name| format!("{DESIGNS}: {name}")).chain(none).collect()
}

/// Returns the names in backquotes and parentheses, at the end of the bold title of a list item.
fn rules_in(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("- **")?.split_once("** (`")?.1.split('`').next())
}

#[test]
fn rules_are_found_in_titles() {
    let text = "- **A** (`a-b`): `c`\n- **D**: (`e`)\n**F** (`g`)\n";
    assert_eq!(rules_in(text).collect::<Vec<_>>(), ["a-b"]);
}

#[test]
fn a_section_names_its_diagram() {
    assert_eq!(diagram_of_title("Vector search (`vectors`)"), "vectors");
    assert_eq!(diagram_of_title("Cache"), "cache");
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
