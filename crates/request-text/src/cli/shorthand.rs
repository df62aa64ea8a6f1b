//! Reads the shorthand syntax of the AWS CLI for structures: `AttributeName=pk,KeyType=HASH`.

use crate::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use crate::json::LEVELS_MAX;
use crate::node::{Member, Node, NodeKind, Span};
use crate::scalar;
use crate::shapes::Shape;

/// Reads a word as a value of this shape.
pub fn read(text: &str, shape: Shape) -> Result<Node, Diagnostic> {
    let mut reader = Reader { text, place: 0, levels: 0 };
    let node = reader.pairs(shape, None)?;
    if reader.place < text.len() { Err(reader.unexpected()) } else { Ok(node) }
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
    levels: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.place..].chars().next()
    }

    fn take(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        self.place += if found { character.len_utf8() } else { 0 };
        found
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.place += self.peek().map_or(0, char::len_utf8);
        }
    }

    fn unexpected(&self) -> Diagnostic {
        match self.peek() {
            Some(found) => {
                DiagnosticKind::Unexpected.at(Span::new(self.place, self.place + found.len_utf8()))
            }
            None => DiagnosticKind::Unfinished.at(Span::new(self.text.len(), self.text.len())),
        }
    }

    /// Reads `key=value,key=value` up to a bracket or the end.
    fn pairs(&mut self, shape: Shape, close: Option<char>) -> Result<Node, Diagnostic> {
        let start = self.place;
        if let Shape::List(_) | Shape::Text = shape {
            return Err(DiagnosticKind::ValueExpected { expected: Expected::List }
                .at(Span::new(start, self.text.len())));
        }
        let mut members = Vec::new();
        self.skip_space();
        while self.peek() != close {
            let (name, name_span) = self.key()?;
            let value = self.value(shape.under(&name))?;
            members.push(Member::new(name, name_span, value));
            self.skip_space();
            if !self.take(',') {
                break;
            }
            self.skip_space();
        }
        if close.is_some_and(|close| !self.take(close)) {
            return Err(self.unexpected());
        }
        Ok(Node::map(Span::new(start, self.place), members))
    }

    fn key(&mut self) -> Result<(String, Span), Diagnostic> {
        let start = self.place;
        let rest = &self.text[start..];
        let end = start + rest.find(['=', ',', ' ', '{', '[']).unwrap_or(rest.len());
        self.place = end;
        if end == start || !self.take('=') {
            return Err(self.unexpected());
        }
        Ok((self.text[start..end].to_owned(), Span::new(start, end)))
    }

    /// Returns true if a key and an equals sign follow. Then the comma before them ended a value.
    fn at_key(&self) -> bool {
        let rest = self.text[self.place..].trim_start();
        let end = rest.find(['=', ',', ' ', '{', '[', ']', '}', '\'', '"']).unwrap_or(rest.len());
        end > 0 && rest[end..].starts_with('=')
    }

    fn value(&mut self, shape: Shape) -> Result<Node, Diagnostic> {
        self.skip_space();
        let start = self.place;
        if self.levels == LEVELS_MAX {
            return Err(DiagnosticKind::TooDeep.at(Span::new(start, start + 1)));
        }
        self.levels += 1;
        let value = if self.take('{') {
            self.pairs(shape, Some('}'))
        } else if self.take('[') {
            self.listed(shape, start)
        } else {
            self.words(shape, start)
        };
        self.levels -= 1;
        value
    }

    fn listed(&mut self, shape: Shape, start: usize) -> Result<Node, Diagnostic> {
        let mut elements = Vec::new();
        self.skip_space();
        while self.peek() != Some(']') {
            elements.push(self.value(shape.inner())?);
            self.skip_space();
            if !self.take(',') {
                break;
            }
            self.skip_space();
        }
        if !self.take(']') {
            return Err(self.unexpected());
        }
        Ok(Node::new(Span::new(start, self.place), NodeKind::List(elements)))
    }

    /// Reads one word, or comma-separated words if a list is expected.
    fn words(&mut self, shape: Shape, start: usize) -> Result<Node, Diagnostic> {
        let Shape::List(_) = shape else { return self.word(shape) };
        let mut elements = vec![self.word(shape.inner())?];
        loop {
            let before = self.place;
            if !self.take(',') || self.at_key() || self.peek().is_none() {
                self.place = before;
                break;
            }
            self.skip_space();
            elements.push(self.word(shape.inner())?);
        }
        Ok(Node::new(Span::new(start, self.place), NodeKind::List(elements)))
    }

    fn word(&mut self, shape: Shape) -> Result<Node, Diagnostic> {
        let start = self.place;
        let text = match self.peek() {
            Some(quote @ ('\'' | '"')) => self.quoted(quote)?,
            _ => {
                let rest = &self.text[start..];
                let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
                self.place = start + end;
                rest[..end].trim_end().to_owned()
            }
        };
        scalar::read(shape, &text, Span::new(start, self.place))
    }

    fn quoted(&mut self, quote: char) -> Result<String, Diagnostic> {
        let start = self.place;
        self.place += 1;
        let mut text = String::new();
        while let Some(character) = self.peek() {
            self.place += character.len_utf8();
            match character {
                '\\' if matches!(self.peek(), Some(next) if next == quote || next == '\\') => {
                    text.extend(self.peek());
                    self.place += 1;
                }
                _ if character == quote => return Ok(text),
                _ => text.push(character),
            }
        }
        Err(DiagnosticKind::Unclosed.at(Span::new(start, start + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    fn check(operation: &str, member: &str, text: &str, expected: &str) {
        let shape =
            shapes::operation(operation).and_then(|operation| operation.member(member)).expect(member).shape;
        let shape = if let Shape::List(_) = shape { shape.inner() } else { shape };
        assert_eq!(read(text, shape).map(|node| node.json()), Ok(expected.to_owned()), "{text}");
    }

    #[test]
    fn structures_are_written_short() {
        check(
            "CreateTable",
            "KeySchema",
            "AttributeName=pk,KeyType=HASH",
            r#"{"AttributeName":"pk","KeyType":"HASH"}"#,
        );
        check(
            "CreateTable",
            "ProvisionedThroughput",
            "ReadCapacityUnits=5, WriteCapacityUnits=6",
            r#"{"ReadCapacityUnits":5,"WriteCapacityUnits":6}"#,
        );
        check("GetItem", "Key", "pk={S=a b},sk={N=1}", r#"{"pk":{"S":"a b"},"sk":{"N":"1"}}"#);
        check(
            "PutItem",
            "Item",
            "a={SS=[x,'y z']},b={L=[{N=1}]}",
            r#"{"a":{"SS":["x","y z"]},"b":{"L":[{"N":"1"}]}}"#,
        );
        check("PutItem", "Item", "a={SS=x,y},b={BOOL=true}", r#"{"a":{"SS":["x","y"]},"b":{"BOOL":true}}"#);
        check(
            "CreateTable",
            "GlobalSecondaryIndexes",
            "IndexName=g,KeySchema=[{AttributeName=a,KeyType=HASH}],Projection={ProjectionType=ALL}",
            r#"{"IndexName":"g","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}"#,
        );
        check("Query", "ExpressionAttributeNames", "#t=total,#s=status", r##"{"#t":"total","#s":"status"}"##);
    }

    #[test]
    fn what_is_not_short_form_is_refused() {
        let shape =
            shapes::operation("GetItem").and_then(|operation| operation.member("Key")).expect("Key").shape;
        for text in
            ["pk", "pk={S=a", "={S=a}", "pk={S=a}}", "pk={S='a}", "pk=a", &format!("pk={}", "[".repeat(300))]
        {
            assert!(read(text, shape).is_err(), "{text}");
        }
    }
}
