//! A filter or condition as fields: tests of attributes, joined by AND or by OR.

use dynalab_expressions::{ExpressionKind, FUNCTIONS, Function, FunctionOperand, FunctionResult};

use super::key_condition::words;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilterTest {
    Equals,
    NotEquals,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    /// A condition function with a path and at most one value.
    Call(&'static Function),
}

/// One test of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterTerm {
    /// The path as written: "status", "#s" or "#a.#b".
    pub path: String,
    pub test: FilterTest,
    /// The value placeholders: none, one, or two for BETWEEN.
    pub values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub join: Join,
    pub terms: Vec<FilterTerm>,
}

impl Join {
    fn word(self) -> &'static str {
        match self {
            Join::And => "AND",
            Join::Or => "OR",
        }
    }
}

impl FilterTest {
    const OPERATORS: [FilterTest; 7] = [
        FilterTest::Equals,
        FilterTest::NotEquals,
        FilterTest::Less,
        FilterTest::LessOrEqual,
        FilterTest::Greater,
        FilterTest::GreaterOrEqual,
        FilterTest::Between,
    ];

    /// Returns the operators, then the functions. The form has no field for the name of a type.
    pub fn all() -> impl Iterator<Item = FilterTest> {
        let functions = FUNCTIONS.iter().filter(|function| {
            function.is_in_expression(ExpressionKind::Filter)
                && function.result == FunctionResult::Condition
                && function.operands.len() <= 2
                && !function.operands.contains(&FunctionOperand::TypeName)
        });
        FilterTest::OPERATORS.into_iter().chain(functions.map(FilterTest::Call))
    }

    /// Returns the operator or function of the expression language.
    pub fn symbol(self) -> &'static str {
        match self {
            FilterTest::Equals => "=",
            FilterTest::NotEquals => "<>",
            FilterTest::Less => "<",
            FilterTest::LessOrEqual => "<=",
            FilterTest::Greater => ">",
            FilterTest::GreaterOrEqual => ">=",
            FilterTest::Between => "BETWEEN",
            FilterTest::Call(function) => function.name,
        }
    }

    pub fn of_symbol(symbol: &str) -> Option<FilterTest> {
        FilterTest::all().find(|test| test.symbol() == symbol)
    }

    fn is_function(self) -> bool {
        matches!(self, FilterTest::Call(_))
    }

    pub fn value_count(self) -> usize {
        match self {
            FilterTest::Call(function) => function.operands.len() - 1,
            FilterTest::Between => 2,
            _ => 1,
        }
    }
}

impl FilterTerm {
    fn print(&self) -> String {
        let FilterTerm { path, test, values } = self;
        match (test, values.as_slice()) {
            (FilterTest::Between, [low, high]) => format!("{path} BETWEEN {low} AND {high}"),
            (test, []) => format!("{}({path})", test.symbol()),
            (test, [value, ..]) if test.is_function() => format!("{}({path}, {value})", test.symbol()),
            (test, [value, ..]) => format!("{path} {} {value}", test.symbol()),
        }
    }
}

impl Filter {
    pub fn print(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(FilterTerm::print).collect();
        terms.join(&format!(" {} ", self.join.word()))
    }

    /// Returns the placeholders that have fields.
    pub fn placeholders(&self) -> Vec<String> {
        super::placeholders_in(&self.print())
    }
}

/// Reads an expression. Returns none if it is more than a list of tests. An empty expression has no tests.
pub fn read(expression: &str) -> Option<Filter> {
    let words = words(expression)?;
    let mut rest = words.as_slice();
    let (mut join, mut terms) = (None, Vec::new());
    while !rest.is_empty() {
        if !terms.is_empty() {
            let word = take(&mut rest)?.to_ascii_uppercase();
            let next = [Join::And, Join::Or].into_iter().find(|join| join.word() == word)?;
            if join.replace(next).is_some_and(|before| before != next) {
                return None;
            }
        }
        terms.push(term(&mut rest)?);
    }
    Some(Filter { join: join.unwrap_or(Join::And), terms })
}

fn take<'a>(rest: &mut &'a [String]) -> Option<&'a str> {
    let (word, after) = rest.split_first()?;
    *rest = after;
    Some(word)
}

fn expect(rest: &mut &[String], wanted: &str) -> Option<()> {
    take(rest).filter(|word| word.eq_ignore_ascii_case(wanted)).map(|_| ())
}

fn value(rest: &mut &[String]) -> Option<String> {
    take(rest).filter(|word| word.starts_with(':')).map(str::to_owned)
}

fn path(word: &str) -> Option<String> {
    let is_path = word.starts_with(|first: char| first == '#' || first == '_' || first.is_alphabetic());
    is_path.then(|| word.to_owned())
}

fn term(rest: &mut &[String]) -> Option<FilterTerm> {
    let first = take(rest)?;
    // Function names are lower case only.
    if let Some(test) = FilterTest::of_symbol(first).filter(|test| test.is_function()) {
        expect(rest, "(")?;
        let path = path(take(rest)?)?;
        let mut values = Vec::new();
        if test.value_count() > 0 {
            expect(rest, ",")?;
            values.push(value(rest)?);
        }
        expect(rest, ")")?;
        return Some(FilterTerm { path, test, values });
    }
    let path = path(first)?;
    let test = FilterTest::of_symbol(&take(rest)?.to_ascii_uppercase()).filter(|test| !test.is_function())?;
    let mut values = vec![value(rest)?];
    if test == FilterTest::Between {
        expect(rest, "AND")?;
        values.push(value(rest)?);
    }
    Some(FilterTerm { path, test, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_are_read_as_people_write_them() {
        let check = |expression: &str, printed: Option<&str>| {
            assert_eq!(read(expression).map(|filter| filter.print()).as_deref(), printed, "{expression}");
        };
        check("", Some(""));
        check("#s=:a", Some("#s = :a"));
        check("total <> :a and contains( tags , :b )", Some("total <> :a AND contains(tags, :b)"));
        check("a = :a OR attribute_not_exists(b)", Some("a = :a OR attribute_not_exists(b)"));
        check("a between :a and :b AND #m.#n >= :c", Some("a BETWEEN :a AND :b AND #m.#n >= :c"));
        check("begins_with(a, :a)", Some("begins_with(a, :a)"));
        for more in [
            "a = :a AND b = :b OR c = :c",
            "NOT a = :a",
            "(a = :a)",
            "size(a) > :a",
            "a IN (:a, :b)",
            "a = b",
            "a[0] = :a",
            "a = :a AND",
            "a =",
            ":a = a",
            "Contains(a, :a)",
        ] {
            check(more, None);
        }
    }

    #[test]
    fn the_functions_of_the_form_are_those_of_filters() {
        let symbols: Vec<&str> = FilterTest::all().map(FilterTest::symbol).collect();
        let expected = ["begins_with", "contains", "attribute_exists", "attribute_not_exists"];
        assert_eq!(symbols[FilterTest::OPERATORS.len()..], expected);
        for test in FilterTest::all() {
            let values = [":a", ":b"][..test.value_count()].iter().map(|value| (*value).to_owned()).collect();
            let term = FilterTerm { path: "a".to_owned(), test, values };
            let filter = Filter { join: Join::And, terms: vec![term] };
            assert_eq!(read(&filter.print()), Some(filter));
        }
    }

    #[test]
    fn the_placeholders_of_a_filter_have_fields() {
        let filter = read("#a.#b BETWEEN :low AND :high AND attribute_exists(c)").unwrap();
        assert_eq!(filter.placeholders(), ["#a", "#b", ":low", ":high"]);
    }
}
