//! Models of other tools: JSON, JavaScript schemas, and scripts of the CLI.

use super::{Dimension, Reader, dimension, each};

const CREATE: Reader = Reader::Format("create-table");
const SERVER: Reader = Reader::Format("model-server");
const WORKBENCH: Reader = Reader::Format("nosql-workbench");
const CLI: Reader = Reader::Format("aws-cli");
const ONETABLE: Reader = Reader::Format("onetable");
const ELECTRO: Reader = Reader::Format("electrodb");
const SKILL: Reader = Reader::Format("model-skill");
const CODEGEN: Reader = Reader::Format("model-codegen");
const CDK: Reader = Reader::Format("cdk");
const SEVERAL: Reader = Reader::SeveralFiles;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(CREATE, "tables", |n| format!("[{}]", each(n, ",", |n| body(n, ""))), 20, 30_000),
    dimension(
        CREATE,
        "indexes",
        |n| body(0, &format!(",\"GlobalSecondaryIndexes\":[{}]", each(n, ",", index))),
        20,
        20_000,
    ),
    dimension(
        CREATE,
        "attributes",
        |n| {
            format!(
                "{{\"TableName\":\"t\",\"AttributeDefinitions\":[{}],\"KeySchema\":[{}]}}",
                each(n, ",", |n| format!("{{\"AttributeName\":\"a{n}\",\"AttributeType\":\"S\"}}")),
                each(n, ",", |n| format!("{{\"AttributeName\":\"a{n}\",\"KeyType\":\"HASH\"}}"))
            )
        },
        50,
        30_000,
    ),
    dimension(CDK, "tables", |n| stack(&each(n, "\n", |n| construct(n, ""))), 20, 5_000),
    dimension(
        CDK,
        "methods",
        |n| stack(&format!("const t = {}\n{}", construct(0, ""), "t.addReplica({region: 'r'});\n".repeat(n))),
        20,
        20_000,
    ),
    dimension(
        CDK,
        "calls that are not closed",
        |n| stack(&(construct(0, "") + &"new Table(this, 'T', {a: b(".repeat(n))),
        // What is not closed is read to the end, until the allowance of the text is used up.
        400,
        20_000,
    ),
    dimension(
        CDK,
        "chained calls",
        |n| stack(&(construct(0, "") + &"t.addReplica({})".repeat(n).replace(")t", ").t"))),
        20,
        20_000,
    ),
    dimension(
        CDK,
        "members",
        |n| stack(&construct(0, &each(n, ",", |n| format!("m{n}: f({n})")))),
        20,
        20_000,
    ),
    dimension(
        SERVER,
        "tables",
        |n| format!("{{\"tables\":[{}],\"access_patterns\":[]}}", each(n, ",", |n| body(n, ""))),
        20,
        20_000,
    ),
    dimension(
        SERVER,
        "tables with items",
        |n| {
            format!(
                "{{\"tables\":[{}],\"items\":{{{}}},\"access_patterns\":[]}}",
                each(n, ",", |n| body(n, "")),
                each(n, ",", |n| format!(
                    "\"t{n}\":[{{\"PutRequest\":{{\"Item\":{{\"pk\":{{\"S\":\"x\"}}}}}}}}]"
                ))
            )
        },
        20,
        2_000,
    ),
    dimension(
        SERVER,
        "attributes of an item",
        |n| {
            format!(
                "{{\"tables\":[{}],\"items\":{{\"t0\":[{{\"PutRequest\":{{\"Item\":{{\"pk\":{{\"S\":\"x\"}},{}}}}}}}]}},\"access_patterns\":[]}}",
                body(0, ""),
                each(n, ",", |n| format!("\"a{n}\":{{\"S\":\"x\"}}"))
            )
        },
        50,
        50_000,
    ),
    dimension(
        SERVER,
        "access patterns",
        |n| {
            format!(
                "{{\"tables\":[{}],\"access_patterns\":[{}]}}",
                body(0, ""),
                each(n, ",", |n| format!("{{\"pattern\":\"{n}\",\"description\":\"x\"}}"))
            )
        },
        50,
        40_000,
    ),
    dimension(WORKBENCH, "tables", |n| workbench(&each(n, ",", |n| workbench_table(n, ""))), 20, 20_000),
    dimension(
        WORKBENCH,
        "items",
        |n| {
            workbench(&workbench_table(
                0,
                &format!(",\"TableData\":[{}]", each(n, ",", |n| format!("{{\"pk\":{{\"S\":\"{n}\"}}}}"))),
            ))
        },
        50,
        50_000,
    ),
    dimension(
        WORKBENCH,
        "attributes",
        |n| {
            workbench(&workbench_table(
                0,
                &format!(
                    ",\"NonKeyAttributes\":[{}]",
                    each(n, ",", |n| format!("{{\"AttributeName\":\"a{n}\",\"AttributeType\":\"S\"}}"))
                ),
            ))
        },
        50,
        50_000,
    ),
    dimension(CLI, "tables", |n| each(n, "\n", command), 10, 10_000),
    dimension(
        CLI,
        "items",
        |n| {
            format!(
                "{}\n{}",
                command(0),
                each(n, "\n", |n| format!(
                    "aws dynamodb put-item --table-name t0 --item '{{\"pk\":{{\"S\":\"{n}\"}}}}'"
                ))
            )
        },
        20,
        5_000,
    ),
    dimension(
        CLI,
        "length of a word",
        |n| {
            format!(
                "{}\naws dynamodb put-item --table-name t0 --item '{{\"pk\":{{\"S\":\"{}\"}}}}'",
                command(0),
                "x".repeat(n)
            )
        },
        1_000,
        2_000_000,
    ),
    dimension(
        CLI,
        "commands in commands",
        |n| {
            format!("{}\n{}", command(0), "aws lambda create-event-source-mapping --event-source-arn \"$(aws dynamodb describe-table --query Table.LatestStreamArn --output text --cli-input-json '{\"TableName\":\"t0\"}')\" --function-name f\n".repeat(n))
        },
        10,
        5_000,
    ),
    dimension(
        ONETABLE,
        "models",
        |n| {
            onetable(&each(n, ",", |n| {
                format!("M{n}: {{ pk: {{ type: String, value: 'm#${{id}}' }}, id: {{ type: String }} }}")
            }))
        },
        10,
        20_000,
    ),
    dimension(
        ONETABLE,
        "attributes",
        |n| {
            onetable(&format!(
                "M: {{ pk: {{ type: String, value: 'm#${{id}}' }}, id: {{ type: String }}, {} }}",
                each(n, ",", |n| format!("a{n}: {{ type: String }}"))
            ))
        },
        50,
        50_000,
    ),
    dimension(
        ONETABLE,
        "nesting",
        |n| onetable(&format!("M: {{ pk: {{ type: String }}, b: {}1{} }}", "{a:".repeat(n), "}".repeat(n))),
        8,
        300_000,
    ),
    dimension(
        ONETABLE,
        "values that need the code",
        |n| {
            onetable(&format!(
                "M: {{ pk: {{ type: String }}, {} }}",
                each(n, ",", |n| format!("a{n}: f({n})"))
            ))
        },
        50,
        50_000,
    ),
    dimension(
        ELECTRO,
        "attributes",
        |n| electro("e", &each(n, ",", |n| format!("a{n}: {{ type: 'string' }}"))),
        50,
        50_000,
    ),
    dimension(
        ELECTRO,
        "entities",
        |n| each(n, "\n", |n| electro(&format!("e{n}"), "b: { type: 'string' }")),
        10,
        10_000,
    ),
    dimension(SKILL, "tables", |n| skill(&each(n, ",", |n| skill_table(n, "")), ""), 20, 20_000),
    dimension(
        SKILL,
        "access patterns",
        |n| {
            skill(
                &skill_table(0, ""),
                &each(n, ",", |n| {
                    format!(
                        "{{\"id\":\"{n}\",\"description\":\"x\",\"operation\":\"GetItem\",\"table\":\"t0\",\"rps\":1}}"
                    )
                }),
            )
        },
        20,
        20_000,
    ),
    dimension(
        CODEGEN,
        "tables",
        |n| format!("{{\"tables\":[{}]}}", each(n, ",", |n| codegen_table(n, &codegen_entity(n)))),
        10,
        10_000,
    ),
    dimension(
        CODEGEN,
        "entities",
        |n| {
            format!(
                "{{\"tables\":[{{\"table_config\":{{\"table_name\":\"t0\",\"partition_key\":\"pk\"}},\"entities\":{{{}}}}}]}}",
                each(n, ",", codegen_entity)
            )
        },
        10,
        10_000,
    ),
    dimension(SEVERAL, "files", |n| each(n, "\u{1}", |n| body(n, "")), 20, 1_000),
    dimension(
        SEVERAL,
        "files of a module",
        |n| {
            each(n, "\u{1}", |n| {
                format!("resource \"aws_dynamodb_table\" \"t{n}\" {{\n  hash_key = \"pk\"\n}}\n")
            })
        },
        10,
        100,
    ),
];

/// The source of a stack for CDK.
fn stack(constructs: &str) -> String {
    format!("import * as d from 'aws-cdk-lib/aws-dynamodb';\nnew Table();\n{constructs}\n")
}

fn construct(number: usize, members: &str) -> String {
    format!(
        "new d.Table(this, 't{number}', {{partitionKey: {{name: 'id', type: d.AttributeType.STRING}}, {members}}});"
    )
}

fn body(number: usize, more: &str) -> String {
    format!(
        "{{\"TableName\":\"t{number}\",\"AttributeDefinitions\":[{{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}}],\"KeySchema\":[{{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}}]{more}}}"
    )
}

fn index(number: usize) -> String {
    format!(
        "{{\"IndexName\":\"i{number}\",\"KeySchema\":[{{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}}]}}"
    )
}

fn workbench(tables: &str) -> String {
    format!("{{\"ModelName\":\"x\",\"ModelMetadata\":{{\"Version\":\"3.0\"}},\"DataModel\":[{tables}]}}")
}

fn workbench_table(number: usize, more: &str) -> String {
    format!(
        "{{\"TableName\":\"t{number}\",\"KeyAttributes\":{{\"PartitionKey\":{{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}}}}{more}}}"
    )
}

fn command(number: usize) -> String {
    format!(
        "aws dynamodb create-table --table-name t{number} --attribute-definitions AttributeName=pk,AttributeType=S --key-schema AttributeName=pk,KeyType=HASH --billing-mode PAY_PER_REQUEST"
    )
}

fn onetable(models: &str) -> String {
    format!(
        "const Schema = {{ format: 'onetable:1.1.0', version: '0.0.1', indexes: {{ primary: {{ hash: 'pk' }} }}, models: {{ {models} }} }}"
    )
}

fn electro(name: &str, attributes: &str) -> String {
    format!(
        "const {name} = new Entity({{ model: {{ entity: '{name}', service: 's', version: '1' }}, attributes: {{ id: {{ type: 'string' }}, {attributes} }}, indexes: {{ primary: {{ pk: {{ field: 'pk', composite: ['id'] }} }} }} }}, {{ table: 't' }})"
    )
}

fn skill(tables: &str, patterns: &str) -> String {
    format!("{{\"tables\":[{tables}],\"access_patterns\":[{patterns}]}}")
}

fn skill_table(number: usize, more: &str) -> String {
    format!(
        "{{\"table_name\":\"t{number}\",\"key_schema\":{{\"partition_key\":\"pk\"}},\"entities\":[{{\"entity_name\":\"E{number}\",\"estimated_item_count\":10}}]{more}}}"
    )
}

fn codegen_table(number: usize, entities: &str) -> String {
    format!(
        "{{\"table_config\":{{\"table_name\":\"t{number}\",\"partition_key\":\"pk\"}},\"entities\":{{{entities}}}}}"
    )
}

fn codegen_entity(number: usize) -> String {
    format!(
        "\"E{number}\":{{\"entity_type\":\"E\",\"pk_template\":\"E#{{id}}\",\"fields\":[{{\"name\":\"id\",\"type\":\"string\",\"required\":true}}],\"access_patterns\":[]}}"
    )
}
