//! The message files: whole, and the same in both languages; and every sentence the source asks for is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use dynalab_engine::{Command, Engine, EngineConfig, Request, TraceLevel};
use dynalab_playground::share::document::Document;
use dynalab_playground::views::trace::trace_lines;
use dynalab_types::Timestamp;

use super::{Messages, Part, provide};
use crate::language::Language;
use crate::samples::Traffic;
use crate::{explanation, trace_text};

const ENGLISH: &str =
    concat!(include_str!("../../messages/en.ftl"), include_str!("../../messages/en/workbench.ftl"));
const JAPANESE: &str =
    concat!(include_str!("../../messages/ja.ftl"), include_str!("../../messages/ja/workbench.ftl"));

/// The modules that carry their sentences with them: name, both languages, and the beginnings of names that are put together.
const MODULES: &[(&str, &str, &str, &[&str])] = &[
    (
        "pictures",
        include_str!("../../messages/en/pictures.ftl"),
        include_str!("../../messages/ja/pictures.ftl"),
        &[
            "picture-",
            "dial-",
            "profile-",
            "fate-",
            "request-",
            "partitions-",
            "traffic-",
            "clients-",
            "advice-",
            "compare-",
            "capacity-kind-",
            "capacity-range-",
            "region-",
            "metrics-period-",
            "metrics-state-",
            "metrics-comparison-",
            "handlers-preset-",
            "handlers-limit-",
            "access-new-",
            "faults-",
        ],
    ),
    (
        "editor",
        include_str!("../../messages/en/editor.ftl"),
        include_str!("../../messages/ja/editor.ftl"),
        &["editor-", "completion-", "differs-", "form-", "mistake-", "why-not-", "sdk-"],
    ),
    (
        "dialogs",
        include_str!("../../messages/en/dialogs.ftl"),
        include_str!("../../messages/ja/dialogs.ftl"),
        &[
            "data-type-",
            "palette-",
            "place-",
            "form-",
            "kind-",
            "projection-",
            "index-",
            "output-",
            "transfer-",
            "mistake-",
        ],
    ),
];

/// With the sentences as `build.rs` has compiled them.
fn spoken(language: Language) -> Messages {
    let (home, workbench) = match language {
        Language::English => (
            include_str!(concat!(env!("OUT_DIR"), "/en.messages")),
            include_str!(concat!(env!("OUT_DIR"), "/workbench.en.messages")),
        ),
        Language::Japanese => (
            include_str!(concat!(env!("OUT_DIR"), "/ja.messages")),
            include_str!(concat!(env!("OUT_DIR"), "/workbench.ja.messages")),
        ),
    };
    provide(language, Part::Home, home.to_owned());
    provide(language, Part::Workbench, workbench.to_owned());
    Messages::new(language)
}

fn names(source: &str) -> BTreeSet<String> {
    let entry = |line: &str| {
        let (name, _) = line.split_once(" =")?;
        name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-').then(|| name.to_owned())
    };
    source.lines().filter_map(entry).collect()
}

fn gaps(source: &str, name: &str) -> BTreeSet<String> {
    let lines = source.lines().skip_while(|line| !line.starts_with(&format!("{name} =")));
    let entry: Vec<&str> = lines.take(1).collect();
    let rest = source.split_once(&format!("\n{name} =")).map_or("", |(_, rest)| rest);
    let continued = rest.lines().skip(1).take_while(|line| line.starts_with(' ') || line.is_empty());
    let text = entry.into_iter().chain(continued).collect::<Vec<_>>().join("\n");
    let found =
        text.split('$').skip(1).map(|after| after.chars().take_while(|c| c.is_alphanumeric()).collect());
    found.collect()
}

#[test]
fn every_entry_is_compiled() {
    for (source, language) in [(ENGLISH, Language::English), (JAPANESE, Language::Japanese)] {
        let compiled: BTreeSet<String> =
            spoken(language).parts.iter().flatten().map(|(name, _)| name.to_string()).collect();
        assert_eq!(compiled, names(source));
    }
}

#[test]
fn choices_stand_within_sentences_and_after_each_other() {
    let english = spoken(Language::English);
    let facts = |items: u64, tables: u64| {
        english.fill("sample-facts", [("items", items.into()), ("tables", tables.into())])
    };
    assert_eq!(facts(1, 1), "one item · one table");
    assert_eq!(facts(131, 2), "131 items · 2 tables");
    let stored =
        |items: u64| english.fill("storage-sentence", [("items", items.into()), ("ms", "1.5".into())]);
    assert!(stored(0).ends_with("nothing was stored yet."), "{}", stored(0));
    assert!(stored(1200).ends_with("1,200 items were read in 1.5 ms."), "{}", stored(1200));
    let ended = english.find("trace-page-ended", &[("reason", "size".into()), ("evaluated", "3".into())]);
    assert_eq!(ended.as_deref(), Some("The page ends at 1 MB: 3 read, returned returned."));
}

#[test]
fn both_languages_say_the_same_things() {
    let modules = MODULES.iter().map(|(_, english, japanese, _)| (*english, *japanese));
    for (english, japanese) in modules.chain([(ENGLISH, JAPANESE)]) {
        assert_eq!(names(english), names(japanese));
        for name in names(english) {
            let extra: Vec<_> = gaps(japanese, &name).difference(&gaps(english, &name)).cloned().collect();
            assert!(extra.is_empty(), "{name}: {extra:?} only in Japanese");
        }
    }
}

#[test]
fn every_sentence_in_the_source_exists() {
    every_name_is_used(
        ENGLISH,
        &sources_of(|path| MODULES.iter().all(|module| !is_of(module.0, path))),
        &[
            "theme-",
            "data-type-",
            "request-tab-",
            "result-tab-",
            "trace-",
            "about-",
            "durability-",
            "door-",
            "operations-",
        ],
    );
    for (module, english, _, built) in MODULES {
        every_name_is_used(english, &sources_of(|path| is_of(module, path)), built);
    }
}

/// Whether a source file is of a module: in its folder, or the file beside it.
fn is_of(module: &str, path: &str) -> bool {
    path.contains(&format!("src/{module}/")) || path.ends_with(&format!("src/{module}.rs"))
}

/// `built` are the beginnings of names that are put together.
fn every_name_is_used(sentences: &str, sources: &[String], built: &[&str]) {
    let quoted: BTreeSet<&str> =
        sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2)).collect();
    let names = names(sentences);
    for name in &names {
        let is_built = built.iter().any(|start| name.starts_with(start)) || name.ends_with("-example");
        assert!(is_built || quoted.contains(name.as_str()), "{name} is never used");
    }
    // What is looked up by a plain name must be there.
    for call in [".text(", ".fill("] {
        for after in sources.iter().flat_map(|source| source.split(call).skip(1)) {
            let Some(quoted) = after.trim_start().strip_prefix('"') else { continue };
            let name = quoted.split('"').next().unwrap_or_default();
            let is_name = name.contains('-') && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            assert!(!is_name || names.contains(name), "{name} does not exist");
        }
    }
}

fn sources_of(wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut sources = Vec::new();
    read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &wanted, &mut sources);
    sources
}

fn read_all(folder: &Path, wanted: &impl Fn(&str) -> bool, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("the source is there").flatten() {
        match entry.path() {
            path if path.is_dir() => read_all(&path, wanted, out),
            path if wanted(&path.display().to_string()) => {
                out.push(fs::read_to_string(path).expect("source is text"));
            }
            _ => {}
        }
    }
}

#[test]
fn every_trace_code_has_a_sentence() {
    let documented = include_str!("../../../crates/playground/src/views/trace.rs");
    let codes = documented.split('`').filter(|word| word.starts_with("trace-"));
    let names = names(ENGLISH);
    for code in codes {
        assert!(names.contains(code), "{code}");
    }
}

/// What the home page alone has loaded, in English.
fn of_home_page() -> Messages {
    let whole = spoken(Language::English);
    Messages { parts: Rc::new([whole.parts[0].clone(), Vec::new()]), ..whole }
}

#[test]
fn the_home_page_has_a_sentence_for_all_that_its_requests_lead_to() {
    let messages = of_home_page();
    let mut engine = Engine::new(1, EngineConfig::instant());
    let mut run = |operation: &str, body: &str| {
        let request = Request::parse(operation, body).expect("a request");
        engine.execute(Command { at: Timestamp { epoch_ms: 0 }, request }, TraceLevel::Full)
    };
    let shop = include_str!("../../../static/samples/shop.json");
    for load in Document::parse(shop).and_then(|shop| shop.requests()).expect("the shop") {
        assert!(run(&load.operation, &load.body).outcome.is_ok());
    }
    let traffic = include_str!("../../../static/samples/home-traffic.json");
    let traffic: Traffic = serde_json::from_str(traffic).expect("the traffic");
    let mut lines = 0;
    for step in traffic.steps {
        let execution = run(&step.operation, step.request.get());
        for line in trace_lines(&execution.trace) {
            let sentence = trace_text::sentence(&line, &messages);
            let is_name =
                |word: &str| word.contains('-') && names(ENGLISH).contains(word.trim_end_matches('.'));
            assert!(!sentence.split(' ').any(is_name), "{sentence}");
            lines += 1;
        }
        if let Err(error) = execution.outcome {
            let explained = explanation::of_error(error.name(), &error.message().unwrap_or_default());
            let explained = explained.expect("the home page shows errors that it can explain");
            assert!(messages.find(explained, &[]).is_some(), "{explained}");
        }
    }
    assert!(lines > 100, "{lines} lines");
}

#[test]
fn numbers_choose_the_form_and_are_grouped() {
    let english = spoken(Language::English);
    assert_eq!(english.fill("item-count", [("items", 1u64.into())]), "one item");
    assert_eq!(english.fill("item-count", [("items", 2318u64.into())]), "2,318 items");
    let japanese = spoken(Language::Japanese);
    assert_eq!(japanese.fill("item-count", [("items", 2318u64.into())]), "2,318 件");
    let nowhere = "no-such-name";
    assert_eq!(english.text(nowhere), nowhere);
}
