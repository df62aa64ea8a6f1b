//! Empties the blocks of a configuration that are no part of a table, before a parser reads them. They are only counted, and a mistake in
//! one of them is no mistake of the tables.

use super::RESOURCE;
use super::beside::{INDEX, ITEM};
use super::production::TYPES;

const BEGIN: &str = "resource \"";

/// Returns the text with its resources of other types emptied. Its lines keep their numbers.
pub fn blank(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = begin_of_resource(rest) {
        let (before, block) = rest.split_at(begin);
        blanked.push_str(before);
        let line = block.split_inclusive('\n').next().unwrap_or(block);
        let Some(head) = line.trim_end().strip_suffix('{').filter(|head| is_other(head)) else {
            blanked.push_str(line);
            rest = &block[line.len()..];
            continue;
        };
        // A block without an end is a mistake of the whole text, and the text is not searched again.
        let Some(length) = end_of_block(&block[head.len()..]) else {
            rest = block;
            break;
        };
        let (body, after) = block[head.len()..].split_at(length);
        blanked.push_str(head);
        blanked.push('{');
        blanked.extend(body.bytes().filter(|byte| *byte == b'\n').map(|_| '\n'));
        blanked.push('}');
        rest = after;
    }
    blanked.push_str(rest);
    blanked
}

/// Returns the place of the next resource at the beginning of a line.
fn begin_of_resource(text: &str) -> Option<usize> {
    if text.starts_with(BEGIN) {
        return Some(0);
    }
    let mut from = 0;
    loop {
        let place = from + text[from..].find(BEGIN)?;
        if text[..place].ends_with('\n') {
            return Some(place);
        }
        from = place + BEGIN.len();
    }
}

/// Returns true if this is the head of a resource of a type that no table has, with a name and nothing else.
fn is_other(head: &str) -> bool {
    let parts: Vec<&str> = head.splitn(6, '"').collect();
    match parts[..] {
        [_, kind, between, name, after] => {
            let is_word = |text: &str| {
                !text.is_empty()
                    && text.chars().all(|letter| letter.is_alphanumeric() || "_-".contains(letter))
            };
            is_word(kind)
                && is_word(name)
                && between.trim().is_empty()
                && after.trim().is_empty()
                && kind != RESOURCE
                && ![INDEX, ITEM].contains(&kind)
                && !TYPES.contains(&kind)
        }
        _ => false,
    }
}

/// What is open around a place of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Bracket,
    /// A text in quotes.
    Quotes,
    /// An expression in a text.
    Template,
}

/// Returns the end of the block whose opening bracket is the first letter. None if the text ends within it.
fn end_of_block(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open: Vec<Open> = Vec::new();
    let mut place = 0;
    while let Some(byte) = bytes.get(place) {
        let next = bytes.get(place + 1);
        let is_text = open.last() == Some(&Open::Quotes);
        place += match (byte, next) {
            (b'\\', Some(_)) if is_text => 2,
            (b'$' | b'%', Some(b'$' | b'%')) if is_text && bytes.get(place + 2) == Some(&b'{') => 3,
            (b'$' | b'%', Some(b'{')) if is_text => {
                open.push(Open::Template);
                2
            }
            (b'"', _) if is_text => {
                open.pop();
                1
            }
            _ if is_text => 1,
            (b'"', _) => {
                open.push(Open::Quotes);
                1
            }
            (b'#', _) | (b'/', Some(b'/')) => line_length(&text[place..]),
            (b'/', Some(b'*')) => text[place..].find("*/")? + 2,
            (b'<', Some(b'<')) => heredoc_length(&text[place..])?,
            (b'{', _) => {
                open.push(Open::Bracket);
                1
            }
            (b'}', _) => {
                open.pop()?;
                if open.is_empty() {
                    return Some(place + 1);
                }
                1
            }
            _ => 1,
        };
    }
    None
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the length of a text of several lines up to its last line. None if its last line is missing.
fn heredoc_length(text: &str) -> Option<usize> {
    let first = text.split_inclusive('\n').next()?;
    let end = first.trim_start_matches('<').trim_start_matches('-').trim();
    if end.is_empty() {
        return None;
    }
    let mut length = first.len();
    for line in text[first.len()..].split_inclusive('\n') {
        if line.trim() == end {
            return Some(length + line.len() - usize::from(line.ends_with('\n')));
        }
        length += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "resource \"aws_dynamodb_table\" \"a\" {\n  name = \"a\"\n}\n";

    #[test]
    fn other_resources_are_emptied_and_lines_stay() {
        for body in [
            "  name = \"x\"\n",
            "  name = \"}\"\n",
            "  name = \"a-${var.a[\"}\"]}-$${(\"\n",
            "  tags = { a = \"b\" }\n  part {\n    x = 1\n  }\n",
            "  policy = <<EOF\n{\n}\n}}}\nEOF\n",
            "  policy = <<-EOF\n    \"${x}\n    EOF\n",
            "  # a comment }\n  /* } */ // }\n",
            "  name = this is no value ]\n",
            "",
        ] {
            let other = format!("resource \"aws_iam_role\" \"r\" {{\n{body}}}\n");
            let text = format!("{TABLE}{other}{TABLE}{other}");
            let emptied =
                format!("resource \"aws_iam_role\" \"r\" {{{}}}\n", "\n".repeat(other.lines().count() - 1));
            assert_eq!(blank(&text), format!("{TABLE}{emptied}{TABLE}{emptied}"));
        }
    }

    #[test]
    fn what_is_no_whole_resource_of_another_type_stays() {
        for text in [
            TABLE,
            "",
            "resource \"",
            "resource \"aws_iam_role\" \"r\" {",
            "resource \"aws_iam_role\" \"r\" {\n  x = \"\n}\n",
            "resource \"aws_iam_role\" \"r\" {\n  x = <<EOF\n}\n",
            "resource \"aws_iam_role\" {\n}\n",
            "resource \"aws_iam_role\" \"a\" \"b\" {\n}\n",
            "resource \"aws_iam_role\" \"r\"\n{\n}\n",
            "  resource \"aws_iam_role\" \"r\" {\n}\n",
            "data \"aws_iam_role\" \"r\" {\n  name = \"r\"\n}\n",
        ] {
            assert_eq!(blank(text), text);
        }
    }
}
