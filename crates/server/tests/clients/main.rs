//! The program with unchanged clients: boto3, the AWS CLI and the AWS SDK for JavaScript v3.
//!
//! They are installed once, under `target/`. If a client cannot be installed, its test is skipped with a message. In CI it
//! fails.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod infrastructure;
mod server;
mod tools;

use std::io::{self, Write};
use std::process::Command;

use server::Server;
use tools::Unavailable;

/// The folder with the scripts and the versions of their packages.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients");

/// Defines one test for each script in `boto3/`. A script covers one topic and starts with an empty database.
macro_rules! boto3_themes {
    ($($theme:ident)*) => {
        mod boto3 {
            $(#[test]
            fn $theme() {
                super::run_boto3(stringify!($theme));
            })*
        }
        const BOTO3_THEMES: &[&str] = &[$(stringify!($theme)),*];
    };
}

boto3_themes! {
    the_table
    every_type
    put_once
    change_if_there
    counter
    newest_first
    days_of_a_month
    find_by_mail
    shop_window
    batch_write
    batch_get
    order_with_stock
    transfer
    capacity
    visitors_book
    as_it_was
    to_the_shelf
    tastes_alike
}

/// The module that the scripts share. It is not a script itself.
const BOTO3_TEAHOUSE: &str = "teahouse";

#[test]
fn runs_every_script_for_boto3() {
    let entries = std::fs::read_dir(format!("{FOLDER}/boto3")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut scripts: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".py").map(str::to_owned)).collect();
    scripts.sort();
    let mut expected = [BOTO3_THEMES, &[BOTO3_TEAHOUSE]].concat();
    expected.sort();
    assert_eq!(scripts, expected);
}

fn run_boto3(theme: &str) {
    let Some(python) = needed("boto3", tools::python()) else { return };
    let mut script = Command::new(python.join("python"));
    // Keep compiled files out of the source folder.
    run(script.arg(format!("{FOLDER}/boto3/{theme}.py")).env("PYTHONDONTWRITEBYTECODE", "1"));
}

#[test]
fn the_aws_cli() {
    let Some(python) = needed("the AWS CLI", tools::python()) else { return };
    let mut script = Command::new("bash");
    let path = tools::path_with(&python);
    run(script.arg(format!("{FOLDER}/cli.sh")).env("PATH", path).env("AWS_PAGER", ""));
}

#[test]
fn the_sdk_for_javascript() {
    let Some(node) = needed("the SDK for JavaScript", tools::node()) else { return };
    let mut script = Command::new(node.program);
    run(script.arg(node.folder.join("sdk_v3.mjs")));
}

#[test]
fn templates_pass_cfn_lint_and_python_reads_terraform() {
    let Some(python) = needed("cfn-lint", tools::infrastructure()) else { return };
    infrastructure::cfn_lint_finds_no_error(&python);
    infrastructure::python_reads_terraform(&python);
}

/// Returns a client. A missing client fails the test in CI, and skips it elsewhere.
fn needed<T>(name: &str, found: Result<T, Unavailable>) -> Option<T> {
    let missing = match found {
        Ok(found) => return Some(found),
        Err(missing) => missing,
    };
    let is_ci = std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"));
    assert!(!is_ci, "{name} cannot be had: {missing}");
    // Write to the terminal directly: the output of a passing test is not shown.
    let _shown_or_not = writeln!(io::stderr(), "\nSKIPPED: the test with {name} did not run: {missing}\n");
    None
}

/// Runs a script against its own server. Environment variables contain the address.
fn run(script: &mut Command) {
    let server = Server::start();
    let script = script
        .env("AWS_ENDPOINT_URL_DYNAMODB", server.url())
        .env("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", server.url())
        .env("S3_FOLDER", server.s3_folder())
        .env("AWS_REGION", "us-east-1")
        .env("AWS_DEFAULT_REGION", "us-east-1")
        .env("AWS_ACCESS_KEY_ID", "any")
        .env("AWS_SECRET_ACCESS_KEY", "credentials")
        .env("AWS_CONFIG_FILE", "/dev/null")
        .env("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
        // A retry would hide a wrong response.
        .env("AWS_MAX_ATTEMPTS", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("PYTHONUTF8", "1");
    for name in
        ["AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY"]
    {
        script.env_remove(name);
    }
    let output = script.output().unwrap();
    assert!(
        output.status.success(),
        "{}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
