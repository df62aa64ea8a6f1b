//! Writes a request as one statement, or as several separated by semicolons.

use dynalab_expressions::partiql::{
    Delete, Insert, Literal, OrderTerm, Returning, Select, Statement, StatementKind, TableName, Update,
};
use dynalab_expressions::{
    Comparator, Condition, ExpressionKind, Operand, Path, PathElement, parse_statement,
};

use super::conditions::Aliases;
use super::literals::{literal, map};
use crate::conversion_error::ConversionError;
use crate::node::{Member, Node, NodeKind};

const LEGACY: [&str; 7] = [
    "AttributesToGet",
    "KeyConditions",
    "QueryFilter",
    "ScanFilter",
    "Expected",
    "AttributeUpdates",
    "ConditionalOperator",
];
/// The parameters that the statement expresses, that the executing request has, or that are not needed.
const SAID_ELSEWHERE: [&str; 16] = [
    "TableName",
    "IndexName",
    "Key",
    "Item",
    "ProjectionExpression",
    "FilterExpression",
    "KeyConditionExpression",
    "ConditionExpression",
    "UpdateExpression",
    "ExpressionAttributeNames",
    "ExpressionAttributeValues",
    "ReturnValues",
    "ScanIndexForward",
    "ConsistentRead",
    "Limit",
    "ReturnConsumedCapacity",
];

/// Returns the text, and the parts of the request that it does not contain.
pub fn write(operation: &str, body: &Node) -> Result<(String, Vec<String>), ConversionError> {
    if let Some(legacy) = body.members().iter().find(|member| LEGACY.contains(&member.name.as_str())) {
        return Err(ConversionError::Legacy { member: legacy.name.clone() });
    }
    let mut left_out = Vec::new();
    let statements = match operation {
        "ExecuteStatement" => vec![executed(body)?],
        "BatchExecuteStatement" => each(body, "Statements", executed)?,
        "ExecuteTransaction" => each(body, "TransactStatements", executed)?,
        "BatchGetItem" => batch_get(body)?,
        "BatchWriteItem" => batch_write(body)?,
        "TransactGetItems" => each(body, "TransactItems", |item| match item.get("Get") {
            Some(get) => get_item(get),
            None => Err(unclear("Get")),
        })?,
        "TransactWriteItems" => each(body, "TransactItems", transacted)?,
        _ => vec![of_one(operation, body)?],
    };
    if matches!(operation, "PutItem" | "UpdateItem") {
        // INSERT fails if the item exists; UPDATE fails if it does not exist.
        left_out.push(operation.to_owned());
    }
    let others = body
        .members()
        .iter()
        .filter(|member| is_single(operation) && !SAID_ELSEWHERE.contains(&member.name.as_str()));
    left_out.extend(others.map(|member| member.name.clone()));
    let texts: Vec<String> = statements.iter().map(broken_into_lines).collect();
    Ok((texts.join(";\n\n"), left_out))
}

fn is_single(operation: &str) -> bool {
    matches!(operation, "GetItem" | "Query" | "Scan" | "PutItem" | "UpdateItem" | "DeleteItem")
}

fn unclear(what: &str) -> ConversionError {
    ConversionError::Broken { sentence: what.to_owned() }
}

fn each(
    body: &Node,
    member: &str,
    write: impl Fn(&Node) -> Result<Statement, ConversionError>,
) -> Result<Vec<Statement>, ConversionError> {
    body.get(member).map_or(&[][..], Node::elements).iter().map(write).collect()
}

fn of_one(operation: &str, body: &Node) -> Result<Statement, ConversionError> {
    match operation {
        "GetItem" => get_item(body),
        "Query" => query(body),
        "Scan" => scan(body),
        "PutItem" => put(body),
        "UpdateItem" => update(body),
        "DeleteItem" => delete(body),
        _ => Err(ConversionError::NoStatement { operation: operation.to_owned() }),
    }
}

fn statement(kind: StatementKind) -> Statement {
    Statement { kind, parameter_count: 0, selected_call: None }
}

fn table(request: &Node) -> Result<TableName, ConversionError> {
    let table = request.text_of("TableName").ok_or_else(|| unclear("TableName"))?;
    Ok(TableName { table: table.into(), index: request.text_of("IndexName").map(Into::into) })
}

/// Returns the conditions for the key, as in `"pk" = 'a' AND "sk" = 1`.
fn key(request: &Node) -> Result<Vec<Condition>, ConversionError> {
    let key = request.get("Key").ok_or_else(|| unclear("Key"))?;
    let equal = |member: &Member| {
        Ok(Condition::Compare {
            left: Operand::Path(Path { elements: vec![PathElement::Quoted(member.name.as_str().into())] }),
            comparator: Comparator::Equal,
            right: Operand::Literal(literal(&member.value)?),
        })
    };
    key.members().iter().map(equal).collect()
}

/// Joins all conditions with AND. Conditions with OR get parentheses.
fn all(conditions: Vec<Condition>) -> Option<Condition> {
    let mut terms = Vec::new();
    for condition in conditions {
        match condition {
            Condition::And(inner) => terms.extend(inner),
            Condition::Or(_) => terms.push(Condition::Group(Box::new(condition))),
            other => terms.push(other),
        }
    }
    match terms.pop() {
        Some(only) if terms.is_empty() => Some(only),
        Some(last) => {
            terms.push(last);
            Some(Condition::And(terms))
        }
        None => None,
    }
}

fn expressed(
    request: &Node,
    member: &str,
    kind: ExpressionKind,
) -> Result<Option<Condition>, ConversionError> {
    match request.text_of(member) {
        Some(text) => Aliases::from_request(request).condition(kind, text).map(Some),
        None => Ok(None),
    }
}

/// Returns the condition for one item: its key and the condition expression.
fn one_item(request: &Node) -> Result<Option<Condition>, ConversionError> {
    let mut conditions = key(request)?;
    conditions.extend(expressed(request, "ConditionExpression", ExpressionKind::Condition)?);
    Ok(all(conditions))
}

fn get_item(request: &Node) -> Result<Statement, ConversionError> {
    let projection = Aliases::from_request(request).projection(request)?;
    let filter = all(key(request)?);
    Ok(statement(StatementKind::Select(Select {
        projection,
        from: table(request)?,
        filter,
        order: Vec::new(),
    })))
}

fn query(request: &Node) -> Result<Statement, ConversionError> {
    cannot_say(request)?;
    let condition = expressed(request, "KeyConditionExpression", ExpressionKind::KeyCondition)?;
    let condition = condition.ok_or_else(|| unclear("KeyConditionExpression"))?;
    let mut order = Vec::new();
    if request.get("ScanIndexForward").is_some_and(|forward| forward.kind == NodeKind::Bool(false)) {
        let path = sort_key(&condition).ok_or(ConversionError::SortKeyUnknown)?;
        order.push(OrderTerm { path, descending: true, nulls_first: None });
    }
    let filter = expressed(request, "FilterExpression", ExpressionKind::Filter)?;
    let filter = all(std::iter::once(condition).chain(filter).collect());
    let projection = Aliases::from_request(request).projection(request)?;
    Ok(statement(StatementKind::Select(Select { projection, from: table(request)?, filter, order })))
}

/// Returns the sort key in a condition on two keys: the one without an equality test, otherwise the second.
fn sort_key(condition: &Condition) -> Option<Path> {
    let Condition::And(terms) = condition else { return None };
    let is_equality =
        |term: &&Condition| matches!(term, Condition::Compare { comparator: Comparator::Equal, .. });
    let term = terms.iter().find(|term| !is_equality(term)).or(terms.get(1))?;
    let operand = match term {
        Condition::Compare { left, .. } => left,
        Condition::Between { operand, .. } => operand,
        Condition::Function(call) => call.arguments.first()?,
        _ => return None,
    };
    match operand {
        Operand::Path(path) => Some(path.clone()),
        _ => None,
    }
}

fn scan(request: &Node) -> Result<Statement, ConversionError> {
    cannot_say(request)?;
    let filter = expressed(request, "FilterExpression", ExpressionKind::Filter)?;
    let projection = Aliases::from_request(request).projection(request)?;
    Ok(statement(StatementKind::Select(Select {
        projection,
        from: table(request)?,
        filter,
        order: Vec::new(),
    })))
}

fn cannot_say(request: &Node) -> Result<(), ConversionError> {
    if request.text_of("Select") == Some("COUNT") {
        return Err(ConversionError::NoWords { what: "Select: COUNT".to_owned() });
    }
    let unsaid = ["ExclusiveStartKey", "Segment", "TotalSegments"]
        .into_iter()
        .find(|name| request.get(name).is_some());
    unsaid.map_or(Ok(()), |name| Err(ConversionError::NoWords { what: name.to_owned() }))
}

fn put(request: &Node) -> Result<Statement, ConversionError> {
    let condition = expressed(request, "ConditionExpression", ExpressionKind::Condition)?;
    // The condition that no item exists is part of every INSERT.
    if condition.is_some_and(|condition| !matches!(condition, Condition::Is { negated: false, .. })) {
        return Err(ConversionError::NoWords { what: "ConditionExpression".to_owned() });
    }
    if let Some(returned @ ("ALL_OLD" | "ALL_NEW")) = request.text_of("ReturnValues") {
        return Err(ConversionError::NoWords { what: format!("ReturnValues: {returned}") });
    }
    let item = map(request.get("Item").ok_or_else(|| unclear("Item"))?)?;
    Ok(statement(StatementKind::Insert(Insert { into: table(request)?, item })))
}

fn update(request: &Node) -> Result<Statement, ConversionError> {
    let text = request
        .text_of("UpdateExpression")
        .ok_or_else(|| ConversionError::NoWords { what: "UpdateItem {}".to_owned() })?;
    let update = Aliases::from_request(request).update(text)?;
    let (table, filter) = (table(request)?, one_item(request)?);
    let returning = returning(request);
    Ok(statement(StatementKind::Update(Update { table, begins_with_from: false, update, filter, returning })))
}

fn delete(request: &Node) -> Result<Statement, ConversionError> {
    let (from, filter) = (table(request)?, one_item(request)?);
    Ok(statement(StatementKind::Delete(Delete { from, filter, returning: returning(request) })))
}

fn returning(request: &Node) -> Option<Returning> {
    match request.text_of("ReturnValues")? {
        "ALL_OLD" => Some(Returning::AllOld),
        "ALL_NEW" => Some(Returning::AllNew),
        "UPDATED_OLD" => Some(Returning::ModifiedOld),
        "UPDATED_NEW" => Some(Returning::ModifiedNew),
        _ => None,
    }
}

fn batch_get(body: &Node) -> Result<Vec<Statement>, ConversionError> {
    let mut statements = Vec::new();
    for of_table in body.get("RequestItems").map_or(&[][..], Node::members) {
        for key in of_table.value.get("Keys").map_or(&[][..], Node::elements) {
            let mut request = of_table.value.clone();
            add(&mut request, "TableName", Node::text(of_table.name_span, of_table.name.clone()));
            add(&mut request, "Key", key.clone());
            statements.push(get_item(&request)?);
        }
    }
    Ok(statements)
}

fn batch_write(body: &Node) -> Result<Vec<Statement>, ConversionError> {
    let mut statements = Vec::new();
    for of_table in body.get("RequestItems").map_or(&[][..], Node::members) {
        for write in of_table.value.elements() {
            let Some(only) = write.only_member() else { return Err(unclear(&of_table.name)) };
            let mut request = only.value.clone();
            add(&mut request, "TableName", Node::text(of_table.name_span, of_table.name.clone()));
            statements.push(if only.name == "PutRequest" { put(&request)? } else { delete(&request)? });
        }
    }
    Ok(statements)
}

fn add(request: &mut Node, name: &str, value: Node) {
    if let NodeKind::Map(members) = &mut request.kind {
        members.push(Member::new(name, value.span, value));
    }
}

fn transacted(item: &Node) -> Result<Statement, ConversionError> {
    let Some(only) = item.only_member() else { return Err(unclear("TransactItems")) };
    match only.name.as_str() {
        "Put" => put(&only.value),
        "Update" => update(&only.value),
        "Delete" => delete(&only.value),
        "ConditionCheck" => {
            let (from, filter) = (table(&only.value)?, one_item(&only.value)?);
            let select = Select { projection: Vec::new(), from, filter, order: Vec::new() };
            Ok(statement(StatementKind::Exists(select)))
        }
        name => Err(unclear(name)),
    }
}

/// Returns an existing statement, with its parameters inserted.
fn executed(request: &Node) -> Result<Statement, ConversionError> {
    let text = request.text_of("Statement").ok_or_else(|| unclear("Statement"))?;
    let mut filled = String::new();
    let parameters = request.get("Parameters").map_or(&[][..], Node::elements);
    let mut parameters = parameters.iter();
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (None, '?') => {
                let value = parameters.next().ok_or_else(|| unclear("Parameters"))?;
                filled.push_str(&Literal::to_string(&literal(value)?));
                continue;
            }
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        filled.push(character);
    }
    parse_statement(&filled).map_err(|(problem, _)| ConversionError::Broken { sentence: problem.to_string() })
}

/// Writes each clause of a long statement on its own line.
fn broken_into_lines(statement: &Statement) -> String {
    const WIDTH: usize = 72;
    let whole = statement.to_string();
    if whole.chars().count() <= WIDTH {
        return whole;
    }
    let clause = |name: &str, part: String| if part.is_empty() { part } else { format!("\n{name} {part}") };
    let condition =
        |filter: &Option<Condition>| filter.as_ref().map(Condition::to_string).unwrap_or_default();
    let returned = |returning: &Option<Returning>| {
        returning.map(|returning| format!("{} *", returning.text())).unwrap_or_default()
    };
    match &statement.kind {
        StatementKind::Select(select) => {
            let plain = Select { filter: None, order: Vec::new(), ..select.clone() };
            let order: Vec<String> = select.order.iter().map(OrderTerm::to_string).collect();
            format!(
                "{plain}{}{}",
                clause("WHERE", condition(&select.filter)),
                clause("ORDER BY", order.join(", "))
            )
        }
        StatementKind::Update(update) => {
            let changes: Vec<String> =
                update.update.clauses.iter().map(|clause| format!("\n{clause}")).collect();
            format!(
                "UPDATE {}{}{}{}",
                update.table,
                changes.concat(),
                clause("WHERE", condition(&update.filter)),
                clause("RETURNING", returned(&update.returning))
            )
        }
        StatementKind::Insert(insert) => match &insert.item {
            Literal::Map(entries) => {
                let lines: Vec<String> = entries
                    .iter()
                    .map(|(name, value)| {
                        let one = Literal::Map(vec![(name.clone(), value.clone())]).to_string();
                        format!("  {}", &one[1..one.len() - 1])
                    })
                    .collect();
                format!("INSERT INTO {} VALUE {{\n{}\n}}", insert.into, lines.join(",\n"))
            }
            _ => whole,
        },
        _ => whole,
    }
}
