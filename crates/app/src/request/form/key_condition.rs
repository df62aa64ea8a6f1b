//! KeyConditionExpression as fields: one partition key value, and at most one test of the sort key.

use dynalab_expressions::{ExpressionKind, Function};
use dynalab_playground::views::tables::KeyNames;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyCondition {
    /// The name as written: "PK" or "#pk".
    pub partition_name: String,
    /// The value placeholder, such as ":pk".
    pub partition_value: String,
    pub sort: Option<SortCondition>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortCondition {
    pub name: String,
    pub test: SortTest,
    /// The value placeholders: one, or two for BETWEEN.
    pub values: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortTest {
    Equals,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BeginsWith,
    Between,
}

impl SortTest {
    pub const ALL: [SortTest; 7] = [
        SortTest::Equals,
        SortTest::BeginsWith,
        SortTest::Between,
        SortTest::Less,
        SortTest::LessOrEqual,
        SortTest::Greater,
        SortTest::GreaterOrEqual,
    ];

    pub fn symbol(self) -> &'static str {
        match self {
            SortTest::Equals => "=",
            SortTest::Less => "<",
            SortTest::LessOrEqual => "<=",
            SortTest::Greater => ">",
            SortTest::GreaterOrEqual => ">=",
            SortTest::BeginsWith => "begins_with",
            SortTest::Between => "BETWEEN",
        }
    }

    pub fn of_symbol(symbol: &str) -> Option<SortTest> {
        SortTest::ALL.into_iter().find(|test| test.symbol() == symbol)
    }
}

impl KeyCondition {
    /// Returns the initial condition. It uses a name placeholder, because any attribute name may be a reserved word.
    pub fn empty() -> KeyCondition {
        KeyCondition { partition_name: "#pk".into(), partition_value: ":pk".into(), sort: None }
    }

    pub fn with_sort_test(&self, test: Option<SortTest>) -> KeyCondition {
        let sort = test.map(|test| {
            let old = self.sort.as_ref();
            let name = old.map_or_else(|| "#sk".to_owned(), |sort| sort.name.clone());
            let first = old.and_then(|sort| sort.values.first().cloned()).unwrap_or_else(|| ":sk".to_owned());
            let second =
                old.and_then(|sort| sort.values.get(1).cloned()).unwrap_or_else(|| format!("{first}_to"));
            let values = if test == SortTest::Between { vec![first, second] } else { vec![first] };
            SortCondition { name, test, values }
        });
        KeyCondition { sort, ..self.clone() }
    }

    pub fn print(&self) -> String {
        let mut text = format!("{} = {}", self.partition_name, self.partition_value);
        if let Some(SortCondition { name, test, values }) = &self.sort {
            text.push_str(" AND ");
            text.push_str(&match (test, values.as_slice()) {
                (SortTest::BeginsWith, [value, ..]) => format!("{}({name}, {value})", test.symbol()),
                (SortTest::Between, [low, high, ..]) => format!("{name} BETWEEN {low} AND {high}"),
                (test, values) => format!("{name} {} {}", test.symbol(), values.join(" ")),
            });
        }
        text
    }

    pub fn placeholders(&self) -> Vec<String> {
        let sort = self.sort.iter().flat_map(|sort| std::iter::once(&sort.name).chain(&sort.values));
        [&self.partition_name, &self.partition_value].into_iter().chain(sort).cloned().collect()
    }
}

/// One `name test :value` of the expression.
struct Term {
    name: String,
    test: SortTest,
    values: Vec<String>,
}

/// Reads an expression. Returns none if it is not a key condition of this table or index.
pub fn read(
    expression: &str,
    key: &KeyNames,
    name_of: impl Fn(&str) -> Option<String>,
) -> Option<KeyCondition> {
    let words = words(expression)?;
    let mut rest = words.as_slice();
    let mut terms = vec![term(&mut rest)?];
    while let Some((word, after)) = rest.split_first() {
        if !word.eq_ignore_ascii_case("AND") {
            return None;
        }
        rest = after;
        terms.push(term(&mut rest)?);
    }
    let means = |term: &Term, attribute: &str| {
        let meaning = if term.name.starts_with('#') { name_of(&term.name) } else { Some(term.name.clone()) };
        meaning.as_deref() == Some(attribute)
    };
    let position =
        terms.iter().position(|term| term.test == SortTest::Equals && means(term, &key.partition))?;
    let partition = terms.remove(position);
    let sort = match terms.pop() {
        None => None,
        Some(term) if terms.is_empty() && means(&term, key.sort.as_deref()?) => {
            Some(SortCondition { name: term.name, test: term.test, values: term.values })
        }
        Some(_) => return None,
    };
    let partition_value = partition.values.into_iter().next()?;
    Some(KeyCondition { partition_name: partition.name, partition_value, sort })
}

fn term(rest: &mut &[String]) -> Option<Term> {
    let take = |rest: &mut &[String]| {
        let (word, after) = rest.split_first()?;
        *rest = after;
        Some(word.clone())
    };
    let expect = |rest: &mut &[String], wanted: &str| {
        take(rest).filter(|word| word.eq_ignore_ascii_case(wanted)).map(|_| ())
    };
    let value = |rest: &mut &[String]| take(rest).filter(|word| word.starts_with(':'));
    let first = take(rest)?;
    if first == "(" {
        let inner = term(rest)?;
        expect(rest, ")")?;
        return Some(inner);
    }
    if is_key_function(&first) {
        let test = SortTest::of_symbol(&first)?;
        expect(rest, "(")?;
        let name = take(rest)?;
        expect(rest, ",")?;
        let values = vec![value(rest)?];
        expect(rest, ")")?;
        return Some(Term { name, test, values });
    }
    let symbol = take(rest)?.to_ascii_uppercase();
    let test = SortTest::of_symbol(&symbol)?;
    let mut values = vec![value(rest)?];
    if test == SortTest::Between {
        expect(rest, "AND")?;
        values.push(value(rest)?);
    }
    Some(Term { name: first, test, values })
}

fn is_key_function(name: &str) -> bool {
    Function::find(name).is_some_and(|function| function.is_in_expression(ExpressionKind::KeyCondition))
}

/// Splits an expression into names, placeholders, operators and punctuation. Returns none for an unknown character.
pub fn words(expression: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | ',' | '=' => 1,
            '<' if rest[1..].starts_with('>') => 2,
            '<' | '>' => 1 + usize::from(rest[1..].starts_with('=')),
            _ => {
                let is_word = |c: char| {
                    c.is_ascii_alphanumeric() || !c.is_ascii() || matches!(c, '_' | '#' | ':' | '.' | '-')
                };
                rest.find(|character| !is_word(character)).unwrap_or(rest.len())
            }
        };
        if length == 0 {
            return None;
        }
        words.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Some(words)
}
