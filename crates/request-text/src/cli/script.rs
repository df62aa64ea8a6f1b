//! Reads several commands in sequence, as printed in documentation.

use std::collections::BTreeMap;

use super::{other_services, words};
use crate::cli;
use crate::diagnostic::Diagnostic;
use crate::node::{Node, NodeKind};
use crate::read_result::Reading;

/// One command of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    pub text: String,
    /// The request, or why the command is not a request.
    pub reading: Result<Reading, Diagnostic>,
    /// A later command was merged into this one.
    pub joined: bool,
}

/// Returns the commands of a text in order. Empty lines and comments are skipped. `region` is that of the workspace.
pub fn read_all(text: &str, region: &str) -> Vec<Command> {
    let mut commands = Vec::new();
    let mut scaled = BTreeMap::new();
    let mut rest = text.trim_end();
    loop {
        rest = after_separators(rest);
        if rest.is_empty() {
            return commands;
        }
        let (command, reading) = read_first(rest, region);
        rest = skip_redirection(&rest[command.len()..]);
        let command = command.trim_end();
        if !reading.as_ref().is_ok_and(|reading| merge_scaling(&mut commands, &mut scaled, reading)) {
            commands.push(Command { text: command.to_owned(), reading, joined: false });
        }
    }
}

/// Limits and target of auto scaling are two AWS commands but one Dynalab request. Merges the request into an earlier one and
/// returns true if that is possible. `scaled` has the place of the first request for each resource and kind of units.
fn merge_scaling(commands: &mut [Command], scaled: &mut BTreeMap<String, usize>, reading: &Reading) -> bool {
    if reading.operation != other_services::SCALING {
        return false;
    }
    let next = commands.len();
    let place = *scaled.entry(without_settings(&reading.body).json()).or_insert(next);
    match commands.get_mut(place) {
        Some(Command { reading: Ok(earlier), joined, .. }) => {
            join(&mut earlier.body, &reading.body);
            *joined = true;
            true
        }
        _ => false,
    }
}

/// Returns the resource and the kind of units of a request, without its settings.
fn without_settings(node: &Node) -> Node {
    let mut place = node.clone();
    match &mut place.kind {
        NodeKind::Map(members) => {
            for member in members {
                member.value = match member.name.ends_with("CapacityAutoScalingUpdate") {
                    true => Node::map(member.value.span, Vec::new()),
                    false => without_settings(&member.value),
                };
            }
        }
        NodeKind::List(elements) => {
            elements.iter_mut().for_each(|element| *element = without_settings(element))
        }
        _ => {}
    }
    place
}

/// Merges another request. If both have a value, the later command counts.
fn join(node: &mut Node, other: &Node) {
    match (&mut node.kind, &other.kind) {
        (NodeKind::Map(members), NodeKind::Map(others)) => {
            for other in others {
                match members.iter_mut().find(|member| member.name == other.name) {
                    Some(member) => join(&mut member.value, &other.value),
                    None => members.push(other.clone()),
                }
            }
        }
        (NodeKind::List(elements), NodeKind::List(others)) if elements.len() == others.len() => {
            elements.iter_mut().zip(others).for_each(|(element, other)| join(element, other));
        }
        (kind, other) => *kind = other.clone(),
    }
}

/// Skips separators and comments between two commands.
fn after_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n', ';', '&']);
        match rest.strip_prefix('#') {
            Some(comment) => rest = comment.split_once('\n').map_or("", |(_, after)| after),
            None => return rest,
        }
    }
}

/// Reads the first command, and returns its text with it. If the shell syntax is invalid, the command ends with its line or the lines on which
/// it continues.
fn read_first<'a>(text: &'a str, region: &str) -> (&'a str, Result<Reading, Diagnostic>) {
    let (unprompted, skipped) = cli::without_prompt(text);
    match words::split(unprompted) {
        Ok(line) => {
            let command = &text[..line.rest.map_or(text.len(), |rest| skipped + rest.start)];
            (command, cli::read_words(line.words, skipped, command.trim_end().len(), region))
        }
        Err(_) => {
            let mut ends = text.match_indices('\n').map(|(end, _)| end);
            let is_last = |end: &usize| !text[..*end].trim_end_matches('\r').ends_with('\\');
            let command = &text[..ends.find(is_last).unwrap_or(text.len())];
            (command, cli::read(command.trim_end(), region))
        }
    }
}

/// Skips a pipe or a redirection. It changes only the printed output, not the request.
fn skip_redirection(after: &str) -> &str {
    let is_redirection =
        after.starts_with(['>', '<']) || (after.starts_with('|') && !after.starts_with("||"));
    match is_redirection {
        true => after.find('\n').map_or("", |end| &after[end..]),
        false => after.trim_start_matches('|'),
    }
}

#[cfg(test)]
mod tests {
    use super::read_all;

    fn operations(text: &str) -> Vec<String> {
        let name = |command: &super::Command| match &command.reading {
            Ok(reading) => reading.operation.clone(),
            Err(mistake) => mistake.kind.sentence().0.to_owned(),
        };
        read_all(text, "us-east-1").iter().map(name).collect()
    }

    #[test]
    fn commands_follow_each_other() {
        let text = "# Make the table\naws dynamodb create-table --table-name T \\\n  --billing-mode PAY_PER_REQUEST\n\n\
            aws dynamodb wait table-exists --table-name T; aws dynamodb put-item --table-name T --item '{\"a\":{\"S\":\"x; y\"}}' && \
            $ aws dynamodb scan --table-name T | jq .Items\naws dynamodb scan --table-name T > out.json\necho done\naws s3 ls";
        assert_eq!(
            operations(text),
            ["CreateTable", "wait-not-needed", "PutItem", "Scan", "Scan", "no-request", "no-request"]
        );
    }

    #[test]
    fn bounds_and_target_of_scaling_are_one_request() {
        let of = |command: &str, resource: &str, dimension: &str, rest: &str| {
            format!(
                "aws application-autoscaling {command} --service-namespace dynamodb --resource-id {resource} --scalable-dimension dynamodb:{dimension}CapacityUnits {rest}\n"
            )
        };
        let bounds = "--min-capacity 5 --max-capacity 50";
        let target = "--policy-name p --policy-type TargetTrackingScaling --target-tracking-scaling-policy-configuration '{\"TargetValue\":50}'";
        let text = [
            of("register-scalable-target", "table/T", "table:Write", bounds),
            of("register-scalable-target", "table/T/index/I", "index:Read", bounds),
            of("put-scaling-policy", "table/T/index/I", "index:Read", target),
            of("put-scaling-policy", "table/T", "table:Write", target),
            of("put-scaling-policy", "table/U", "table:Write", target),
        ];
        let commands = read_all(&text.concat(), "us-east-1");
        let bodies: Vec<String> =
            commands.iter().filter_map(|command| Some(command.reading.as_ref().ok()?.body.json())).collect();
        let settings = r#"{"MinimumUnits":5,"MaximumUnits":50,"ScalingPolicyUpdate":{"PolicyName":"p","TargetTrackingScalingPolicyConfiguration":{"TargetValue":50}}}"#;
        assert_eq!(bodies.len(), 3, "{bodies:?}");
        assert_eq!(
            bodies[0],
            format!(r#"{{"TableName":"T","ProvisionedWriteCapacityAutoScalingUpdate":{settings}}}"#)
        );
        assert_eq!(
            bodies[1],
            format!(
                r#"{{"TableName":"T","ReplicaUpdates":[{{"RegionName":"us-east-1","ReplicaGlobalSecondaryIndexUpdates":[{{"IndexName":"I","ProvisionedReadCapacityAutoScalingUpdate":{settings}}}]}}]}}"#
            )
        );
    }

    #[test]
    fn a_command_that_cannot_be_read_leaves_the_others() {
        assert_eq!(
            operations("aws dynamodb scan --table-name 'T\naws dynamodb list-tables"),
            ["unclosed", "ListTables"]
        );
        let substituted = "aws dynamodb create-backup \\\n  --backup-name \"B-$(date +%F)\" \\\n  --table-name T\naws dynamodb list-tables";
        assert_eq!(operations(substituted), ["known-elsewhere", "ListTables"]);
        assert_eq!(operations(" \n# nothing\n"), Vec::<String>::new());
        assert_eq!(operations("aws dynamodb scan --table-name T"), ["Scan"]);
    }
}
