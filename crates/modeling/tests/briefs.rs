//! Tests that a check says of each brief in `tests/briefs` what is right. The figures there are computed by hand, from the bytes of the
//! items and the price book.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use std::collections::BTreeSet;

use dynalab_load::{PatternLoad, RequestLoad};
use dynalab_messages::figures::money;
use dynalab_modeling::report::PatternReport;
use dynalab_modeling::{Design, Language, Report, check, formats, parse, templates};
use dynalab_pricing::{Conventions, offered};
use serde_json::Value;

/// A brief: its design, what is right about it, and what a check says.
struct Brief {
    name: String,
    design: Design,
    right: Value,
    report: Report,
}

fn briefs() -> Vec<Brief> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/briefs");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let brief = |path: &std::path::PathBuf| {
        let mut brief: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let design = parse(&brief["design"].to_string()).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        Brief { name, report: check(&design), design, right: brief["right"].take() }
    };
    paths.iter().map(brief).collect()
}

impl Brief {
    /// Iterates over the members of a list of what is right, with the pattern that each names.
    fn patterns(&self, list: &str) -> impl Iterator<Item = (&Value, &PatternReport, &PatternLoad)> {
        self.right[list].as_array().unwrap().iter().map(|right| {
            let name = right["pattern"].as_str().or(right["name"].as_str()).unwrap();
            let report = self.report.patterns.iter().find(|pattern| pattern.name == name).unwrap();
            (right, report, self.report.load.patterns.iter().find(|pattern| pattern.name == name).unwrap())
        })
    }
}

fn sum(pattern: &PatternLoad, of: fn(&RequestLoad) -> f64) -> f64 {
    pattern.requests.iter().map(of).sum()
}

#[test]
fn every_pattern_has_its_units_in_the_sample_and_in_production() {
    for brief in briefs() {
        assert!(brief.report.is_green, "{}: {:?}", brief.name, brief.report.problems);
        assert_eq!(brief.right["patterns"].as_array().unwrap().len(), brief.design.patterns.len());
        for (right, report, load) in brief.patterns("patterns") {
            let units = |place: &str, kind: &str| right[place][kind].as_f64().unwrap();
            let expected =
                ["sample", "production"].map(|place| (units(place, "read"), units(place, "write")));
            let of_load = [
                (sum(load, |request| request.sample_read_units), sum(load, |request| request.write_units)),
                (sum(load, |request| request.read_units), sum(load, |request| request.write_units)),
            ];
            assert_eq!(of_load, expected, "{}: {}", brief.name, report.name);
            assert_eq!((report.read_units, report.read_units_at_full_size), (expected[0].0, expected[1].0));
        }
    }
}

#[test]
fn requests_have_as_many_keys_as_there_are() {
    for brief in briefs() {
        for (right, _, load) in brief.patterns("patterns") {
            for key in right["keys"].as_array().unwrap() {
                let (table, index) = (key["table"].as_str().unwrap(), key["index"].as_str());
                let request = load.requests_on(table).find(|request| request.index.as_deref() == index);
                let values = request.map(|request| request.keys.values.round());
                assert_eq!(values, key["values"].as_f64(), "{}: {} {key}", brief.name, load.name);
            }
        }
    }
}

#[test]
fn the_bill_is_the_one_of_the_brief_on_every_line() {
    for brief in briefs() {
        let load = &brief.report.load;
        let bill = offered::bill(load, &offered::book(load), &Conventions::default());
        let lines = brief.right["bill"]["lines"].as_object().unwrap();
        let names: BTreeSet<&str> = bill.lines.iter().map(|line| line.item.name()).collect();
        assert_eq!(names, lines.keys().map(String::as_str).collect(), "{}", brief.name);
        // Tables of two classes have a line each.
        for item in bill.lines.iter().map(|line| line.item) {
            let (found, right) = (bill.usd_of(item).unwrap(), lines[item.name()].as_f64().unwrap());
            assert!((found - right).abs() < 1e-5, "{}: {item:?} {found}, not {right}", brief.name);
        }
        let right = brief.right["bill"]["usd_per_month"].as_f64().unwrap();
        assert_eq!(money(brief.report.totals.usd_per_month), money(right), "{}", brief.name);
    }
}

#[test]
fn hot_keys_and_findings_are_those_of_the_brief() {
    for brief in briefs() {
        let hot = brief.report.patterns.iter().flat_map(|pattern| &pattern.heat);
        let hot = hot.filter(|heat| heat.is_above_limit).count();
        assert_eq!(hot, brief.right["hot_keys"].as_array().unwrap().len(), "{}", brief.name);
        for (right, report, _) in brief.patterns("hot_keys") {
            let heat = report.heat.iter().find(|heat| heat.is_above_limit).unwrap();
            assert_eq!(
                (heat.table.as_str(), Some(heat.share)),
                (right["table"].as_str().unwrap(), right["share"].as_f64())
            );
            assert_eq!(Some(heat.write_units_per_second), right["write_units_per_second"].as_f64());
        }
        let codes: BTreeSet<&str> = brief.report.findings.iter().map(|finding| finding.rule.code()).collect();
        for code in brief.right["findings"].as_array().unwrap() {
            assert!(codes.contains(code.as_str().unwrap()), "{}: {code} is not in {codes:?}", brief.name);
        }
    }
}

/// Code that is exported sends the requests that the check sent: this operation, to as many different items.
#[test]
fn requests_reach_the_items_that_exported_code_must_reach() {
    for brief in briefs() {
        for (right, report, _) in brief.patterns("code") {
            assert_eq!(Some(report.operation.as_str()), right["operation"].as_str(), "{}", report.name);
            let body: Value = serde_json::from_str(&report.body).unwrap();
            let items = match body["TransactItems"].as_array() {
                Some(actions) => keys_of(&brief.design, actions).len(),
                None => 1,
            };
            assert_eq!(Some(items as u64), right["items"].as_u64(), "{}: {}", brief.name, report.name);
        }
    }
}

/// Returns the key of each action of a transaction, each once.
fn keys_of(design: &Design, actions: &[Value]) -> BTreeSet<String> {
    let key = |action: &Value| {
        let action = action.as_object().unwrap().values().next().unwrap();
        let table = design.table(action["TableName"].as_str().unwrap()).unwrap();
        let item = if action["Key"].is_null() { &action["Item"] } else { &action["Key"] };
        table.key().map(|attribute| item[&attribute.name].to_string()).collect::<Vec<_>>().join(" ")
    };
    actions.iter().map(key).collect()
}

/// The bill of a design is that of its load, and the document prints it.
#[test]
fn totals_and_document_have_the_bill_of_the_load() {
    let of_templates = templates::ALL.iter().map(|template| parse(template.text).unwrap());
    for design in of_templates.chain(briefs().into_iter().map(|brief| brief.design)) {
        let report = check(&design);
        let (load, totals) = (&report.load, &report.totals);
        let bill = offered::bill(load, &offered::book(load), &Conventions::default());
        assert_eq!(totals.usd_per_month, bill.total_usd(), "{}", design.name);
        let sum = totals.requests_usd_per_month + totals.storage_usd_per_month;
        assert!((sum - totals.usd_per_month).abs() < 1e-9, "{}", design.name);
        let write = formats::find("markdown").and_then(|format| format.write).unwrap();
        let document = write(&design, &report, Language::English);
        assert!(document.text.contains(&money(totals.usd_per_month)), "{}", design.name);
        for pattern in &load.patterns {
            let day: f64 = pattern.flow().minutes.iter().sum::<f64>() * 60.0;
            let expected = pattern.average_in_production() * 86_400.0;
            assert!((day - expected).abs() <= expected * 1e-9, "{}: {}", design.name, pattern.name);
        }
    }
}
