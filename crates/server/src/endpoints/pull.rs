//! `dynalab-server pull`: writes tables of an endpoint into a document, and a first design beside it.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};

use dynalab_literals::visible;
use dynalab_playground::share::document::TEXT_MAX_BYTES;
use dynalab_remote::mask::Mask;
use dynalab_remote::native::random;
use dynalab_remote::pull::proposal::Proposal;
use dynalab_remote::pull::scan::Segments;
use dynalab_remote::pull::{PullError, PullOptions, Pulled, pull};

use super::Ended;
use super::connection::{block_on, client};
use super::options::PullCommand;

/// The progress is shown after so many items.
const SHOW_EVERY: u64 = 500;

pub fn run(options: &PullCommand) -> Result<Ended, String> {
    let out = options.out.display().to_string();
    for file in std::iter::once(&options.out).chain(&options.design) {
        if file.exists() && !options.replaces_file {
            return Err(format!("{} is there already. --force replaces it.", file.display()));
        }
    }
    let mut mask = (!options.mask.is_empty()).then(|| Mask::new(options.mask.iter().cloned(), secret()));
    let pull_options = PullOptions {
        tables: (!options.tables.is_empty()).then(|| options.tables.clone()),
        segments: Segments { count: options.segments, is_consistent: false },
        sample: options.sample,
        leaves_items: options.leaves_items,
    };
    // The document gets its name when it is whole.
    let part = options.out.with_extension("part");
    let ended = block_on(async {
        let client = client(&options.connection).await?;
        let file = File::create(&part).map_err(|error| format!("{}: {error}", part.display()))?;
        let mut output = BufWriter::new(file);
        let mut proposal = Proposal::default();
        let shows = io::stderr().is_terminal();
        let pulled =
            pull(&client, &pull_options, mask.as_mut(), &mut output, &mut proposal, |table, items| {
                if shows && items % SHOW_EVERY == 0 {
                    let mut stderr = io::stderr();
                    let _closed =
                        write!(stderr, "\r\x1b[K{table}: {items} items").and_then(|()| stderr.flush());
                }
            })
            .await;
        if shows {
            eprint!("\r\x1b[K");
        }
        let pulled = pulled.map_err(|error: PullError| error.to_string())?;
        output.flush().map_err(|error| format!("{}: {error}", part.display()))?;
        if let Some(path) = &options.design {
            let tables = pulled.tables.iter().map(|table| table.found.clone());
            match proposal.write(tables) {
                Some(text) => {
                    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?
                }
                None => eprintln!("dynalab-server: no design can be proposed from these items"),
            }
        }
        Ok(pulled)
    });
    match ended {
        Ok(pulled) => {
            fs::rename(&part, &options.out).map_err(|error| format!("{out}: {error}"))?;
            print!("{}", text(&pulled, options));
            Ok(Ended::Well)
        }
        Err(message) => {
            let _removed = fs::remove_file(&part);
            Err(message)
        }
    }
}

/// Returns the secret of a mask. It is kept nowhere.
fn secret() -> [u8; 32] {
    let mut secret = [0; 32];
    for part in secret.chunks_mut(8) {
        part.copy_from_slice(&random().to_be_bytes());
    }
    secret
}

fn text(pulled: &Pulled, options: &PullCommand) -> String {
    let mut text = String::new();
    for table in &pulled.tables {
        let (name, items) = (&table.found.table.name, table.checksum.items);
        text.push_str(&format!("{name}: {items} items, checksum {}\n", table.checksum));
    }
    for attribute in &options.mask {
        text.push_str(&format!("Masked: {attribute}\n"));
    }
    if pulled.bytes > TEXT_MAX_BYTES as u64 {
        text.push_str(&format!(
            "The document has {} bytes. It can be pushed; the page opens up to {TEXT_MAX_BYTES}: pull a --sample for it.\n",
            pulled.bytes
        ));
    }
    visible::printed(&text)
}
