//! `check --against URL` and `diff --against URL`: the tables of an endpoint, and the access patterns that differ there.

use dynalab_modeling::Design;
use dynalab_modeling::differences::Setting;
use dynalab_remote::compare::{CompareOptions, ComparedOutcome, compare};
use dynalab_remote::tables;

use super::compare::{difference_text, not_run};
use super::connection::{block_on, client};
use super::options::ConnectionOptions;

/// The tables of a design as an endpoint has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elsewhere {
    /// Only tables whose names the design has.
    pub tables: Design,
    /// Settings that the endpoint does not tell.
    pub unsaid: Vec<Setting>,
    /// A sentence for each access pattern that differs there.
    pub patterns: Vec<String>,
}

/// Describes the tables of a design at an endpoint, and runs its access patterns that read.
///
/// # Errors
/// The endpoint cannot be used: the sentence says why.
pub fn look(url: &str, design: &Design, runs_patterns: bool) -> Result<Elsewhere, String> {
    let options = ConnectionOptions { url: url.to_owned(), ..ConnectionOptions::default() };
    block_on(async {
        let client = client(&options).await?;
        let mut elsewhere = Elsewhere::default();
        for table in &design.tables {
            let described =
                tables::describe(&client, &table.name).await.map_err(|error| error.to_string())?;
            let Some(described) = described else { continue };
            let found = tables::read(&described).map_err(|error| format!("{}: {error}", table.name))?;
            elsewhere.unsaid.extend(found.unsaid);
            elsewhere.tables.tables.push(found.table);
        }
        elsewhere.unsaid.sort_unstable();
        elsewhere.unsaid.dedup();
        if runs_patterns {
            let compared = compare(&client, design, CompareOptions::default(), |_| {}).await;
            let compared = compared.map_err(|error| error.to_string())?;
            for pattern in &compared.patterns {
                let texts: Vec<String> = match &pattern.outcome {
                    ComparedOutcome::Compared(both) => both.differences.iter().map(difference_text).collect(),
                    ComparedOutcome::NotRun(reason) if reason.is_difference() => {
                        vec![not_run(reason, &pattern.operation)]
                    }
                    ComparedOutcome::NotRun(_) => Vec::new(),
                };
                if !texts.is_empty() {
                    elsewhere.patterns.push(format!("{}: {}", pattern.name, texts.join("; ")));
                }
            }
        }
        Ok(elsewhere)
    })
}
