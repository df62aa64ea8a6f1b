//! The request that starts a load test: its access patterns with their shares, the rate and the duration.

use dynalab_types::json::{self, FormError, Members, Object, Value};

use super::LoadTestError;

const PER_SECOND_MAX: u64 = 20_000;
const SECONDS_MAX: u64 = 600;
/// A load test keeps what it writes in memory until it ends.
const REQUESTS_MAX: u64 = 300_000;
const PERMILLE_MAX: u64 = 1_000;
const SEED: u64 = 7;

/// `{"Patterns":[{"Id":"…","SharePermille":700,"HottestPermille":700}],"PerSecond":500,"Seconds":60,"Seed":7}`. Without
/// `Patterns`, all patterns have the shares of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub patterns: Vec<ChosenPattern>,
    /// The table whose patterns are used when none is chosen.
    pub table: Option<String>,
    pub per_second: u64,
    pub seconds: u64,
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenPattern {
    pub id: String,
    /// Its weight among the chosen patterns. `None`: the requests in the history.
    pub share_permille: Option<u64>,
    /// The share of the hottest key value. `None`: as measured.
    pub hottest_permille: Option<u64>,
}

impl Start {
    /// # Errors
    /// If the body is not such a request, or a number is out of range.
    pub fn parse(body: &str) -> Result<Start, LoadTestError> {
        let map = object_of(body)?;
        let members = Members::from_object(&map, String::new());
        members.only(&["Patterns", "TableName", "PerSecond", "Seconds", "Seed"])?;
        let patterns = members.objects("Patterns")?.iter().map(read_pattern).collect::<Result<_, _>>()?;
        let start = Start {
            patterns,
            table: members.text("TableName")?.map(str::to_owned),
            per_second: number(&members, "PerSecond", (1, PER_SECOND_MAX))?
                .ok_or_else(|| members.missing("PerSecond"))?,
            seconds: number(&members, "Seconds", (1, SECONDS_MAX))?
                .ok_or_else(|| members.missing("Seconds"))?,
            seed: members.whole("Seed")?.unwrap_or(SEED),
        };
        let requests = start.per_second * start.seconds;
        if requests > REQUESTS_MAX {
            return Err(LoadTestError::TooManyRequests { requests, most: REQUESTS_MAX });
        }
        Ok(start)
    }
}

/// Reads the JSON object of a request.
pub(crate) fn object_of(body: &str) -> Result<Object, LoadTestError> {
    match json::parse(body).map_err(FormError::from)? {
        Value::Object(map) => Ok(map),
        _ => Err(LoadTestError::NotObject),
    }
}

fn read_pattern(members: &Members<'_>) -> Result<ChosenPattern, LoadTestError> {
    members.only(&["Id", "SharePermille", "HottestPermille"])?;
    Ok(ChosenPattern {
        id: members.text("Id")?.ok_or_else(|| members.missing("Id"))?.to_owned(),
        share_permille: number(members, "SharePermille", (0, PERMILLE_MAX))?,
        hottest_permille: number(members, "HottestPermille", (0, PERMILLE_MAX))?,
    })
}

fn number(
    members: &Members<'_>,
    name: &str,
    (least, most): (u64, u64),
) -> Result<Option<u64>, LoadTestError> {
    match members.whole(name)? {
        Some(number) if number < least || number > most => {
            Err(LoadTestError::OutOfRange { member: members.path(name), least, most })
        }
        number => Ok(number),
    }
}
