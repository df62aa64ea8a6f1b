//! The command line of `dynalab-server`.

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use dynalab_engine::service::dials::Profile;
use lexopt::prelude::{Long, Short, Value, ValueExt};

pub const HELP: &str = "\
A DynamoDB on your own machine, in memory.

Usage: dynalab-server [OPTIONS]
       dynalab-server check DESIGN

`check` runs the access patterns of a design (JSON) and prints a report. It exits with 0 if all are
as expected, with 1 if one is not, and with 2 if it cannot read the file.

Options:
      --port PORT      the port to listen on; 0 takes a free one [default: 8000]
      --host HOST      a loopback address: 127.0.0.1, ::1 or localhost [default: 127.0.0.1]
      --seed NUMBER    where ids come from: the same seed gives the same ids [default: 0]
      --region REGION  the region in ARNs [default: us-east-1]
      --profile NAME   instant, or realistic: with the service's delays and limits [default: instant]
      --s3-folder DIR  where exports go and imports come from: a bucket is a folder in it
  -h, --help           print this
  -V, --version        print the version
";

/// What the program was started for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    Serve(Options),
    Check { design: PathBuf },
    Help,
    Version,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub port: u16,
    pub host: IpAddr,
    pub seed: u64,
    pub region: String,
    pub s3_folder: Option<PathBuf>,
    pub profile: Profile,
}

#[derive(Debug)]
pub enum OptionsError {
    Syntax(lexopt::Error),
    NotLoopback { host: String },
    NotARegion { region: String },
    NotAFolder { folder: PathBuf },
    NotAProfile { profile: String },
    NoDesign,
}

impl Invocation {
    /// Reads the arguments, without the name of the program.
    pub fn parse(
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Invocation, OptionsError> {
        let mut options = Options {
            port: 8000,
            host: Ipv4Addr::LOCALHOST.into(),
            seed: 0,
            region: "us-east-1".to_owned(),
            s3_folder: None,
            profile: Profile::Instant,
        };
        let mut parser = lexopt::Parser::from_args(arguments);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("port") => options.port = parser.value()?.parse()?,
                Long("host") => options.host = loopback(parser.value()?.string()?)?,
                Long("seed") => options.seed = parser.value()?.parse()?,
                Long("region") => options.region = region(parser.value()?.string()?)?,
                Long("profile") => options.profile = profile(parser.value()?.string()?)?,
                Long("s3-folder") => options.s3_folder = Some(folder(parser.value()?.into())?),
                Short('h') | Long("help") => return Ok(Invocation::Help),
                Short('V') | Long("version") => return Ok(Invocation::Version),
                Value(command) if command == "check" => return design_to_check(&mut parser),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Invocation::Serve(options))
    }
}

/// The one argument behind `check`.
fn design_to_check(parser: &mut lexopt::Parser) -> Result<Invocation, OptionsError> {
    let Some(Value(design)) = parser.next()? else { return Err(OptionsError::NoDesign) };
    let design = design.into();
    match parser.next()? {
        None => Ok(Invocation::Check { design }),
        Some(other) => Err(other.unexpected().into()),
    }
}

fn profile(profile: String) -> Result<Profile, OptionsError> {
    Profile::of_name(&profile).ok_or(OptionsError::NotAProfile { profile })
}

fn loopback(host: String) -> Result<IpAddr, OptionsError> {
    if host == "localhost" {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let address: Option<IpAddr> = host.parse().ok();
    address.filter(IpAddr::is_loopback).ok_or(OptionsError::NotLoopback { host })
}

/// It becomes part of names, so it has to look like part of one.
fn region(region: String) -> Result<String, OptionsError> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if region.is_empty() || !region.bytes().all(fits) {
        return Err(OptionsError::NotARegion { region });
    }
    Ok(region)
}

fn folder(folder: PathBuf) -> Result<PathBuf, OptionsError> {
    if folder.is_dir() { Ok(folder) } else { Err(OptionsError::NotAFolder { folder }) }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionsError::Syntax(error) => error.fmt(formatter),
            OptionsError::NoDesign => formatter.write_str("check needs the file of a design"),
            OptionsError::NotLoopback { host } => write!(
                formatter,
                "--host {host}: it listens on loopback only (127.0.0.1, ::1 or localhost), \
                 because whoever reaches it can read and change everything in it"
            ),
            OptionsError::NotAFolder { folder } => {
                write!(formatter, "--s3-folder {}: there is no such folder", folder.display())
            }
            OptionsError::NotAProfile { profile } => {
                write!(formatter, "--profile {profile}: there are {}", Profile::NAMES.join(" and "))
            }
            OptionsError::NotARegion { region } => write!(
                formatter,
                "--region {region}: a region has lower-case letters, digits and hyphens, like us-east-1"
            ),
        }
    }
}

impl std::error::Error for OptionsError {}

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
        let options = served(&["--port=0", "--host", "::1", "--seed", "7", "--region", "ap-northeast-1"]);
        assert_eq!((options.port, options.host.to_string().as_str()), (0, "::1"));
        assert_eq!((options.seed, options.region.as_str()), (7, "ap-northeast-1"));
        assert_eq!(served(&["--host", "localhost"]).host, served(&[]).host);
    }

    #[test]
    fn only_loopback_is_listened_on() {
        for host in ["0.0.0.0", "::", "192.168.0.1", "example.com", ""] {
            let error = Invocation::parse(["--host", host]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--host {host}: it listens on loopback only")), "{error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, part) in [
            (vec!["--port", "70000"], "70000"),
            (vec!["--region", "Tokyo"], "--region Tokyo: a region has"),
            (vec!["--s3-folder", "/no/such/folder"], "--s3-folder /no/such/folder: there is no such folder"),
            (vec!["--profile", "slow"], "--profile slow: there are instant and realistic"),
            (vec!["--colour"], "--colour"),
            (vec!["extra"], "extra"),
        ] {
            let error = Invocation::parse(arguments).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
