//! Code for SDKs: one function per access pattern, with the pattern's parameters. The playground writes the requests.

mod files;
mod texts;

use std::collections::BTreeSet;

use dynalab_modeling::Design;
use dynalab_modeling::design::{AccessPattern, Operation};
use dynalab_modeling::formats::{ExportNote, ExportedDesign, Format};
use dynalab_modeling::sample::Sample;
use dynalab_modeling::slots::{self, Edge, SlottedRequest};
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::{self as request_text, TextForm};

use texts::Spelling;

macro_rules! sdk {
    ($name:ident, $id:literal, $names:expr, $extension:literal, $language:ident) => {
        pub const $name: Format = Format {
            id: $id,
            names: $names,
            extension: $extension,
            is_like: |_| false,
            read: None,
            write: Some(|design, _, _| write(design, CodeLanguage::$language)),
        };
    };
}

sdk!(
    JAVASCRIPT,
    "sdk-javascript",
    ["Code for JavaScript (SDK v3)", "JavaScript (SDK v3) のコード"],
    "js",
    JavaScript
);
sdk!(PYTHON, "sdk-python", ["Code for Python (boto3)", "Python (boto3) のコード"], "py", Python);
sdk!(RUST, "sdk-rust", ["Code for Rust", "Rust のコード"], "rs", Rust);
sdk!(JAVA, "sdk-java", ["Code for Java", "Java のコード"], "java", Java);
sdk!(GO, "sdk-go", ["Code for Go", "Go のコード"], "go", Go);

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

fn write(design: &Design, language: CodeLanguage) -> ExportedDesign {
    let (sample, _) = Sample::make(design);
    let spelling = Spelling { language };
    let mut names = BTreeSet::new();
    let mut functions = Vec::new();
    let mut without: Vec<&str> = Vec::new();
    let edge = Edge::of(design);
    let mut notes = Vec::new();
    for pattern in &design.patterns {
        let request = slots::request(design, &sample, pattern, edge);
        match request.and_then(|request| function(request, pattern, spelling, &mut names)) {
            Some((function, left_out)) => {
                functions.push(function);
                notes.extend(left_out.into_iter().map(|parameter| ExportNote::NoSuchParameter {
                    pattern: pattern.name.clone(),
                    parameter,
                }));
            }
            None => without.push(&pattern.name),
        }
    }
    let mut written = files::write(language, &functions, &without);
    written.notes.extend(notes);
    written
}

/// Returns the function of a request, and the parameters that it does not contain.
fn function(
    request: SlottedRequest,
    pattern: &AccessPattern,
    spelling: Spelling,
    names: &mut BTreeSet<String>,
) -> Option<(Function, Vec<String>)> {
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
    let mut comments = vec![pattern.name.clone()];
    if has_pages(pattern) {
        comments.push("Repeat with ExclusiveStartKey until the response has no LastEvaluatedKey.".to_owned());
    }
    if let Some(Operation::Query(query)) = &pattern.operation {
        for (name, values) in &query.for_each {
            comments.push(format!("Call it for each {name}: {} requests.", values.len()));
        }
    }
    let function = Function { name, comments, operation: request.operation, parameters, code };
    Some((function, written.left_out))
}

fn has_pages(pattern: &AccessPattern) -> bool {
    match &pattern.operation {
        Some(Operation::Query(query)) => query.all_pages,
        Some(Operation::Scan(scan)) => scan.all_pages,
        _ => false,
    }
}
