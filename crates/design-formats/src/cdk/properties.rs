//! The members of a table's construct as properties of `AWS::DynamoDB::Table`.

use dynalab_modeling::formats::ImportNote;
use dynalab_modeling::formats::leftovers::Node;
use serde_json::{Map, Value, json};

use super::source::{Call, Source, shown};
use crate::object_literal::expression_of;

/// The units of a provisioned table that names none.
const UNITS: u64 = 5;

/// Reads the members of one construct.
pub struct Properties<'a> {
    pub source: &'a Source<'a>,
    pub id: &'a str,
    pub node: Node<'a>,
    pub notes: &'a mut Vec<ImportNote>,
}

/// The capacity of reads and writes: the unit's name and its member of a construct.
const READ: (&str, &str) = ("Read", "readCapacity");
const WRITE: (&str, &str) = ("Write", "writeCapacity");

impl Properties<'_> {
    /// Returns the resource of the table.
    pub fn resource(&mut self, is_v2: bool) -> Value {
        let mut properties = Map::new();
        if let Some(name) = self.take("tableName").and_then(|name| self.source.text_of(&name)) {
            properties.insert("TableName".to_owned(), json!(name));
        }
        let mut definitions = Vec::new();
        let node = self.node.value().clone();
        properties.insert("KeySchema".to_owned(), self.keys(&node, &mut definitions));
        for member in ["partitionKey", "sortKey", "partitionKeys", "sortKeys"] {
            self.node.whole_of(member);
        }
        properties.insert("AttributeDefinitions".to_owned(), Value::Array(definitions));
        let mut replica = json!({ "Region": { "Ref": "AWS::Region" } });
        for (member, list) in [
            ("GlobalSecondaryIndexes", "globalSecondaryIndexes"),
            ("LocalSecondaryIndexes", "localSecondaryIndexes"),
        ] {
            let indexes = self.take(list);
            for index in indexes.as_ref().and_then(Value::as_array).into_iter().flatten() {
                self.index(member, index, &mut properties, &mut replica);
            }
        }
        self.settings(&mut properties);
        match is_v2 {
            true => self.billing(&mut properties, &mut replica),
            false => self.units(&mut properties),
        }
        let policy = self.removal_policy();
        let others = self.regions();
        // Settings for reads are in the replica of the stack's Region.
        let has_own = replica.as_object().is_some_and(|members| members.len() > 1);
        if has_own || !others.is_empty() {
            let replicas = [replica].into_iter().chain(others).collect();
            properties.insert("Replicas".to_owned(), Value::Array(replicas));
        }
        json!({ "Type": "AWS::DynamoDB::Table", "DeletionPolicy": policy, "UpdateReplacePolicy": policy, "Properties": properties })
    }

    /// Takes a member that is there.
    fn take(&self, name: &str) -> Option<Value> {
        Some(self.node.whole_of(name)).filter(|value| !value.is_null()).cloned()
    }

    /// Notes a member whose value only a run of the program knows.
    fn unknown(&mut self, member: &str, value: &Value) {
        let expression = expression_of(value).map_or_else(|| value.to_string(), str::to_owned);
        let place = format!("{}.{member}", self.id);
        self.notes.push(ImportNote::UnknownValue { place, expression: shown(&expression) });
    }

    /// Takes a word of an enumeration, and notes another value.
    fn word(&mut self, member: &str) -> Option<String> {
        let value = self.take(member)?;
        let word = self.source.word(&value).map(str::to_owned);
        if word.is_none() {
            self.unknown(member, &value);
        }
        word
    }

    /// Takes a flag or a number, and notes another value.
    fn plain(&mut self, member: &str) -> Option<Value> {
        let value = self.take(member)?;
        if value.is_boolean() || value.is_number() {
            return Some(value);
        }
        self.unknown(member, &value);
        None
    }

    /// Returns the members of a value that is an object, and notes another value.
    fn object(&mut self, member: &str, value: &Value) -> Option<Map<String, Value>> {
        let members = self.source.object(value);
        if members.is_none() {
            self.unknown(member, value);
        }
        members
    }

    /// Returns the key schema, and adds the types of its attributes.
    fn keys(&mut self, members: &Value, definitions: &mut Vec<Value>) -> Value {
        let mut schema = Vec::new();
        for (single, several, kind) in
            [("partitionKey", "partitionKeys", "HASH"), ("sortKey", "sortKeys", "RANGE")]
        {
            let list = members.get(several).and_then(Value::as_array).into_iter().flatten();
            for attribute in members.get(single).into_iter().chain(list) {
                let Some(own) = self.object(single, attribute) else { continue };
                let name = own.get("name").and_then(|name| self.source.text_of(name));
                let data_type = own.get("type").and_then(|kind| self.source.word(kind));
                let Some(name) = name else { continue };
                let data_type = match data_type {
                    Some("NUMBER") => "N",
                    Some("BINARY") => "B",
                    _ => "S",
                };
                definitions.push(json!({ "AttributeName": name, "AttributeType": data_type }));
                schema.push(json!({ "AttributeName": name, "KeyType": kind }));
            }
        }
        Value::Array(schema)
    }

    /// Adds an index to the properties of its table.
    fn index(&mut self, list: &str, value: &Value, properties: &mut Map<String, Value>, replica: &mut Value) {
        let member = "indexes";
        let Some(own) = self.object(member, value) else { return };
        let Some(name) = own.get("indexName").and_then(|name| self.source.text_of(name)) else { return };
        let mut definitions = Vec::new();
        let mut schema = self.keys(&Value::Object(own.clone()), &mut definitions);
        if list == "LocalSecondaryIndexes"
            && let (Value::Array(of_index), Some(hash)) = (&mut schema, properties["KeySchema"].get(0))
        {
            of_index.insert(0, hash.clone());
        }
        if let Some(Value::Array(all)) = properties.get_mut("AttributeDefinitions") {
            all.extend(definitions);
        }
        let kind = own.get("projectionType").and_then(|kind| self.source.word(kind)).unwrap_or("ALL");
        let mut projection = json!({ "ProjectionType": kind });
        if let Some(Value::Array(names)) = own.get("nonKeyAttributes") {
            projection["NonKeyAttributes"] =
                names.iter().filter_map(|name| self.source.text_of(name)).collect();
        }
        let mut index = json!({ "IndexName": name, "KeySchema": schema, "Projection": projection });
        let number = |member: &str| own.get(member).filter(|value| value.is_number()).cloned();
        let units = |read: &str, write: &str| number(read).zip(number(write));
        if let Some((read, write)) = units("readCapacity", "writeCapacity") {
            index["ProvisionedThroughput"] =
                json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write });
        }
        if let Some(maximum) = maximum(&own) {
            index["OnDemandThroughput"] = maximum;
        }
        if let Some(warm) = own.get("warmThroughput").and_then(|warm| self.warm(warm)) {
            index["WarmThroughput"] = warm;
        }
        for (unit, capacity) in [READ, WRITE] {
            let settings = own.get(capacity).filter(|value| !value.is_number());
            let Some(settings) = settings.and_then(|value| self.scaling(unit, value)) else { continue };
            let member = format!("{unit}ProvisionedThroughputSettings");
            if unit == READ.0 {
                let mut of_replica = json!({ "IndexName": name });
                of_replica[member] = settings;
                add(replica, "GlobalSecondaryIndexes", of_replica);
            } else {
                index[member] = settings;
            }
        }
        const KNOWN: [&str; 12] = [
            "indexName",
            "partitionKey",
            "partitionKeys",
            "sortKey",
            "sortKeys",
            "projectionType",
            "nonKeyAttributes",
            "readCapacity",
            "writeCapacity",
            "maxReadRequestUnits",
            "maxWriteRequestUnits",
            "warmThroughput",
        ];
        for left in own.keys().filter(|left| !KNOWN.contains(&left.as_str())) {
            let place = format!("{}.{name}", self.id);
            self.notes.push(ImportNote::LeftOut { place, member: left.clone() });
        }
        let mut whole = Value::Object(std::mem::take(properties));
        add(&mut whole, list, index);
        if let Value::Object(members) = whole {
            *properties = members;
        }
    }

    /// Reads the settings that both constructs have.
    fn settings(&mut self, properties: &mut Map<String, Value>) {
        if let Some(ttl) = self.take("timeToLiveAttribute").and_then(|ttl| self.source.text_of(&ttl)) {
            let ttl = json!({ "AttributeName": ttl, "Enabled": true });
            properties.insert("TimeToLiveSpecification".to_owned(), ttl);
        }
        for member in ["stream", "dynamoStream"] {
            if let Some(view) = self.word(member) {
                properties.insert("StreamSpecification".to_owned(), json!({ "StreamViewType": view }));
            }
        }
        let mut recovery =
            self.plain("pointInTimeRecovery").map(|enabled| json!({ "PointInTimeRecoveryEnabled": enabled }));
        let written = self.take("pointInTimeRecoverySpecification");
        if let Some(own) = written.and_then(|value| self.object("pointInTimeRecoverySpecification", &value)) {
            let mut found = json!({ "PointInTimeRecoveryEnabled": own.get("pointInTimeRecoveryEnabled") });
            if let Some(days) = own.get("recoveryPeriodInDays") {
                found["RecoveryPeriodInDays"] = days.clone();
            }
            recovery = Some(found);
        }
        properties.extend(recovery.map(|recovery| ("PointInTimeRecoverySpecification".to_owned(), recovery)));
        if let Some(class) = self.word("tableClass") {
            properties.insert("TableClass".to_owned(), json!(class));
        }
        if let Some(flag) = self.plain("deletionProtection") {
            properties.insert("DeletionProtectionEnabled".to_owned(), flag);
        }
        if let Some(mode) = self.word("multiRegionConsistency") {
            properties.insert("MultiRegionConsistency".to_owned(), json!(mode));
        }
        if let Some(warm) = self.take("warmThroughput").and_then(|warm| self.warm(&warm)) {
            properties.insert("WarmThroughput".to_owned(), warm);
        }
        let mut insights =
            self.plain("contributorInsightsEnabled").map(|enabled| json!({ "Enabled": enabled }));
        let written = self.take("contributorInsightsSpecification");
        if let Some(own) = written.and_then(|value| self.object("contributorInsightsSpecification", &value)) {
            let mut found = json!({ "Enabled": own.get("enabled") });
            if let Some(mode) = own.get("mode").and_then(|mode| self.source.word(mode)) {
                found["Mode"] = json!(mode);
            }
            insights = Some(found);
        }
        properties.extend(insights.map(|own| ("ContributorInsightsSpecification".to_owned(), own)));
        let tags = self.take("tags");
        for tag in tags.as_ref().and_then(Value::as_array).into_iter().flatten() {
            let Some(own) = self.object("tags", tag) else { continue };
            let text = |name: &str| own.get(name).and_then(|value| self.source.text_of(value));
            if let (Some(key), Some(value)) = (text("key"), text("value")) {
                let list = properties.entry("Tags").or_insert_with(|| json!([]));
                list.as_array_mut()
                    .into_iter()
                    .for_each(|list| list.push(json!({ "Key": key, "Value": value })));
            }
        }
        self.encryption(properties);
        let policy = self.take("resourcePolicy");
        if let Some(policy) = policy {
            match self.source.called(&policy).and_then(|(_, call)| call.members) {
                Some(document) if is_literal(&Value::Object(document.clone())) => {
                    properties.insert("ResourcePolicy".to_owned(), json!({ "PolicyDocument": document }));
                }
                _ => self.unknown("resourcePolicy", &policy),
            }
        }
    }

    fn encryption(&mut self, properties: &mut Map<String, Value>) {
        let Some(written) = self.take("encryption") else { return };
        let (kind, key) = match self.source.called(&written) {
            Some((_, call)) => (call.name, expression_of(&written).and_then(arn_in)),
            None => (self.source.word(&written).unwrap_or_default().to_owned(), None),
        };
        let found = match kind.as_str() {
            "DEFAULT" | "dynamoOwnedKey" => json!({ "SSEEnabled": false }),
            "AWS_MANAGED" | "awsManagedKey" => json!({ "SSEEnabled": true }),
            "CUSTOMER_MANAGED" | "customerManagedKey" => match key {
                Some(key) => json!({ "SSEEnabled": true, "KMSMasterKeyId": key }),
                None => {
                    self.unknown("encryption", &written);
                    json!({ "SSEEnabled": true })
                }
            },
            _ => return self.unknown("encryption", &written),
        };
        properties.insert("SSESpecification".to_owned(), found);
    }

    fn warm(&self, value: &Value) -> Option<Value> {
        let own = self.source.object(value)?;
        let both =
            [("readUnitsPerSecond", "ReadUnitsPerSecond"), ("writeUnitsPerSecond", "WriteUnitsPerSecond")];
        let known =
            both.iter().filter_map(|(name, member)| Some(((*member).to_owned(), own.get(*name)?.clone())));
        Some(Value::Object(known.collect()))
    }

    /// Reads the mode and the units of a `Table`.
    fn units(&mut self, properties: &mut Map<String, Value>) {
        let mode = self.word("billingMode").unwrap_or_else(|| "PROVISIONED".to_owned());
        properties.insert("BillingMode".to_owned(), json!(mode));
        let (read, write) = (self.plain("readCapacity"), self.plain("writeCapacity"));
        if mode == "PROVISIONED" {
            let units = |units: Option<Value>| units.unwrap_or_else(|| json!(UNITS));
            let throughput = json!({ "ReadCapacityUnits": units(read), "WriteCapacityUnits": units(write) });
            properties.insert("ProvisionedThroughput".to_owned(), throughput);
        }
        let both = ["maxReadRequestUnits", "maxWriteRequestUnits"];
        let own = both.iter().filter_map(|name| Some(((*name).to_owned(), self.plain(name)?))).collect();
        properties.extend(maximum(&own).map(|maximum| ("OnDemandThroughput".to_owned(), maximum)));
    }

    /// Reads the mode and the units of a `TableV2`.
    fn billing(&mut self, properties: &mut Map<String, Value>, replica: &mut Value) {
        let written = self.take("billing");
        let called = written.as_ref().and_then(|value| self.source.called(value));
        let call = called.map(|(_, call)| call);
        let mode = match call.as_ref().map(|call| call.name.as_str()) {
            Some("provisioned") => "PROVISIONED",
            _ => "PAY_PER_REQUEST",
        };
        properties.insert("BillingMode".to_owned(), json!(mode));
        let own = call.and_then(|call| call.members);
        let Some(own) = own else {
            if let Some(written) = written {
                self.unknown("billing", &written);
            }
            return;
        };
        properties.extend(maximum(&own).map(|maximum| ("OnDemandThroughput".to_owned(), maximum)));
        for (unit, capacity) in [READ, WRITE] {
            let Some(value) = own.get(capacity) else { continue };
            match self.scaling(unit, value) {
                None => self.unknown(capacity, value),
                Some(settings) if unit == READ.0 => replica["ReadProvisionedThroughputSettings"] = settings,
                Some(settings) => {
                    properties.insert("WriteProvisionedThroughputSettings".to_owned(), settings);
                }
            }
        }
    }

    /// Returns the settings of a capacity: fixed units, or auto scaling.
    fn scaling(&self, unit: &str, value: &Value) -> Option<Value> {
        let (_, call) = self.source.called(value)?;
        let mut settings = json!({});
        match call.name.as_str() {
            "fixed" => settings[format!("{unit}CapacityUnits")] = call.others.first()?.clone(),
            "autoscaled" => {
                let own = call.members?;
                let percent = own.get("targetUtilizationPercent").cloned().unwrap_or_else(|| json!(70));
                let scaling = auto_scaling(&own, percent);
                settings[format!("{unit}CapacityAutoScalingSettings")] = scaling;
            }
            _ => return None,
        }
        Some(settings)
    }

    fn removal_policy(&mut self) -> &'static str {
        match self.word("removalPolicy").as_deref() {
            Some("DESTROY") => "Delete",
            Some("RETAIN_ON_UPDATE_OR_DELETE") => "RetainExceptOnCreate",
            _ => "Retain",
        }
    }

    /// Returns the replicas in other Regions.
    fn regions(&mut self) -> Vec<Value> {
        let mut regions = Vec::new();
        let written = self.take("replicationRegions");
        for region in written.as_ref().and_then(Value::as_array).into_iter().flatten() {
            regions.extend(self.source.text_of(region).map(|region| json!({ "Region": region })));
        }
        let written = self.take("replicas");
        for replica in written.as_ref().and_then(Value::as_array).into_iter().flatten() {
            regions.extend(self.replica(replica));
        }
        regions
    }

    fn replica(&mut self, value: &Value) -> Option<Value> {
        let own = self.object("replicas", value)?;
        let region = self.source.text_of(own.get("region")?)?;
        for left in own.keys().filter(|name| *name != "region") {
            let place = format!("{}.{region}", self.id);
            self.notes.push(ImportNote::LeftOut { place, member: left.clone() });
        }
        Some(json!({ "Region": region }))
    }

    /// Applies a call of a method to the resource.
    pub fn apply(&mut self, call: &Call, resource: &mut Value) {
        let is_read = call.name.contains("Read");
        let member = call.members.clone().map(Value::Object);
        let properties = &mut resource["Properties"];
        match (call.name.as_str(), member) {
            ("addGlobalSecondaryIndex" | "addLocalSecondaryIndex", Some(index)) => {
                let list = match call.name.contains("Global") {
                    true => "GlobalSecondaryIndexes",
                    false => "LocalSecondaryIndexes",
                };
                if let Value::Object(members) = properties {
                    let mut replica = json!({});
                    self.index(list, &index, members, &mut replica);
                    if let Some(units) = replica.get("GlobalSecondaryIndexes").and_then(|list| list.get(0)) {
                        add(home(properties), "GlobalSecondaryIndexes", units.clone());
                    }
                }
            }
            ("addReplica", Some(replica)) => {
                if let Some(replica) = self.replica(&replica) {
                    home(properties);
                    add(properties, "Replicas", replica);
                }
            }
            ("autoScaleReadCapacity" | "autoScaleWriteCapacity", Some(Value::Object(own))) => {
                let then = call.then.iter().find(|next| next.name == "scaleOnUtilization");
                let percent =
                    then.and_then(|next| next.members.as_ref()?.get("targetUtilizationPercent").cloned());
                let scaling = auto_scaling(&own, percent.unwrap_or_else(|| json!(70)));
                if is_read {
                    home(properties)["ReadProvisionedThroughputSettings"] =
                        json!({ "ReadCapacityAutoScalingSettings": scaling });
                } else {
                    properties["WriteProvisionedThroughputSettings"] =
                        json!({ "WriteCapacityAutoScalingSettings": scaling });
                }
            }
            (name, _) => {
                let place = self.id.to_owned();
                self.notes.push(ImportNote::LeftOut { place, member: name.to_owned() });
            }
        }
    }
}

/// Returns the replica of the stack's Region, which is added if there is none.
fn home(properties: &mut Value) -> &mut Value {
    if properties.get("Replicas").is_none() {
        properties["Replicas"] = json!([{ "Region": { "Ref": "AWS::Region" } }]);
    }
    &mut properties["Replicas"][0]
}

/// Adds an element to a list that is a member.
fn add(object: &mut Value, list: &str, element: Value) {
    match object.get_mut(list).and_then(Value::as_array_mut) {
        Some(list) => list.push(element),
        None => object[list] = json!([element]),
    }
}

/// Returns the most units of on-demand mode that the members name.
fn maximum(own: &Map<String, Value>) -> Option<Value> {
    let both =
        [("maxReadRequestUnits", "MaxReadRequestUnits"), ("maxWriteRequestUnits", "MaxWriteRequestUnits")];
    let known: Map<String, Value> = both
        .iter()
        .filter_map(|(name, member)| Some(((*member).to_owned(), own.get(*name)?.clone())))
        .collect();
    (!known.is_empty()).then_some(Value::Object(known))
}

fn auto_scaling(own: &Map<String, Value>, percent: Value) -> Value {
    let mut scaling = json!({ "TargetTrackingScalingPolicyConfiguration": { "TargetValue": percent } });
    for (name, member) in
        [("minCapacity", "MinCapacity"), ("maxCapacity", "MaxCapacity"), ("seedCapacity", "SeedCapacity")]
    {
        if let Some(number) = own.get(name) {
            scaling[member] = number.clone();
        }
    }
    scaling
}

/// Returns the ARN in an expression.
fn arn_in(expression: &str) -> Option<String> {
    let quoted = expression.split(['"', '\'']);
    quoted.skip(1).step_by(2).find(|text| text.starts_with("arn:")).map(str::to_owned)
}

/// Returns true for a value without expressions.
fn is_literal(value: &Value) -> bool {
    if expression_of(value).is_some() {
        return false;
    }
    match value {
        Value::Array(list) => list.iter().all(is_literal),
        Value::Object(members) => members.values().all(is_literal),
        _ => true,
    }
}
