//! The commands `check` and `diff` of the program: their output and their exit codes.

mod compared;
mod formats;

use std::path::PathBuf;
use std::process::{Command, Output};

use dynalab_modeling::templates;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dynalab-server")).args(arguments).output().expect("the program runs")
}

/// Writes a file of the tests. Another test that reads it at the same time has the whole text, too.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let new = path.with_extension(format!("{:?}.{}", std::thread::current().id(), std::process::id()));
    std::fs::write(&new, text).expect("the folder of the tests can be written");
    std::fs::rename(&new, &path).expect("a file of the tests can be replaced");
    path
}

fn check(name: &str, text: &str) -> (Option<i32>, String, String) {
    let path = file(name, text);
    let output = run(&["check", path.to_str().expect("the path is UTF-8")]);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_green_design_exits_with_0() {
    let shop = templates::find("shop").expect("the shop is a template");
    let (code, output, error) = check("green.json", shop.text);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    for part in [
        "green    Profile of a user",
        "GetItem on Shop; in the sample 1 read, 1 returned, 0.5 RCU; in production 0.5 RCU, $19.71 per month",
        "12 of 12",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
}

/// The command prints the bill that is right for each brief in `tests/briefs`, as every page does.
#[test]
fn a_brief_has_its_bill() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/briefs");
    let files = std::fs::read_dir(folder).expect("the briefs are in the repository");
    let mut checked = 0;
    for file in files.map(|file| file.expect("a folder can be read").path()) {
        let text = std::fs::read_to_string(&file).expect("a brief is UTF-8");
        let brief: serde_json::Value = serde_json::from_str(&text).expect("a brief is JSON");
        let (code, output, error) = check("brief.json", &brief["design"].to_string());
        assert_eq!((code, error.as_str()), (Some(0), ""), "{}: {output}", file.display());
        let usd = brief["right"]["bill"]["usd_per_month"].as_f64().expect("a brief has a bill");
        let amount = dynalab_messages::figures::money(usd);
        assert!(output.contains(&format!("\n{amount} per month in production: ")), "{amount}: {output}");
        checked += 1;
    }
    assert!(checked >= 3, "{checked} briefs");
}

#[test]
fn a_red_design_exits_with_1_and_says_which_pattern() {
    let shop = templates::find("shop").expect("the shop is a template").text;
    let red = shop.replacen("\"count\": 1,", "\"count\": 2,", 1);
    assert_ne!(red, shop);
    let (code, output, _) = check("red.json", &red);
    assert_eq!(code, Some(1));
    assert!(output.contains("RED      Profile of a user"), "{output}");
    assert!(output.contains("Expected items: 2. Returned items: 1."), "{output}");
}

#[test]
fn a_file_in_another_format_is_checked() {
    let sql = "CREATE TABLE users (id INT PRIMARY KEY, email VARCHAR(80) UNIQUE);";
    let (code, output, error) = check("tables.sql", sql);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{output}");
    for part in
        ["format   sql\n", "note     users: DynamoDB does not keep email unique.", "2 of 2 access patterns"]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    let terraform = "resource \"aws_dynamodb_table\" \"t\" {\n  name = \n}";
    let (code, output, error) = check("tables.tf", terraform);
    assert_eq!((code, output.as_str()), (Some(2), ""));
    assert!(error.contains("tables.tf: Terraform: line 2"), "{error}");
}

#[test]
fn an_unreadable_file_exits_with_2() {
    let (code, output, error) = check("broken.json", "{\"version\": 1,");
    assert_eq!((code, output.as_str()), (Some(2), ""));
    assert!(error.contains("broken.json: The design is not valid JSON at line 1"), "{error}");
    let missing = run(&["check", "/no/such/design.json"]);
    assert_eq!(missing.status.code(), Some(2));
    for arguments in [&["check"][..], &["check", "--port", "1"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn several_files_are_one_design() {
    let template = r#"
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
"#;
    let template = file("several.yaml", template);
    let items = file("several.csv", "id,total\n1,20\n2,30\n");
    let other = file("several.txt", "Dear all, this is a letter.");
    let paths = |files: &[&PathBuf]| -> Vec<String> {
        std::iter::once("check".to_owned())
            .chain(files.iter().map(|file| file.display().to_string()))
            .collect()
    };
    let check = |files: &[&PathBuf]| {
        let arguments = paths(files);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let output = check(&[&items, &template]);
    let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in [
        "several.csv: items. Added: tables 0, entities 1, access patterns 0, items 2.",
        "several.yaml: cloudformation. Added: tables 1, entities 0, access patterns 0, items 0.",
        "green    One orders",
        "1 of 1 access pattern is as expected, 0 Scans, 0 hot keys,",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let output = check(&[&template, &other]);
    let text = String::from_utf8(output.stderr).expect("the output is UTF-8");
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("several.txt: The text has no format that Dynalab can read."), "{text}");
}

#[test]
fn a_design_or_file_that_would_become_too_much_is_refused_with_a_sentence() {
    let bomb = r#"{"version":1,"name":"x","entities":[{"name":"E","sample":5000,"attributes":[{"name":"id","values":{"kind":"sequence"}},{"name":"a","values":{"kind":"text","bytes":300000}}]}],"tables":[{"name":"Things","partition_key":[{"name":"pk"}],"items":[{"entity":"E","keys":{"pk":"{id}"}}]}],"patterns":[]}"#;
    let (code, output, _) = check("bomb.json", bomb);
    assert_eq!(code, Some(1), "{output}");
    let sentence = "problem  entity \"E\", attribute \"a\"\n         The content would become larger than 268,435,456 bytes.";
    assert!(output.contains(sentence), "{output}");

    let nested = (0..16)
        .fold("x".to_owned(), |inner, _| format!("{{'Fn::Sub': [\"${{A}}${{A}}${{A}}\", {{A: {inner}}}]}}"));
    let template = format!(
        "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: {nested}\n"
    );
    let (code, _, error) = check("nested.yaml", &template);
    assert_eq!(code, Some(2), "{error}");
    let sentence = "The content would become larger than 1,048,576 bytes.";
    assert!(error.contains("T.TableName") && error.contains(sentence), "{error}");

    let chain = format!("CREATE TABLE t (id int DEFAULT 1{});", "+1".repeat(500_000));
    let (code, _, error) = check("chain.sql", &chain);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("Line 1: The expression has more than 2,000 parts."), "{error}");
    let (code, _, error) = check("long.sql", &"x".repeat(17_000_000));
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("The limit is 16,777,216."), "{error}");
}

#[test]
fn a_report_is_in_japanese_if_it_is_asked_for() {
    let shop = templates::find("shop").expect("the shop is a template").text;
    let red = shop.replacen("\"count\": 1,", "\"count\": 2,", 1);
    let path = file("japanese.json", &red);
    let path = path.to_str().expect("the path is UTF-8");
    let japanese = run(&["check", "--language", "ja", path]);
    assert_eq!(japanese.status.code(), Some(1));
    let text = String::from_utf8(japanese.stdout).expect("the output is UTF-8");
    for part in [
        "不一致   Profile of a user",
        "期待は 2 件、実際は 1 件です。",
        "アクセスパターン 12 個中 11 個が期待どおり",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The environment does not change what the command prints, unless it is asked for.
    let in_environment = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
        command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "ja_JP.UTF-8");
        String::from_utf8(command.output().expect("the program runs").stdout).expect("the output is UTF-8")
    };
    let english = in_environment(&["check", path]);
    assert!(english.contains("RED      Profile of a user"), "{english}");
    assert_eq!(in_environment(&["check", "--language", "env", path]), text);
    assert_eq!(in_environment(&["check", "--language", "en", path]), english);
    let unknown = run(&["check", "--language", "fr", path]);
    assert_eq!(unknown.status.code(), Some(2));
    let error = String::from_utf8(unknown.stderr).expect("the output is UTF-8");
    assert!(error.contains("--language fr: there are en, ja and env"), "{error}");
}
