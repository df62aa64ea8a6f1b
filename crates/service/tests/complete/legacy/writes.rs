//! Tests of Expected and AttributeUpdates.

use super::check;

#[test]
fn expected_as_value_or_absence() {
    check(
        r#"
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"v":{"N":"1"}},"Expected":{"pk":{"Exists":false}}}
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"}},"Expected":{"pk":{"Exists":false}}}
        < ConditionalCheckFailedException: The conditional request failed
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"v":{"N":"2"}},"Expected":{"v":{"Value":{"N":"1"}}}}
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"}},"Expected":{"v":{"Value":{"N":"1"},"Exists":true}}}
        < ConditionalCheckFailedException: The conditional request failed
        > DeleteItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"Expected":{"v":{"Value":{"N":"2"},"ComparisonOperator":"GE"}},"ReturnValues":"ALL_OLD"}
        < {"Attributes":{"pk":{"S":"a"},"v":{"N":"2"}}}
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"}},"Expected":{}}
        < {}
        "#,
    );
}

#[test]
fn conditions_joined() {
    check(
        r#"
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"x":{"N":"1"},"y":{"N":"1"}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"Expected":{"x":{"Value":{"N":"1"}},"y":{"Value":{"N":"2"}}}}
        < ConditionalCheckFailedException: The conditional request failed
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"Expected":{"x":{"Value":{"N":"1"}},"y":{"Value":{"N":"2"}}},"ConditionalOperator":"AND"}
        < ConditionalCheckFailedException: The conditional request failed
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"Expected":{"x":{"Value":{"N":"1"}},"y":{"Value":{"N":"2"}}},"ConditionalOperator":"OR"}
        < {}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"Expected":{"x":{"Value":{"N":"3"}},"y":{"Value":{"N":"2"}}},"ConditionalOperator":"OR"}
        < ConditionalCheckFailedException: The conditional request failed
        "#,
    );
}

#[test]
fn a_refused_write_can_show_the_item() {
    check(
        r#"
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"v":{"N":"1"}}}
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"}},"Expected":{"v":{"Exists":false}},"ReturnValuesOnConditionCheckFailure":"ALL_OLD"}
        < ConditionalCheckFailedException: The conditional request failed {"pk":{"S":"a"},"v":{"N":"1"}}
        "#,
    );
}

#[test]
fn attribute_updates_put_add_delete() {
    check(
        r#"
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"ReturnValues":"ALL_NEW","AttributeUpdates":{"text":{"Value":{"S":"x"}},"n":{"Action":"ADD","Value":{"N":"2"}},"set":{"Action":"ADD","Value":{"SS":["p"]}},"list":{"Action":"ADD","Value":{"L":[{"N":"1"}]}}}}
        < {"Attributes":{"list":{"L":[{"N":"1"}]},"n":{"N":"2"},"pk":{"S":"a"},"set":{"SS":["p"]},"text":{"S":"x"}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"ReturnValues":"UPDATED_NEW","AttributeUpdates":{"n":{"Action":"ADD","Value":{"N":"-3"}},"set":{"Action":"ADD","Value":{"SS":["q"]}},"list":{"Action":"ADD","Value":{"L":[{"N":"2"}]}}}}
        < {"Attributes":{"list":{"L":[{"N":"1"},{"N":"2"}]},"n":{"N":"-1"},"set":{"SS":["p","q"]}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"ReturnValues":"UPDATED_OLD","AttributeUpdates":{"set":{"Action":"DELETE","Value":{"SS":["p","z"]}},"text":{"Action":"DELETE"},"new":{"Value":{"BOOL":true}}}}
        < {"Attributes":{"set":{"SS":["p","q"]},"text":{"S":"x"}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"ReturnValues":"UPDATED_NEW","AttributeUpdates":{"set":{"Action":"DELETE","Value":{"SS":["q"]}},"new":{"Action":"DELETE","Value":null}}}
        < {}
        > GetItem {"TableName":"hash","Key":{"pk":{"S":"a"}}}
        < {"Item":{"list":{"L":[{"N":"1"},{"N":"2"}]},"n":{"N":"-1"},"pk":{"S":"a"}}}
        "#,
    );
}

#[test]
fn what_makes_an_item_and_what_does_not() {
    check(
        r#"
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"empty"}},"AttributeUpdates":{},"ReturnValues":"ALL_NEW"}
        < {"Attributes":{"pk":{"S":"empty"}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"gone"}},"AttributeUpdates":{"x":{"Action":"DELETE"},"y":{"Action":"DELETE","Value":{"SS":["a"]}}},"ReturnValues":"ALL_NEW"}
        < {}
        > GetItem {"TableName":"hash","Key":{"pk":{"S":"gone"}}}
        < {}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"made"}},"AttributeUpdates":{"x":{"Action":"DELETE"},"y":{"Action":"ADD","Value":{"N":"1"}}},"ReturnValues":"ALL_NEW"}
        < {"Attributes":{"pk":{"S":"made"},"y":{"N":"1"}}}
        "#,
    );
}

#[test]
fn updates_that_do_not_fit_the_item() {
    check(
        r#"
        > PutItem {"TableName":"hash","Item":{"pk":{"S":"a"},"text":{"S":"x"},"set":{"SS":["x"]},"big":{"N":"9e125"}}}
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"text":{"Action":"ADD","Value":{"N":"1"}}}}
        < ValidationException: Type mismatch for attribute to update
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"text":{"Action":"ADD","Value":{"L":[]}}}}
        < ValidationException: Type mismatch for attribute to update
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"set":{"Action":"DELETE","Value":{"NS":["1"]}}}}
        < ValidationException: Type mismatch for attribute to update
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"text":{"Action":"DELETE","Value":{"SS":["1"]}}}}
        < ValidationException: Type mismatch for attribute to update
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"big":{"Action":"ADD","Value":{"N":"9e125"}}}}
        < ValidationException: Number overflow. Attempting to store a number with magnitude larger than supported range
        > UpdateItem {"TableName":"hash","Key":{"pk":{"S":"a"}},"AttributeUpdates":{"pk":{"Value":{"S":"b"}}}}
        < ValidationException: One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key
        "#,
    );
}
