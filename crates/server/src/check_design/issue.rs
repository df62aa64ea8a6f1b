//! The result as a list of issues: what annotations, JUnit and SARIF have in common.

use super::result::{CheckResult, DesignResult, FailureKind, SeverityResult};

/// How much an issue matters. Everything that fails the check is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Error,
    Warning,
    Note,
}

/// Something that a person must know, or that fails the check.
pub struct Issue {
    /// The stable name of its kind, such as the code of a rule.
    pub kind: &'static str,
    pub level: Level,
    /// The first file of the design, or the file that was refused.
    pub file: String,
    pub place: String,
    pub message: String,
}

pub const RED_PATTERN: &str = "red-pattern";
const PROBLEM: &str = "problem";
const DIFFERENCE: &str = "difference";
const REFUSED: &str = "refused-file";

/// Returns all issues: those of each design in the order of its report, then refused files.
pub fn of_result(result: &CheckResult) -> Vec<Issue> {
    let mut issues: Vec<Issue> = result.designs.iter().flat_map(of_design).collect();
    if let Some(diff) = &result.diff {
        issues.extend(diff.differences.iter().map(|difference| Issue {
            kind: DIFFERENCE,
            level: Level::Error,
            file: diff.left.clone(),
            place: difference.place.clone(),
            message: difference.message.clone(),
        }));
    }
    issues.extend(result.refused.iter().map(|refused| Issue {
        kind: REFUSED,
        level: Level::Error,
        file: refused.file.clone(),
        place: refused.file.clone(),
        message: refused.message.clone(),
    }));
    issues
}

/// Returns the issues of a design.
pub fn of_design(design: &DesignResult) -> Vec<Issue> {
    let file = file_of(design);
    let issue = |kind, level, place: &str, texts: &[&str]| Issue {
        kind,
        level,
        file: file.clone(),
        place: place.to_owned(),
        message: texts.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<&str>>().join(" "),
    };
    let mut issues = Vec::new();
    for pattern in design.patterns.iter().filter(|pattern| !pattern.green) {
        let texts =
            [pattern.reason.as_deref().unwrap_or_default(), pattern.error.as_deref().unwrap_or_default()];
        issues.push(issue(RED_PATTERN, Level::Error, &pattern.name, &texts));
    }
    for problem in &design.problems {
        issues.push(issue(PROBLEM, Level::Error, &problem.place, &[&problem.message]));
    }
    for finding in &design.findings {
        let level = match finding.severity {
            _ if finding.denied => Level::Error,
            // A finding fails the check only if its rule is denied.
            SeverityResult::Error | SeverityResult::Warning => Level::Warning,
            SeverityResult::Advice => Level::Note,
        };
        issues.push(issue(finding.rule, level, &finding.place, &[&finding.message, &finding.fix]));
    }
    for difference in design.compared.iter().flat_map(|compared| &compared.differences) {
        issues.push(issue(DIFFERENCE, Level::Error, &difference.place, &[&difference.message]));
    }
    for failure in &design.failures {
        // The others are listed one by one.
        let kind = match failure.kind {
            FailureKind::NoPatterns => "no-patterns",
            FailureKind::Elsewhere => "elsewhere",
            FailureKind::Monthly => "monthly",
            FailureKind::MonthlyUnknown => "monthly-unknown",
            FailureKind::RedPatterns
            | FailureKind::Problems
            | FailureKind::Differences
            | FailureKind::DeniedRule => continue,
        };
        issues.push(issue(kind, Level::Error, &design.name, &[&failure.message]));
    }
    issues
}

/// Returns the first file of a design.
pub fn file_of(design: &DesignResult) -> String {
    design.files.first().map(|file| file.file.clone()).unwrap_or_default()
}
