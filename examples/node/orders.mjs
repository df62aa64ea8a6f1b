// The table of the examples.

export const ORDERS = {
  TableName: "Orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    { AttributeName: "customer", AttributeType: "S" },
    { AttributeName: "id", AttributeType: "S" },
    { AttributeName: "state", AttributeType: "S" },
  ],
  KeySchema: [
    { AttributeName: "customer", KeyType: "HASH" },
    { AttributeName: "id", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "ByState",
      KeySchema: [{ AttributeName: "state", KeyType: "HASH" }],
      Projection: { ProjectionType: "ALL" },
    },
  ],
};
