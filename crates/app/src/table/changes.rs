//! The requests that change a table to its edited form, in the order that DynamoDB requires.

use serde_json::{Value, json};

use super::draft::{Draft, Index, throughput};

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub operation: &'static str,
    pub body: Value,
}

fn step(operation: &'static str, body: Value) -> Step {
    Step { operation, body }
}

/// Returns the requests that create a table, including settings that CreateTable does not accept.
pub fn creation(draft: &Draft) -> Vec<Step> {
    let mut steps = vec![step("CreateTable", draft.create())];
    if !draft.expiry.is_empty() {
        steps.push(expiry(&draft.name, &draft.expiry, true));
    }
    if draft.recovery {
        steps.push(recovery(&draft.name, true));
    }
    steps
}

/// Returns the requests that change a table. Keys and local indexes cannot change. A changed global index is deleted and created again.
pub fn changes(before: &Draft, after: &Draft, arn: &str) -> Vec<Step> {
    let name = &after.name;
    let mut steps = Vec::new();
    let mut update = |members: Value| {
        let mut body = json!({"TableName": name});
        if let (Some(body), Value::Object(members)) = (body.as_object_mut(), members) {
            body.extend(members);
        }
        steps.push(step("UpdateTable", body));
    };
    if before.protected != after.protected {
        update(json!({"DeletionProtectionEnabled": after.protected}));
    }
    let kept = |index: &Index| {
        after.indexes.iter().find(|other| other.name == index.name && same_shape(index, other))
    };
    for index in before.indexes.iter().filter(|index| !index.local && kept(index).is_none()) {
        update(json!({"GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": index.name}}]}));
    }
    if let Some(capacity) = capacity(before, after) {
        update(capacity);
    }
    if before.infrequent != after.infrequent {
        let class = if after.infrequent { "STANDARD_INFREQUENT_ACCESS" } else { "STANDARD" };
        update(json!({"TableClass": class}));
    }
    if before.stream != after.stream {
        // The view type of a stream cannot change, so the stream is turned off and on.
        if !before.stream.is_empty() {
            update(json!({"StreamSpecification": {"StreamEnabled": false}}));
        }
        if !after.stream.is_empty() {
            update(json!({"StreamSpecification": {"StreamEnabled": true, "StreamViewType": after.stream}}));
        }
    }
    let was_there = |index: &Index| {
        before.indexes.iter().any(|other| other.name == index.name && same_shape(index, other))
    };
    for index in after.indexes.iter().filter(|index| !index.local && !was_there(index)) {
        update(json!({
            "AttributeDefinitions": after.definitions(std::iter::once(index)),
            "GlobalSecondaryIndexUpdates": [{"Create": index.body(after)}],
        }));
    }
    if before.expiry != after.expiry {
        if !before.expiry.is_empty() {
            steps.push(expiry(name, &before.expiry, false));
        }
        if !after.expiry.is_empty() {
            steps.push(expiry(name, &after.expiry, true));
        }
    }
    if before.recovery != after.recovery {
        steps.push(recovery(name, after.recovery));
    }
    steps.extend(tags(before, after, arn));
    steps
}

/// Returns true if two indexes differ in throughput only, which UpdateTable can change.
fn same_shape(one: &Index, other: &Index) -> bool {
    one.partition == other.partition
        && one.sort == other.sort
        && one.projection == other.projection
        && super::draft::listed(&one.included) == super::draft::listed(&other.included)
}

fn capacity(before: &Draft, after: &Draft) -> Option<Value> {
    if !after.provisioned {
        let caps =
            || after.caps().unwrap_or_else(|| json!({"MaxReadRequestUnits": -1, "MaxWriteRequestUnits": -1}));
        return match (before.provisioned, before.caps() != after.caps()) {
            (true, _) if after.caps().is_some() => {
                Some(json!({"BillingMode": "PAY_PER_REQUEST", "OnDemandThroughput": caps()}))
            }
            (true, _) => Some(json!({"BillingMode": "PAY_PER_REQUEST"})),
            (false, true) => Some(json!({"OnDemandThroughput": caps()})),
            (false, false) => None,
        };
    }
    let mut body = json!({});
    if !before.provisioned {
        body["BillingMode"] = "PROVISIONED".into();
    }
    if !before.provisioned || (&before.read, &before.write) != (&after.read, &after.write) {
        body["ProvisionedThroughput"] = throughput(&after.read, &after.write);
    }
    let same = |index: &&Index| {
        before.indexes.iter().find(|other| other.name == index.name && same_shape(index, other))
    };
    let changed = after.indexes.iter().filter(|index| !index.local).filter(|index| {
        same(index).is_some_and(|other| {
            !before.provisioned || (&other.read, &other.write) != (&index.read, &index.write)
        })
    });
    let updates: Vec<Value> = changed
        .map(|index| json!({"Update": {"IndexName": index.name, "ProvisionedThroughput": throughput(&index.read, &index.write)}}))
        .collect();
    if !updates.is_empty() {
        body["GlobalSecondaryIndexUpdates"] = updates.into();
    }
    body.as_object().is_some_and(|body| !body.is_empty()).then_some(body)
}

fn tags(before: &Draft, after: &Draft, arn: &str) -> Vec<Step> {
    let (old, new) = (before.tag_list(), after.tag_list());
    let gone: Vec<&String> =
        old.iter().map(|(key, _)| key).filter(|key| !new.iter().any(|(other, _)| other == *key)).collect();
    let set: Vec<Value> = new
        .iter()
        .filter(|tag| !old.contains(tag))
        .map(|(key, value)| json!({"Key": key, "Value": value}))
        .collect();
    let mut steps = Vec::new();
    if !gone.is_empty() {
        steps.push(step("UntagResource", json!({"ResourceArn": arn, "TagKeys": gone})));
    }
    if !set.is_empty() {
        steps.push(step("TagResource", json!({"ResourceArn": arn, "Tags": set})));
    }
    steps
}

fn expiry(table: &str, attribute: &str, enabled: bool) -> Step {
    let specification = json!({"AttributeName": attribute, "Enabled": enabled});
    step("UpdateTimeToLive", json!({"TableName": table, "TimeToLiveSpecification": specification}))
}

fn recovery(table: &str, enabled: bool) -> Step {
    let specification = json!({"PointInTimeRecoveryEnabled": enabled});
    step(
        "UpdateContinuousBackups",
        json!({"TableName": table, "PointInTimeRecoverySpecification": specification}),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Draft {
        let mut draft = Draft { name: "Orders".into(), ..Draft::default() };
        draft.indexes = vec![Index::new(false, &draft)];
        draft
    }

    fn change_texts(before: &Draft, after: &Draft) -> Vec<String> {
        let steps = changes(before, after, "arn");
        steps.iter().map(|step| format!("{} {}", step.operation, step.body)).collect()
    }

    #[test]
    fn nothing_changed_is_nothing_to_do() {
        assert_eq!(change_texts(&table(), &table()), [""; 0]);
        assert_eq!(creation(&table()).len(), 1);
    }

    #[test]
    fn each_index_is_a_request_of_its_own() {
        let mut after = table();
        after.indexes[0].projection = "KEYS_ONLY".into();
        after.indexes.push(Index::new(false, &after));
        let told = change_texts(&table(), &after);
        assert_eq!(told.len(), 3);
        assert!(told[0].contains(r#"{"Delete":{"IndexName":"GSI1"}}"#), "{}", told[0]);
        assert!(told[1].contains(r#""Create""#) && told[1].contains("KEYS_ONLY"), "{}", told[1]);
        assert!(
            told[2].contains("GSI2PK") && !told[2].contains("GSI1PK"),
            "only what it needs is defined: {}",
            told[2]
        );
    }

    #[test]
    fn capacity_goes_both_ways_with_the_indexes() {
        let provisioned = Draft { provisioned: true, ..table() };
        let there = change_texts(&table(), &provisioned);
        assert_eq!(there.len(), 1);
        assert!(
            there[0].contains("PROVISIONED") && there[0].contains(r#"{"Update":{"IndexName":"GSI1""#),
            "{}",
            there[0]
        );
        let back = changes(&provisioned, &table(), "arn");
        let bodies: Vec<&Value> = back.iter().map(|step| &step.body).collect();
        assert_eq!(bodies, [&json!({"BillingMode": "PAY_PER_REQUEST", "TableName": "Orders"})]);
        let capped = change_texts(&table(), &Draft { max_write: "100".into(), ..table() });
        assert!(capped[0].contains(r#"{"MaxWriteRequestUnits":100}"#), "{}", capped[0]);
    }

    #[test]
    fn settings_are_switched_off_before_others_are_switched_on() {
        let before =
            Draft { stream: "NEW_IMAGE".into(), expiry: "old".into(), tags: "a=1\nb=2".into(), ..table() };
        let after = Draft {
            stream: "KEYS_ONLY".into(),
            expiry: "new".into(),
            tags: "a=3".into(),
            recovery: true,
            ..table()
        };
        let operations: Vec<&str> =
            changes(&before, &after, "arn").iter().map(|step| step.operation).collect();
        assert_eq!(
            operations,
            [
                "UpdateTable",
                "UpdateTable",
                "UpdateTimeToLive",
                "UpdateTimeToLive",
                "UpdateContinuousBackups",
                "UntagResource",
                "TagResource"
            ]
        );
    }
}
