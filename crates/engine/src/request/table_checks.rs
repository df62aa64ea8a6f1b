//! Checks of a table's keys, attribute definitions and indexes, in the order in which DynamoDB reports problems.

use std::collections::BTreeSet;
use std::sync::Arc;

use dynalab_types::ordered::set_of;
use dynalab_types::projection::{ProjectedAttributes, Projection};
use dynalab_types::{KeyAttribute, KeySchema, KeyType, ScalarType, hash_place};

use crate::database::table::{
    BillingMode, IndexDefinition, IndexKind, OnDemandThroughput, TableStatus, Throughput,
};
use crate::error::{
    DynamoError, IndexError, KeySchemaError, LimitError, ProjectionError, TableError, ThroughputError,
};
use crate::request::table_members::{KeyElement, RequestedIndex, RequestedThroughput};

pub(crate) const LOCAL_INDEXES_MAX: usize = 5;
pub(crate) const GLOBAL_INDEXES_MAX: usize = 20;
const PROJECTED_ATTRIBUTES_MAX: usize = 100;
const GLOBAL_KEY_ATTRIBUTES_MAX: usize = 4;
/// The default quota of read or write units per second for one table.
const CAPACITY_UNITS_MAX: u64 = 40_000;
type Definitions = [(String, ScalarType)];

/// Returns the key schema with the types of its attributes.
pub(crate) fn bind_key(
    elements: &[KeyElement],
    definitions: &Definitions,
    many_attributes: bool,
) -> Result<KeySchema, TableError> {
    let type_of =
        |name: &str| definitions.iter().find(|(defined, _)| defined == name).map(|(_, found)| *found);
    if elements.iter().any(|element| type_of(&element.name).is_none()) {
        return Err(TableError::Key(undefined_keys(elements, definitions)));
    }
    let mut seen = BTreeSet::new();
    for element in elements {
        let again = !seen.insert(element.name.as_str());
        if again && many_attributes {
            return Err(TableError::Key(KeySchemaError::SameKeyTwiceOfMany));
        }
        // If a schema has more attributes than are defined, this error takes precedence over a repeated attribute.
        if again && definitions.len() < elements.len() {
            return Err(TableError::Key(KeySchemaError::KeyWithoutDefinition));
        }
        if again {
            return Err(TableError::Key(KeySchemaError::SameKeyTwice));
        }
    }
    let attribute = |element: &KeyElement| KeyAttribute {
        name: element.name.as_str().into(),
        scalar_type: type_of(&element.name).unwrap_or(ScalarType::S),
    };
    let hashes = elements.iter().take_while(|element| element.key_type == KeyType::Hash).count();
    if hashes == 0 {
        return Err(TableError::FirstKeyNotHash);
    }
    let (partition, sort) = elements.split_at(hashes);
    let most = if many_attributes { GLOBAL_KEY_ATTRIBUTES_MAX } else { 1 };
    let ordered = sort.iter().all(|element| element.key_type == KeyType::Range);
    match (ordered, partition.len() <= most, sort.len() <= most) {
        (true, true, true) => {}
        _ if !many_attributes => return Err(TableError::SecondKeyNotRange),
        (false, ..) => return Err(TableError::Key(KeySchemaError::RangeBeforeHash)),
        (_, is_short, _) => {
            let key_type = if is_short { KeyType::Range } else { KeyType::Hash };
            return Err(TableError::Key(KeySchemaError::TooManyKeyAttributes { key_type: key_type.name() }));
        }
    }
    Ok(KeySchema {
        partition: partition.iter().map(attribute).collect(),
        sort: sort.iter().map(attribute).collect(),
    })
}

/// Returns the error for a key with an attribute that is not defined.
fn undefined_keys(elements: &[KeyElement], definitions: &Definitions) -> KeySchemaError {
    if definitions.is_empty() {
        return KeySchemaError::KeyWithoutDefinition;
    }
    let keys = elements.iter().map(|element| element.name.clone()).collect();
    let mut names: Vec<String> = definitions.iter().map(|(name, _)| name.clone()).collect();
    names.sort_by_key(|name| hash_place(name, definitions.len()));
    KeySchemaError::KeysNotDefined { keys, definitions: names }
}

/// Returns the key of an index. It is checked before the rest of the index.
pub(crate) fn bind_index_key(
    requested: &RequestedIndex,
    kind: IndexKind,
    table_key: &KeySchema,
    definitions: &Definitions,
) -> Result<KeySchema, TableError> {
    let key = bind_key(&requested.key, definitions, kind == IndexKind::Global)?;
    if kind == IndexKind::Local {
        check_local_index(&requested.name, &key, table_key)?;
    }
    Ok(key)
}

pub(crate) fn bind_index(
    requested: &RequestedIndex,
    kind: IndexKind,
    key: KeySchema,
    billing: BillingMode,
    table_key: &KeySchema,
    status: TableStatus,
) -> Result<IndexDefinition, DynamoError> {
    let projection = match &requested.projection {
        Some(projection) => projection.bind()?,
        None => return Err(ProjectionError::UnknownType.into()),
    };
    let throughput = requested.throughput.map(Throughput::from).unwrap_or_default();
    let of_new = OnDemandOwner { index: Some(&requested.name), is_new: status == TableStatus::Creating };
    check_on_demand_throughput(requested.on_demand_throughput, billing, of_new)?;
    let warm = requested.warm.map(|warm| warm.bind(Some(&requested.name), billing, &throughput, None));
    let warm = warm.transpose()?.unwrap_or_default();
    Ok(IndexDefinition {
        name: requested.name.as_str().into(),
        kind,
        projected: ProjectedAttributes::new(&projection, table_key, &key),
        key,
        projection,
        status,
        throughput,
        on_demand_throughput: requested.on_demand_throughput.and_then(OnDemandThroughput::kept),
        warm,
        filled_after: 0,
    })
}

fn check_local_index(name: &str, key: &KeySchema, table_key: &KeySchema) -> Result<(), TableError> {
    if table_key.sort.is_empty() {
        return Err(TableError::Index(IndexError::LocalIndexNeedsRangeKey));
    }
    if key.partition != table_key.partition {
        let name_of = |key: &KeySchema| {
            key.partition.first().map(|attribute| attribute.name.to_string()).unwrap_or_default()
        };
        return Err(TableError::Index(IndexError::OtherHashKey {
            index: name.to_owned(),
            index_key: name_of(key),
            table_key: name_of(table_key),
        }));
    }
    if key.sort.is_empty() {
        return Err(TableError::Index(IndexError::WithoutRangeKey { index: name.to_owned() }));
    }
    Ok(())
}

/// Checks the number, the names and the projected attributes of all indexes together.
///
/// # Errors
/// Two indexes have one name, there are too many of them, or too many projected attributes.
pub fn check_indexes(indexes: &[IndexDefinition]) -> Result<(), TableError> {
    let mut names = BTreeSet::new();
    for index in indexes {
        if !names.insert(index.name.as_ref()) {
            return Err(TableError::Index(IndexError::DuplicateName { index: index.name.to_string() }));
        }
    }
    let count = |kind| indexes.iter().filter(|index| index.kind == kind).count();
    if count(IndexKind::Local) > LOCAL_INDEXES_MAX {
        return Err(TableError::Index(IndexError::TooManyLocal));
    }
    if count(IndexKind::Global) > GLOBAL_INDEXES_MAX {
        return Err(TableError::Index(IndexError::TooManyGlobal));
    }
    let projected: usize = indexes
        .iter()
        .map(|index| match &index.projection {
            Projection::Include(names) => names.len(),
            _ => 0,
        })
        .sum();
    if projected > PROJECTED_ATTRIBUTES_MAX {
        Err(TableError::Projection(ProjectionError::TooManyAttributes))
    } else {
        Ok(())
    }
}

/// Checks that every defined attribute is a key, or in the search schema of a vector index. The attributes of the keys are defined.
pub(crate) fn check_definitions_used(
    definitions: &Definitions,
    key: &KeySchema,
    index_keys: &[KeySchema],
    searched: Option<&[&str]>,
) -> Result<(), TableError> {
    let keys = key.attributes().chain(index_keys.iter().flat_map(KeySchema::attributes));
    let searched_names = searched.unwrap_or_default().iter().copied();
    let used: BTreeSet<&str> = set_of(keys.map(|attribute| attribute.name.as_ref()).chain(searched_names));
    if definitions.iter().all(|(name, _)| used.contains(name.as_str())) {
        return Ok(());
    }
    if index_keys.is_empty() && searched.is_none() {
        return Err(TableError::UnusedDefinitionsNoIndex);
    }
    Err(TableError::UnusedDefinitions {
        definitions: definitions.iter().map(|(name, _)| name.clone()).collect(),
        keys: used.into_iter().map(str::to_owned).collect(),
    })
}

pub(crate) fn check_definitions(definitions: &Definitions) -> Result<(), TableError> {
    let mut seen = BTreeSet::new();
    match definitions.iter().find(|(name, _)| !seen.insert(name.as_str())) {
        Some((name, _)) => {
            Err(TableError::Key(KeySchemaError::DuplicateDefinition { attribute: name.clone() }))
        }
        None => Ok(()),
    }
}

/// Checks the requested throughput of a table and its global indexes against the account's maximum for each in a Region. The table
/// comes first.
///
/// # Errors
/// A throughput is above the quota of the Region.
pub fn check_maximum_throughputs<'a>(
    table: Option<RequestedThroughput>,
    indexes: impl Iterator<Item = (Option<RequestedThroughput>, &'a str)>,
    region: &str,
) -> Result<(), LimitError> {
    let indexes = indexes.map(|(throughput, index)| (throughput, Some(index)));
    for (throughput, index) in std::iter::once((table, None)).chain(indexes) {
        throughput.map_or(Ok(()), |throughput| check_maximum_throughput(throughput, index, region))?;
    }
    Ok(())
}

fn check_maximum_throughput(
    throughput: RequestedThroughput,
    index: Option<&str>,
    region: &str,
) -> Result<(), LimitError> {
    let members = [(throughput.read, "ReadCapacityUnits"), (throughput.write, "WriteCapacityUnits")];
    match members.into_iter().find(|(value, _)| *value > CAPACITY_UNITS_MAX) {
        Some((value, member)) => Err(LimitError::AboveMaximumThroughput {
            member,
            value,
            most: CAPACITY_UNITS_MAX,
            index: index.map(str::to_owned),
            region: region.to_owned(),
        }),
        None => Ok(()),
    }
}

/// The owner of a maximum throughput: a table or an index.
#[derive(Clone, Copy)]
pub struct OnDemandOwner<'a> {
    pub index: Option<&'a str>,
    /// True if the request creates it.
    pub is_new: bool,
}

/// Checks that a maximum is positive, or -1 to remove that of an existing table or index. The billing mode must be on demand.
///
/// # Errors
/// A maximum is out of range, or the table is not on demand.
pub fn check_on_demand_throughput(
    caps: Option<OnDemandThroughput>,
    billing: BillingMode,
    owner: OnDemandOwner,
) -> Result<(), ThroughputError> {
    let Some(caps) = caps else { return Ok(()) };
    for (cap, member) in [(caps.max_read, "MaxReadRequestUnits"), (caps.max_write, "MaxWriteRequestUnits")] {
        match cap {
            Some(_) if billing == BillingMode::Provisioned => {
                let index = owner.index.map(str::to_owned);
                return Err(ThroughputError::OnDemandOfProvisioned { member, index, is_new: owner.is_new });
            }
            Some(cap) if cap < 1 && (owner.is_new || cap != OnDemandThroughput::UNLIMITED) => {
                let index = owner.index.map(str::to_owned);
                return Err(ThroughputError::OnDemandOutOfRange { member, index });
            }
            _ => {}
        }
    }
    Ok(())
}

impl From<RequestedThroughput> for Throughput {
    fn from(requested: RequestedThroughput) -> Throughput {
        Throughput { read: requested.read, write: requested.write, ..Throughput::default() }
    }
}

/// Returns the declared attributes as a definition stores them.
pub(crate) fn kept_definitions(definitions: &Definitions) -> Vec<(Box<str>, ScalarType)> {
    definitions.iter().map(|(name, scalar_type)| (name.as_str().into(), *scalar_type)).collect()
}

pub(crate) fn shared_name(name: &str) -> Arc<str> {
    name.into()
}
