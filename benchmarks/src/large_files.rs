//! Files of five million bytes, one of each kind that people open: an export, a dump, a template with many other resources.

const BYTES: usize = 5_000_000;
const WORDS: [&str; 12] = [
    "harbour", "berth", "crane", "pilot", "storm", "ledger", "north", "quay", "winter", "signal", "anchor",
    "cargo",
];

/// A kind of file: its name, what it begins with, its lines by number, and its end.
pub struct Kind {
    pub name: &'static str,
    head: &'static str,
    line: fn(usize) -> String,
    tail: &'static str,
}

/// Returns a word that differs from line to line, the same in each run.
fn word(number: usize) -> &'static str {
    WORDS[(number.wrapping_mul(2_654_435_761) >> 7) % WORDS.len()]
}

pub const KINDS: [Kind; 13] = [
    Kind {
        name: "dump.sql",
        head: "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nDROP TABLE IF EXISTS `berths`;\nCREATE TABLE `berths` (\n  `id` int NOT NULL AUTO_INCREMENT,\n  `name` varchar(80) NOT NULL,\n  `harbour_id` int NOT NULL,\n  `note` text,\n  PRIMARY KEY (`id`),\n  KEY `by_harbour` (`harbour_id`)\n) ENGINE=InnoDB;\nLOCK TABLES `berths` WRITE;\n",
        line: |line| {
            let row = |at: usize| {
                let number = line * 50 + at;
                format!(
                    "({number},'{} {}',{},'it\\'s {}')",
                    word(number),
                    word(number + 1),
                    number % 99,
                    word(number + 2)
                )
            };
            format!("INSERT INTO `berths` VALUES {};\n", (0..50).map(row).collect::<Vec<_>>().join(","))
        },
        tail: "UNLOCK TABLES;\n",
    },
    Kind {
        name: "one_insert.sql",
        head: "CREATE TABLE berths (id int primary key, name text);\nINSERT INTO berths VALUES (0,'a')",
        line: |row| format!(",({},'{} {}')", row + 1, word(row), word(row + 1)),
        tail: ";\n",
    },
    Kind {
        name: "pg.sql",
        head: "CREATE TABLE public.berths (\n id integer NOT NULL,\n name text,\n harbour_id integer);\nCOPY public.berths (id, name, harbour_id) FROM stdin;\n",
        line: |row| format!("{row}\t{} {}\t{}\n", word(row), word(row + 1), row % 99),
        tail: "\\.\nALTER TABLE ONLY public.berths ADD CONSTRAINT berths_pkey PRIMARY KEY (id);\n",
    },
    Kind {
        name: "items.csv",
        head: "id,name,harbour,paid,at\n",
        line: |row| {
            format!(
                "{row},\"{}, {}\",H{},TRUE,2026-01-{:02}\n",
                word(row),
                word(row + 1),
                row % 99,
                row % 28 + 1
            )
        },
        tail: "",
    },
    Kind {
        name: "items.json",
        head: r#"{"Items":[{"PK":{"S":"B#x"},"SK":{"S":"I"}}"#,
        line: |row| format!(",\n{}", item(row)),
        tail: "]}",
    },
    Kind { name: "lines.json", head: "", line: |row| format!("{{\"Item\":{}}}\n", item(row)), tail: "" },
    Kind {
        name: "model.json",
        head: r#"{"ModelName":"Harbour","ModelMetadata":{"Version":"3.0"},"DataModel":[{"TableName":"Berths","KeyAttributes":{"PartitionKey":{"AttributeName":"PK","AttributeType":"S"},"SortKey":{"AttributeName":"SK","AttributeType":"S"}},"NonKeyAttributes":[{"AttributeName":"note","AttributeType":"S"}],"TableData":[{"PK":{"S":"B#x"},"SK":{"S":"I"}}"#,
        line: |row| format!(",{}", item(row)),
        tail: "]}]}",
    },
    Kind {
        name: "stack.yaml",
        head: "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  Berths:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]\n      KeySchema: [{AttributeName: id, KeyType: HASH}]\n",
        line: |role| {
            let word = word(role);
            format!(
                "  Role{role}:\n    Type: AWS::IAM::Role\n    Properties:\n      RoleName: !Sub '${{AWS::StackName}}-{word}{role}'\n      Path: /{word}/\n"
            )
        },
        tail: "",
    },
    Kind {
        name: "template.json",
        head: r#"{"AWSTemplateFormatVersion":"2010-09-09","Resources":{"Berths":{"Type":"AWS::DynamoDB::Table","Properties":{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}"#,
        line: |role| {
            format!(
                ",\n\"R{role}\":{{\"Type\":\"AWS::IAM::Role\",\"Properties\":{{\"Path\":{{\"Fn::Sub\":\"/{}/${{AWS::Region}}\"}}}}}}",
                word(role)
            )
        },
        tail: "}}",
    },
    Kind {
        name: "main.tf",
        head: "resource \"aws_dynamodb_table\" \"berths\" {\n  name = \"berths\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"id\"\n  attribute {\n    name = \"id\"\n    type = \"S\"\n  }\n}\n",
        line: |role| {
            let word = word(role);
            format!(
                "resource \"aws_iam_role\" \"r{role}\" {{\n  name = \"${{var.stage}}-{word}-{role}\"\n  path = \"/{word}/\"\n}}\n\n"
            )
        },
        tail: "",
    },
    Kind {
        name: "plan.json",
        head: r#"{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"aws_dynamodb_table.b","type":"aws_dynamodb_table","name":"b","mode":"managed","values":{"name":"berths","billing_mode":"PAY_PER_REQUEST","hash_key":"id","attribute":[{"name":"id","type":"S"}]}}"#,
        line: |role| {
            let word = word(role);
            format!(
                ",\n{{\"address\":\"aws_iam_role.r{role}\",\"type\":\"aws_iam_role\",\"name\":\"r{role}\",\"mode\":\"managed\",\"values\":{{\"name\":\"{word}\",\"path\":\"/{word}/\"}}}}"
            )
        },
        tail: "]}}}",
    },
    Kind {
        name: "schema.ts",
        head: "import { Entity } from 'electrodb';\nexport const Berth = new Entity({ model: { entity: 'berth', version: '1', service: 'h' }, attributes: { id: { type: 'string' }, name: { type: 'string' } }, indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } } });\n",
        line: |number| {
            format!(
                "export function helper{number}(a: string) {{ return `${{a}}-{}-{number}`; }}\n",
                word(number)
            )
        },
        tail: "",
    },
    Kind {
        name: "commands.sh",
        head: "aws dynamodb create-table --table-name Berths --attribute-definitions AttributeName=id,AttributeType=S --key-schema AttributeName=id,KeyType=HASH --billing-mode PAY_PER_REQUEST\n",
        line: |row| {
            format!(
                "aws dynamodb put-item --table-name Berths --item '{{\"id\":{{\"S\":\"{row}\"}},\"name\":{{\"S\":\"{}\"}}}}'\n",
                word(row)
            )
        },
        tail: "",
    },
];

/// Returns an item in DynamoDB JSON.
fn item(row: usize) -> String {
    format!(
        "{{\"PK\": {{\"S\": \"BERTH#{}\"}}, \"SK\": {{\"S\": \"VISIT#{:03}\"}}, \"note\": {{\"S\": \"{} {}\"}}, \"n\": {{\"N\": \"{row}\"}}}}",
        row / 10,
        row % 10,
        word(row),
        word(row + 1)
    )
}

/// Returns the text of a file, the same in each run.
pub fn text_of(kind: &Kind) -> String {
    let mut text = kind.head.to_owned();
    let mut number = 0;
    while text.len() < BYTES {
        text += &(kind.line)(number);
        number += 1;
    }
    text + kind.tail
}
