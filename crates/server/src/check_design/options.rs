//! The command lines of `dynalab-server check` and `dynalab-server diff`.

use std::fmt;
use std::path::PathBuf;

use dynalab_design_formats::GivenValues;
use dynalab_messages::Language;
use dynalab_modeling::report::Rule;
use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::nearest::write_error;

/// The name of standard input on the command line.
pub const STANDARD_INPUT: &str = "-";

pub const CHECK_HELP: &str = "\
Runs every access pattern of a key design on sample data and compares it with its expected result.

Usage: dynalab-server check [OPTIONS] FILE...

A file with access patterns is a design, and each design has a report of its own. Tables without
access patterns beside a design (CloudFormation, Terraform, CreateTable, DescribeTable, `aws` lines)
are compared with the tables of the designs: each difference is reported and fails the check. Without
a design, all files are one design, for example a template and its items as CSV. `-` reads standard
input. In the report, units are those of one execution, and amounts are those of a month.

Options:
      --format FORMAT    text, json, github (annotations), junit or sarif [default: text]
      --deny RULE        fail if there is a finding of this rule, such as scan. Repeat it for several
      --against URL      compare the tables of an endpoint too, and run the access patterns that read there: each
                         difference fails the check. Access keys come from where the AWS CLI finds them
      --max-monthly USD  fail if a design costs more dollars per month
      --value NAME=VALUE the value of a name that the files do not have, such as a parameter or a variable.
                         Repeat it for several
      --language NAME    en, ja, or env: from LC_ALL, LC_MESSAGES or LANG [default: en]
  -h, --help             print this

Exit codes: 0 all access patterns are as expected and nothing else failed, 1 one is not, or something
else failed: a design without access patterns, a part of a design that cannot be used, a difference, a
denied finding, an amount above the limit. 2 a file cannot be read.
";

pub const DIFF_HELP: &str = "\
Prints the differences between two designs, or between a design and a stack or a table description.

Usage: dynalab-server diff [OPTIONS] A B
       dynalab-server diff [OPTIONS] DESIGN --against URL

If one file has tables alone, only tables are compared: keys and types, indexes and projections,
capacity mode, auto scaling, TTL, stream, table class, recovery, deletion protection and replicas. `-`
reads standard input.

Options:
      --against URL      compare with the tables of an endpoint, in place of a second file
      --format FORMAT    text, json, github (annotations), junit or sarif [default: text]
      --value NAME=VALUE the value of a name that the files do not have. Repeat it for several
      --language NAME    en, ja, or env: from LC_ALL, LC_MESSAGES or LANG [default: en]
  -h, --help             print this

Exit codes: 0 no difference, 1 a difference, 2 a file cannot be read.
";

/// The form in which a result is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    #[default]
    Text,
    Json,
    /// Annotations of a GitHub Action.
    Github,
    Junit,
    Sarif,
}

impl OutputFormat {
    const NAMES: [(&str, OutputFormat); 5] = [
        ("text", OutputFormat::Text),
        ("json", OutputFormat::Json),
        ("github", OutputFormat::Github),
        ("junit", OutputFormat::Junit),
        ("sarif", OutputFormat::Sarif),
    ];
}

/// What `check` or `diff` does.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckOptions {
    pub files: Vec<PathBuf>,
    pub language: Language,
    pub format: OutputFormat,
    /// The codes of rules of which a finding fails the check.
    pub denied: Vec<String>,
    /// Dollars per month that a design may cost.
    pub max_monthly: Option<f64>,
    /// Values of names that the files do not have.
    pub given: GivenValues,
    /// The address of an endpoint with which designs are compared.
    pub against: Option<String>,
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            files: Vec::new(),
            language: Language::English,
            format: OutputFormat::Text,
            denied: Vec::new(),
            max_monthly: None,
            given: GivenValues::new(),
            against: None,
        }
    }
}

/// A command that reads designs.
#[derive(Clone, Debug, PartialEq)]
pub enum DesignCommand {
    Check(CheckOptions),
    Diff(CheckOptions),
    /// Print a help text.
    Help(&'static str),
}

#[derive(Debug)]
pub enum CheckOptionsError {
    /// A mistake of an option, with the help text that has the options.
    Syntax {
        error: lexopt::Error,
        help: &'static str,
    },
    NoDesign,
    NotTwoFiles {
        files: usize,
    },
    StandardInputTwice,
    NotALanguage {
        language: String,
    },
    NotAFormat {
        format: String,
    },
    NotARule {
        rule: String,
    },
    NotAnAmount {
        amount: String,
    },
    NotAValue {
        argument: String,
    },
}

/// Parses the arguments after `check`.
///
/// # Errors
/// Fails if an option or its value is unknown, or if there is no file.
pub fn parse_check(parser: &mut lexopt::Parser) -> Result<DesignCommand, CheckOptionsError> {
    let mut options = CheckOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("deny") => options.denied.push(rule(parser.value()?.string()?)?),
            #[cfg(feature = "remote")]
            Long("against") => options.against = Some(parser.value()?.string()?),
            Long("max-monthly") => options.max_monthly = Some(amount(parser.value()?.string()?)?),
            Short('h') | Long("help") => return Ok(DesignCommand::Help(CHECK_HELP)),
            other => match common(other)? {
                Common::File(file) => options.files.push(file),
                Common::Language => options.language = language_of(parser.value()?.string()?)?,
                Common::Format => options.format = format_of(parser.value()?.string()?)?,
                Common::Value => options.given.extend([given(parser.value()?.string()?)?]),
            },
        }
    }
    if options.files.is_empty() {
        return Err(CheckOptionsError::NoDesign);
    }
    check_standard_input(&options)?;
    Ok(DesignCommand::Check(options))
}

/// Parses the arguments after `diff`.
///
/// # Errors
/// Fails if an option or its value is unknown, or if there are not two files.
pub fn parse_diff(parser: &mut lexopt::Parser) -> Result<DesignCommand, CheckOptionsError> {
    read_diff(parser).map_err(|error| match error {
        CheckOptionsError::Syntax { error, .. } => CheckOptionsError::Syntax { error, help: DIFF_HELP },
        other => other,
    })
}

fn read_diff(parser: &mut lexopt::Parser) -> Result<DesignCommand, CheckOptionsError> {
    let mut options = CheckOptions::default();
    while let Some(argument) = parser.next()? {
        match argument {
            #[cfg(feature = "remote")]
            Long("against") => options.against = Some(parser.value()?.string()?),
            Short('h') | Long("help") => return Ok(DesignCommand::Help(DIFF_HELP)),
            other => match common(other)? {
                Common::File(file) => options.files.push(file),
                Common::Language => options.language = language_of(parser.value()?.string()?)?,
                Common::Format => options.format = format_of(parser.value()?.string()?)?,
                Common::Value => options.given.extend([given(parser.value()?.string()?)?]),
            },
        }
    }
    // An endpoint is in place of the second file.
    let files = options.files.len() + usize::from(options.against.is_some());
    if files != 2 {
        return Err(CheckOptionsError::NotTwoFiles { files });
    }
    check_standard_input(&options)?;
    Ok(DesignCommand::Diff(options))
}

/// An argument that both commands have. The value of an option is not read yet.
enum Common {
    File(PathBuf),
    Language,
    Format,
    Value,
}

fn common(argument: lexopt::Arg<'_>) -> Result<Common, CheckOptionsError> {
    match argument {
        Value(file) => Ok(Common::File(file.into())),
        Long("language") => Ok(Common::Language),
        Long("format") => Ok(Common::Format),
        Long("value") => Ok(Common::Value),
        other => Err(other.unexpected().into()),
    }
}

fn check_standard_input(options: &CheckOptions) -> Result<(), CheckOptionsError> {
    let count = options.files.iter().filter(|file| file.as_os_str() == STANDARD_INPUT).count();
    if count > 1 { Err(CheckOptionsError::StandardInputTwice) } else { Ok(()) }
}

/// Returns the language of a code. The environment is read for `env` only, so the same command prints the same everywhere.
fn language_of(code: String) -> Result<Language, CheckOptionsError> {
    if code == "env" {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        return Ok(Language::choose(set.as_deref()));
    }
    Language::with_code(&code).ok_or(CheckOptionsError::NotALanguage { language: code })
}

fn format_of(format: String) -> Result<OutputFormat, CheckOptionsError> {
    let found = OutputFormat::NAMES.iter().find(|(name, _)| *name == format).map(|(_, format)| *format);
    found.ok_or(CheckOptionsError::NotAFormat { format })
}

fn rule(rule: String) -> Result<String, CheckOptionsError> {
    if Rule::CODES.contains(&rule.as_str()) { Ok(rule) } else { Err(CheckOptionsError::NotARule { rule }) }
}

fn amount(amount: String) -> Result<f64, CheckOptionsError> {
    let dollars = amount.parse::<f64>().ok().filter(|dollars| dollars.is_finite() && *dollars >= 0.0);
    dollars.ok_or(CheckOptionsError::NotAnAmount { amount })
}

fn given(argument: String) -> Result<(String, String), CheckOptionsError> {
    match argument.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(CheckOptionsError::NotAValue { argument }),
    }
}

impl fmt::Display for CheckOptionsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckOptionsError::Syntax { error, help } => write_error(formatter, error, help, &[]),
            CheckOptionsError::NoDesign => formatter.write_str("check needs the file of a design"),
            CheckOptionsError::NotTwoFiles { files } => {
                write!(formatter, "diff compares two files, not {files}")
            }
            CheckOptionsError::StandardInputTwice => {
                formatter.write_str("- can be given once: standard input is read once")
            }
            CheckOptionsError::NotALanguage { language } => {
                write!(formatter, "--language {language}: there are en, ja and env")
            }
            CheckOptionsError::NotAFormat { format } => {
                let names = OutputFormat::NAMES.map(|(name, _)| name).join(", ");
                write!(formatter, "--format {format}: there are {names}")
            }
            CheckOptionsError::NotARule { rule } => {
                write!(formatter, "--deny {rule}: the rules are {}", Rule::CODES.join(", "))
            }
            CheckOptionsError::NotAnAmount { amount } => {
                write!(formatter, "--max-monthly {amount}: it is an amount of dollars, such as 250")
            }
            CheckOptionsError::NotAValue { argument } => {
                write!(formatter, "--value {argument}: it is a name and its value, such as Stage=prod")
            }
        }
    }
}

impl std::error::Error for CheckOptionsError {}

impl From<lexopt::Error> for CheckOptionsError {
    fn from(error: lexopt::Error) -> CheckOptionsError {
        CheckOptionsError::Syntax { error, help: CHECK_HELP }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(command: &str, arguments: &[&str]) -> Result<DesignCommand, CheckOptionsError> {
        let mut parser = lexopt::Parser::from_args(arguments);
        if command == "check" { parse_check(&mut parser) } else { parse_diff(&mut parser) }
    }

    #[test]
    fn options_of_a_check_are_read() {
        let arguments =
            ["a.json", "--deny", "scan", "-", "--deny=no-rate", "--max-monthly", "12.5", "--format", "json"];
        let Ok(DesignCommand::Check(options)) = parse("check", &arguments) else { panic!() };
        assert_eq!(options.files, [PathBuf::from("a.json"), PathBuf::from("-")]);
        assert_eq!(options.denied, ["scan", "no-rate"]);
        assert_eq!((options.max_monthly, options.format), (Some(12.5), OutputFormat::Json));
        let arguments = ["a.yaml", "b.yaml", "--value", "Stage=prod", "--value=opt:url=a=b"];
        let Ok(DesignCommand::Diff(options)) = parse("diff", &arguments) else { panic!() };
        let given =
            [("Stage", "prod"), ("opt:url", "a=b")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(options.given, GivenValues::from(given));
    }

    #[test]
    fn each_command_has_help() {
        for (command, help) in [("check", CHECK_HELP), ("diff", DIFF_HELP)] {
            for flag in ["--help", "-h"] {
                assert_eq!(parse(command, &["a.json", flag]).ok(), Some(DesignCommand::Help(help)));
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (command, arguments, part) in [
            ("check", &[][..], "check needs the file"),
            ("check", &["--deny", "sacn", "a"], "--deny sacn: the rules are owner-not-in-key, "),
            ("check", &["--max-monthly", "-1", "a"], "--max-monthly -1: it is an amount"),
            ("check", &["--max-monthly", "NaN", "a"], "--max-monthly NaN: it is an amount"),
            ("check", &["--format", "xml", "a"], "--format xml: there are text, json, github, junit, sarif"),
            ("check", &["--value", "prod", "a"], "--value prod: it is a name and its value"),
            ("diff", &["--value", "=prod", "a", "b"], "--value =prod: it is a name and its value"),
            ("check", &["-", "-"], "- can be given once"),
            ("check", &["--port", "1"], "--port"),
            ("check", &["--langage", "ja", "a"], "did you mean --language?"),
            ("diff", &["a", "b", "--fromat", "json"], "did you mean --format?"),
            ("diff", &["a"], "diff compares two files, not 1"),
            ("diff", &["a", "b", "c"], "diff compares two files, not 3"),
            ("diff", &["a", "b", "--deny", "scan"], "--deny"),
        ] {
            let error = parse(command, arguments).expect_err("it is a mistake").to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
