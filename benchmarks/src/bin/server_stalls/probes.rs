//! Clients that send small requests at fixed times while another one works.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use dynalab_benchmarks::summary::below;

use crate::client::Client;

const GET: &str = r#"{"TableName":"Things","Key":{"pk":{"S":"7"}}}"#;

/// A kind of client that sends requests meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Another account, on a connection that stays open.
    Other,
    /// Another account, with a connection for each request.
    Newcomer,
    /// The account that works, on another connection.
    Same,
}

impl Probe {
    pub const ALL: [Probe; 3] = [Probe::Other, Probe::Newcomer, Probe::Same];

    pub fn name(self) -> &'static str {
        match self {
            Probe::Other => "other",
            Probe::Newcomer => "new",
            Probe::Same => "same",
        }
    }

    fn account(self) -> &'static str {
        if self == Probe::Same { crate::BUSY } else { crate::OTHER }
    }

    fn every(self) -> Duration {
        Duration::from_millis(if self == Probe::Newcomer { 10 } else { 2 })
    }
}

/// How long requests took, in milliseconds, from the time at which each was due.
#[derive(Clone, Copy, Debug)]
pub struct Waits {
    pub p50: f64,
    pub p99: f64,
    pub longest: f64,
}

/// Probes that run until they are asked for their results.
pub struct Probes {
    has_ended: Arc<AtomicBool>,
    running: Vec<(Probe, JoinHandle<Result<Vec<f64>>>)>,
}

impl Probes {
    pub fn start(address: SocketAddr) -> Probes {
        let has_ended = Arc::new(AtomicBool::new(false));
        let start = |probe| {
            let has_ended = Arc::clone(&has_ended);
            (probe, thread::spawn(move || run(probe, address, &has_ended)))
        };
        let running = Probe::ALL.map(start).into();
        Probes { has_ended, running }
    }

    pub fn finish(self) -> Result<Vec<(Probe, Waits)>> {
        self.has_ended.store(true, Ordering::Relaxed);
        let mut waits = Vec::new();
        for (probe, thread) in self.running {
            let taken = thread.join().map_err(|_| anyhow!("a probe has panicked"))??;
            let at = |share| below(taken.clone(), share).unwrap_or_default();
            waits.push((probe, Waits { p50: at(0.5), p99: at(0.99), longest: at(1.0) }));
        }
        Ok(waits)
    }
}

fn run(probe: Probe, address: SocketAddr, has_ended: &AtomicBool) -> Result<Vec<f64>> {
    let mut client = Client::connect(address, probe.account())?;
    let mut taken = Vec::new();
    let mut due = Instant::now();
    while !has_ended.load(Ordering::Relaxed) {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        if probe == Probe::Newcomer {
            client = Client::connect(address, probe.account())?;
        }
        client.ask("GetItem", GET)?;
        taken.push(due.elapsed().as_secs_f64() * 1_000.0);
        due += probe.every();
    }
    Ok(taken)
}
