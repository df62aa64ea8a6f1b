//! Brings tables of an endpoint back: definitions, settings and items, as a document that opens in the workbench.
//!
//! Without a mask, an item is written as soon as it arrives, so memory does not grow with the table. With a mask, all items are held until
//! every value is known, and nothing is written before.

pub mod proposal;
pub mod sample;
pub mod scan;

use std::io;

use dynalab_types::Item;
use dynalab_types::wire::write_item;
use serde_json::{Value, json};

use crate::checksum::Checksum;
use crate::client::Client;
use crate::edge::Edge;
use crate::error::RemoteError;
use crate::mask::Mask;
use crate::tables::{self, FoundTable, setting_commands};
use proposal::Proposal;
use scan::{Segments, scan};

/// What is pulled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PullOptions {
    /// The names of the tables. None means all.
    pub tables: Option<Vec<String>>,
    pub segments: Segments,
    /// So many partition keys of each table, with all their items. None means all items.
    pub sample: Option<usize>,
    /// Definitions and settings alone.
    pub leaves_items: bool,
}

/// One pulled table.
#[derive(Clone, Debug, PartialEq)]
pub struct PulledTable {
    pub found: FoundTable,
    /// The items as they are written: masked, if there is a mask.
    pub checksum: Checksum,
}

/// What a pull brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pulled {
    pub tables: Vec<PulledTable>,
    /// The bytes that were written.
    pub bytes: u64,
}

/// Why a pull fails.
#[derive(Debug)]
pub enum PullError {
    Remote(RemoteError),
    NoTable { name: String },
    Output(io::Error),
    Mask(crate::mask::MaskError),
}

impl From<RemoteError> for PullError {
    fn from(error: RemoteError) -> PullError {
        PullError::Remote(error)
    }
}

impl From<io::Error> for PullError {
    fn from(error: io::Error) -> PullError {
        PullError::Output(error)
    }
}

/// Pulls tables and writes them as a document. `progress` gets the table and the number of its items so far.
///
/// # Errors
/// A table is not there, the endpoint refuses a request, or the document cannot be written.
pub async fn pull<E: Edge>(
    client: &Client<E>,
    options: &PullOptions,
    mask: Option<&mut Mask>,
    output: &mut dyn io::Write,
    proposal: &mut Proposal,
    mut progress: impl FnMut(&str, u64),
) -> Result<Pulled, PullError> {
    let found = describe_all(client, options).await?;
    let mut document = DocumentWriter::new(output);
    let pulled = match mask {
        None => {
            let mut pulled = Vec::new();
            for found in found {
                pulled.push(
                    stream_table(client, options, found, &mut document, (proposal, &mut progress)).await?,
                );
            }
            pulled
        }
        Some(mask) => {
            let mut all: Vec<(FoundTable, Vec<Item>)> = Vec::new();
            for found in found {
                let mut items = Vec::new();
                let name = found.table.name.clone();
                each_item(client, &found, options, |item| {
                    items.push(item);
                    progress(&name, items.len() as u64);
                    Ok(())
                })
                .await?;
                all.push((found, items));
            }
            write_masked(mask, all, &mut document, proposal)?
        }
    };
    let now_ms = client.edge().now().epoch_ms;
    let commands = pulled.iter().flat_map(|pulled| setting_commands(&pulled.found.table, now_ms));
    let bytes = document.finish(commands.collect())?;
    Ok(Pulled { tables: pulled, bytes })
}

/// Describes the tables that are pulled.
async fn describe_all<E: Edge>(
    client: &Client<E>,
    options: &PullOptions,
) -> Result<Vec<FoundTable>, PullError> {
    let names = match &options.tables {
        Some(names) => names.clone(),
        None => table_names(client).await?,
    };
    let mut found = Vec::new();
    for name in names {
        let described = tables::describe(client, &name)
            .await?
            .ok_or_else(|| PullError::NoTable { name: name.clone() })?;
        found.push(
            tables::read(&described)
                .map_err(|error| RemoteError::NotDescribed { table: name, message: error.to_string() })?,
        );
    }
    Ok(found)
}

/// Writes each item of a table when it arrives.
async fn stream_table<E: Edge>(
    client: &Client<E>,
    options: &PullOptions,
    found: FoundTable,
    document: &mut DocumentWriter<'_>,
    (proposal, progress): (&mut Proposal, &mut impl FnMut(&str, u64)),
) -> Result<PulledTable, PullError> {
    document.begin(&found)?;
    let mut checksum = Checksum::default();
    let mut failed = None;
    let name = found.table.name.clone();
    let read = each_item(client, &found, options, |item| {
        checksum.add(&item);
        proposal.add(&found, &item);
        progress(&name, checksum.items);
        document.item(&item).map_err(|error| {
            let message = error.to_string();
            failed = Some(error);
            RemoteError::Item { table: name.clone(), message }
        })
    })
    .await;
    if let Some(error) = failed {
        return Err(PullError::Output(error));
    }
    read?;
    document.end()?;
    Ok(PulledTable { found, checksum })
}

/// Masks all items, then writes them.
fn write_masked(
    mask: &mut Mask,
    all: Vec<(FoundTable, Vec<Item>)>,
    document: &mut DocumentWriter<'_>,
    proposal: &mut Proposal,
) -> Result<Vec<PulledTable>, PullError> {
    mask.learn(all.iter().flat_map(|(_, items)| items));
    let mut masked = Vec::new();
    for (found, items) in all {
        let items = mask.masked(&found.table, items).map_err(PullError::Mask)?;
        masked.push((found, items));
    }
    let mut pulled = Vec::new();
    for (found, items) in masked {
        document.begin(&found)?;
        let mut checksum = Checksum::default();
        for item in &items {
            checksum.add(item);
            proposal.add(&found, item);
            document.item(item)?;
        }
        document.end()?;
        pulled.push(PulledTable { found, checksum });
    }
    Ok(pulled)
}

async fn each_item<E: Edge>(
    client: &Client<E>,
    found: &FoundTable,
    options: &PullOptions,
    each: impl FnMut(Item) -> Result<(), RemoteError>,
) -> Result<(), RemoteError> {
    match options.sample {
        _ if options.leaves_items => Ok(()),
        Some(keys) => sample::read(client, &found.table, keys, each).await,
        None => scan(client, &found.table.name, options.segments, each).await,
    }
}

/// Returns the names of all tables of an endpoint.
///
/// # Errors
/// The endpoint refuses the request, or does not answer.
pub async fn table_names<E: Edge>(client: &Client<E>) -> Result<Vec<String>, RemoteError> {
    let mut names: Vec<String> = Vec::new();
    let mut body = json!({});
    loop {
        let answer = client.call("ListTables", &body).await?;
        let page = answer["TableNames"].as_array().into_iter().flatten();
        names.extend(page.filter_map(|name| name.as_str().map(str::to_owned)));
        match answer.get("LastEvaluatedTableName").filter(|last| !last.is_null()) {
            Some(last) => body = json!({ "ExclusiveStartTableName": last }),
            None => return Ok(names),
        }
    }
}

/// Writes a document part by part.
struct DocumentWriter<'a> {
    output: &'a mut dyn io::Write,
    bytes: u64,
    tables: usize,
    items: u64,
    text: String,
}

impl<'a> DocumentWriter<'a> {
    fn new(output: &'a mut dyn io::Write) -> DocumentWriter<'a> {
        DocumentWriter { output, bytes: 0, tables: 0, items: 0, text: String::new() }
    }

    fn begin(&mut self, found: &FoundTable) -> io::Result<()> {
        let start = match self.tables {
            0 => "{\"format\":\"dynalab\",\"version\":1,\"tables\":[\n",
            _ => ",\n",
        };
        self.tables += 1;
        self.items = 0;
        self.write(&format!("{start}{{\"create\":{},\"items\":[", found.create))
    }

    fn item(&mut self, item: &Item) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        text.push_str(if self.items == 0 { "\n" } else { ",\n" });
        write_item(item, &mut text);
        self.items += 1;
        let written = self.write(&text);
        self.text = text;
        written
    }

    fn end(&mut self) -> io::Result<()> {
        self.write("]}")
    }

    fn finish(mut self, commands: Vec<Value>) -> io::Result<u64> {
        if self.tables == 0 {
            self.write("{\"format\":\"dynalab\",\"version\":1,\"tables\":[")?;
        }
        self.write(&format!("],\n\"commands\":{}}}\n", Value::Array(commands)))?;
        self.output.flush()?;
        Ok(self.bytes)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.output.write_all(text.as_bytes())
    }
}

impl std::fmt::Display for PullError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PullError::Remote(error) => error.fmt(formatter),
            PullError::NoTable { name } => write!(formatter, "The endpoint has no table {name}."),
            PullError::Output(error) => write!(formatter, "The file cannot be written: {error}"),
            PullError::Mask(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for PullError {}
