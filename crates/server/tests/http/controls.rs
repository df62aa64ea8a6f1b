//! The controls over HTTP, as docs/controls.md describes them.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use dynalab_service::Request;

use crate::client::{self, Client, signed_headers};

const DOCUMENT: &str = include_str!("../../../../docs/controls.md");

/// Returns the sample of the document in a language.
fn sample(language: &str) -> &'static str {
    let (_, rest) = DOCUMENT.split_once(&format!("```{language}\n")).expect("the document has a sample");
    rest.split_once("```").expect("the sample ends").0
}

/// Returns the rows about controls: the name, and the members of the request as words.
fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    let cells = DOCUMENT.lines().filter(|line| line.starts_with("| `Dynalab."));
    cells
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            // Values in brackets are not members.
            let mut depth = 0;
            let outside: Vec<&str> = cells[2]
                .split_inclusive(['(', ')'])
                .filter(|part| {
                    let is_outside = depth == 0;
                    depth = if part.ends_with('(') { 1 } else { 0 };
                    is_outside
                })
                .collect();
            let members = outside.iter().flat_map(|part| part.split('`').skip(1).step_by(2)).collect();
            (cells[1].trim_matches('`'), members)
        })
        .collect()
}

#[test]
fn the_document_lists_every_control_once() {
    let listed: Vec<&str> = rows().into_iter().map(|(name, _)| name).collect();
    let known: BTreeSet<&str> = Request::CONTROLS.iter().copied().collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), known);
    assert_eq!(listed.len(), known.len(), "a control is listed twice");
}

/// The error for an unknown member lists those that are known.
#[test]
fn the_document_has_the_members_of_each_control() {
    let mut client = Client::connect(client::start());
    let mut faults = Vec::new();
    for (name, members) in rows() {
        let told = client.ask_with(&signed_headers(name), r#"{"NoSuchMember":1}"#);
        let told: serde_json::Value = serde_json::from_str(&told.body).unwrap();
        let message = told["message"].as_str().unwrap_or_default();
        let (_, known) = message.split_once("known: ").unwrap_or_else(|| panic!("{name}: {told}"));
        let known: BTreeSet<&str> = known.split(", ").filter(|member| *member != "none").collect();
        let listed: BTreeSet<&str> = members.iter().map(|member| member.trim_end_matches('?')).collect();
        if listed != known {
            faults.push(format!("{name} has {known:?}, and the document has {listed:?}"));
        }

        let needs_some = members.iter().any(|member| !member.ends_with('?'));
        let empty = client.ask_with(&signed_headers(name), "{}");
        if empty.status != if needs_some { 400 } else { 200 } {
            faults.push(format!("{name} of {members:?} without members: {}", empty.body));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_request_of_the_document_works_as_it_is_sent() {
    let sample = sample("http").trim_end().replace('\n', "\r\n");
    let mut client = Client::connect(client::start());
    client.send(sample.as_bytes()).unwrap();
    let answer = client.receive().unwrap();
    assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"Now":1700000060.0}"#));

    for (from, to) in [
        ("X-Amz-Target: Dynalab.", "X-Amz-Target: DynamoDB_20120810.Dynalab."),
        ("X-Amz-Date: 20260101T000000Z\r\n", ""),
        ("Authorization: AWS4-HMAC-SHA256 Credential=", "X-Nothing: "),
        (", Signature=0", ""),
    ] {
        let broken = sample.replacen(from, to, 1);
        assert_ne!(broken, sample, "{from}");
        client.send(broken.as_bytes()).unwrap();
        let answer = client.receive().unwrap();
        assert_eq!(answer.status, 400, "without {from:?}: {}", answer.body);
    }
}

#[test]
fn the_command_of_the_document_works() {
    if Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("SKIPPED: curl is not installed");
        return;
    }
    let address = client::start();
    let command = sample("sh").replace("127.0.0.1:8000", &address.to_string());
    assert!(command.contains(&address.to_string()), "{command}");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), r#"{"Now":1700000060.0}"#);
}
