//! The forms of a result for programs: JSON, annotations, JUnit and SARIF, and the options that fail a check.

use dynalab_modeling::{parse, templates, write};
use serde_json::Value;

use super::{file, run};

/// Runs the command and returns its code and its output.
fn outcome(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    (output.status.code(), String::from_utf8(output.stdout).expect("the output is UTF-8"))
}

fn shop() -> String {
    let shop = templates::find("shop").expect("the shop is a template");
    file("formats_shop.json", shop.text).display().to_string()
}

/// The shop with a wrong expectation.
fn red_shop() -> String {
    let shop = templates::find("shop").expect("the shop is a template").text;
    file("formats_red.json", &shop.replacen("\"count\": 1,", "\"count\": 2,", 1)).display().to_string()
}

fn json(arguments: &[&str]) -> (Option<i32>, Value) {
    let (code, text) = outcome(arguments);
    (code, serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
}

#[test]
fn json_has_the_whole_report() {
    let (code, result) = json(&["check", "--format", "json", &shop()]);
    assert_eq!((code, &result["version"], &result["ok"]), (Some(0), &1.into(), &true.into()));
    let design = &result["designs"][0];
    assert_eq!(design["patterns"].as_array().map(Vec::len), Some(12));
    assert_eq!(design["patterns"][0]["read_units"], 0.5);
    assert_eq!(design["tables"][0]["partition_key"], "PK (S)");
    assert_eq!(design["tables"][0]["billing_mode"], "PAY_PER_REQUEST");
    assert_eq!(design["failures"], Value::Array(Vec::new()));
    assert!(design["totals"]["usd_per_month"].as_f64().is_some_and(|usd| usd > 0.0));
    assert!(!result.to_string().contains("-0.0"), "{result}");
    let (code, result) = json(&["check", "--format", "json", &red_shop()]);
    assert_eq!((code, &result["ok"]), (Some(1), &false.into()));
    assert_eq!(result["designs"][0]["failures"][0]["kind"], "red-patterns");
    assert_eq!(result["designs"][0]["failures"][0]["message"], "1 access pattern is not as expected.");
    let (code, result) = json(&["check", "--format", "json", "/no/such.json"]);
    assert_eq!((code, &result["refused"][0]["file"]), (Some(2), &"/no/such.json".into()));
    let (code, result) = json(&["diff", "--format", "json", &shop(), &red_shop()]);
    assert_eq!(code, Some(1));
    assert_eq!(result["diff"]["differences"][0]["place"], "pattern \"Profile of a user\"");
}

#[test]
fn annotations_name_the_file_and_the_place() {
    let path = red_shop();
    let (code, text) = outcome(&["check", "--format", "github", &path]);
    assert_eq!(code, Some(1));
    let line = format!(
        "::error file={path},title=Profile of a user (red-pattern)::Expected items: 2. Returned items: 1.\n"
    );
    assert!(text.starts_with(&line), "{text}");
    assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
    assert!(text.contains("::notice ") || text.contains("::warning "), "findings are no errors: {text}");
}

#[test]
fn a_denied_rule_and_an_amount_fail_the_check() {
    let (_, result) = json(&["check", "--format", "json", &shop()]);
    let findings = result["designs"][0]["findings"].as_array().expect("it is a list");
    let rule = findings[0]["rule"].as_str().expect("a finding has a rule");
    let (code, text) = outcome(&["check", "--deny", rule, &shop()]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(&format!("of the denied rule {rule}.")), "{text}");
    let (code, text) = outcome(&["check", "--format", "github", "--deny", rule, &shop()]);
    assert!(code == Some(1) && text.contains("::error "), "{text}");
    assert_eq!(outcome(&["check", "--deny", "several-key-attributes", &shop()]).0, Some(0));
    let usd = result["designs"][0]["totals"]["usd_per_month"].as_f64().expect("it is a number");
    for (limit, expected) in [(usd + 1.0, 0), (usd - 1.0, 1)] {
        let (code, text) = outcome(&["check", "--max-monthly", &limit.to_string(), &shop()]);
        assert_eq!(code, Some(expected), "{text}");
        assert_eq!(text.contains(" per month is more than the limit of $"), expected == 1, "{text}");
    }
}

#[test]
fn junit_has_a_case_for_each_pattern() {
    let mut hostile =
        parse(templates::find("shop").expect("the shop is a template").text).expect("it is one");
    hostile.patterns[1].name = "<a> & \"b\" \u{1}]]>".to_owned();
    let path = file("formats_hostile.json", &write(&hostile)).display().to_string();
    let (code, text) = outcome(&["check", "--format", "junit", &path]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"12\" failures=\"0\">"
        ),
        "{text}"
    );
    assert_eq!(text.matches("<testcase ").count(), 12);
    assert!(text.contains("name=\"&lt;a&gt; &amp; &quot;b&quot; \u{2401}]]&gt;\""), "{text}");
    let (code, text) = outcome(&["check", "--format", "junit", &red_shop()]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("tests=\"12\" failures=\"1\""), "{text}");
    assert!(text.contains("<failure type=\"red-pattern\">Expected items: 2."), "{text}");
    let (code, text) = outcome(&["check", "--format", "junit", "/no/such.json"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("<failure type=\"refused-file\">"), "{text}");
}

#[test]
fn sarif_has_a_result_for_each_issue() {
    let path = red_shop();
    let (code, log) = json(&["check", "--format", "sarif", &path]);
    assert_eq!((code, &log["version"]), (Some(1), &"2.1.0".into()));
    let run = &log["runs"][0];
    let first = &run["results"][0];
    assert_eq!((&first["ruleId"], &first["level"]), (&"red-pattern".into(), &"error".into()));
    assert_eq!(first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], path.as_str());
    let known: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().expect("it is a list").iter().collect();
    for found in run["results"].as_array().expect("it is a list") {
        assert!(known.iter().any(|rule| rule["id"] == found["ruleId"]), "{found}");
    }
}

/// Each line of a shell snippet in the README runs in a folder with its files, and ends with the code that its comment names.
#[test]
fn snippets_of_the_readme_run() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("readme");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let shop = templates::find("shop").expect("the shop is a template").text;
    let mut without_index = parse(shop).expect("it is a design");
    without_index.tables[0].indexes.remove(0);
    let report = dynalab_modeling::check(&without_index);
    let stack = dynalab_design_formats::find("cloudformation").and_then(|format| format.write);
    let stack = stack.expect("it is written")(&without_index, &report, dynalab_modeling::Language::English);
    std::fs::write(folder.join("design.json"), shop).expect("the file can be written");
    std::fs::write(folder.join("stack.yaml"), stack.text).expect("the file can be written");
    let readme = include_str!("../../README.md");
    let lines: Vec<&str> = readme
        .lines()
        .filter(|line| line.contains("dynalab-server ") && line.contains("# exits with "))
        .collect();
    assert_eq!(lines.len(), 6);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_dynalab-server"));
    let programs = program.parent().expect("a program is in a folder").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    for line in lines {
        let (command, comment) = line.split_once("# exits with ").expect("it was found by this");
        let output = std::process::Command::new("sh")
            .args(["-c", command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output();
        let output = output.expect("a shell runs");
        let code = output.status.code().expect("it ends").to_string();
        assert!(comment.starts_with(&code), "{line}: {code}\n{}", String::from_utf8_lossy(&output.stdout));
    }
}
