//! Tests of every error message of the legacy parameters. Their tables mostly do not exist, because these errors come
//! before the table lookup.

use super::check;

#[test]
fn arguments_of_a_comparison() {
    check(
        r#"
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[]}}}
        < ValidationException: One or more parameter values were invalid: Invalid number of argument(s) for the EQ ComparisonOperator
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"NULL","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: One or more parameter values were invalid: Invalid number of argument(s) for the NULL ComparisonOperator
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"IN"}}}
        < ValidationException: One or more parameter values were invalid: Invalid number of argument(s) for the IN ComparisonOperator
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: One or more parameter values were invalid: Invalid number of argument(s) for the BETWEEN ComparisonOperator
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"LT","AttributeValueList":[{"BOOL":true}]}}}
        < ValidationException: One or more parameter values were invalid: ComparisonOperator LT is not valid for BOOL AttributeValue type
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"CONTAINS","AttributeValueList":[{"SS":["a"]}]}}}
        < ValidationException: One or more parameter values were invalid: ComparisonOperator CONTAINS is not valid for SS AttributeValue type
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"ComparisonOperator":"BEGINS_WITH","AttributeValueList":[{"N":"1"}]}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"IN","AttributeValueList":[{"S":"a"},{"N":"1"}]}}}
        < ValidationException: One or more parameter values were invalid: AttributeValues inside AttributeValueList must be of same type
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"10"},{"N":"9"}]}}}
        < ValidationException: The BETWEEN condition was provided a range where the lower bound is greater than the upper bound
        "#,
    );
}

#[test]
fn the_conditional_operator_joins_two_or_more() {
    check(
        r#"
        > Scan {"TableName":"none","ConditionalOperator":"OR"}
        < ValidationException: ConditionalOperator cannot be used without Filter or Expected
        > DeleteItem {"TableName":"none","Key":{},"ConditionalOperator":"OR","Expected":{}}
        < ValidationException: 1 validation error detected: ConditionalOperator cannot be used without Filter or Expected
        > Query {"TableName":"none","ConditionalOperator":"AND","KeyConditions":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"b":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: ConditionalOperator cannot be used without Filter or Expected
        > DeleteItem {"TableName":"none","Key":{},"ConditionalOperator":"AND","Expected":{"a":{"Exists":false}}}
        < ValidationException: 1 validation error detected: ConditionalOperator can only be used when Filter or Expected has two or more elements
        > Scan {"TableName":"none","ConditionalOperator":"XOR","ScanFilter":{}}
        < ValidationException: 1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, AND]
        "#,
    );
}

#[test]
fn members_of_expected() {
    check(
        r#"
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Value":{"S":"x"},"AttributeValueList":[{"S":"x"}]}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value and AttributeValueList cannot be used together for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":true,"ComparisonOperator":"NULL"}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Exists and ComparisonOperator cannot be used together for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"ComparisonOperator":"LT"}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"AttributeValueList":[{"S":"x"}]}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: AttributeValueList can only be used with a ComparisonOperator for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":true}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value must be provided when Exists is true for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value must be provided when Exists is null for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":false,"Value":{"S":"x"}}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value cannot be used when Exists is false for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"ComparisonOperator":"NULL","Value":{"S":"x"}}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Invalid number of argument(s) for the NULL ComparisonOperator
        > PutItem {"TableName":"none","Item":{},"Expected":{"a":{"Exists":true}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Value must be provided when Exists is true for Attribute: a
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":false}}}
        < ResourceNotFoundException: Requested resource not found
        "#,
    );
}

#[test]
fn actions_of_attribute_updates() {
    check(
        r#"
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is specified
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"ADD"}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: Only DELETE action is allowed when no attribute value is specified
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"DELETE","Value":{"S":"x"}}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: DELETE action with value is not supported for the type S
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"ADD","Value":{"M":{}}}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: ADD action is not supported for the type M
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"SET","Value":{"S":"x"}}}}
        < ValidationException: 1 validation error detected: Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Action":"put","Value":{"S":"x"}}}}
        < ValidationException: 1 validation error detected: Member must satisfy enum value set: [ADD, DELETE, PUT]' for Action
        "#,
    );
}

#[test]
fn names_of_attributes_to_get() {
    check(
        r#"
        > GetItem {"TableName":"none","Key":{},"AttributesToGet":["a","b","a"]}
        < ValidationException: One or more parameter values were invalid: Duplicate value in attribute name: a
        > BatchGetItem {"RequestItems":{"none":{"Keys":[{}],"AttributesToGet":["a","a"]}}}
        < ValidationException: One or more parameter values were invalid: Duplicate value in attribute name: a
        > Scan {"TableName":"none","AttributesToGet":["a","a"]}
        < ValidationException: One or more parameter values were invalid: Duplicate value in attribute name: a
        > Scan {"TableName":"none","AttributesToGet":[]}
        < ValidationException: 1 validation error detected: Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1
        > GetItem {"TableName":"none","Key":{},"AttributesToGet":[]}
        < ValidationException: 1 validation error detected: Value at 'AttributesToGet' failed to satisfy constraint: Member must have length greater than or equal to 1
        > Scan {"TableName":"none","AttributesToGet":["a"],"Select":"COUNT"}
        < ValidationException: Cannot specify the AttributesToGet when choosing to get only the Count
        > Scan {"TableName":"none","AttributesToGet":["a"],"Select":"ALL_ATTRIBUTES"}
        < ValidationException: Cannot specify the AttributesToGet when choosing to get ALL_ATTRIBUTES
        > Query {"TableName":"pair","IndexName":"byNumber","AttributesToGet":["v"],"KeyConditions":{"n":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"2"}]}}}
        < ValidationException: One or more parameter values were invalid: Global secondary index byNumber does not project [v]
        "#,
    );
}

#[test]
fn key_conditions_that_no_index_answers() {
    check(
        r#"
        > Query {"TableName":"none"}
        < ValidationException: Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"NE","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: Attempted conditional constraint is not an indexable operation
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"NOT_NULL"}}}
        < ValidationException: Attempted conditional constraint is not an indexable operation
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}}}
        < ResourceNotFoundException: Requested resource not found
        > Query {"TableName":"pair","KeyConditions":{}}
        < ValidationException: Query condition missed key schema element: pk
        > Query {"TableName":"pair","KeyConditions":{"pk":{"ComparisonOperator":"GT","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: Query key condition not supported
        > Query {"TableName":"pair","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"1"}]}}}
        < ValidationException: One or more parameter values were invalid: Condition parameter type does not match schema type
        > Query {"TableName":"pair","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"sk":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"1"},{"N":"2"}]}}}
        < ValidationException: One or more parameter values were invalid: Condition parameter type does not match schema type
        > Query {"TableName":"pair","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"v":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: Query condition missed key schema element: sk
        > Query {"TableName":"hash","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]},"v":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}}}
        < ValidationException: The number of query conditions (2) exceeds the number of key attributes defined in the schema (1)
        > Query {"TableName":"pair","KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}},"QueryFilter":{"sk":{"ComparisonOperator":"NOT_NULL"}}}
        < ValidationException: QueryFilter can only contain non-primary key attributes: Primary key attribute: sk
        "#,
    );
}

#[test]
fn mixed_with_expressions() {
    check(
        r#"
        > PutItem {"TableName":"none","Item":{},"ConditionalOperator":"OR","Expected":{"a":{}},"ConditionExpression":"bad("}
        < ValidationException: 1 validation error detected: Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected, ConditionalOperator} Expression parameters: {ConditionExpression}
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{},"Expected":{},"UpdateExpression":"","ConditionExpression":""}
        < ValidationException: 1 validation error detected: Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributeUpdates, Expected} Expression parameters: {UpdateExpression, ConditionExpression}
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"NULL"}},"AttributesToGet":["a"],"KeyConditionExpression":"a = :a"}
        < ValidationException: Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet, KeyConditions} Expression parameters: {KeyConditionExpression}
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"NULL"}},"QueryFilter":{},"ProjectionExpression":"a"}
        < ValidationException: Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {QueryFilter} Expression parameters: {ProjectionExpression}
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"EQ"}},"FilterExpression":"a"}
        < ValidationException: Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {ScanFilter} Expression parameters: {FilterExpression}
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":true}},"ExpressionAttributeNames":{"n":"a"}}
        < ValidationException: 1 validation error detected: ExpressionAttributeNames can only be specified when using expressions
        "#,
    );
}

#[test]
fn shapes_and_values() {
    check(
        r#"
        > Scan {"TableName":"none","ScanFilter":{"b":{"ComparisonOperator":"LIKE"}}}
        < ValidationException: 1 validation error detected: Value 'LIKE' at 'scanFilter.b.member.comparisonOperator' failed to satisfy constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]
        > Query {"TableName":"none","KeyConditions":{"a":{}}}
        < ValidationException: 1 validation error detected: Value null at 'keyConditions.a.member.comparisonOperator' failed to satisfy constraint: Member must not be null
        > Scan {"TableName":"none","ScanFilter":"x"}
        < SerializationException: Unexpected field type
        > Scan {"TableName":"none","ScanFilter":{"a":"x"}}
        < SerializationException: Unexpected value type in payload
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":1}}}
        < SerializationException: NUMBER_VALUE cannot be converted to String
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"EQ","AttributeValueList":"x"}}}
        < SerializationException: Unexpected field type
        > Scan {"TableName":"none","ScanFilter":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"x"},{"S":1}]}}}
        < SerializationException: NUMBER_VALUE cannot be converted to String
        > DeleteItem {"TableName":"none","Key":{},"Expected":{"a":{"Exists":"no"}}}
        < SerializationException: Unexpected token received from parser
        > GetItem {"TableName":"none","Key":{},"AttributesToGet":["a",1]}
        < SerializationException: NUMBER_VALUE cannot be converted to String
        > Query {"TableName":"none","KeyConditions":{"a":{"ComparisonOperator":"EQ","AttributeValueList":[{"N":"x"}]}}}
        < ValidationException: The parameter cannot be converted to a numeric value: x
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Value":{"SS":[]}}}}
        < ValidationException: 1 validation error detected: One or more parameter values were invalid: An string set  may not be empty
        > UpdateItem {"TableName":"none","Key":{},"AttributeUpdates":{"a":{"Value":{}}}}
        < ValidationException: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes
        "#,
    );
}
