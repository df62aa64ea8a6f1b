//! The house rules, each checked over the whole repository.

mod circles;
mod comments;
mod docstrings;
mod documents;
mod errors;
mod floors;
mod libraries;
mod limits;
mod messages;
mod pages;
mod places;
mod repository;
mod soak;
mod sources;
mod style_rules;
mod styles;
mod words;

/// Fails with one line for each fault.
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
fn libraries_are_free_to_use_and_from_one_place() {
    report(
        "A library has a license of the list, comes from crates.io and is not banned:",
        libraries::forbidden(),
    );
    report("docs/dependencies.md says what these libraries are for:", libraries::without_reason());
}

#[test]
fn files_import_each_other_in_small_circles_only() {
    report("At most 7 files of a crate may import each other in a circle:", circles::too_large());
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
fn lines_of_markup_are_short() {
    report("A line of web/src has at most 160 characters, markup too:", sources::long_lines());
}

#[test]
fn public_items_say_what_they_are_and_when_they_fail() {
    report(
        "At least 90 % of the public items of a crate that others import have a docstring:",
        docstrings::missing(),
    );
    report("A public function that returns Result has a section `# Errors`:", docstrings::without_errors());
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
fn documents_are_in_plain_english() {
    report("Say who acts, in DynamoDB's terms:", documents::unplain_words());
}

#[test]
fn comments_are_in_plain_english() {
    report("Say who acts, and let things do what things do:", comments::unplain());
}

#[test]
fn the_architecture_is_one_page() {
    report("Details belong in the README of their crate:", documents::too_long());
}

#[test]
fn contributing_says_where_to_change_what() {
    report("CONTRIBUTING.md names these files, and they do not exist:", places::missing_files());
    report(
        "A member of a kind is in a file that its row of CONTRIBUTING.md does not name:",
        places::unnamed_files(),
    );
    report(
        "A row of CONTRIBUTING.md names a place that has no member of its kind:",
        places::needless_places(),
    );
}

#[test]
fn every_diagram_has_a_section_in_its_document() {
    report("docs/pictures.md has a section for each diagram, and no other:", documents::diagrams());
}

#[test]
fn documents_name_rules_that_exist() {
    report("docs/designs.md names these rules of findings:", documents::unknown_rules());
}

#[test]
fn every_dial_is_explained_by_the_page() {
    report("Every dial has a sentence, and no sentence is about a dial that is gone:", messages::dials());
}

#[test]
fn every_sentence_of_the_page_is_used() {
    report("A sentence that no source names is to be deleted:", messages::without_use());
}

#[test]
fn every_dial_is_listed_by_its_source() {
    report("FIDELITY.md lists each dial under the source of its realistic value:", messages::sources());
}

#[test]
fn colour_and_spacing_live_in_the_style_sheets() {
    report("Colour and spacing belong in style sheets:", pages::styles_in_rust());
}

#[test]
fn a_style_sheet_is_for_its_own_component() {
    report(
        "Classes begin with the sheet's name or one of its \"Classes:\", beside those of static/styles and of the room:",
        styles::reaching(),
    );
}

#[test]
fn every_style_has_its_markup() {
    report("No markup has these classes:", styles::dead());
}

#[test]
fn style_sheets_are_readable() {
    report("A line has one rule:", styles::crowded_lines());
    report(
        "A rule asks only for children of a large element: give the element a class instead:",
        styles::looking_inside(),
    );
    report("A style sheet begins with a comment that says what it is for:", styles::without_purpose());
}

#[test]
fn texts_become_html_and_scripts_only_in_the_policy() {
    report(
        "A text that becomes HTML or a script goes through web/src/browser/trusted.rs:",
        pages::sinks_beside_policy(),
    );
}

#[test]
fn the_page_states_the_policy_that_the_server_sends() {
    report("static/index.html carries the Content-Security-Policy:", pages::policy_missing());
}

#[test]
fn what_runs_on_a_schedule_ran_lately() {
    report("Every 14 days `cargo xtask soak` runs, and its record is committed:", soak::faults());
}
