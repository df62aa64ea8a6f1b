// Shows the number of items of a new table, with `open` of one of the entries.

export async function show(Dynalab) {
  const output = document.querySelector("output");
  try {
    const db = await Dynalab.open();
    await db.call("CreateTable", {
      TableName: "Orders",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    });
    await db.call("PutItem", { TableName: "Orders", Item: { id: { S: "1" } } });
    const { Count } = await db.call("Scan", { TableName: "Orders" });
    output.textContent = `${Count} order`;
  } catch (error) {
    output.textContent = String(error);
  }
}
