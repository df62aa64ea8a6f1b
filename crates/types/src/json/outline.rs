//! The plain members of an object, whatever is nested in the others.

use super::{JsonProblem, Object, Reader, Value};

/// Returns the members of an object that are strings, up to the first syntax error. Nested values are skipped, however deep they are.
pub fn string_members(text: &str) -> Object {
    let mut reader = Reader::new(text);
    let mut members = Object::new();
    // What was read before a syntax error counts.
    let _ended = reader.read_strings(&mut members);
    members
}

impl Reader<'_> {
    fn read_strings(&mut self, members: &mut Object) -> Result<(), JsonProblem> {
        self.skip_space();
        self.expect(b'{')?;
        let mut first = true;
        while self.another(b'}', first)? {
            first = false;
            let name = self.string()?;
            self.skip_space();
            self.expect(b':')?;
            self.skip_space();
            if let Some(b'{' | b'[') = self.peek() {
                self.skip_nested()?;
            } else if let value @ Value::String(_) = self.value()? {
                members.insert(name, value);
            }
        }
        Ok(())
    }

    /// Skips a list or an object without recursion.
    pub(super) fn skip_nested(&mut self) -> Result<(), JsonProblem> {
        let mut open = 0_usize;
        loop {
            match self.peek() {
                None => return self.problem(),
                Some(b'"') => {
                    self.string()?;
                    continue;
                }
                Some(b'{' | b'[') => open += 1,
                Some(b'}' | b']') => open -= 1,
                Some(_) => {}
            }
            self.place += 1;
            if open == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        string_members(text).iter().map(|(name, value)| (name.clone(), text_of(value))).collect()
    }

    #[test]
    fn strings_beside_deep_values_are_found() {
        let deep = format!("{}\"]}}\"{}", "[{\"a\":".repeat(100_000), "}]".repeat(100_000));
        let text = format!(r#" {{"b":"x", "deep":{deep},"n":1,"a":"y\u0041","o":{{}}}}"#);
        let expected = [("a", "yA"), ("b", "x")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(read(&text), expected);
    }

    #[test]
    fn broken_text_ends_the_search() {
        for text in ["", "[]", "{", "{\"a\":[", "{\"a\":[\"", "{\"a\":}", "{\"a\":[]]", "1"] {
            assert!(read(text).is_empty(), "{text}");
        }
        assert_eq!(read("{\"a\":\"x\",\"b\":[[").len(), 1);
    }
}
