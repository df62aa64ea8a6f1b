//! The memory of the browser's renderers that this process started, page and worker together, as Linux reports it.

use std::fs;

use anyhow::{Context, Result, ensure};

struct Process {
    id: u32,
    parent: u32,
    /// Resident memory in bytes, for renderers only.
    resident_bytes: Option<u64>,
}

/// Returns the memory of the renderers below this process, in bytes.
///
/// # Errors
/// Fails without `/proc`, or without a renderer.
pub fn bytes_of_this_process() -> Result<u64> {
    let mut all = Vec::new();
    for entry in fs::read_dir("/proc").context("memory is measured on Linux only")? {
        let name = entry?.file_name();
        // A process may end during the scan.
        all.extend(name.to_str().and_then(|name| name.parse().ok()).and_then(read));
    }
    let mut ours = vec![std::process::id()];
    let mut sum_bytes = 0;
    while let Some(parent) = ours.pop() {
        for child in all.iter().filter(|process| process.parent == parent) {
            ours.push(child.id);
            sum_bytes += child.resident_bytes.unwrap_or_default();
        }
    }
    ensure!(sum_bytes > 0, "no renderer of a browser was found");
    Ok(sum_bytes)
}

fn read(id: u32) -> Option<Process> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let command = fs::read(format!("/proc/{id}/cmdline")).ok()?;
    let is_renderer = String::from_utf8_lossy(&command).contains("--type=renderer");
    let resident_bytes = field("VmRSS:").filter(|_| is_renderer).map(|kilobytes| kilobytes * 1024);
    Some(Process { id, parent: u32::try_from(field("PPid:")?).ok()?, resident_bytes })
}
