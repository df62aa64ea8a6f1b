//! A set of tables for each account and Region, which the credentials of a client select.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dynalab_engine::error::ControlError;
use dynalab_engine::{DynamoError, EngineConfig};
use dynalab_service::contract::snapshots::ForkDescription;

use crate::credentials::Credentials;
use crate::handler::{Answer, Handler};
use crate::reply::Refusal;
use crate::shared_engine::SharedEngine;

/// Maximum sets with content, because a client can invent any number of credentials.
const SETS_MAX: usize = 1_000;

/// The account, or an access key without an account, and the Region.
type Name = (String, String);

#[derive(Default)]
struct Sets {
    by_name: BTreeMap<Name, Set>,
    /// The number of times that a set was asked for.
    uses: u64,
}

struct Set {
    engine: Arc<SharedEngine>,
    /// The last use of the set.
    used: u64,
}

impl Sets {
    fn find(&mut self, name: &Name) -> Option<Arc<SharedEngine>> {
        self.uses += 1;
        let set = self.by_name.get_mut(name)?;
        set.used = self.uses;
        Some(Arc::clone(&set.engine))
    }

    fn insert(&mut self, name: Name, engine: SharedEngine) -> Arc<SharedEngine> {
        let engine = Arc::new(engine);
        self.by_name.insert(name, Set { engine: Arc::clone(&engine), used: self.uses });
        engine
    }

    fn oldest_first(&self) -> Vec<Name> {
        let mut oldest_first: Vec<(u64, &Name)> =
            self.by_name.iter().map(|(name, set)| (set.used, name)).collect();
        oldest_first.sort_unstable();
        oldest_first.into_iter().map(|(_, name)| name.clone()).collect()
    }

    /// Returns the engine of a set that no request uses. A request holds its engine while it is executed.
    fn unused(&self, name: &Name) -> Option<Arc<SharedEngine>> {
        let engine = &self.by_name.get(name)?.engine;
        (Arc::strong_count(engine) == 1).then(|| Arc::clone(engine))
    }

    /// Removes a set, unless a request has found it since the caller [took](Sets::unused) its engine. Returns whether it did.
    fn remove_unused(&mut self, name: &Name, engine: &Arc<SharedEngine>) -> bool {
        const SETS_AND_CALLER: usize = 2;
        Arc::strong_count(engine) == SETS_AND_CALLER && self.by_name.remove(name).is_some()
    }
}

pub struct TableSets {
    /// Locked only to find, add or remove a set.
    sets: Mutex<Sets>,
    /// Locked while a set is opened.
    opening: Mutex<()>,
    seed: u64,
    /// The settings for clients whose credentials have no account or no Region.
    home: EngineConfig,
    open: Box<dyn Fn(u64, EngineConfig) -> SharedEngine + Send + Sync>,
}

impl TableSets {
    /// Creates an empty collection. `open` creates the engine of a set at its first request, from its own seed.
    pub fn new(
        seed: u64,
        home: EngineConfig,
        open: impl Fn(u64, EngineConfig) -> SharedEngine + Send + Sync + 'static,
    ) -> TableSets {
        TableSets { sets: Mutex::default(), opening: Mutex::default(), seed, home, open: Box::new(open) }
    }

    fn lock(&self) -> MutexGuard<'_, Sets> {
        self.sets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the account of the credentials if they have one, and the name of their set.
    fn name_of(&self, credentials: &Credentials) -> (Option<String>, Name) {
        let account_id = credentials.account_id();
        let region = credentials.region.clone().unwrap_or_else(|| self.home.region.clone());
        let name = account_id.clone().unwrap_or_else(|| credentials.access_key.clone());
        (account_id, (name, region))
    }

    /// Frees the set without content that was not used for longest. Returns false if there is none. The sets are not locked while it
    /// looks into one, so the others are found meanwhile.
    fn free_one(&self) -> bool {
        let oldest_first = self.lock().oldest_first();
        oldest_first.into_iter().any(|name| {
            let Some(engine) = self.lock().unused(&name) else { return false };
            engine.has_no_content() && self.lock().remove_unused(&name, &engine)
        })
    }

    fn make_room(&self) -> Result<(), Answer> {
        let is_full = self.lock().by_name.len() >= SETS_MAX;
        if is_full && !self.free_one() {
            return Err(Refusal::TooManySets { most: SETS_MAX }.answer());
        }
        Ok(())
    }

    /// Returns the seed of a set. It depends only on the account and the Region, not on earlier requests.
    fn seed_of(&self, config: &EngineConfig) -> u64 {
        if (&config.account_id, &config.region) == (&self.home.account_id, &self.home.region) {
            return self.seed;
        }
        // FNV-1a hash.
        let name = config.account_id.bytes().chain(*b"/").chain(config.region.bytes());
        name.fold(self.seed ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        })
    }
}

impl Handler for TableSets {
    fn find(&self, credentials: &Credentials) -> Option<Arc<SharedEngine>> {
        self.lock().find(&self.name_of(credentials).1)
    }

    fn open(&self, credentials: &Credentials) -> Result<Arc<SharedEngine>, Answer> {
        let _one_after_the_other = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let (account_id, name) = self.name_of(credentials);
        if let Some(set) = self.lock().find(&name) {
            return Ok(set);
        }
        self.make_room()?;
        let account_id = account_id.unwrap_or_else(|| self.home.account_id.clone());
        let config = EngineConfig { account_id, region: name.1.clone(), ..self.home.clone() };
        let engine = (self.open)(self.seed_of(&config), config);
        Ok(self.lock().insert(name, engine))
    }

    fn fork(
        &self,
        credentials: &Credentials,
        engine: &SharedEngine,
        name: &str,
    ) -> Result<ForkDescription, Answer> {
        let refusal = |error: ControlError| Refusal::from(DynamoError::from(error)).answer();
        let other = Credentials { access_key: name.to_owned(), region: credentials.region.clone() };
        let is_key = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !name.bytes().all(is_key) || other.account_id().is_some() {
            return Err(refusal(ControlError::ForkName { name: name.to_owned() }));
        }
        let _one_after_the_other = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, set) = self.name_of(&other);
        let present = self.lock().find(&set);
        match &present {
            Some(present) if std::ptr::eq(present.as_ref(), engine) || !present.has_no_content() => {
                return Err(refusal(ControlError::ForkInUse { name: name.to_owned() }));
            }
            Some(_) => {}
            None => self.make_room()?,
        }
        let (forked, description) = engine.fork(name);
        self.lock().insert(set, forked);
        Ok(description)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use dynalab_engine::settings::dials::Profile;
    use dynalab_types::Timestamp;

    use super::*;

    const CREATE: &str = r#"{"TableName":"Teas","KeySchema":[{"AttributeName":"tea","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"tea","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST"}"#;

    thread_local! {
        static NOW_MS: Cell<u64> = const { Cell::new(1_790_000_000_000) };
    }

    fn sets() -> TableSets {
        TableSets::new(7, EngineConfig::instant(), |seed, config| {
            SharedEngine::new(seed, config, || Timestamp::from_epoch_ms(1_790_000_000_000))
        })
    }

    fn ask(sets: &TableSets, credentials: &Credentials, operation: &str, body: &str) -> Answer {
        match sets.open(credentials) {
            Ok(engine) => engine.answer(operation, body),
            Err(answer) => answer,
        }
    }

    fn credentials(access_key: &str, region: Option<&str>) -> Credentials {
        Credentials { access_key: access_key.to_owned(), region: region.map(str::to_owned) }
    }

    #[test]
    fn accounts_and_regions_have_tables_of_their_own() {
        let sets = sets();
        for (key, region, arn) in [
            ("one", Some("eu-west-1"), "arn:aws:dynamodb:eu-west-1:123456789012:table/Teas"),
            ("one", Some("eu-west-2"), "arn:aws:dynamodb:eu-west-2:123456789012:table/Teas"),
            ("two", Some("eu-west-2"), "arn:aws:dynamodb:eu-west-2:123456789012:table/Teas"),
            ("two", None, "arn:aws:dynamodb:us-east-1:123456789012:table/Teas"),
            ("123456789012", Some("eu-west-2"), "arn:aws:dynamodb:eu-west-2:123456789012:table/Teas"),
            ("ASIAQNZGKIQY56JQ7WML", None, "arn:aws:dynamodb:us-east-1:029608264753:table/Teas"),
        ] {
            let credentials = credentials(key, region);
            assert_eq!(ask(&sets, &credentials, "ListTables", "{}").body, r#"{"TableNames":[]}"#);
            let created = ask(&sets, &credentials, "CreateTable", CREATE).body;
            assert!(created.contains(&format!("\"{arn}\"")), "{created}");
        }
        // Use another key of the same account.
        let found = ask(&sets, &credentials("029608264753", Some("us-east-1")), "ListTables", "{}").body;
        assert_eq!(found, r#"{"TableNames":["Teas"]}"#);
    }

    #[test]
    fn ids_do_not_depend_on_what_came_before() {
        let id = |sets: &TableSets, key: &str, region: &str| {
            let created = ask(sets, &credentials(key, Some(region)), "CreateTable", CREATE).body;
            created.split_once("\"TableId\":\"").unwrap().1[..36].to_owned()
        };
        let (first, second) = (sets(), sets());
        let west = id(&first, "key", "us-west-2");
        let east = id(&first, "key", "us-east-1");
        assert_ne!(west, east);
        assert_eq!([id(&second, "key", "us-east-1"), id(&second, "key", "us-west-2")], [east, west]);
    }

    /// Asks for something in a set of each of these many keys.
    fn fill(sets: &TableSets, count: usize, operation: &str, body: &str) {
        for number in 0..count {
            let answer = ask(sets, &credentials(&format!("key{number}"), None), operation, body);
            assert_eq!(answer.status, 200, "key{number}: {}", answer.body);
        }
    }

    #[test]
    fn there_is_an_end_to_sets_with_content() {
        let sets = sets();
        fill(&sets, SETS_MAX, "CreateTable", CREATE);
        let refused = ask(&sets, &credentials("one more", None), "ListTables", "{}");
        assert_eq!(refused.status, 400);
        assert!(refused.body.contains("LimitExceededException"), "{}", refused.body);
        let found = ask(&sets, &credentials("key0", None), "ListTables", "{}").body;
        assert_eq!(found, r#"{"TableNames":["Teas"]}"#);

        let (key7, more) = (credentials("key7", None), credentials("one more", None));
        assert_eq!(ask(&sets, &key7, "DeleteTable", r#"{"TableName":"Teas"}"#).status, 200);
        assert_eq!(ask(&sets, &more, "CreateTable", CREATE).status, 200, "key7 has left room");
        assert_eq!(ask(&sets, &key7, "ListTables", "{}").status, 400, "it has no room of its own any more");
    }

    #[test]
    fn sets_without_content_leave_room() {
        for profile in [Profile::Instant, Profile::Realistic] {
            let sets = TableSets::new(7, EngineConfig::instant(), move |seed, config| {
                SharedEngine::new(seed, config, || Timestamp::from_epoch_ms(NOW_MS.get()))
                    .in_profile(profile, seed)
            });
            fill(&sets, 2 * SETS_MAX, "ListTables", "{}");
            for number in 0..SETS_MAX + 10 {
                let test = credentials(&format!("test{number}"), Some("eu-west-1"));
                assert_eq!(ask(&sets, &test, "CreateTable", CREATE).status, 200, "test{number}");
                // A realistic table takes some seconds to be there, and to be gone.
                for _ in 0..2 {
                    NOW_MS.set(NOW_MS.get() + 10_000);
                    while sets.open(&test).unwrap().catch_up().is_behind {}
                    ask(&sets, &test, "DeleteTable", r#"{"TableName":"Teas"}"#);
                }
            }
            assert!(sets.sets.lock().unwrap().by_name.len() <= SETS_MAX);
        }
    }
}
