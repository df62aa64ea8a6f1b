//! Tests how sentences are written, and that each name in data has a sentence.

use dynalab_messages::{Filling, Language, Messages};

use crate::sentences::{shell, workbench};

fn english() -> Messages {
    Messages::new(Language::English)
}

#[test]
fn choices_stand_within_sentences_and_after_each_other() {
    let facts = |items: u64, tables: u64| {
        english().text(workbench::SampleFacts { items: items.into(), tables: tables.into() })
    };
    assert_eq!(facts(1, 1), "one item · one table");
    assert_eq!(facts(131, 2), "131 items · 2 tables");
    let stored =
        |items: u64| english().text(shell::StorageSentence { items: items.into(), ms: "1.5".into() });
    assert!(stored(0).ends_with("No stored items were found at startup."), "{}", stored(0));
    assert!(stored(1200).ends_with("Loaded 1,200 items in 1.5 ms at startup."), "{}", stored(1200));
}

/// An argument without a value shows its name, so that the fault is visible.
#[test]
fn a_sentence_that_is_chosen_by_data_is_filled_by_name() {
    let template = shell::trace("page-ended").expect("a sentence of the trace");
    let ended = english().fill(template, &[("reason", "size".into()), ("evaluated", "3".into())]);
    assert_eq!(ended, "Page ended at 1 MB: 3 read, returned returned.");
}

#[test]
fn numbers_choose_the_form_and_are_grouped() {
    let items = |language: Language, items: u64| {
        Messages::new(language).text(shell::ItemCount { items: Filling::Number(items) })
    };
    assert_eq!(items(Language::English, 1), "one item");
    assert_eq!(items(Language::English, 2318), "2,318 items");
    assert_eq!(items(Language::Japanese, 2318), "2,318 件");
}

#[test]
fn every_trace_code_has_a_sentence() {
    let documented = include_str!("../../../playground/src/views/trace.rs");
    let codes: Vec<&str> = documented.split('`').filter_map(|word| word.strip_prefix("trace-")).collect();
    assert!(codes.len() > 20, "the view documents its codes: {codes:?}");
    for code in codes {
        assert!(shell::trace(code).is_some(), "trace-{code}");
    }
}

#[test]
fn data_without_a_sentence_is_shown_as_it_is() {
    assert_eq!(english().text_or(workbench::request_tab("form"), "form"), "Form");
    assert_eq!(english().text_or(workbench::request_tab("mars"), "mars"), "mars");
}

/// Sentences about lost or rejected work exist in both languages.
#[test]
fn warnings_are_in_both_languages() {
    let sentences = [
        shell::BANNER_STORAGE_FULL,
        shell::BANNER_FOLLOWER,
        shell::NOTICE_ENGINE_RESTARTED,
        shell::REFUSAL_NOT_WRITER,
    ];
    let has_hiragana = |text: &str| text.chars().any(|letter| ('ぁ'..='ん').contains(&letter));
    for sentence in sentences {
        let name = sentence.name();
        let (english, japanese) =
            (english().text(sentence), Messages::new(Language::Japanese).text(sentence));
        assert!(!has_hiragana(&english), "{name}: {english}");
        assert!(has_hiragana(&japanese), "{name}: {japanese}");
    }
}
