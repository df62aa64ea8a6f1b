//! Durability in the worst case: all processes of the browser are killed while it writes, and acknowledged writes are kept.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::numbered_writes::{State, TABLE, request};
use crate::page::{PATIENCE, Page};
use crate::random::Random;
use crate::table;
use crate::visit::{Surroundings, Visit, visit_in};

/// How often the browser is killed. `DYNALAB_KILLS` sets another number.
const ROUNDS: u32 = 20;
/// A round takes about a third of this time.
const PATIENCE_PER_ROUND_S: u64 = 8;
/// More writes than a round can finish before the browser is killed.
const WRITES_PER_ROUND: i64 = 300;
/// Requests in progress at the same time, so that a batch contains several.
const LANES: u32 = 4;

/// Sends the requests in order, a few at a time, and notes each request after its acknowledgement.
const WRITER: &str = "
    const [requests, lanes] = arguments;
    let next = 0;
    async function lane() {
        while (next < requests.length) {
            const [number, operation, body] = requests[next++];
            const answer = await dynalab.execute(operation, body);
            const unprocessed = operation === 'BatchWriteItem' && answer.status === 200
                && Object.keys(JSON.parse(answer.body).UnprocessedItems).length > 0;
            if (answer.status !== 200 || unprocessed) {
                fetch('/note/failed/' + encodeURIComponent(operation + ' ' + answer.refusal + ' ' + answer.body));
                return;
            }
            fetch('/note/acknowledged/' + number);
        }
    }
    for (let i = 0; i < lanes; i++) lane();";

/// The data in the browser, read without the app: every database with the number of entries in its object stores.
const STORED: &str = "
    const done = arguments[arguments.length - 1];
    const finished = request => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    async function contents({ name, version }) {
        const database = await finished(indexedDB.open(name));
        const stores = {};
        for (const store of database.objectStoreNames) {
            stores[store] = await finished(database.transaction(store).objectStore(store).count());
        }
        database.close();
        return { name, version, stores };
    }
    indexedDB.databases().then(all => Promise.all(all.map(contents))).then(done, error => done(String(error)));";

#[test]
fn acknowledged_writes_survive_the_browser_being_killed() {
    let rounds = rounds();
    let timeout = 300 + PATIENCE_PER_ROUND_S * u64::from(*rounds.as_ref().unwrap_or(&ROUNDS));
    let surroundings = Surroundings { timeout: Duration::from_secs(timeout), ..Surroundings::usual() };
    visit_in("killed_browser", surroundings, async |visit| {
        let mut random = Random::from_seed_or(20_261_121);
        let mut kept = State::default();
        let rounds = *rounds.as_ref().map_err(|error| anyhow!("{error:#}"))?;
        let mut total = 0;
        visit.page().open("/about").await?;
        visit.page().succeeds("CreateTable", table::definition(TABLE)).await?;
        for round in 1..=rounds {
            let kill_time = KillTime::choose(&mut random);
            let acknowledged = writes_and_kills(visit, &kept, &kill_time).await?;
            total += acknowledged.len();
            let page = visit.page();
            page.open("/about")
                .await
                .with_context(|| format!("round {round}: the browser after its death"))?;
            kept = match everything_is_there(page, &kept, &acknowledged).await {
                Ok(kept) => kept,
                Err(error) => {
                    let stored = page.window.execute_async(STORED, Vec::new()).await?.json().clone();
                    return Err(error.context(format!(
                        "round {round} of {rounds}, {kill_time:?}; the browser has {stored}"
                    )));
                }
            };
        }
        println!("{total} acknowledged writes survived {rounds} killed browsers");
        ensure!(total > 10 * rounds as usize, "only {total} writes were acknowledged: this proves little");
        Ok(())
    });
}

fn rounds() -> Result<u32> {
    match std::env::var("DYNALAB_KILLS") {
        Ok(rounds) => rounds.parse().with_context(|| format!("DYNALAB_KILLS is no number: {rounds}")),
        Err(_) => Ok(ROUNDS),
    }
}

/// When to kill the browser, as a number of acknowledgements after the start.
#[derive(Debug)]
enum KillTime {
    /// While it continues to write, after a short delay.
    Amid { acknowledgements: u64, then: Duration },
    /// Immediately after the last write, so that no later write can flush it to the disk.
    BehindTheLast { acknowledgements: u64 },
}

impl KillTime {
    fn choose(random: &mut Random) -> KillTime {
        let acknowledgements = random.within(1..50);
        match random.within(0..2) {
            0 => KillTime::BehindTheLast { acknowledgements },
            _ => KillTime::Amid { acknowledgements, then: Duration::from_micros(random.within(0..20_000)) },
        }
    }
}

/// Writes from the stored state until a point of time, and kills the browser. Returns the numbers of the acknowledged writes.
async fn writes_and_kills(visit: &mut Visit, kept: &State, kill_time: &KillTime) -> Result<Vec<i64>> {
    let (count, wanted, then) = match kill_time {
        KillTime::Amid { acknowledgements, then } => (WRITES_PER_ROUND, *acknowledgements, *then),
        KillTime::BehindTheLast { acknowledgements: all } => (*all as i64, *all, Duration::ZERO),
    };
    let requests: Vec<Value> = (kept.writes..kept.writes + count)
        .map(|number| {
            let (operation, body) = request(number);
            json!([number, operation, body.to_string()])
        })
        .collect();
    visit.page().window.execute(WRITER, vec![json!(requests), json!(LANES)]).await?;
    let mut acknowledged = Vec::new();
    while (acknowledged.len() as u64) < wanted {
        let note =
            timeout(PATIENCE, visit.notes.recv()).await.context("waited for the next acknowledgement")?;
        acknowledged.push(acknowledged_in(&note.context("the relay is gone")?)?);
    }
    sleep(then).await;
    visit.kill_browser_and_reopen().await?;
    // Also collect acknowledgements between the decision and the kill.
    while let Ok(note) = visit.notes.try_recv() {
        acknowledged.push(acknowledged_in(&note)?);
    }
    Ok(acknowledged)
}

fn acknowledged_in(note: &str) -> Result<i64> {
    let number =
        note.strip_prefix("acknowledged/").with_context(|| format!("no write fails, and one did: {note}"))?;
    Ok(number.parse()?)
}

/// Checks that the table equals a state of the sequence, no earlier than the last acknowledged write.
async fn everything_is_there(page: &Page, before: &State, acknowledged: &[i64]) -> Result<State> {
    page.waits_for_role("writer").await?;
    let found = table::scan(page, TABLE).await?;
    let mut at_least = before.clone();
    while acknowledged.iter().any(|number| *number >= at_least.writes) {
        at_least.write();
    }
    let Some(state) = at_least.reached(&found, WRITES_PER_ROUND) else {
        bail!("the table is not as any number of writes leaves it; {}", at_least.difference(&found));
    };
    let counted = table::item_count(page, TABLE).await?;
    ensure!(counted == found.len() as u64, "ItemCount is {counted}, and a scan finds {}", found.len());
    let entries = table::index_entries(page, TABLE).await?;
    ensure!(
        entries == state.index_entries(),
        "the index has {entries} entries, and {} are expected",
        state.index_entries()
    );
    Ok(state)
}
