//! The parts that all four grammars share: token access, paths, operands, function calls and limits.

use std::ops::Range;

use crate::error::Problem;
use crate::lexer::{Language, Symbol, Token, TokenKind, tokenize};
use crate::partiql::{Place, Position, StatementNotes, StatementProblem, unquoted};
use crate::syntax::{CallPlace, FunctionCall, Operand, Path, PathElement, Section};

/// Maximum size of an expression as sent, in bytes.
pub const EXPRESSION_BYTES_MAX: usize = 4096;
/// Maximum number of operators of one expression: comparators, logical operators, functions, `+` and `-`.
pub const OPERATORS_MAX: usize = 300;

/// The end of the text in error messages.
const END: &str = "<EOF>";

pub(crate) struct Parser<'a> {
    text: &'a str,
    language: Language,
    tokens: Vec<Token>,
    position: usize,
    /// Keywords, which cannot be attribute names in this language.
    keywords: &'static [&'static str],
    operator_count: usize,
    /// The deepest nesting of parentheses and functions in a statement.
    levels: usize,
    redundant_parentheses: bool,
    /// The first clause that occurs twice in an update expression.
    pub repeated_section: Option<Section>,
    pub notes: StatementNotes,
}

impl<'a> Parser<'a> {
    /// Returns a parser of an expression. `keywords` are the words of the grammar, which are no names.
    ///
    /// # Errors
    /// The text is empty or longer than 4 KB.
    pub fn new(text: &'a str, keywords: &'static [&'static str]) -> Result<Parser<'a>, Problem> {
        if text.is_empty() {
            return Err(Problem::Empty);
        }
        if text.len() > EXPRESSION_BYTES_MAX {
            return Err(Problem::TooLong { size_bytes: text.len(), is_told: true });
        }
        Ok(Parser::in_language(text, Language::Expression, keywords))
    }

    /// Returns a parser of a PartiQL statement. Its text has no limit of its own.
    pub fn of_statement(text: &'a str, keywords: &'static [&'static str]) -> Parser<'a> {
        Parser::in_language(text, Language::Statement, keywords)
    }

    fn in_language(text: &'a str, language: Language, keywords: &'static [&'static str]) -> Parser<'a> {
        Parser {
            text,
            language,
            tokens: tokenize(text, language),
            position: 0,
            keywords,
            operator_count: 0,
            levels: 0,
            redundant_parentheses: false,
            repeated_section: None,
            notes: StatementNotes::default(),
        }
    }

    /// Returns true while parsing PartiQL, which has quoted names and literals.
    pub fn is_statement(&self) -> bool {
        cfg!(feature = "partiql") && self.language == Language::Statement
    }

    /// Checks that no token is left. Then reports the problems of a syntactically valid expression.
    ///
    /// # Errors
    /// Text follows the expression, it has redundant parentheses, too many operators, or a repeated section.
    pub fn finish(self) -> Result<(), Problem> {
        if self.kind() != TokenKind::End {
            return Err(self.syntax_error());
        }
        if self.redundant_parentheses {
            return Err(Problem::RedundantParentheses);
        }
        if self.too_many_operators() {
            return Err(Problem::TooManyOperators);
        }
        match self.repeated_section {
            Some(section) => Err(Problem::SectionRepeated { section }),
            None => Ok(()),
        }
    }

    /// Returns the kind of the current token.
    pub fn kind(&self) -> TokenKind {
        self.kind_at(self.position)
    }

    fn kind_at(&self, position: usize) -> TokenKind {
        self.tokens.get(position).map_or(TokenKind::End, |token| token.kind)
    }

    /// Returns the text of the current token, or an empty text at the end.
    pub fn token_text(&self) -> &'a str {
        self.tokens.get(self.position).map_or("", |token| &self.text[token.start..token.end])
    }

    /// Moves to the next token.
    pub fn advance(&mut self) {
        self.position += 1;
    }

    /// Returns true if the current token is the symbol.
    pub fn at_symbol(&self, symbol: Symbol) -> bool {
        self.kind() == TokenKind::Symbol(symbol)
    }

    /// Moves past the symbol if it is the current token. Returns whether it was.
    pub fn take_symbol(&mut self, symbol: Symbol) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    /// Moves past the symbol.
    ///
    /// # Errors
    /// The current token is another one.
    pub fn expect_symbol(&mut self, symbol: Symbol) -> Result<(), Problem> {
        if self.take_symbol(symbol) { Ok(()) } else { Err(self.syntax_error()) }
    }

    /// Returns true if the current token is the keyword, in any case.
    pub fn at_keyword(&self, keyword: &str) -> bool {
        self.kind() == TokenKind::Word && self.token_text().eq_ignore_ascii_case(keyword)
    }

    /// Moves past the keyword, in any case of letters.
    ///
    /// # Errors
    /// The current token is another one.
    pub fn expect_keyword(&mut self, keyword: &str) -> Result<(), Problem> {
        if self.take_keyword(keyword) { Ok(()) } else { Err(self.syntax_error()) }
    }

    /// Moves past the keyword if it is the current token. Returns whether it was.
    pub fn take_keyword(&mut self, keyword: &str) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes consecutive words, separated by a space in `words`. Consumes all of them or none.
    pub fn take_words(&mut self, words: &str) -> bool {
        let start = self.position;
        let taken = words.split(' ').all(|word| self.take_keyword(word));
        if !taken {
            self.position = start;
        }
        taken
    }

    /// Returns the error for the current token, shown with its neighbors as typed. The end of the text is `<EOF>`,
    /// shown with the last token only. An expression of blanks is shown as it is.
    pub fn syntax_error(&self) -> Problem {
        if self.is_statement() {
            return self.statement_error();
        }
        let last = self.tokens.len().saturating_sub(1);
        if last == 0 {
            return Problem::Syntax { token: END.to_owned(), near: self.text.to_owned() };
        }
        let current = self.position.min(last);
        let from = self.tokens[current.saturating_sub(1)].start;
        let (token, to) = if current == last {
            (END, self.tokens[current.saturating_sub(1)].end)
        } else {
            let span = self.tokens[current];
            let next = self.tokens[current + 1];
            let to = if next.kind == TokenKind::End { span.end } else { next.end };
            (&self.text[span.start..span.end], to)
        };
        Problem::Syntax { token: token.to_owned(), near: self.text[from..to].to_owned() }
    }

    /// Counts one operator towards the maximum of 300.
    pub fn count_operator(&mut self) {
        self.operator_count += 1;
    }

    /// Returns true if the expression has too many operators. The tree is not made deeper then.
    pub fn too_many_operators(&self) -> bool {
        self.operator_count > OPERATORS_MAX || self.levels > OPERATORS_MAX
    }

    /// Notes a level of parentheses or functions in a statement. An expression is too short for too many of them without a problem
    /// of its own.
    pub fn note_level(&mut self, level: usize) {
        if self.is_statement() {
            self.levels = self.levels.max(level);
        }
    }

    /// Remembers redundant parentheses. [`Parser::finish`] reports them, after syntax errors.
    pub fn note_redundant_parentheses(&mut self) {
        self.redundant_parentheses = true;
    }

    /// Returns true if a name of a path begins here.
    pub fn at_name(&self) -> bool {
        match self.kind() {
            TokenKind::NameAlias | TokenKind::QuotedName => true,
            TokenKind::Word => {
                !self.keywords.iter().any(|keyword| self.token_text().eq_ignore_ascii_case(keyword))
            }
            _ => false,
        }
    }

    /// Parses a name of a path: a word, a placeholder, or a quoted name.
    ///
    /// # Errors
    /// Another token is here, or the word is reserved.
    pub fn name_element(&mut self) -> Result<PathElement, Problem> {
        if !self.at_name() {
            return Err(self.syntax_error());
        }
        let text = self.token_text();
        let element = match self.kind() {
            TokenKind::NameAlias => PathElement::Alias(text.into()),
            TokenKind::QuotedName => PathElement::Quoted(unquoted(text).into()),
            _ => PathElement::Name(text.into()),
        };
        self.advance();
        Ok(element)
    }

    fn path_element(&mut self) -> Result<PathElement, Problem> {
        let element = self.name_element()?;
        if matches!(&element, PathElement::Quoted(name) if name.is_empty()) {
            self.note(StatementProblem::PathPartEmpty);
        }
        Ok(element)
    }

    /// Parses a document path, such as `a.#b[0]`.
    ///
    /// # Errors
    /// The text is no path, or a name of it is reserved.
    pub fn path(&mut self) -> Result<Path, Problem> {
        let mut elements = vec![self.path_element()?];
        loop {
            if self.take_symbol(Symbol::Dot) {
                self.check_path_step()?;
                elements.push(self.path_element()?);
            } else if self.take_symbol(Symbol::OpenBracket) {
                if self.kind() != TokenKind::Integer {
                    return Err(self.syntax_error());
                }
                self.check_leading_zero()?;
                elements.push(PathElement::Index(self.token_text().into()));
                self.advance();
                self.expect_symbol(Symbol::CloseBracket)?;
            } else {
                return Ok(Path { elements });
            }
        }
    }

    /// Rejects a list index with a leading zero. DynamoDB reads the zero as a token of its own. Statements allow it.
    fn check_leading_zero(&self) -> Result<(), Problem> {
        let digits = self.token_range();
        if self.is_statement() || digits.len() < 2 || !self.token_text().starts_with('0') {
            return Ok(());
        }
        let end = self.tokens.get(self.position + 1).map_or(digits.end, |next| next.end.max(digits.end));
        let near = &self.text[digits.start..end];
        Err(Problem::Syntax { token: "0".to_owned(), near: near.to_owned() })
    }

    /// Parses a value placeholder, such as `:v`.
    ///
    /// # Errors
    /// Another token is here.
    pub fn value_alias(&mut self) -> Result<Box<str>, Problem> {
        if self.kind() != TokenKind::ValueAlias {
            return Err(self.syntax_error());
        }
        let alias = self.token_text().into();
        self.advance();
        Ok(alias)
    }

    /// Parses a path, a value or a function call, with or without parentheses. Nesting uses a stack of its own, not the
    /// call stack.
    ///
    /// # Errors
    /// The text is no operand, or is nested too deeply.
    pub fn operand(&mut self) -> Result<Operand, Problem> {
        let mut enclosing = Vec::new();
        loop {
            while let Some(opening) = self.opening() {
                enclosing.push(opening);
                self.note_level(enclosing.len());
            }
            let mut operand = match self.kind() {
                _ if self.at_end_of_empty_call(enclosing.last()) => {
                    self.advance();
                    let Some(Enclosing::Call(call)) = enclosing.pop() else { continue };
                    Operand::Function(call)
                }
                TokenKind::ValueAlias => Operand::Value(self.value_alias()?),
                _ if self.at_literal() => Operand::Literal(self.literal()?),
                _ => Operand::Path(self.path()?),
            };
            loop {
                match enclosing.pop() {
                    None => return Ok(operand),
                    Some(Enclosing::Parentheses) => {
                        self.expect_symbol(Symbol::CloseParenthesis)?;
                        operand = self.group_operand(operand);
                    }
                    Some(Enclosing::Call(mut call)) => {
                        call.arguments.push(operand);
                        if self.take_symbol(Symbol::Comma) {
                            enclosing.push(Enclosing::Call(call));
                            break;
                        }
                        self.expect_symbol(Symbol::CloseParenthesis)?;
                        let is_nested = enclosing.iter().any(|outer| matches!(outer, Enclosing::Call(_)));
                        operand = self.call_operand(call, is_nested);
                    }
                }
            }
        }
    }

    fn opening(&mut self) -> Option<Enclosing> {
        if self.take_symbol(Symbol::OpenParenthesis) {
            return Some(Enclosing::Parentheses);
        }
        if !self.at_call() || !(self.at_name() || self.at_exists()) {
            return None;
        }
        self.count_operator();
        let mut name: Box<str> = self.token_text().into();
        let mut place = None;
        if self.is_statement() {
            name.make_ascii_lowercase();
            place = Some(self.token_position());
            self.check_function(&name);
        }
        self.position += 2;
        let place = place.map(|name| Box::new(CallPlace { name, first_argument: self.token_position() }));
        Some(Enclosing::Call(FunctionCall { name, arguments: Vec::new(), place }))
    }

    fn at_exists(&self) -> bool {
        self.is_statement() && self.notes.place == Place::Where && self.at_keyword("EXISTS")
    }

    /// Returns true at the end of a call without arguments in a statement. A later check reports the missing arguments.
    fn at_end_of_empty_call(&self, innermost: Option<&Enclosing>) -> bool {
        let is_empty = matches!(innermost, Some(Enclosing::Call(call)) if call.arguments.is_empty());
        is_empty && self.is_statement() && self.at_symbol(Symbol::CloseParenthesis)
    }

    /// Returns true at a word followed by an opening parenthesis.
    pub fn at_call(&self) -> bool {
        self.kind() == TokenKind::Word
            && self.kind_at(self.position + 1) == TokenKind::Symbol(Symbol::OpenParenthesis)
    }

    /// Returns the line and column of the current token, for error messages.
    pub fn token_position(&self) -> Position {
        let before = self.tokens.get(self.position).map_or(self.text, |token| &self.text[..token.start]);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Position {
            line: 1 + before.bytes().filter(|byte| *byte == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
            length: self.token_text().chars().count(),
        }
    }

    /// Moves to the token that begins at this byte.
    pub fn go_back_to(&mut self, start: usize) {
        self.position = self.tokens.iter().position(|token| token.start >= start).unwrap_or(0);
    }

    /// Moves to the first token that `is_wanted` accepts. Returns false if there is none.
    pub fn go_to_first(&mut self, is_wanted: impl Fn(TokenKind, &str) -> bool) -> bool {
        let found =
            self.tokens.iter().position(|token| is_wanted(token.kind, &self.text[token.start..token.end]));
        if let Some(position) = found {
            self.position = position;
        }
        found.is_some()
    }

    /// Returns the byte range of the current token.
    pub fn token_range(&self) -> Range<usize> {
        self.tokens
            .get(self.position)
            .map_or(self.text.len()..self.text.len(), |token| token.start..token.end)
    }

    fn call_operand(&self, mut call: FunctionCall, is_nested: bool) -> Operand {
        // Above the limit, the expression is rejected later. A deeper tree would only cost stack.
        if is_nested
            && self.too_many_operators()
            && let Some(argument) = call.arguments.pop()
        {
            return argument;
        }
        Operand::Function(call)
    }

    /// Adds parentheses to an operand. Notes redundant parentheses if it already has some.
    pub fn group_operand(&mut self, operand: Operand) -> Operand {
        if matches!(operand, Operand::Group(_)) {
            self.note_redundant_parentheses();
            return operand;
        }
        Operand::Group(Box::new(operand))
    }

    /// Parses operands separated by commas, at least one.
    ///
    /// # Errors
    /// One of them is no operand.
    pub fn operand_list(&mut self) -> Result<Vec<Operand>, Problem> {
        let mut operands = vec![self.operand()?];
        while self.take_symbol(Symbol::Comma) {
            operands.push(self.operand()?);
        }
        Ok(operands)
    }
}

/// An open parenthesis or call around an operand.
enum Enclosing {
    Parentheses,
    Call(FunctionCall),
}
