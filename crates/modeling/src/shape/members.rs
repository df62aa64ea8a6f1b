//! The members of each part of a design.

use super::Shape::{
    self, Any, Either, Expression, Flag, List, Map, Name, Number, Object, Tagged, Template, Text, Whole, Word,
};
use super::{Member, Named, Variant};

const fn needs(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, is_required: true }
}

const fn may(name: &'static str, shape: &'static Shape) -> Member {
    Member { name, shape, is_required: false }
}

const ATTRIBUTE_NAME: Shape = Name(Named::Attribute);
const ATTRIBUTE_NAMES: Shape = List(&ATTRIBUTE_NAME);
const ENTITY_NAME: Shape = Name(Named::Entity);
const TABLE_NAME: Shape = Name(Named::Table);
const INDEX_NAME: Shape = Name(Named::Index);
const ITEM_NAME: Shape = Name(Named::Item);
const TEMPLATES: Shape = Map(&Template);
const ATTRIBUTE_TYPE: Shape = Word(&["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"]);
const TIME_RANGE: &[Member] = &[needs("from", &Text), needs("to", &Text)];

pub static DESIGN: Shape = Object(&[
    needs("version", &Whole),
    needs("name", &Text),
    may("notes", &Text),
    may("seed", &Whole),
    may("region", &Text),
    may("entities", &List(&ENTITY)),
    may("relations", &List(&RELATION)),
    may("tables", &List(&TABLE)),
    may("patterns", &List(&PATTERN)),
]);

pub static ENTITY: Shape = Object(&[
    needs("name", &Text),
    may("notes", &Text),
    may("count", &Whole),
    may("sample", &Whole),
    may("growth_per_month", &Number),
    may("retention_days", &Number),
    may("owner", &ATTRIBUTE_NAME),
    needs("attributes", &List(&ATTRIBUTE)),
    may("rows", &List(&Map(&Any))),
]);

pub static ATTRIBUTE: Shape = Object(&[
    needs("name", &Text),
    may("type", &ATTRIBUTE_TYPE),
    may("values", &VALUES),
    may("changes", &Flag),
    may("present", &Number),
]);

static VALUES: Shape = Tagged {
    tag: "kind",
    variants: &[
        Variant { word: "any", members: &[] },
        Variant {
            word: "sequence",
            members: &[may("prefix", &Text), may("width", &Whole), may("start", &Whole)],
        },
        Variant { word: "ulid", members: TIME_RANGE },
        Variant { word: "uuid", members: &[] },
        Variant { word: "choice", members: &[needs("values", &List(&Any)), may("weights", &List(&Number))] },
        Variant { word: "cycle", members: &[needs("values", &List(&Any))] },
        Variant {
            word: "number",
            members: &[needs("least", &Number), needs("most", &Number), may("decimals", &Whole)],
        },
        Variant { word: "time", members: TIME_RANGE },
        Variant { word: "date", members: TIME_RANGE },
        Variant { word: "text", members: &[needs("bytes", &Whole)] },
        Variant { word: "person", members: &[] },
        Variant { word: "email", members: &[] },
        Variant { word: "flag", members: &[needs("share", &Number)] },
        Variant { word: "constant", members: &[needs("value", &Any)] },
        Variant { word: "vector", members: &[needs("dimensions", &Whole)] },
    ],
};

pub static RELATION: Shape = Object(&[
    needs("parent", &ENTITY_NAME),
    needs("child", &ENTITY_NAME),
    needs("copies", &Map(&ATTRIBUTE_NAME)),
    may("per_parent", &PER_PARENT),
    may("skew", &Word(&["even", "zipf"])),
]);

static PER_PARENT: Shape = Object(&[may("least", &Whole), needs("mean", &Number), needs("most", &Whole)]);

pub static TABLE: Shape = Object(&[
    needs("name", &Text),
    may("notes", &Text),
    needs("partition_key", &List(&KEY_ATTRIBUTE)),
    may("sort_key", &List(&KEY_ATTRIBUTE)),
    may("indexes", &List(&INDEX)),
    may("vector_indexes", &List(&VECTOR_INDEX)),
    may("items", &List(&PLACEMENT)),
    may("ttl", &ATTRIBUTE_NAME),
    may("stream", &STREAM),
    may("recovery", &Flag),
    may("mode", &Either(&[Word(&["on_demand"]), Object(&[needs("provisioned", &HEADROOM)])])),
    may("switches_to_on_demand", &Whole),
    may("scaling", &List(&SCALING)),
    may("alarms", &List(&ALARM)),
    may("class", &Word(&["standard", "infrequent_access"])),
    may("deletion_protection", &Flag),
    may("replicas", &List(&Object(&[needs("region", &Text)]))),
    may("replica_consistency", &Word(&["eventual", "strong"])),
    may("capacity", &CAPACITY),
    may("settings", &SETTINGS),
]);

static HEADROOM: Shape = Object(&[needs("headroom_percent", &Number)]);

static KEY_ATTRIBUTE: Shape = Object(&[needs("name", &Text), may("type", &ATTRIBUTE_TYPE)]);

static INDEX: Shape = Object(&[
    needs("name", &Text),
    may("kind", &Word(&["global", "local"])),
    needs("partition_key", &List(&KEY_ATTRIBUTE)),
    may("sort_key", &List(&KEY_ATTRIBUTE)),
    may("projection", &PROJECTION),
    may("capacity", &CAPACITY),
]);

static PROJECTION: Shape =
    Either(&[Word(&["all", "keys_only"]), Object(&[needs("include", &ATTRIBUTE_NAMES)])]);

static VECTOR_INDEX: Shape = Object(&[
    needs("name", &Text),
    needs("attribute", &ATTRIBUTE_NAME),
    needs("dimensions", &Whole),
    needs("distance", &Word(&["COSINE", "EUCLIDEAN", "DOT_PRODUCT"])),
    may("partition_key", &ATTRIBUTE_NAME),
    may("filters", &ATTRIBUTE_NAMES),
    may("projection", &PROJECTION),
]);

static PLACEMENT: Shape = Object(&[
    needs("entity", &ENTITY_NAME),
    may("name", &Text),
    needs("keys", &Map(&ITEM_KEY)),
    may("attributes", &ATTRIBUTE_NAMES),
]);

static ITEM_KEY: Shape = Either(&[
    Template,
    Object(&[
        needs("template", &Template),
        needs("when", &Object(&[needs("attribute", &ATTRIBUTE_NAME), needs("is", &List(&Any))])),
    ]),
]);

static STREAM: Shape = Object(&[
    needs("view", &Word(&["KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"])),
    may("readers", &List(&READER)),
]);

static READER: Shape = Object(&[
    needs("name", &Text),
    may("entities", &List(&ENTITY_NAME)),
    may("expired", &Word(&["filtered", "processed"])),
    may("mapping", &Map(&Any)),
]);

static SCALING: Shape = Object(&[
    may("index", &INDEX_NAME),
    needs("units", &Word(&["read", "write"])),
    needs("least", &Whole),
    needs("most", &Whole),
    may("target_percent", &Number),
    may("scale_in_seconds", &Whole),
    may("scale_out_seconds", &Whole),
]);

static ALARM: Shape = Object(&[
    needs("name", &Text),
    needs("metric", &Text),
    may("index", &INDEX_NAME),
    may("operation", &Text),
    needs("statistic", &Text),
    needs("period_seconds", &Whole),
    needs("threshold", &Number),
    needs("comparison", &Text),
    needs("periods", &Whole),
    may("periods_to_alarm", &Whole),
    may("missing", &Text),
]);

static UNITS: Shape = Object(&[may("read", &Whole), may("write", &Whole)]);
static CAPACITY: Shape = Object(&[may("units", &UNITS), may("warm", &UNITS), may("maximum", &UNITS)]);

const POLICY: Shape = Word(&["retain", "delete", "retain_except_on_create"]);

static SETTINGS: Shape = Object(&[
    may("recovery_days", &Whole),
    may("tags", &Map(&Text)),
    may("encryption", &Object(&[may("enabled", &Flag), may("key", &Text)])),
    may("deletion_policy", &POLICY),
    may("replacement_policy", &POLICY),
    may("policy", &Any),
    may("stream_policy", &Any),
    may("contributor_insights", &Text),
]);

pub static PATTERN: Shape = Object(&[
    needs("name", &Text),
    may("notes", &Text),
    may("rate", &RATE),
    may("failed_conditions", &Number),
    may("consistency", &Word(&["eventual", "strong"])),
    may("access", &Word(&["owner", "service", "public"])),
    may("busiest_share", &Number),
    may("parameters", &Map(&PARAMETER)),
    may("operation", &OPERATION),
    may("expect", &EXPECTATION),
]);

static RATE: Shape =
    Object(&[needs("average", &Number), may("peak", &Number), may("day", &DAY), may("growth", &Number)]);

static DAY: Shape = Either(&[
    Word(&["flat", "day_and_night"]),
    Object(&[needs("one_peak", &Object(&[needs("minutes", &Whole), needs("at", &Whole)]))]),
    Object(&[needs("drawn", &List(&Whole))]),
]);

pub static PARAMETER: Shape = Either(&[
    Object(&[needs("of", &Name(Named::EntityAttribute)), may("row", &Whole)]),
    Object(&[needs("new", &Name(Named::EntityAttribute))]),
    Object(&[needs("value", &Any)]),
]);

pub static CONDITION: Shape = Either(&[
    Template,
    Object(&[needs("begins_with", &Template)]),
    Object(&[needs("between", &Shape::Pair(&Template))]),
    Object(&[needs("below", &Template)]),
    Object(&[needs("at_most", &Template)]),
    Object(&[needs("above", &Template)]),
    Object(&[needs("at_least", &Template)]),
]);

const NAMES: Member = may("names", &Map(&ATTRIBUTE_NAME));
const FILLED: Member = may("values", &TEMPLATES);
const GUARD: Member = may("condition", &Expression);
const OF_TABLE: Member = needs("table", &TABLE_NAME);
const KEY: Member = needs("key", &TEMPLATES);

const GET: &[Member] = &[OF_TABLE, KEY, may("attributes", &ATTRIBUTE_NAMES)];
const PUT: &[Member] =
    &[OF_TABLE, needs("item", &ITEM_NAME), may("row", &Whole), may("set", &TEMPLATES), GUARD, NAMES, FILLED];
const UPDATE: &[Member] = &[OF_TABLE, KEY, needs("update", &Expression), GUARD, NAMES, FILLED];
const DELETE: &[Member] = &[OF_TABLE, KEY, GUARD, NAMES, FILLED];

static READ: Shape = Object(GET);
static BATCH_STEP: Shape = Tagged {
    tag: "action",
    variants: &[
        Variant { word: "put", members: PUT },
        Variant { word: "delete", members: DELETE },
        Variant { word: "update", members: UPDATE },
        Variant { word: "check", members: DELETE },
    ],
};
static TRANSACTION_STEP: Shape = Tagged {
    tag: "action",
    variants: &[
        Variant { word: "put", members: PUT },
        Variant { word: "update", members: UPDATE },
        Variant { word: "delete", members: DELETE },
        Variant { word: "check", members: DELETE },
    ],
};

pub static OPERATION: Shape = Tagged {
    tag: "action",
    variants: &[
        Variant { word: "get", members: GET },
        Variant { word: "batch_get", members: &[OF_TABLE, needs("keys", &List(&TEMPLATES))] },
        Variant { word: "transact_get", members: &[needs("reads", &List(&READ))] },
        Variant { word: "query", members: QUERY },
        Variant {
            word: "scan",
            members: &[
                OF_TABLE,
                may("index", &INDEX_NAME),
                may("filter", &Expression),
                NAMES,
                FILLED,
                may("all_pages", &Flag),
            ],
        },
        Variant {
            word: "search_vectors",
            members: &[
                OF_TABLE,
                needs("index", &INDEX_NAME),
                needs("vector", &Name(Named::Parameter)),
                needs("top", &Whole),
                may("key", &TEMPLATES),
            ],
        },
        Variant { word: "put", members: PUT },
        Variant { word: "update", members: UPDATE },
        Variant { word: "delete", members: DELETE },
        Variant { word: "batch_write", members: &[needs("writes", &List(&BATCH_STEP))] },
        Variant { word: "transact_write", members: &[needs("writes", &List(&TRANSACTION_STEP))] },
        Variant { word: "request", members: &[needs("operation", &Text), needs("body", &Any)] },
    ],
};

static CONDITIONS: Shape = Map(&CONDITION);

const QUERY: &[Member] = &[
    OF_TABLE,
    may("index", &INDEX_NAME),
    needs("key", &CONDITIONS),
    may("filter", &Expression),
    NAMES,
    FILLED,
    may("attributes", &ATTRIBUTE_NAMES),
    may("limit", &Whole),
    may("descending", &Flag),
    may("all_pages", &Flag),
    may("for_each", &Map(&List(&Any))),
];

static ORDER: Shape = Object(&[needs("by", &ATTRIBUTE_NAME), may("descending", &Flag)]);

pub static EXPECTATION: Shape = Object(&[
    may("count", &Whole),
    may("at_least", &Whole),
    may("at_most", &Whole),
    may("empty", &Flag),
    may("rows", &List(&ROWS)),
    may("each", &TEMPLATES),
    may("first", &TEMPLATES),
    may("order", &ORDER),
    may("error", &Text),
    may("after", &List(&AFTER)),
]);

static ROWS: Shape = Object(&[
    needs("item", &ITEM_NAME),
    may("where", &CONDITIONS),
    may("limit", &Whole),
    may("order", &ORDER),
]);

static AFTER: Shape = Object(&[OF_TABLE, KEY, may("gone", &Flag), may("has", &TEMPLATES)]);

/// Returns the known name that a person may have meant: the one with the fewest edits, up to a third of its letters.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let with_edits = known.map(|known| (strsim::damerau_levenshtein(name, known), known));
    let near = with_edits.filter(|(edits, known)| *edits <= (known.chars().count() / 3).max(1));
    near.min_by_key(|(edits, _)| *edits).map(|(_, known)| known)
}
