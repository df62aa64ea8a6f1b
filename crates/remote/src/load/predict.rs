//! The same requests at the same seconds on the engine here, with DynamoDB's limits.

use std::time::Duration;

use dynalab::Local;
use dynalab_modeling::elsewhere::PreparedDesign;
use dynalab_modeling::table_request::whole;
use dynalab_service::contract::clock::SetDials;
use dynalab_types::Item;
use serde_json::json;

use super::report::{LoadReport, Outcome};
use super::schedule::Schedule;
use super::{ask_for_units, written_keys};
use crate::error::name_and_message;
use crate::push::put_here;

/// The tables are idle for so long before the first request, so that their burst capacity is full.
const IDLE: Duration = Duration::from_secs(600);

/// Runs a schedule here. None if the engine refuses a table of the design.
pub fn predict(prepared: &PreparedDesign, schedule: &Schedule) -> Option<LoadReport> {
    let local = Local::builder().log_requests(false).build().ok()?;
    for (table, items) in prepared.tables() {
        local.call("CreateTable", whole(table)).ok()?;
        let items: Vec<Item> = items.cloned().collect();
        put_here(&local, &table.name, &items);
    }
    local.control(&SetDials { profile: Some("realistic".to_owned()), ..SetDials::default() }).ok()?;
    local.clock().advance(IDLE);
    let begin = local.clock().now();
    // A run reads before it begins what it will put back.
    for (table, key) in written_keys(prepared.design(), schedule) {
        let body = json!({ "TableName": table, "Key": key, "ConsistentRead": true });
        let _answer = local.execute("GetItem", &body.to_string());
    }
    let mut report = LoadReport::default();
    for request in &schedule.requests {
        // The requests are in order.
        local.clock().set(begin + Duration::from_micros(request.due_us)).ok()?;
        let mut body = request.request.body.clone();
        ask_for_units(&request.request.operation, &mut body);
        let answer = local.execute(&request.request.operation, &body.to_string());
        let body: serde_json::Value = serde_json::from_str(&answer.body).unwrap_or_default();
        let outcome = match answer.status {
            200 => Outcome::of_response(&request.request.operation, &body),
            _ => {
                let (name, message) = name_and_message(&body).unwrap_or_default();
                Outcome::of_error(&name, &message)
            }
        };
        report.add(request.due_us, request.pattern, &outcome);
    }
    Some(report)
}
