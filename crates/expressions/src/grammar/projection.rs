//! The grammar of projections: paths separated by commas.

use std::ops::Range;

use crate::error::Problem;
use crate::lexer::{Symbol, TokenKind};
use crate::parser::Parser;
use crate::syntax::{Path, Projection};

pub(crate) fn parse(text: &str) -> Result<Projection, Problem> {
    let mut parser = Parser::new(text, &[])?;
    let paths = paths(&mut parser)?;
    parser.finish()?;
    Ok(Projection { paths })
}

fn paths(parser: &mut Parser<'_>) -> Result<Vec<Path>, Problem> {
    let mut paths = vec![parser.path()?];
    while parser.take_symbol(Symbol::Comma) {
        paths.push(parser.path()?);
    }
    Ok(paths)
}

/// Returns the byte range of the first token that the grammar does not accept.
pub(crate) fn place_of_mistake(text: &str) -> Option<Range<usize>> {
    let mut parser = Parser::new(text, &[]).ok()?;
    let is_whole = paths(&mut parser).is_ok() && parser.kind() == TokenKind::End;
    (!is_whole).then(|| parser.token_range())
}
