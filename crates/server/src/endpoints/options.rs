//! The command lines of the commands that use an endpoint.

use std::fmt;
use std::path::PathBuf;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::nearest::write_error;

const COMMON_HELP: &str = "\
      --region REGION    the Region of the signature [default: that of the address, else us-east-1]
      --profile NAME     a profile of the AWS configuration. Without it, access keys come from where the AWS CLI finds them
      --max-requests N   the most requests a second
  -h, --help             print this
";

pub const PUSH_HELP: &str = "\
Brings the tables of a design with its sample, or of a document with its items, to an endpoint.

Usage: dynalab-server push [OPTIONS] DESIGN|DOCUMENT --to URL

First it prints a plan: tables, items, units, dollars, and what the endpoint does not support. It never deletes or replaces a table, and
leaves a table with other keys alone. An interrupted push goes on from its checkpoint when it is run again.

Options:
      --to URL           the endpoint
      --plan             print the plan, and end
      --yes              go on after the plan. An endpoint on this machine needs no --yes
      --tables-only      tables and settings, no items
      --into-existing    write into tables that another program made. Items with the same keys are replaced
      --no-verify        do not read all items again at the end
      --checkpoint FILE  where the progress is kept [default: beside the design, with .push.json at its end]
      --concurrency N    batches that are under way at once [default: 8]
";

pub const PULL_HELP: &str = "\
Brings tables of an endpoint back, as a document that opens in the workbench and can be pushed.

Usage: dynalab-server pull [OPTIONS] --from URL --out FILE

Options:
      --from URL         the endpoint
      --out FILE         the document
      --design FILE      write a first design too: entities, key templates and access patterns, proposed from the items
      --table NAME       pull this table alone. Repeat it for several
      --sample N         N partition keys of each table, each with all its items
      --no-items         definitions and settings alone
      --mask ATTRIBUTE   replace the values of this attribute by others of the same shape, in all keys, sets and tables,
                         before anything is written. Repeat it for several
      --segments N       parts of a table that are read at once [default: 4]
      --max-rcu N        the most read units a second
      --force            replace the file if it is there
";

pub const COMPARE_HELP: &str = "\
Runs each access pattern of a design at an endpoint and here, and prints what differs: items, order, requests, errors, units.

Usage: dynalab-server compare [OPTIONS] DESIGN --against URL

The endpoint needs the tables and the sample of the design: `push` brings them there.

Options:
      --against URL      the endpoint
      --writes           run patterns that write too. What they change is put back
      --yes              allow --writes at an endpoint that is not on this machine
      --ignore NAME      leave a kind of difference out of the exit code: units, requests or messages. Repeat it for several
      --format FORMAT    text or json [default: text]
";

pub const LOAD_HELP: &str = "\
Sends the load of a design to an endpoint for real, and prints latencies, throttles and units beside what Dynalab predicts.

Usage: dynalab-server load [OPTIONS] DESIGN --against URL --rate N --for 20s

The access patterns are sent at their rates in the design, scaled to N a second together. Requests start when they are due, also if the
endpoint is slow, and latencies count from then.

Options:
      --against URL      the endpoint
      --rate N           access patterns a second
      --for TIME         how long: 20s, 5m
      --writes           send patterns that write too, into tables that a push made or that --table names. Items are put back
      --table NAME       a table into which may be written. Repeat it for several
      --max-sent N       the most requests in all [default: 100000]
      --max-usd USD      the most dollars at on-demand prices [default: 1]
      --seed N           where the choice of patterns and keys comes from [default: 0]
      --yes              go on after the plan. An endpoint on this machine needs no --yes
      --format FORMAT    text, json or html [default: text]
";

/// The endpoint of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConnectionOptions {
    pub url: String,
    pub region: Option<String>,
    pub profile: Option<String>,
    pub requests_per_second: Option<f64>,
    pub units_per_second: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushCommand {
    pub connection: ConnectionOptions,
    pub source: PathBuf,
    pub plan_only: bool,
    pub yes: bool,
    pub tables_only: bool,
    pub into_existing: bool,
    pub skips_reading: bool,
    pub checkpoint: Option<PathBuf>,
    pub concurrency: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PullCommand {
    pub connection: ConnectionOptions,
    pub out: PathBuf,
    pub design: Option<PathBuf>,
    pub tables: Vec<String>,
    pub sample: Option<usize>,
    pub leaves_items: bool,
    pub mask: Vec<String>,
    pub segments: u32,
    pub replaces_file: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompareCommand {
    pub connection: ConnectionOptions,
    pub design: PathBuf,
    pub writes: bool,
    pub yes: bool,
    pub ignored: Vec<IgnoredDifference>,
    pub is_json: bool,
}

/// A kind of difference that a program can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoredDifference {
    Units,
    Requests,
    Messages,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoadFormat {
    #[default]
    Text,
    Json,
    Html,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoadCommand {
    pub connection: ConnectionOptions,
    pub design: PathBuf,
    pub rate: f64,
    pub seconds: f64,
    pub writes: bool,
    pub tables: Vec<String>,
    pub sent_max: u64,
    pub usd_max: f64,
    pub seed: u64,
    pub yes: bool,
    pub format: LoadFormat,
}

/// A command that uses an endpoint.
#[derive(Clone, Debug, PartialEq)]
pub enum EndpointCommand {
    Push(PushCommand),
    Pull(PullCommand),
    Compare(CompareCommand),
    Load(LoadCommand),
    Help(String),
}

#[derive(Debug)]
pub enum EndpointOptionsError {
    Syntax {
        error: lexopt::Error,
        help: String,
    },
    /// A value that the command cannot do without.
    Missing {
        what: &'static str,
    },
    NotAValue {
        option: &'static str,
        value: String,
        wanted: &'static str,
    },
}

/// The name of a command of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndpointCommandName {
    Push,
    Pull,
    Compare,
    Load,
}

impl EndpointCommandName {
    pub const ALL: [(&str, EndpointCommandName); 4] = [
        ("push", EndpointCommandName::Push),
        ("pull", EndpointCommandName::Pull),
        ("compare", EndpointCommandName::Compare),
        ("load", EndpointCommandName::Load),
    ];

    pub fn of(word: &std::ffi::OsStr) -> Option<EndpointCommandName> {
        EndpointCommandName::ALL.iter().find(|(name, _)| *name == word).map(|(_, command)| *command)
    }

    fn help(self) -> String {
        let own = match self {
            EndpointCommandName::Push => PUSH_HELP,
            EndpointCommandName::Pull => PULL_HELP,
            EndpointCommandName::Compare => COMPARE_HELP,
            EndpointCommandName::Load => LOAD_HELP,
        };
        format!("{own}{COMMON_HELP}")
    }

    /// Parses the arguments after the name.
    ///
    /// # Errors
    /// An option or its value is unknown, or one that is needed is missing.
    pub fn parse(self, parser: &mut lexopt::Parser) -> Result<EndpointCommand, EndpointOptionsError> {
        let parsed = match self {
            EndpointCommandName::Push => parse_push(parser),
            EndpointCommandName::Pull => parse_pull(parser),
            EndpointCommandName::Compare => parse_compare(parser),
            EndpointCommandName::Load => parse_load(parser),
        };
        match parsed {
            Ok(Some(command)) => Ok(command),
            Ok(None) => Ok(EndpointCommand::Help(self.help())),
            Err(EndpointOptionsError::Syntax { error, .. }) => {
                Err(EndpointOptionsError::Syntax { error, help: self.help() })
            }
            Err(error) => Err(error),
        }
    }
}

type Parsed = Result<Option<EndpointCommand>, EndpointOptionsError>;

fn parse_push(parser: &mut lexopt::Parser) -> Parsed {
    let mut command = PushCommand { concurrency: 8, ..PushCommand::default() };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("to") => command.connection.url = parser.value()?.string()?,
            Long("plan") => command.plan_only = true,
            Long("yes") => command.yes = true,
            Long("tables-only") => command.tables_only = true,
            Long("into-existing") => command.into_existing = true,
            Long("no-verify") => command.skips_reading = true,
            Long("checkpoint") => command.checkpoint = Some(parser.value()?.into()),
            Long("concurrency") => {
                command.concurrency = number("--concurrency", parser.value()?.string()?)? as usize;
            }
            Short('h') | Long("help") => return Ok(None),
            Value(file) if command.source.as_os_str().is_empty() => command.source = file.into(),
            other => common(&mut command.connection, parser_argument(other)?, parser)?,
        }
    }
    need(!command.source.as_os_str().is_empty(), "a design or a document")?;
    need(!command.connection.url.is_empty(), "--to URL")?;
    Ok(Some(EndpointCommand::Push(command)))
}

fn parse_pull(parser: &mut lexopt::Parser) -> Parsed {
    let mut command = PullCommand { segments: 4, ..PullCommand::default() };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("from") => command.connection.url = parser.value()?.string()?,
            Long("out") => command.out = parser.value()?.into(),
            Long("design") => command.design = Some(parser.value()?.into()),
            Long("table") => command.tables.push(parser.value()?.string()?),
            Long("sample") => {
                command.sample = Some(number("--sample", parser.value()?.string()?)? as usize);
            }
            Long("no-items") => command.leaves_items = true,
            Long("mask") => command.mask.push(parser.value()?.string()?),
            Long("segments") => {
                command.segments = number("--segments", parser.value()?.string()?)?.min(1_000_000) as u32;
            }
            Long("max-rcu") => {
                let units = positive("--max-rcu", parser.value()?.string()?)?;
                command.connection.units_per_second = Some(units);
            }
            Long("force") => command.replaces_file = true,
            Short('h') | Long("help") => return Ok(None),
            other => common(&mut command.connection, parser_argument(other)?, parser)?,
        }
    }
    need(!command.connection.url.is_empty(), "--from URL")?;
    need(!command.out.as_os_str().is_empty(), "--out FILE")?;
    Ok(Some(EndpointCommand::Pull(command)))
}

fn parse_compare(parser: &mut lexopt::Parser) -> Parsed {
    let mut command = CompareCommand::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("against") => command.connection.url = parser.value()?.string()?,
            Long("writes") => command.writes = true,
            Long("yes") => command.yes = true,
            Long("ignore") => command.ignored.push(ignored(parser.value()?.string()?)?),
            Long("format") => {
                let format = parser.value()?.string()?;
                command.is_json = match format.as_str() {
                    "text" => false,
                    "json" => true,
                    _ => return Err(not_a_value("--format", format, "text or json")),
                };
            }
            Short('h') | Long("help") => return Ok(None),
            Value(file) if command.design.as_os_str().is_empty() => command.design = file.into(),
            other => common(&mut command.connection, parser_argument(other)?, parser)?,
        }
    }
    need(!command.design.as_os_str().is_empty(), "a design")?;
    need(!command.connection.url.is_empty(), "--against URL")?;
    Ok(Some(EndpointCommand::Compare(command)))
}

fn parse_load(parser: &mut lexopt::Parser) -> Parsed {
    let mut command = LoadCommand { sent_max: 100_000, usd_max: 1.0, ..LoadCommand::default() };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("against") => command.connection.url = parser.value()?.string()?,
            Long("rate") => command.rate = positive("--rate", parser.value()?.string()?)?,
            Long("for") => command.seconds = seconds(parser.value()?.string()?)?,
            Long("writes") => command.writes = true,
            Long("table") => command.tables.push(parser.value()?.string()?),
            Long("max-sent") => command.sent_max = number("--max-sent", parser.value()?.string()?)?,
            Long("max-usd") => command.usd_max = positive("--max-usd", parser.value()?.string()?)?,
            Long("seed") => command.seed = number("--seed", parser.value()?.string()?)?,
            Long("yes") => command.yes = true,
            Long("format") => {
                let format = parser.value()?.string()?;
                command.format = match format.as_str() {
                    "text" => LoadFormat::Text,
                    "json" => LoadFormat::Json,
                    "html" => LoadFormat::Html,
                    _ => return Err(not_a_value("--format", format, "text, json or html")),
                };
            }
            Short('h') | Long("help") => return Ok(None),
            Value(file) if command.design.as_os_str().is_empty() => command.design = file.into(),
            other => common(&mut command.connection, parser_argument(other)?, parser)?,
        }
    }
    need(!command.design.as_os_str().is_empty(), "a design")?;
    need(!command.connection.url.is_empty(), "--against URL")?;
    need(command.rate > 0.0, "--rate N")?;
    need(command.seconds > 0.0, "--for TIME")?;
    Ok(Some(EndpointCommand::Load(command)))
}

/// An option that all commands have.
enum Common {
    Region,
    Profile,
    Requests,
}

fn parser_argument(argument: lexopt::Arg<'_>) -> Result<Common, EndpointOptionsError> {
    match argument {
        Long("region") => Ok(Common::Region),
        Long("profile") => Ok(Common::Profile),
        Long("max-requests") => Ok(Common::Requests),
        other => Err(other.unexpected().into()),
    }
}

fn common(
    connection: &mut ConnectionOptions,
    option: Common,
    parser: &mut lexopt::Parser,
) -> Result<(), EndpointOptionsError> {
    let value = parser.value()?.string()?;
    match option {
        Common::Region => connection.region = Some(value),
        Common::Profile => connection.profile = Some(value),
        Common::Requests => connection.requests_per_second = Some(positive("--max-requests", value)?),
    }
    Ok(())
}

fn need(has: bool, what: &'static str) -> Result<(), EndpointOptionsError> {
    if has { Ok(()) } else { Err(EndpointOptionsError::Missing { what }) }
}

fn not_a_value(option: &'static str, value: String, wanted: &'static str) -> EndpointOptionsError {
    EndpointOptionsError::NotAValue { option, value, wanted }
}

fn number(option: &'static str, value: String) -> Result<u64, EndpointOptionsError> {
    let number = value.parse().ok().filter(|number| *number > 0 || option == "--seed");
    number.ok_or_else(|| not_a_value(option, value, "a whole number above zero"))
}

fn positive(option: &'static str, value: String) -> Result<f64, EndpointOptionsError> {
    let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| not_a_value(option, value, "a number above zero"))
}

/// Parses `20s`, `5m` or a number of seconds.
fn seconds(value: String) -> Result<f64, EndpointOptionsError> {
    let (digits, factor) = match (value.strip_suffix('s'), value.strip_suffix('m')) {
        (Some(digits), _) => (digits, 1.0),
        (_, Some(digits)) => (digits, 60.0),
        _ => (value.as_str(), 1.0),
    };
    let number = digits.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number
        .map(|number| number * factor)
        .ok_or_else(|| not_a_value("--for", value.clone(), "a time such as 20s or 5m"))
}

fn ignored(value: String) -> Result<IgnoredDifference, EndpointOptionsError> {
    match value.as_str() {
        "units" => Ok(IgnoredDifference::Units),
        "requests" => Ok(IgnoredDifference::Requests),
        "messages" => Ok(IgnoredDifference::Messages),
        _ => Err(not_a_value("--ignore", value, "units, requests or messages")),
    }
}

impl From<lexopt::Error> for EndpointOptionsError {
    fn from(error: lexopt::Error) -> EndpointOptionsError {
        EndpointOptionsError::Syntax { error, help: String::new() }
    }
}

impl fmt::Display for EndpointOptionsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndpointOptionsError::Syntax { error, help } => write_error(formatter, error, help, &[]),
            EndpointOptionsError::Missing { what } => write!(formatter, "{what} is missing"),
            EndpointOptionsError::NotAValue { option, value, wanted } => {
                write!(formatter, "{option} {value}: it is {wanted}")
            }
        }
    }
}

impl std::error::Error for EndpointOptionsError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(name: &str, arguments: &[&str]) -> Result<EndpointCommand, String> {
        let command = EndpointCommandName::of(std::ffi::OsStr::new(name)).expect("it is a command");
        command.parse(&mut lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_read() {
        let Ok(EndpointCommand::Push(push)) =
            parse("push", &["a.json", "--to", "http://localhost:1", "--yes"])
        else {
            panic!()
        };
        assert_eq!((push.source, push.yes, push.concurrency), (PathBuf::from("a.json"), true, 8));
        let arguments =
            ["--from", "http://localhost:1", "--out", "b.json", "--mask", "email", "--max-rcu=50"];
        let Ok(EndpointCommand::Pull(pull)) = parse("pull", &arguments) else { panic!() };
        assert_eq!((pull.mask, pull.connection.units_per_second), (vec!["email".to_owned()], Some(50.0)));
        let arguments = ["a.json", "--against", "http://localhost:1", "--rate", "500", "--for", "5m"];
        let Ok(EndpointCommand::Load(load)) = parse("load", &arguments) else { panic!() };
        assert_eq!((load.rate, load.seconds, load.sent_max), (500.0, 300.0, 100_000));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        assert_eq!(parse("push", &["a.json"]), Err("--to URL is missing".to_owned()));
        assert_eq!(parse("pull", &["--from", "http://localhost:1"]), Err("--out FILE is missing".to_owned()));
        let error = parse("compare", &["a.json", "--aganst", "http://localhost:1"]).unwrap_err();
        assert!(error.contains("did you mean --against?"), "{error}");
        let error = parse("load", &["a.json", "--against", "http://localhost:1", "--rate", "0"]).unwrap_err();
        assert!(error.contains("--rate 0: it is a number above zero"), "{error}");
    }

    #[test]
    fn each_command_has_help() {
        for (name, _) in EndpointCommandName::ALL {
            let Ok(EndpointCommand::Help(help)) = parse(name, &["--help"]) else { panic!() };
            assert!(help.contains(&format!("dynalab-server {name}")) && help.contains("--region"));
        }
    }
}
