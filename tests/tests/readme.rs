//! The Rust samples of the README, compiled and run as they stand there. `end_to_end/aws_sdk.rs` runs those in JavaScript.

mod samples {
    include!(concat!(env!("OUT_DIR"), "/readme_samples.rs"));
}

#[test]
fn the_rust_of_the_readme_runs() {
    assert!(!samples::SAMPLES.is_empty(), "the README has a sample");
    samples::SAMPLES.iter().for_each(|run| run());
}
