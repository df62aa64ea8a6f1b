//! Damaged designs: documents and texts of every format are rejected or read. A design that is read keeps its meaning when written
//! again, and can be checked.

#![allow(clippy::unwrap_used, reason = "a test fails when it panics")]

#[path = "../../playground/tests/decoders/damage.rs"]
mod damage;

use damage::cases;
use dynalab_modeling::formats::Look;
use dynalab_modeling::{check, document, formats, parse, templates};

/// Returns the shortest templates, because damage affects more of a short text.
fn short_templates() -> Vec<&'static str> {
    let mut texts: Vec<&str> = templates::ALL.iter().map(|template| template.text).collect();
    texts.sort_by_key(|text| text.len());
    texts.truncate(4);
    texts
}

#[test]
fn documents_that_are_read_are_written_and_read_again() {
    let texts = short_templates();
    let (mut read, mut refused) = (0, 0);
    for mut chance in cases("designs", 1_500) {
        let text = *chance.pick(&texts);
        let text = chance.damaged_text(text);
        match parse(&text) {
            Ok(design) => {
                let written = document::write(&design);
                assert_eq!(parse(&written).as_ref(), Ok(&design));
                assert_eq!(document::write(&design), written);
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
    }
    assert!(read > 50 && refused > 50, "{read} were read, {refused} refused");
}

#[test]
fn texts_of_every_format_are_read_or_refused() {
    let designs: Vec<_> = short_templates().into_iter().map(|text| parse(text).unwrap()).collect();
    let texts: Vec<String> = formats::ALL
        .iter()
        .filter(|format| format.read.is_some())
        .filter_map(|format| format.write)
        .flat_map(|write| {
            designs
                .iter()
                .map(move |design| write(design, &check(design), dynalab_modeling::Language::English).text)
        })
        .collect();
    assert!(texts.len() >= 2 * designs.len(), "{} texts", texts.len());
    let mut read = 0;
    for mut chance in cases("formats", 1_500) {
        let text = chance.pick(&texts).clone();
        let text = chance.damaged_text(&text);
        for format in formats::ALL {
            let _like_or_not = (format.is_like)(&Look::new(&text));
            // Read the text as every format, even if it does not look like one.
            if let Some(Err(error)) = format.read.map(|read| read(&text, &dynalab_types::Budget::of_import()))
            {
                assert!(!error.to_string().is_empty(), "{}", format.id);
            }
        }
        if let Ok(imported) = formats::read(&text) {
            let written = document::write(&imported.design);
            assert_eq!(parse(&written), Ok(imported.design), "{}", imported.format);
            read += 1;
        }
    }
    assert!(read > 50, "only {read} of the damaged texts were read");
}

#[test]
fn a_damaged_design_that_is_read_can_be_checked() {
    let texts = short_templates();
    let mut checked = 0;
    for mut chance in cases("checked designs", 400) {
        let text = *chance.pick(&texts);
        if let Ok(design) = parse(&chance.damaged_text(text)) {
            let report = check(&design);
            assert_eq!(report.patterns.len(), design.patterns.len());
            checked += 1;
        }
    }
    assert!(checked > 5, "only {checked} damaged designs were checked");
}
