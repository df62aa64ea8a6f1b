//! `dynalab-server compare`: prints what each access pattern returns here and there.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use dynalab_design_formats::GivenValues;
use dynalab_design_formats::several::{self, NamedText};
use dynalab_literals::visible;
use dynalab_messages::figures::units;
use dynalab_messages::{Language, Message};
use dynalab_modeling::Design;
use dynalab_modeling::report::ErrorReport;
use dynalab_remote::compare::{
    BothSides, CompareOptions, ComparedOutcome, ComparedPattern, Comparison, NotCompared, PatternDifference,
    Side, compare,
};
use serde_json::{Value, json};

use super::Ended;
use super::connection::{block_on, client, endpoint};
use super::options::{CompareCommand, IgnoredDifference};

const LANGUAGE: Language = Language::English;
/// Characters of an item that a line shows.
const SHOWN_CHARACTERS: usize = 120;

pub fn run(options: &CompareCommand) -> Result<Ended, String> {
    let design = read_design(&options.design)?;
    if options.writes && !options.yes && !endpoint(&options.connection)?.is_loopback() {
        return Err("--writes changes items at the endpoint for a moment. --yes allows it.".to_owned());
    }
    let comparison = block_on(async {
        let client = client(&options.connection).await?;
        let compared = compare(&client, &design, CompareOptions { writes: options.writes }, |_| {}).await;
        compared.map_err(|error| error.to_string())
    })?;
    let is_equal = comparison.patterns.iter().all(|pattern| is_equal(pattern, &options.ignored));
    match options.is_json {
        true => println!("{}", json_of(&comparison, options, is_equal)),
        false => print!("{}", text_of(&comparison, options, is_equal)),
    }
    Ok(if is_equal { Ended::Well } else { Ended::WithDifferences })
}

/// Reads a design in any format.
pub fn read_design(path: &Path) -> Result<Design, String> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let opened = several::open_alone(&NamedText { name: name.clone(), text }, &GivenValues::new());
    let refused = || {
        let sentences = opened.files.iter().map(|file| file.sentence("", LANGUAGE));
        sentences.collect::<Vec<String>>().join(" ")
    };
    opened.design.clone().ok_or_else(|| format!("{name}: {}", refused()))
}

fn is_ignored(difference: &PatternDifference, ignored: &[IgnoredDifference]) -> bool {
    match difference {
        PatternDifference::Units { .. } => ignored.contains(&IgnoredDifference::Units),
        PatternDifference::Requests { .. } => ignored.contains(&IgnoredDifference::Requests),
        PatternDifference::Error { here: Some(here), there: Some(there) } => {
            here.name == there.name && ignored.contains(&IgnoredDifference::Messages)
        }
        _ => false,
    }
}

fn is_equal(pattern: &ComparedPattern, ignored: &[IgnoredDifference]) -> bool {
    match &pattern.outcome {
        ComparedOutcome::Compared(both) => {
            both.differences.iter().all(|difference| is_ignored(difference, ignored))
        }
        ComparedOutcome::NotRun(reason) => !reason.is_difference(),
    }
}

pub fn text_of(comparison: &Comparison, options: &CompareCommand, is_equal_all: bool) -> String {
    let mut text = format!("{} here and at {}\n", options.design.display(), options.connection.url);
    for problem in &comparison.problems {
        let _ = writeln!(
            text,
            "  left out: {}: {}",
            problem.place.write(LANGUAGE),
            problem.reason.write(LANGUAGE)
        );
    }
    for pattern in &comparison.patterns {
        text.push_str(&pattern_text(pattern, &options.ignored));
    }
    let count = comparison.patterns.len();
    let equal = comparison.patterns.iter().filter(|pattern| is_equal(pattern, &options.ignored)).count();
    let _ = writeln!(
        text,
        "{}: {equal} of {count} access patterns are the same or were not to be run.",
        if is_equal_all { "Equal" } else { "Different" }
    );
    visible::printed(&text)
}

fn pattern_text(pattern: &ComparedPattern, ignored: &[IgnoredDifference]) -> String {
    let mut text = String::new();
    match &pattern.outcome {
        ComparedOutcome::NotRun(reason) => {
            let _ = writeln!(text, "  not run   {}: {}", pattern.name, not_run(reason, &pattern.operation));
        }
        ComparedOutcome::Compared(both) => {
            let mark = if is_equal(pattern, ignored) { "same     " } else { "different" };
            let there = &both.there;
            let _ = writeln!(
                text,
                "  {mark} {}: {} items, {} requests, {} units; expectation there: {}",
                pattern.name,
                there.items,
                there.requests,
                units(there.units),
                there.verdict.write(LANGUAGE)
            );
            for difference in &both.differences {
                let _ = writeln!(text, "              {}", difference_text(difference));
            }
        }
    }
    text
}

pub fn not_run(reason: &NotCompared, operation: &str) -> String {
    match reason {
        NotCompared::NoOperation => "it has no request".to_owned(),
        NotCompared::Writes => "it writes, which --writes allows".to_owned(),
        NotCompared::WritesUnknownItems => {
            format!("what {operation} writes is not known before, so it could not be put back")
        }
        NotCompared::Problem(reason) => reason.write(LANGUAGE),
        NotCompared::Unsupported => format!("the endpoint does not have {operation}"),
    }
}

pub fn difference_text(difference: &PatternDifference) -> String {
    let error = |error: &Option<ErrorReport>| {
        error
            .as_ref()
            .map_or_else(|| "no error".to_owned(), |error| format!("{}: {}", error.name, error.message))
    };
    match difference {
        PatternDifference::Items { only_here, only_here_count, only_there, only_there_count } => {
            let list = |count: &u64, items: &[String]| match items {
                [] => "none".to_owned(),
                items => {
                    let items: Vec<String> = items.iter().map(|item| shortened(item)).collect();
                    format!("{count} ({})", items.join(", "))
                }
            };
            format!(
                "items only here: {}; only there: {}",
                list(only_here_count, only_here),
                list(only_there_count, only_there)
            )
        }
        PatternDifference::Order { from } => format!("another order from item {from}"),
        PatternDifference::Requests { here, there } => format!("requests: {here} here, {there} there"),
        PatternDifference::Error { here, there } => format!("here {}; there {}", error(here), error(there)),
        PatternDifference::Units { here, there } => {
            format!("units: {} here, {} there", units(*here), units(*there))
        }
        PatternDifference::Verdict { here, there } => {
            format!("expectation here: {}; there: {}", here.write(LANGUAGE), there.write(LANGUAGE))
        }
    }
}

/// Returns the beginning of an item.
fn shortened(item: &str) -> String {
    if item.chars().count() <= SHOWN_CHARACTERS {
        return item.to_owned();
    }
    item.chars().take(SHOWN_CHARACTERS).chain(['…']).collect()
}

fn json_of(comparison: &Comparison, options: &CompareCommand, is_equal_all: bool) -> String {
    let side = |side: &Side| {
        json!({
            "items": side.items, "requests": side.requests, "units": side.units,
            "error": side.error.as_ref().map(|error| json!({ "name": error.name, "message": error.message })),
            "expectation": { "ok": side.verdict.is_green(), "sentence": side.verdict.write(LANGUAGE) },
        })
    };
    let patterns: Vec<Value> = comparison
        .patterns
        .iter()
        .map(|pattern| {
            let equal = is_equal(pattern, &options.ignored);
            match &pattern.outcome {
                ComparedOutcome::NotRun(reason) => json!({
                    "name": pattern.name, "operation": pattern.operation, "equal": equal,
                    "notRun": not_run(reason, &pattern.operation),
                }),
                ComparedOutcome::Compared(both) => {
                    let BothSides { here, there, differences } = &**both;
                    let differences: Vec<Value> = differences
                        .iter()
                        .map(|difference| {
                            let kind = kind_of(difference);
                            json!({ "kind": kind, "sentence": difference_text(difference), "ignored": is_ignored(difference, &options.ignored) })
                        })
                        .collect();
                    json!({
                        "name": pattern.name, "operation": pattern.operation, "equal": equal,
                        "here": side(here), "there": side(there), "differences": differences,
                    })
                }
            }
        })
        .collect();
    let whole = json!({ "ok": is_equal_all, "endpoint": options.connection.url, "patterns": patterns });
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

fn kind_of(difference: &PatternDifference) -> &'static str {
    match difference {
        PatternDifference::Items { .. } => "items",
        PatternDifference::Order { .. } => "order",
        PatternDifference::Requests { .. } => "requests",
        PatternDifference::Error { .. } => "error",
        PatternDifference::Units { .. } => "units",
        PatternDifference::Verdict { .. } => "expectation",
    }
}
