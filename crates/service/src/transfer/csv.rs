//! Reads comma-separated values by RFC 4180, with the delimiters that DynamoDB supports.

/// A quote is in a wrong position or is never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotCsv;

pub(crate) struct CsvReader<'a> {
    rest: &'a str,
    delimiter: char,
}

impl<'a> CsvReader<'a> {
    pub(crate) fn new(text: &'a str, delimiter: char) -> CsvReader<'a> {
        // Removes the byte order mark that spreadsheets write at the start of a file.
        CsvReader { rest: text.strip_prefix('\u{FEFF}').unwrap_or(text), delimiter }
    }

    /// Returns the fields of the next line that is not empty, or `None` at the end. It keeps at most `fields_max` of them, because a line
    /// can have a million.
    pub(crate) fn next_line(&mut self, fields_max: usize) -> Result<Option<Vec<String>>, NotCsv> {
        self.rest = self.rest.trim_start_matches(['\r', '\n']);
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut fields = Vec::new();
        loop {
            let field = self.field()?;
            if fields.len() < fields_max {
                fields.push(field);
            }
            match self.rest.strip_prefix(self.delimiter) {
                Some(rest) => self.rest = rest,
                None => break,
            }
        }
        Ok(Some(fields))
    }

    fn field(&mut self) -> Result<String, NotCsv> {
        let delimiter = self.delimiter;
        let ends = |letter: char| letter == delimiter || matches!(letter, '\r' | '\n');
        let Some(mut quoted) = self.rest.strip_prefix('"') else {
            let end = self.rest.find(ends).unwrap_or(self.rest.len());
            let (field, rest) = self.rest.split_at(end);
            self.rest = rest;
            return if field.contains('"') { Err(NotCsv) } else { Ok(field.to_owned()) };
        };
        let mut field = String::new();
        loop {
            let (text, rest) = quoted.split_once('"').ok_or(NotCsv)?;
            field.push_str(text);
            // Two quotes are an escaped quote.
            match rest.strip_prefix('"') {
                Some(more) => {
                    field.push('"');
                    quoted = more;
                }
                None if rest.is_empty() || rest.starts_with(ends) => {
                    self.rest = rest;
                    return Ok(field);
                }
                None => return Err(NotCsv),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, delimiter: char) -> Result<Vec<Vec<String>>, NotCsv> {
        let mut reader = CsvReader::new(text, delimiter);
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line(3)? {
            lines.push(line);
        }
        Ok(lines)
    }

    #[test]
    fn distinguishes_fields() {
        let text = "\u{FEFF}id,value\r\n\"\"\"123\"\"\",\"a, \"\"b\"\"\nc\"\n\n1,\n,\"\"";
        let expected = [vec!["id", "value"], vec!["\"123\"", "a, \"b\"\nc"], vec!["1", ""], vec!["", ""]];
        assert_eq!(lines(text, ',').unwrap(), expected);
        assert_eq!(lines("a|b c|\n", '|').unwrap(), [vec!["a", "b c", ""]]);
        assert_eq!(lines("a,b,c,d\ne", ',').unwrap(), [vec!["a", "b", "c"], vec!["e"]]);
        assert_eq!(lines("", ',').unwrap(), Vec::<Vec<String>>::new());
    }

    #[test]
    fn accepts_quotes_only_in_valid_places() {
        for text in ["\"123\",Women's Full \"Length\" Dress", "\"open", "\"a\"b,c"] {
            assert_eq!(lines(text, ','), Err(NotCsv), "{text}");
        }
    }
}
