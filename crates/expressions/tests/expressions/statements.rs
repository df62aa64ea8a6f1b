//! Tests that generated statements parse, and that the printed text parses to the same statement.

use dynalab_expressions::partiql::parse;

use crate::random::{Random, seeds};

const ROUNDS: u64 = 4000;

fn word(random: &mut Random, word: &str) -> String {
    match random.below(3) {
        0 => word.to_lowercase(),
        _ => word.to_owned(),
    }
}

fn name(random: &mut Random) -> String {
    (*random.pick(&["a", "b1", "\"c d\"", "\"select\"", "\"x\"\"y\"", "Order_id"])).to_owned()
}

fn path(random: &mut Random) -> String {
    let steps = random.several(0, 2, |random| match random.below(2) {
        0 => format!("[{}]", random.below(9)),
        _ => format!(".{}", name(random)),
    });
    format!("{}{}", name(random), steps.concat())
}

fn literal(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => "?".to_owned(),
        1 => (*random.pick(&["1", "-2.50", "1e3", "0.001", ".25", "-.5E-2"])).to_owned(),
        2 => (*random.pick(&["'x'", "''", "'it''s'", "'日本'"])).to_owned(),
        3 => word(random, "TRUE"),
        4 => word(random, "NULL"),
        5 => (*random.pick(&["<<1, 2>>", "<<'a'>>", "<<?>>"])).to_owned(),
        6 | 7 => format!("[{}]", random.several(0, 3, |random| literal(random, depth - 1)).join(", ")),
        _ => object(random, depth - 1),
    }
}

fn object(random: &mut Random, depth: usize) -> String {
    let mut number = 0;
    let members = random.several(0, 3, |random| literal(random, depth));
    let members = members.into_iter().map(|value| {
        number += 1;
        format!("'k{number}': {value}")
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

fn condition(random: &mut Random, depth: usize) -> String {
    if depth > 0 && random.below(2) == 0 {
        let (left, right) = (condition(random, depth - 1), condition(random, depth - 1));
        return match random.below(3) {
            0 => format!("({left} {} {right})", word(random, "AND")),
            1 => format!("({left} {} {right})", word(random, "OR")),
            _ => format!("{} {left}", word(random, "NOT")),
        };
    }
    let path = path(random);
    let value = literal(random, 1);
    match random.below(9) {
        0 => format!("{path} {} {value}", random.pick(&["=", "<>", "!=", "<", "<=", ">", ">="])),
        1 => format!("{path} {} {value} AND ?", word(random, "BETWEEN")),
        2 => format!("{path} {} [{value}, ?]", word(random, "IN")),
        3 => format!("{path} {}", random.pick(&["IS MISSING", "IS NOT MISSING", "is null", "IS NOT NULL"])),
        4 => format!("size({path}) > {value}"),
        5 => format!("{}({path}, {value})", random.pick(&["begins_with", "contains"])),
        6 => {
            format!("{path} {}", random.pick(&["IS STRING", "is not int4", "IS DOUBLE PRECISION", "IS BAG"]))
        }
        7 => {
            let function = random.pick(&["attribute_exists", "ATTRIBUTE_NOT_EXISTS"]);
            format!("{function}({path}){}", random.pick(&["", " = true", " <> FALSE"]))
        }
        _ => format!("attribute_type({path}, 'S')"),
    }
}

fn filter(random: &mut Random) -> String {
    match random.below(4) {
        0 => String::new(),
        _ => format!(" {} {}", word(random, "WHERE"), condition(random, 3)),
    }
}

fn change(random: &mut Random) -> String {
    let path = path(random);
    let value = literal(random, 2);
    match random.below(6) {
        0 => format!(" SET {path} = {value}"),
        1 => format!(" SET {path} = {path} + {value}"),
        2 => format!(" SET {path} = list_append({path}, [{value}])"),
        3 => format!(" set {path} = {}({path}, <<1>>)", random.pick(&["set_add", "set_delete"])),
        4 => format!(" SET {path} = {value}, z = 1"),
        _ => format!(" REMOVE {path}"),
    }
}

fn statement(random: &mut Random) -> String {
    match random.below(5) {
        0 => {
            let columns = random.several(1, 3, path).join(", ");
            let index = if random.below(2) == 0 { ".\"By x\"" } else { "" };
            format!("{} {columns} FROM \"t\"{index}{}", word(random, "SELECT"), filter(random))
        }
        1 => format!("SELECT * FROM t{} ORDER BY a {}, b", filter(random), random.pick(&["ASC", "desc", ""])),
        2 => format!("INSERT INTO t VALUE {}", object(random, 3)),
        3 => {
            let changes = random.several(1, 3, change).concat();
            let returning = random.pick(&["", " RETURNING ALL NEW *", " returning modified old *"]);
            match random.below(3) {
                0 => format!("{} t{}{changes}{returning}", word(random, "FROM"), filter(random)),
                _ => format!("UPDATE t{changes}{}{returning}", filter(random)),
            }
        }
        _ => format!("DELETE FROM t{} RETURNING ALL OLD *", filter(random)),
    }
}

/// Replaces some spaces by comments. Spaces inside quotes stay.
fn with_comments(random: &mut Random, text: &str) -> String {
    let mut quote = None;
    let mut with = String::new();
    for character in text.chars() {
        match quote {
            None if character == '\'' || character == '"' => quote = Some(character),
            Some(open) if open == character => quote = None,
            _ => {}
        }
        match (character, quote, random.below(12)) {
            (' ', None, 0) => with.push_str("/* or ' */"),
            (' ', None, 1) => with.push_str(" -- and \"\n"),
            _ => with.push(character),
        }
    }
    with
}

#[test]
fn what_is_printed_is_what_was_read() {
    for seed in seeds(ROUNDS) {
        let random = &mut Random::new(seed);
        let plain = statement(random);
        let text = with_comments(random, &plain);
        let read = parse(&text).unwrap_or_else(|problem| panic!("seed {seed}: {problem}: {text}"));
        let printed = read.to_string();
        assert_eq!(parse(&printed).as_ref(), Ok(&read), "seed {seed}: {text}\n{printed}");
        assert_eq!(parse(&printed).map(|again| again.to_string()), Ok(printed), "seed {seed}: {text}");
    }
}
