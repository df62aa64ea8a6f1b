//! Finds the JSON objects of a text without parsing their content. So a file can be read one record at a time.

use dynalab_types::json;

/// The text around the objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One object on each line.
    Lines,
    /// Consecutive objects over several lines, with or without commas and enclosing brackets.
    Stream,
}

/// An object of the text, or other text in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The line of the beginning, counted from one.
    pub line: usize,
    pub text: &'a str,
    /// The text ends within it.
    pub unfinished: bool,
}

#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    text: &'a str,
    layout: Layout,
    place: usize,
    line: usize,
    /// True within a list of a larger object, whose other members are not items.
    in_list: bool,
}

impl<'a> Pieces<'a> {
    pub fn of(text: &'a str) -> Pieces<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let start = text.len() - text.trim_start().len();
        let rest = &text[start..];
        let mut pieces = Pieces { text, layout: Layout::Stream, place: 0, line: 1, in_list: false };
        if rest.starts_with('[') {
            pieces.advance(start + 1);
            pieces.in_list = true;
        } else if let Some(list) = list_within(rest) {
            pieces.advance(start + list);
            pieces.in_list = true;
        } else if rest
            .lines()
            .next()
            .is_some_and(|line| end_of_object(line).is_some_and(|end| line[end..].trim().is_empty()))
        {
            pieces.layout = Layout::Lines;
        }
        pieces
    }

    /// Returns the number of bytes that have been read.
    pub fn place(&self) -> usize {
        self.place
    }

    fn advance(&mut self, to: usize) {
        self.line += self.text[self.place..to].matches('\n').count();
        self.place = to;
    }

    fn next_line(&mut self) -> Option<Piece<'a>> {
        loop {
            let rest = self.text.get(self.place..).filter(|rest| !rest.is_empty())?;
            let end = rest.find('\n').map_or(self.text.len(), |end| self.place + end + 1);
            let (line, text) = (self.line, self.text[self.place..end].trim());
            self.advance(end);
            if !text.is_empty() {
                let unfinished = text.starts_with('{') && end_of_object(text).is_none();
                return Some(Piece { line, text, unfinished });
            }
        }
    }

    fn next_object(&mut self) -> Option<Piece<'a>> {
        let rest = &self.text[self.place..];
        let skipped = rest.len()
            - rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',').len();
        self.advance(self.place + skipped);
        let rest = &self.text[self.place..];
        if rest.is_empty() {
            return None;
        }
        let line = self.line;
        if self.in_list && rest.starts_with(']') {
            // The other members of the enclosing object are not items.
            let after = rest[1..].trim();
            self.advance(self.text.len());
            let wraps = after.is_empty() || ends_object(after);
            return (!wraps).then_some(Piece { line, text: after, unfinished: false });
        }
        let end = match rest.starts_with('{') {
            true => end_of_object(rest),
            // Other text: it ends where an object may begin again.
            false => Some(rest.find(['\n', ',']).unwrap_or(rest.len())),
        };
        let text = &rest[..end.unwrap_or(rest.len())];
        self.advance(self.place + text.len());
        Some(Piece { line, text: text.trim_end(), unfinished: end.is_none() })
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        match self.layout {
            Layout::Lines => self.next_line(),
            Layout::Stream => self.next_object(),
        }
    }
}

/// Returns whether the text after a list ends the object around the list, and nothing follows.
fn ends_object(after: &str) -> bool {
    json::parse(&format!("{{\"\":[]{after}")).is_ok()
}

/// Returns the end of the object at the beginning of the text.
fn end_of_object(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the start of the items in a Scan or Query response (`{"Items":[…]}`), or in BatchWriteItem requests
/// (`{"Orders":[{"PutRequest":…}]}`).
fn list_within(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped, mut name_from) = (0_usize, false, false, 0);
    let mut name = "";
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if quoted => {
                quoted = false;
                if depth == 1 {
                    name = &text[name_from..place];
                }
            }
            b'"' => (quoted, name_from) = (true, place + 1),
            _ if quoted => {}
            b'[' if depth == 1 => {
                let inside = text[place + 1..].trim_start();
                let first = inside.strip_prefix('{').map(str::trim_start);
                let puts = first.is_some_and(|first| first.starts_with("\"PutRequest\""));
                if puts || (name == "Items" && (first.is_some() || inside.starts_with(']'))) {
                    return Some(place + 1);
                }
                depth += 1;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(usize, &str)> {
        Pieces::of(text).map(|piece| (piece.line, piece.text)).collect()
    }

    #[test]
    fn every_layout_gives_the_same_objects() {
        let expected = [r#"{"a":1}"#, r#"{"b":"}]"}"#];
        for text in [
            "{\"a\":1}\n{\"b\":\"}]\"}\n",
            "\u{feff}\r\n{\"a\":1}\r\n\r\n{\"b\":\"}]\"}",
            "[{\"a\":1},{\"b\":\"}]\"}]",
            "[\n  {\"a\":1},\n  {\"b\":\"}]\"}\n]\n",
            "{\"Count\":2,\"ConsumedCapacity\":{\"x\":[1]},\"Items\":[{\"a\":1},{\"b\":\"}]\"}],\"ScannedCount\":2}",
        ] {
            let found: Vec<&str> = Pieces::of(text).map(|piece| piece.text).collect();
            assert_eq!(found, expected, "{text}");
        }
        let puts = "{\"Orders\": [ {\"PutRequest\": {\"Item\": {}}} ]}";
        assert_eq!(pieces(puts), [(1, "{\"PutRequest\": {\"Item\": {}}}")]);
    }

    #[test]
    fn an_item_with_lists_is_no_wrapper() {
        let text = "{\"tags\":[{\"x\":1}],\"Items\":[1]}";
        assert_eq!(pieces(text), [(1, text)]);
        let spread = "{\n \"tags\": [\"Items\"]\n}\n{\n \"b\": 2\n}";
        assert_eq!(pieces(spread).iter().map(|piece| piece.0).collect::<Vec<_>>(), [1, 4]);
    }

    #[test]
    fn a_broken_line_costs_no_other() {
        let found: Vec<Piece> = Pieces::of("{\"a\":1}\n{\"b\":\nnonsense\n{\"c\":3}\n").collect();
        assert_eq!(
            found.iter().map(|piece| (piece.line, piece.unfinished)).collect::<Vec<_>>(),
            [(1, false), (2, true), (3, false), (4, false)]
        );
    }

    #[test]
    fn what_stands_between_objects_and_after_them_is_not_lost() {
        assert_eq!(
            pieces("[{\"a\":1}, 7, {\"b\":2}] and more"),
            [(1, "{\"a\":1}"), (1, "7"), (1, "{\"b\":2}"), (1, "and more")]
        );
        let torn: Vec<Piece> = Pieces::of("[{\"a\":1},\n{\"b\":").collect();
        assert_eq!((torn.len(), torn[1].line, torn[1].unfinished), (2, 2, true));
        assert_eq!(pieces(""), []);
        assert_eq!(pieces(" \n "), []);
    }
}
