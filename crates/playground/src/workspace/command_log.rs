//! Writes the newest requests as the commands of a document, with the tables before them.

use dynalab_engine::engine::Engine;

use crate::history::{BODIES_BYTES_MAX, HistoryEntry, HistoryEntryId};
use crate::share::document::{CountedPart, LoggedCommand};
use crate::share::tables_text::CommandLog;
use crate::workspace::service::WorkspaceService;
use crate::workspace::{TravelError, Workspace};

impl<S: WorkspaceService> Workspace<S> {
    /// Calls `tell` with the tables before the newest `steps` steps and with the commands of these steps. There are fewer
    /// commands if the history is short, or if they would be too long. The shown entry stays the same.
    ///
    /// # Errors
    /// If the stored changes on the path are damaged.
    pub fn with_log<Told>(
        &mut self,
        steps: u32,
        tell: impl FnOnce(&Engine<S>, &CommandLog) -> Told,
    ) -> Result<Told, TravelError> {
        let shown = self.history.position();
        let mut log = CommandLog::default();
        if steps == 0 {
            return Ok(tell(&self.engine, &log));
        }
        let (base, entries) = self.newest(self.last_shared(), steps);
        for (place, id) in entries.iter().enumerate() {
            log.commands.extend(self.history.entry(*id).map(command));
            if *id == shown && place + 1 < entries.len() {
                log.shown = Some(place as u64 + 1);
            }
        }
        if shown == base && !entries.is_empty() {
            log.shown = Some(0);
        }
        self.go(base)?;
        if self.engine.database().tables().next().is_some() {
            log.clock = Some(self.engine.now());
        }
        // The computer's clock may have been set back; the engine's clock never goes back.
        let mut before = self.engine.now();
        for command in &mut log.commands {
            command.at = command.at.max(before);
            before = command.at;
        }
        let told = tell(&self.engine, &log);
        self.go(shown)?;
        Ok(told)
    }

    /// Returns the head if it comes after the shown entry, otherwise the shown entry. Undone requests are not shared.
    fn last_shared(&self) -> HistoryEntryId {
        let (head, shown) = (self.history.head(), self.history.position());
        match self.history.path(shown, head) {
            Some(path) if path.back.is_empty() => head,
            _ => shown,
        }
    }

    /// Returns the entries up to `last`, oldest first, and the entry before them. A step is never divided.
    fn newest(&self, last: HistoryEntryId, steps: u32) -> (HistoryEntryId, Vec<HistoryEntryId>) {
        let (mut base, mut whole, mut bytes) = (last, 0, 0);
        let mut entries = Vec::new();
        let mut left = steps;
        let mut next = last;
        while let Some(entry) = self.history.entry(next).filter(|_| left > 0) {
            bytes += entry.body.len();
            // The limit for the requests' bodies, so that they and the tables fit into a document.
            let is_left_out = entry.is_lost && entry.body.is_empty();
            if entries.len() == CountedPart::Commands.at_most() || bytes > BODIES_BYTES_MAX || is_left_out {
                break;
            }
            entries.push(next);
            next = entry.parent;
            if !entry.continues {
                (base, whole) = (next, entries.len());
                left -= 1;
            }
        }
        entries.truncate(whole);
        entries.reverse();
        (base, entries)
    }
}

fn command(entry: &HistoryEntry) -> LoggedCommand {
    LoggedCommand {
        at: entry.at,
        operation: entry.operation.to_string(),
        body: entry.body.to_string(),
        continues: entry.continues,
    }
}
