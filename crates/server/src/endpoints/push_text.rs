//! The plan and the result of a push as text.

use std::fmt::Write as _;

use dynalab_literals::visible;
use dynalab_messages::Language;
use dynalab_messages::figures::units;
use dynalab_remote::Endpoint;
use dynalab_remote::push::plan::NotSent;
use dynalab_remote::push::{Plan, PlannedTable, PushedTable, TableStep};
use dynalab_remote::source::Source;

use super::dollars;

const LANGUAGE: Language = Language::English;

pub fn plan_text(plan: &Plan, source: &Source, endpoint: &Endpoint, is_resumed: bool) -> String {
    let mut text = format!("Plan: {} to {} ({})\n", source.name, endpoint.url(), endpoint.region());
    if is_resumed {
        text.push_str("It goes on where an earlier push stopped.\n");
    }
    for left_out in &source.left_out {
        let _ = writeln!(text, "  left out: {left_out}");
    }
    for table in &plan.tables {
        text.push_str(&table_text(table, source));
    }
    for operation in &plan.missing_operations {
        let _ = writeln!(text, "  The endpoint does not have {operation}, which an access pattern uses.");
    }
    let written = || plan.written();
    let (write, read): (f64, f64) =
        (written().map(|table| table.write_units).sum(), written().map(|table| table.read_units).sum());
    let _ = writeln!(
        text,
        "  In all: {} items, {} write units, {} read units.",
        plan.items(),
        units(write),
        units(read)
    );
    let (region, is_known) = plan.prices;
    let of_region = match is_known {
        true => format!("at the prices of {}", region.name()),
        false => format!(
            "at the prices of {}, because those of {} are not known",
            region.name(),
            endpoint.region()
        ),
    };
    let usd = plan.usd().map_or_else(|| "an amount that is not known".to_owned(), dollars);
    let provisioned: f64 = written().map(|table| table.provisioned_usd_per_month).sum();
    match endpoint.is_aws() {
        true => {
            let _ = writeln!(text, "  It costs {usd} once, {of_region}.");
            if provisioned > 0.0 {
                let monthly = dollars(provisioned);
                let _ = writeln!(
                    text,
                    "  Its provisioned units cost {monthly} per month while the tables exist."
                );
            }
        }
        false => {
            let _ = writeln!(
                text,
                "  The endpoint is not DynamoDB. There it would cost {usd} once, {of_region}."
            );
        }
    }
    visible::printed(&text)
}

fn table_text(table: &PlannedTable, source: &Source) -> String {
    let mut text = String::new();
    let step = match &table.step {
        TableStep::Create => "is created".to_owned(),
        TableStep::Write => "is there, and is written".to_owned(),
        TableStep::NeedsConsent { items } => format!(
            "is there, made by another program, with about {items} items. It is left alone; --into-existing writes into it"
        ),
        TableStep::OtherKeys => "is there with other keys. It is left alone".to_owned(),
    };
    let _ = writeln!(text, "  {} {step}.", table.name);
    if table.is_written() {
        let before = match table.written_before {
            0 => String::new(),
            items => format!(", after {items} of an earlier push"),
        };
        let _ = writeln!(
            text,
            "    {} items, {} bytes, {} write units{before}",
            table.items,
            table.bytes,
            units(table.write_units)
        );
        for (operation, _) in &table.requests {
            let _ = writeln!(text, "    then {operation}");
        }
        for operation in &table.unsupported {
            let _ = writeln!(text, "    not set, because the endpoint does not have it: {operation}");
        }
        for left in &table.not_sent {
            let what = match left {
                NotSent::AutoScaling => "auto scaling",
                NotSent::Alarms => "alarms",
                NotSent::StreamReaders => "readers of the stream",
            };
            let _ = writeln!(text, "    not set, because it belongs to another service: {what}");
        }
    }
    for difference in &table.differences {
        let place = dynalab_messages::Message::write(&difference.place, LANGUAGE);
        let sentence = difference.sentence(&source.name, "the endpoint", LANGUAGE);
        let _ = writeln!(text, "    stays as it is there: {place}: {sentence}");
    }
    text
}

pub fn result_text(pushed: &[PushedTable]) -> String {
    let mut text = String::new();
    for table in pushed {
        let items = table.sent.items;
        let verified = match (table.is_verified(), table.found) {
            (Some(true), _) => "read again: the same".to_owned(),
            (Some(false), Some(found)) => {
                format!("read again: {} items with the checksum {found}, NOT the same", found.items)
            }
            _ => "not read again".to_owned(),
        };
        let _ = writeln!(text, "{}: {items} items, checksum {}, {verified}", table.name, table.sent);
        if table.others > 0 {
            let _ = writeln!(text, "  {} other items are in the table.", table.others);
        }
        for operation in &table.not_set {
            let _ = writeln!(text, "  not set, because the endpoint does not have it: {operation}");
        }
    }
    visible::printed(&text)
}
