//! Writes a file with all functions in each language.

use std::collections::BTreeSet;
use std::fmt::Write;

use dynalab_literals::{self as literals, Replacements, escapes};
use dynalab_modeling::formats::ExportedDesign;
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::shapes::spelled_with;

use super::Function;

pub fn write(language: CodeLanguage, functions: &[Function], without: &[String]) -> ExportedDesign {
    let mut replaced = Replacements::default();
    let mut comment = |text: &str| match language {
        CodeLanguage::JavaScript => literals::javascript::comment(text, &mut replaced),
        CodeLanguage::Python => literals::python::comment(text, &mut replaced),
        CodeLanguage::Rust => literals::rust::comment(text, &mut replaced),
        CodeLanguage::Java => literals::java::comment(text, &mut replaced),
        CodeLanguage::Go => literals::go::comment(text, &mut replaced),
    };
    let comments: Vec<String> = functions
        .iter()
        .map(|function| function.comments.iter().map(|text| comment(text) + "\n").collect())
        .collect();
    let commented: Vec<Commented<'_>> = functions.iter().zip(comments).collect();
    let mut text = match language {
        CodeLanguage::JavaScript => javascript(&commented),
        CodeLanguage::Python => python(&commented),
        CodeLanguage::Rust => rust(&commented),
        CodeLanguage::Java => java(&commented),
        CodeLanguage::Go => go(&commented),
    };
    if !without.is_empty() {
        text.push('\n');
    }
    for name in without {
        text.push_str(&comment(&format!("No request in the design: {name}")));
        text.push('\n');
    }
    ExportedDesign::new(text, replaced)
}

/// A function, and its comments as lines.
type Commented<'a> = (&'a Function, String);

/// Returns true if the code uses a word. Its literals may contain any word.
fn has(functions: &[Commented<'_>], word: &str) -> bool {
    functions.iter().any(|(function, _)| without_literals(&function.code).contains(word))
}

fn without_literals(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some((before, quoted)) = rest.split_once('"') {
        out.push_str(before);
        let end = escapes::end_of_literal(quoted).unwrap_or(quoted.len() - 1);
        rest = quoted.get(end + 1..).unwrap_or_default();
    }
    out + rest
}

/// Indents the lines of a call by `step`.
fn indented(code: &str, step: &str) -> String {
    let lines = code.trim_end_matches('\n').lines();
    lines.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{step}{line}\n") }).collect()
}

/// Returns the imports, and the code after them.
fn split<'a>(code: &'a str, begins: &str) -> (Vec<&'a str>, &'a str) {
    let start = code.find(begins).unwrap_or(0);
    (code[..start].lines().filter(|line| !line.is_empty()).collect(), &code[start..])
}

fn javascript(functions: &[Commented<'_>]) -> String {
    let mut commands: BTreeSet<String> = BTreeSet::from(["DynamoDBClient".to_owned()]);
    commands.extend(functions.iter().map(|(function, _)| format!("{}Command", function.operation)));
    let commands = commands.into_iter().collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "import {{ {commands} }} from \"@aws-sdk/client-dynamodb\";\n\nconst client = new DynamoDBClient({{}});\n"
    );
    for (function, comments) in functions {
        let (_, call) = split(&function.code, "const response");
        let parameters = function.names().collect::<Vec<&str>>().join(", ");
        let _ = write!(
            text,
            "\n{}export async function {}({parameters}) {{\n{}  return response;\n}}\n",
            comments,
            function.name,
            indented(call, "  ")
        );
    }
    text
}

fn python(functions: &[Commented<'_>]) -> String {
    let mut text = "import boto3\n\nclient = boto3.client(\"dynamodb\")\n".to_owned();
    for (function, comments) in functions {
        let (_, call) = split(&function.code, "response =");
        let parameters = function.names().collect::<Vec<&str>>().join(", ");
        let _ = write!(
            text,
            "\n\n{}def {}({parameters}):\n{}    return response\n",
            comments,
            function.name,
            indented(call, "    ")
        );
    }
    text
}

fn rust(functions: &[Commented<'_>]) -> String {
    let mut types: BTreeSet<&str> = BTreeSet::new();
    let mut uses: BTreeSet<&str> = BTreeSet::new();
    let mut body = String::new();
    for (function, comments) in functions {
        let (imports, call) = split(&function.code, "let response");
        for import in imports {
            match import.strip_prefix("use aws_sdk_dynamodb::types::") {
                Some(list) => {
                    let list = list.trim_end_matches(';').trim_matches(['{', '}']);
                    types.extend(list.split(", "));
                }
                None => drop(uses.insert(import)),
            }
        }
        let method = spelled_with(&function.operation, '_');
        let parameters: String = function.names().map(|name| format!(", {name}: &str")).collect();
        let _ = write!(
            body,
            "\n{}pub async fn {}(client: &Client{parameters}) -> Result<{method}::{}Output, Box<dyn Error>> {{\n{}    Ok(response)\n}}\n",
            comments,
            function.name,
            function.operation,
            indented(call, "    ")
        );
    }
    let mut operations: BTreeSet<String> = BTreeSet::new();
    operations.extend(functions.iter().map(|(function, _)| spelled_with(&function.operation, '_')));
    let mut text = String::from("use std::error::Error;\n");
    for import in uses {
        let _ = writeln!(text, "{import}");
    }
    text.push_str("use aws_sdk_dynamodb::Client;\n");
    for (module, names) in [
        ("operation", operations.into_iter().collect::<Vec<_>>()),
        ("types", types.into_iter().map(str::to_owned).collect()),
    ] {
        if !names.is_empty() {
            let _ = writeln!(text, "use aws_sdk_dynamodb::{module}::{{{}}};", names.join(", "));
        }
    }
    text + &body
}

fn java(functions: &[Commented<'_>]) -> String {
    let mut text = String::new();
    for (word, import) in [
        ("Base64", "java.util.Base64"),
        ("List.", "java.util.List"),
        ("Map.", "java.util.Map"),
        ("SdkBytes", "software.amazon.awssdk.core.SdkBytes"),
    ] {
        if has(functions, word) {
            let _ = writeln!(text, "import {import};");
        }
    }
    text.push_str(
        "import software.amazon.awssdk.services.dynamodb.DynamoDbClient;\nimport software.amazon.awssdk.services.dynamodb.model.*;\n\npublic class AccessPatterns {\n    private final DynamoDbClient client;\n\n    public AccessPatterns(DynamoDbClient client) {\n        this.client = client;\n    }\n",
    );
    if has(functions, "pad(") {
        text.push_str("\n    private static String pad(String text, int digits) {\n        return \"0\".repeat(Math.max(0, digits - text.length())) + text;\n    }\n");
    }
    for (function, comments) in functions {
        let parameters: Vec<String> = function.names().map(|name| format!("String {name}")).collect();
        let _ = write!(
            text,
            "\n{}    public {}Response {}({}) {{\n{}        return response;\n    }}\n",
            indented(comments, "    "),
            function.operation,
            function.name,
            parameters.join(", "),
            indented(&function.code, "        ")
        );
    }
    text + "}\n"
}

fn go(functions: &[Commented<'_>]) -> String {
    if functions.is_empty() {
        return "package patterns\n".to_owned();
    }
    let mut text = String::from("package patterns\n\nimport (\n\t\"context\"\n");
    for (word, import) in [
        ("pad(", "strings"),
        ("aws.", "github.com/aws/aws-sdk-go-v2/aws"),
        ("dynamodb.", "github.com/aws/aws-sdk-go-v2/service/dynamodb"),
        ("types.", "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"),
    ] {
        if has(functions, word) {
            let _ = writeln!(text, "\t\"{import}\"");
        }
    }
    text.push_str(")\n");
    if has(functions, "pad(") {
        text.push_str("\nfunc pad(text string, digits int) string {\n\treturn strings.Repeat(\"0\", max(0, digits-len(text))) + text\n}\n");
    }
    for (function, comments) in functions {
        let parameters: String = function.names().map(|name| format!(", {name} string")).collect();
        let call = function.code.replacen("response, err := ", "return ", 1);
        let _ = write!(
            text,
            "\n{}func {}(ctx context.Context, client *dynamodb.Client{parameters}) (*dynamodb.{}Output, error) {{\n{}}}\n",
            comments,
            function.name,
            function.operation,
            indented(&call, "\t")
        );
    }
    text
}
