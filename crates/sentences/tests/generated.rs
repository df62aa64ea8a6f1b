//! Tests the code that the generator writes, and the faults that the generator and the Rust compiler report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use dynalab_sentences::{SentenceFault, SentenceFile, generate};

const ENGLISH: &str = "greeting = Hello\ncounted = { $count ->\n    [one] One item\n   *[other] { $count } items\n } in { $table }\n\n## family: state-\n\nstate-open = open\nstate-closed = closed\n";
const JAPANESE: &str =
    "greeting = こんにちは\ncounted = { $table }の項目 { $count } 件\nstate-open = 開\nstate-closed = 閉\n";

/// The parts of the page that the generated code refers to.
const PAGE: &str = r#"
pub mod messages {
    #[derive(Clone, Copy)]
    pub enum Language { English }
    #[derive(Clone, Copy, Debug)]
    pub enum Filling<'a> { Text(&'a str) }
    pub trait Message { fn write(&self, language: Language) -> String; }
    #[derive(Clone, Copy)]
    pub struct Sentence(Template);
    #[derive(Clone, Copy)]
    pub struct Template([&'static str; 2]);
    impl Sentence {
        pub const fn new(_name: &'static str, patterns: [&'static str; 2]) -> Sentence { Sentence(Template::new(patterns)) }
        pub const fn template(self) -> Template { self.0 }
    }
    impl Template { pub const fn new(patterns: [&'static str; 2]) -> Template { Template(patterns) } }
    impl Message for Sentence { fn write(&self, language: Language) -> String { write(self.0, language, &[]) } }
    pub fn write(template: Template, language: Language, _: &[(&str, Filling)]) -> String { template.0[language as usize].to_owned() }
}
extern crate self as dynalab_messages;
pub use messages::{Filling, Language, Message, Sentence, Template, write};
"#;

/// A page that shows every sentence.
const USES: &str = r#"
pub fn shown() -> Vec<String> {
    let counted = page::Counted { count: Filling::Text("2"), table: Filling::Text("Orders") };
    let state = page::state("open").map(|state| state.write(Language::English)).unwrap_or_default();
    vec![page::GREETING.write(Language::English), counted.write(Language::English), state]
}
"#;

fn generated(english: &str, japanese: &str) -> Result<String, SentenceFault> {
    generate(&[SentenceFile { module: "page", sources: [english, japanese] }])
}

/// Compiles the generated code with a page that uses it. Returns the compiler's errors, or none if it accepts the code.
fn errors_of_the_compiler(name: &str, generated: &str, uses: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let source = folder.join("page.rs");
    fs::write(&source, format!("{PAGE}{generated}{uses}")).expect("the target folder can be written");
    let compiled = rustc(&source, &folder);
    let errors = String::from_utf8_lossy(&compiled.stderr).into_owned();
    (!compiled.status.success()).then_some(errors)
}

fn rustc(source: &Path, folder: &Path) -> std::process::Output {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(program);
    command
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--out-dir"])
        .arg(folder)
        .arg(source);
    command.output().expect("rustc runs")
}

#[test]
fn a_page_compiles_with_its_sentences() {
    let code = generated(ENGLISH, JAPANESE).unwrap();
    assert_eq!(errors_of_the_compiler("whole", &code, USES), None);
    assert!(code.contains("pub const STATE_NAMES: &[&str] = &[\"closed\", \"open\"];"), "{code}");
}

#[test]
fn a_sentence_that_is_removed_does_not_compile() {
    let without = |text: &str| text.replace("greeting = Hello\n", "").replace("greeting = こんにちは\n", "");
    let code = generated(&without(ENGLISH), &without(JAPANESE)).unwrap();
    let errors = errors_of_the_compiler("removed_sentence", &code, USES).expect("the compiler refuses it");
    assert!(errors.contains("cannot find value `GREETING`"), "{errors}");
}

#[test]
fn an_argument_that_is_not_given_does_not_compile() {
    let code = generated(ENGLISH, JAPANESE).unwrap();
    let uses = USES.replace(", table: Filling::Text(\"Orders\")", "");
    let errors = errors_of_the_compiler("missing_argument", &code, &uses).expect("the compiler refuses it");
    assert!(errors.contains("missing field `table`"), "{errors}");
}

#[test]
fn an_argument_that_is_removed_does_not_compile() {
    let without = |text: &str| text.replace(" in { $table }", "").replace("{ $table }の", "");
    let code = generated(&without(ENGLISH), &without(JAPANESE)).unwrap();
    let errors = errors_of_the_compiler("removed_argument", &code, USES).expect("the compiler refuses it");
    assert!(errors.contains("has no field named `table`"), "{errors}");
}

#[test]
fn a_language_without_a_sentence_stops_the_build() {
    let fault = generated(ENGLISH, &JAPANESE.replace("greeting = こんにちは\n", "")).unwrap_err();
    assert_eq!(fault.to_string(), "messages/ja/page.ftl has no sentence greeting. Add it.");
    let fault = generated(&ENGLISH.replace("greeting = Hello\n", ""), JAPANESE).unwrap_err();
    assert_eq!(fault.to_string(), "messages/en/page.ftl has no sentence greeting. Add it.");
}

#[test]
fn a_translation_without_an_argument_stops_the_build() {
    let fault = generated(ENGLISH, &JAPANESE.replace("{ $table }の", "")).unwrap_err();
    assert!(matches!(fault, SentenceFault::DifferentArguments { .. }), "{fault}");
    assert_eq!(
        fault.to_string(),
        "counted has other arguments in English (count, table) than in Japanese (count)."
    );
}

/// Japanese has no plural, so a translation need not use a number that only chooses the plural form.
#[test]
fn an_argument_that_only_chooses_may_be_missing_in_a_translation() {
    let english = "items = { $count ->\n    [one] item\n   *[other] items\n }\n";
    let code = generated(english, "items = 件\n").unwrap();
    assert!(code.contains("pub struct Items<'a>"), "{code}");
}

#[test]
fn a_name_that_is_defined_twice_stops_the_build() {
    let twice = format!("{ENGLISH}greeting = Hi\n");
    let fault = generated(&twice, JAPANESE).unwrap_err();
    assert_eq!(fault.to_string(), "greeting is defined twice: in page.ftl and in page.ftl. Remove one.");
    let files = ["home", "play"]
        .map(|module| SentenceFile { module, sources: ["close = Close\n", "close = 閉じる\n"] });
    let fault = generate(&files).unwrap_err();
    assert_eq!(fault.to_string(), "close is defined twice: in home.ftl and in play.ftl. Remove one.");
}

#[test]
fn text_that_is_not_fluent_stops_the_build() {
    let fault = generated("greeting = { $\n", JAPANESE).unwrap_err();
    assert!(matches!(fault, SentenceFault::NotFluent { language: "en", .. }), "{fault}");
}

#[test]
fn a_brace_is_text() {
    let braces = "greeting = Write { \"{\" }\"S\": 1{ \"}\" }\n";
    let code = generated(&ENGLISH.replace("greeting = Hello\n", braces), JAPANESE).unwrap();
    assert!(code.contains(r#"Write {\"S\": 1}"#), "{code}");
}

#[test]
fn forms_that_the_page_does_not_support_stop_the_build() {
    for (english, what) in [
        ("-brand = Dynalab\n", "a term"),
        ("greeting = Hello\n    .title = Hello\n", "an attribute"),
        ("greeting = { NUMBER($count) }\n", "a function"),
        ("greeting = Hello\n    World\n", "a line break"),
    ] {
        let fault = generated(english, "greeting = こんにちは\n").unwrap_err();
        assert!(matches!(fault, SentenceFault::NotSupported { .. }), "{what}: {fault}");
    }
}

#[test]
fn a_family_without_sentences_stops_the_build() {
    let fault = generated("## family: state-\n\ngreeting = Hello\n", "greeting = こんにちは\n").unwrap_err();
    assert_eq!(fault.to_string(), "The family state- has no sentences. Remove its comment.");
}
