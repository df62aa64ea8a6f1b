//! Writes a file with all functions in each language.

use std::collections::BTreeSet;
use std::fmt::Write;

use dynalab_playground::request_text::code::CodeLanguage;
use dynalab_playground::request_text::shapes::spelled_with;

use super::Function;

pub fn write(language: CodeLanguage, functions: &[Function], without: &[&str]) -> String {
    let mut text = match language {
        CodeLanguage::JavaScript => javascript(functions),
        CodeLanguage::Python => python(functions),
        CodeLanguage::Rust => rust(functions),
        CodeLanguage::Java => java(functions),
        CodeLanguage::Go => go(functions),
    };
    let mark = if language == CodeLanguage::Python { "#" } else { "//" };
    if !without.is_empty() {
        text.push('\n');
    }
    for name in without {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{mark} No request in the design: {name}");
    }
    text
}

/// Indents the lines of a call by `step`.
fn indented(code: &str, step: &str) -> String {
    let lines = code.trim_end().lines();
    lines.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{step}{line}\n") }).collect()
}

fn comments(function: &Function, mark: &str) -> String {
    function.comments.iter().map(|comment| format!("{mark} {comment}\n")).collect()
}

/// Returns the imports, and the code after them.
fn split<'a>(code: &'a str, begins: &str) -> (Vec<&'a str>, &'a str) {
    let start = code.find(begins).unwrap_or(0);
    (code[..start].lines().filter(|line| !line.is_empty()).collect(), &code[start..])
}

fn javascript(functions: &[Function]) -> String {
    let mut commands: BTreeSet<String> = BTreeSet::from(["DynamoDBClient".to_owned()]);
    commands.extend(functions.iter().map(|function| format!("{}Command", function.operation)));
    let commands = commands.into_iter().collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "import {{ {commands} }} from \"@aws-sdk/client-dynamodb\";\n\nconst client = new DynamoDBClient({{}});\n"
    );
    for function in functions {
        let (_, call) = split(&function.code, "const response");
        let parameters = function.parameters.join(", ");
        let _ = write!(
            text,
            "\n{}export async function {}({parameters}) {{\n{}  return response;\n}}\n",
            comments(function, "//"),
            function.name,
            indented(call, "  ")
        );
    }
    text
}

fn python(functions: &[Function]) -> String {
    let mut text = "import boto3\n\nclient = boto3.client(\"dynamodb\")\n".to_owned();
    for function in functions {
        let (_, call) = split(&function.code, "response =");
        let parameters = function.parameters.join(", ");
        let _ = write!(
            text,
            "\n\n{}def {}({parameters}):\n{}    return response\n",
            comments(function, "#"),
            function.name,
            indented(call, "    ")
        );
    }
    text
}

fn rust(functions: &[Function]) -> String {
    let mut types: BTreeSet<&str> = BTreeSet::new();
    let mut uses: BTreeSet<&str> = BTreeSet::new();
    let mut body = String::new();
    for function in functions {
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
        let parameters: String = function.parameters.iter().map(|name| format!(", {name}: &str")).collect();
        let _ = write!(
            body,
            "\n{}pub async fn {}(client: &Client{parameters}) -> Result<{method}::{}Output, Box<dyn Error>> {{\n{}    Ok(response)\n}}\n",
            comments(function, "///"),
            function.name,
            function.operation,
            indented(call, "    ")
        );
    }
    let mut operations: BTreeSet<String> = BTreeSet::new();
    operations.extend(functions.iter().map(|function| spelled_with(&function.operation, '_')));
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

fn java(functions: &[Function]) -> String {
    let mut text = String::new();
    let has = |word: &str| functions.iter().any(|function| function.code.contains(word));
    for (word, import) in [
        ("Base64", "java.util.Base64"),
        ("List.", "java.util.List"),
        ("Map.", "java.util.Map"),
        ("SdkBytes", "software.amazon.awssdk.core.SdkBytes"),
    ] {
        if has(word) {
            let _ = writeln!(text, "import {import};");
        }
    }
    text.push_str(
        "import software.amazon.awssdk.services.dynamodb.DynamoDbClient;\nimport software.amazon.awssdk.services.dynamodb.model.*;\n\npublic class AccessPatterns {\n    private final DynamoDbClient client;\n\n    public AccessPatterns(DynamoDbClient client) {\n        this.client = client;\n    }\n",
    );
    if has("pad(") {
        text.push_str("\n    private static String pad(String text, int digits) {\n        return \"0\".repeat(Math.max(0, digits - text.length())) + text;\n    }\n");
    }
    for function in functions {
        let parameters: Vec<String> =
            function.parameters.iter().map(|name| format!("String {name}")).collect();
        let _ = write!(
            text,
            "\n{}    public {}Response {}({}) {{\n{}        return response;\n    }}\n",
            indented(&comments(function, "//"), "    "),
            function.operation,
            function.name,
            parameters.join(", "),
            indented(&function.code, "        ")
        );
    }
    text + "}\n"
}

fn go(functions: &[Function]) -> String {
    let has = |word: &str| functions.iter().any(|function| function.code.contains(word));
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
        if has(word) {
            let _ = writeln!(text, "\t\"{import}\"");
        }
    }
    text.push_str(")\n");
    if has("pad(") {
        text.push_str("\nfunc pad(text string, digits int) string {\n\treturn strings.Repeat(\"0\", max(0, digits-len(text))) + text\n}\n");
    }
    for function in functions {
        let parameters: String = function.parameters.iter().map(|name| format!(", {name} string")).collect();
        let call = function.code.replacen("response, err := ", "return ", 1);
        let _ = write!(
            text,
            "\n{}func {}(ctx context.Context, client *dynamodb.Client{parameters}) (*dynamodb.{}Output, error) {{\n{}}}\n",
            comments(function, "//"),
            function.name,
            function.operation,
            indented(&call, "\t")
        );
    }
    text
}
