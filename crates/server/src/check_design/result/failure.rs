//! Why a design fails its check, as a closed list.

use dynalab_messages::figures::money;
use dynalab_messages::{Language, Message};
use dynalab_modeling::Report;
use dynalab_modeling::sentences::findings as words;
use serde::Serialize;

use super::Judge;

/// A reason, with its figures.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The design has no access pattern, so nothing was proven.
    NoPatterns,
    Red {
        patterns: u32,
    },
    Problems {
        count: usize,
    },
    /// The tables differ from those of these files.
    Differences {
        count: usize,
        files: String,
    },
    /// An access pattern differs at an endpoint. The sentence says how.
    Elsewhere {
        url: String,
        sentence: String,
    },
    Denied {
        rule: String,
        findings: usize,
    },
    /// The amount per month is above the limit, in dollars.
    Monthly {
        usd: f64,
        limit: f64,
    },
    /// The amount is not known, so it cannot be below the limit.
    MonthlyUnknown {
        without_price: Vec<String>,
    },
}

/// The stable name of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    NoPatterns,
    RedPatterns,
    Problems,
    Differences,
    Elsewhere,
    DeniedRule,
    Monthly,
    MonthlyUnknown,
}

/// Returns every reason for which the design fails.
pub fn find(report: &Report, judge: &Judge<'_>) -> Vec<Failure> {
    let mut failures = Vec::new();
    let totals = &report.totals;
    if report.patterns.is_empty() && report.problems.is_empty() {
        failures.push(Failure::NoPatterns);
    }
    if totals.red > 0 {
        failures.push(Failure::Red { patterns: totals.red });
    }
    if !report.problems.is_empty() {
        failures.push(Failure::Problems { count: report.problems.len() });
    }
    if let Some(compared) = judge.compared.as_ref().filter(|compared| !compared.differences.is_empty()) {
        let (count, files) = (compared.differences.len(), compared.names.1.clone());
        failures.push(Failure::Differences { count, files });
    }
    failures.extend(
        judge
            .elsewhere
            .iter()
            .map(|(url, sentence)| Failure::Elsewhere { url: url.clone(), sentence: sentence.clone() }),
    );
    let mut denied = judge.options.denied.clone();
    denied.sort_unstable();
    denied.dedup();
    for rule in denied {
        let findings = report.findings.iter().filter(|finding| finding.rule.code() == rule).count();
        if findings > 0 {
            failures.push(Failure::Denied { rule, findings });
        }
    }
    match judge.options.max_monthly {
        Some(limit) if totals.usd_per_month > limit => {
            failures.push(Failure::Monthly { usd: totals.usd_per_month, limit });
        }
        Some(_) if !totals.without_price.is_empty() || totals.region_without_prices.is_some() => {
            let region = totals.region_without_prices.iter();
            let names = region.chain(&totals.without_price).cloned().collect();
            failures.push(Failure::MonthlyUnknown { without_price: names });
        }
        _ => {}
    }
    failures
}

impl Failure {
    pub fn kind(&self) -> FailureKind {
        match self {
            Failure::NoPatterns => FailureKind::NoPatterns,
            Failure::Red { .. } => FailureKind::RedPatterns,
            Failure::Problems { .. } => FailureKind::Problems,
            Failure::Differences { .. } => FailureKind::Differences,
            Failure::Elsewhere { .. } => FailureKind::Elsewhere,
            Failure::Denied { .. } => FailureKind::DeniedRule,
            Failure::Monthly { .. } => FailureKind::Monthly,
            Failure::MonthlyUnknown { .. } => FailureKind::MonthlyUnknown,
        }
    }
}

impl Message for Failure {
    fn write(&self, language: Language) -> String {
        match self {
            Failure::NoPatterns => words::FAIL_NO_PATTERNS.write(language),
            Failure::Red { patterns } => words::FailRed { count: (*patterns).into() }.write(language),
            Failure::Problems { count } => words::FailProblems { count: (*count).into() }.write(language),
            Failure::Differences { count, files } => {
                words::FailDifferences { count: (*count).into(), files: files.into() }.write(language)
            }
            Failure::Elsewhere { url, sentence } => {
                words::FailElsewhere { url: url.into(), sentence: sentence.into() }.write(language)
            }
            Failure::Denied { rule, findings } => {
                words::FailDenied { count: (*findings).into(), rule: rule.into() }.write(language)
            }
            Failure::Monthly { usd, limit } => words::FailMonthly {
                amount: money(*usd).as_str().into(),
                limit: money(*limit).as_str().into(),
            }
            .write(language),
            Failure::MonthlyUnknown { without_price } => {
                words::FailMonthlyUnknown { names: without_price.join(", ").as_str().into() }.write(language)
            }
        }
    }
}
