//! Finds problems in JSON text and formats it. Works on the text, so numbers and the order of names do not change.

use serde::de::IgnoredAny;

const LINE_WIDTH: usize = 68;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonProblem {
    pub line: usize,
    pub column: usize,
    /// Whether the text ends before the JSON does.
    pub unfinished: bool,
    /// The parser's message, without the position.
    pub detail: String,
}

pub fn problem(text: &str) -> Option<JsonProblem> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let whole = error.to_string();
    let detail = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(detail, _)| detail).to_owned();
    Some(JsonProblem { line: error.line(), column: error.column(), unfinished: error.is_eof(), detail })
}

/// Formats JSON with two spaces per level. A value that fits on one line stays on it. Returns other text unchanged.
pub fn pretty(text: &str) -> String {
    if problem(text).is_some() {
        return text.to_owned();
    }
    let mut reader = Reader { rest: text };
    let Some(node) = reader.node() else { return text.to_owned() };
    let mut out = String::new();
    node.print(0, true, &mut out);
    out
}

/// A value of valid JSON. Its scalars are the original text.
enum Node<'a> {
    Scalar(&'a str),
    Array(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn node(&mut self) -> Option<Node<'a>> {
        self.skip_space();
        match self.rest.chars().next()? {
            '{' => self.object(),
            '[' => self.array(),
            '"' => Some(Node::Scalar(self.string()?)),
            _ => {
                let end = self.rest.find([',', ']', '}', ' ', '\n', '\r', '\t']).unwrap_or(self.rest.len());
                Some(Node::Scalar(self.take(end)))
            }
        }
    }

    fn object(&mut self) -> Option<Node<'a>> {
        self.take(1);
        let mut members = Vec::new();
        while !self.consume_closing('}')? {
            let name = self.string()?;
            self.skip_space();
            self.rest = self.rest.strip_prefix(':')?;
            members.push((name, self.node()?));
        }
        Some(Node::Object(members))
    }

    fn array(&mut self) -> Option<Node<'a>> {
        self.take(1);
        let mut elements = Vec::new();
        while !self.consume_closing(']')? {
            elements.push(self.node()?);
        }
        Some(Node::Array(elements))
    }

    /// Skips a comma or the closing bracket. Returns whether it was the bracket, or none at the end of the text.
    fn consume_closing(&mut self, bracket: char) -> Option<bool> {
        self.skip_space();
        if let Some(rest) = self.rest.strip_prefix(bracket) {
            self.rest = rest;
            return Some(true);
        }
        self.rest = self.rest.strip_prefix(',').unwrap_or(self.rest);
        self.skip_space();
        if self.rest.is_empty() { None } else { Some(false) }
    }

    fn string(&mut self) -> Option<&'a str> {
        self.skip_space();
        let mut escaped = false;
        for (position, character) in self.rest.char_indices().skip(1) {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => return Some(self.take(position + 1)),
                _ => {}
            }
        }
        None
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }
}

impl Node<'_> {
    fn print(&self, indent: usize, broken: bool, out: &mut String) {
        let space = LINE_WIDTH.saturating_sub(indent);
        let fits = !broken && self.flat_width(space).is_some();
        match self {
            Node::Scalar(text) => out.push_str(text),
            Node::Array(elements) => {
                let prints = elements.iter().map(|element| (None, element));
                print_group(['[', ']'], prints, elements.is_empty(), fits, indent, out);
            }
            Node::Object(members) => {
                let prints = members.iter().map(|(name, value)| (Some(*name), value));
                print_group(['{', '}'], prints, members.is_empty(), fits, indent, out);
            }
        }
    }

    /// Returns the number of characters on one line, or none if there are more than `space`.
    fn flat_width(&self, space: usize) -> Option<usize> {
        let width = match self {
            Node::Scalar(text) => text.chars().count(),
            Node::Array(elements) => {
                let mut width = 2;
                for element in elements {
                    width += 2 + element.flat_width(space.checked_sub(width)?)?;
                }
                width
            }
            Node::Object(members) => {
                let mut width = 4;
                for (name, value) in members {
                    width += 4 + name.chars().count() + value.flat_width(space.checked_sub(width)?)?;
                }
                width
            }
        };
        (width <= space).then_some(width)
    }
}

fn print_group<'a, 'b: 'a>(
    brackets: [char; 2],
    members: impl Iterator<Item = (Option<&'a str>, &'a Node<'b>)>,
    empty: bool,
    fits: bool,
    indent: usize,
    out: &mut String,
) {
    out.push(brackets[0]);
    let inner = if fits || empty { indent } else { indent + 2 };
    for (position, (name, value)) in members.enumerate() {
        if position > 0 {
            out.push(',');
        }
        match (fits, brackets[0]) {
            (true, '[') if position == 0 => {}
            (true, _) => out.push(' '),
            (false, _) => {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', inner));
            }
        }
        if let Some(name) = name {
            out.push_str(name);
            out.push_str(": ");
        }
        value.print(inner, false, out);
    }
    if !empty && !fits {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
    } else if !empty && brackets[0] == '{' {
        out.push(' ');
    }
    out.push(brackets[1]);
}

#[cfg(test)]
mod tests;
