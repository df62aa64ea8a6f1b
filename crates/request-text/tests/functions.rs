//! Each function of the table is offered where it may be written, is in the code of each SDK, is read from boto3, and is written in
//! statements.

use dynalab_expressions::{ExpressionKind, FUNCTIONS, Function, FunctionOperand, FunctionResult};
use dynalab_request_text::code::CodeLanguage;
use dynalab_request_text::completion::{CompletionContext, CompletionKind};
use dynalab_request_text::conversion_error::ConversionError;
use dynalab_request_text::{TextForm, json, read, write};
use dynalab_types::DataType;

/// Returns an operation with this parameter, and the parameters that it needs.
fn operation_with(kind: ExpressionKind) -> (&'static str, &'static str) {
    match kind {
        ExpressionKind::Condition => ("DeleteItem", r#""TableName":"T","Key":{"pk":{"S":"x"}}"#),
        ExpressionKind::Update => ("UpdateItem", r#""TableName":"T","Key":{"pk":{"S":"x"}}"#),
        ExpressionKind::Filter | ExpressionKind::Projection => ("Scan", r#""TableName":"T""#),
        ExpressionKind::KeyCondition => ("Query", r#""TableName":"T""#),
        ExpressionKind::SearchCondition => {
            ("SearchVectors", r#""TableName":"T","IndexName":"I","TopK":1,"SearchVector":[{"N":"1"}]"#)
        }
    }
}

/// Returns the functions that the editor offers at the bar.
fn offered(form: TextForm, operation: &str, text: &str) -> Vec<String> {
    let place = text.find('|').expect("a bar");
    let text = text.replacen('|', "", 1);
    let context =
        CompletionContext { form, text: &text, place, operation, body: r#"{"TableName":"T"}"#, tables: &[] };
    let options = context.complete().map(|found| found.options).unwrap_or_default();
    options
        .into_iter()
        .filter(|option| option.kind == CompletionKind::Function)
        .map(|option| option.text)
        .collect()
}

/// Writes a call with placeholders, such as `begins_with(#a, :v)`, and the value of `:v`.
fn call(function: &Function) -> (String, &'static str) {
    let more = function.operands.get(1);
    let value = match more {
        Some(FunctionOperand::OneOf(types)) if types[0] == DataType::L => r#"{"L":[{"S":"x"}]}"#,
        _ => r#"{"S":"S"}"#,
    };
    (format!("{}(#a{})", function.name, if more.is_some() { ", :v" } else { "" }), value)
}

/// Writes a request whose expression has the function.
fn request(function: &Function, kind: ExpressionKind) -> (&'static str, String) {
    let (operation, rest) = operation_with(kind);
    let (call, value) = call(function);
    let expression = match (kind, function.result) {
        (ExpressionKind::Update, _) => format!("SET #a = {call}"),
        (_, FunctionResult::Condition) => call.clone(),
        (_, FunctionResult::Value) => format!("{call} = :v"),
    };
    let expression = match kind {
        ExpressionKind::KeyCondition => format!("#p = :v AND {expression}"),
        _ => expression,
    };
    let names = if kind == ExpressionKind::KeyCondition { r##""#p":"pk","## } else { "" };
    let values = if expression.contains(":v") {
        format!(r#","ExpressionAttributeValues":{{":v":{value}}}"#)
    } else {
        String::new()
    };
    let body = format!(
        r##"{{{rest},"{}":"{expression}","ExpressionAttributeNames":{{{names}"#a":"a"}}{values}}}"##,
        kind.name()
    );
    (operation, body)
}

#[test]
fn each_function_is_offered_where_it_is_allowed() {
    for &kind in ExpressionKind::ALL {
        let (operation, rest) = operation_with(kind);
        let text = format!(r#"{{{rest},"{}":"|"}}"#, kind.name());
        let found = offered(TextForm::Json, operation, &text);
        for function in &FUNCTIONS {
            let is_offered = found.iter().any(|name| name == function.name);
            assert_eq!(is_offered, function.is_in_expression(kind), "{} in {kind:?}", function.name);
        }
    }
    let found = offered(TextForm::PartiQl, "ExecuteStatement", "SELECT * FROM T WHERE |");
    for function in &FUNCTIONS {
        let is_offered = found.iter().any(|name| name == function.name);
        assert_eq!(is_offered, function.is_call_in_statements(), "{}", function.name);
    }
}

#[test]
fn each_function_is_in_the_code_of_each_sdk_and_is_read_back() {
    let mut written_count = 0;
    for function in &FUNCTIONS {
        for &kind in function.expressions {
            let (operation, body) = request(function, kind);
            let forms = CodeLanguage::ALL.map(TextForm::Code);
            for form in forms.into_iter().chain([TextForm::CommandLine, TextForm::Json]) {
                let text = write(form, operation, &body).unwrap_or_else(|why| panic!("{body}: {why:?}")).text;
                assert!(text.contains(&call(function).0), "{text}");
                let reading = read(form, &text, (operation, "{}"))
                    .unwrap_or_else(|problem| panic!("{text}: {:?}", problem.kind));
                assert_eq!(reading.operation, operation);
                let expected = json::read(&body).expect("JSON");
                assert_eq!(reading.body.text_of(kind.name()), expected.text_of(kind.name()), "{text}");
                written_count += 1;
            }
        }
    }
    assert!(written_count > 100, "{written_count}");
}

#[test]
fn each_method_of_boto3_is_read_as_its_function() {
    for function in &FUNCTIONS {
        let Some(method) = function.boto3_method else { continue };
        let argument = if function.operands.len() == 2 { "'S'" } else { "" };
        let compared = match function.result {
            FunctionResult::Condition => "",
            FunctionResult::Value => ".gt(1)",
        };
        let text = format!(
            "table = boto3.resource('dynamodb').Table('T')\ntable.scan(FilterExpression=Attr('a').{method}({argument}){compared})"
        );
        let reading = read(TextForm::Code(CodeLanguage::Python), &text, ("Scan", "{}"))
            .unwrap_or_else(|problem| panic!("{text}: {:?}", problem.kind));
        let value = if argument.is_empty() { "" } else { ", :v0" };
        let compared = if compared.is_empty() { "" } else { " > :v0" };
        let expected = format!("{}(#n0{value}){compared}", function.name);
        assert_eq!(reading.body.text_of("FilterExpression"), Some(expected.as_str()), "{text}");
    }
    for text in ["Attr('a').begins_with()", "Attr('a').exists('b')", "Attr('a').if_not_exists('b')"] {
        let text = format!("boto3.resource('dynamodb').Table('T').scan(FilterExpression={text})");
        assert!(read(TextForm::Code(CodeLanguage::Python), &text, ("Scan", "{}")).is_err(), "{text}");
    }
}

#[test]
fn each_function_of_a_statement_is_written_in_one() {
    for function in &FUNCTIONS {
        for &kind in function.expressions.iter().filter(|kind| **kind != ExpressionKind::KeyCondition) {
            let (operation, body) = request(function, kind);
            let written = write(TextForm::PartiQl, operation, &body).map(|written| written.text);
            if function.clauses.is_empty() {
                let what = format!("{}()", function.name);
                assert_eq!(written, Err(ConversionError::NoWords { what }));
                continue;
            }
            let text = written.unwrap_or_else(|why| panic!("{body}: {why:?}"));
            let is_call = text.contains(&format!("{}(\"a\"", function.name));
            assert_eq!(is_call, function.is_call_in_statements(), "{text}");
            assert_eq!(text.contains("MISSING"), !function.is_call_in_statements(), "{text}");
            let reading = read(TextForm::PartiQl, &text, (operation, &body));
            assert!(reading.is_ok(), "{text}: {reading:?}");
        }
    }
}
