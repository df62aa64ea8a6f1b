//! Tests that random tokens give an error or a tree in every parser, never a panic.

use dynalab_expressions::{ExpressionKind, condition, key_condition, projection, update};

use crate::literal::{aliases, item};
use crate::random::{Random, seeds};

const ROUNDS: u64 = 20_000;

const TOKENS: [&str; 45] = [
    "a",
    "b",
    "#n",
    "#x",
    ":v",
    ":s",
    ":l",
    ":x",
    "AND",
    "or",
    "NOT",
    "BETWEEN",
    "IN",
    "SET",
    "REMOVE",
    "ADD",
    "DELETE",
    "(",
    ")",
    "[",
    "]",
    "0",
    "7",
    ".",
    ",",
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "!",
    "#",
    ":",
    "size",
    "attribute_exists",
    "begins_with",
    "contains",
    "attribute_type",
    "if_not_exists",
    "list_append",
    "status",
    "é",
];

fn open_every_door(text: &str) {
    let aliases = || aliases(r##"{#n: "name", :v: 1, :s: "S", :l: [1]}"##);
    let item = item(r#"{a: {b: [1, "x"]}, b: <<1, 2>>, name: "y"}"#);
    if let Ok(condition) = condition(ExpressionKind::Filter, text, &mut aliases()) {
        let verdict = condition.verdict(&item);
        assert_eq!(verdict.holds, condition.matches(&item), "{text}");
        assert!(!verdict.decided_by.is_empty(), "{text}");
    }
    if let Ok(update) = update(text, &mut aliases()) {
        let _ = update.apply(&item);
    }
    if let Ok(projection) = projection(text, &mut aliases()) {
        let part = projection.project(&item);
        assert!(part.keys().all(|name| projection.attributes().contains(name)), "{text}");
    }
    let _ = key_condition(text, &mut aliases());
}

#[test]
fn random_tokens() {
    for seed in seeds(ROUNDS) {
        let mut random = Random::new(seed);
        let spaces = [" ", " ", "", "\n"];
        let parts =
            random.several(1, 14, |random| format!("{}{}", *random.pick(&TOKENS), random.pick(&spaces)));
        open_every_door(&parts.concat());
    }
}

#[test]
fn random_bytes() {
    for seed in seeds(ROUNDS) {
        let bytes = Random::new(seed).several(0, 40, |random| random.next() as u8);
        open_every_door(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn sound_expressions_with_one_token_changed() {
    let sound = [
        "( a . b [ 0 ] = :v AND NOT begins_with ( #n , :s ) ) OR size ( b ) BETWEEN :v AND :v",
        "SET a . b [ 1 ] = list_append ( :l , :l ) , #n = if_not_exists ( b , :v ) + :v REMOVE c DELETE b :v",
        "a . b [ 0 ] , #n , b",
    ];
    for seed in seeds(ROUNDS) {
        let mut random = Random::new(seed);
        let mut tokens: Vec<&str> = random.pick(&sound).split(' ').collect();
        let at = random.below(tokens.len());
        match random.below(3) {
            0 => tokens[at] = *random.pick(&TOKENS),
            1 => tokens.insert(at, *random.pick(&TOKENS)),
            _ => tokens.truncate(at),
        }
        open_every_door(&tokens.join(" "));
    }
}
