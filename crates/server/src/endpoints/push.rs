//! `dynalab-server push`: prints the plan, asks for consent, and pushes with a checkpoint in a file.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use dynalab_remote::push::plan::{Consent, plan};
use dynalab_remote::push::{Checkpoint, Progress, PushObserver, PushOptions, push};
use dynalab_remote::source::Source;

use super::Ended;
use super::connection::{block_on, client, endpoint};
use super::options::PushCommand;
use super::push_text::{plan_text, result_text};

pub fn run(options: &PushCommand) -> Result<Ended, String> {
    let file = options.source.display().to_string();
    let text = fs::read_to_string(&options.source).map_err(|error| format!("{file}: {error}"))?;
    let mut source = Source::read(&file, &text).map_err(|error| format!("{file}: {error}"))?;
    if options.tables_only {
        source.tables.iter_mut().for_each(|table| table.items.clear());
    }
    let endpoint = endpoint(&options.connection)?;
    let path = options.checkpoint.clone().unwrap_or_else(|| beside(&options.source));
    let kept = fs::read_to_string(&path).ok();
    let mut checkpoint = Checkpoint::resume(kept.as_deref(), &text, &endpoint);
    let consent = Consent { writes_into_tables: options.into_existing, skips_reading: options.skips_reading };
    block_on(async {
        let client = client(&options.connection).await?;
        let plan = plan(&client, &source, &checkpoint, consent).await.map_err(|error| error.to_string())?;
        print!("{}", plan_text(&plan, &source, &endpoint, checkpoint.is_resumed()));
        if options.plan_only {
            return Ok(Ended::Well);
        }
        if plan.is_empty() {
            return Ok(Ended::WithDifferences);
        }
        if !endpoint.is_loopback() && !options.yes {
            println!("Nothing was changed. Run the command again with --yes to go on.");
            return Ok(Ended::WithDifferences);
        }
        let push_options = PushOptions { concurrency: options.concurrency, verifies: !options.skips_reading };
        let mut observer = Observer { path: path.clone(), failed: None, shows: io::stderr().is_terminal() };
        let pushed = push(&client, &source, &plan, push_options, &mut checkpoint, &mut observer).await;
        observer.clear();
        if let Some(error) = &observer.failed {
            eprintln!("dynalab-server: {}: the checkpoint cannot be kept: {error}", path.display());
        }
        let pushed = pushed.map_err(|error| {
            format!(
                "{error}\nThe progress is kept in {}. Run the same command again to go on.",
                path.display()
            )
        })?;
        print!("{}", result_text(&pushed));
        // Nothing is left to go on with. A file that cannot be removed says only what is done.
        let _removed = fs::remove_file(&path);
        let is_whole = plan.tables.iter().all(dynalab_remote::push::PlannedTable::is_written)
            && pushed.iter().all(|table| table.is_verified() != Some(false) && table.not_set.is_empty());
        Ok(if is_whole { Ended::Well } else { Ended::WithDifferences })
    })
}

/// Returns the default place of a checkpoint.
fn beside(source: &Path) -> PathBuf {
    let mut name = source.file_name().unwrap_or_default().to_owned();
    name.push(".push.json");
    source.with_file_name(name)
}

/// Shows the progress on a terminal, and keeps the checkpoint.
struct Observer {
    path: PathBuf,
    failed: Option<io::Error>,
    shows: bool,
}

impl Observer {
    fn line(&self, text: &str) {
        if self.shows {
            let mut output = io::stderr();
            let _closed = write!(output, "\r\x1b[K{text}").and_then(|()| output.flush());
        }
    }

    fn clear(&self) {
        self.line("");
    }
}

impl PushObserver for Observer {
    fn progress(&mut self, progress: Progress) {
        let text = match progress {
            Progress::Creating { table } => format!("{table}: creating"),
            Progress::Waiting { table, status } => format!("{table}: {status}"),
            Progress::Setting { table, operation } => format!("{table}: {operation}"),
            Progress::Writing { table, done, of } => format!("{table}: {done} of {of} items"),
            Progress::Verifying { table } => format!("{table}: reading all items again"),
        };
        self.line(&text);
    }

    fn save(&mut self, checkpoint: &Checkpoint) {
        // A file beside it, then a rename: a torn checkpoint is never read.
        let new = self.path.with_extension("new");
        let saved = fs::write(&new, checkpoint.write()).and_then(|()| fs::rename(&new, &self.path));
        if let Err(error) = saved {
            self.failed = Some(error);
        }
    }
}
