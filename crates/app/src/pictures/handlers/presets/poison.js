// Fails on one record, and says which: with partial failures reported, what is before it is done and not handed over again.
export const handler = async (event) => {
  for (const record of event.Records) {
    const image = JSON.stringify(record.dynamodb.NewImage ?? {});
    if (image.includes("poison")) {
      console.error("cannot digest", record.dynamodb.Keys);
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb.SequenceNumber }] };
    }
    console.log("fine", record.dynamodb.Keys);
  }
  return { batchItemFailures: [] };
};
