//! The command line of `dynalab-server`.

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;

use dynalab_engine::settings::config::DEFAULT_ACCOUNT;
use dynalab_engine::settings::dials::Profile;
use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::check_design::options::{CheckOptionsError, DesignCommand, parse_check, parse_diff};
use crate::credentials::{is_account, is_region};
#[cfg(feature = "remote")]
use crate::endpoints::options::{EndpointCommand, EndpointCommandName, EndpointOptionsError};
use crate::nearest::write_error;

pub const HELP: &str = "\
A DynamoDB on your own machine, in memory.

Usage: dynalab-server [OPTIONS]
       dynalab-server check [OPTIONS] FILE...
       dynalab-server diff [OPTIONS] A B
       dynalab-server push [OPTIONS] DESIGN|DOCUMENT --to URL
       dynalab-server pull [OPTIONS] --from URL --out FILE
       dynalab-server compare [OPTIONS] DESIGN --against URL
       dynalab-server load [OPTIONS] DESIGN --against URL --rate N --for TIME

`check` runs the access patterns of key designs and prints a report of each, and compares a stack
beside a design with it. `diff` prints the differences between two designs, or a design and a stack.
`push`, `pull`, `compare` and `load` use a real endpoint: DynamoDB, or any service that speaks its protocol.
`check --help` and so on have their options and exit codes.

Options:
      --port PORT      the port to listen on; 0 takes a free one [default: 8000]
      --host HOST      the address to listen on: localhost (127.0.0.1 and ::1), or one address. All computers that
                       reach another address than a loopback one can read and change all data [default: localhost]
      --allow-host NAME  another name of this server, for operations of the simulation and the S3 folder.
                       localhost, addresses and names without dots are always allowed. Repeat it for several
      --seed NUMBER    where ids come from: the same seed gives the same ids [default: 0]
      --region REGION  the Region of clients whose credentials name none [default: us-east-1]
      --account ID     the account of clients whose access key names none [default: 123456789012]
      --shared-db      one set of tables for all clients, in that Region and account. Without it, each account
                       (each access key) and Region has tables of its own
      --profile NAME   instant, or realistic: with the service's delays and limits [default: instant]
      --s3-folder DIR  where exports go and imports come from: a bucket is a folder in it
  -h, --help           print this
  -V, --version        print the version
";

/// The words that may stand where a command stands.
const COMMANDS: [&str; 6] = ["check", "diff", "push", "pull", "compare", "load"];

/// The task that the command line selects.
#[derive(Clone, Debug, PartialEq)]
pub enum Invocation {
    Serve(Options),
    Design(DesignCommand),
    #[cfg(feature = "remote")]
    Endpoint(EndpointCommand),
    Help,
    Version,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub port: u16,
    pub host: IpAddr,
    /// ::1 for localhost, because some clients try it first.
    pub second_host: Option<IpAddr>,
    pub allowed_hosts: Vec<String>,
    pub shared_db: bool,
    pub seed: u64,
    pub region: String,
    /// Twelve digits.
    pub account: String,
    pub s3_folder: Option<PathBuf>,
    pub profile: Profile,
}

#[derive(Debug)]
pub enum OptionsError {
    Syntax(lexopt::Error),
    NotAnAddress {
        host: String,
    },
    NotAName {
        name: String,
    },
    NotARegion {
        region: String,
    },
    NotAnAccount {
        account: String,
    },
    NotAFolder {
        folder: PathBuf,
    },
    NotAProfile {
        profile: String,
    },
    Design(CheckOptionsError),
    #[cfg(feature = "remote")]
    Endpoint(EndpointOptionsError),
}

impl Invocation {
    /// Parses the arguments, without the name of the program.
    pub fn parse(
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Invocation, OptionsError> {
        let mut options = Options {
            port: 8000,
            host: Ipv4Addr::LOCALHOST.into(),
            second_host: Some(Ipv6Addr::LOCALHOST.into()),
            allowed_hosts: Vec::new(),
            shared_db: false,
            seed: 0,
            region: "us-east-1".to_owned(),
            account: DEFAULT_ACCOUNT.to_owned(),
            s3_folder: None,
            profile: Profile::Instant,
        };
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("port") => options.port = parser.value()?.parse()?,
                Long("host") => {
                    (options.host, options.second_host) = addresses(parser.value()?.string()?)?;
                }
                Long("allow-host") => options.allowed_hosts.push(name(parser.value()?.string()?)?),
                Long("shared-db") => options.shared_db = true,
                Long("seed") => options.seed = parser.value()?.parse()?,
                Long("region") => options.region = region(parser.value()?.string()?)?,
                Long("account") => options.account = account(parser.value()?.string()?)?,
                Long("profile") => options.profile = profile(parser.value()?.string()?)?,
                Long("s3-folder") => options.s3_folder = Some(folder(parser.value()?.into())?),
                Short('h') | Long("help") => return Ok(Invocation::Help),
                Short('V') | Long("version") => return Ok(Invocation::Version),
                Value(command) => return parse_command(command, &mut parser),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Invocation::Serve(options))
    }
}

/// Parses the arguments of a command.
fn parse_command(command: OsString, parser: &mut lexopt::Parser) -> Result<Invocation, OptionsError> {
    match command.to_str() {
        Some("check") => return Ok(Invocation::Design(parse_check(parser)?)),
        Some("diff") => return Ok(Invocation::Design(parse_diff(parser)?)),
        _ => {}
    }
    #[cfg(feature = "remote")]
    if let Some(name) = EndpointCommandName::of(&command) {
        return name.parse(parser).map(Invocation::Endpoint).map_err(OptionsError::Endpoint);
    }
    Err(Value(command).unexpected().into())
}

fn profile(profile: String) -> Result<Profile, OptionsError> {
    Profile::of_name(&profile).ok_or(OptionsError::NotAProfile { profile })
}

fn addresses(host: String) -> Result<(IpAddr, Option<IpAddr>), OptionsError> {
    if host == "localhost" {
        return Ok((Ipv4Addr::LOCALHOST.into(), Some(Ipv6Addr::LOCALHOST.into())));
    }
    // URLs write IPv6 addresses in brackets.
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&host);
    match bare.parse() {
        Ok(address) => Ok((address, None)),
        Err(_) => Err(OptionsError::NotAnAddress { host }),
    }
}

/// Parses a host name as in a Host header, without a port.
fn name(name: String) -> Result<String, OptionsError> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if name.is_empty() || !name.bytes().all(fits) {
        return Err(OptionsError::NotAName { name });
    }
    Ok(name)
}

/// Parses a Region. It becomes part of ARNs, so its characters are checked.
fn region(region: String) -> Result<String, OptionsError> {
    if is_region(&region) { Ok(region) } else { Err(OptionsError::NotARegion { region }) }
}

/// Parses the ID of an account. It becomes part of ARNs.
fn account(account: String) -> Result<String, OptionsError> {
    if is_account(&account) { Ok(account) } else { Err(OptionsError::NotAnAccount { account }) }
}

fn folder(folder: PathBuf) -> Result<PathBuf, OptionsError> {
    if folder.is_dir() { Ok(folder) } else { Err(OptionsError::NotAFolder { folder }) }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Syntax(error) => write_error(formatter, error, HELP, &COMMANDS),
            OptionsError::Design(error) => error.fmt(formatter),
            #[cfg(feature = "remote")]
            OptionsError::Endpoint(error) => error.fmt(formatter),
            OptionsError::NotAnAddress { host } => write!(
                formatter,
                "--host {host}: it listens on localhost or on an address such as 127.0.0.1, ::1 or 0.0.0.0"
            ),
            OptionsError::NotAName { name } => {
                write!(formatter, "--allow-host {name}: a host name has letters, digits, hyphens and dots")
            }
            OptionsError::NotAFolder { folder } => {
                write!(formatter, "--s3-folder {}: there is no such folder", folder.display())
            }
            OptionsError::NotAProfile { profile } => {
                write!(formatter, "--profile {profile}: there are {}", Profile::NAMES.join(" and "))
            }
            OptionsError::NotAnAccount { account } => {
                write!(formatter, "--account {account}: the ID of an account has 12 digits")
            }
            OptionsError::NotARegion { region } => write!(
                formatter,
                "--region {region}: a region has lower-case letters, digits and hyphens, like us-east-1"
            ),
        }
    }
}

impl std::error::Error for OptionsError {}

impl From<CheckOptionsError> for OptionsError {
    fn from(error: CheckOptionsError) -> OptionsError {
        OptionsError::Design(error)
    }
}

impl From<lexopt::Error> for OptionsError {
    fn from(error: lexopt::Error) -> OptionsError {
        OptionsError::Syntax(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(arguments: &[&str]) -> Options {
        match Invocation::parse(arguments) {
            Ok(Invocation::Serve(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_option_has_a_default() {
        let options = served(&[]);
        assert_eq!((options.port, options.host.to_string().as_str()), (8000, "127.0.0.1"));
        assert_eq!((options.seed, options.region.as_str()), (0, "us-east-1"));
        assert_eq!(options.account, "123456789012");
        assert_eq!(served(&["--account", "000000000000"]).account, "000000000000");
        let options = served(&["--port=0", "--host", "::1", "--seed", "7", "--region", "ap-northeast-1"]);
        assert_eq!((options.port, options.host.to_string().as_str()), (0, "::1"));
        assert_eq!((options.seed, options.region.as_str()), (7, "ap-northeast-1"));
        assert_eq!(served(&["--host", "localhost"]).host, served(&[]).host);
    }

    #[test]
    fn other_addresses_are_listened_on_when_asked_for() {
        for host in ["0.0.0.0", "::", "192.168.0.1", "127.0.0.1", "[::1]"] {
            let options = served(&["--host", host]);
            assert_eq!(
                (options.host.to_string().as_str(), options.second_host),
                (host.trim_matches(['[', ']']), None)
            );
        }
        for arguments in [&[][..], &["--host", "localhost"]] {
            let second = served(arguments).second_host.unwrap();
            assert_eq!(second.to_string(), "::1");
        }
        for host in ["example.com", "", "0.0.0.0:80", "[::1"] {
            let error = Invocation::parse(["--host", host]).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("--host {host}: it listens on localhost or on an address")),
                "{error}"
            );
        }
    }

    #[test]
    fn names_and_tables_are_shared_when_asked_for() {
        let options = served(&[]);
        assert_eq!((options.shared_db, options.allowed_hosts.len()), (false, 0));
        let options = served(&["--allow-host", "a.example", "--shared-db", "--allow-host=db_1"]);
        assert_eq!(
            (options.shared_db, options.allowed_hosts),
            (true, vec!["a.example".into(), "db_1".into()])
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, part) in [
            (vec!["--port", "70000"], "70000"),
            (vec!["--region", "Tokyo"], "--region Tokyo: a region has"),
            (vec!["--s3-folder", "/no/such/folder"], "--s3-folder /no/such/folder: there is no such folder"),
            (vec!["--account", "12345"], "--account 12345: the ID of an account has 12 digits"),
            (vec!["--account", "12345678901x"], "--account 12345678901x: the ID"),
            (vec!["--profile", "slow"], "--profile slow: there are instant and realistic"),
            (vec!["--allow-host", "http://a"], "--allow-host http://a: a host name has"),
            (vec!["--allow-host", ""], "--allow-host : a host name has"),
            (vec!["--colour"], "--colour"),
            (vec!["--prot", "1"], "did you mean --port?"),
            (vec!["--alow-host", "a"], "did you mean --allow-host?"),
            (vec!["chek", "a.json"], "did you mean check?"),
            (vec!["extra"], "extra"),
        ] {
            let error = Invocation::parse(arguments).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
