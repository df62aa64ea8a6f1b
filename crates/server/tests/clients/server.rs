//! The program, running for one test on its own port.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

pub struct Server {
    process: Child,
    url: String,
    s3_folder: PathBuf,
}

impl Server {
    pub fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dynalab-server"));
        let s3_folder = new_folder();
        command.args(["--port", "0", "--s3-folder"]).arg(&s3_folder);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim_end().rsplit(' ').next().unwrap().to_owned();
        Server { process, url, s3_folder }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// The folder with the buckets.
    pub fn s3_folder(&self) -> &Path {
        &self.s3_folder
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // If the process has already ended, its test has failed.
        let _killed_or_not = self.process.kill();
        let _waited_or_not = self.process.wait();
        let _removed_or_not = fs::remove_dir_all(&self.s3_folder);
    }
}

/// Creates a new folder for each server.
fn new_folder() -> PathBuf {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir().join(format!("dynalab-clients-{}-{number}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}
