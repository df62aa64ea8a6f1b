//! The capacity settings: billing mode, provisioned units and auto scaling.

use dynalab_app::request::call_result::ReadyRequest;
use dynalab_playground::views::capacity::{Capacity as Described, Scaling};
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::SetDials;
use serde_json::{Value, json};
use yew::prelude::*;

use crate::browser::figures;
use crate::page::messages::Sentence;
use crate::page::sentences;
use crate::pictures::control_sender::ControlSender;
use crate::pictures::{Canvas, form};

const UNITS_MOST: u64 = 40_000;
/// The usual target utilization in percent.
const TARGET_PERCENT: u64 = 70;
const SCALED_MOST: u64 = 1_000;
/// Minutes above the target after which auto scaling raises the provisioned units. The minutes far below it, which lower them, follow.
const MINUTES_ABOVE: u64 = 2;
const MINUTES_BELOW: u64 = 15;

#[derive(Clone, Copy, PartialEq)]
struct Units {
    read: u64,
    write: u64,
}

#[derive(Clone, PartialEq, Properties)]
pub struct CapacitySettingsProps {
    pub canvas: Canvas,
    pub sender: ControlSender,
    pub described: Described,
    pub place: usize,
    pub writes: bool,
}

#[component]
pub fn CapacitySettings(props: &CapacitySettingsProps) -> Html {
    let CapacitySettingsProps { canvas, sender, described, .. } = props;
    let wanted = use_state(|| Units { read: 5, write: 5 });
    let number = |name: Sentence, value: u64, set: fn(Units, u64) -> Units| {
        let wanted = wanted.clone();
        let on_change = Callback::from(move |typed: String| {
            if let Ok(units) = typed.parse() {
                wanted.set(set(*wanted, units));
            }
        });
        form::number(canvas, name, value, UNITS_MOST, on_change)
    };
    let is_provisioned = described.billing_mode == "PROVISIONED";
    let provision = provision(canvas, described, is_provisioned.then_some(props.place), *wanted);
    let on_demand = json!({ "TableName": canvas.place.table, "BillingMode": "PAY_PER_REQUEST" });
    html! {
        <div class="picture-form" role="group" aria-label={canvas.text(sentences::pictures::CAPACITY_SETTINGS)}>
            { number(sentences::pictures::CAPACITY_READ_UNITS, wanted.read, |units, read| Units { read, ..units }) }
            { number(sentences::pictures::CAPACITY_WRITE_UNITS, wanted.write, |units, write| Units { write, ..units }) }
            { sender.button(canvas, if is_provisioned { sentences::pictures::CAPACITY_CHANGE } else { sentences::pictures::CAPACITY_PROVISION }, vec![provision]) }
            if is_provisioned {
                { sender.button(canvas, sentences::pictures::CAPACITY_PAY_PER_REQUEST, vec![("UpdateTable", on_demand.to_string())]) }
                { scaling(props) }
            }
        </div>
    }
}

/// Returns the request that provisions a table or index. Without a position, it provisions all, for a table that was on demand.
fn provision(canvas: &Canvas, described: &Described, place: Option<usize>, wanted: Units) -> ReadyRequest {
    let throughput = json!({ "ReadCapacityUnits": wanted.read, "WriteCapacityUnits": wanted.write });
    let mut body = json!({ "TableName": canvas.place.table });
    let mut indexes = Vec::new();
    for (number, resource) in described.resources.iter().enumerate() {
        if place.is_some_and(|place| place != number) {
            continue;
        }
        match &resource.index_name {
            None => body["ProvisionedThroughput"] = throughput.clone(),
            Some(name) => {
                indexes.push(json!({ "Update": { "IndexName": name, "ProvisionedThroughput": throughput } }))
            }
        }
    }
    if place.is_none() {
        body["BillingMode"] = json!("PROVISIONED");
    }
    if !indexes.is_empty() {
        body["GlobalSecondaryIndexUpdates"] = json!(indexes);
    }
    ("UpdateTable", body.to_string())
}

fn scaling(props: &CapacitySettingsProps) -> Html {
    let CapacitySettingsProps { canvas, sender, described, place, writes } = props;
    let Some(resource) = described.resources.get(*place) else { return html! {} };
    let flow = resource.flow(*writes);
    let ask = |settings: Value| {
        let body = scaling_body(canvas, described, resource.index_name.as_deref(), *writes, &settings);
        ("UpdateTableReplicaAutoScaling", body.to_string())
    };
    let Some(scaling) = &flow.scaling else {
        let least = flow.units_per_second.map_or(1, |units| units as u64).max(1);
        let policy = json!({ "TargetTrackingScalingPolicyConfiguration": { "TargetValue": TARGET_PERCENT } });
        let settings = json!({
            "MinimumUnits": least, "MaximumUnits": SCALED_MOST.max(least), "ScalingPolicyUpdate": policy,
        });
        let mut asked = vec![ask(settings)];
        if !described.scaled {
            asked.push(SetDials::from_values(&[("auto_scaling", 1)]).request());
        }
        return html! { <>
            { sender.button(canvas, sentences::pictures::CAPACITY_SCALE, asked) }
            <span class="picture-note">{ canvas.text(sentences::pictures::CAPACITY_SCALE_ABOUT) }</span>
        </> };
    };
    html! { <>
        <p class="picture-caption" data-testid="capacity-scaling">{ scaling_text(canvas, scaling) }</p>
        { sender.button(canvas, sentences::pictures::CAPACITY_SCALE_OFF, vec![ask(json!({ "AutoScalingDisabled": true }))]) }
    </> }
}

fn scaling_text(canvas: &Canvas, scaling: &Scaling) -> String {
    let target = figures::grouped_decimal(scaling.target_percent);
    canvas.messages.text(sentences::pictures::CapacityScaled {
        target: target.as_str().into(),
        least: scaling.minimum_units.into(),
        most: scaling.maximum_units.into(),
        above: scaling.minutes_above.min(MINUTES_ABOVE).into(),
        above_of: MINUTES_ABOVE.into(),
        below: scaling.minutes_below.min(MINUTES_BELOW).into(),
        below_of: MINUTES_BELOW.into(),
    })
}

/// Returns the body for auto scaling. Reads scale per Region, writes in all Regions together.
fn scaling_body(
    canvas: &Canvas,
    described: &Described,
    index: Option<&str>,
    writes: bool,
    settings: &Value,
) -> Value {
    let table = &canvas.place.table;
    let region = &described.region_name;
    match (index, writes) {
        (None, true) => json!({ "TableName": table, "ProvisionedWriteCapacityAutoScalingUpdate": settings }),
        (Some(index), true) => json!({ "TableName": table, "GlobalSecondaryIndexUpdates": [
            { "IndexName": index, "ProvisionedWriteCapacityAutoScalingUpdate": settings }] }),
        (None, false) => json!({ "TableName": table, "ReplicaUpdates": [
            { "RegionName": region, "ReplicaProvisionedReadCapacityAutoScalingUpdate": settings }] }),
        (Some(index), false) => json!({ "TableName": table, "ReplicaUpdates": [
            { "RegionName": region, "ReplicaGlobalSecondaryIndexUpdates": [
                { "IndexName": index, "ProvisionedReadCapacityAutoScalingUpdate": settings }] }] }),
    }
}
