// A materialised view: every change of the table arrives in a second one.
export const handler = async (event) => {
  for (const { eventName, dynamodb: change } of event.Records) {
    if (eventName === "REMOVE") {
      await dynamodb.deleteItem({ TableName: "SECOND_TABLE", Key: change.Keys });
    } else {
      await dynamodb.putItem({ TableName: "SECOND_TABLE", Item: change.NewImage });
    }
    console.log(eventName, change.Keys);
  }
};
