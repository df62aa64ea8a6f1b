"""How often a tea was poured: if_not_exists starts the count, and nobody's cup is lost when many pour at once."""

from concurrent.futures import ThreadPoolExecutor

from teahouse import body, client, expect, open_house, refused, table

open_house()


def pour(tea):
    return body(
        table.update_item(
            Key={"pk": f"TEA#{tea}", "sk": "JAR"},
            UpdateExpression="SET poured = if_not_exists(poured, :none) + :one",
            ExpressionAttributeValues={":none": 0, ":one": 1},
            ReturnValues="UPDATED_NEW",
        )
    )


# The first cup creates the jar.
expect(pour("sencha"), {"Attributes": {"poured": 1}})
expect(pour("sencha"), {"Attributes": {"poured": 2}})
expect(
    body(table.get_item(Key={"pk": "TEA#sencha", "sk": "JAR"})),
    {"Item": {"pk": "TEA#sencha", "sk": "JAR", "poured": 2}},
)

# Eight hands pour two hundred cups: every number from 1 to 200 is given out once.
with ThreadPoolExecutor(8) as hands:
    answers = list(hands.map(pour, 200 * ["hojicha"]))
expect(sorted(answer["Attributes"]["poured"] for answer in answers), list(range(1, 201)))

# Without if_not_exists there is nothing to add to; ADD starts from zero by itself.
refused(
    "ValidationException",
    "The provided expression refers to an attribute that does not exist in the item",
    table.update_item,
    Key={"pk": "TEA#gyokuro", "sk": "JAR"},
    UpdateExpression="SET poured = poured + :one",
    ExpressionAttributeValues={":one": 1},
)
expect(
    body(
        client.update_item(
            TableName="Teahouse",
            Key={"pk": {"S": "TEA#gyokuro"}, "sk": {"S": "JAR"}},
            UpdateExpression="ADD poured :three",
            ExpressionAttributeValues={":three": {"N": "3"}},
            ReturnValues="UPDATED_NEW",
        )
    ),
    {"Attributes": {"poured": {"N": "3"}}},
)
