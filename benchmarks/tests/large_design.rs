//! The large key design of the benchmarks has the stated size, and every pattern runs.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

use dynalab_benchmarks::large_design::{ENTITIES, PATTERNS, document};

#[test]
fn the_large_design_is_green() {
    for marked in ["", "S"] {
        let design = dynalab_modeling::parse(&document(marked).unwrap()).unwrap();
        assert_eq!((design.entities.len(), design.patterns.len()), (ENTITIES, PATTERNS));
        let report = dynalab_modeling::check(&design);
        let red: Vec<_> = report.patterns.iter().filter(|pattern| !pattern.verdict.is_green()).collect();
        assert!(report.is_green, "{:?} {red:#?}", report.problems);
        let items = report.tables[0].item_count;
        assert!((4_500..=6_500).contains(&items), "{items} items");
    }
}
