//! The position of a syntax error in a text, for editors that underline it. DynamoDB returns only the token.

use std::ops::Range;

use crate::error::{ExpressionKind, Problem};
use crate::grammar;
use crate::lexer::TokenKind;
use crate::parser::Parser;
use crate::partiql::{self, Statement, StatementProblem};

/// Returns the byte range of the first token that the grammar does not accept. It is empty at the end of the text. Returns None if the
/// text is valid, too long or empty.
pub fn place_of_mistake(kind: ExpressionKind, text: &str) -> Option<Range<usize>> {
    match kind {
        ExpressionKind::Update => grammar::update::place_of_mistake(text),
        ExpressionKind::Projection => grammar::projection::place_of_mistake(text),
        _ => grammar::condition::place_of_mistake(text),
    }
}

/// Parses a statement as [`partiql::parse`] does, with the position of an error.
///
/// # Errors
/// The problem, and the byte range of the token where the parser found it.
pub fn parse_statement(text: &str) -> Result<Statement, (Problem, Range<usize>)> {
    let mut parser = Parser::of_statement(text, partiql::grammar::KEYWORDS);
    let kind = match partiql::grammar::statement(&mut parser) {
        Err(problem) => return Err((problem, parser.token_range())),
        Ok(kind) => kind,
    };
    let range = parser.token_range();
    if let (TokenKind::End, Some((position, range))) = (parser.kind(), &parser.notes.selected_call) {
        return Err((StatementProblem::PathComponent(*position).into(), range.clone()));
    }
    parser.finish_statement(kind).map_err(|problem| (problem, range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_of_the_token() {
        for (kind, text, shown) in [
            (ExpressionKind::Filter, "a = = :b", "="),
            (ExpressionKind::Filter, "a = :b AND", ""),
            (ExpressionKind::Filter, "a = :b c", "c"),
            (ExpressionKind::Update, "SET a = 5", "5"),
            (ExpressionKind::Projection, "a, b c", "c"),
        ] {
            let place = place_of_mistake(kind, text).expect(text);
            assert_eq!(&text[place], shown, "{text}");
        }
        assert_eq!(place_of_mistake(ExpressionKind::Filter, "a = :b"), None);
    }

    #[test]
    fn statements_too() {
        for (text, shown) in [
            ("SELECT * FORM T", "FORM"),
            ("SELECT * FROM T WHERE", ""),
            ("SELECT * FROM T LIMIT 5", "LIMIT"),
            ("INSERT INTO T VALUE {'a': b}", "b"),
            ("DELETE FROM T WHERE a = 1 b", "b"),
        ] {
            let (_, place) = parse_statement(text).expect_err(text);
            assert_eq!(&text[place], shown, "{text}");
        }
        assert!(parse_statement("SELECT * FROM T;").is_ok());
    }
}
