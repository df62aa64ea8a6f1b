//! The bounds of everything that comes from outside, and the budget that each reader charges before it produces something.

use std::cell::Cell;
use std::fmt;

use serde::{Deserialize, Serialize};

const KIBI: u64 = 1024;
const MEBI: u64 = 1024 * KIBI;

/// What a bound counts. Each kind has one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// Bytes that the content becomes.
    Bytes,
    /// Values, names and signs that are looked at.
    Steps,
    /// Levels of nesting.
    Depth,
    /// Parts of one expression or statement.
    Parts,
    /// The same word in a row.
    Repeats,
    /// Words and signs of a text.
    Words,
    /// Bytes of one name.
    NameBytes,
    Tables,
    Entities,
    Attributes,
    Columns,
    Indexes,
    Keys,
    Patterns,
    Requests,
    Names,
}

/// Names the bounds: the variant, its maximum, what it counts, its name, and what it bounds.
macro_rules! bounds {
    ($($variant:ident = $most:expr, $measure:ident, $name:literal, $what:literal;)*) => {
        /// A bound of something from outside. The list is closed: docs/limits.md has the same one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Bound {
            $(#[doc = $what] $variant,)*
        }

        impl Bound {
            /// All bounds, in the order of the table.
            pub const ALL: &'static [Bound] = &[$(Bound::$variant,)*];

            /// Returns the largest count that is accepted.
            pub const fn most(self) -> u64 {
                match self { $(Bound::$variant => $most,)* }
            }

            /// Returns what the bound counts.
            pub const fn measure(self) -> Measure {
                match self { $(Bound::$variant => Measure::$measure,)* }
            }

            /// Returns the name that messages and documents use.
            pub const fn name(self) -> &'static str {
                match self { $(Bound::$variant => $name,)* }
            }

            /// Returns what the bound limits, for the document of all limits.
            pub const fn what(self) -> &'static str {
                match self { $(Bound::$variant => $what,)* }
            }
        }
    };
}

bounds! {
    ImportBytes = 64 * MEBI, Bytes, "import-bytes", "What an import file becomes: its values, each copy of an alias, each text that a function makes.";
    ImportSteps = 50_000_000, Steps, "import-steps", "Values, names and signs of an import file that are looked at.";
    FilesBytes = 256 * MEBI, Bytes, "files-bytes", "What several files that are opened together become.";
    FilesSteps = 500_000_000, Steps, "files-steps", "Values, names and signs of several files that are opened together.";
    ImportDepth = 64, Depth, "import-depth", "Nesting of brackets, values, blocks and functions in an import file.";
    TextBytes = MEBI, Bytes, "text-bytes", "One text that functions of a template make.";
    SqlDepth = 20, Depth, "sql-depth", "Nesting of expressions and queries in SQL.";
    ImportParts = 2_000, Parts, "import-parts", "Words and signs in a row without a comma or a new statement in SQL and Terraform, such as `1 + 1 + 1`.";
    ImportRepeats = 64, Repeats, "import-repeats", "The same word or sign repeated in a row in SQL and Terraform, such as `NOT NOT NOT`.";
    ImportWords = 1_000_000, Words, "import-words", "Words and signs of a file in SQL or Terraform.";
    Tables = 500, Tables, "tables", "Tables of a design or of an import file.";
    Entities = 500, Entities, "entities", "Entities of a design, or kinds of items of one table.";
    Attributes = 2_000, Attributes, "attributes", "Attributes of one entity or table.";
    Columns = 2_000, Columns, "columns", "Columns of a sheet, or of one table in SQL.";
    Indexes = 100, Indexes, "indexes", "Indexes of one table.";
    Keys = 400, Keys, "keys", "Unique keys and foreign keys of one table in SQL.";
    Patterns = 1_000, Patterns, "patterns", "Access patterns of a design, and its relations.";
    Names = 20_000, Names, "names", "Locals of a Terraform module, or known values of one kind.";
    NameBytes = 4 * KIBI, NameBytes, "name-bytes", "One name in a design, or of a column.";
    CheckBytes = 256 * MEBI, Bytes, "check-bytes", "What the check of a design makes: the sample, its copies in tables and indexes, requests and responses.";
    CheckSteps = 50_000_000, Steps, "check-steps", "Values that the check of a design looks at.";
    LinkParts = 1_000, Parts, "link-parts", "Parts of a link to a calculator. The others are ignored, as unknown ones are.";
    LoadBytes = MEBI, Bytes, "load-bytes", "The load of a design in a link to a calculator.";
    LessonFacts = 2 * MEBI, Bytes, "lesson-facts", "The requests and values of a lesson, after names are replaced.";
    LessonText = 512 * KIBI, Bytes, "lesson-text", "The texts of a lesson in one language, after names are replaced.";
    RequestBytes = 32 * MEBI, Bytes, "request-bytes", "The requests of one access pattern of a design, as they are sent.";
    UnpackedItems = 256 * MEBI, Bytes, "unpacked-items", "A compressed file of items, after decompression.";
    UnpackedFile = 16 * MEBI, Bytes, "unpacked-file", "A file of another tool or a design, also after decompression.";
    UnpackedBody = 16 * MEBI, Bytes, "unpacked-body", "The compressed body of an HTTP request, after decompression.";
    Snapshots = 1_000 * MEBI, Bytes, "snapshots", "All snapshots of one database in memory, as if they shared nothing.";
    RequestLog = 16 * MEBI, Bytes, "request-log", "The log of requests of one database. The oldest are dropped.";
    Requests = 1_000, Requests, "requests", "Requests of one access pattern: the product of its `for_each` lists.";
}

/// Where something is too much, as exactly as the reader knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum At {
    /// The whole content.
    #[default]
    Whole,
    Line(usize),
    /// A path, a member or a name.
    Member(String),
}

/// The refusal of content that would become too much. It is the same one for each reader.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TooMuch {
    pub bound: Bound,
    pub at: At,
}

impl TooMuch {
    /// Returns the error of a whole input that exceeds the bound.
    pub fn of(bound: Bound) -> TooMuch {
        TooMuch { bound, at: At::Whole }
    }

    /// Returns the refusal with a place, if it has none.
    #[must_use]
    pub fn at(self, place: impl FnOnce() -> At) -> TooMuch {
        match self.at {
            At::Whole => TooMuch { at: place(), ..self },
            _ => self,
        }
    }

    /// Adds the member at which the bound was exceeded, unless a place is known already. Long paths are shortened.
    #[must_use]
    pub fn at_member(self, place: &str) -> TooMuch {
        // The place itself can be as long as the content.
        self.at(|| At::Member(place.chars().take(PLACE_CHARACTERS_MAX).collect()))
    }

    /// Adds the line at which the bound was exceeded, starting at 1, unless a place is known already.
    #[must_use]
    pub fn at_line(self, line: usize) -> TooMuch {
        self.at(|| At::Line(line))
    }
}

/// Maximum characters of a place in a refusal.
const PLACE_CHARACTERS_MAX: usize = 200;

impl fmt::Display for TooMuch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::Whole => {}
            At::Line(line) => write!(formatter, "Line {line}: ")?,
            At::Member(member) => write!(formatter, "{member}: ")?,
        }
        let most = self.bound.most();
        match self.bound.measure() {
            Measure::Bytes => write!(formatter, "The content would become larger than {most} bytes."),
            Measure::Steps => write!(formatter, "The content needs more than {most} steps."),
            Measure::Depth => write!(formatter, "The text is nested more than {most} levels deep."),
            Measure::Parts => write!(formatter, "The expression has more than {most} parts."),
            Measure::Repeats => write!(formatter, "A word or sign is repeated more than {most} times."),
            Measure::Words => write!(formatter, "The text has more than {most} words and signs."),
            Measure::NameBytes => write!(formatter, "The name is longer than {most} bytes."),
            Measure::Tables => write!(formatter, "There are more than {most} tables."),
            Measure::Entities => write!(formatter, "There are more than {most} entities."),
            Measure::Attributes => write!(formatter, "There are more than {most} attributes."),
            Measure::Columns => write!(formatter, "There are more than {most} columns."),
            Measure::Indexes => write!(formatter, "The table has more than {most} indexes."),
            Measure::Keys => write!(formatter, "The table has more than {most} keys."),
            Measure::Patterns => {
                write!(formatter, "There are more than {most} access patterns or relations.")
            }
            Measure::Requests => write!(formatter, "The access pattern needs more than {most} requests."),
            Measure::Names => write!(formatter, "There are more than {most} names."),
        }
    }
}

impl std::error::Error for TooMuch {}

impl Bound {
    /// # Errors
    /// Returns an error if there are more than the bound allows.
    pub fn check(self, count: usize) -> Result<(), TooMuch> {
        if count as u64 > self.most() { Err(TooMuch::of(self)) } else { Ok(()) }
    }
}

/// What may still be produced. Charged before the work, so nothing above the bounds is ever made.
///
/// The counters are cells, so functions that call each other share one budget.
#[derive(Debug)]
pub struct Budget {
    bytes: Bound,
    steps: Bound,
    depth: Bound,
    produced: Cell<u64>,
    stepped: Cell<u64>,
    level: Cell<u64>,
}

/// A level of nesting. It is left when the value is dropped.
#[derive(Debug)]
pub struct Level<'a>(&'a Budget);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.level.set(self.0.level.get().saturating_sub(1));
    }
}

impl Budget {
    /// Returns a budget of which nothing is used.
    pub fn new(bytes: Bound, steps: Bound, depth: Bound) -> Budget {
        let zero = || Cell::new(0);
        Budget { bytes, steps, depth, produced: zero(), stepped: zero(), level: zero() }
    }

    /// The budget of one import file.
    pub fn of_import() -> Budget {
        Budget::new(Bound::ImportBytes, Bound::ImportSteps, Bound::ImportDepth)
    }

    /// The budget of several files that are opened together.
    pub fn of_files() -> Budget {
        Budget::new(Bound::FilesBytes, Bound::FilesSteps, Bound::ImportDepth)
    }

    /// A budget of bytes alone.
    pub fn of_bytes(bytes: Bound) -> Budget {
        Budget::new(bytes, Bound::ImportSteps, Bound::ImportDepth)
    }

    /// The budget of the check of one design.
    pub fn of_check() -> Budget {
        Budget::new(Bound::CheckBytes, Bound::CheckSteps, Bound::ImportDepth)
    }

    /// Charges bytes that are about to be made.
    ///
    /// # Errors
    /// Returns an error if they are more than what is left.
    pub fn produce(&self, bytes: usize) -> Result<(), TooMuch> {
        charge(&self.produced, bytes, self.bytes)
    }

    /// Charges values, names or signs that are about to be looked at.
    ///
    /// # Errors
    /// Returns an error if they are more than what is left.
    pub fn step(&self, steps: usize) -> Result<(), TooMuch> {
        charge(&self.stepped, steps, self.steps)
    }

    /// Enters a level of nesting.
    ///
    /// # Errors
    /// Returns an error if the content is nested too deeply.
    pub fn enter(&self) -> Result<Level<'_>, TooMuch> {
        charge(&self.level, 1, self.depth)?;
        Ok(Level(self))
    }

    /// Returns how many bytes may still be made.
    pub fn left(&self) -> u64 {
        self.bytes.most().saturating_sub(self.produced.get())
    }

    /// Returns the refusal of more bytes than what is left.
    pub fn too_many_bytes(&self) -> TooMuch {
        TooMuch::of(self.bytes)
    }

    /// Returns the bytes charged so far.
    pub fn produced(&self) -> u64 {
        self.produced.get()
    }

    /// Returns the steps charged so far.
    pub fn stepped(&self) -> u64 {
        self.stepped.get()
    }
}

fn charge(counter: &Cell<u64>, more: usize, bound: Bound) -> Result<(), TooMuch> {
    let sum = counter.get().saturating_add(more as u64);
    if sum > bound.most() {
        return Err(TooMuch::of(bound));
    }
    counter.set(sum);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn charges_end_at_the_bound_and_a_refused_charge_is_not_counted() {
        let budget = Budget::of_import();
        let most = usize::try_from(Bound::ImportBytes.most()).unwrap();
        assert_eq!(budget.produce(most - 1), Ok(()));
        assert_eq!(budget.produce(2), Err(TooMuch::of(Bound::ImportBytes)));
        assert_eq!(budget.produce(usize::MAX), Err(TooMuch::of(Bound::ImportBytes)));
        assert_eq!((budget.produce(1), budget.produced()), (Ok(()), Bound::ImportBytes.most()));
        assert_eq!(budget.step(usize::MAX), Err(TooMuch::of(Bound::ImportSteps)));
        assert_eq!(Bound::Tables.check(500), Ok(()));
        assert_eq!(Bound::Tables.check(501), Err(TooMuch::of(Bound::Tables)));
    }

    #[test]
    fn levels_are_left_again() {
        let budget = Budget::of_import();
        for _ in 0..1_000 {
            let _level = budget.enter().unwrap();
        }
        let levels: Vec<_> = (0..Bound::ImportDepth.most()).map(|_| budget.enter().unwrap()).collect();
        assert_eq!(budget.enter().unwrap_err(), TooMuch::of(Bound::ImportDepth));
        drop(levels);
        assert!(budget.enter().is_ok());
    }

    #[test]
    fn each_bound_has_its_name_and_each_refusal_its_place() {
        let names: BTreeSet<&str> = Bound::ALL.iter().map(|bound| bound.name()).collect();
        assert_eq!(names.len(), Bound::ALL.len());
        let refusal = TooMuch::of(Bound::ImportDepth).at_line(3).at_member("later");
        assert_eq!(refusal.to_string(), "Line 3: The text is nested more than 64 levels deep.");
        let long = TooMuch::of(Bound::NameBytes).at_member(&"x".repeat(10_000));
        assert!(long.to_string().len() < 300);
    }
}
