//! Requests as text, statements, shared documents, links, lessons and progress.

use super::{Dimension, Reader, dimension, each};

const JSON: Reader = Reader::RequestJson;
const LINE: Reader = Reader::CommandLine;
const CODE: Reader = Reader::Code;
const STATEMENT: Reader = Reader::Statement;
const DOCUMENT: Reader = Reader::SharedDocument;
const LINK: Reader = Reader::Link;
const LESSON: Reader = Reader::Lesson;
const PROOF: Reader = Reader::LessonProof;
const PROGRESS: Reader = Reader::Progress;

pub const DIMENSIONS: &[Dimension] = &[
    dimension(
        JSON,
        "members",
        |n| {
            format!(
                "{{\"TableName\":\"t\",\"Key\":{{{}}}}}",
                each(n, ",", |n| format!("\"a{n}\":{{\"S\":\"x\"}}"))
            )
        },
        50,
        50_000,
    ),
    dimension(
        JSON,
        "nesting",
        |n| format!("{{\"TableName\":\"t\",\"Key\":{}1{}}}", "[".repeat(n), "]".repeat(n)),
        5,
        500_000,
    ),
    dimension(
        JSON,
        "length of a text",
        |n| format!("{{\"TableName\":\"{}\"}}", "x".repeat(n)),
        1_000,
        1_000_000,
    ),
    dimension(
        LINE,
        "options",
        |n| format!("aws dynamodb get-item {}", "--table-name t ".repeat(n)),
        20,
        50_000,
    ),
    dimension(
        LINE,
        "length of a word",
        |n| format!("aws dynamodb get-item --table-name {}", "x".repeat(n)),
        1_000,
        1_000_000,
    ),
    dimension(
        LINE,
        "shorthand",
        |n| {
            format!(
                "aws dynamodb create-table --table-name t --key-schema {}",
                "AttributeName=a,KeyType=HASH ".repeat(n)
            )
        },
        20,
        20_000,
    ),
    dimension(
        CODE,
        "members",
        |n| {
            format!(
                "await client.send(new GetItemCommand({{ TableName: 't', Key: {{ {} }} }}))",
                each(n, ", ", |n| format!("a{n}: {{ S: 'x' }}"))
            )
        },
        20,
        10_000,
    ),
    dimension(
        CODE,
        "nesting",
        |n| format!("await client.send(new GetItemCommand({{ Key: {}1{} }}))", "[".repeat(n), "]".repeat(n)),
        4,
        100_000,
    ),
    dimension(
        CODE,
        "variables",
        |n| {
            format!(
                "{}\nawait client.send(new GetItemCommand({{ TableName: v0 }}))",
                each(n, "\n", |n| format!("const v{n} = 't'"))
            )
        },
        10,
        5_000,
    ),
    dimension(
        STATEMENT,
        "parentheses",
        |n| format!("SELECT * FROM T WHERE {}a = 1{}", "(".repeat(n), ")".repeat(n)),
        50,
        100_000,
    ),
    dimension(
        STATEMENT,
        "values of IN",
        |n| format!("SELECT * FROM T WHERE a IN [{}1]", "1, ".repeat(n)),
        50,
        50_000,
    ),
    dimension(
        STATEMENT,
        "operators",
        |n| format!("SELECT * FROM T WHERE a = 1{}", " OR a = 1".repeat(n)),
        30,
        50_000,
    ),
    dimension(
        STATEMENT,
        "nested values",
        |n| format!("INSERT INTO T VALUE {{'a': {}1{}}}", "[".repeat(n), "]".repeat(n)),
        5,
        100_000,
    ),
    dimension(
        DOCUMENT,
        "questions",
        |n| {
            shared(
                &each(n, ",", |_| {
                    "{\"title\":{\"en\":\"x\"},\"operation\":\"Scan\",\"request\":{\"TableName\":\"table0\"}}"
                        .to_owned()
                }),
                &shared_table(0, ""),
            )
        },
        20,
        20_000,
    ),
    dimension(DOCUMENT, "tables", |n| shared("", &each(n, ",", |n| shared_table(n, ""))), 10, 5_000),
    dimension(
        DOCUMENT,
        "items",
        |n| {
            shared(
                "",
                &shared_table(
                    0,
                    &format!(",\"items\":[{}]", each(n, ",", |n| format!("{{\"pk\":{{\"S\":\"{n}\"}}}}"))),
                ),
            )
        },
        20,
        20_000,
    ),
    dimension(
        DOCUMENT,
        "generated items",
        |n| {
            shared(
                "",
                &shared_table(
                    0,
                    &format!(
                        ",\"generate\":{{\"count\":{n},\"seed\":1,\"item\":{{\"pk\":{{\"S\":\"{{n:4}}\"}}}}}}"
                    ),
                ),
            )
        },
        20,
        1_000_000,
    ),
    dimension(
        DOCUMENT,
        "nesting",
        |n| {
            shared(
                "",
                &shared_table(
                    0,
                    &format!(
                        ",\"items\":[{{\"pk\":{{\"S\":\"x\"}},\"a\":{}{{\"S\":\"x\"}}{}}}]",
                        "{\"L\":[".repeat(n),
                        "]}".repeat(n)
                    ),
                ),
            )
        },
        5,
        100_000,
    ),
    dimension(LINK, "length", |n| "x".repeat(n), 2_000, 6_000_000),
    dimension(
        LESSON,
        "length",
        |n| format!("=== lesson 9.1-x\n{{}}\n=== en\n{}=== ja\n", "x\n".repeat(n)),
        200,
        200_000,
    ),
    dimension(
        PROOF,
        "values",
        |n| lesson(&each(n, ",", |n| format!("\"v{n}\":{{\"text\":\"x\"}}")), ""),
        20,
        5_000,
    ),
    dimension(PROOF, "length of a text", |n| lesson("", &"*x* ".repeat(n)), 50, 20_000),
    dimension(
        PROOF,
        "nesting of lists",
        |n| lesson("", &each(n, "\n", |n| format!("{}- x", "  ".repeat(n)))),
        5,
        300,
    ),
    dimension(
        PROOF,
        "names in a text",
        |n| lesson(&format!("\"v\":{{\"text\":\"{}\"}}", "x".repeat(1_000)), &"${v} ".repeat(n)),
        20,
        20_000,
    ),
    dimension(
        PROGRESS,
        "lessons",
        |n| {
            format!(
                "{{\"format\":1,\"lessons\":{{{}}}}}",
                each(n, ",", |n| format!("\"{}.{}\":{{}}", n / 200 + 1, n % 200 + 1))
            )
        },
        50,
        20_000,
    ),
    dimension(
        PROGRESS,
        "nesting",
        |n| {
            format!(
                "{{\"format\":1,\"lessons\":{{\"1.1\":{{\"design\":{{\"tables\":[{}{}]}}}}}}}}",
                "[".repeat(n),
                "]".repeat(n)
            )
        },
        5,
        500_000,
    ),
];

fn shared(questions: &str, tables: &str) -> String {
    format!(
        "{{\"format\":\"dynalab\",\"version\":1,\"title\":{{\"en\":\"x\"}},\"tables\":[{tables}],\"questions\":[{questions}]}}"
    )
}

fn shared_table(number: usize, more: &str) -> String {
    format!(
        "{{\"create\":{{\"TableName\":\"table{number}\",\"AttributeDefinitions\":[{{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}}],\"KeySchema\":[{{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}}]}}{more}}}"
    )
}

const FACTS: &str =
    include_str!("../../../crates/lessons/course/1-first-steps/1.1-a-table-in-this-tab/lesson.json");
const ENGLISH: &str =
    include_str!("../../../crates/lessons/course/1-first-steps/1.1-a-table-in-this-tab/en.md");
const JAPANESE: &str =
    include_str!("../../../crates/lessons/course/1-first-steps/1.1-a-table-in-this-tab/ja.md");

/// A lesson of the course, with more values and more text.
fn lesson(values: &str, text: &str) -> String {
    let facts = FACTS.replacen("\"requests\": {", &format!("\"values\": {{{values}}},\n\"requests\": {{"), 1);
    format!("=== lesson 1.1-x\n{facts}\n=== en\n{ENGLISH}\n{text}\n=== ja\n{JAPANESE}\n{text}\n")
}
