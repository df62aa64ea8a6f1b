//! Questions to the programs beside the engine pass through JavaScript unchanged, with their files.

#![cfg(target_arch = "wasm32")]

use std::collections::BTreeMap;

use dynalab_lessons::Attempt;
use dynalab_lessons::proof_answer::ProofQuestion;
use dynalab_modeling::Design;
use dynalab_modeling::report::{Cure, Finding, Fix, Place, Rule, Severity};
use dynalab_playground::message_bytes;
use dynalab_programs::Ask;
use dynalab_programs::bench::{
    CheckDesign, CheckLesson, DesignDocument, ProveLesson, RunMigration, SimulateDay, ToBench, TryFix,
};
use dynalab_programs::files::{
    BeginItems, DecodeLink, KeyChoice, KnowText, LookAtItems, NextItems, OpenDesignFiles, OpenDesignLink,
    OpenDocument, OpenItems, OpenProgress, ToFiles, WantedKeys,
};
use dynalab_request_text::interchange::checks::Keys;
use dynalab_request_text::interchange::parts::Intake;
use dynalab_request_text::interchange::records::Form;
use dynalab_traffic::lab::DayQuestion;
use dynalab_types::ScalarType;
use js_sys::{Array, Uint8Array};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen]
extern "C" {
    /// What `postMessage` does to a message.
    #[wasm_bindgen(js_name = structuredClone, catch)]
    fn structured_clone(message: &JsValue) -> Result<JsValue, JsValue>;
}

/// Text that JavaScript could spoil.
const TEXT: &str = "{\"引用\": \"\u{0} \\u0000 \u{1F600} \u{FEFF}\"}";

/// Sent as the page sends a question: its id, its bytes, and a file.
fn arrives_unchanged<T>(message: &T)
where
    T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
{
    let bytes = message_bytes::write(message).expect("a message can be written");
    let file = web_sys::Blob::new().expect("a file");
    let sent = Array::of3(&u32::MAX.into(), &Uint8Array::from(bytes.as_slice()), &file);
    let parts = Array::from(&structured_clone(&sent).expect("a message can be posted"));
    assert_eq!(parts.get(0).as_f64(), Some(f64::from(u32::MAX)));
    let bytes = parts.get(1).dyn_into::<Uint8Array>().expect("bytes stay bytes").to_vec();
    assert!(parts.get(2).is_instance_of::<web_sys::Blob>(), "a file stays a file");
    assert_eq!(message_bytes::read::<T>(&bytes).as_ref(), Ok(message));
}

#[wasm_bindgen_test]
fn every_question_to_the_bench_arrives() {
    let document = || DesignDocument::of(&Design { name: TEXT.to_owned(), ..Design::default() });
    let question = ProofQuestion { text: TEXT.to_owned(), surroundings: TEXT.to_owned(), plays: true };
    let finding = Finding {
        rule: Rule::NoRate,
        severity: Severity::Advice,
        place: Place { pattern: Some(TEXT.to_owned()), ..Place::default() },
        fix: Fix::WriteRate,
        can_apply: false,
        cure: Some(Cure { broken: vec![TEXT.to_owned()], ..Cure::default() }),
    };
    let messages: [ToBench; 6] = [
        CheckDesign { design: document() }.message(),
        RunMigration { from: document(), to: document() }.message(),
        CheckLesson { attempt: Attempt { after: u32::MAX, ..Attempt::default() } }.message(),
        ProveLesson { question }.message(),
        SimulateDay { question: DayQuestion::Advance }.message(),
        TryFix { design: document(), finding: Box::new(finding) }.message(),
    ];
    // A new question does not compile here: it belongs into the list above.
    let known = |message: &ToBench| match message {
        ToBench::CheckDesign(_)
        | ToBench::RunMigration(_)
        | ToBench::CheckLesson(_)
        | ToBench::ProveLesson(_)
        | ToBench::SimulateDay(_)
        | ToBench::TryFix(_) => true,
    };
    assert!(messages.iter().all(known));
    messages.iter().for_each(arrives_unchanged);
}

#[wasm_bindgen_test]
fn every_question_about_files_arrives() {
    let text = || TEXT.to_owned();
    let keys = || Keys(vec![(text(), ScalarType::N)]);
    let (form, source) = (Form::DynamoJson, Some(text()));
    let choice = KeyChoice { partition: Some(text()), sort: None };
    let messages: [ToFiles; 10] = [
        OpenDocument { text: text() }.message(),
        DecodeLink { link: text() }.message(),
        OpenDesignLink { link: text() }.message(),
        OpenDesignFiles { names: vec![text(), String::new()], given: BTreeMap::from([(text(), text())]) }
            .message(),
        KnowText { text: text() }.message(),
        OpenProgress.message(),
        OpenItems { names: vec![text()], keys: keys() }.message(),
        LookAtItems {
            place: 1,
            form: Form::PlainJson,
            source: source.clone(),
            keys: WantedKeys::OfNewTable(choice),
        }
        .message(),
        BeginItems { place: 0, intake: Intake { form, source, keys: keys() } }.message(),
        NextItems.message(),
    ];
    let known = |message: &ToFiles| match message {
        ToFiles::OpenDocument(_)
        | ToFiles::DecodeLink(_)
        | ToFiles::OpenDesignLink(_)
        | ToFiles::OpenDesignFiles(_)
        | ToFiles::KnowText(_)
        | ToFiles::OpenProgress(_)
        | ToFiles::OpenItems(_)
        | ToFiles::LookAtItems(_)
        | ToFiles::BeginItems(_)
        | ToFiles::NextItems(_) => true,
    };
    assert!(messages.iter().all(known));
    messages.iter().for_each(arrives_unchanged);
}
