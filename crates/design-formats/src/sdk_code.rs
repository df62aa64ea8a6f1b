//! Code for SDKs: one function per access pattern, with the pattern's parameters. The playground writes the requests.

mod files;
mod texts;

use std::collections::BTreeSet;

use dynalab_modeling::Design;
use dynalab_modeling::design::{AccessPattern, Operation};
use dynalab_modeling::formats::Format;
use dynalab_modeling::sample::Sample;
use dynalab_modeling::slots;
use dynalab_playground::request_text::code::CodeLanguage;
use dynalab_playground::request_text::{self, TextForm};

use texts::Spelling;

macro_rules! sdk {
    ($name:ident, $id:literal, $extension:literal, $language:ident) => {
        pub const $name: Format = Format {
            id: $id,
            extension: $extension,
            is_like: |_| false,
            read: None,
            write: Some(|design, _| write(design, CodeLanguage::$language)),
        };
    };
}

sdk!(JAVASCRIPT, "sdk-javascript", "js", JavaScript);
sdk!(PYTHON, "sdk-python", "py", Python);
sdk!(RUST, "sdk-rust", "rs", Rust);
sdk!(JAVA, "sdk-java", "java", Java);
sdk!(GO, "sdk-go", "go", Go);

/// A generated function.
pub struct Function {
    pub name: String,
    /// The name of the pattern, and notes for the caller.
    pub comments: Vec<String>,
    pub operation: String,
    pub parameters: Vec<String>,
    /// The playground's code of a request: imports, a client, the call.
    pub code: String,
}

fn write(design: &Design, language: CodeLanguage) -> String {
    let (sample, _) = Sample::make(design);
    let spelling = Spelling { language };
    let mut names = BTreeSet::new();
    let mut functions = Vec::new();
    let mut without: Vec<&str> = Vec::new();
    for pattern in &design.patterns {
        match function(design, &sample, pattern, spelling, &mut names) {
            Some(function) => functions.push(function),
            None => without.push(&pattern.name),
        }
    }
    files::write(language, &functions, &without)
}

/// Returns the function of a pattern, or None if the pattern has no request.
fn function(
    design: &Design,
    sample: &Sample,
    pattern: &AccessPattern,
    spelling: Spelling,
    names: &mut BTreeSet<String>,
) -> Option<Function> {
    let request = slots::request(design, sample, pattern)?;
    let form = TextForm::Code(spelling.language);
    let written = request_text::write(form, &request.operation, &request.body.to_string()).ok()?;
    let (code, parameters) = texts::fill(spelling, &request, &written.text);
    let base = spelling.function(&pattern.name);
    let mut name = base.clone();
    let mut number = 2;
    while !names.insert(name.clone()) {
        name = format!("{base}{number}");
        number += 1;
    }
    let mut comments = vec![pattern.name.split_whitespace().collect::<Vec<_>>().join(" ")];
    if has_pages(pattern) {
        comments.push("Repeat with ExclusiveStartKey until the response has no LastEvaluatedKey.".to_owned());
    }
    if let Some(Operation::Query(query)) = &pattern.operation {
        for (name, values) in &query.for_each {
            comments.push(format!("Call it for each {name}: {} requests.", values.len()));
        }
    }
    Some(Function { name, comments, operation: request.operation, parameters, code })
}

fn has_pages(pattern: &AccessPattern) -> bool {
    match &pattern.operation {
        Some(Operation::Query(query)) => query.all_pages,
        Some(Operation::Scan(scan)) => scan.all_pages,
        _ => false,
    }
}
