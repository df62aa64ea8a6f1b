//! How long files of five million bytes take to open: until their format is known, and until the answer for the page is made. In CPU time of
//! this thread.

use anyhow::{Context, Result, ensure};
use dynalab_benchmarks::cpu::cpu_time;
use dynalab_benchmarks::figures::Figures;
use dynalab_benchmarks::large_files::{KINDS, Kind, text_of};
use dynalab_benchmarks::summary::below;
use dynalab_playground::message_bytes;
use dynalab_programs::files::{FileProblem, Files, OpenDesignFiles, OpenedDesignFiles, Parts, ToFiles};

const RUNS: usize = 5;

fn main() -> Result<()> {
    let mut figures = Figures::default();
    for kind in &KINDS {
        let text = text_of(kind);
        let (mut known_ms, mut whole_ms, mut bytes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..RUNS {
            let opened = open(kind, &text)?;
            known_ms.push(opened.known_ms);
            whole_ms.push(opened.whole_ms);
            bytes = opened.answer.len();
            check(kind, &opened.answer)?;
        }
        for (name, took_ms) in [("known", known_ms), ("whole", whole_ms)] {
            figures.note(&format!("files/{}/{name} ms", kind.name), below(took_ms, 0.5).unwrap_or_default());
        }
        figures.note(&format!("files/{}/answer KB", kind.name), bytes as f64 / 1_000.0);
    }
    Ok(figures.keep("large_files")?)
}

struct Opened {
    known_ms: f64,
    whole_ms: f64,
    answer: Vec<u8>,
}

fn open(kind: &Kind, text: &str) -> Result<Opened> {
    let bytes = text.as_bytes().to_vec();
    let names = vec![kind.name.to_owned()];
    let message = ToFiles::OpenDesignFiles(OpenDesignFiles { names, given: Default::default() });
    let start = cpu_time();
    let since_ms = || (cpu_time() - start).as_secs_f64() * 1_000.0;
    let reply = Files::default().reply(message, Box::new(move |_, _| Ok(bytes.clone())));
    let known_ms = since_ms();
    let answer = reply.answer(Parts::all()).context("every part is here")?;
    Ok(Opened { known_ms, whole_ms: since_ms(), answer })
}

/// Fails unless the file became a design with a table.
fn check(kind: &Kind, answer: &[u8]) -> Result<()> {
    type Answer = Result<OpenedDesignFiles, FileProblem>;
    let opened = message_bytes::read::<Answer>(answer).map_err(|error| anyhow::anyhow!("{error}"))?;
    let design = opened.ok().and_then(|opened| opened.opened.design);
    ensure!(design.is_some_and(|design| design.tables.len() == 1), "{}: no table was read", kind.name);
    Ok(())
}
