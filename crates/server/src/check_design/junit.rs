//! Prints a result as JUnit's XML: a suite for each design, a case for each access pattern and for everything else that failed.

use serde::Serialize;

use super::issue::{self, Issue, Level, RED_PATTERN};
use super::result::{CheckResult, DesignResult};

#[derive(Serialize)]
#[serde(rename = "testsuites")]
struct Suites {
    #[serde(rename = "@tests")]
    tests: usize,
    #[serde(rename = "@failures")]
    failures: usize,
    #[serde(rename = "testsuite")]
    suites: Vec<Suite>,
}

#[derive(Serialize)]
struct Suite {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@tests")]
    tests: usize,
    #[serde(rename = "@failures")]
    failures: usize,
    #[serde(rename = "testcase")]
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    #[serde(rename = "@classname")]
    class: String,
    #[serde(rename = "@name")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failed>,
}

#[derive(Serialize)]
struct Failed {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "$text")]
    message: String,
}

pub fn write(result: &CheckResult) -> String {
    let mut suites: Vec<Suite> = result.designs.iter().map(suite_of).collect();
    // Differences of `diff` and files that cannot be read belong to no design.
    let of_designs: usize = result.designs.iter().map(|design| issue::of_design(design).len()).sum();
    let rest: Vec<Case> =
        issue::of_result(result).into_iter().skip(of_designs).map(|issue| case_of(&issue)).collect();
    if !rest.is_empty() {
        suites.push(suite("dynalab-server".to_owned(), rest));
    }
    let suites = Suites {
        tests: suites.iter().map(|suite| suite.tests).sum(),
        failures: suites.iter().map(|suite| suite.failures).sum(),
        suites,
    };
    // Every member is a text or a number, so it cannot fail.
    let xml = quick_xml::se::to_string(&suites).unwrap_or_default();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{xml}\n")
}

fn suite_of(design: &DesignResult) -> Suite {
    let issues = issue::of_design(design);
    let (red, others): (Vec<&Issue>, Vec<&Issue>) = issues
        .iter()
        .filter(|issue| issue.level == Level::Error)
        .partition(|issue| issue.kind == RED_PATTERN);
    let mut red = red.into_iter();
    let file = issue::file_of(design);
    let of_patterns = design.patterns.iter().map(|pattern| {
        let failed = if pattern.green { None } else { red.next() };
        Case {
            class: file.clone(),
            name: pattern.name.clone(),
            failure: failed.map(|issue| Failed { kind: issue.kind, message: issue.message.clone() }),
        }
    });
    let mut cases: Vec<Case> = of_patterns.collect();
    cases.extend(others.into_iter().map(case_of));
    suite(design.name.clone(), cases)
}

fn case_of(issue: &Issue) -> Case {
    Case {
        class: issue.file.clone(),
        name: format!("{} ({})", issue.place, issue.kind),
        failure: Some(Failed { kind: issue.kind, message: issue.message.clone() }),
    }
}

fn suite(name: String, cases: Vec<Case>) -> Suite {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    Suite { name, tests: cases.len(), failures, cases }
}
