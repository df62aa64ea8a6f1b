//! Finds the position of a member or an element in a JSON text. The text must be valid JSON. Otherwise nothing is found.

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    Member(&'a str),
    /// Counted from zero.
    Element(usize),
}

/// Returns the byte offset at which the member name or element of the last step begins.
pub(super) fn find(text: &str, path: &[Step]) -> Option<usize> {
    let mut scanner = Scanner { text, at: 0 };
    let mut found = 0;
    for step in path {
        scanner.skip_space();
        found = match step {
            Step::Member(name) => scanner.enter_member(name)?,
            Step::Element(place) => scanner.enter_element(*place)?,
        };
    }
    Some(found)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, wanted: u8) -> Option<()> {
        (self.peek()? == wanted).then(|| self.at += 1)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves to the value of the member. Returns the offset of its name.
    fn enter_member(&mut self, name: &str) -> Option<usize> {
        self.take(b'{')?;
        loop {
            self.skip_space();
            let start = self.at;
            let known = self.string()?;
            self.skip_space();
            self.take(b':')?;
            self.skip_space();
            if known == name {
                return Some(start);
            }
            self.skip_value()?;
            self.skip_space();
            self.take(b',')?;
        }
    }

    /// Moves to the element.
    fn enter_element(&mut self, place: usize) -> Option<usize> {
        self.take(b'[')?;
        for _ in 0..place {
            self.skip_space();
            self.skip_value()?;
            self.skip_space();
            self.take(b',')?;
        }
        self.skip_space();
        (self.peek()? != b']').then_some(self.at)
    }

    /// Returns the characters between the quotes, with their escapes.
    fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => {
                    self.at += 1;
                    return self.text.get(start..self.at - 1);
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    /// Skips a value. It counts brackets instead of using recursion, so deep nesting cannot overflow the stack.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => drop(self.string()?),
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' if depth == 0 => return None,
                b',' | b':' => self.at += 1,
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.skip_word(),
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Skips a number, true, false or null.
    fn skip_word(&mut self) {
        let ends = |byte: u8| matches!(byte, b',' | b'}' | b']' | b'"') || byte.is_ascii_whitespace();
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Step::{Element, Member};
    use super::*;

    #[test]
    fn members_and_elements_are_found_where_they_begin() {
        let text = r#" {"a": [1, {"b": "x]\"}"}, [true]], "goals": [{"id": "é"}, {"id": "c"}], "d": null}"#;
        let cases: [(&[Step], &str); 7] = [
            (&[Member("a")], r#""a": [1"#),
            (&[Member("a"), Element(1)], r#"{"b""#),
            (&[Member("a"), Element(1), Member("b")], r#""b": "x"#),
            (&[Member("a"), Element(2), Element(0)], "true"),
            (&[Member("goals"), Element(1), Member("id")], r#""id": "c""#),
            (&[Member("d")], r#""d": null"#),
            (&[], " {"),
        ];
        for (path, begins) in cases {
            let found = find(text, path).map(|at| &text[at..]);
            assert!(found.is_some_and(|rest| rest.starts_with(begins)), "{path:?}: {found:?}");
        }
        for path in
            [&[Member("e")][..], &[Member("a"), Element(3)], &[Element(0)], &[Member("d"), Member("x")]]
        {
            assert_eq!(find(text, path), None, "{path:?}");
        }
        for text in ["", "{", r#"{"a"#, r#"{"a\"#, r#"{"b" 1}"#, "[", "}", r#"{"b": [}"#] {
            assert_eq!(find(text, &[Member("a")]), None, "{text}");
        }
        assert_eq!(find(&format!("{{\"b\": {}", "[".repeat(200_000)), &[Member("a")]), None);
    }
}
