import boto3

table = boto3.resource("dynamodb").Table("boats")


def find(boat_id):
    return table.get_item(Key={"id": boat_id}).get("Item")
