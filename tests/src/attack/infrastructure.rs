//! Templates and configurations: CloudFormation in YAML and JSON, and Terraform.

use super::{Dimension, Reader, dimension, each};

const CF: Reader = Reader::Format("cloudformation");
const SERVERLESS: Reader = Reader::Format("serverless");
const TF: Reader = Reader::Format("terraform");

pub const DIMENSIONS: &[Dimension] = &[
    dimension(CF, "tables", |n| template("", &each(n, "", |n| resource(n, "x"))), 20, 10_000),
    dimension(CF, "nesting of Fn::Sub", |n| named(&nested_sub(n)), 2, 30),
    dimension(CF, "references in Fn::Sub", |n| named(&format!("!Sub '{}'", "${A}".repeat(n))), 100, 200_000),
    dimension(
        CF,
        "parts of Fn::Join",
        |n| named(&format!("!Join ['x', [{}]]", "'y', ".repeat(n))),
        100,
        200_000,
    ),
    dimension(
        CF,
        "separator of Fn::Join",
        |n| named(&format!("!Join ['{}', [{}]]", "x".repeat(n), "'y', ".repeat(20))),
        50,
        100_000,
    ),
    dimension(
        CF,
        "copies by Fn::Select",
        |n| template("", &each(n, "", |n| resource(n, "!Select [0, [a, b]]"))),
        20,
        2_000,
    ),
    dimension(CF, "copies of a mapping", mapping, 20, 100_000),
    dimension(CF, "copies of a parameter", parameters, 20, 100_000),
    dimension(CF, "conditions in a row", conditions, 5, 2_000),
    dimension(CF, "doubled conditions", doubled, 4, 60),
    dimension(CF, "attributes", attributes, 50, 30_000),
    dimension(CF, "indexes", cf_indexes, 10, 20_000),
    dimension(
        CF,
        "unknown values",
        |n| template("", &each(n, "", |n| resource(n, "!ImportValue x"))),
        20,
        2_000,
    ),
    dimension(CF, "scaled tables", scaled, 20, 2_000),
    dimension(
        CF,
        "nesting",
        |n| template("", &format!("{}      Tags: {}{}\n", resource(0, "x"), "[".repeat(n), "]".repeat(n))),
        8,
        500_000,
    ),
    dimension(CF, "copies of a text by aliases", |n| aliases(100_000, n), 20, 5_000),
    dimension(CF, "anchors and aliases", anchors, 100, 90_000),
    dimension(CF, "aliases of aliases", laughs, 10, 60),
    dimension(CF, "values of Fn::ForEach", for_each, 20, 60_000),
    dimension(CF, "nesting of Fn::ForEach", nested_loops, 2, 40),
    dimension(CF, "parameters without a value", missing_parameters, 20, 40_000),
    dimension(
        SERVERLESS,
        "tables",
        |n| serverless("", &each(n, "", |n| indented(&resource(n, "x")))),
        20,
        8_000,
    ),
    dimension(
        SERVERLESS,
        "variables of a text",
        |n| serverless_name(&"${self:service}".repeat(n)),
        20,
        200_000,
    ),
    dimension(
        SERVERLESS,
        "variables that are not closed",
        |n| serverless_name(&"${self:".repeat(n)),
        20,
        500_000,
    ),
    dimension(
        SERVERLESS,
        "variables in variables",
        |n| serverless_name(&format!("{}a{}", "${self:custom.".repeat(n), "}".repeat(n))),
        1,
        100_000,
    ),
    dimension(SERVERLESS, "values of values", repeated_values, 4, 60),
    dimension(
        SERVERLESS,
        "missing values",
        |n| serverless_name(&each(n, "", |n| format!("${{env:N{n}}}"))),
        20,
        200_000,
    ),
    dimension(
        SERVERLESS,
        "nesting",
        |n| {
            serverless(&format!("custom: {}{}\n", "[".repeat(n), "]".repeat(n)), &indented(&resource(0, "x")))
        },
        8,
        500_000,
    ),
    dimension(TF, "tables", |n| each(n, "\n", |n| table(n, "\"a\"")), 20, 6_000),
    dimension(TF, "variables", variables, 50, 25_000),
    dimension(TF, "variables without a value", missing_variables, 20, 25_000),
    dimension(TF, "locals of variables without a value", missing_in_locals, 5, 5_000),
    dimension(TF, "elements of a dynamic block", dynamic, 20, 60_000),
    dimension(TF, "nesting of dynamic blocks", nested_dynamic, 2, 40),
    dimension(
        TF,
        "values of for_each",
        |n| repeated(&format!("for_each = toset([{}])", each(n, ", ", |n| format!("\"v{n}\"")))),
        20,
        60_000,
    ),
    dimension(TF, "count", |n| repeated(&format!("count = {n}")), 20, 100_000_000),
    dimension(TF, "resources of other services", other_resources, 20, 60_000),
    dimension(TF, "attributes of a module", module, 20, 60_000),
    dimension(TF, "calls of modules", |n| each(n, "\n", |_| module(1)), 20, 20_000),
    dimension(
        TF,
        "arguments of concat",
        |n| repeated(&format!("count = length(concat({}))", each(n, ", ", |n| format!("[{n}]")))),
        5,
        20_000,
    ),
    dimension(
        TF,
        "nesting of join",
        |n| repeated(&format!("name = {}\"x\"{}", "join(\",\", [".repeat(n), "])".repeat(n))),
        2,
        5_000,
    ),
    dimension(TF, "shown tables", shown, 20, 6_000),
    dimension(
        TF,
        "nesting of a shown value",
        |n| shown_with(&format!("{}{}", "[".repeat(n), "]".repeat(n))),
        8,
        500_000,
    ),
    dimension(
        TF,
        "variables beside a long text",
        |n| format!("{}\nvariable \"x\" {{\n  default = \"{}\"\n}}\n", variables(n), "x".repeat(n * 20)),
        50,
        21_000,
    ),
    dimension(TF, "locals", locals, 50, 21_000),
    dimension(TF, "locals in a row", locals_in_a_row, 50, 10_000),
    dimension(
        TF,
        "long locals",
        |n| {
            format!(
                "locals {{\n{}\n}}\n{}",
                each(n, "\n", |n| format!("  l{n} = \"${{var.x}}{}\"", "x".repeat(2_000))),
                table(0, "\"a\"")
            )
        },
        20,
        999,
    ),
    dimension(
        TF,
        "attributes",
        |n| {
            format!(
                "resource \"aws_dynamodb_table\" \"t\" {{\n  hash_key = \"pk\"\n{}\n}}\n",
                each(n, "\n", |n| format!("  a{n} = \"x\""))
            )
        },
        50,
        60_000,
    ),
    dimension(
        TF,
        "unknown values",
        |n| {
            format!(
                "resource \"aws_dynamodb_table\" \"t\" {{\n  hash_key = \"pk\"\n{}\n}}\n",
                each(n, "\n", |n| format!("  a{n} = var.x{n}"))
            )
        },
        50,
        60_000,
    ),
    dimension(
        TF,
        "references",
        |n| {
            format!(
                "variable \"x\" {{\n  default = \"{}\"\n}}\n{}",
                "x".repeat(5_000),
                table(0, &format!("\"{}\"", "${var.x}".repeat(n)))
            )
        },
        10,
        1_000,
    ),
    dimension(
        TF,
        "indexes",
        |n| {
            format!(
                "resource \"aws_dynamodb_table\" \"t\" {{\n  hash_key = \"pk\"\n{}\n}}\n",
                each(n, "\n", |n| format!(
                    "  global_secondary_index {{\n    name = \"i{n}\"\n    hash_key = \"a\"\n  }}"
                ))
            )
        },
        10,
        20_000,
    ),
    dimension(TF, "nesting", |n| table_with(&format!("{}1{}", "(".repeat(n), ")".repeat(n))), 4, 500_000),
    dimension(
        TF,
        "nested templates",
        |n| table(0, &format!("{}x{}", "\"${".repeat(n), "}\"".repeat(n))),
        2,
        100_000,
    ),
    dimension(TF, "chain of an operator", |n| table_with(&format!("1{}", " + 1".repeat(n))), 50, 500_000),
    dimension(TF, "repeated sign", |n| table_with(&format!("{}true", "!".repeat(n))), 8, 500_000),
    dimension(
        TF,
        "chain of conditions",
        |n| table_with(&format!("{}1", "true ? 1 : ".repeat(n))),
        20,
        200_000,
    ),
    dimension(TF, "scaled tables", scaled_tables, 20, 2_000),
];

fn template(head: &str, resources: &str) -> String {
    format!("{head}Resources:\n{resources}")
}

fn resource(number: usize, name: &str) -> String {
    format!(
        "  T{number}:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: {name}\n      AttributeDefinitions: [{{AttributeName: pk, AttributeType: S}}]\n      KeySchema: [{{AttributeName: pk, KeyType: HASH}}]\n"
    )
}

fn named(name: &str) -> String {
    template("Parameters:\n  A: {Type: String, Default: abcdefgh}\n", &resource(0, name))
}

fn for_each(count: usize) -> String {
    let values = each(count, ", ", |number| format!("v{number}"));
    let table = indented(&indented(&indented(&resource(0, "x")))).replace("T0:", "'${N}T':");
    template("", &format!("  Fn::ForEach::Tables:\n    - N\n    - [{values}]\n    -\n{table}"))
}

fn nested_loops(levels: usize) -> String {
    let properties = "{TableName: x, AttributeDefinitions: [{AttributeName: pk, AttributeType: S}], KeySchema: [{AttributeName: pk, KeyType: HASH}]}";
    let mut body = format!("{{'T${{N}}': {{Type: 'AWS::DynamoDB::Table', Properties: {properties}}}}}");
    // The tables of many levels are a product.
    let values = if levels > 10 { "a, b, c, d" } else { "a" };
    for level in 0..levels {
        body = format!("{{'Fn::ForEach::L{level}': [N, [{values}], {body}]}}");
    }
    template("", &format!("{}  B: {body}\n", resource(0, "x")))
}

fn missing_parameters(count: usize) -> String {
    let parameters = each(count, "", |number| format!("  P{number}: {{Type: String}}\n"));
    let tables = each(count, "", |number| resource(number, &format!("!Ref P{number}")));
    template(&format!("Parameters:\n{parameters}"), &tables)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn serverless(more: &str, resources: &str) -> String {
    format!("service: a\nprovider: {{name: aws}}\n{more}resources:\n  Resources:\n{resources}")
}

fn serverless_name(name: &str) -> String {
    serverless("", &indented(&resource(0, &format!("\"{name}\""))))
}

fn repeated_values(levels: usize) -> String {
    let value =
        |level: usize| format!("  a{}: '{}'\n", level + 1, format!("${{self:custom.a{level}}}").repeat(3));
    let custom = format!("custom:\n  a0: xxxxxxxxxx\n{}", each(levels, "", value));
    serverless(&custom, &indented(&resource(0, &format!("'${{self:custom.a{levels}}}'"))))
}

fn repeated(more: &str) -> String {
    format!(
        "resource \"aws_dynamodb_table\" \"t\" {{\n {more}\n hash_key = \"id\"\n attribute {{\n name = \"id\"\n type = \"S\"\n }}\n}}\n"
    )
}

fn missing_variables(count: usize) -> String {
    let variables = each(count, "\n", |number| format!("variable \"v{number}\" {{}}"));
    let tables = each(count, "\n", |number| table(number, &format!("var.v{number}")));
    format!("{variables}\n{tables}")
}

fn missing_in_locals(count: usize) -> String {
    let variables = each(count, "\n", |number| format!("variable \"v{number}\" {{}}"));
    let locals = each(count, "\n", |number| format!("  l{number} = \"x${{var.v{number}}}\""));
    format!("{variables}\nlocals {{\n{locals}\n}}\n{}", table(0, "local.l0"))
}

fn dynamic(count: usize) -> String {
    let elements = each(count, ", ", |number| format!("\"a{number}\""));
    repeated(&format!(
        "dynamic \"attribute\" {{\n for_each = [{elements}]\n content {{\n name = attribute.value\n type = \"S\"\n }}\n}}"
    ))
}

fn nested_dynamic(levels: usize) -> String {
    let mut body = "x = 1".to_owned();
    // The blocks of many levels are a product.
    let values = if levels > 10 { "1, 2, 3, 4" } else { "1" };
    for _ in 0..levels {
        body = format!("dynamic \"tags\" {{\n for_each = [{values}]\n content {{\n {body}\n }}\n}}");
    }
    repeated(&body)
}

fn other_resources(count: usize) -> String {
    let role = |n| {
        format!(
            "resource \"aws_iam_role\" \"r{n}\" {{\n  path = <<E\n}}\nE\n  name = \"${{var.x[\"}}\"]}}\"\n}}\n"
        )
    };
    each(count, "", role) + &table(0, "\"a\"")
}

fn module(count: usize) -> String {
    let attributes = each(count, ", ", |number| format!("{{ name = \"a{number}\", type = \"S\" }}"));
    format!(
        "module \"m\" {{\n source = \"terraform-aws-modules/dynamodb-table/aws\"\n name = \"m\"\n hash_key = \"a1\"\n attributes = [{attributes}]\n}}\n"
    )
}

fn shown_table(number: usize, more: &str) -> String {
    format!(
        r#"{{"type":"aws_dynamodb_table","name":"t{number}","values":{{"name":"t{number}","hash_key":"id","attribute":[{{"name":"id","type":"S"}}]{more}}}}}"#
    )
}

fn shown_with(value: &str) -> String {
    let table = shown_table(0, &format!(r#","more":{value}"#));
    format!(r#"{{"format_version":"1.0","values":{{"root_module":{{"resources":[{table}]}}}}}}"#)
}

fn shown(count: usize) -> String {
    let tables = each(count, ",", |number| shown_table(number, ""));
    format!(r#"{{"format_version":"1.0","values":{{"root_module":{{"resources":[{tables}]}}}}}}"#)
}

fn nested_sub(levels: usize) -> String {
    let mut value = "\"x\"".to_owned();
    for _ in 0..levels {
        value = format!("{{'Fn::Sub': [\"${{A}}${{A}}${{A}}\", {{A: {value}}}]}}");
    }
    value
}

fn mapping(count: usize) -> String {
    let head = format!("Mappings:\n  M:\n    a:\n      b: {}\n", "x".repeat(count.min(2_000)));
    let uses = format!("[{}]", "!FindInMap [M, a, b], ".repeat(count));
    template(&head, &format!("{}      Tags: {uses}\n", resource(0, "x")))
}

fn parameters(count: usize) -> String {
    let head = format!("Parameters:\n  A: {{Type: String, Default: {}}}\n", "x".repeat(2_000));
    template(&head, &format!("{}      Tags: [{}]\n", resource(0, "x"), "!Ref A, ".repeat(count)))
}

fn conditions(count: usize) -> String {
    let condition = |number: usize| format!("  C{number}: {{Condition: C{}}}\n", number + 1);
    let head = format!("Conditions:\n{}  C{count}: {{'Fn::Equals': [a, a]}}\n", each(count, "", condition));
    template(&head, &resource(0, "!If [C0, a, b]"))
}

fn doubled(count: usize) -> String {
    let condition = |number: usize| {
        format!("  C{number}: {{'Fn::And': [{{Condition: C{0}}}, {{Condition: C{0}}}]}}\n", number + 1)
    };
    let head = format!("Conditions:\n{}  C{count}: {{'Fn::Equals': [a, a]}}\n", each(count, "", condition));
    template(&head, &resource(0, "!If [C0, a, b]"))
}

fn attributes(count: usize) -> String {
    let attribute = |number| format!("{{AttributeName: a{number}, AttributeType: S}}");
    template(
        "",
        &format!(
            "  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      AttributeDefinitions: [{}]\n      KeySchema: [{{AttributeName: a0, KeyType: HASH}}]\n",
            each(count, ", ", attribute)
        ),
    )
}

fn cf_indexes(count: usize) -> String {
    let index =
        |number| format!("{{IndexName: i{number}, KeySchema: [{{AttributeName: pk, KeyType: HASH}}]}}");
    template(
        "",
        &format!("{}      GlobalSecondaryIndexes: [{}]\n", resource(0, "x"), each(count, ", ", index)),
    )
}

fn scaled(count: usize) -> String {
    let target = |number: usize| {
        format!(
            "{}  S{number}:\n    Type: AWS::ApplicationAutoScaling::ScalableTarget\n    Properties: {{ServiceNamespace: dynamodb, ResourceId: table/t{number}, ScalableDimension: 'dynamodb:table:ReadCapacityUnits', MinCapacity: 1, MaxCapacity: 9}}\n",
            resource(number, &format!("t{number}"))
        )
    };
    template("", &each(count, "", target))
}

fn aliases(bytes: usize, count: usize) -> String {
    template(&format!("A: &a {}\nB: [{}]\n", "x".repeat(bytes), "*a, ".repeat(count)), &resource(0, "x"))
}

fn anchors(count: usize) -> String {
    let pair = |number: usize| format!("a{number}: &a{number} x\nb{number}: *a{number}\n");
    template(&each(count, "", pair), &resource(0, "x"))
}

fn laughs(levels: usize) -> String {
    let level = |number: usize| match number {
        0 => "a0: &a0 [x, x]\n".to_owned(),
        _ => format!("a{number}: &a{number} [*a{0}, *a{0}]\n", number - 1),
    };
    template(&each(levels, "", level), &resource(0, "x"))
}

fn table(number: usize, name: &str) -> String {
    format!("resource \"aws_dynamodb_table\" \"t{number}\" {{\n  hash_key = \"pk\"\n  name = {name}\n}}\n")
}

/// A table whose capacity is an expression.
fn table_with(expression: &str) -> String {
    format!(
        "resource \"aws_dynamodb_table\" \"t\" {{\n  hash_key = \"pk\"\n  read_capacity = {expression}\n}}\n"
    )
}

fn variables(count: usize) -> String {
    let variable = |number| format!("variable \"v{number}\" {{\n  default = \"x\"\n}}");
    format!("{}\n{}", each(count, "\n", variable), table(0, "\"${var.v0}\""))
}

fn locals(count: usize) -> String {
    format!(
        "locals {{\n{}\n}}\n{}",
        each(count, "\n", |number| format!("  l{number} = \"${{var.x}}\"")),
        table(0, "local.l0")
    )
}

fn locals_in_a_row(count: usize) -> String {
    let local = |number: usize| format!("  l{number} = local.l{}", number + 1);
    format!("locals {{\n{}\n  l{count} = \"x\"\n}}\n{}", each(count, "\n", local), table(0, "local.l0"))
}

fn scaled_tables(count: usize) -> String {
    each(count, "\n", |number| {
        format!(
            "{}resource \"aws_appautoscaling_target\" \"s{number}\" {{\n  service_namespace = \"dynamodb\"\n  resource_id = \"table/${{aws_dynamodb_table.t{number}.name}}\"\n  scalable_dimension = \"dynamodb:table:ReadCapacityUnits\"\n  min_capacity = 1\n  max_capacity = 9\n}}\n",
            table(number, &format!("\"t{number}\""))
        )
    })
}
