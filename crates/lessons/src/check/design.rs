//! Goals about a key design: its access patterns on sample data, and the findings of its check.

use dynalab_modeling::report::{PatternReport, Place, Problem, Red, Report, Severity, Verdict};
use dynalab_modeling::{Design, document};

use crate::attempt::DesignAttempt;
use crate::goal::{FindingsGoal, GreenGoal};
use crate::lesson::Figures;
use crate::verdict::{Difference, Limit, PatternFault, UnitKind};

/// The learner's design with its report, or why it cannot be read.
pub(super) struct CheckedDesign(Result<(Design, Report), String>);

impl CheckedDesign {
    pub fn new(attempt: &DesignAttempt) -> CheckedDesign {
        let whole = attempt.answer.complete(&attempt.brief);
        let design = document::parse(&whole.text()).map_err(|error| error.to_string());
        CheckedDesign(design.map(|design| {
            let report = dynalab_modeling::check(&design);
            (design, report)
        }))
    }

    /// Returns the figures of one execution of each access pattern.
    pub fn figures(&self) -> Figures {
        let mut figures = Figures::default();
        let patterns = self.0.iter().flat_map(|(_, report)| &report.patterns);
        for pattern in patterns {
            figures.requests += pattern.requests;
            figures.read_units += pattern.read_units;
            figures.write_units += pattern.write_units;
            figures.items_read += pattern.read;
            figures.items_returned += pattern.returned;
        }
        figures
    }

    pub fn check_green(&self, goal: &GreenGoal) -> Vec<Difference> {
        match &self.0 {
            Err(detail) => vec![Difference::Design { detail: detail.clone() }],
            Ok((design, _)) if goal.seed.is_some_and(|seed| seed != design.seed) => {
                let hidden = Design { seed: goal.seed.unwrap_or(design.seed), ..design.clone() };
                green(&dynalab_modeling::check(&hidden), goal)
            }
            Ok((_, report)) => green(report, goal),
        }
    }

    pub fn check_findings(&self, goal: &FindingsGoal) -> Vec<Difference> {
        let (design, report) = match &self.0 {
            Ok((design, report)) => (design, report),
            Err(detail) => return vec![Difference::Design { detail: detail.clone() }],
        };
        let mut differences = problems(&report.problems);
        let refused = report.findings.iter().filter(|finding| {
            let is_grave = finding.severity != Severity::Advice;
            goal.gone.iter().any(|rule| rule == finding.rule.code()) || goal.no_warnings && is_grave
        });
        differences.extend(refused.map(|finding| Difference::Finding {
            rule: finding.rule.code().to_owned(),
            place: place_text(&finding.place),
            is_asked_for: false,
        }));
        let is_there =
            |rule: &String| report.findings.iter().any(|finding| finding.rule.code() == rule.as_str());
        differences.extend(goal.present.iter().filter(|rule| !is_there(rule)).map(|rule| {
            Difference::Finding { rule: rule.clone(), place: String::new(), is_asked_for: true }
        }));
        differences.extend(design.tables.iter().filter(|table| !table.recovery).filter_map(|table| {
            let kept = table.items.iter().find(|item| goal.recovered.contains(&item.entity))?;
            let detail = format!("{} · {}: PointInTimeRecovery DISABLED", table.name, kept.entity);
            Some(Difference::Design { detail })
        }));
        differences
    }
}

fn green(report: &Report, goal: &GreenGoal) -> Vec<Difference> {
    let is_asked =
        |pattern: &&PatternReport| goal.patterns.is_empty() || goal.patterns.contains(&pattern.name);
    let asked: Vec<&PatternReport> = report.patterns.iter().filter(is_asked).collect();
    let mut differences = problems(&report.problems);
    differences.extend(asked.iter().filter_map(|pattern| match &pattern.verdict {
        Verdict::Green => None,
        Verdict::Red(red) => {
            Some(Difference::Pattern { pattern: pattern.name.clone(), fault: fault_of(red) })
        }
    }));
    let limits = [
        (UnitKind::Read, goal.read_max, asked.iter().map(|pattern| pattern.read_units).sum::<f64>()),
        (UnitKind::Write, goal.write_max, asked.iter().map(|pattern| pattern.write_units).sum::<f64>()),
    ];
    for (kind, most, yours) in limits {
        if let Some(most) = most.filter(|most| yours > *most) {
            let limit = Limit::AtMost(most);
            differences.push(Difference::Units { kind, yours, limit, steps: Vec::new() });
        }
    }
    differences
}

fn problems(problems: &[Problem]) -> Vec<Difference> {
    let detail = |problem: &Problem| format!("{}: {:?}", place_text(&problem.place), problem.reason);
    problems.iter().map(|problem| Difference::Design { detail: detail(problem) }).collect()
}

fn fault_of(red: &Red) -> PatternFault {
    match red {
        Red::NoOperation | Red::NoExpectation | Red::NotRun(_) => PatternFault::NotRun,
        Red::Refused => PatternFault::Refused,
        Red::Scan => PatternFault::Scan,
        Red::MorePages => PatternFault::MorePages,
        Red::ErrorExpected { .. } => PatternFault::Outcome,
        Red::Empty
        | Red::NotEmpty { .. }
        | Red::Count { .. }
        | Red::Rows { .. }
        | Red::Attribute { .. }
        | Red::Order { .. }
        | Red::State { .. } => PatternFault::Result,
    }
}

/// Joins the names of a place in the design, the largest part first.
fn place_text(place: &Place) -> String {
    let names = [&place.pattern, &place.table, &place.index, &place.item, &place.entity, &place.attribute];
    names.into_iter().flatten().cloned().collect::<Vec<_>>().join(" · ")
}
