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

use texts::{Argument, Spelling};

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
    pub pattern: String,
    /// The name of the pattern, and notes for the caller.
    pub comments: Vec<String>,
    pub operation: String,
    pub parameters: Vec<Argument>,
    /// The playground's code of a request: imports, a client, the call.
    pub code: String,
}

impl Function {
    /// Iterates over the names of the parameters.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|parameter| parameter.name.as_str())
    }
}

/// A call of a generated function with the values of the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    pub pattern: String,
    pub function: String,
    /// The values in the order of the parameters. None if one is no text and no number.
    pub arguments: Option<Vec<String>>,
}

/// Returns a call of each function of the file in this language, in its order.
pub fn function_calls(design: &Design, language: CodeLanguage) -> Vec<FunctionCall> {
    let functions = Functions::of_design(design, language).functions.into_iter();
    functions
        .map(|function| FunctionCall {
            pattern: function.pattern,
            function: function.name,
            arguments: function.parameters.into_iter().map(|parameter| parameter.value).collect(),
        })
        .collect()
}

fn write(design: &Design, language: CodeLanguage) -> ExportedDesign {
    let Functions { functions, without, notes } = Functions::of_design(design, language);
    let mut written = files::write(language, &functions, &without);
    written.notes.extend(notes);
    written
}

/// The functions of a design.
struct Functions {
    functions: Vec<Function>,
    /// The names of patterns without a request that can be written.
    without: Vec<String>,
    notes: Vec<ExportNote>,
}

impl Functions {
    fn of_design(design: &Design, language: CodeLanguage) -> Functions {
        let (sample, _) = Sample::make(design);
        let spelling = Spelling { language };
        let mut names = BTreeSet::new();
        let mut found = Functions { functions: Vec::new(), without: Vec::new(), notes: Vec::new() };
        let edge = Edge::of(design);
        for pattern in &design.patterns {
            let request = slots::request(design, &sample, pattern, edge);
            match request.and_then(|request| function(request, pattern, spelling, &mut names)) {
                Some((function, left_out)) => {
                    found.functions.push(function);
                    found.notes.extend(left_out.into_iter().map(|parameter| ExportNote::NoSuchParameter {
                        pattern: pattern.name.clone(),
                        parameter,
                    }));
                }
                None => found.without.push(pattern.name.clone()),
            }
        }
        found
    }
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
    let pattern = pattern.name.clone();
    let function = Function { name, pattern, comments, operation: request.operation, parameters, code };
    Some((function, written.left_out))
}

fn has_pages(pattern: &AccessPattern) -> bool {
    match &pattern.operation {
        Some(Operation::Query(query)) => query.all_pages,
        Some(Operation::Scan(scan)) => scan.all_pages,
        _ => false,
    }
}
