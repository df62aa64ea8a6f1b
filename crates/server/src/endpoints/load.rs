//! `dynalab-server load`: sends the load of a design for real, and prints latencies, throttles and units beside the predicted ones.

use std::fmt::Write as _;

use dynalab_literals::visible;
use dynalab_messages::figures::units;
use dynalab_modeling::Design;
use dynalab_modeling::design::TableClass;
use dynalab_modeling::elsewhere::PreparedDesign;
use dynalab_pricing::{PriceBook, Region, TableClass as PriceClass};
use dynalab_remote::load::predict::predict;
use dynalab_remote::load::schedule::{LeftOut, schedule};
use dynalab_remote::load::{LoadOptions, LoadReport, Schedule, Tally, load};
use dynalab_remote::{Endpoint, RemoteError};
use serde_json::{Value, json};

use super::Ended;
use super::compare::read_design;
use super::connection::{block_on, client, endpoint};
use super::dollars;
use super::load_page;
use super::options::{LoadCommand, LoadFormat};

/// A run with its prediction, ready to be printed.
pub struct LoadResult<'a> {
    pub command: &'a LoadCommand,
    pub design: &'a Design,
    pub endpoint: &'a Endpoint,
    pub schedule: &'a Schedule,
    pub sent: LoadReport,
    /// None if the engine here refuses a table of the design.
    pub predicted: Option<LoadReport>,
    pub usd: Option<f64>,
}

pub fn run(options: &LoadCommand) -> Result<Ended, String> {
    let design = read_design(&options.design)?;
    let endpoint = endpoint(&options.connection)?;
    let (prepared, problems) = PreparedDesign::new(&design).map_err(|problem| {
        dynalab_messages::Message::write(&problem.reason, dynalab_messages::Language::English)
    })?;
    for problem in &problems {
        let place = dynalab_messages::Message::write(&problem.place, dynalab_messages::Language::English);
        eprintln!("dynalab-server: {place} is left out");
    }
    let writes = writable(options, &design, &endpoint)?;
    let load_options = LoadOptions {
        rate: options.rate,
        seconds: options.seconds,
        seed: options.seed,
        writes,
        requests_max: options.sent_max,
    };
    let mut schedule = schedule(&design, &prepared, &load_options);
    let predicted = predict(&prepared, &schedule);
    let expected = predicted.as_ref().and_then(|report| usd_of(&design, &endpoint, &report.all));
    cut(&mut schedule, expected, options.usd_max);
    eprint!("{}", visible::printed(&plan_text(&design, &endpoint, &schedule, expected)));
    if schedule.requests.is_empty() {
        return Err("No access pattern of the design can be sent.".to_owned());
    }
    if !endpoint.is_loopback() && !options.yes {
        eprintln!("Nothing was sent. Run the command again with --yes to go on.");
        return Ok(Ended::WithDifferences);
    }
    let sent = block_on(async {
        let client = client(&options.connection).await?;
        load(&client, &design, &schedule, |_| {}).await.map_err(|error: RemoteError| error.to_string())
    })?;
    let sent = LoadReport::of_sent(&sent);
    // What is shown belongs to what was sent.
    let predicted = if schedule.is_cut { predict(&prepared, &schedule) } else { predicted };
    let usd = usd_of(&design, &endpoint, &sent.all);
    let result = LoadResult {
        command: options,
        design: &design,
        endpoint: &endpoint,
        schedule: &schedule,
        sent,
        predicted,
        usd,
    };
    match options.format {
        LoadFormat::Text => print!("{}", visible::printed(&text_of(&result))),
        LoadFormat::Json => {
            println!("{}", serde_json::to_string_pretty(&json_of(&result)).unwrap_or_default())
        }
        LoadFormat::Html => print!("{}", load_page::write(&result)),
    }
    let is_whole = result.sent.all.unanswered == 0;
    Ok(if is_whole { Ended::Well } else { Ended::WithDifferences })
}

/// Returns the tables into which a run may write. None if it only reads.
fn writable(
    options: &LoadCommand,
    design: &Design,
    endpoint: &Endpoint,
) -> Result<Option<Vec<String>>, String> {
    match (options.writes, options.tables.is_empty()) {
        (false, _) => Ok(None),
        // On this machine a mistake costs nothing.
        (true, true) if endpoint.is_loopback() => {
            Ok(Some(design.tables.iter().map(|table| table.name.clone()).collect()))
        }
        (true, true) => {
            Err("--writes needs --table NAME for each table into which may be written".to_owned())
        }
        (true, false) => Ok(Some(options.tables.clone())),
    }
}

/// Shortens a run that would cost more than the limit.
fn cut(schedule: &mut Schedule, expected_usd: Option<f64>, usd_max: f64) {
    if let Some(usd) = expected_usd.filter(|usd| *usd > usd_max) {
        schedule.requests.truncate((schedule.requests.len() as f64 * usd_max / usd) as usize);
        schedule.is_cut = true;
    }
}

/// Returns the dollars of units at on-demand prices, those of the dearest table class of the design.
fn usd_of(design: &Design, endpoint: &Endpoint, all: &Tally) -> Option<f64> {
    let book = PriceBook::load(Region::from_name(endpoint.region()).unwrap_or_default());
    let is_infrequent = design.tables.iter().any(|table| table.class == TableClass::InfrequentAccess);
    let class = if is_infrequent { PriceClass::InfrequentAccess } else { PriceClass::Standard };
    let read = book.usd(class.on_demand(false))? * all.read_units;
    Some((read + book.usd(class.on_demand(true))? * all.write_units) / 1e6)
}

fn plan_text(design: &Design, endpoint: &Endpoint, schedule: &Schedule, usd: Option<f64>) -> String {
    let mut text =
        format!("Plan: the load of {} at {} ({})\n", design.name, endpoint.url(), endpoint.region());
    for (place, count) in schedule.counts() {
        let name = design.patterns.get(place).map_or("", |pattern| &pattern.name);
        let _ = writeln!(text, "  {count} requests of {name}");
    }
    for (name, reason) in &schedule.left_out {
        let _ = writeln!(text, "  not sent: {name}: {}", left_out(*reason));
    }
    if schedule.is_cut {
        text.push_str("  The run ends early, at the limit of requests or dollars.\n");
    }
    match (usd, endpoint.is_aws()) {
        (Some(usd), true) => drop(writeln!(text, "  It costs about {}.", dollars(usd))),
        (Some(usd), false) => drop(writeln!(text, "  On DynamoDB it would cost about {}.", dollars(usd))),
        (None, _) => text.push_str("  What it costs is not known.\n"),
    }
    text
}

fn left_out(reason: LeftOut) -> &'static str {
    match reason {
        LeftOut::NoOperation => "it has no request",
        LeftOut::NoRate => "its rate is zero",
        LeftOut::Writes => "it writes, which --writes allows",
        LeftOut::OtherTable => "it writes into a table that --table does not name",
        LeftOut::WritesUnknownItems => "what it writes is not known before, so it could not be put back",
        LeftOut::NotMade => "its request has no values",
    }
}

fn text_of(result: &LoadResult) -> String {
    let LoadResult { sent, predicted, .. } = result;
    let mut text = format!("Load of {} at {}\n", result.design.name, result.endpoint.url());
    let _ = writeln!(text, "{:<34}{:>14}{:>14}", "", "there", "predicted");
    let figure = |value: f64| units(value);
    let mut row = |name: &str, value: &dyn Fn(&Tally) -> String| {
        let predicted = predicted.as_ref().map_or_else(String::new, |report| value(&report.all));
        let _ = writeln!(text, "{name:<34}{:>14}{predicted:>14}", value(&sent.all));
    };
    row("requests", &|tally| tally.requests.to_string());
    row("answered", &|tally| tally.answered.to_string());
    row("read units", &|tally| figure(tally.read_units));
    row("write units", &|tally| figure(tally.write_units));
    row("throttled", &|tally| {
        format!("{} ({:.1} %)", tally.throttled_count(), tally.throttled_share() * 100.0)
    });
    row("refused", &|tally| tally.refused.values().sum::<u64>().to_string());
    row("without an answer", &|tally| tally.unanswered.to_string());
    let reasons = |report: &LoadReport| {
        let throttled = report.all.throttled.iter().map(|(reason, count)| (reason.clone(), *count));
        let refused = report.all.refused.iter().map(|(name, count)| (name.clone(), *count));
        throttled.chain(refused).collect::<std::collections::BTreeMap<String, u64>>()
    };
    let (own, other) = (reasons(sent), predicted.as_ref().map(reasons).unwrap_or_default());
    let names: std::collections::BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    for name in names {
        let count = |of: &std::collections::BTreeMap<String, u64>| of.get(name).copied().unwrap_or_default();
        let _ = writeln!(text, "  {name:<44}{:>6}{:>12}", count(&own), count(&other));
    }
    if let Some(latencies) = sent.latencies {
        let ms = |us: u64| format!("{:.1}", us as f64 / 1000.0);
        let _ = writeln!(
            text,
            "latency in ms: median {}, 90 % {}, 99 % {}, 99.9 % {}, longest {}",
            ms(latencies.p50),
            ms(latencies.p90),
            ms(latencies.p99),
            ms(latencies.p999),
            ms(latencies.longest)
        );
    }
    if let Some(usd) = result.usd {
        let _ = writeln!(text, "units at on-demand prices: {}", dollars(usd));
    }
    text.push_str(
        "Predicted: the same requests at the same seconds on the engine here, with DynamoDB's limits and full burst capacity.\n",
    );
    text
}

fn json_of(result: &LoadResult) -> Value {
    let tally = |tally: &Tally| {
        json!({
            "requests": tally.requests, "answered": tally.answered, "readUnits": tally.read_units,
            "writeUnits": tally.write_units, "throttled": tally.throttled, "throttledShare": tally.throttled_share(),
            "refused": tally.refused, "unanswered": tally.unanswered,
        })
    };
    let report = |report: &LoadReport| {
        let patterns: Vec<Value> = report
            .patterns
            .iter()
            .map(|(place, of)| {
                let name = result.design.patterns.get(*place).map_or("", |pattern| &pattern.name);
                json!({ "name": name, "tally": tally(of) })
            })
            .collect();
        json!({
            "all": tally(&report.all), "seconds": report.seconds.iter().map(tally).collect::<Vec<Value>>(),
            "patterns": patterns,
            "latencyUs": report.latencies.map(|of| json!({
                "p50": of.p50, "p90": of.p90, "p99": of.p99, "p999": of.p999, "longest": of.longest,
            })),
        })
    };
    let left: Vec<Value> = result
        .schedule
        .left_out
        .iter()
        .map(|(name, reason)| json!({ "name": name, "reason": left_out(*reason) }))
        .collect();
    json!({
        "design": result.design.name, "endpoint": result.endpoint.url(), "region": result.endpoint.region(),
        "rate": result.command.rate, "seconds": result.command.seconds, "seed": result.command.seed,
        "isCut": result.schedule.is_cut, "leftOut": left, "usd": result.usd,
        "sent": report(&result.sent), "predicted": result.predicted.as_ref().map(report),
    })
}
