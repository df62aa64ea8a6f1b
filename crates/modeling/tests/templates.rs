//! Tests that every template is green, equals what `write` writes, and always gives the same report.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_modeling::report::Verdict;
use dynalab_modeling::{check, parse, templates, write};

fn path(id: &str) -> String {
    format!("{}/templates/{id}.json", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_template_is_green() {
    let mut faults = Vec::new();
    for template in templates::ALL {
        let design = parse(template.text).unwrap_or_else(|error| panic!("{}: {error}", template.id));
        let report = check(&design);
        for problem in &report.problems {
            faults.push(format!("{}: {problem:?}", template.id));
        }
        for pattern in &report.patterns {
            if let Verdict::Red(red) = &pattern.verdict {
                faults.push(format!(
                    "{}: {}: {red:?} {:?} {}",
                    template.id, pattern.name, pattern.error, pattern.body
                ));
            }
        }
        assert!(!report.patterns.is_empty(), "{} has no patterns", template.id);
        assert!(report.totals.usd_per_month > 0.0, "{} costs nothing", template.id);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_template_is_written_in_the_order_of_the_format() {
    for template in templates::ALL {
        let written = write(&parse(template.text).unwrap());
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path(template.id), &written).unwrap();
        } else {
            assert!(written == template.text, "{}: run with UPDATE_EXPECT=1", template.id);
        }
    }
}

#[test]
fn a_check_is_the_same_twice() {
    for template in templates::ALL {
        let design = parse(template.text).unwrap();
        assert_eq!(check(&design), check(&design), "{}", template.id);
    }
}
