//! Any text goes into a literal and comes back the same, read by plain readers of each language's rules.

use dynalab_literals::{
    Part, Replacements, csv, escapes, go, java, javascript, python, rust, shell, visible, yaml,
};

/// Texts with a meaning in some language.
const HOSTILE: [&str; 44] = [
    "",
    "'",
    "\"",
    "`",
    "\\",
    "\\u000a",
    "\\\\u000a",
    "\\u{client:?}",
    "@@0@@",
    "{{}}",
    "{}",
    "{",
    "}",
    "${x}",
    "$${x}",
    "%{x}",
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "'x",
    "''=x",
    "2026-01-01",
    "1_000",
    "0b11",
    "yes",
    "null",
    "--endpoint-url=http://x",
    "file:///etc/passwd",
    "fileb://x",
    "http://x",
    "$(id)",
    "$x",
    "\0",
    "\r\n",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}",
    "\u{202e}",
    "\u{fffe}",
    "\u{1f600}",
];

/// A seeded sequence of texts: pieces of the hostile ones, and characters of all of Unicode.
struct Texts(u64);

impl Texts {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    fn one(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(6) {
            match self.below(4) {
                0 => text.push_str(HOSTILE[self.below(HOSTILE.len())]),
                1 => text.extend(char::from_u32(self.below(0x11_0000) as u32)),
                2 => text.extend(char::from_u32(self.below(0x100) as u32)),
                _ => text.extend(["\\", "\"", "'", "{", "}", "$", "`", "u"].into_iter().nth(self.below(8))),
            }
        }
        text
    }
}

fn texts() -> impl Iterator<Item = String> {
    let mut drawn = Texts(7);
    HOSTILE.into_iter().map(str::to_owned).chain((0..20_000).map(move |_| drawn.one()))
}

/// Returns the content of a literal with these quotes, which must end at its end and hold no rare character.
fn inside<'a>(literal: &'a str, open: &str, close: &str) -> &'a str {
    let content = literal.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)).expect(literal);
    assert!(
        !content.contains(
            |letter: char| letter.is_control() || "\u{2028}\u{2029}\u{feff}\u{202e}".contains(letter)
        )
    );
    content
}

#[test]
fn literals_hold_every_text() {
    for text in texts() {
        for literal in [
            javascript::text(&text),
            python::text(&text),
            rust::text(&text),
            java::text(&text),
            go::text(&text),
        ] {
            let content = inside(&literal, "\"", "\"");
            assert_eq!(escapes::end_of_literal(&literal[1..]), Some(content.len()), "{literal}");
            assert_eq!(escapes::read(content).as_deref(), Some(text.as_str()), "{literal}");
        }
    }
}

#[test]
fn parts_of_a_text_stay_parts() {
    for pair in texts().collect::<Vec<String>>().windows(2) {
        let (first, last) = (pair[0].as_str(), pair[1].as_str());
        let both = [Part::Text(first), Part::Text(last)];
        let literal = javascript::joined(&both);
        assert_eq!(read_template(inside(&literal, "`", "`")), format!("{first}{last}"), "{literal}");
        let parts = [Part::Text(first), Part::Value("slot"), Part::Text(last)];
        let literal = javascript::joined(&parts);
        let content = inside(&literal, "`", "`");
        assert_eq!(read_template(content), format!("{first}\u{1}slot\u{1}{last}"), "{literal}");
        let literal = python::joined(&parts);
        assert_eq!(
            read_braces(inside(&literal, "f\"", "\"")),
            format!("{first}\u{1}slot\u{1}{last}"),
            "{literal}"
        );
        let literal = rust::joined(&parts);
        assert_eq!(
            read_braces(inside(&literal, "format!(\"", "\", slot)")),
            format!("{first}\u{1}\u{1}{last}"),
            "{literal}"
        );
    }
}

/// Reads a template literal. A value stands between two marks.
fn read_template(content: &str) -> String {
    let mut out = String::new();
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' if rest[1..].starts_with('u') => 6,
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '$' if rest.starts_with("${") => {
                let end = rest.find('}').expect(rest);
                out.extend(["\u{1}", &rest[2..end], "\u{1}"]);
                rest = &rest[end + 1..];
                continue;
            }
            _ => first.len_utf8(),
        };
        assert_ne!(first, '`', "{content}");
        out.push_str(&escapes::read(&rest[..length]).expect(rest));
        rest = &rest[length..];
    }
    out
}

/// Reads a formatted string of Python or Rust: first its escapes, as tokens do, then its braces.
fn read_braces(content: &str) -> String {
    let mut out = String::new();
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("{{") || rest.starts_with("}}") {
            out.push(first);
            rest = &rest[2..];
        } else if first == '{' {
            let end = rest.find('}').expect(rest);
            out.extend(["\u{1}", &rest[1..end], "\u{1}"]);
            rest = &rest[end + 1..];
        } else {
            assert_ne!(first, '}', "{content}");
            let length = match first {
                '\\' if rest[1..].starts_with("u{") => rest.find('}').expect(rest) + 1,
                '\\' if rest[1..].starts_with('u') => 6,
                '\\' => 2,
                _ => first.len_utf8(),
            };
            out.push_str(&escapes::read(&rest[..length]).expect(rest));
            rest = &rest[length..];
        }
    }
    out
}

#[test]
fn words_of_a_shell_hold_every_text() {
    for text in texts().filter(|text| !text.contains('\0')) {
        let word = shell::word(&text);
        let mut read = String::new();
        let mut rest = word.as_str();
        while !rest.is_empty() {
            if let Some(quoted) = rest.strip_prefix('\'') {
                let (inner, after) = quoted.split_once('\'').expect(&word);
                read.push_str(inner);
                rest = after;
            } else if let Some(escaped) = rest.strip_prefix("\\'") {
                read.push('\'');
                rest = escaped;
            } else {
                let first = rest.chars().next().expect(&word);
                assert!(first.is_ascii_alphanumeric() || "_./-@+".contains(first), "{word}");
                read.push(first);
                rest = &rest[1..];
            }
        }
        assert_eq!(read, text, "{word}");
    }
}

#[test]
fn scalars_of_yaml_are_texts_or_quoted() {
    for text in texts() {
        let scalar = yaml::text(&text);
        if scalar == text {
            assert!(text.starts_with(|first: char| first.is_ascii_alphabetic()), "{text}");
            continue;
        }
        let content = inside(&scalar, "\"", "\"");
        assert_eq!(escapes::read(content).as_deref(), Some(text.as_str()), "{scalar}");
    }
}

#[test]
fn fields_of_a_sheet_come_back() {
    for text in texts() {
        let mut row = String::new();
        csv::row([text.as_str(), "x"], &mut row);
        let field = row.strip_suffix(",x").expect(&row);
        let field = match field.strip_prefix('"') {
            Some(quoted) => quoted.strip_suffix('"').expect(&row).replace("\"\"", "\""),
            None => field.to_owned(),
        };
        assert_eq!(csv::unguarded(&field), text);
        let first = field.trim_start_matches(' ').chars().next();
        assert!(
            csv::is_number(&field) || !first.is_some_and(|first| "=+-@\t\r\n".contains(first)),
            "{row:?}"
        );
    }
}

#[test]
fn comments_are_one_line_and_name_what_they_changed() {
    let comments: [fn(&str, &mut Replacements) -> String; 6] =
        [javascript::comment, python::comment, rust::comment, java::comment, go::comment, shell::comment];
    for text in texts() {
        for comment in comments {
            let mut replaced = Replacements::default();
            let written = comment(&text, &mut replaced);
            let ends_lines = "\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}";
            let turns = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\0\u{feff}";
            assert!(
                !written.contains(|letter| ends_lines.contains(letter) || turns.contains(letter)),
                "{written:?}"
            );
            let is_changed = text.chars().any(|letter| visible::comment_sign(letter).is_some());
            assert_eq!(replaced.texts.len(), usize::from(is_changed));
        }
    }
}
