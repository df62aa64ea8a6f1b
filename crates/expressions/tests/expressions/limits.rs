//! Tests of the limits of length, operators, operands and depth. None may overflow the stack.

use dynalab_expressions::{ExpressionKind, condition, key_condition, projection, update};

use crate::literal::{aliases, item};

fn outcome(text: &str) -> String {
    match condition(ExpressionKind::Filter, text, &mut aliases("{:v: 1, :l: [1]}")) {
        Ok(condition) => format!("ok {}", condition.matches(&item("{a: 1}"))),
        Err(error) => error.to_string().replacen("Invalid FilterExpression: ", "", 1),
    }
}

fn update_outcome(text: &str) -> String {
    match update(text, &mut aliases("{:v: 1, :l: [1]}")) {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.to_string().replacen("Invalid UpdateExpression: ", "", 1),
    }
}

/// The stack size of the browser page. Unoptimized frames are several times larger, so this test is stricter.
const PAGE_STACK_BYTES: usize = 1 << 20;

const TOO_MANY: &str = "The expression contains too many operators; operator count: 301";

#[test]
fn bytes() {
    let padded = |bytes: usize| format!("{:<bytes$}", "a = :v");
    assert_eq!(outcome(&padded(4096)), "ok true");
    assert_eq!(
        outcome(&padded(4097)),
        "Expression size has exceeded the maximum allowed size; expression size: 4097"
    );
    assert_eq!(
        outcome(&"é".repeat(2049)),
        "Expression size has exceeded the maximum allowed size; expression size: 4098"
    );
}

#[test]
fn operators() {
    // 150 comparisons with 149 or 150 logical operators.
    let comparisons = |count: usize| vec!["a=:v"; count].join(" OR ");
    assert_eq!(outcome(&comparisons(150)), "ok true");
    assert_eq!(outcome(&format!("NOT {}", comparisons(150))), "ok true");
    assert_eq!(outcome(&format!("NOT NOT {}", comparisons(150))), TOO_MANY);
    assert_eq!(outcome(&comparisons(151)), TOO_MANY);
    assert_eq!(outcome(&comparisons(400)), TOO_MANY);
    assert_eq!(outcome(&format!("{} OR attribute_exists(a)", comparisons(150))), TOO_MANY);
    assert_eq!(outcome(&format!("{} OR (contains(a, size(a)))", comparisons(150))), TOO_MANY);
    assert_eq!(outcome(&format!("{} AND", comparisons(400))), r#"Syntax error; token: "<EOF>", near: "AND""#);
    let sums = |count: usize| {
        let actions: Vec<String> = (0..count).map(|number| format!("a{number}=b+c")).collect();
        format!("SET {}", actions.join(","))
    };
    assert_eq!(update_outcome(&sums(300)), "ok");
    assert_eq!(update_outcome(&sums(301)), TOO_MANY);
}

#[test]
fn operands_of_in() {
    let list = |count: usize| format!("a IN ({})", vec![":v"; count].join(","));
    for count in [1, 99, 100] {
        assert_eq!(outcome(&list(count)), "ok true", "{count} values");
    }
    for count in [101, 102, 200] {
        assert_eq!(
            outcome(&list(count)),
            format!("The IN operator is provided with too many operands; number of operands: {count}")
        );
    }
}

#[test]
fn levels_of_a_path() {
    let path = |levels: usize| vec!["a"; levels].join(".");
    assert_eq!(outcome(&format!("{} = :v", path(32))), "ok false");
    assert_eq!(
        outcome(&format!("{} = :v", path(33))),
        "The document path has too many nesting levels; nesting levels: 33"
    );
}

#[test]
fn nesting_never_overflows_a_small_stack() {
    let nested = |open: &str, inner: &str, close: &str| {
        let count = (4096 - inner.len()) / (open.len() + close.len());
        format!("{}{inner}{}", open.repeat(count), close.repeat(count))
    };
    let texts = vec![
        nested("(", "a=:v", ")"),
        nested("(", "", ""),
        nested("NOT ", "a=:v", ""),
        nested("NOT(", "a=:v", ")"),
        nested("NOT (", "a", ")"),
        nested("a=:v OR(", "a=:v", ")"),
        nested("a=:v AND NOT(", "a=:v", ")"),
        nested("size(", "a", ")"),
        nested("a=size((", "a", "))"),
        format!("a={}", nested("size(", "a", ")").replacen("size(", "", 1)),
        format!("a={}", nested("(", "a", ")").replacen('(', "", 2)),
        nested("SET a=list_append(", "a", ")"),
        format!("SET a={}", nested("list_append(:l,", ":l", ")").replacen("list_append(:l,", "", 2)),
        format!("SET a={}", nested("(", "a", ")").replacen('(', "", 6)),
        format!("{}a=:v{}", "NOT(a=:v OR ".repeat(75), ")".repeat(75)),
        format!("{}a=:v", "NOT ".repeat(299)),
        format!("SET a={}:l{}", "list_append(:l,".repeat(250), ")".repeat(250)),
        nested("a.", "a", ""),
        nested("a[0]", "", ""),
    ];
    let walk = move || {
        for text in &texts {
            let mut aliases = aliases("{:v: 1, :l: [1]}");
            let item = item("{a: 1}");
            if let Ok(condition) = condition(ExpressionKind::Filter, text, &mut aliases) {
                let verdict = condition.verdict(&item);
                assert!(!verdict.decided_by.is_empty());
            }
            if let Ok(update) = update(text, &mut aliases) {
                let _ = update.apply(&item);
            }
            let _ = key_condition(text, &mut aliases);
            let _ = projection(text, &mut aliases);
        }
    };
    let thread = std::thread::Builder::new().stack_size(PAGE_STACK_BYTES).spawn(walk).expect("a thread");
    assert!(thread.join().is_ok());
}

#[test]
fn the_deepest_that_is_allowed_is_evaluated() {
    assert_eq!(outcome(&format!("{}a=:v", "NOT ".repeat(299))), "ok false");
    assert_eq!(outcome(&format!("{}a=:v", "NOT ".repeat(300))), TOO_MANY);
    assert_eq!(outcome(&format!("{}a=:v{}", "NOT(".repeat(299), ")".repeat(299))), "ok false");
    assert_eq!(
        outcome(&format!("{}a=:v{}", "(".repeat(500), ")".repeat(500))),
        "The expression has redundant parentheses;"
    );
}

#[test]
fn a_statement_has_as_many_levels_as_an_expression_has_operators() {
    let statement = |text: &str| match dynalab_expressions::partiql::parse(text) {
        Ok(_) => "ok".to_owned(),
        Err(problem) => problem.to_string(),
    };
    let nested = |opening: &str, levels: usize| {
        format!("SELECT * FROM T WHERE {}a = 1{}", opening.repeat(levels), ")".repeat(levels))
    };
    assert_eq!(statement(&nested("(", 300)), "ok");
    for levels in [301, 3_000, 100_000] {
        assert_eq!(statement(&nested("(", levels)), TOO_MANY, "{levels}");
    }
    let values =
        |levels: usize| format!("SELECT * FROM T WHERE a = {}1{}", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(statement(&values(300)), "ok");
    assert_eq!(statement(&values(301)), TOO_MANY);
    let set =
        |levels: usize| format!("UPDATE T SET a = {}1{} WHERE b = 1", "(".repeat(levels), ")".repeat(levels));
    assert_eq!(statement(&set(300)), "ok");
    assert_eq!(statement(&set(301)), TOO_MANY);
}
