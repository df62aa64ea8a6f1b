//! Designs beside each other and beside a stack: one report each, and differences instead of a merge.

use std::io::Write;
use std::process::{Command, Stdio};

use dynalab_design_formats::find;
use dynalab_modeling::design::{AttributeType, Mode, Projection};
use dynalab_modeling::{Design, Language, check, parse, templates, write};

use super::{file, run};

fn shop() -> Design {
    parse(templates::find("shop").expect("the shop is a template").text).expect("it is a design")
}

/// Writes a design in a format, after a change.
fn written(name: &str, format: &str, change: impl FnOnce(&mut Design)) -> String {
    let mut design = shop();
    change(&mut design);
    let format = find(format).and_then(|format| format.write).expect("the format is written");
    let text = format(&design, &check(&shop()), Language::English).text;
    file(name, &text).display().to_string()
}

fn outcome(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_stack_that_a_design_was_written_to_has_no_difference() {
    let design = file("stack_design.json", &write(&shop())).display().to_string();
    for format in ["cloudformation", "cloudformation-json", "terraform", "create-table", "aws-cli"] {
        let stack = written(&format!("same.{format}"), format, |_| {});
        let (code, text, error) = outcome(&["check", &design, &stack]);
        assert_eq!((code, error.as_str()), (Some(0), ""), "{format}: {text}");
        assert!(text.contains(": no difference."), "{format}: {text}");
        assert!(text.contains("It is compared with the designs, and adds nothing to them."), "{text}");
        // The order of the files does not matter.
        assert_eq!(outcome(&["check", &stack, &design]).0, Some(0), "{format}");
    }
}

#[test]
fn a_value_that_a_file_does_not_have_can_be_given() {
    let design = file("given_design.json", &write(&shop())).display().to_string();
    let stack = find("terraform").and_then(|format| format.write).expect("the format is written");
    let stack = stack(&shop(), &check(&shop()), Language::English).text;
    let named = stack.replacen("= \"Shop\"", "= \"${var.stage}Shop\"", 1);
    assert_ne!(named, stack, "{stack}");
    let stack = file("given.tf", &format!("variable \"stage\" {{}}\n{named}")).display().to_string();
    let (code, text, _) = outcome(&["check", &design, &stack]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("stageShop"), "{text}");
    for command in ["check", "diff"] {
        let (code, text, error) = outcome(&[command, "--value", "stage=", &design, &stack]);
        assert_eq!((code, error.as_str()), (Some(0), ""), "{command}: {text}");
    }
}

#[test]
fn a_stack_that_differs_fails_the_check_with_each_difference() {
    let design = file("other_design.json", &write(&shop())).display().to_string();
    let name = shop().tables[0].indexes[0].name.clone();
    let stack = written("other.yaml", "cloudformation", |design| {
        let table = &mut design.tables[0];
        table.partition_key[0].data_type = AttributeType::N;
        table.indexes[0].projection = Projection::KeysOnly;
        table.mode = Mode::Provisioned { headroom_percent: 20.0 };
    });
    let (code, text, _) = outcome(&["check", &design, &stack]);
    assert_eq!(code, Some(1), "{text}");
    for part in [
        "Partition key: PK (S) in ".to_owned(),
        format!("differs  table \"Shop\", index \"{name}\""),
        "Projection: ALL in ".to_owned(),
        "Capacity mode: PAY_PER_REQUEST in ".to_owned(),
        "other.yaml: 3 differences.".to_owned(),
        "failed   3 differences from ".to_owned(),
        "12 of 12 access patterns are as expected".to_owned(),
    ] {
        assert!(text.contains(&part), "{part}: {text}");
    }
    let missing = written("missing.tf", "terraform", |design| drop(design.tables[0].indexes.remove(0)));
    let (code, text, _) = outcome(&["check", &design, &missing]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("         Only in ") && text.contains("failed   1 difference from "), "{text}");
    // The differences alone, in both directions and in Japanese.
    let (code, text, _) = outcome(&["diff", &design, &missing]);
    assert_eq!((code, text.lines().count()), (Some(1), 4), "{text}");
    assert!(text.contains("1 difference.") && !text.contains("green"), "{text}");
    let (code, japanese, _) = outcome(&["diff", "--language", "ja", &missing, &design]);
    assert_eq!(code, Some(1), "{japanese}");
    assert!(japanese.contains("相違") && japanese.contains("にだけあります。"), "{japanese}");
    let (code, text, _) = outcome(&["diff", &design, &design]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_description_is_not_blamed_for_what_it_cannot_have() {
    let mut with_ttl = shop();
    with_ttl.tables[0].ttl = Some("gone_at".to_owned());
    with_ttl.tables[0].recovery = true;
    let design = file("with_ttl.json", &write(&with_ttl)).display().to_string();
    let described = written("described.json", "create-table", |_| {});
    let (code, text, _) = outcome(&["check", &design, &described]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Not compared, because one of the files cannot have it: TTL, "), "{text}");
    let stack = written("without_ttl.yaml", "cloudformation", |_| {});
    let (code, text, _) = outcome(&["check", &design, &stack]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("TTL: gone_at in "), "{text}");
}

#[test]
fn each_design_has_a_report_of_its_own() {
    let mut other = shop();
    other.name = "Second shop".to_owned();
    other.tables[0].name = "Elsewhere".to_owned();
    other.patterns.clear();
    let first = file("one.json", &write(&shop())).display().to_string();
    let second = file("two.json", &write(&other)).display().to_string();
    let (code, text, _) = outcome(&["check", &first, &second, &first]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(text.matches("12 of 12 access patterns are as expected").count(), 2, "{text}");
    assert!(text.contains("\nSecond shop\n"), "{text}");
    assert!(
        text.contains("failed   The design has no access pattern, so the check proves nothing."),
        "{text}"
    );
    // A stack with the tables of both. Each design is compared with its own.
    let stack = written("both.tf", "terraform", |design| {
        let mut table = design.tables[0].clone();
        table.name = "Elsewhere".to_owned();
        design.tables.push(table.clone());
        table.name = "Unknown".to_owned();
        design.tables.push(table);
    });
    let (_, text, _) = outcome(&["check", &first, &second, &stack]);
    assert_eq!(text.matches("differs  table \"Unknown\"\n").count(), 1, "{text}");
    assert_eq!(text.matches("differs ").count(), 1, "{text}");
}

#[test]
fn items_beside_several_designs_are_refused_and_the_designs_are_checked() {
    let (one, two) =
        (written("items-one.json", "dynalab", |_| {}), written("items-two.json", "dynalab", |_| {}));
    let items = file("items-of-whom.csv", "pk,sk\na,1\nb,2\n");
    let (code, text, errors) = outcome(&["check", &one, &two, &items.display().to_string()]);
    assert_eq!(code, Some(2));
    assert_eq!(text.matches("access patterns are as expected").count(), 2, "{text}");
    assert!(
        errors.contains("items-of-whom.csv: The items could belong to several of these designs."),
        "{errors}"
    );
}

#[test]
fn tables_alone_are_named_but_prove_nothing() {
    let stack = written("alone.tf", "terraform", |_| {});
    let (code, text, _) = outcome(&["check", &stack]);
    assert_eq!(code, Some(1), "{text}");
    for part in [
        "table    Shop\n         key PK (S), SK (S), index ",
        "stream NEW_AND_OLD_IMAGES, PAY_PER_REQUEST, 0 RCU and 0 WCU per second on average",
        "0 of 0 access patterns are as expected",
        "failed   The design has no access pattern",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("-0"), "{text}");
}

#[test]
fn standard_input_is_a_file() {
    let pipe = |arguments: &[&str], text: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("it has an input");
        input.write_all(text.as_bytes()).expect("it reads its input");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8(output.stdout).expect("the output is UTF-8"))
    };
    let (code, text) = pipe(&["check", "-"], &write(&shop()));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("12 of 12"), "{text}");
    let stack = written("piped.tf", "terraform", |_| {});
    let (code, text) = pipe(&["diff", "-", &stack], &write(&shop()));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("- compared with "), "{text}");
}

#[test]
fn each_command_has_help() {
    for (command, part) in [("check", "--max-monthly USD"), ("diff", "diff [OPTIONS] A B")] {
        let (code, text, error) = outcome(&[command, "--help"]);
        assert_eq!((code, error.as_str()), (Some(0), ""));
        assert!(text.contains(part) && text.contains("Exit codes: 0"), "{text}");
    }
}
