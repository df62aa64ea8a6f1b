// An aggregate: one item of the second table counts the items of this one. Records come at least once, so a batch that is
// handed over again is counted again, unless the update is made conditional.
export const handler = async (event) => {
  const one = { INSERT: 1, MODIFY: 0, REMOVE: -1 };
  const by = event.Records.reduce((sum, record) => sum + one[record.eventName], 0);
  if (by === 0) return;
  const { Attributes } = await dynamodb.updateItem({
    TableName: "SECOND_TABLE",
    Key: COUNTER_KEY,
    UpdateExpression: "ADD #n :by",
    ExpressionAttributeNames: { "#n": "count" },
    ExpressionAttributeValues: { ":by": { N: String(by) } },
    ReturnValues: "UPDATED_NEW",
  });
  console.log("count", Attributes.count.N);
};
