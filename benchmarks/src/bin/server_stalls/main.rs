//! How long small requests wait while another client exports, imports, restores, adds an index or jumps: requests of another account, of
//! new connections, and of the same account.
#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod client;
mod probes;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::server_process::{ServerProcess, dynalab_server};
use dynalab_benchmarks::stalls::Work;
use dynalab_benchmarks::summary::below;

use client::{Client, member};
use probes::{Probe, Probes, Waits};

/// The account that works, and another one.
pub const BUSY: &str = "111111111111";
pub const OTHER: &str = "222222222222";
const ITEMS: usize = 400_000;
const ITEMS_VARIABLE: &str = "DYNALAB_STALL_ITEMS";
const ROUNDS: usize = 5;
/// The time before and after the work, so that each run has many probes.
const AROUND: Duration = Duration::from_millis(300);
const BUCKET: &str = "shelf";
const TABLE_ARN: &str = "arn:aws:dynamodb:us-east-1:111111111111:table/Things";

fn main() -> Result<()> {
    let folder = std::env::temp_dir().join(format!("dynalab-stalls-{}", std::process::id()));
    fs::create_dir_all(folder.join(BUCKET))?;
    let done = measure(&folder);
    fs::remove_dir_all(&folder)?;
    done
}

fn measure(folder: &Path) -> Result<()> {
    let mut command = dynalab_server()?;
    let server = ServerProcess::start({
        command.arg("--s3-folder").arg(folder);
        command
    })?;
    let mut busy = Busy::prepare(&server, folder)?;
    let mut all: Vec<Measured> = Vec::new();
    for _ in 0..ROUNDS {
        for work in Work::ALL {
            busy.set_up(work)?;
            let probes = Probes::start(server.address);
            thread::sleep(AROUND);
            let start = Instant::now();
            busy.work(work)?;
            let took_ms = start.elapsed().as_secs_f64() * 1_000.0;
            thread::sleep(AROUND);
            all.push(Measured { work, took_ms, waits: probes.finish()? });
            busy.clean_up(work)?;
        }
    }
    let mut figures = Figures::default();
    for work in Work::ALL {
        note(&mut figures, work, all.iter().filter(|measured| measured.work == work));
    }
    Ok(figures.keep("stalls")?)
}

struct Measured {
    work: Work,
    took_ms: f64,
    waits: Vec<(Probe, Waits)>,
}

/// Notes the medians of the rounds.
fn note<'a>(figures: &mut Figures, work: Work, rounds: impl Iterator<Item = &'a Measured> + Clone) {
    let median = |values: Vec<f64>| below(values, 0.5).unwrap_or_default();
    let name = work.name();
    figures.note(&format!("stalls/{name}/ms"), median(rounds.clone().map(|round| round.took_ms).collect()));
    for probe in Probe::ALL {
        let of = |figure: fn(&Waits) -> f64| {
            let waits = rounds.clone().flat_map(|round| &round.waits);
            median(waits.filter(|(kind, _)| *kind == probe).map(|(_, waits)| figure(waits)).collect())
        };
        let figure = |what: &str| format!("stalls/{name}/{}/{what} ms", probe.name());
        figures.note(&figure("p50"), of(|waits| waits.p50));
        figures.note(&figure("p99"), of(|waits| waits.p99));
        figures.note(&figure("longest"), of(|waits| waits.longest));
    }
}

/// The client that works.
struct Busy {
    client: Client,
    folder: PathBuf,
    backup: String,
    /// The prefix of the files to import.
    exported: String,
}

impl Busy {
    /// Fills the tables. The first export has the files to import.
    fn prepare(server: &ServerProcess, folder: &Path) -> Result<Busy> {
        let mut other = Client::connect(server.address, OTHER)?;
        create_table(&mut other, "Things", "")?;
        fill(&mut other, 1_000)?;
        let mut client = Client::connect(server.address, BUSY)?;
        create_table(&mut client, "Things", "")?;
        let items = std::env::var(ITEMS_VARIABLE).ok().and_then(|items| items.parse().ok());
        fill(&mut client, items.unwrap_or(ITEMS))?;
        client.ask(
            "UpdateContinuousBackups",
            r#"{"TableName":"Things","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
        )?;
        let mut busy =
            Busy { client, folder: folder.to_owned(), backup: String::new(), exported: String::new() };
        busy.back_up()?;
        busy.exported = busy.export()?;
        Ok(busy)
    }

    fn set_up(&mut self, work: Work) -> Result<()> {
        match work {
            Work::Delete => self.restore(),
            Work::Jump => {
                let stream = r#","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}"#;
                create_table(&mut self.client, "Streamed", stream)?;
                let dials = r#"{"Profile":"instant","Seed":7,"Dials":{"stream_shards":1,"stream_shard_roll_ms":60000}}"#;
                self.client.ask("Dynalab.SetDials", dials).map(drop)
            }
            _ => Ok(()),
        }
    }

    fn work(&mut self, work: Work) -> Result<()> {
        match work {
            Work::Nothing => {
                thread::sleep(AROUND);
                Ok(())
            }
            Work::Export => self.export().map(drop),
            Work::Import => self.import(),
            Work::Restore => self.restore(),
            Work::RestoreToTime => self.client.ask(
                "RestoreTableToPointInTime",
                r#"{"SourceTableName":"Things","TargetTableName":"Restored","UseLatestRestorableTime":true}"#,
            ).map(drop),
            Work::Backup => self.back_up(),
            Work::Index => self.client.ask(
                "UpdateTable",
                r#"{"TableName":"Things","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                    {"AttributeName":"color","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":{
                    "IndexName":"by-color","KeySchema":[{"AttributeName":"color","KeyType":"HASH"}],
                    "Projection":{"ProjectionType":"ALL"}}}]}"#,
            ).map(drop),
            Work::Delete => self.delete_restored(),
            Work::Jump => self.client.ask("Dynalab.AdvanceClock", r#"{"Milliseconds":86400000}"#).map(drop),
        }
    }

    fn clean_up(&mut self, work: Work) -> Result<()> {
        match work {
            Work::Nothing | Work::Delete => Ok(()),
            Work::Export => Ok(fs::remove_dir_all(self.folder.join(BUCKET).join("again"))?),
            Work::Import | Work::Restore | Work::RestoreToTime => self.delete_restored(),
            Work::Backup => Ok(()),
            Work::Index => self.client.ask(
                "UpdateTable",
                r#"{"TableName":"Things","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by-color"}}]}"#,
            ).map(drop),
            Work::Jump => {
                self.client.ask("Dynalab.SetDials", r#"{"Profile":"instant","Seed":7}"#)?;
                self.client.ask("DeleteTable", r#"{"TableName":"Streamed"}"#).map(drop)
            }
        }
    }

    /// Exports the table. Returns the prefix of the data files.
    fn export(&mut self) -> Result<String> {
        let prefix = if self.exported.is_empty() { "first" } else { "again" };
        let body = format!(r#"{{"TableArn":"{TABLE_ARN}","S3Bucket":"{BUCKET}","S3Prefix":"{prefix}"}}"#);
        let begun = self.client.ask("ExportTableToPointInTime", &body)?;
        let arn = member(&begun, "ExportArn")?;
        self.wait_for("DescribeExport", &format!(r#"{{"ExportArn":"{arn}"}}"#), "COMPLETED")?;
        Ok(format!("{prefix}/AWSDynamoDB/{}/data/", arn.rsplit('/').next().unwrap_or_default()))
    }

    fn import(&mut self) -> Result<()> {
        let (prefix, table) = (&self.exported, table_members("Restored"));
        let body = format!(
            r#"{{"S3BucketSource":{{"S3Bucket":"{BUCKET}","S3KeyPrefix":"{prefix}"}},"InputFormat":"DYNAMODB_JSON",
                "InputCompressionType":"GZIP","TableCreationParameters":{{{table}}}}}"#
        );
        let begun = self.client.ask("ImportTable", &body)?;
        let arn = member(&begun, "ImportArn")?;
        self.wait_for("DescribeImport", &format!(r#"{{"ImportArn":"{arn}"}}"#), "COMPLETED")
    }

    fn wait_for(&mut self, operation: &str, body: &str, status: &str) -> Result<()> {
        loop {
            let described = self.client.ask(operation, body)?;
            if described.contains(status) {
                return Ok(());
            }
            ensure!(!described.contains("FAILED"), "{described}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Replaces the backup. Only the newest one is kept, because each has all items.
    fn back_up(&mut self) -> Result<()> {
        let made = self.client.ask("CreateBackup", r#"{"TableName":"Things","BackupName":"things"}"#)?;
        let older = std::mem::replace(&mut self.backup, member(&made, "BackupArn")?.to_owned());
        if !older.is_empty() {
            self.client.ask("DeleteBackup", &format!(r#"{{"BackupArn":"{older}"}}"#))?;
        }
        Ok(())
    }

    fn restore(&mut self) -> Result<()> {
        let body = format!(r#"{{"TargetTableName":"Restored","BackupArn":"{}"}}"#, self.backup);
        self.client.ask("RestoreTableFromBackup", &body).map(drop)
    }

    fn delete_restored(&mut self) -> Result<()> {
        self.client.ask("DeleteTable", r#"{"TableName":"Restored"}"#).map(drop)
    }
}

fn table_members(name: &str) -> String {
    format!(
        r#""TableName":"{name}","BillingMode":"PAY_PER_REQUEST","KeySchema":[{{"AttributeName":"pk","KeyType":"HASH"}}],
            "AttributeDefinitions":[{{"AttributeName":"pk","AttributeType":"S"}}]"#
    )
}

fn create_table(client: &mut Client, name: &str, more: &str) -> Result<()> {
    client.ask("CreateTable", &format!("{{{}{more}}}", table_members(name))).map(drop)
}

/// Puts items of some 300 bytes.
fn fill(client: &mut Client, items: usize) -> Result<()> {
    const BATCH: usize = 25;
    let text = "x".repeat(260);
    for first in (0..items).step_by(BATCH) {
        let put = |number: usize| {
            let color = number % 97;
            format!(
                r#"{{"PutRequest":{{"Item":{{"pk":{{"S":"{number}"}},"color":{{"S":"c{color}"}},"text":{{"S":"{text}"}}}}}}}}"#
            )
        };
        let puts: Vec<String> = (first..items.min(first + BATCH)).map(put).collect();
        client.ask("BatchWriteItem", &format!(r#"{{"RequestItems":{{"Things":[{}]}}}}"#, puts.join(",")))?;
    }
    Ok(())
}
