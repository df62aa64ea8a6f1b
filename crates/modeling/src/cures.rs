//! Cures: the fix of a finding is applied to a copy of the design, and the copy is checked. A cure says what the fix changes, in units
//! and dollars, and which patterns it breaks. A trial costs one or two checks of a design, so the page runs it while it is idle.

use crate::check::check;
use crate::design::Design;
use crate::findings::{self, rewrite};
use crate::report::{Cure, CureFigures, Finding, Report};

/// Findings whose fix is tried, at least and at most.
const TRIALS: (usize, usize) = (8, 100);
/// Access patterns that run in all trials of a report together, as long as there are more than the least trials.
const PATTERNS_IN_TRIALS: usize = 1_000;

/// Returns how many findings of a report have their fix tried. A trial runs each access pattern once or twice.
pub fn trials_max(design: &Design) -> usize {
    (PATTERNS_IN_TRIALS / design.patterns.len().max(1)).clamp(TRIALS.0, TRIALS.1)
}

/// Tries the fix of a finding. `report` is the one of the design. Returns the changed design with the cure, or None if a person must
/// make the change.
pub fn try_fix(design: &Design, report: &Report, finding: &Finding) -> Option<(Design, Cure)> {
    let mut fixed = findings::apply(design, finding)?;
    let mut after = check(&fixed);
    let mut broken = broken_patterns(report, &after);
    let mut rewritten = Vec::new();
    if !broken.is_empty() {
        let mut again = fixed.clone();
        let tried = rewrite_all(&mut again, report, &broken);
        if !tried.is_empty() {
            let then = check(&again);
            let left = broken_patterns(report, &then);
            if left.len() < broken.len() {
                rewritten = tried.into_iter().filter(|name| !left.contains(name)).collect();
                (fixed, after, broken) = (again, then, left);
            }
        }
    }
    let is_left = |other: &Finding| other.rule.code() == finding.rule.code() && other.place == finding.place;
    let is_gone = !after.findings.iter().any(is_left);
    let cure = Cure { before: figures(report), after: figures(&after), broken, rewritten, is_gone };
    Some((fixed, cure))
}

/// Returns the design with the fix of a finding. If its cure rewrote key conditions, so does this. `report` is the one of the design.
pub fn cured(design: &Design, report: &Report, finding: &Finding) -> Option<Design> {
    let mut fixed = findings::apply(design, finding)?;
    if let Some(cure) = &finding.cure {
        rewrite_all(&mut fixed, report, &cure.rewritten);
    }
    Some(fixed)
}

/// Tries the advice to remove something, and drops it where a green pattern would not stay green. Other findings stay as they are.
pub fn confirm(design: &Design, report: &mut Report) {
    let (mut tried, most) = (0, trials_max(design));
    let findings = std::mem::take(&mut report.findings);
    let mut kept = Vec::with_capacity(findings.len());
    for mut finding in findings {
        if !finding.fix.removes() {
            kept.push(finding);
            continue;
        }
        tried += 1;
        let cure = (tried <= most).then(|| try_fix(design, report, &finding)).flatten();
        if let Some((_, cure)) = cure.filter(|(_, cure)| cure.broken.is_empty()) {
            finding.cure = Some(cure);
            kept.push(finding);
        }
    }
    report.findings = kept;
}

/// Returns the names of the patterns that were green and are not green any more.
fn broken_patterns(before: &Report, after: &Report) -> Vec<String> {
    let is_green_after = |name: &str| {
        let found = after.patterns.iter().find(|pattern| pattern.name == name);
        found.is_some_and(|pattern| pattern.verdict.is_green())
    };
    let green = before.patterns.iter().filter(|pattern| pattern.verdict.is_green());
    green.map(|pattern| pattern.name.clone()).filter(|name| !is_green_after(name)).collect()
}

/// Rewrites the key conditions of these patterns, as far as their parameters give the keys. Returns the names of the rewritten ones.
fn rewrite_all(design: &mut Design, report: &Report, names: &[String]) -> Vec<String> {
    let mut rewritten = Vec::new();
    for name in names {
        let found = design.patterns.iter().position(|pattern| pattern.name == *name);
        let kinds = report.patterns.iter().find(|pattern| pattern.name == *name).map(|found| &found.kinds);
        // The key of several kinds of items is one of a person's choice.
        let (Some(place), Some([kind])) = (found, kinds.map(Vec::as_slice)) else { continue };
        if let Some(pattern) = rewrite::pattern(design, &design.patterns[place], kind) {
            design.patterns[place] = pattern;
            rewritten.push(name.clone());
        }
    }
    rewritten
}

fn figures(report: &Report) -> CureFigures {
    CureFigures {
        read_units_per_second: report.totals.read_units_per_second,
        write_units_per_second: report.totals.write_units_per_second,
        usd_per_month: report.totals.usd_per_month,
        hot_keys: report.totals.hot_keys,
    }
}
