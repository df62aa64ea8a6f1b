//! Markdown: CommonMark with the tables of GitHub.

use crate::visible::{self, Replacements};

/// Signs that begin something in a line, wherever they stand.
const ALWAYS: &str = "\\`*_[]~$@#^";

/// Returns a text for a heading, a list or a table. Nothing in it is markup: no link, no image, no HTML.
pub fn text(text: &str, replaced: &mut Replacements) -> String {
    inline(&replaced.shown(text, visible::control_sign))
}

/// Returns a text of several lines as paragraphs. An empty line ends a paragraph.
pub fn paragraphs(text: &str, replaced: &mut Replacements) -> String {
    let mut out = String::new();
    let mut is_first = true;
    for line in text.lines() {
        let line = self::text(line, replaced);
        if line.is_empty() {
            is_first = true;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if is_first { "\n\n" } else { "\\\n" });
        }
        is_first = false;
        out.push_str(&line);
    }
    out
}

fn inline(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let is_word =
        |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphanumeric());
    let begins = letters.iter().take_while(|letter| letter.is_whitespace()).count();
    let ends = letters.len() - letters.iter().rev().take_while(|letter| letter.is_whitespace()).count();
    // The digits before the mark of a list with numbers.
    let digits = letters.iter().take_while(|letter| letter.is_ascii_digit()).count();
    for (at, letter) in letters.iter().copied().enumerate() {
        let before = at.checked_sub(1);
        let is_active = match letter {
            '-' | '+' | '=' => at == 0,
            // The point of an address, and the mark of a list with numbers.
            '.' => is_word(before) && is_word(Some(at + 1)) || at == digits && at > 0,
            ')' => at == digits && at > 0,
            ':' => at + 1 < letters.len() && letters.get(at + 1) != Some(&' '),
            '!' => letters.get(at + 1) == Some(&'['),
            _ => ALWAYS.contains(letter),
        };
        match letter {
            // A cell ends at a bar, and programs disagree about a backslash before it.
            '|' => out.push_str("&#124;"),
            // Programs that know no escapes must see no element either.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Space at the ends would be cut off.
            _ if letter.is_whitespace() && (at < begins || at >= ends || letter == '\t') => {
                out.push_str(&format!("&#{};", u32::from(letter)));
            }
            _ => {
                if is_active {
                    out.push('\\');
                }
                out.push(letter);
            }
        }
    }
    out
}

/// Returns lines of code in a block that nothing in them can end.
pub fn block(language: &str, code: &str) -> String {
    let longest = code.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}")
}

/// Returns a text in the font of code. A text that a span of code cannot hold in every program is written without one.
pub fn code(text: &str, replaced: &mut Replacements) -> String {
    let shown = replaced.shown(text, visible::control_sign);
    let is_simple = !shown.is_empty()
        && !shown.contains(['`', '|', '\\', '\t'])
        && !shown.starts_with(char::is_whitespace)
        && !shown.ends_with(char::is_whitespace);
    if is_simple { format!("`{shown}`") } else { inline(&shown) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(plain: &str) -> String {
        text(plain, &mut Replacements::default())
    }

    #[test]
    fn nothing_in_a_text_is_markup() {
        for (plain, expected) in [
            ("Orders of a user", "Orders of a user"),
            ("Costs: 5.", "Costs: 5."),
            ("![t](http://x.y)", "\\!\\[t\\](http\\://x\\.y)"),
            ("[c](javascript:alert(1))", "\\[c\\](javascript\\:alert(1))"),
            ("a|b", "a&#124;b"),
            ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
            ("1. x", "1\\. x"),
            ("12) x", "12\\) x"),
            ("- x", "\\- x"),
            (" a ", "&#32;a&#32;"),
            ("a\nb", "a\u{240a}b"),
            ("www.example.com", "www\\.example\\.com"),
            ("USER#{id}", "USER\\#{id}"),
        ] {
            assert_eq!(written(plain), expected);
        }
        let mut replaced = Replacements::default();
        assert_eq!(code("USER#{id}", &mut replaced), "`USER#{id}`");
        assert_eq!(code("a`b", &mut replaced), "a\\`b");
        assert_eq!(code("a|b", &mut replaced), "a&#124;b");
        assert_eq!(paragraphs("a\nb\n\n\nc\r\n", &mut replaced), "a\\\nb\n\nc");
        assert_eq!(block("json", "{}"), "```json\n{}\n```");
        assert_eq!(block("", "a\n````\nb"), "`````\na\n````\nb\n`````");
        assert!(replaced.texts.is_empty());
        assert_eq!(code("a\0", &mut replaced), "`a\u{2400}`");
        assert_eq!(replaced.texts, ["a\u{2400}"]);
    }
}
