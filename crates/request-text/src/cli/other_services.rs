//! Commands of other services that affect DynamoDB: scaling policies, alarms and event source mappings. Each becomes the Dynalab
//! request with the same effect.

use super::words::Word;
use super::{Options, unknown_option};
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::json;
use crate::node::{Member, Node, NodeKind};
use crate::read_result::Reading;
use crate::scalar;
use crate::shapes::Shape;

/// The operation for auto scaling.
pub const SCALING: &str = "UpdateTableReplicaAutoScaling";
pub const SERVICES: [&str; 3] = ["application-autoscaling", "cloudwatch", "lambda"];
const NAMESPACE: &str = "dynamodb";

/// An operation and the members of its request.
type TranslatedCommand = (&'static str, Vec<Member>);

/// A supported command: the options that are read, and the options that are left out.
struct SupportedCommand {
    read: &'static [&'static str],
    left_out: &'static [&'static str],
    translate: fn(&Options, &str) -> Result<TranslatedCommand, Diagnostic>,
}

const SCALABLE_TARGET: SupportedCommand = SupportedCommand {
    read: &["service-namespace", "resource-id", "scalable-dimension", "min-capacity", "max-capacity"],
    left_out: &["role-arn", "suspended-state", "tags"],
    translate: scalable_target,
};
const SCALING_POLICY: SupportedCommand = SupportedCommand {
    read: &[
        "service-namespace",
        "resource-id",
        "scalable-dimension",
        "policy-name",
        "policy-type",
        "target-tracking-scaling-policy-configuration",
    ],
    left_out: &[],
    translate: scaling_policy,
};
const METRIC_ALARM: SupportedCommand = SupportedCommand {
    read: &[
        "alarm-name",
        "namespace",
        "metric-name",
        "dimensions",
        "statistic",
        "extended-statistic",
        "period",
        "threshold",
        "comparison-operator",
        "evaluation-periods",
        "datapoints-to-alarm",
        "treat-missing-data",
    ],
    left_out: &[
        "alarm-actions",
        "alarm-description",
        "ok-actions",
        "insufficient-data-actions",
        "actions-enabled",
        "unit",
        "tags",
    ],
    translate: metric_alarm,
};
const EVENT_SOURCE_MAPPING: SupportedCommand = SupportedCommand {
    read: &[
        "event-source-arn",
        "function-name",
        "starting-position",
        "starting-position-timestamp",
        "batch-size",
        "maximum-batching-window-in-seconds",
        "parallelization-factor",
        "maximum-retry-attempts",
        "maximum-record-age-in-seconds",
        "bisect-batch-on-function-error",
        "filter-criteria",
        "destination-config",
        "function-response-types",
    ],
    left_out: &["enabled", "tumbling-window-in-seconds", "tags", "kms-key-arn", "metrics-config"],
    translate: event_source_mapping,
};

/// Reads a command of another service as a request. `region` is that of the workspace.
///
/// # Errors
/// A command that does not affect DynamoDB is an error that names it.
pub fn read(
    service: &Word,
    command: &Word,
    options: Options,
    region: &str,
    notes: &mut Vec<Diagnostic>,
) -> Result<Reading, Diagnostic> {
    let known = match (service.text.as_str(), command.text.as_str()) {
        ("application-autoscaling", "register-scalable-target") => SCALABLE_TARGET,
        ("application-autoscaling", "put-scaling-policy") => SCALING_POLICY,
        ("cloudwatch", "put-metric-alarm") => METRIC_ALARM,
        ("lambda", "create-event-source-mapping") => EVENT_SOURCE_MAPPING,
        (service_name, command_name) => {
            let what = format!("aws {service_name} {command_name}");
            return Err(DiagnosticKind::NotUnderstood { what }.at(service.span.to(command.span)));
        }
    };
    for option in &options.given {
        let name = option.name.trim_start_matches("no-");
        if known.left_out.contains(&name) || known.left_out.contains(&option.name.as_str()) {
            notes.push(DiagnosticKind::LeftOut { what: format!("--{}", option.name) }.at(option.word.span));
        } else if !known.read.contains(&name) && !known.read.contains(&option.name.as_str()) {
            return Err(unknown_option(&option.word, &option.name, &command.text));
        }
    }
    let (operation, members) = (known.translate)(&options, region)?;
    let body = Node::map(options.span, members);
    Ok(Reading { operation: operation.to_owned(), operation_span: command.span, body, notes: Vec::new() })
}

impl Options {
    fn find(&self, name: &str) -> Option<&Word> {
        self.given.iter().rev().find(|option| option.name == name)?.values.first()
    }

    fn needed(&self, name: &str) -> Result<&Word, Diagnostic> {
        self.find(name)
            .ok_or_else(|| DiagnosticKind::MemberMissing { name: format!("--{name}") }.at(self.span))
    }

    fn text(&self, name: &str) -> Option<Node> {
        self.find(name).map(|word| Node::text(word.span, word.text.clone()))
    }

    fn number(&self, name: &str) -> Result<Option<Node>, Diagnostic> {
        self.find(name).map(|word| scalar::read(Shape::Double, &word.text, word.span)).transpose()
    }

    /// Converts seconds to milliseconds. -1 means no limit in both.
    fn milliseconds(&self, name: &str) -> Result<Option<Node>, Diagnostic> {
        let Some(mut node) = self.number(name)? else { return Ok(None) };
        if let NodeKind::Number(number) = &mut node.kind
            && number != "-1"
        {
            number.push_str("000");
        }
        Ok(Some(node))
    }

    /// `--x` is true, `--no-x` is false.
    fn flag(&self, name: &str) -> Option<Node> {
        let given = self.given.iter().rev().find(|option| option.name.trim_start_matches("no-") == name)?;
        Some(Node::new(given.word.span, NodeKind::Bool(given.name == name)))
    }

    fn json(&self, name: &str) -> Result<Option<Node>, Diagnostic> {
        let Some(word) = self.find(name) else { return Ok(None) };
        let node = json::read(&word.text).map_err(|mistake| word.diagnostic(mistake))?;
        Ok(Some(word.whole(node)))
    }
}

fn member(name: &str, value: Node) -> Member {
    Member::new(name, value.span, value)
}

/// Returns the members that have a value.
fn members<const N: usize>(members: [(&str, Option<Node>); N]) -> Vec<Member> {
    members.into_iter().filter_map(|(name, value)| Some(member(name, value?))).collect()
}

/// Returns the members for the resource of `--resource-id` and `--scalable-dimension`.
fn scaled(options: &Options, region: &str, settings: Vec<Member>) -> Result<Vec<Member>, Diagnostic> {
    let namespace = options.needed("service-namespace")?;
    if namespace.text != NAMESPACE {
        return Err(DiagnosticKind::NotOneOf { value: namespace.text.clone(), values: NAMESPACE.to_owned() }
            .at(namespace.span));
    }
    let resource = options.needed("resource-id")?;
    let unknown = |word: &Word, values: &str| {
        DiagnosticKind::NotOneOf { value: word.text.clone(), values: values.to_owned() }.at(word.span)
    };
    let parts: Vec<&str> = resource.text.split('/').collect();
    let (table, index) = match parts.as_slice() {
        ["table", table] => (*table, None),
        ["table", table, "index", index] => (*table, Some(*index)),
        _ => return Err(unknown(resource, "table/NAME, table/NAME/index/NAME")),
    };
    let dimension = options.needed("scalable-dimension")?;
    let writes = match (dimension.text.as_str(), index) {
        ("dynamodb:table:ReadCapacityUnits", None) | ("dynamodb:index:ReadCapacityUnits", Some(_)) => false,
        ("dynamodb:table:WriteCapacityUnits", None) | ("dynamodb:index:WriteCapacityUnits", Some(_)) => true,
        (_, None) => {
            let values = "dynamodb:table:ReadCapacityUnits, dynamodb:table:WriteCapacityUnits";
            return Err(unknown(dimension, values));
        }
        (_, Some(_)) => {
            let values = "dynamodb:index:ReadCapacityUnits, dynamodb:index:WriteCapacityUnits";
            return Err(unknown(dimension, values));
        }
    };
    let span = resource.span;
    let text = |text: &str| Node::text(span, text);
    let settings = Node::map(options.span, settings);
    let list = |element: Vec<Member>| Node::new(span, NodeKind::List(vec![Node::map(span, element)]));
    let place = match (writes, index) {
        (true, None) => member("ProvisionedWriteCapacityAutoScalingUpdate", settings),
        (true, Some(index)) => member(
            "GlobalSecondaryIndexUpdates",
            list(vec![
                member("IndexName", text(index)),
                member("ProvisionedWriteCapacityAutoScalingUpdate", settings),
            ]),
        ),
        (false, None) => member(
            "ReplicaUpdates",
            list(vec![
                member("RegionName", text(region)),
                member("ReplicaProvisionedReadCapacityAutoScalingUpdate", settings),
            ]),
        ),
        (false, Some(index)) => {
            let of_index = list(vec![
                member("IndexName", text(index)),
                member("ProvisionedReadCapacityAutoScalingUpdate", settings),
            ]);
            member(
                "ReplicaUpdates",
                list(vec![
                    member("RegionName", text(region)),
                    member("ReplicaGlobalSecondaryIndexUpdates", of_index),
                ]),
            )
        }
    };
    Ok(vec![member("TableName", text(table)), place])
}

fn scalable_target(options: &Options, region: &str) -> Result<TranslatedCommand, Diagnostic> {
    let settings = members([
        ("MinimumUnits", options.number("min-capacity")?),
        ("MaximumUnits", options.number("max-capacity")?),
    ]);
    Ok((SCALING, scaled(options, region, settings)?))
}

fn scaling_policy(options: &Options, region: &str) -> Result<TranslatedCommand, Diagnostic> {
    const TRACKING: &str = "target-tracking-scaling-policy-configuration";
    const TARGET_TRACKING: &str = "TargetTrackingScaling";
    if let Some(word) = options.find("policy-type").filter(|word| word.text != TARGET_TRACKING) {
        return Err(DiagnosticKind::NotOneOf {
            value: word.text.clone(),
            values: TARGET_TRACKING.to_owned(),
        }
        .at(word.span));
    }
    let span = options.needed(TRACKING)?.span;
    let given = options.json(TRACKING)?;
    // The metric is left out because the dimension determines it.
    let known = ["TargetValue", "ScaleInCooldown", "ScaleOutCooldown", "DisableScaleIn"];
    let tracking: Vec<Member> =
        known.into_iter().filter_map(|name| Some(member(name, given.as_ref()?.get(name)?.clone()))).collect();
    let policy = members([
        ("PolicyName", options.text("policy-name")),
        ("TargetTrackingScalingPolicyConfiguration", Some(Node::map(span, tracking))),
    ]);
    let settings = members([("ScalingPolicyUpdate", Some(Node::map(span, policy)))]);
    Ok((SCALING, scaled(options, region, settings)?))
}

fn metric_alarm(options: &Options, _: &str) -> Result<TranslatedCommand, Diagnostic> {
    const STATISTICS: [&str; 5] = ["Average", "Maximum", "Minimum", "SampleCount", "Sum"];
    // Percentiles are not kept.
    let statistic = options.find("statistic").filter(|word| !STATISTICS.contains(&word.text.as_str()));
    if let Some(word) = statistic.or_else(|| options.find("extended-statistic")) {
        return Err(DiagnosticKind::NotOneOf { value: word.text.clone(), values: STATISTICS.join(", ") }
            .at(word.span));
    }
    let members = members([
        ("AlarmName", Some(named(options, "alarm-name")?)),
        ("Namespace", options.text("namespace")),
        ("MetricName", Some(named(options, "metric-name")?)),
        ("Dimensions", dimensions(options)?),
        ("Statistic", options.text("statistic")),
        ("Period", options.number("period")?),
        ("Threshold", options.number("threshold")?),
        ("ComparisonOperator", options.text("comparison-operator")),
        ("EvaluationPeriods", options.number("evaluation-periods")?),
        ("DatapointsToAlarm", options.number("datapoints-to-alarm")?),
        ("TreatMissingData", options.text("treat-missing-data")),
    ]);
    Ok(("Dynalab.PutMetricAlarm", members))
}

fn named(options: &Options, name: &str) -> Result<Node, Diagnostic> {
    let word = options.needed(name)?;
    Ok(Node::text(word.span, word.text.clone()))
}

/// Reads `Name=TableName,Value=Orders`, or JSON.
fn dimensions(options: &Options) -> Result<Option<Node>, Diagnostic> {
    let Some(option) = options.given.iter().rev().find(|option| option.name == "dimensions") else {
        return Ok(None);
    };
    if option.values.first().is_some_and(|word| word.text.trim_start().starts_with('[')) {
        return options.json("dimensions");
    }
    let one = |word: &Word| {
        let mut members = Vec::new();
        for pair in word.text.split(',') {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| DiagnosticKind::Unexpected.at(word.span))?;
            if !matches!(name.trim(), "Name" | "Value") {
                return Err(DiagnosticKind::Unexpected.at(word.span));
            }
            members.push(member(name.trim(), Node::text(word.span, value.trim().trim_matches('"'))));
        }
        Ok(Node::map(word.span, members))
    };
    let elements = option.values.iter().map(one).collect::<Result<Vec<Node>, Diagnostic>>()?;
    Ok(Some(Node::new(option.word.span, NodeKind::List(elements))))
}

fn event_source_mapping(options: &Options, _: &str) -> Result<TranslatedCommand, Diagnostic> {
    let function = options.needed("function-name")?;
    // The function may be an ARN; its last part is the name.
    let name = function.text.rsplit(':').next().unwrap_or_default();
    let responses = options.given.iter().rev().find(|option| option.name == "function-response-types");
    let responses = responses.map(|option| {
        let texts = option.values.iter().map(|word| Node::text(word.span, word.text.clone()));
        Node::new(option.word.span, NodeKind::List(texts.collect()))
    });
    let at = options.find("starting-position-timestamp");
    let at = at.map(|word| scalar::read(Shape::Timestamp, &word.text, word.span)).transpose()?;
    let members = members([
        ("Name", Some(Node::text(function.span, name))),
        ("StreamArn", Some(named(options, "event-source-arn")?)),
        ("StartingPosition", options.text("starting-position")),
        ("StartingPositionTimestamp", at),
        ("BatchSize", options.number("batch-size")?),
        ("MaximumBatchingWindowMs", options.milliseconds("maximum-batching-window-in-seconds")?),
        ("ParallelizationFactor", options.number("parallelization-factor")?),
        ("MaximumRetryAttempts", options.number("maximum-retry-attempts")?),
        ("MaximumRecordAgeMs", options.milliseconds("maximum-record-age-in-seconds")?),
        ("BisectBatchOnFunctionError", options.flag("bisect-batch-on-function-error")),
        ("FilterCriteria", options.json("filter-criteria")?),
        ("DestinationConfig", options.json("destination-config")?),
        ("FunctionResponseTypes", responses),
    ]);
    Ok(("Dynalab.PutEventSourceMapping", members))
}
