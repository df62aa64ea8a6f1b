//! The commands of docs/beyond.md run, in their order, against a server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The address in the document.
const ADDRESS: &str = "http://127.0.0.1:8000";

struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

fn server() -> Server {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dynalab-server"))
        .args(["--port", "0", "--host", "127.0.0.1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim_end().rsplit(' ').next().unwrap().to_owned();
    Server(child, url)
}

#[test]
fn every_command_of_the_document_ends_as_it_says() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("beyond");
    let _none_before = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("design.json"), dynalab_modeling::templates::find("shop").unwrap().text)
        .unwrap();
    let server = server();
    let document = include_str!("../../../docs/beyond.md");
    let lines: Vec<&str> = document.lines().filter(|line| line.starts_with("dynalab-server ")).collect();
    assert_eq!(lines.len(), 10);
    let programs = Path::new(env!("CARGO_BIN_EXE_dynalab-server")).parent().unwrap().display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    for line in lines {
        let (command, code) = line.split_once("# exits with ").unwrap();
        let output = Command::new("sh")
            .args(["-c", &command.replace(ADDRESS, &server.1)])
            .current_dir(&folder)
            .env("PATH", &path)
            .envs([("AWS_ACCESS_KEY_ID", "any"), ("AWS_SECRET_ACCESS_KEY", "credentials")])
            .envs([("AWS_EC2_METADATA_DISABLED", "true"), ("AWS_CONFIG_FILE", "/dev/null")])
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(
            output.status.code().map(|code| code.to_string()).as_deref(),
            Some(code),
            "{line}\n{errors}\n{out}"
        );
    }
}
