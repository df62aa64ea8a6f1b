//! Differences between two designs, or between a design and the tables that a stack or a description has. A check in CI fails on them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::design::{
    Capacity, Design, Dimension, Encryption, Index, IndexKind, KeyAttribute, Mode, Projection,
    ReplicaConsistency, Scaling, Settings, Table, TableClass, Units, VectorIndex,
};
use crate::report::Place;

/// One difference: the place in the designs, and what differs there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub place: Place,
    pub kind: DifferenceKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifferenceKind {
    /// Only the left design has the part.
    OnlyLeft,
    OnlyRight,
    /// Both have the part, with different content.
    Changed,
    /// The setting has other values, as DynamoDB spells them. None means that it is not set.
    Setting {
        setting: Setting,
        left: Option<String>,
        right: Option<String>,
    },
}

/// A setting of a table, an index or a design that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    PartitionKey,
    SortKey,
    IndexKind,
    Projection,
    /// The vector indexes of a table, and their members.
    VectorIndex,
    Ttl,
    Stream,
    /// On demand or provisioned. Numbers are not compared: a design has a share above the peak, a stack has units.
    Mode,
    Scaling,
    Class,
    Recovery,
    DeletionProtection,
    Replicas,
    ReplicaConsistency,
    /// Provisioned units. They are compared where both sides know them: a design has a share above the peak.
    Units,
    WarmThroughput,
    MaximumThroughput,
    RecoveryDays,
    Tags,
    Encryption,
    DeletionPolicy,
    Policy,
    ContributorInsights,
    Seed,
    Region,
}

/// Compares everything in two designs.
pub fn of_designs(left: &Design, right: &Design) -> Vec<Difference> {
    let mut found = Found::default();
    found.setting(
        &Place::default(),
        Setting::Seed,
        Some(left.seed.to_string()),
        Some(right.seed.to_string()),
    );
    found.setting(&Place::default(), Setting::Region, Some(left.region.clone()), Some(right.region.clone()));
    found.named(
        &left.entities,
        &right.entities,
        |entity| &entity.name,
        |name| Place { entity: Some(name), ..Place::default() },
    );
    for (number, relation) in left.relations.iter().enumerate() {
        if !right.relations.contains(relation) {
            found.add(Place { relation: Some(number), ..Place::default() }, DifferenceKind::OnlyLeft);
        }
    }
    for (number, relation) in right.relations.iter().enumerate() {
        if !left.relations.contains(relation) {
            found.add(Place { relation: Some(number), ..Place::default() }, DifferenceKind::OnlyRight);
        }
    }
    found.tables(left, right);
    for (one, other) in both(&left.tables, &right.tables, |table| &table.name) {
        let item = |name: String| Place { item: Some(name), ..of_table(&one.name) };
        found.named_by(&one.items, &other.items, |item| item.name().to_owned(), item);
    }
    found.named(
        &left.patterns,
        &right.patterns,
        |pattern| &pattern.name,
        |name| Place { pattern: Some(name), ..Place::default() },
    );
    found.differences
}

/// Compares the tables of two designs. `unsaid` are the settings that one of them cannot have, so they are not compared.
pub fn of_tables(left: &Design, right: &Design, unsaid: &[Setting]) -> Vec<Difference> {
    let mut found = Found { unsaid, ..Found::default() };
    found.tables(left, right);
    found.differences
}

/// Compares the tables of a design with those that a stack has, as [`of_tables`]. Of what a stack says besides keys and costs, only
/// what the design says too is compared.
pub fn of_stack(design: &Design, stack: &Design, unsaid: &[Setting]) -> Vec<Difference> {
    let mut found = Found { unsaid, is_stack: true, ..Found::default() };
    found.tables(design, stack);
    found.differences
}

impl Difference {
    /// Returns the name of a table that only the right design has.
    pub fn table_only_right(&self) -> Option<&str> {
        let is_table = self.place.index.is_none() && self.place.item.is_none();
        self.place.table.as_deref().filter(|_| is_table && self.kind == DifferenceKind::OnlyRight)
    }
}

#[derive(Default)]
struct Found<'a> {
    differences: Vec<Difference>,
    unsaid: &'a [Setting],
    /// True if the right side is a stack, which says more than a design needs to.
    is_stack: bool,
}

impl Found<'_> {
    fn add(&mut self, place: Place, kind: DifferenceKind) {
        self.differences.push(Difference { place, kind });
    }

    fn setting(&mut self, place: &Place, setting: Setting, left: Option<String>, right: Option<String>) {
        if left != right && !self.unsaid.contains(&setting) {
            self.add(place.clone(), DifferenceKind::Setting { setting, left, right });
        }
    }

    /// Compares the parts of two lists by name.
    fn named<T: PartialEq>(
        &mut self,
        left: &[T],
        right: &[T],
        name: fn(&T) -> &String,
        place: impl Fn(String) -> Place,
    ) {
        self.named_by(left, right, |part| name(part).clone(), place);
    }

    fn named_by<T: PartialEq>(
        &mut self,
        left: &[T],
        right: &[T],
        name: impl Fn(&T) -> String,
        place: impl Fn(String) -> Place,
    ) {
        let mut others: BTreeMap<String, &T> = right.iter().map(|part| (name(part), part)).collect();
        for part in left {
            match others.remove(&name(part)) {
                None => self.add(place(name(part)), DifferenceKind::OnlyLeft),
                Some(other) if other != part => self.add(place(name(part)), DifferenceKind::Changed),
                Some(_) => {}
            }
        }
        for part in right.iter().map(name).filter(|part| others.contains_key(part)) {
            self.add(place(part), DifferenceKind::OnlyRight);
        }
    }

    /// Adds the names that only one of two lists has.
    fn only<T>(&mut self, left: &[T], right: &[T], name: fn(&T) -> &String, place: impl Fn(&str) -> Place) {
        for (here, there, kind) in
            [(left, right, DifferenceKind::OnlyLeft), (right, left, DifferenceKind::OnlyRight)]
        {
            let others: BTreeSet<&String> = there.iter().map(name).collect();
            for part in here.iter().filter(|part| !others.contains(name(part))) {
                self.add(place(name(part)), kind.clone());
            }
        }
    }

    fn tables(&mut self, left: &Design, right: &Design) {
        self.only(&left.tables, &right.tables, |table| &table.name, of_table);
        for (one, other) in both(&left.tables, &right.tables, |table| &table.name) {
            self.table((left, one), (right, other));
        }
    }

    fn table(&mut self, (left, one): (&Design, &Table), (right, other): (&Design, &Table)) {
        let place = of_table(&one.name);
        let index = |name: &str| Place { index: Some(name.to_owned()), ..of_table(&one.name) };
        self.setting(&place, Setting::PartitionKey, key(&one.partition_key), key(&other.partition_key));
        self.setting(&place, Setting::SortKey, key(&one.sort_key), key(&other.sort_key));
        self.only(&one.indexes, &other.indexes, |index| &index.name, index);
        for (one, other) in both(&one.indexes, &other.indexes, |index| &index.name) {
            self.index(&index(&one.name), one, other);
        }
        if !self.unsaid.contains(&Setting::VectorIndex) {
            self.only(&one.vector_indexes, &other.vector_indexes, |index| &index.name, index);
            for (one, other) in both(&one.vector_indexes, &other.vector_indexes, |index| &index.name) {
                self.setting(&index(&one.name), Setting::VectorIndex, vector(one), vector(other));
            }
        }
        self.setting(&place, Setting::Ttl, one.ttl.clone(), other.ttl.clone());
        self.setting(&place, Setting::Stream, stream(one), stream(other));
        self.setting(&place, Setting::Mode, mode(one), mode(other));
        self.scaling(one, other);
        self.setting(&place, Setting::Class, class(one), class(other));
        self.setting(&place, Setting::Recovery, switch(one.recovery), switch(other.recovery));
        let protection = |table: &Table| switch(table.deletion_protection);
        self.setting(&place, Setting::DeletionProtection, protection(one), protection(other));
        self.setting(&place, Setting::Replicas, replicas(left, one), replicas(right, other));
        self.setting(&place, Setting::ReplicaConsistency, consistency(one), consistency(other));
        self.capacity(&place, &one.capacity, &other.capacity);
        self.settings(&place, &one.settings, &other.settings);
    }

    fn capacity(&mut self, place: &Place, one: &Capacity, other: &Capacity) {
        if !one.units.is_empty() && !other.units.is_empty() {
            self.setting(place, Setting::Units, units(one.units), units(other.units));
        }
        self.extra(place, Setting::WarmThroughput, units(one.warm), units(other.warm));
        self.extra(place, Setting::MaximumThroughput, units(one.maximum), units(other.maximum));
    }

    fn settings(&mut self, place: &Place, one: &Settings, other: &Settings) {
        let days = |settings: &Settings| settings.recovery_days.map(|days| days.to_string());
        self.extra(place, Setting::RecoveryDays, days(one), days(other));
        self.extra(place, Setting::Tags, tags(one), tags(other));
        self.extra(place, Setting::Encryption, encryption(one), encryption(other));
        self.extra(place, Setting::DeletionPolicy, deletion_policy(one), deletion_policy(other));
        self.extra(place, Setting::Policy, policy(one), policy(other));
        let insights = |settings: &Settings| settings.contributor_insights.clone();
        self.extra(place, Setting::ContributorInsights, insights(one), insights(other));
    }

    /// Compares a setting that a design does not need to say.
    fn extra(&mut self, place: &Place, setting: Setting, left: Option<String>, right: Option<String>) {
        if left.is_some() || !self.is_stack {
            self.setting(place, setting, left, right);
        }
    }

    fn index(&mut self, place: &Place, one: &Index, other: &Index) {
        self.setting(place, Setting::IndexKind, kind(one), kind(other));
        self.setting(place, Setting::PartitionKey, key(&one.partition_key), key(&other.partition_key));
        self.setting(place, Setting::SortKey, key(&one.sort_key), key(&other.sort_key));
        let projections = (projection(&one.projection), projection(&other.projection));
        self.setting(place, Setting::Projection, Some(projections.0), Some(projections.1));
        self.capacity(place, &one.capacity, &other.capacity);
    }

    /// Compares the auto scaling of each table and index, in both directions.
    fn scaling(&mut self, one: &Table, other: &Table) {
        let places: BTreeSet<(&Option<String>, Dimension)> =
            one.scaling.iter().chain(&other.scaling).map(|scaling| (&scaling.index, scaling.units)).collect();
        let value = |table: &Table, of: &(&Option<String>, Dimension)| {
            let found = table.scaling.iter().find(|scaling| (&scaling.index, scaling.units) == *of);
            found.map(bounds)
        };
        for of in places {
            let place = Place { index: of.0.clone(), ..of_table(&one.name) };
            self.setting(&place, Setting::Scaling, value(one, &of), value(other, &of));
        }
    }
}

fn of_table(name: &str) -> Place {
    Place { table: Some(name.to_owned()), ..Place::default() }
}

/// Returns the parts with the same name in both lists.
fn both<'a, T>(left: &'a [T], right: &'a [T], name: fn(&T) -> &String) -> Vec<(&'a T, &'a T)> {
    let others: BTreeMap<&String, &T> = right.iter().map(|part| (name(part), part)).collect();
    left.iter().filter_map(|one| Some((one, *others.get(name(one))?))).collect()
}

/// Writes the attributes of a key with their types: `PK (S)`. Returns None for a key without attributes.
pub fn key(attributes: &[KeyAttribute]) -> Option<String> {
    let named = attributes.iter().map(|part| format!("{} ({})", part.name, part.data_type.name()));
    (!attributes.is_empty()).then(|| named.collect::<Vec<String>>().join(", "))
}

/// Writes a projection as DynamoDB does. The order of included attributes has no meaning.
pub fn projection(projection: &Projection) -> String {
    match projection {
        Projection::All => "ALL".to_owned(),
        Projection::KeysOnly => "KEYS_ONLY".to_owned(),
        Projection::Include(names) => {
            let names: BTreeSet<&str> = names.iter().map(String::as_str).collect();
            format!("INCLUDE ({})", names.into_iter().collect::<Vec<&str>>().join(", "))
        }
    }
}

/// Returns the billing mode.
pub fn billing_mode(table: &Table) -> &'static str {
    match table.mode {
        Mode::OnDemand => "PAY_PER_REQUEST",
        Mode::Provisioned { .. } => "PROVISIONED",
    }
}

fn mode(table: &Table) -> Option<String> {
    Some(billing_mode(table).to_owned())
}

fn kind(index: &Index) -> Option<String> {
    let kind = match index.kind {
        IndexKind::Global => "GLOBAL",
        IndexKind::Local => "LOCAL",
    };
    Some(kind.to_owned())
}

fn vector(index: &VectorIndex) -> Option<String> {
    let filters: BTreeSet<&str> =
        index.partition_key.iter().chain(&index.filters).map(String::as_str).collect();
    let filters = filters.into_iter().collect::<Vec<&str>>().join(", ");
    Some(format!(
        "{}, {}, {}, {}, {filters}",
        index.attribute,
        index.dimensions,
        index.distance,
        projection(&index.projection)
    ))
}

/// Returns the view type of the stream. A global table has a stream without asking for it.
fn stream(table: &Table) -> Option<String> {
    let of_replicas = (!table.replicas.is_empty()).then(|| "NEW_AND_OLD_IMAGES".to_owned());
    table.stream.as_ref().map(|stream| stream.view.clone()).or(of_replicas)
}

fn class(table: &Table) -> Option<String> {
    let class = match table.class {
        TableClass::Standard => "STANDARD",
        TableClass::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
    };
    Some(class.to_owned())
}

fn switch(is_on: bool) -> Option<String> {
    is_on.then(|| "ENABLED".to_owned())
}

/// Returns the Regions with replicas, without the table's own: stacks list it, designs do not.
fn replicas(design: &Design, table: &Table) -> Option<String> {
    let regions = table.replicas.iter().map(|replica| replica.region.as_str());
    let regions: BTreeSet<&str> = regions.filter(|region| *region != design.region).collect();
    (!regions.is_empty()).then(|| regions.into_iter().collect::<Vec<&str>>().join(", "))
}

fn consistency(table: &Table) -> Option<String> {
    (table.replica_consistency == ReplicaConsistency::Strong).then(|| "STRONG".to_owned())
}

fn units(units: Units) -> Option<String> {
    let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    (!units.is_empty()).then(|| format!("{} / {}", number(units.read), number(units.write)))
}

fn tags(settings: &Settings) -> Option<String> {
    let all = settings.tags.iter().map(|(key, value)| format!("{key}={value}"));
    (!settings.tags.is_empty()).then(|| all.collect::<Vec<String>>().join(", "))
}

fn encryption(settings: &Settings) -> Option<String> {
    let Encryption { enabled, key, .. } = settings.encryption.as_ref()?;
    let kind = if *enabled { "KMS" } else { "DEFAULT" };
    Some(key.as_ref().map_or_else(|| kind.to_owned(), |key| format!("{kind}, {key}")))
}

fn deletion_policy(settings: &Settings) -> Option<String> {
    let Settings { deletion_policy, replacement_policy, .. } = settings;
    let is_said = !(deletion_policy.is_retain() && replacement_policy.is_retain());
    is_said.then(|| format!("{} / {}", deletion_policy.word(), replacement_policy.word()))
}

fn policy(settings: &Settings) -> Option<String> {
    let both = [&settings.policy, &settings.stream_policy].into_iter().flatten();
    let both: Vec<String> = both.map(ToString::to_string).collect();
    (!both.is_empty()).then(|| both.join(", "))
}

fn bounds(scaling: &Scaling) -> String {
    let Scaling { least, most, target_percent, units, .. } = scaling;
    format!("{} {least}-{most}, {target_percent} %", units.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{AttributeType, Stream};
    use crate::templates;

    fn shop() -> Design {
        crate::parse(templates::find("shop").expect("the shop is a template").text).expect("it is a design")
    }

    fn changed(change: impl FnOnce(&mut Design)) -> Vec<Difference> {
        let mut other = shop();
        change(&mut other);
        of_designs(&shop(), &other)
    }

    #[test]
    fn a_design_does_not_differ_from_itself() {
        for template in templates::ALL {
            let design = crate::parse(template.text).expect("a template is a design");
            assert_eq!(of_designs(&design, &design), [], "{}", template.id);
        }
    }

    /// A setting, and a change of it.
    type Change = (Setting, fn(&mut Table));

    #[test]
    fn each_setting_of_a_table_is_compared() {
        let changes: [Change; 8] = [
            (Setting::PartitionKey, |table| table.partition_key[0].data_type = AttributeType::N),
            (Setting::Projection, |table| table.indexes[0].projection = Projection::KeysOnly),
            (Setting::Ttl, |table| table.ttl = Some("gone".to_owned())),
            (Setting::Stream, |table| {
                table.stream = Some(Stream { view: "KEYS_ONLY".to_owned(), ..Stream::default() });
            }),
            (Setting::Mode, |table| table.mode = Mode::Provisioned { headroom_percent: 1.0 }),
            (Setting::Class, |table| table.class = TableClass::InfrequentAccess),
            (Setting::Recovery, |table| table.recovery = !table.recovery),
            (Setting::DeletionProtection, |table| table.deletion_protection = !table.deletion_protection),
        ];
        for (expected, change) in changes {
            let found = changed(|design| change(&mut design.tables[0]));
            let [Difference { kind: DifferenceKind::Setting { setting, left, right }, .. }] = &found[..]
            else {
                panic!("{expected:?}: {found:?}");
            };
            assert_eq!(*setting, expected);
            assert_ne!(left, right);
            let mut other = shop();
            change(&mut other.tables[0]);
            assert_eq!(of_tables(&shop(), &other, &[expected]), [], "what cannot be said is not compared");
        }
    }

    #[test]
    fn missing_parts_are_on_the_side_that_has_them() {
        let found = changed(|design| {
            let index = design.tables[0].indexes.remove(0);
            design.tables[0].indexes.push(Index { name: "Other".to_owned(), ..index });
            design.tables.push(Table { name: "Extra".to_owned(), ..Table::default() });
            design.patterns[0].rate.average += 1.0;
        });
        let first = shop().tables[0].indexes[0].name.clone();
        let kinds: Vec<(Option<&str>, Option<&str>, &DifferenceKind)> = found
            .iter()
            .map(|found| (found.place.table.as_deref(), found.place.index.as_deref(), &found.kind))
            .collect();
        assert_eq!(
            kinds,
            [
                (Some("Extra"), None, &DifferenceKind::OnlyRight),
                (Some("Shop"), Some(first.as_str()), &DifferenceKind::OnlyLeft),
                (Some("Shop"), Some("Other"), &DifferenceKind::OnlyRight),
                (None, None, &DifferenceKind::Changed),
            ]
        );
        assert_eq!(found[0].table_only_right(), Some("Extra"));
        assert_eq!(found[2].table_only_right(), None);
    }

    #[test]
    fn the_order_of_included_attributes_and_the_own_region_are_no_difference() {
        let include = |names: [&str; 2]| Projection::Include(names.map(str::to_owned).to_vec());
        assert_eq!(projection(&include(["b", "a"])), projection(&include(["a", "b"])));
        let own = shop().region;
        let found = changed(|design| {
            let replica = crate::design::Replica { region: own.clone(), ..Default::default() };
            design.tables[0].replicas.push(replica);
        });
        assert_eq!(found, []);
    }
}
