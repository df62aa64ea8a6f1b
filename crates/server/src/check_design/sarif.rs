//! Prints issues as SARIF 2.1.0, which code scanning services read.

use std::fmt::Write as _;

use serde::Serialize;

use super::issue::{self, Issue, Level};
use super::result::CheckResult;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
struct Run {
    tool: Tool,
    results: Vec<Found>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    rule_id: &'static str,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    logical_locations: [LogicalLocation; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LogicalLocation {
    fully_qualified_name: String,
}

pub fn write(result: &CheckResult) -> String {
    let issues = issue::of_result(result);
    let mut kinds: Vec<&'static str> = issues.iter().map(|issue| issue.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let rules = kinds.into_iter().map(|id| Rule { id }).collect();
    let driver = Driver { name: "dynalab-server", version: env!("CARGO_PKG_VERSION"), rules };
    let results = issues.into_iter().map(found).collect();
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [Run { tool: Tool { driver }, results }] };
    // Every member is a text or a list, so it cannot fail.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn found(issue: Issue) -> Found {
    let level = match issue.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    Found {
        rule_id: issue.kind,
        level,
        message: Text { text: format!("{}: {}", issue.place, issue.message) },
        locations: [Location {
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation { uri: uri(&issue.file) },
            },
            logical_locations: [LogicalLocation { fully_qualified_name: issue.place }],
        }],
    }
}

/// Writes a path as a URI reference.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn a_path_is_a_uri() {
        assert_eq!(uri("designs/my shop.json"), "designs/my%20shop.json");
        assert_eq!(uri("設計:a?"), "%E8%A8%AD%E8%A8%88%3Aa%3F");
    }
}
