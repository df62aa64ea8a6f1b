//! Finds the lists of records in an object: the items of a response, and the requests of BatchWriteItem and TransactWriteItems.

use crate::node::Span;

/// A list of records within a larger object. Its places are bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// The byte after its opening bracket.
    pub start: usize,
    /// Where the text names the table of its requests.
    pub table: Option<Span>,
    /// True if the elements are requests, false if they are items.
    pub has_requests: bool,
    /// The number of objects around it.
    pub depth: usize,
}

impl List {
    /// Returns the list with its places in a text that begins this many bytes earlier.
    #[must_use]
    pub fn moved_by(self, bytes: usize) -> List {
        let table = self.table.map(|table| Span::new(table.start + bytes, table.end + bytes));
        List { start: self.start + bytes, table, ..self }
    }
}

const REQUESTS: [&str; 2] = ["\"PutRequest\"", "\"DeleteRequest\""];

/// Returns the lists of the object at the beginning of the text, and the end of the object. The end is missing if the text ends
/// within it.
pub fn lists_within(text: &str) -> (Vec<List>, Option<usize>) {
    let (mut depth, mut quoted, mut escaped, mut name_from) = (0_usize, false, false, 0);
    // The names of the members around the place: in the object itself, and in the object within it.
    let mut names = [Span::default(); 2];
    let mut lists = Vec::new();
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if quoted => {
                quoted = false;
                if let Some(name) = depth.checked_sub(1).and_then(|level| names.get_mut(level)) {
                    *name = Span::new(name_from, place);
                }
            }
            b'"' => (quoted, name_from) = (true, place + 1),
            _ if quoted => {}
            b'{' | b'[' => {
                if byte == b'[' && (1..=2).contains(&depth) {
                    lists.extend(list(text, place + 1, names, depth));
                }
                depth += 1;
            }
            b'}' | b']' => {
                let Some(less) = depth.checked_sub(1) else { return (lists, None) };
                depth = less;
                if depth == 0 {
                    return (lists, Some(place + 1));
                }
            }
            _ if depth == 0 => return (lists, None),
            _ => {}
        }
    }
    (lists, None)
}

/// Returns the list that begins here, if it has records.
fn list(text: &str, start: usize, names: [Span; 2], depth: usize) -> Option<List> {
    let inside = text[start..].trim_start();
    let is_empty = inside.starts_with(']');
    let first = inside.strip_prefix('{').map(str::trim_start);
    let [name, within] = names;
    let starts_with_request =
        || first.is_some_and(|first| REQUESTS.iter().any(|request| first.starts_with(request)));
    let (table, has_requests) = match (depth, &text[name.start..name.end]) {
        (1, "Items") if first.is_some() && !starts_with_request() || is_empty => (None, false),
        (1, "TransactItems") if first.is_some() => (None, true),
        (1, _) if starts_with_request() => (Some(name), true),
        (2, "RequestItems") if starts_with_request() => (Some(within), true),
        _ => return None,
    };
    Some(List { start, table, has_requests, depth })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Option<&str>, bool)> {
        let table = |list: &List| list.table.map(|table| &text[table.start..table.end]);
        lists_within(text).0.iter().map(|list| (table(list), list.has_requests)).collect()
    }

    #[test]
    fn requests_have_the_names_of_their_tables() {
        let puts = r#"[{"PutRequest":{"Item":{"a":{"L":[{"S":"]"}]}}}}]"#;
        let deletes = r#"[ { "DeleteRequest" : {}}]"#;
        let bare = format!("{{\"T\":{puts},\"U\":{deletes}}}");
        assert_eq!(found(&bare), [(Some("T"), true), (Some("U"), true)]);
        let body = format!("{{\"ReturnConsumedCapacity\":\"TOTAL\",\"RequestItems\":{bare},\"x\":[1]}} rest");
        assert_eq!(found(&body), [(Some("T"), true), (Some("U"), true)]);
        assert_eq!(lists_within(&body).1, Some(body.len() - " rest".len()));
        // A table may have any of these names.
        for name in ["Items", "RequestItems", "TransactItems"] {
            assert_eq!(found(&format!("{{\"{name}\":{puts}}}")).len(), 1, "{name}");
        }
        assert_eq!(found(r#"{"TransactItems":[{"Put":{}}]}"#), [(None, true)]);
        assert_eq!(found(r#"{"Items":[]}"#), [(None, false)]);
    }

    #[test]
    fn other_lists_have_no_records() {
        for text in
            [r#"{"tags":[{"x":1}],"Items":[1]}"#, r#"{"a":{"Items":[{"x":1}]}}"#, "[{\"a\":1}]", "", "7"]
        {
            assert_eq!(found(text), [], "{text}");
        }
        assert_eq!(lists_within(r#"{"Items":[{"a":1},"#).1, None);
        assert_eq!(lists_within("}"), (vec![], None));
    }
}
