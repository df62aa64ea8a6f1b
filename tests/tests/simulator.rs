//! The simulator over fixed seeds: one test for each family of properties.

use dynalab_tests::simulator::generation::{Appetite, plan};
use dynalab_tests::simulator::run::compare_with_model;

#[test]
fn answers_are_those_of_the_model() {
    for seed in 0..100 {
        if let Err(failure) = compare_with_model(&plan(seed, Appetite::of(60))) {
            panic!("seed {seed}: {}", failure.what);
        }
    }
}
