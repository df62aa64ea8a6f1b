//! Reads the rules of a style sheet: their selectors, and the classes in these.

/// Blocks with rules inside.
const WITH_RULES: &[&str] = &["@media", "@supports", "@container"];
const KEYFRAMES: &str = "@keyframes";

pub struct Rule {
    /// The line on which its block begins, from 1.
    pub line: usize,
    /// Keyframes have one: a class with their name.
    pub selectors: Vec<String>,
    pub is_keyframes: bool,
}

/// Returns the rules of a sheet.
pub fn rules(text: &str) -> Vec<Rule> {
    let text = without_comments(text);
    let mut rules = Vec::new();
    // The depth of braces at which the content of a rule began. Inside, there are declarations.
    let (mut depth, mut inside, mut start) = (0_usize, None, 0);
    for (at, character) in text.char_indices() {
        match character {
            '{' => {
                depth += 1;
                let head = text[start..at].trim();
                if inside.is_none() && !WITH_RULES.iter().any(|name| head.starts_with(name)) {
                    inside = Some(depth);
                    let line = text[..at].lines().count().max(1);
                    let is_keyframes = head.starts_with(KEYFRAMES);
                    rules.push(Rule { line, selectors: selectors(head), is_keyframes });
                }
                start = at + 1;
            }
            '}' => {
                if inside == Some(depth) {
                    inside = None;
                }
                depth = depth.saturating_sub(1);
                start = at + 1;
            }
            _ => {}
        }
    }
    rules
}

fn selectors(head: &str) -> Vec<String> {
    if let Some(name) = head.strip_prefix(KEYFRAMES) {
        return vec![format!(".{}", name.trim())];
    }
    let (mut selectors, mut depth) = (vec![String::new()], 0_usize);
    for character in head.chars() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if character == ',' && depth == 0 {
            selectors.push(String::new());
        } else if let Some(last) = selectors.last_mut() {
            last.push(character);
        }
    }
    selectors.into_iter().map(|selector| selector.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns the text with blanks in the place of comments, so that lines keep their numbers.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        let (comment, after) = after.split_once("*/").unwrap_or((after, ""));
        out.push_str(before);
        out.extend(comment.chars().filter(|character| *character == '\n'));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns the classes of a selector, also those inside of `:has(…)` and `:not(…)`.
pub fn classes(selector: &str) -> impl Iterator<Item = &str> {
    // Every second piece is a quoted value.
    let pieces = selector.split('"').step_by(2).flat_map(|piece| piece.split('.').skip(1));
    pieces.filter_map(|piece| {
        let in_class = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
        let class = piece.split(|character| !in_class(character)).next().unwrap_or_default();
        class.starts_with(|first: char| first.is_ascii_alphabetic()).then_some(class)
    })
}

#[test]
fn rules_are_found_in_blocks() {
    let text = "/* All\n */\n.a:is(.b, .c), d > .e { x: 1; }\n@media (max-width: 9px) {\n  .f { y: 1; }\n}\n@keyframes g { from { x: 1; } }\n";
    let found: Vec<String> =
        rules(text).iter().map(|rule| format!("{} {}", rule.line, rule.selectors.join(", "))).collect();
    assert_eq!(found, ["3 .a:is(.b, .c), d > .e", "5 .f", "7 .g"]);
}

#[test]
fn classes_are_found_everywhere_in_a_selector() {
    let found: Vec<&str> = classes(".a.b--c:not(:has(> .d)) [href=\"x.css\"] p::before").collect();
    assert_eq!(found, ["a", "b--c", "d"]);
}
