//! The grammar of projections: paths with commas between them.

use crate::error::Problem;
use crate::lexer::Symbol;
use crate::parser::Parser;
use crate::syntax::Projection;

pub(crate) fn parse(text: &str) -> Result<Projection, Problem> {
    let mut parser = Parser::new(text, &[])?;
    let mut paths = vec![parser.path()?];
    while parser.take_symbol(Symbol::Comma) {
        paths.push(parser.path()?);
    }
    parser.finish()?;
    Ok(Projection { paths })
}
