//! Reads a script or dump of SQL: its tables with their keys, whatever stands beside them.

use std::collections::BTreeMap;

use dynalab_modeling::formats::{FormatError, ImportNote, ImportedDesign};
use dynalab_types::{Bound, Budget, TooMuch};
use sqlparser::ast::{
    AlterTable, AlterTableOperation, ColumnDef, ColumnOption, CreateIndex, CreateTable, Expr,
    ForeignKeyConstraint, IndexColumn, ObjectName, ReferentialAction, Statement, TableConstraint, Value,
};

use super::dialect::Flavor;
use super::parse::{Detail, Parsed, Refused, parse};
use super::statements::{self, Count, Script, Topic, divide};
use super::{Column, FORMAT, ForeignKey, SqlTable, columns, design};

/// Maximum number of tables that become a design. The others are named.
const TABLES_MAX: usize = 200;
/// Schemas whose tables are usually named without them.
const USUAL_SCHEMAS: [&str; 3] = ["public", "dbo", "main"];

pub fn read(text: &str, budget: &Budget) -> Result<ImportedDesign, FormatError> {
    let flavor = Flavor::of_text(text);
    let Script { statements, skipped } = divide(text, flavor, budget)?;
    let mut reader =
        Reader { script: Script { statements: Vec::new(), skipped }, ..Reader::new(flavor, budget) };
    // Keys and indexes may stand before their table.
    let (tables, others): (Vec<_>, Vec<_>) =
        statements.into_iter().partition(|statement| statement.topic == Topic::CreateTable);
    for statement in tables.iter().chain(&others) {
        reader.statement(statement)?;
    }
    reader.finish()
}

struct Reader<'a> {
    flavor: Flavor,
    script: Script<'a>,
    tables: Vec<SqlTable>,
    /// For each table, its name with its schema.
    schemas: Vec<String>,
    /// The places of tables by their whole name and by its last part, in lower case.
    places: BTreeMap<String, usize>,
    notes: Vec<ImportNote>,
    /// Tables that hold rows of others, with the names of those.
    partitions: BTreeMap<String, String>,
    /// The first statement that was refused.
    refused: Option<Refused>,
    words: usize,
    budget: &'a Budget,
}

impl<'a> Reader<'a> {
    fn new(flavor: Flavor, budget: &'a Budget) -> Reader<'a> {
        Reader {
            flavor,
            script: Script::default(),
            tables: Vec::new(),
            schemas: Vec::new(),
            places: BTreeMap::new(),
            notes: Vec::new(),
            partitions: BTreeMap::new(),
            refused: None,
            words: 0,
            budget,
        }
    }

    fn statement(&mut self, statement: &statements::Statement<'_>) -> Result<(), FormatError> {
        let line = statement.line;
        let (kind, mark) = match statement.topic {
            Topic::CreateTable => ("CREATE TABLE", ""),
            Topic::CreateIndex => ("CREATE INDEX", ""),
            Topic::AlterTable => ("ALTER TABLE", "ADD"),
        };
        // Other changes of a table, such as its owner, need no parser.
        let has_mark = mark.is_empty() || statement.text.to_ascii_uppercase().contains(mark);
        if !has_mark {
            match attached(statement.text) {
                Some((parent, part)) => drop(self.partitions.insert(part, parent)),
                None => self.script.skip(kind, line),
            }
            return Ok(());
        }
        let Parsed { statement: parsed, rest, computed } =
            match parse(statement, self.flavor, &mut self.words, self.budget)? {
                Ok(parsed) => parsed,
                Err(refused) => {
                    self.refuse(statement, kind, refused);
                    return Ok(());
                }
            };
        let is_used = match parsed {
            Statement::CreateTable(create) => {
                let computed = computed.into_iter().map(|name| format!("computed column {name}"));
                self.create_table(create, computed.chain(rest).collect(), line)?
            }
            Statement::AlterTable(alter) => self.alter_table(alter)?,
            Statement::CreateIndex(create) => self.create_index(create)?,
            _ => false,
        };
        if !is_used {
            self.script.skip(kind, line);
        }
        Ok(())
    }

    /// Notes a statement that the parser refuses. One that is about no key or table is skipped as all others are.
    fn refuse(&mut self, statement: &statements::Statement<'_>, kind: &str, refused: Refused) {
        let upper = statement.text.to_ascii_uppercase();
        let is_key = ["PRIMARY KEY", "FOREIGN KEY", "UNIQUE"].iter().any(|word| upper.contains(word));
        if statement.topic == Topic::AlterTable && !is_key {
            self.script.skip(kind, statement.line);
            return;
        }
        let reason = match &refused.detail {
            Detail::Mistake(detail) => detail.clone(),
            Detail::TooMuch(refusal) => refusal.to_string(),
        };
        let name = name_in(statement.text, kind);
        self.notes.push(ImportNote::NotParsed {
            statement: format!("{kind} {name}"),
            line: refused.line,
            reason,
        });
        self.refused.get_or_insert(refused);
    }

    /// Adds a table. `rest` has the parts that were not parsed. Returns false if it is no table of its own.
    fn create_table(
        &mut self,
        create: CreateTable,
        rest: Vec<String>,
        line: usize,
    ) -> Result<bool, FormatError> {
        let (whole, last) = (create.name.to_string().to_lowercase(), last_part(&create.name));
        // SQLite keeps its own tables beside the others.
        if create.columns.is_empty() || last.starts_with("sqlite_") {
            return Ok(false);
        }
        if self.places.contains_key(&whole) {
            self.notes.push(ImportNote::SameTable { table: last, line });
            return Ok(true);
        }
        let name = self.free_name(&create.name, last);
        let small = name.to_lowercase();
        Bound::Tables.check(self.tables.len() + 1).map_err(|refusal| refusal.at_member(&name))?;
        let mut table = SqlTable { name, ..SqlTable::default() };
        let clauses = [
            (create.query.is_some(), "AS SELECT"),
            (create.inherits.is_some(), "INHERITS"),
            (create.partition_by.is_some(), "PARTITION BY"),
            (create.on_commit.is_some(), "ON COMMIT"),
        ];
        let mut left: Vec<String> =
            clauses.iter().filter(|(has, _)| *has).map(|(_, clause)| (*clause).to_owned()).collect();
        left.extend(rest);
        for member in left {
            self.notes.push(ImportNote::LeftOut { place: table.name.clone(), member });
        }
        for column in create.columns {
            add_column(&mut table, column, &mut self.notes)?;
        }
        for constraint in create.constraints {
            add_constraint(&mut table, constraint, &mut self.notes)?;
        }
        self.places.insert(whole, self.tables.len());
        self.places.entry(small).or_insert(self.tables.len());
        self.schemas.push(whole_name(&create.name));
        self.tables.push(table);
        Ok(true)
    }

    /// Returns the name of a table. Of tables of two schemas with one name, that of the usual schema keeps it.
    fn free_name(&mut self, name: &ObjectName, last: String) -> String {
        let small = last.to_lowercase();
        let Some(place) = self.places.get(&small).copied() else { return last };
        let whole = whole_name(name);
        let is_usual = USUAL_SCHEMAS.iter().any(|schema| whole == format!("{schema}_{last}"));
        if !is_usual {
            return whole;
        }
        // The other one gives its name away. Its notes keep it.
        self.tables[place].name.clone_from(&self.schemas[place]);
        self.places.remove(&small);
        self.places.insert(self.schemas[place].to_lowercase(), place);
        last
    }

    fn table_of(&self, name: &ObjectName) -> Option<usize> {
        let whole = self.places.get(&name.to_string().to_lowercase());
        whole.or_else(|| self.places.get(&last_part(name).to_lowercase())).copied()
    }

    fn alter_table(&mut self, alter: AlterTable) -> Result<bool, FormatError> {
        let Some(place) = self.table_of(&alter.name) else { return Ok(false) };
        let table = &mut self.tables[place];
        let mut is_used = false;
        for operation in alter.operations {
            match operation {
                AlterTableOperation::AddConstraint { constraint, .. } => {
                    is_used = true;
                    add_constraint(table, constraint, &mut self.notes)?;
                }
                AlterTableOperation::AddColumn { column_def, .. } => {
                    is_used = true;
                    add_column(table, column_def, &mut self.notes)?;
                }
                _ => {}
            }
        }
        Ok(is_used)
    }

    fn create_index(&mut self, create: CreateIndex) -> Result<bool, FormatError> {
        let Some(place) = self.table_of(&create.table_name) else { return Ok(false) };
        let table = &mut self.tables[place];
        let left =
            |member: &str| ImportNote::LeftOut { place: table.name.clone(), member: member.to_owned() };
        let Some(columns) = names_of(&create.columns) else {
            let name = create.name.as_ref().map(ObjectName::to_string).unwrap_or_default();
            self.notes.push(left(&format!("index on an expression ({name})")));
            return Ok(true);
        };
        if create.predicate.is_some() {
            self.notes.push(left("WHERE of an index"));
        }
        let list = if create.unique { &mut table.unique } else { &mut table.indexes };
        list.push(columns);
        table.check_keys()?;
        Ok(true)
    }

    fn finish(mut self) -> Result<ImportedDesign, FormatError> {
        if self.tables.is_empty() {
            return Err(match self.refused {
                Some(Refused { detail: Detail::TooMuch(refusal), .. }) => FormatError::TooMuch(refusal),
                Some(Refused { line, column, detail: Detail::Mistake(detail) }) => {
                    FormatError::Syntax { language: "SQL", line, column, detail }
                }
                None => FormatError::OtherStatements { found: counted(&self.script.skipped) },
            });
        }
        self.leave_partitions();
        for table in self.tables.iter().skip(TABLES_MAX) {
            let member = format!("CREATE TABLE {}", table.name);
            self.notes.push(ImportNote::LeftOut { place: "SQL".to_owned(), member });
        }
        self.tables.truncate(TABLES_MAX);
        self.resolve_names();
        let mut notes = self.notes;
        let skipped = self.script.skipped.into_iter();
        let design = design::design_of(self.tables, &mut notes);
        notes.extend(skipped.map(|(kind, Count { count, line })| ImportNote::Skipped { kind, count, line }));
        Ok(ImportedDesign { format: FORMAT.id, design, notes })
    }

    /// Leaves out the tables that are parts of others.
    fn leave_partitions(&mut self) {
        let (partitions, places) = (&self.partitions, &self.places);
        let mut parts: BTreeMap<usize, &String> = BTreeMap::new();
        for (part, parent) in partitions {
            parts.extend(places.get(part).map(|place| (*place, parent)));
        }
        for (place, parent) in &parts {
            let member = format!("partition {}", self.tables[*place].name);
            self.notes.push(ImportNote::LeftOut { place: (*parent).clone(), member });
        }
        if parts.is_empty() {
            return;
        }
        let mut number = 0;
        self.tables.retain(|_| {
            number += 1;
            !parts.contains_key(&(number - 1))
        });
        // Places behind a part have moved.
        let moved =
            |place: usize| (!parts.contains_key(&place)).then(|| place - parts.range(..place).count());
        let places = self.places.iter();
        self.places = places.filter_map(|(name, place)| Some((name.clone(), moved(*place)?))).collect();
    }

    /// Gives tables and columns in keys the letters of their definition: names of SQL have no case.
    fn resolve_names(&mut self) {
        let names: Vec<String> = self.tables.iter().map(|table| table.name.clone()).collect();
        let columns: Vec<BTreeMap<String, String>> =
            self.tables.iter().map(SqlTable::names_by_small).collect();
        for (place, table) in self.tables.iter_mut().enumerate() {
            let own = &columns[place];
            let lists = [&mut table.primary_keys, &mut table.unique, &mut table.indexes];
            lists.into_iter().flatten().for_each(|list| resolve(list, own));
            for foreign in &mut table.foreign_keys {
                resolve(&mut foreign.columns, own);
                let small = foreign.table.to_lowercase();
                if let Some(place) = self.places.get(&small).filter(|place| **place < names.len()) {
                    foreign.table.clone_from(&names[*place]);
                    resolve(&mut foreign.referred, &columns[*place]);
                }
            }
        }
    }
}

fn resolve(list: &mut [String], names: &BTreeMap<String, String>) {
    for name in list {
        if let Some(known) = names.get(&name.to_lowercase()) {
            name.clone_from(known);
        }
    }
}

/// Returns the table and the part of `ALTER TABLE a ATTACH PARTITION b`, the part in lower case.
fn attached(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().take(10).collect();
    let place = words.iter().position(|word| word.eq_ignore_ascii_case("ATTACH"))?;
    words.get(place + 1).filter(|word| word.eq_ignore_ascii_case("PARTITION"))?;
    Some(((*words.get(place.checked_sub(1)?)?).to_owned(), words.get(place + 2)?.to_lowercase()))
}

/// Writes the kinds of statements with their counts.
fn counted(skipped: &BTreeMap<String, Count>) -> String {
    let each = skipped.iter().map(|(kind, count)| format!("{kind} ({})", count.count));
    each.collect::<Vec<String>>().join(", ")
}

/// Returns the name behind the first words of a statement.
fn name_in(text: &str, kind: &str) -> String {
    const OTHERS: [&str; 7] = ["CREATE", "ALTER", "TABLE", "ONLY", "IF", "NOT", "EXISTS"];
    let is_name = |word: &&str| !OTHERS.iter().any(|other| other.eq_ignore_ascii_case(word));
    let mut words = text.split(|letter: char| letter.is_whitespace() || letter == '(');
    let name = match kind {
        "CREATE INDEX" => words.skip_while(|word| !word.eq_ignore_ascii_case("INDEX")).nth(1),
        _ => words.find(|word| !word.is_empty() && is_name(word)),
    };
    name.unwrap_or_default().chars().take(80).collect()
}

fn add_column(table: &mut SqlTable, column: ColumnDef, notes: &mut Vec<ImportNote>) -> Result<(), TooMuch> {
    let name = column.name.value;
    if table.has(&name) {
        return Ok(());
    }
    let place = format!("{}.{name}", table.name);
    let mut left = |member: &str| {
        notes.push(ImportNote::LeftOut { place: place.clone(), member: member.to_owned() });
    };
    for option in column.options {
        match option.option {
            ColumnOption::PrimaryKey(_) => table.primary_keys.push(vec![name.clone()]),
            ColumnOption::Unique(_) => table.unique.push(vec![name.clone()]),
            ColumnOption::ForeignKey(key) => {
                actions(&key).for_each(&mut left);
                table.foreign_keys.push(foreign_key(key, vec![name.clone()]));
            }
            ColumnOption::Null
            | ColumnOption::NotNull
            | ColumnOption::CharacterSet(_)
            | ColumnOption::Collation(_) => {}
            ColumnOption::Default(Expr::Value(value)) if value.value == Value::Null => {}
            ColumnOption::Default(_) => left("DEFAULT"),
            ColumnOption::Check(_) => left("CHECK"),
            ColumnOption::OnUpdate(_) => left("ON UPDATE"),
            ColumnOption::Generated { generation_expr: None, .. } | ColumnOption::Identity(_) => {
                left("IDENTITY")
            }
            other => left(other.to_string().split([' ', '(']).next().unwrap_or_default()),
        }
    }
    table.check_keys()?;
    table.add_column(Column { name, kind: columns::kind_of(&column.data_type) })
}

fn add_constraint(
    table: &mut SqlTable,
    constraint: TableConstraint,
    notes: &mut Vec<ImportNote>,
) -> Result<(), TooMuch> {
    let name = table.name.clone();
    let mut left = |member: &str| {
        notes.push(ImportNote::LeftOut { place: name.clone(), member: member.to_owned() });
    };
    let mut add = |list: &mut Vec<Vec<String>>, columns: &[IndexColumn]| match names_of(columns) {
        Some(columns) => list.push(columns),
        None => left("index on an expression"),
    };
    match constraint {
        TableConstraint::PrimaryKey(key) => add(&mut table.primary_keys, &key.columns),
        TableConstraint::Unique(key) => add(&mut table.unique, &key.columns),
        TableConstraint::Index(key) => add(&mut table.indexes, &key.columns),
        TableConstraint::ForeignKey(mut key) => {
            actions(&key).for_each(left);
            let columns = std::mem::take(&mut key.columns).into_iter().map(|name| name.value).collect();
            table.foreign_keys.push(foreign_key(key, columns));
        }
        TableConstraint::Check(_) => left("CHECK"),
        TableConstraint::FulltextOrSpatial(_) => left("FULLTEXT or SPATIAL index"),
        other => left(other.to_string().split(['(', ',']).next().unwrap_or_default().trim()),
    }
    table.check_keys()
}

fn foreign_key(key: ForeignKeyConstraint, columns: Vec<String>) -> ForeignKey {
    ForeignKey {
        columns,
        table: last_part(&key.foreign_table),
        referred: key.referred_columns.into_iter().map(|name| name.value).collect(),
    }
}

/// Returns what a foreign key does with its rows, besides nothing.
fn actions(key: &ForeignKeyConstraint) -> impl Iterator<Item = &'static str> {
    let action = |action: &Option<ReferentialAction>, cascade, other| match action {
        None | Some(ReferentialAction::NoAction | ReferentialAction::Restrict) => None,
        Some(ReferentialAction::Cascade) => Some(cascade),
        Some(_) => Some(other),
    };
    [
        action(&key.on_delete, "ON DELETE CASCADE", "ON DELETE"),
        action(&key.on_update, "ON UPDATE CASCADE", "ON UPDATE"),
    ]
    .into_iter()
    .flatten()
}

/// Returns the columns of an index. None if a part is an expression.
fn names_of(columns: &[IndexColumn]) -> Option<Vec<String>> {
    columns.iter().map(|column| column_of(&column.column.expr)).collect()
}

fn column_of(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Collate { expr, .. } | Expr::Nested(expr) => column_of(expr),
        Expr::Identifier(name) => Some(name.value.clone()),
        // The first letters of a column, `name(10)`.
        Expr::Function(function) => {
            let arguments = function.args.to_string();
            let is_length = arguments.trim_matches(['(', ')']).bytes().all(|byte| byte.is_ascii_digit());
            is_length.then(|| last_part(&function.name))
        }
        _ => None,
    }
}

/// Returns the name without its schema.
fn last_part(name: &ObjectName) -> String {
    name.0.last().and_then(|part| part.as_ident()).map(|name| name.value.clone()).unwrap_or_default()
}

/// Returns the name with its schema, without a dot: a dot would separate an entity from its attribute.
fn whole_name(name: &ObjectName) -> String {
    let parts = name.0.iter().filter_map(|part| part.as_ident()).map(|name| name.value.as_str());
    parts.collect::<Vec<&str>>().join("_")
}
