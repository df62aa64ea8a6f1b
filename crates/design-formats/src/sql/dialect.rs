//! The dialects of SQL: which one a text is in, by what stands in it, and in which order the parser tries them.

use sqlparser::dialect::{
    Dialect, GenericDialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavor {
    MySql,
    PostgreSql,
    Sqlite,
    SqlServer,
    /// Nothing in the text tells the dialect.
    Unknown,
}

/// What only texts of a dialect have, in upper case.
const SIGNS: [(Flavor, &[&str]); 4] = [
    (
        Flavor::MySql,
        &["`", "ENGINE=", "ENGINE =", "/*!", "AUTO_INCREMENT", "\nDELIMITER ", "LOCK TABLES", "MYSQL DUMP"],
    ),
    (
        Flavor::PostgreSql,
        &[
            "PG_CATALOG",
            "::",
            "$$",
            "\n\\CONNECT",
            "\n\\RESTRICT",
            "FROM STDIN",
            "ALTER TABLE ONLY",
            "CHARACTER VARYING",
            "CREATE EXTENSION",
            "BIGSERIAL",
            " SERIAL",
            "TIMESTAMPTZ",
            "USING BTREE",
            "JSONB",
            "POSTGRESQL DATABASE DUMP",
        ],
    ),
    (
        Flavor::SqlServer,
        &[
            "\nGO\n",
            "\nGO\r\n",
            "[DBO]",
            "DBO.",
            "NVARCHAR",
            "IDENTITY(",
            "CLUSTERED",
            "(N'",
            "UNIQUEIDENTIFIER",
            "] [",
        ],
    ),
    (Flavor::Sqlite, &["PRAGMA ", "AUTOINCREMENT", "WITHOUT ROWID", "SQLITE_SEQUENCE", "BEGIN TRANSACTION;"]),
];

impl Flavor {
    /// Returns the dialect of which the text has the most signs.
    pub fn of_text(text: &str) -> Flavor {
        let upper = text.to_ascii_uppercase();
        let count = |signs: &[&str]| signs.iter().filter(|sign| upper.contains(**sign)).count();
        let counted = SIGNS.iter().map(|(flavor, signs)| (count(signs), *flavor));
        // Of two dialects with as many signs, the first one counts.
        let most = counted.reduce(|most, other| if other.0 > most.0 { other } else { most });
        most.filter(|(count, _)| *count > 0).map_or(Flavor::Unknown, |(_, flavor)| flavor)
    }

    /// Returns the dialects of the parser: that of the text first, then the others.
    pub fn dialects(self) -> [&'static dyn Dialect; 5] {
        const MY_SQL: &dyn Dialect = &MySqlDialect {};
        const POSTGRES: &dyn Dialect = &PostgreSqlDialect {};
        const SQLITE: &dyn Dialect = &SQLiteDialect {};
        const SQL_SERVER: &dyn Dialect = &MsSqlDialect {};
        const GENERIC: &dyn Dialect = &GenericDialect {};
        match self {
            Flavor::MySql | Flavor::Unknown => [MY_SQL, POSTGRES, SQLITE, SQL_SERVER, GENERIC],
            Flavor::PostgreSql => [POSTGRES, GENERIC, MY_SQL, SQLITE, SQL_SERVER],
            Flavor::Sqlite => [SQLITE, MY_SQL, POSTGRES, GENERIC, SQL_SERVER],
            Flavor::SqlServer => [SQL_SERVER, GENERIC, POSTGRES, SQLITE, MY_SQL],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_in_the_dialect_of_its_signs() {
        for (text, flavor) in [
            ("CREATE TABLE `a` (`b` int) ENGINE=InnoDB;", Flavor::MySql),
            ("SELECT pg_catalog.set_config('search_path', '', false);", Flavor::PostgreSql),
            ("CREATE TABLE [dbo].[a] ([b] [int])\nGO\n", Flavor::SqlServer),
            ("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;", Flavor::Sqlite),
            ("CREATE TABLE a (b int);", Flavor::Unknown),
        ] {
            assert_eq!(Flavor::of_text(text), flavor, "{text}");
        }
    }
}
