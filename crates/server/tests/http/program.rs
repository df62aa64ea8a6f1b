//! The program: its output, its error messages, its exit.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};

use crate::client::Client;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = program(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// Starts the program and returns it with the line that it printed.
fn running(arguments: &[&str]) -> (Child, String) {
    let mut child = program(arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line)
}

#[test]
fn server_prints_its_address() {
    for (host, before_port) in [("127.0.0.1", "127.0.0.1:"), ("localhost", "127.0.0.1:"), ("::1", "[::1]:")] {
        let (mut child, line) = running(&["--port", "0", "--host", host, "--region", "ap-northeast-1"]);
        if line.is_empty() && host == "::1" {
            let mut error = String::new();
            child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
            println!("SKIPPED: this machine has no IPv6 loopback: {error}");
            continue;
        }
        let address = line.trim_end().strip_prefix("dynalab-server listens on http://").expect(&line);
        assert!(address.starts_with(before_port), "{line}");
        let mut client = Client::connect(address.parse().unwrap());
        client.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        assert_eq!(client.receive().unwrap().body, "healthy: dynamodb.ap-northeast-1.amazonaws.com ");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// Some clients resolve localhost to ::1, others to 127.0.0.1.
#[test]
fn localhost_is_both_addresses() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        println!("SKIPPED: this machine has no IPv6 loopback");
        return;
    }
    for arguments in [&["--port", "0"][..], &["--port", "0", "--host", "localhost"]] {
        let (mut child, line) = running(arguments);
        let port: u16 = line.trim_end().rsplit(':').next().unwrap().parse().unwrap();
        for address in [format!("127.0.0.1:{port}"), format!("[::1]:{port}")] {
            let answer = Client::connect(address.parse().unwrap()).ask("ListTables", "{}");
            assert_eq!((answer.status, answer.body.as_str()), (200, r#"{"TableNames":[]}"#), "{address}");
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // An IP address opens only that address.
    for (host, other) in [("127.0.0.1", "[::1]"), ("::1", "127.0.0.1")] {
        let (mut child, line) = running(&["--port", "0", "--host", host]);
        let port = line.trim_end().rsplit(':').next().unwrap();
        assert!(std::net::TcpStream::connect(format!("{other}:{port}")).is_err());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn another_address_is_warned_about() {
    for (host, warns) in [("0.0.0.0", true), ("127.0.0.1", false), ("localhost", false)] {
        let (mut child, line) = running(&["--port", "0", "--host", host]);
        let port: u16 = line.trim_end().rsplit(':').next().unwrap().parse().unwrap();
        let mut client = Client::connect(std::net::SocketAddr::from(([127, 0, 0, 1], port)));
        assert_eq!(client.ask("ListTables", "{}").status, 200);
        child.kill().unwrap();
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        child.wait().unwrap();
        let warning = format!("dynalab-server: warning: {host} is not a loopback address. Every computer");
        assert_eq!(error.starts_with(&warning), warns, "{error}");
        assert_eq!(error.is_empty(), !warns, "{error}");
    }
}

/// With and without `--shared-db`, as a client sees the tables.
#[test]
fn tables_are_shared_when_asked_for() {
    for (arguments, shared) in [(&["--port", "0"][..], false), (&["--port", "0", "--shared-db"], true)] {
        let (mut child, line) = running(arguments);
        let mut client = Client::connect(line.trim_end().rsplit('/').next().unwrap().parse().unwrap());
        crate::client::create_table(&mut client, "Things");
        let elsewhere = "AWS4-HMAC-SHA256 Credential=key/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
        let mut headers = crate::client::signed_headers("DynamoDB_20120810.ListTables");
        headers[3].1 = elsewhere;
        let expected = if shared { r#"{"TableNames":["Things"]}"# } else { r#"{"TableNames":[]}"# };
        assert_eq!(client.ask_with(&headers, "{}").body, expected);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[cfg(unix)]
#[test]
fn server_stops_on_a_signal() {
    for signal in ["INT", "TERM"] {
        let (mut child, line) = running(&["--port", "0"]);
        let address = line.trim_end().rsplit('/').next().unwrap().parse().unwrap();
        let mut idle = Client::connect(address);
        assert_eq!(idle.ask("ListTables", "{}").status, 200);

        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(idle.is_at_end());
    }
}

#[test]
fn the_same_seed_gives_the_same_ids() {
    let table_id = |seed: &str| {
        let (mut child, line) = running(&["--port", "0", "--seed", seed]);
        let mut client = Client::connect(line.trim_end().rsplit('/').next().unwrap().parse().unwrap());
        crate::client::create_table(&mut client, "Things");
        let answer = client.ask("DescribeTable", r#"{"TableName":"Things"}"#);
        child.kill().unwrap();
        child.wait().unwrap();
        let table: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        (table["Table"]["TableId"].clone(), answer.header("x-amzn-requestid").to_owned())
    };
    assert_eq!(table_id("7"), table_id("7"));
    assert_ne!(table_id("7"), table_id("8"));
}

#[test]
fn it_answers_for_itself() {
    let (code, stdout, _) = output(&["--help"]);
    assert_eq!(code, Some(0));
    assert!(stdout.contains("--port PORT"), "{stdout}");
    for (command, file) in [("check", "design.json"), ("diff", "design.json")] {
        let (code, own, _) = output(&[command, "--help"]);
        assert_eq!(code, Some(0));
        assert!(own.contains(&format!("Usage: dynalab-server {command} [OPTIONS]")), "{own}");
        for arguments in [&[command, "-h"][..], &[command, file, "--help"], &[command, file, "-h"]] {
            assert_eq!(output(arguments), (Some(0), own.clone(), String::new()), "no file is read");
        }
    }
    let version = format!("dynalab-server {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(output(&["--version"]), (Some(0), version, String::new()));
}

#[test]
fn it_refuses_what_it_cannot_do() {
    let (code, _, stderr) = output(&["--host", "example.com"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("it listens on localhost or on an address"), "{stderr}");

    let (mut first, line) = running(&["--port", "0"]);
    let port = line.trim_end().rsplit(':').next().unwrap();
    let (code, _, stderr) = output(&["--port", port]);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(code, Some(1));
    assert!(stderr.starts_with(&format!("dynalab-server: 127.0.0.1:{port}: ")), "{stderr}");
}
