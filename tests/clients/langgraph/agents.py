"""langgraph-checkpoint-aws: a graph that stores its checkpoints, and a store with TTL and vector search."""

import asyncio
import operator
import time
from typing import Annotated, TypedDict

import boto3
from checks import check, raised, run, same
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from langgraph_checkpoint_aws import DynamoDBSaver, DynamoDBStore

DYNAMODB = boto3.client("dynamodb")


class Tea(TypedDict):
    steps: Annotated[list[str], operator.add]
    cups: int


def boil(state):
    return {"steps": ["boil"], "cups": state.get("cups", 0) + 1}


def ask(state):
    return {"steps": [f"add {interrupt('milk?')}"]}


def graph(saver):
    builder = StateGraph(Tea)
    builder.add_node("boil", boil)
    builder.add_node("ask", ask)
    builder.add_edge(START, "boil")
    builder.add_edge("boil", "ask")
    builder.add_edge("ask", END)
    return builder.compile(checkpointer=saver)


def thread(name):
    return {"configurable": {"thread_id": name}}


def embed(texts):
    """Three words as three dimensions."""
    return [[float(text.count(word)) + 0.01 for word in ("green", "black", "milk")] for text in texts]


def saver(**options):
    return DynamoDBSaver(table_name="checkpoints", region_name="us-east-1", **options)


@check
def a_graph_stops_and_continues_from_its_checkpoint():
    DYNAMODB.create_table(
        TableName="checkpoints",
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": "PK", "AttributeType": "S"},
            {"AttributeName": "SK", "AttributeType": "S"},
        ],
    )
    stopped = graph(saver()).invoke({"steps": ["begin"], "cups": 0}, thread("one"))
    same(stopped["steps"], ["begin", "boil"])
    same(stopped["__interrupt__"][0].value, "milk?")
    # A new process has nothing but the table.
    ended = graph(saver()).invoke(Command(resume="milk"), thread("one"))
    same((ended["steps"], ended["cups"]), (["begin", "boil", "add milk"], 1))


@check
def the_history_of_a_thread_is_listed():
    states = list(graph(saver()).get_state_history(thread("one")))
    same([state.metadata["step"] for state in states], [2, 1, 0, -1])
    same(states[0].values["steps"], ["begin", "boil", "add milk"])
    listed = list(saver().list(thread("one"), limit=2))
    same([entry.metadata["step"] for entry in listed], [2, 1])
    before = list(saver().list(thread("one"), before=listed[1].config))
    same([entry.metadata["step"] for entry in before], [0, -1])
    same(list(saver().list(thread("none"))), [])


def branch(saver):
    """Changes the state at an earlier checkpoint, and returns what the thread has afterwards."""
    app = graph(saver)
    first = next(state for state in app.get_state_history(thread("one")) if state.metadata["step"] == 1)
    app.update_state(first.config, {"steps": ["add lemon"]}, as_node="ask")
    return [(state.metadata["step"], state.values.get("steps")) for state in app.get_state_history(thread("one"))]


@check
def a_branch_is_the_same_as_in_memory():
    memory = InMemorySaver()
    graph(memory).invoke({"steps": ["begin"], "cups": 0}, thread("one"))
    graph(memory).invoke(Command(resume="milk"), thread("one"))
    states = branch(saver())
    same(states[0][1], ["begin", "boil", "add lemon"])
    same(states, branch(memory))


@check
def checkpoints_are_compressed_and_expire():
    app = graph(saver(ttl_seconds=600, enable_checkpoint_compression=True))
    app.invoke({"steps": ["x" * 50_000], "cups": 0}, thread("large"))
    same(len(graph(saver()).get_state(thread("large")).values["steps"][0]), 50_000)
    items = DYNAMODB.scan(TableName="checkpoints", FilterExpression="attribute_exists(#t)", ExpressionAttributeNames={"#t": "ttl"})
    assert items["Count"] >= 3, items["Count"]
    assert all(590 <= int(item["ttl"]["N"]) - time.time() <= 601 for item in items["Items"])


@check
async def threads_run_at_the_same_time():
    app = graph(saver())
    runs = (app.ainvoke({"steps": [], "cups": number}, thread(f"many-{number}")) for number in range(8))
    same([state["cups"] for state in await asyncio.gather(*runs)], list(range(1, 9)))
    same((await app.aget_state(thread("many-5"))).values["cups"], 6)


@check
def a_thread_is_deleted_and_the_others_remain():
    saver().delete_thread("one")
    same(saver().get_tuple(thread("one")), None)
    same(graph(saver()).get_state(thread("many-3")).values["cups"], 4)


@check
def a_store_keeps_values_by_namespace():
    store = DynamoDBStore(table_name="memory", region_name="us-east-1", ttl={"default_ttl": 60, "refresh_on_read": True})
    store.setup()
    store.put(("users", "rikyu"), "likes", {"tea": "matcha", "bowls": 3, "notes": ["a", {"b": None}]})
    store.put(("users", "rikyu"), "rooms", {"tea": "none"})
    store.put(("users", "sen"), "likes", {"tea": "sencha"})
    same(store.get(("users", "rikyu"), "likes").value, {"tea": "matcha", "bowls": 3, "notes": ["a", {"b": None}]})
    same(store.get(("users", "rikyu"), "none"), None)
    # boto3 takes no floats, so the store refuses them before it sends a request.
    raised(TypeError, store.put, ("users", "rikyu"), "price", {"yen": 12.5})
    same(sorted(item.key for item in store.search(("users", "rikyu"))), ["likes", "rooms"])
    same([item.key for item in store.search(("users", "rikyu"), filter={"tea": "matcha"})], ["likes"])
    same(sorted(store.list_namespaces(prefix=("users",))), [("users", "rikyu"), ("users", "sen")])
    store.delete(("users", "rikyu"), "likes")
    same(store.get(("users", "rikyu"), "likes"), None)
    described = DYNAMODB.describe_time_to_live(TableName="memory")["TimeToLiveDescription"]
    same(described["TimeToLiveStatus"], "ENABLED")


@check
async def a_store_searches_by_meaning():
    store = DynamoDBStore(
        table_name="meanings", region_name="us-east-1", index={"embed": embed, "dims": 3, "fields": ["text"]}
    )
    store.setup()
    for key, text in [("a", "green green"), ("b", "black milk"), ("c", "green milk"), ("d", "black black")]:
        await store.aput(("notes",), key, {"text": text})
    await store.aput(("others",), "e", {"text": "milk milk"})
    found = await store.asearch(("notes",), query="milk black", limit=2)
    same(found[0].key, "b")
    assert found[0].score > found[1].score, found
    same(len(found), 2)
    assert DYNAMODB.describe_table(TableName="meanings")["Table"]["TableStatus"] == "ACTIVE"


run()
