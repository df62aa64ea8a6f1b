// Writes down every change.
export const handler = async (event) => {
  for (const record of event.Records) {
    console.log(record.eventName, record.dynamodb.Keys, record.dynamodb.NewImage ?? "");
  }
};
