//! The requests of a pattern: its templates filled with its parameters.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use dynalab_types::{AttributeValue, Bound, Budget, Item};
use serde_json::{Map, Value, json};

use crate::bounds::{self, VALUE_BYTES};
use crate::design::{
    AccessPattern, Action, Consistency, Delete, Design, Get, KeyCondition, KeyTemplates, Operation,
    Parameter, Put, Query, Scan, Table, Update,
};
use crate::literal::{bytes_of, item_json, value_of, wire_json};
use crate::report::ProblemReason;
use crate::sample::Sample;
use crate::sample::items::{item_of, typed};
use crate::template::{self, Template};

pub type Values = BTreeMap<String, AttributeValue>;

/// A request, and whether the pattern reads all of its pages.
#[derive(Clone, Debug, PartialEq)]
pub struct SentRequest {
    pub operation: String,
    pub body: Value,
    pub all_pages: bool,
}

pub struct RequestBuilder<'a> {
    pub design: &'a Design,
    pub sample: &'a Sample,
    pub pattern: &'a AccessPattern,
    pub values: Values,
    budget: Rc<Budget>,
}

type BuildResult<T> = Result<T, ProblemReason>;

impl<'a> RequestBuilder<'a> {
    /// # Errors
    /// Returns an error if a parameter has no value.
    pub fn new(
        design: &'a Design,
        sample: &'a Sample,
        pattern: &'a AccessPattern,
    ) -> BuildResult<RequestBuilder<'a>> {
        let mut values = Values::new();
        for (name, parameter) in &pattern.parameters {
            values.insert(name.clone(), parameter_value(sample, name, parameter)?);
        }
        let budget = Rc::new(Budget::new(Bound::RequestBytes, Bound::CheckSteps, Bound::ImportDepth));
        Ok(RequestBuilder { design, sample, pattern, values, budget })
    }

    /// # Errors
    /// Returns an error if a template has no value, or if the operation uses an unknown name.
    pub fn requests(&self, operation: &Operation) -> BuildResult<Vec<SentRequest>> {
        let name = operation.name();
        let one = |body: Value| Ok(vec![SentRequest { operation: name.into(), body, all_pages: false }]);
        match operation {
            Operation::Get(get) => one(self.get(get, true)?),
            Operation::BatchGet(batch) => {
                let table = self.table(&batch.table)?;
                let keys: Vec<Value> =
                    batch.keys.iter().map(|key| self.key(table, key)).collect::<BuildResult<_>>()?;
                let mut of_table = json!({ "Keys": keys });
                self.set_consistency(&mut of_table);
                one(json!({ "RequestItems": { table.name.clone(): of_table } }))
            }
            Operation::TransactGet { reads } => {
                let gets: Vec<Value> = reads
                    .iter()
                    .map(|get| Ok(json!({ "Get": self.get(get, false)? })))
                    .collect::<BuildResult<_>>()?;
                one(json!({ "TransactItems": gets }))
            }
            Operation::Query(query) => self.queries(query),
            Operation::Scan(scan) => Ok(vec![SentRequest {
                operation: name.into(),
                body: self.scan(scan)?,
                all_pages: scan.all_pages,
            }]),
            Operation::SearchVectors(search) => {
                let table = self.table(&search.table)?;
                let vector = self.parameter(&search.vector)?;
                let mut body = json!({
                    "TableName": table.name,
                    "IndexName": search.index,
                    "SearchVector": wire_json(vector)["L"],
                    "TopK": search.top,
                });
                if let Some((name, template)) = search.key.iter().next() {
                    body["SearchConditionExpression"] = json!("#k0 = :k0");
                    body["ExpressionAttributeNames"] = json!({ "#k0": name });
                    body["ExpressionAttributeValues"] = json!({ ":k0": wire_json(&self.fill(template)?) });
                }
                one(body)
            }
            Operation::Put(put) => one(self.put(put)?),
            Operation::Update(update) => one(self.update(update)?),
            Operation::Delete(delete) => one(self.delete(delete)?),
            Operation::BatchWrite { writes } => one(self.batch_write(writes)?),
            Operation::TransactWrite { writes } => {
                let actions: Vec<Value> =
                    writes.iter().map(|write| self.action(write)).collect::<BuildResult<_>>()?;
                one(json!({ "TransactItems": actions }))
            }
            Operation::Request(raw) => one(raw.body.clone()),
        }
    }

    /// Returns a builder of the same pattern with other values of its parameters.
    pub fn with_values(&self, values: Values) -> RequestBuilder<'a> {
        let budget = self.budget.clone();
        RequestBuilder { values, design: self.design, sample: self.sample, pattern: self.pattern, budget }
    }

    pub fn table(&self, name: &str) -> BuildResult<&'a Table> {
        self.design.table(name).ok_or_else(|| ProblemReason::UnknownTable { table: name.to_owned() })
    }

    fn parameter(&self, name: &str) -> BuildResult<&AttributeValue> {
        self.values.get(name).ok_or_else(|| ProblemReason::UnknownParameter { parameter: name.to_owned() })
    }

    /// # Errors
    /// Returns an error if a parameter of the template has no value, or one of the wrong form.
    pub fn fill(&self, template: &Template) -> BuildResult<AttributeValue> {
        if let Some(unknown) = template.attributes().find(|name| !self.values.contains_key(*name)) {
            return Err(ProblemReason::UnknownParameter { parameter: unknown.to_owned() });
        }
        self.charge(template.filled_bytes(|name| self.values.get(name)))?;
        Ok(template.fill(|name| self.values.get(name))?)
    }

    /// Charges what the requests of the pattern are about to hold.
    fn charge(&self, bytes: usize) -> BuildResult<()> {
        self.budget.produce(VALUE_BYTES.saturating_add(bytes)).map_err(ProblemReason::TooMuch)
    }

    /// Returns a key as an item.
    ///
    /// # Errors
    /// Returns the errors of [`RequestBuilder::fill`].
    pub fn key_item(&self, table: &Table, key: &KeyTemplates) -> BuildResult<Item> {
        key.iter()
            .map(|(name, template)| Ok((name.as_str(), typed(table, name, self.fill(template)?))))
            .collect()
    }

    fn key(&self, table: &Table, key: &KeyTemplates) -> BuildResult<Value> {
        Ok(item_json(&self.key_item(table, key)?))
    }

    fn set_consistency(&self, body: &mut Value) {
        if self.pattern.consistency == Consistency::Strong {
            body["ConsistentRead"] = json!(true);
        }
    }

    fn get(&self, get: &Get, alone: bool) -> BuildResult<Value> {
        let table = self.table(&get.table)?;
        let mut body = json!({ "TableName": table.name, "Key": self.key(table, &get.key)? });
        project(&mut body, &get.attributes);
        if alone {
            self.set_consistency(&mut body);
        }
        Ok(body)
    }

    fn queries(&self, query: &Query) -> BuildResult<Vec<SentRequest>> {
        let count = query.for_each.values().fold(1, |all: usize, values| all.saturating_mul(values.len()));
        Bound::Requests.check(count).map_err(|refusal| {
            let lists = query.for_each.keys().cloned().collect::<Vec<_>>();
            ProblemReason::TooMuch(refusal.at_member(&lists.join(", ")))
        })?;
        let own = self.values.values().map(|value| value.size_bytes() as usize);
        let longest = query.for_each.values().map(|values| values.iter().map(bytes_of).max().unwrap_or(0));
        let bytes = own.chain(longest).map(|bytes| VALUE_BYTES + bytes).fold(0, usize::saturating_add);
        self.charge(bytes.saturating_mul(count))?;
        let mut combinations: Vec<Values> = vec![self.values.clone()];
        for (name, literals) in &query.for_each {
            let with = |values: &Values, literal: &Value| {
                let mut values = values.clone();
                values.insert(name.clone(), value_of(literal, None));
                values
            };
            combinations =
                combinations.iter().flat_map(|values| literals.iter().map(|one| with(values, one))).collect();
        }
        combinations
            .into_iter()
            .map(|values| {
                let body = self.with_values(values).query(query)?;
                Ok(SentRequest { operation: "Query".to_owned(), body, all_pages: query.all_pages })
            })
            .collect()
    }

    fn query(&self, query: &Query) -> BuildResult<Value> {
        let table = self.table(&query.table)?;
        let mut body = json!({ "TableName": table.name });
        if let Some(index) = &query.index {
            body["IndexName"] = json!(index);
        }
        let mut texts = Vec::new();
        let mut names = Map::new();
        let mut values = Map::new();
        for (place, (attribute, condition)) in query.key.iter().enumerate() {
            let name = format!("#k{place}");
            names.insert(name.clone(), json!(attribute));
            let mut bind = |suffix: &str, template: &Template| {
                let value = format!(":k{place}{suffix}");
                values.insert(value.clone(), wire_json(&typed(table, attribute, self.fill(template)?)));
                Ok::<String, ProblemReason>(value)
            };
            texts.push(match condition {
                KeyCondition::Equals(template) => format!("{name} = {}", bind("", template)?),
                KeyCondition::BeginsWith { begins_with } => {
                    format!("begins_with({name}, {})", bind("", begins_with)?)
                }
                KeyCondition::Between { between } => {
                    format!("{name} BETWEEN {} AND {}", bind("a", &between.0)?, bind("b", &between.1)?)
                }
                KeyCondition::Below { below } => format!("{name} < {}", bind("", below)?),
                KeyCondition::AtMost { at_most } => format!("{name} <= {}", bind("", at_most)?),
                KeyCondition::Above { above } => format!("{name} > {}", bind("", above)?),
                KeyCondition::AtLeast { at_least } => format!("{name} >= {}", bind("", at_least)?),
            });
        }
        body["KeyConditionExpression"] = json!(texts.join(" AND "));
        if let Some(limit) = query.limit {
            body["Limit"] = json!(limit);
        }
        if query.descending {
            body["ScanIndexForward"] = json!(false);
        }
        if query.index.is_none()
            || query
                .index
                .as_ref()
                .and_then(|name| table.index(name))
                .is_some_and(|index| index.kind == crate::design::IndexKind::Local)
        {
            self.set_consistency(&mut body);
        }
        project_into(&mut body, &query.attributes, &mut names);
        self.bind_expressions(
            &mut body,
            &[("FilterExpression", query.filter.as_deref())],
            (&query.names, &query.values),
            (names, values),
        )?;
        Ok(body)
    }

    fn scan(&self, scan: &Scan) -> BuildResult<Value> {
        let table = self.table(&scan.table)?;
        let mut body = json!({ "TableName": table.name });
        if let Some(index) = &scan.index {
            body["IndexName"] = json!(index);
        } else {
            self.set_consistency(&mut body);
        }
        let filter = [("FilterExpression", scan.filter.as_deref())];
        self.bind_expressions(&mut body, &filter, (&scan.names, &scan.values), (Map::new(), Map::new()))?;
        Ok(body)
    }

    /// Returns the item that a Put writes.
    ///
    /// # Errors
    /// Returns an error if the table has no such kind, or a template has no value.
    pub fn put_item(&self, put: &Put) -> BuildResult<Item> {
        let table = self.table(&put.table)?;
        let unknown = || ProblemReason::UnknownItem { item: put.item.clone() };
        let placement = table.placement(&put.item).ok_or_else(unknown)?;
        let rows = self.sample.rows(&placement.entity).ok_or_else(unknown)?;
        let row = match put.row {
            Some(row) => rows.rows.get(row).ok_or_else(unknown)?,
            None => &rows.new_row,
        };
        self.charge(bounds::of_stored_row(table, placement, row).0)?;
        let mut row = row.clone();
        let entity = self.design.entity(&placement.entity);
        for (name, template) in &put.set {
            let value = self.fill(template)?;
            let wanted =
                entity.and_then(|entity| entity.attribute(name)).map(|attribute| attribute.data_type);
            let value = match (&value, wanted) {
                (AttributeValue::S(text), Some(crate::design::AttributeType::N)) => {
                    template::number(text).unwrap_or(value)
                }
                _ => value,
            };
            row.insert(name.as_str(), value);
        }
        self.charge(bounds::of_stored_row(table, placement, &row).0)?;
        Ok(item_of(table, placement, &row)?)
    }

    fn put(&self, put: &Put) -> BuildResult<Value> {
        let mut body = json!({ "TableName": put.table, "Item": item_json(&self.put_item(put)?) });
        let condition = [("ConditionExpression", put.condition.as_deref())];
        self.bind_expressions(&mut body, &condition, (&put.names, &put.values), (Map::new(), Map::new()))?;
        Ok(body)
    }

    fn update(&self, update: &Update) -> BuildResult<Value> {
        let table = self.table(&update.table)?;
        let mut body = json!({ "TableName": table.name, "Key": self.key(table, &update.key)? });
        let texts = [
            ("UpdateExpression", Some(update.update.as_str())),
            ("ConditionExpression", update.condition.as_deref()),
        ];
        self.bind_expressions(&mut body, &texts, (&update.names, &update.values), (Map::new(), Map::new()))?;
        Ok(body)
    }

    fn delete(&self, delete: &Delete) -> BuildResult<Value> {
        let table = self.table(&delete.table)?;
        let mut body = json!({ "TableName": table.name, "Key": self.key(table, &delete.key)? });
        let condition = [("ConditionExpression", delete.condition.as_deref())];
        self.bind_expressions(
            &mut body,
            &condition,
            (&delete.names, &delete.values),
            (Map::new(), Map::new()),
        )?;
        Ok(body)
    }

    fn action(&self, action: &Action) -> BuildResult<Value> {
        Ok(match action {
            Action::Put(put) => json!({ "Put": self.put(put)? }),
            Action::Update(update) => json!({ "Update": self.update(update)? }),
            Action::Delete(delete) => json!({ "Delete": self.delete(delete)? }),
            Action::Check(check) => json!({ "ConditionCheck": self.delete(check)? }),
        })
    }

    fn batch_write(&self, writes: &[Action]) -> BuildResult<Value> {
        let mut tables = Map::new();
        for write in writes {
            let (table, request) = match write {
                Action::Put(put) => {
                    (&put.table, json!({ "PutRequest": { "Item": item_json(&self.put_item(put)?) } }))
                }
                Action::Delete(delete) => {
                    let table = self.table(&delete.table)?;
                    (&delete.table, json!({ "DeleteRequest": { "Key": self.key(table, &delete.key)? } }))
                }
                Action::Update(_) | Action::Check(_) => return Err(ProblemReason::BatchAction),
            };
            let list = tables.entry(table.clone()).or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                list.push(request);
            }
        }
        Ok(json!({ "RequestItems": tables }))
    }

    /// Adds the expressions, with the names and values that they use.
    fn bind_expressions(
        &self,
        body: &mut Value,
        texts: &[(&str, Option<&str>)],
        (own_names, own_values): (&BTreeMap<String, String>, &BTreeMap<String, Template>),
        (mut names, mut values): (Map<String, Value>, Map<String, Value>),
    ) -> BuildResult<()> {
        for (member, text) in texts {
            let Some(text) = text else { continue };
            body[*member] = json!(text);
            for placeholder in placeholders(text) {
                let (mark, name) = placeholder.split_at(1);
                if mark == "#" {
                    let attribute = own_names.get(name).map_or(name, String::as_str);
                    names.insert(placeholder.clone(), json!(attribute));
                } else {
                    let value = match own_values.get(name) {
                        Some(template) => self.fill(template)?,
                        None => {
                            let value = self.parameter(name)?;
                            self.charge(value.size_bytes() as usize)?;
                            value.clone()
                        }
                    };
                    values.insert(placeholder.clone(), wire_json(&value));
                }
            }
        }
        if !names.is_empty() {
            body["ExpressionAttributeNames"] = Value::Object(names);
        }
        if !values.is_empty() {
            body["ExpressionAttributeValues"] = Value::Object(values);
        }
        Ok(())
    }
}

fn project(body: &mut Value, attributes: &[String]) {
    let mut names = Map::new();
    project_into(body, attributes, &mut names);
    if !names.is_empty() {
        body["ExpressionAttributeNames"] = Value::Object(names);
    }
}

fn project_into(body: &mut Value, attributes: &[String], names: &mut Map<String, Value>) {
    let mut shown = Vec::new();
    for (place, attribute) in attributes.iter().enumerate() {
        let name = format!("#p{place}");
        names.insert(name.clone(), json!(attribute));
        shown.push(name);
    }
    if !shown.is_empty() {
        body["ProjectionExpression"] = json!(shown.join(", "));
    }
}

/// Returns each `:name` and `#name` of an expression once.
pub fn placeholders(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let is_part = |one: char| one.is_alphanumeric() || one == '_';
    for (at, _) in text.match_indices([':', '#']) {
        let rest = &text[at + 1..];
        let end = rest.find(|one: char| !is_part(one)).unwrap_or(rest.len());
        let placeholder = &text[at..at + 1 + end];
        if end > 0 && known.insert(placeholder) {
            found.push(placeholder.to_owned());
        }
    }
    found
}

fn parameter_value(sample: &Sample, name: &str, parameter: &Parameter) -> BuildResult<AttributeValue> {
    let of_row = |of: &str, row: Option<usize>| {
        let (entity, attribute) = of.split_once('.').unwrap_or((of, ""));
        let unknown = || ProblemReason::UnknownAttribute { attribute: of.to_owned() };
        sample.value(entity, row, attribute).cloned().ok_or_else(unknown)
    };
    match parameter {
        Parameter::Sample { of, row } => of_row(of, Some(*row)),
        Parameter::New { new } => of_row(new, None),
        Parameter::Value { value } => {
            let value = value_of(value, None);
            match &value {
                AttributeValue::S(text) if text.len() > 100_000 => {
                    Err(ProblemReason::Range { member: name.to_owned() })
                }
                _ => Ok(value),
            }
        }
    }
}
