//! The house rules, each checked over the whole repository: what no review should have to look for.

mod errors;
mod floors;
mod messages;
mod pages;
mod reach;
mod repository;
mod sentences;
mod sources;
mod words;

/// Fails with one line for each fault found.
fn report(rule: &str, faults: Vec<String>) {
    assert!(faults.is_empty(), "{rule}\n  {}\n", faults.join("\n  "));
}

#[test]
fn crates_use_only_crates_on_floors_below_them() {
    report("A crate may use crates on lower floors only (ARCHITECTURE.md):", floors::forbidden_edges());
}

#[test]
fn the_engine_and_what_it_stands_on_know_no_browser_clock_or_chance() {
    report("The engine is free of I/O, async and randomness:", floors::forbidden_dependencies());
}

#[test]
fn every_source_file_says_its_purpose_first() {
    report("The first line of a .rs file is `//!` and says what it is for:", sources::without_purpose());
}

#[test]
fn files_and_functions_are_short() {
    report("A file has at most 500 lines, a function at most 70:", sources::too_long());
}

#[test]
fn every_error_has_its_own_sentence() {
    report(
        "A Display writes each variant by its name, without a last arm for the rest:",
        errors::tails_of_displays(),
    );
}

#[test]
fn names_say_what_a_thing_is_for() {
    report("These names say nothing about what is inside:", words::empty_names());
}

#[test]
fn nothing_unfinished_is_committed() {
    report("These words do not belong in the repository:", words::banned_words());
}

#[test]
fn links_between_documents_lead_somewhere() {
    report("These relative links lead nowhere:", pages::broken_links());
}

#[test]
fn both_languages_have_every_message() {
    report("Every message exists in every language:", messages::missing());
}

#[test]
fn every_sentence_is_loaded_and_filled() {
    report("A program has the sentences that it names, and fills their gaps:", sentences::not_whole());
}

#[test]
fn no_sentence_is_defined_twice() {
    report("A name has one sentence among the files that are loaded together:", sentences::defined_twice());
}

#[test]
fn every_dial_is_explained_by_the_page() {
    report("Every dial has a sentence, and no sentence is about a dial that is gone:", messages::dials());
}

#[test]
fn colour_and_spacing_live_in_the_style_sheets() {
    report("Colour and spacing belong in static/styles:", pages::styles_in_rust());
}

#[test]
fn the_page_states_the_policy_that_the_server_sends() {
    report("static/index.html carries the Content-Security-Policy:", pages::policy_missing());
}
