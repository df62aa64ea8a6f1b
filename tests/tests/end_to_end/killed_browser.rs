//! The promise about writes, kept under the worst conditions: every process of the browser is killed while it writes.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::numbered_writes::{State, TABLE, request};
use crate::page::Page;
use crate::random::Random;
use crate::table;
use crate::visit::visit;

const ROUNDS: u32 = 20;
/// More than a round gets done before it is killed.
const WRITES_PER_ROUND: i64 = 300;
/// Requests that are on their way at the same time, so that commits hold several.
const LANES: u32 = 4;

/// Sends the requests in their order, a few at a time, and remembers which were acknowledged: only after the promise.
const WRITER: &str = "
    const [requests, lanes] = arguments;
    window.acknowledged = [];
    window.failed = [];
    let next = 0;
    async function lane() {
        while (next < requests.length && window.failed.length === 0) {
            const [number, operation, body] = requests[next++];
            const answer = await dynalab.execute(operation, body);
            const unprocessed = operation === 'BatchWriteItem' && answer.status === 200
                && Object.keys(JSON.parse(answer.body).UnprocessedItems).length > 0;
            if (answer.status === 200 && !unprocessed) window.acknowledged.push(number);
            else window.failed.push({number, operation, answer});
        }
    }
    for (let i = 0; i < lanes; i++) lane();";

/// Answers as soon as there is more than the test has heard of.
const NEWS: &str = "
    const [heard, done] = arguments;
    (function look() {
        const more = window.acknowledged.length > heard || window.failed.length > 0;
        if (more) done({acknowledged: window.acknowledged.slice(heard), failed: window.failed});
        else setTimeout(look, 1);
    })();";

#[test]
fn acknowledged_writes_survive_the_browser_being_killed() {
    visit("killed_browser", async |visit| {
        let mut random = Random::from_seed_or(20_261_121);
        let mut kept = State::default();
        let mut total = 0;
        visit.page().open("/about").await?;
        visit.page().succeeds("CreateTable", table::definition(TABLE)).await?;
        for round in 1..=ROUNDS {
            let moment = Moment::choose(&mut random);
            let acknowledged = writes_until(visit.page(), kept.writes, &moment).await?;
            visit.kill_browser_and_reopen().await?;
            total += acknowledged.len();
            let page = visit.page();
            page.open("/about")
                .await
                .with_context(|| format!("round {round}: the browser after its death"))?;
            kept = everything_is_there(page, &kept, &acknowledged)
                .await
                .with_context(|| format!("round {round} of {ROUNDS}, {moment:?}"))?;
        }
        println!("{total} acknowledged writes survived {ROUNDS} killed browsers");
        ensure!(total > 10 * ROUNDS as usize, "only {total} writes were acknowledged: this proves little");
        Ok(())
    });
}

/// When a browser dies: so many acknowledgements after the start, and a little later.
#[derive(Debug)]
struct Moment {
    acknowledgements: u64,
    then: Duration,
}

impl Moment {
    fn choose(random: &mut Random) -> Moment {
        let then = Duration::from_micros(random.within(0..20_000));
        Moment { acknowledgements: random.within(1..50), then }
    }
}

/// Writes until the moment has come. The numbers that were acknowledged.
async fn writes_until(page: &Page, first: i64, moment: &Moment) -> Result<Vec<i64>> {
    let requests: Vec<Value> = (first..first + WRITES_PER_ROUND)
        .map(|number| {
            let (operation, body) = request(number);
            json!([number, operation, body.to_string()])
        })
        .collect();
    page.window.execute(WRITER, vec![json!(requests), json!(LANES)]).await?;
    let mut acknowledged = Vec::new();
    while (acknowledged.len() as u64) < moment.acknowledgements {
        acknowledged.extend(news(page, acknowledged.len()).await?);
    }
    let time = sleep(moment.then);
    tokio::pin!(time);
    loop {
        tokio::select! {
            biased;
            () = &mut time => return Ok(acknowledged),
            more = news(page, acknowledged.len()) => acknowledged.extend(more?),
        }
    }
}

async fn news(page: &Page, heard: usize) -> Result<Vec<i64>> {
    let told = page.window.execute_async(NEWS, vec![json!(heard)]).await?;
    let told = told.json();
    let failed = told["failed"].as_array().context("a list of failures")?;
    ensure!(failed.is_empty(), "no write fails, and these did: {failed:?}");
    let numbers = told["acknowledged"].as_array().context("a list of numbers")?;
    Ok(numbers.iter().filter_map(Value::as_f64).map(|number| number as i64).collect())
}

/// The table is in a state that the sequence of writes leads to, no earlier than the last acknowledged one.
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
