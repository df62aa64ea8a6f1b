//! A process with all its children: killed together, by id, however the test ends.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};

/// How often, and after what time, a killed group is looked at: five seconds in all.
const ENDING_LOOKS: u32 = 250;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// A program and its children in their own process group.
pub struct ProcessGroup {
    pub leader: Child,
}

impl ProcessGroup {
    pub fn start(command: &mut Command) -> Result<ProcessGroup> {
        let program = command.get_program().to_string_lossy().into_owned();
        let leader = command
            .process_group(0)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("{program} does not start"))?;
        Ok(ProcessGroup { leader })
    }

    /// Sends SIGKILL to all processes, so that none can clean up.
    pub fn kill(&mut self) -> Result<()> {
        let group = format!("-{}", self.leader.id());
        let killed = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        killed.context("the program `kill` is not there")?;
        self.leader.wait().context("a killed process does not end")?;
        // The others of the group end a little later, and one of them may hold what a next browser opens.
        for _ in 0..ENDING_LOOKS {
            let is_left = Command::new("kill").args(["-0", "--", &group]).stderr(Stdio::null()).status();
            if !is_left.is_ok_and(|status| status.success()) {
                break;
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        Ok(())
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The group may have been killed already.
        let _ = self.kill();
    }
}
