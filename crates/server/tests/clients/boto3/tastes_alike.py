"""Teas that taste alike: a vector index finds the nearest in taste, among all or among those of one land."""

from teahouse import body, client, expect, refused

TABLE = "Tastes"
INDEX = "TasteIndex"

created = body(
    client.create_table(
        TableName=TABLE,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "tea", "KeyType": "HASH"}],
        AttributeDefinitions=[
            {"AttributeName": "tea", "AttributeType": "S"},
            {"AttributeName": "land", "AttributeType": "S"},
        ],
        VectorIndexes=[
            {
                "IndexName": INDEX,
                "VectorAttribute": {"AttributeName": "taste"},
                "SearchSchema": [{"AttributeName": "land", "SearchSchemaElementType": "INLINE_FILTER"}],
                "Projection": {"ProjectionType": "ALL"},
                "Dimensions": 3,
                "DistanceFunction": "EUCLIDEAN",
            }
        ],
    )
)
expect(created["TableDescription"]["VectorIndexes"][0]["IndexStatus"], "CREATING")
client.get_waiter("table_exists").wait(TableName=TABLE)


def numbers(values):
    return [{"N": str(value)} for value in values]


def put(tea, land, taste):
    item = {"tea": {"S": tea}, "land": {"S": land}, "taste": {"L": numbers(taste)}}
    return body(client.put_item(TableName=TABLE, Item=item, ReturnConsumedCapacity="INDEXES"))


def alike(taste, index=INDEX, top=3, **more):
    found = body(
        client.search_vectors(
            TableName=TABLE, IndexName=index, SearchVector=numbers(taste), TopK=top, **more
        )
    )
    return [(result["Item"]["tea"]["S"], result["Score"]) for result in found["SearchResults"]]


# Bitter, grassy, smoky: what a write puts into the index is told in bytes, 1,024 of them at the least.
expect(
    put("sencha", "japan", [3, 4, 0])["ConsumedCapacity"]["VectorIndexes"],
    {INDEX: {"VectorWriteRequestBytes": 1024.0}},
)
put("gyokuro", "japan", [0, 4, 0])
put("longjing", "china", [3, 0, 0])
put("lapsang", "china", [0, 0, 12])

expect(alike([0, 0, 0]), [("longjing", 3.0), ("gyokuro", 4.0), ("sencha", 5.0)])
expect(
    alike(
        [0, 0, 0],
        SearchConditionExpression="land = :land",
        ExpressionAttributeValues={":land": {"S": "china"}},
    ),
    [("longjing", 3.0), ("lapsang", 12.0)],
)

# The vector is told only to whom asks for it.
search = {"TableName": TABLE, "IndexName": INDEX, "SearchVector": numbers([3, 4, 0]), "TopK": 1}
expect(
    body(client.search_vectors(**search))["SearchResults"],
    [{"Item": {"tea": {"S": "sencha"}, "land": {"S": "japan"}}, "Score": 0.0}],
)
expect(
    body(client.search_vectors(**search, ProjectionExpression="taste", ReturnConsumedCapacity="TOTAL")),
    {
        "SearchResults": [{"Item": {"taste": {"L": numbers([3, 4, 0])}}, "Score": 0.0}],
        "ConsumedCapacity": {"VectorSearchRequestBytes": 1024.0},
    },
)

# A vector of another length fits neither a search nor an item.
refused(
    "ValidationException",
    "Input search vector dimension 2 does not match vector index dimension 3",
    client.search_vectors,
    **{**search, "SearchVector": numbers([3, 4])},
)
refused(
    "ValidationException",
    "One or more parameter values were invalid. Invalid size for parameter taste, Expected: 3, Actual: 1 "
    f"IndexName: {INDEX}",
    client.put_item,
    TableName=TABLE,
    Item={"tea": {"S": "water"}, "taste": {"L": numbers([0])}},
)

# A second index, by direction only, is filled with what is there.
body(
    client.update_table(
        TableName=TABLE,
        VectorIndexUpdates=[
            {
                "Create": {
                    "IndexName": "DirectionIndex",
                    "VectorAttribute": {"AttributeName": "taste"},
                    "Projection": {"ProjectionType": "KEYS_ONLY"},
                    "Dimensions": 3,
                    "DistanceFunction": "COSINE",
                }
            }
        ],
    )
)
described = body(client.describe_table(TableName=TABLE))["Table"]["VectorIndexes"]
expect([(index["IndexName"], index["IndexStatus"]) for index in described],
       [("DirectionIndex", "ACTIVE"), (INDEX, "ACTIVE")])
expect(alike([0, 0, 5], index="DirectionIndex", top=1), [("lapsang", 0.0)])
