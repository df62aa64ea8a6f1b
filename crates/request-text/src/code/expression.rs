//! Parses the expressions of a programming language that occur in requests: literals, names, calls.

use super::CodeLanguage;
use super::tokens::{TemplatePart, Token, TokenKind};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::json::LEVELS_MAX;
use crate::node::Span;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    Text(String),
    /// A string with interpolated values: its parts in order.
    Template(Vec<Expr>),
    /// An interpolated value, as written. `None` if it is more than an expression.
    Hole {
        text: String,
        value: Option<Box<Expr>>,
    },
    Bytes(Vec<u8>),
    Number(String),
    Name(String),
    /// A list, an array or a tuple.
    List(Vec<Expr>),
    Map(Vec<Entry>),
    /// Elements in braces.
    Set(Vec<Expr>),
    Member {
        of: Box<Expr>,
        name: String,
    },
    /// `of[index]`.
    Index {
        of: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        of: Box<Expr>,
        arguments: Vec<Argument>,
    },
    /// A literal with its type in front, as in Go.
    Typed {
        type_name: String,
        value: Box<Expr>,
    },
    Not(Box<Expr>),
    Join {
        sign: char,
        left: Box<Expr>,
        right: Box<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: Expr,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    pub name: Option<(String, Span)>,
    pub value: Expr,
}

impl Expr {
    fn new(span: Span, kind: ExprKind) -> Expr {
        Expr { span, kind }
    }

    /// Returns the last name of `a` or `x.y.a`.
    pub fn last_name(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) | ExprKind::Member { name, .. } => Some(name),
            ExprKind::Index { of, .. } => of.last_name(),
            _ => None,
        }
    }

    /// Returns the parts of a call: the object of a method, the name, and the arguments.
    pub fn as_call(&self) -> Option<(Option<&Expr>, &str, &[Argument])> {
        let ExprKind::Call { of, arguments } = &self.kind else { return None };
        match &of.kind {
            ExprKind::Name(name) => Some((None, name, arguments)),
            ExprKind::Member { of, name } => Some((Some(of), name, arguments)),
            _ => None,
        }
    }
}

pub struct Parser<'a> {
    pub tokens: &'a [Token],
    pub language: CodeLanguage,
    pub place: usize,
    levels: usize,
    /// The number of calls, members and joins so far. It limits the depth of the tree, which is traversed recursively.
    links: usize,
}

const LINKS_MAX: usize = 2_000;

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [Token], language: CodeLanguage, place: usize) -> Parser<'a> {
        Parser { tokens, language, place, levels: 0, links: 0 }
    }

    fn link(&mut self) -> Result<(), Diagnostic> {
        self.links += 1;
        if self.links > LINKS_MAX { Err(DiagnosticKind::TooDeep.at(self.span())) } else { Ok(()) }
    }

    fn kind(&self) -> &'a TokenKind {
        self.tokens.get(self.place).map_or(&TokenKind::End, |token| &token.kind)
    }

    fn kind_after(&self, count: usize) -> &'a TokenKind {
        self.tokens.get(self.place + count).map_or(&TokenKind::End, |token| &token.kind)
    }

    pub fn span(&self) -> Span {
        self.tokens.get(self.place).or(self.tokens.last()).map_or_else(Span::default, |token| token.span)
    }

    /// Returns the range from a start to the previous token.
    fn since(&self, start: Span) -> Span {
        let last = self.place.checked_sub(1).and_then(|last| self.tokens.get(last));
        last.map_or(start, |last| start.to(last.span))
    }

    fn at(&self, sign: char) -> bool {
        *self.kind() == TokenKind::Sign(sign)
    }

    fn take(&mut self, sign: char) -> bool {
        let found = self.at(sign);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), Diagnostic> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    fn take_name(&mut self, names: &[&str]) -> bool {
        let found = matches!(self.kind(), TokenKind::Name(name) if names.contains(&name.as_str()));
        self.place += usize::from(found);
        found
    }

    pub fn unexpected(&self) -> Diagnostic {
        let kind = if *self.kind() == TokenKind::End {
            DiagnosticKind::Unfinished
        } else {
            DiagnosticKind::Unexpected
        };
        kind.at(self.span())
    }

    pub fn expression(&mut self) -> Result<Expr, Diagnostic> {
        if self.levels == LEVELS_MAX {
            return Err(DiagnosticKind::TooDeep.at(self.span()));
        }
        self.levels += 1;
        let expression = self.joined(0);
        self.levels -= 1;
        expression
    }

    /// Parses binary operators, those with the lowest precedence first.
    fn joined(&mut self, level: usize) -> Result<Expr, Diagnostic> {
        const SIGNS: [char; 3] = ['|', '&', '+'];
        let Some(sign) = SIGNS.get(level).copied() else { return self.prefixed() };
        let mut left = self.joined(level + 1)?;
        while self.at(sign) && *self.kind_after(1) != TokenKind::Sign(sign) {
            self.link()?;
            self.place += 1;
            let right = self.joined(level + 1)?;
            let span = left.span.to(right.span);
            left = Expr::new(span, ExprKind::Join { sign, left: Box::new(left), right: Box::new(right) });
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Result<Expr, Diagnostic> {
        let start = self.span();
        let mut is_inverted = false;
        loop {
            if self.take('~') {
                is_inverted = !is_inverted;
            } else if !(self.take('&') || self.take_name(&["new", "await"])) {
                break;
            }
        }
        let is_negative = self.take('-');
        let mut expression = self.primary()?;
        if is_negative {
            match &mut expression.kind {
                ExprKind::Number(number) => number.insert(0, '-'),
                _ => return Err(DiagnosticKind::Unexpected.at(start)),
            }
        }
        expression = self.with_what_follows(expression)?;
        expression.span = self.since(start);
        if is_inverted {
            return Ok(Expr::new(expression.span, ExprKind::Not(Box::new(expression))));
        }
        Ok(expression)
    }

    fn primary(&mut self) -> Result<Expr, Diagnostic> {
        let start = self.span();
        let kind = match self.kind() {
            TokenKind::Text(_) | TokenKind::Template(_) => self.string(),
            TokenKind::Bytes(bytes) => {
                self.place += 1;
                ExprKind::Bytes(bytes.clone())
            }
            TokenKind::Number(number) => {
                self.place += 1;
                ExprKind::Number(number.clone())
            }
            TokenKind::Sign('[') if self.language == CodeLanguage::Go => self.typed()?,
            TokenKind::Sign('[') => ExprKind::List(self.elements('[', ']')?),
            TokenKind::Sign('(') => {
                let mut elements = self.elements('(', ')')?;
                let has_comma = *self
                    .tokens
                    .get(self.place.saturating_sub(2))
                    .map_or(&TokenKind::End, |token| &token.kind)
                    == TokenKind::Sign(',');
                match elements.pop() {
                    Some(only) if elements.is_empty() && !has_comma => only.kind,
                    last => ExprKind::List(elements.into_iter().chain(last).collect()),
                }
            }
            TokenKind::Sign('{') => self.braces()?,
            TokenKind::Name(name) if self.language == CodeLanguage::Go && name == "map" => self.typed()?,
            TokenKind::Name(name) => {
                self.place += 1;
                ExprKind::Name(name.clone())
            }
            _ => return Err(self.unexpected()),
        };
        Ok(Expr::new(self.since(start), kind))
    }

    /// Parses a string. Python concatenates adjacent strings.
    fn string(&mut self) -> ExprKind {
        let mut parts: Vec<Expr> = Vec::new();
        let mut text = String::new();
        let start = self.span();
        loop {
            match self.kind() {
                TokenKind::Text(more) => text.push_str(more),
                TokenKind::Template(more) => {
                    for part in more {
                        match part {
                            TemplatePart::Text(more) => text.push_str(more),
                            TemplatePart::Hole { text: hole, span, tokens } => {
                                parts.push(Expr::new(start, ExprKind::Text(std::mem::take(&mut text))));
                                let value = self.interpolated(tokens).map(Box::new);
                                parts.push(Expr::new(*span, ExprKind::Hole { text: hole.clone(), value }));
                            }
                        }
                    }
                }
                _ => break,
            }
            self.place += 1;
            if self.language != CodeLanguage::Python {
                break;
            }
        }
        if parts.is_empty() {
            return ExprKind::Text(text);
        }
        parts.push(Expr::new(start, ExprKind::Text(text)));
        ExprKind::Template(parts)
    }

    /// Parses an interpolated value. Returns `None` for anything but one expression, such as one with a format.
    fn interpolated(&self, tokens: &[Token]) -> Option<Expr> {
        let mut parser = Parser { levels: self.levels, ..Parser::new(tokens, self.language, 0) };
        let value = parser.expression().ok()?;
        (*parser.kind() == TokenKind::End).then_some(value)
    }

    /// Returns true at a bracket directly after an operand.
    fn is_at_index(&self) -> bool {
        let before = self.place.checked_sub(1).and_then(|before| self.tokens.get(before));
        matches!(self.language, CodeLanguage::Python | CodeLanguage::JavaScript)
            && self.at('[')
            && before.is_some_and(|before| before.span.end == self.span().start)
    }

    /// Parses members, calls and other suffixes of an operand.
    fn with_what_follows(&mut self, mut expression: Expr) -> Result<Expr, Diagnostic> {
        let start = expression.span;
        loop {
            if self.at('.') || (self.at('?') && *self.kind_after(1) == TokenKind::Sign('.')) {
                self.take('?');
                self.place += 1;
                let TokenKind::Name(name) = self.kind() else { return Err(self.unexpected()) };
                self.place += 1;
                self.link()?;
                let of = Box::new(expression);
                expression = Expr::new(self.since(start), ExprKind::Member { of, name: name.clone() });
            } else if self.at('(') {
                let arguments = self.arguments()?;
                let of = Box::new(expression);
                expression = Expr::new(self.since(start), ExprKind::Call { of, arguments });
            } else if self.is_at_index() {
                self.place += 1;
                self.link()?;
                let index = Box::new(self.expression()?);
                self.expect(']')?;
                let of = Box::new(expression);
                expression = Expr::new(self.since(start), ExprKind::Index { of, index });
            } else if self.language == CodeLanguage::Rust && self.take('?') {
                // The error handling of the code is ignored.
            } else if self.language == CodeLanguage::Rust && self.at('!') {
                self.place += 1;
                expression = self.primary()?;
            } else if self.language == CodeLanguage::Java && self.at('<') {
                while !self.take('>') && *self.kind() != TokenKind::End {
                    self.place += 1;
                }
            } else if self.language == CodeLanguage::Go && self.at('{') && expression.last_name().is_some() {
                let type_name = expression.last_name().unwrap_or_default().to_owned();
                let span = self.span();
                let value = self.braces()?;
                let value = Box::new(Expr::new(self.since(span), value));
                expression = Expr::new(self.since(start), ExprKind::Typed { type_name, value });
            } else {
                return Ok(expression);
            }
        }
    }

    /// Parses `[]T{…}`, `map[string]T{…}` or `[]byte(…)`.
    fn typed(&mut self) -> Result<ExprKind, Diagnostic> {
        let mut type_name = String::new();
        let mut levels = 0;
        while !self.at('{') && !self.at('(') {
            match self.kind() {
                TokenKind::Name(name) => type_name.clone_from(name),
                TokenKind::Sign('[') => levels += 1,
                TokenKind::Sign(']' | '.' | '*') => {}
                _ => return Err(self.unexpected()),
            }
            self.place += 1;
        }
        // A list of byte lists is not bytes.
        if levels > 1 {
            type_name.clear();
        }
        let start = self.span();
        if self.at('(') {
            let of = Box::new(Expr::new(start, ExprKind::Name(type_name)));
            return Ok(ExprKind::Call { of, arguments: self.arguments()? });
        }
        let value = self.braces()?;
        Ok(ExprKind::Typed { type_name, value: Box::new(Expr::new(self.since(start), value)) })
    }

    fn elements(&mut self, open: char, close: char) -> Result<Vec<Expr>, Diagnostic> {
        self.expect(open)?;
        let mut elements = Vec::new();
        while !self.take(close) {
            elements.push(self.expression()?);
            if !self.take(',') {
                self.expect(close)?;
                break;
            }
        }
        Ok(elements)
    }

    pub fn arguments(&mut self) -> Result<Vec<Argument>, Diagnostic> {
        self.expect('(')?;
        let mut arguments = Vec::new();
        while !self.take(')') {
            arguments.push(self.argument()?);
            if !self.take(',') {
                self.expect(')')?;
                break;
            }
        }
        Ok(arguments)
    }

    fn argument(&mut self) -> Result<Argument, Diagnostic> {
        let span = self.span();
        if self.take('*') {
            self.take('*');
            return Ok(Argument { name: Some(("**".to_owned(), span)), value: self.expression()? });
        }
        let name = match (self.kind(), self.kind_after(1)) {
            (TokenKind::Name(name), TokenKind::Sign('=')) if self.language == CodeLanguage::Python => {
                self.place += 2;
                Some((name.clone(), span))
            }
            _ => None,
        };
        Ok(Argument { name, value: self.expression()? })
    }

    /// Parses a map, a set or, in Go, a list or a map.
    fn braces(&mut self) -> Result<ExprKind, Diagnostic> {
        self.expect('{')?;
        let (mut entries, mut elements) = (Vec::new(), Vec::new());
        while !self.take('}') {
            if *self.kind() == TokenKind::Sign('.') || *self.kind() == TokenKind::Sign('*') {
                let start = self.span();
                while self.take('.') || self.take('*') {}
                let value = self.expression()?;
                entries.push(Entry { name: Expr::new(start, ExprKind::Name("...".to_owned())), value });
            } else {
                match self.entry()? {
                    (name, Some(value)) => entries.push(Entry { name, value }),
                    (element, None) => elements.push(element),
                }
            }
            if !self.take(',') {
                self.expect('}')?;
                break;
            }
        }
        match (entries.is_empty(), elements.first()) {
            (_, None) => Ok(ExprKind::Map(entries)),
            (true, _) => Ok(ExprKind::Set(elements)),
            (false, Some(element)) => Err(DiagnosticKind::Unexpected.at(element.span)),
        }
    }

    fn entry(&mut self) -> Result<(Expr, Option<Expr>), Diagnostic> {
        let is_script = self.language == CodeLanguage::JavaScript;
        let start = self.span();
        if is_script && self.take('[') {
            let name = self.expression()?;
            self.expect(']')?;
            self.expect(':')?;
            return Ok((name, Some(self.expression()?)));
        }
        let is_word = matches!(self.kind(), TokenKind::Name(_));
        let mut name = self.expression()?;
        let has_value = self.take(':');
        if is_word
            && let (CodeLanguage::JavaScript | CodeLanguage::Go, ExprKind::Name(word)) =
                (self.language, &name.kind)
        {
            let text = Expr::new(start, ExprKind::Text(word.clone()));
            if is_script && !has_value {
                // `{ TableName }` is a shorthand for the variable with the same name.
                return Ok((text, Some(name)));
            }
            name = if has_value { text } else { name };
        }
        Ok((name, if has_value { Some(self.expression()?) } else { None }))
    }
}
