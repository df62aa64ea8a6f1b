//! `dynalab-server check FILE...` and `diff A B`: what they find is one value, which is printed as a report, JSON, annotations of
//! GitHub, JUnit or SARIF. All sentences are those of the page, in English or Japanese.

mod github;
mod input;
mod issue;
mod junit;
pub mod options;
mod result;
mod sarif;
mod text;

use dynalab_design_formats::several::{self, NamedText, Opened};
use dynalab_literals::visible;
use dynalab_modeling::differences::{self, Difference, Setting};
use dynalab_modeling::{Design, Report, check, cures};

use options::{CheckOptions, OutputFormat};
use result::{CheckResult, Compared, DesignResult, Judge};

/// Exit code: all patterns are green, and nothing else failed.
pub const GREEN: u8 = 0;
/// Exit code: a pattern is red, or something else failed.
pub const RED: u8 = 1;
/// Exit code: a file is missing or has no design.
pub const UNREADABLE: u8 = 2;

/// The output of a command and its exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub text: String,
    /// Lines for standard error: files that cannot be read.
    pub errors: String,
    pub code: u8,
}

/// Checks each design of the files. Tables beside them are compared with theirs.
pub fn check_designs(options: &CheckOptions) -> Outcome {
    let mut result = CheckResult::new(options.language);
    let files = read_files(options, &mut result);
    if !files.is_empty() {
        check_files(&files, options, &mut result);
    }
    result.close();
    print(&result, options)
}

fn check_files(files: &[NamedText], options: &CheckOptions, result: &mut CheckResult) {
    let apart = several::open_apart(files, &options.given);
    let described = apart.described.as_ref();
    if let Some(described) = described {
        result.add_compared_files(&described.opened);
    }
    let tables = described.and_then(|described| Some((described.opened.design.as_ref()?, described)));
    // A stack can have the tables of several designs. One that no design has is reported once.
    let mut is_first = true;
    for opened in &apart.designs {
        let files = result.add_files(opened);
        for design in opened.design.iter().chain(&opened.second) {
            let compared = tables.map(|(stack, described)| {
                let found = differences::of_stack(design, stack, &described.unsaid);
                let is_of_other = |found: &Difference| {
                    found.table_only_right().is_some_and(|name| {
                        !is_first || apart.each().any(|other| other.table(name).is_some())
                    })
                };
                Compared {
                    names: (name_of(opened), name_of(&described.opened)),
                    differences: found.into_iter().filter(|found| !is_of_other(found)).collect(),
                    unsaid: described.unsaid.clone(),
                }
            });
            is_first = false;
            let mut judge = Judge { options, compared, elsewhere: Vec::new() };
            if let Some(url) = &options.against {
                match look_elsewhere(url, design, true) {
                    Ok((there, patterns)) => {
                        let names = (name_of(opened), url.clone());
                        // Tables of files beside the design were compared too.
                        judge.compared.get_or_insert_with(|| compared_with(design, &there, names));
                        judge.elsewhere =
                            patterns.into_iter().map(|pattern| (url.clone(), pattern)).collect();
                    }
                    Err(message) => result.refuse(url, message),
                }
            }
            result.designs.push(DesignResult::from_report(files.clone(), design, &checked(design), &judge));
        }
    }
}

/// Checks a design, and tries the advice to remove something before it is printed.
fn checked(design: &Design) -> Report {
    let mut report = check(design);
    cures::confirm(design, &mut report);
    report
}

/// Compares two files.
pub fn diff_designs(options: &CheckOptions) -> Outcome {
    let mut result = CheckResult::new(options.language);
    let files = read_files(options, &mut result);
    let opened: Vec<Opened> = files.iter().map(|file| several::open_alone(file, &options.given)).collect();
    for one in &opened {
        result.add_files(one);
    }
    if let ([only], Some(url)) = (&opened[..], &options.against)
        && let Some(design) = &only.design
    {
        match look_elsewhere(url, design, false) {
            Ok((there, _)) => {
                result.set_differences(&compared_with(design, &there, (name_of(only), url.clone())))
            }
            Err(message) => result.refuse(url, message),
        }
    }
    if let [left, right] = &opened[..]
        && let (Some(one), Some(other)) = (&left.design, &right.design)
    {
        let names = (name_of(left), name_of(right));
        let is_tables = |design: &Design| design.entities.is_empty() && design.patterns.is_empty();
        let compared = if is_tables(one) || is_tables(other) {
            let mut unsaid = Vec::new();
            for format in [left, right].into_iter().flat_map(|opened| &opened.files) {
                unsaid.extend(format.outcome.format().map(several::unsaid).unwrap_or_default());
            }
            unsaid.sort_unstable();
            unsaid.dedup();
            Compared { names, differences: differences::of_tables(one, other, &unsaid), unsaid }
        } else {
            Compared { names, differences: differences::of_designs(one, other), unsaid: Vec::new() }
        };
        result.set_differences(&compared);
    }
    result.close();
    print(&result, options)
}

/// The tables of an endpoint, with the settings that it does not tell.
type TablesThere = (Design, Vec<Setting>);

/// Returns the tables of a design as an endpoint has them, and the access patterns that differ there.
#[cfg(feature = "remote")]
fn look_elsewhere(
    url: &str,
    design: &Design,
    runs_patterns: bool,
) -> Result<(TablesThere, Vec<String>), String> {
    let found = crate::endpoints::against::look(url, design, runs_patterns)?;
    Ok(((found.tables, found.unsaid), found.patterns))
}

#[cfg(not(feature = "remote"))]
fn look_elsewhere(url: &str, _: &Design, _: bool) -> Result<(TablesThere, Vec<String>), String> {
    Err(format!("{url}: this program was compiled without the feature `remote`"))
}

fn compared_with(design: &Design, (there, unsaid): &TablesThere, names: (String, String)) -> Compared {
    Compared { names, differences: differences::of_stack(design, there, unsaid), unsaid: unsaid.clone() }
}

fn read_files(options: &CheckOptions, result: &mut CheckResult) -> Vec<NamedText> {
    let mut files = Vec::new();
    for path in &options.files {
        match input::read(path) {
            Ok(text) => files.push(NamedText { name: path.display().to_string(), text }),
            Err(error) => result.refuse(&path.display().to_string(), error.to_string()),
        }
    }
    files
}

/// Names the files of a design in a sentence.
fn name_of(opened: &Opened) -> String {
    let names: Vec<&str> = opened.files.iter().map(|file| file.name.as_str()).collect();
    names.join(", ")
}

fn print(result: &CheckResult, options: &CheckOptions) -> Outcome {
    let text = match options.format {
        OutputFormat::Text => text::write(result),
        OutputFormat::Json => result::json(result),
        OutputFormat::Github => github::write(result),
        OutputFormat::Junit => junit::write(result),
        OutputFormat::Sarif => sarif::write(result),
    };
    let refused = result.refused.iter();
    let errors: String =
        refused.map(|refused| format!("dynalab-server: {}: {}\n", refused.file, refused.message)).collect();
    let code = match (result.refused.is_empty(), result.ok) {
        (false, _) => UNREADABLE,
        (true, true) => GREEN,
        (true, false) => RED,
    };
    // A name in a design could hold commands for the terminal.
    Outcome { text: visible::printed(&text), errors: visible::printed(&errors), code }
}
