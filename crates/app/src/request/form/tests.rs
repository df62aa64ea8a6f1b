//! Tests that the form and the JSON have the same content.

use dynalab_playground::views::tables::{KeyNames, TableSummary};

use super::filter::{FilterTerm, FilterTest};
use super::key_condition::{KeyCondition, SortTest};
use super::template;
use super::{RequestForm, placeholders_in};
use crate::request::attribute::AttributeText;

fn key() -> KeyNames {
    KeyNames {
        partition: "PK".into(),
        partition_type: "S".into(),
        sort: Some("SK".into()),
        sort_type: Some("S".into()),
    }
}

fn table() -> TableSummary {
    TableSummary {
        name: "Shop".into(),
        arn: "arn:aws:dynamodb:us-east-1:123456789012:table/Shop".to_owned(),
        status: "ACTIVE".into(),
        key: key(),
        item_count: 0,
        size_bytes: 0,
        indexes: Vec::new(),
    }
}

fn form(body: &str) -> RequestForm {
    RequestForm::read(body).expect("an object")
}

#[test]
fn key_conditions_are_read_as_people_write_them() {
    let check = |expression: &str, printed: Option<&str>| {
        let form = form("{\"ExpressionAttributeNames\":{\"#p\":\"PK\",\"#s\":\"SK\"}}");
        let read = super::key_condition::read(expression, &key(), |name| form.name(name));
        assert_eq!(read.map(|condition| condition.print()).as_deref(), printed, "{expression}");
    };
    check("PK = :a", Some("PK = :a"));
    check("#p=:a AND begins_with ( #s , :b )", Some("#p = :a AND begins_with(#s, :b)"));
    check("SK between :b and :c and PK = :a", Some("PK = :a AND SK BETWEEN :b AND :c"));
    check("(PK = :a) AND (SK >= :b)", Some("PK = :a AND SK >= :b"));
    check("PK = :a AND SK = :b", Some("PK = :a AND SK = :b"));
    check("PK = :a AND other = :b", None);
    check("PK > :a", None);
    check("PK = :a OR SK = :b", None);
    check("PK = a", None);
    check("", None);
    check("PK = :a AND", None);
    check("PK = \"a\"", None);
}

#[test]
fn a_change_in_the_form_keeps_what_the_form_does_not_know() {
    let mut form = form(r#"{"TableName":"Shop","Select":"COUNT","Limit":5}"#);
    form.set("Limit", None);
    form.set("ConsistentRead", Some(true.into()));
    assert_eq!(
        form.write(),
        "{\n  \"TableName\": \"Shop\",\n  \"ConsistentRead\": true,\n  \"Select\": \"COUNT\"\n}"
    );
}

#[test]
fn placeholders_come_and_go_with_the_expression() {
    let mut form = form(r#"{"TableName":"Shop"}"#);
    for typed in ["#s", "#s = :", "#s = :s", "#s = :st", "#s = :status"] {
        form.set_text("FilterExpression", typed);
    }
    assert_eq!(form.free_placeholders(&[]), ["#s", ":status"]);
    form.set_name("#s", "status");
    form.set_value(":status", &AttributeText::new("S", "SHIPPED"));
    form.set_text("FilterExpression", "");
    assert_eq!(form.free_placeholders(&[]), ["#s", ":status"], "what was filled in is not thrown away");
    assert_eq!(placeholders_in("SET #a.#b = :c, d = if_not_exists(d, :e)"), ["#a", "#b", ":c", ":e"]);
}

#[test]
fn a_query_takes_a_sort_test() {
    let mut form = form(&request("Query", Some(&table()), None));
    let condition = form.key_condition(&key()).expect("the template has one");
    assert_eq!(condition, KeyCondition::empty());
    form.set_value(":pk", &AttributeText::new("S", "USER#1"));
    form.set_key_condition(&condition.with_sort_test(Some(SortTest::Between)), &key());
    assert_eq!(form.text("KeyConditionExpression"), "#pk = :pk AND #sk BETWEEN :sk AND :sk_to");
    assert_eq!(form.value(":pk").map(|value| value.text).as_deref(), Some("USER#1"));
    let condition = form.key_condition(&key()).expect("as written");
    assert!(form.free_placeholders(&condition.placeholders()).is_empty());
    form.set_key_condition(&condition.with_sort_test(None), &key());
    assert_eq!(form.value(":sk"), None);
}

#[test]
fn the_key_survives_a_change_of_operation() {
    let get = r#"{"TableName":"Shop","Key":{"PK":{"S":"USER#1"},"SK":{"S":"PROFILE"}}}"#;
    let query = form(&request("Query", Some(&table()), Some(&form(get))));
    assert_eq!(query.value(":pk").map(|value| value.text).as_deref(), Some("USER#1"));
    let delete = form(&request("DeleteItem", Some(&table()), Some(&query)));
    assert_eq!(delete.attribute("Key", "PK").map(|value| value.text).as_deref(), Some("USER#1"));
    let put = form(&request("PutItem", Some(&table()), Some(&form(get))));
    assert_eq!(put.attribute("Item", "SK").map(|value| value.text).as_deref(), Some("PROFILE"));
}

#[test]
fn every_form_has_a_template() {
    for operation in template::WITH_FORM {
        assert!(RequestForm::read(&request(operation, Some(&table()), None)).is_some(), "{operation}");
        assert!(RequestForm::read(&request(operation, None, None)).is_some(), "{operation}");
    }
}

fn request(operation: &str, table: Option<&TableSummary>, before: Option<&RequestForm>) -> String {
    template::request(operation, table, before, &[])
}

#[test]
fn tests_of_a_filter_are_added_named_changed_and_removed() {
    const FIELD: &str = "FilterExpression";
    let mut form = form(
        r#"{"TableName":"Shop","FilterExpression":"total > :t","ExpressionAttributeValues":{":t":{"N":"5"}}}"#,
    );
    let mut filter = form.filter(FIELD).expect("fields");
    filter.terms.push(form.new_term());
    form.set_filter(FIELD, &filter);
    assert_eq!(form.text(FIELD), "total > :t AND #f1 = :f1");
    form.rename_path(FIELD, 1, "address.city");
    assert_eq!(form.text(FIELD), "total > :t AND #f1.#f1_1 = :f1");
    assert_eq!(form.path_text("#f1.#f1_1"), "address.city");
    form.set_value(":f1", &AttributeText::new("S", "Tokyo"));
    // A name without a placeholder gets one when it is changed.
    form.rename_path(FIELD, 0, "size");
    assert_eq!(form.text(FIELD), "#f2 > :t AND #f1.#f1_1 = :f1");
    assert_eq!(form.name("#f2").as_deref(), Some("size"));
    let mut filter = form.filter(FIELD).expect("fields");
    let values = form.values_for(&filter.terms[0], FilterTest::Between);
    filter.terms[0] = FilterTerm { test: FilterTest::Between, values, ..filter.terms[0].clone() };
    filter.terms.remove(1);
    form.set_filter(FIELD, &filter);
    assert_eq!(form.text(FIELD), "#f2 BETWEEN :t AND :t_to");
    assert_eq!(
        form.free_placeholders(&[]),
        ["#f2", ":t", ":t_to"],
        "what nobody uses is gone, filled in or not"
    );
    filter.terms.clear();
    form.set_filter(FIELD, &filter);
    assert_eq!(form.write().split_whitespace().collect::<String>(), r#"{"TableName":"Shop"}"#);
}

#[test]
fn each_function_of_key_conditions_is_a_test_of_the_sort_key() {
    use dynalab_expressions::{ExpressionKind, FUNCTIONS};

    let functions =
        FUNCTIONS.iter().filter(|function| function.is_in_expression(ExpressionKind::KeyCondition));
    let names: Vec<&str> = functions.map(|function| function.name).collect();
    let symbols = SortTest::ALL.map(SortTest::symbol);
    let tested: Vec<&str> = symbols.into_iter().filter(|symbol| symbol.contains('_')).collect();
    assert_eq!(names, tested);
}
