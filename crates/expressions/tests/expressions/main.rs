//! Tests of the four expression languages through the public API.

mod conditions;
mod errors;
mod functions;
mod key_conditions;
mod limits;
mod literal;
mod partiql;
mod projections;
mod random;
mod round_trip;
mod statements;
mod token_soup;
mod updates;
