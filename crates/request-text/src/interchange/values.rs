//! Finds the JSON objects of a text without parsing their content. So a file can be read one record at a time.

use std::collections::VecDeque;

use dynalab_types::json;

use super::lists::{List, lists_within};

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
    /// The table of the request, if the list of requests names one.
    pub table: Option<&'a str>,
    /// True for a request of BatchWriteItem or TransactWriteItems, false for an item.
    pub is_request: bool,
}

/// The objects of a text, in their order.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    text: &'a str,
    at: PiecePlace,
}

/// How far the objects of a text have been read, and what surrounds the next one.
#[derive(Clone, Debug)]
pub struct PiecePlace {
    layout: Layout,
    place: usize,
    line: usize,
    /// True within a list.
    in_list: bool,
    /// The list of the larger object that is being read. None within a list that is the whole text.
    list: Option<List>,
    /// The next lists of the larger object. The object's other members are not items.
    next_lists: VecDeque<List>,
    /// The end of the larger object.
    object_end: Option<usize>,
    /// True if the text is a sequence of larger objects, such as responses or requests.
    has_lists: bool,
}

impl<'a> Pieces<'a> {
    pub fn from_text(text: &'a str) -> Pieces<'a> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let start = text.len() - text.trim_start().len();
        let rest = &text[start..];
        let at = PiecePlace {
            layout: Layout::Stream,
            place: 0,
            line: 1,
            in_list: false,
            list: None,
            next_lists: VecDeque::new(),
            object_end: None,
            has_lists: false,
        };
        let mut pieces = Pieces { text, at };
        if rest.starts_with('[') {
            pieces.advance(start + 1);
            pieces.at.in_list = true;
            return pieces;
        }
        pieces.advance(start);
        pieces.at.has_lists = rest.starts_with('{') && pieces.enter_object();
        let is_line = |line: &str| end_of_object(line).is_some_and(|end| line[end..].trim().is_empty());
        if !pieces.at.has_lists && rest.lines().next().is_some_and(is_line) {
            pieces.at.layout = Layout::Lines;
        }
        pieces
    }

    /// Continues with a text at a place that [`Pieces::into_place`] returned for it.
    pub fn continued(text: &'a str, at: PiecePlace) -> Pieces<'a> {
        Pieces { text: text.strip_prefix('\u{feff}').unwrap_or(text), at }
    }

    pub fn into_place(self) -> PiecePlace {
        self.at
    }

    /// Returns the number of bytes that have been read.
    pub fn place(&self) -> usize {
        self.at.place
    }

    /// Enters the object that begins here, if it has lists of records.
    fn enter_object(&mut self) -> bool {
        let (lists, end) = lists_within(&self.text[self.at.place..]);
        let place = self.at.place;
        self.at.next_lists = lists.into_iter().map(|list| list.moved_by(place)).collect();
        self.at.object_end = end.map(|end| self.at.place + end);
        self.enter_list()
    }

    /// Enters the next list of the object.
    fn enter_list(&mut self) -> bool {
        // In a damaged text, a record can reach beyond the beginning of the next list.
        while self.at.next_lists.front().is_some_and(|list| list.start < self.at.place) {
            self.at.next_lists.pop_front();
        }
        let Some(list) = self.at.next_lists.pop_front() else { return false };
        self.advance(list.start);
        (self.at.in_list, self.at.list) = (true, Some(list));
        true
    }

    /// Returns a piece of the list that is being read.
    fn piece(&self, line: usize, text: &'a str, unfinished: bool) -> Piece<'a> {
        let is_request = self.at.list.is_some_and(|list| list.has_requests);
        let table = self.at.list.and_then(|list| list.table).map(|table| &self.text[table.start..table.end]);
        Piece { line, text, unfinished, table, is_request }
    }

    /// Leaves a list at its closing bracket. Returns text after the list that belongs to no record.
    fn leave_list(&mut self) -> Option<Piece<'a>> {
        if self.enter_list() {
            return None;
        }
        self.at.in_list = false;
        let (list, line) = (self.at.list.take(), self.at.line);
        let start = self.at.place + 1;
        let end = match list {
            None => start,
            Some(_) => self.at.object_end.unwrap_or(self.text.len()).max(start),
        };
        let after = &self.text[start..end];
        self.advance(end);
        let text = after.trim();
        // The other members of the object are not items.
        let has_rest = list.is_some_and(|list| !is_object_end(text, list.depth));
        has_rest.then(|| self.piece(line, text, false))
    }

    fn advance(&mut self, to: usize) {
        self.at.line += self.text[self.at.place..to].matches('\n').count();
        self.at.place = to;
    }

    fn next_line(&mut self) -> Option<Piece<'a>> {
        loop {
            let rest = self.text.get(self.at.place..).filter(|rest| !rest.is_empty())?;
            let end = rest.find('\n').map_or(self.text.len(), |end| self.at.place + end + 1);
            let (line, text) = (self.at.line, self.text[self.at.place..end].trim());
            self.advance(end);
            if !text.is_empty() {
                let unfinished = text.starts_with('{') && end_of_object(text).is_none();
                return Some(self.piece(line, text, unfinished));
            }
        }
    }

    fn next_object(&mut self) -> Option<Piece<'a>> {
        loop {
            let rest = &self.text[self.at.place..];
            let skipped = rest.len()
                - rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',').len();
            self.advance(self.at.place + skipped);
            let rest = &self.text[self.at.place..];
            if rest.is_empty() {
                return None;
            }
            if self.at.in_list && rest.starts_with(']') {
                match self.leave_list() {
                    Some(piece) => return Some(piece),
                    None => continue,
                }
            }
            if !self.at.in_list && self.at.has_lists && rest.starts_with('{') && self.enter_object() {
                continue;
            }
            let line = self.at.line;
            let end = match rest.starts_with('{') {
                true => end_of_object(rest),
                // Other text: it ends where an object may begin again.
                false => Some(rest.find(['\n', ',']).unwrap_or(rest.len())),
            };
            let text = &rest[..end.unwrap_or(rest.len())];
            self.advance(self.at.place + text.len());
            return Some(self.piece(line, text.trim_end(), end.is_none()));
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        match self.at.layout {
            Layout::Lines => self.next_line(),
            Layout::Stream => self.next_object(),
        }
    }
}

/// Returns whether the text after a list ends the objects around the list, and nothing follows.
fn is_object_end(after: &str, depth: usize) -> bool {
    let before = "{\"\":".repeat(depth);
    json::parse(&format!("{before}[]{after}")).is_ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(usize, &str)> {
        Pieces::from_text(text).map(|piece| (piece.line, piece.text)).collect()
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
            let found: Vec<&str> = Pieces::from_text(text).map(|piece| piece.text).collect();
            assert_eq!(found, expected, "{text}");
        }
        let pages = "{\"Items\":[{\"a\":1}],\"Count\":1}\n{\"Items\":[{\"b\":2},\n{\"c\":3}]}";
        assert_eq!(pieces(pages), [(1, "{\"a\":1}"), (2, "{\"b\":2}"), (3, "{\"c\":3}")]);
        let puts = "{\"Orders\": [ {\"PutRequest\": {\"Item\": {}}} ]}";
        assert_eq!(pieces(puts), [(1, "{\"PutRequest\": {\"Item\": {}}}")]);
    }

    #[test]
    fn every_table_of_requests_is_read() {
        let lists = r#"{"T":[{"PutRequest":1},{"PutRequest":2}],"U":[{"DeleteRequest":3}]}"#;
        for text in [lists.to_owned(), format!("{{\"RequestItems\":{lists},\"x\":[]}}")] {
            let found: Vec<_> =
                Pieces::from_text(&text).map(|piece| (piece.table, piece.is_request, piece.text)).collect();
            let expected = [
                (Some("T"), true, r#"{"PutRequest":1}"#),
                (Some("T"), true, r#"{"PutRequest":2}"#),
                (Some("U"), true, r#"{"DeleteRequest":3}"#),
            ];
            assert_eq!(found, expected, "{text}");
        }
        let torn = r#"{"RequestItems":{"T":[{"PutRequest":1}],"U":[{"PutRequest":"#;
        let found: Vec<Piece> = Pieces::from_text(torn).collect();
        assert_eq!((found.len(), found[1].table, found[1].unfinished), (2, Some("U"), true));
    }

    #[test]
    fn a_damaged_record_may_reach_beyond_its_list() {
        for text in [
            r#"{"Items":[{"a":1},{"b" ]}, "c":{}]"#,
            r#"{"T":[{"PutRequest":{"a"]},"U":[{"PutRequest":2}]}}]"#,
            r#"{"Items":[{"a":1}]"#,
            r#"{"Items":[{"a":[}]}"#,
        ] {
            assert!(Pieces::from_text(text).count() < 20, "{text}");
        }
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
        let found: Vec<Piece> = Pieces::from_text("{\"a\":1}\n{\"b\":\nnonsense\n{\"c\":3}\n").collect();
        assert_eq!(
            found.iter().map(|piece| (piece.line, piece.unfinished)).collect::<Vec<_>>(),
            [(1, false), (2, true), (3, false), (4, false)]
        );
    }

    #[test]
    fn reports_text_between_and_after_objects() {
        assert_eq!(
            pieces("[{\"a\":1}, 7, {\"b\":2}] and more"),
            [(1, "{\"a\":1}"), (1, "7"), (1, "{\"b\":2}"), (1, "and more")]
        );
        let torn: Vec<Piece> = Pieces::from_text("[{\"a\":1},\n{\"b\":").collect();
        assert_eq!((torn.len(), torn[1].line, torn[1].unfinished), (2, 2, true));
        assert_eq!(pieces(""), []);
        assert_eq!(pieces(" \n "), []);
    }
}
