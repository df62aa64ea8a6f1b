"""Several cards in one request: the keys as the resource wants them, as the client does, and mixed up."""

from teahouse import body, client, dynamodb, expect, open_house, refused, table

open_house()
cards = [{"pk": f"GUEST#{guest}", "sk": "CARD", "cups": cups} for guest, cups in [("aki", 4), ("ume", 7)]]
for card in cards:
    table.put_item(Item=card)
guests = ["ume", "nobody", "aki"]


def by_key(items):
    """The service promises no order."""
    return sorted(items, key=lambda item: str(item["pk"]))


# The resource writes the types itself, so its keys are plain values. Who is not there is left out.
plain = [{"pk": f"GUEST#{guest}", "sk": "CARD"} for guest in guests]
answer = body(dynamodb.batch_get_item(RequestItems={"Teahouse": {"Keys": plain}}))
expect(by_key(answer["Responses"].pop("Teahouse")), cards)
expect(answer, {"Responses": {}, "UnprocessedKeys": {}})

# The client is told the types.
typed = [{"pk": {"S": f"GUEST#{guest}"}, "sk": {"S": "CARD"}} for guest in guests]
answer = body(client.batch_get_item(RequestItems={"Teahouse": {"Keys": typed, "ProjectionExpression": "pk, cups"}}))
expect(
    by_key(answer["Responses"].pop("Teahouse")),
    [{"pk": {"S": "GUEST#aki"}, "cups": {"N": "4"}}, {"pk": {"S": "GUEST#ume"}, "cups": {"N": "7"}}],
)
expect(answer, {"Responses": {}, "UnprocessedKeys": {}})

# Typed keys given to the resource are typed once more: {"S": …} becomes a map with a member S, and no key is a map.
sent = []
dynamodb.meta.client.meta.events.register(
    "before-call.dynamodb.BatchGetItem", lambda params, **_: sent.append(params["body"])
)
refused(
    "ValidationException",
    "The provided key element does not match the schema",
    dynamodb.batch_get_item,
    RequestItems={"Teahouse": {"Keys": typed[:1]}},
)
expect(
    sent,
    [
        b'{"RequestItems": {"Teahouse": {"Keys": '
        b'[{"pk": {"M": {"S": {"S": "GUEST#ume"}}}, "sk": {"M": {"S": {"S": "CARD"}}}}]}}}'
    ],
)

refused(
    "ValidationException",
    "Provided list of item keys contains duplicates",
    client.batch_get_item,
    RequestItems={"Teahouse": {"Keys": [typed[0], typed[0]]}},
)
