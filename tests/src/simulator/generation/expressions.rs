//! Generates conditions, updates, projections and sort key conditions. Most are valid.

use crate::simulator::expression::{Action, Comparison, Condition, Operand, Path, Step};
use crate::simulator::generation::Generator;
use crate::simulator::generation::items::{PLAIN_ATTRIBUTES, set};
use crate::simulator::request::{SortTest, TableShape};
use crate::simulator::value::{Kind, Value};

const TYPES: [&str; 10] = ["S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"];

impl Generator {
    pub(super) fn sometimes_condition(&mut self, shape: &TableShape) -> Option<Condition> {
        self.chance.one_in(3).then(|| self.condition(shape, 2))
    }

    pub(super) fn condition(&mut self, shape: &TableShape, levels: usize) -> Condition {
        if levels > 0 && self.chance.one_in(3) {
            let mut inner = || Box::new(self.condition(shape, levels - 1));
            let (left, right) = (inner(), inner());
            return match self.chance.below(3) {
                0 => Condition::And(left, right),
                1 => Condition::Or(left, right),
                _ => Condition::Not(left),
            };
        }
        let path = self.tested_path(shape);
        let comparison = *self.chance.pick(&Comparison::ALL);
        match self.chance.below(11) {
            0 => Condition::Exists(path),
            1 | 2 => Condition::NotExists(path),
            3 | 4 => Condition::Compare(comparison, path, self.compared_value(comparison)),
            5 | 9 => Condition::Size(comparison, path, self.chance.below(5) as i64),
            6 => self.between(path),
            7 => {
                let prefix = *self.chance.pick(&[Kind::S, Kind::S, Kind::B]);
                Condition::BeginsWith(path, self.sort_value(prefix))
            }
            8 => Condition::Contains(path, self.value(0)),
            _ if self.chance.one_in(2) => Condition::TypeIs(path, self.chance.pick_text(&TYPES)),
            _ => Condition::In(path, vec![self.value(0), self.value(1)]),
        }
    }

    fn between(&mut self, path: Path) -> Condition {
        let kind = *self.chance.pick(&[Kind::S, Kind::N, Kind::B]);
        let (low, high) = (self.sort_value(kind), self.sort_value(kind));
        let swap = low > high && !self.chance.one_in(20);
        if swap { Condition::Between(path, high, low) } else { Condition::Between(path, low, high) }
    }

    fn compared_value(&mut self, comparison: Comparison) -> Value {
        if matches!(comparison, Comparison::Equal | Comparison::NotEqual) || self.chance.one_in(20) {
            return self.value(1);
        }
        let kind = *self.chance.pick(&[Kind::S, Kind::N, Kind::B]);
        self.sort_value(kind)
    }

    fn tested_path(&mut self, shape: &TableShape) -> Path {
        match self.chance.below(5) {
            0 => {
                Path::from_attribute(shape.key.sort.as_ref().map_or(&shape.key.partition.0, |(name, _)| name))
            }
            1 => Path::from_attribute(self.chance.pick_text(&["gs", "gn", "gb"])),
            _ => {
                let name = self.chance.pick_text(&PLAIN_ATTRIBUTES);
                self.path_into(name)
            }
        }
    }

    fn path_into(&mut self, attribute: &str) -> Path {
        let step = match self.chance.below(6) {
            0 => Some(Step::Name("m".to_owned())),
            1 => Some(Step::Index(self.chance.below(3))),
            _ => None,
        };
        Path { attribute: attribute.to_owned(), step }
    }

    /// Returns paths that begin with different attributes.
    pub(super) fn projection(&mut self) -> Vec<Path> {
        let mut paths: Vec<Path> = Vec::new();
        for _ in 0..1 + self.chance.below(3) {
            let name = self.chance.pick_text(&["pk", "sk", "a", "b", "c", "gs", "pad"]);
            let path = if matches!(name, "a" | "b" | "c") {
                self.path_into(name)
            } else {
                Path::from_attribute(name)
            };
            if paths.iter().all(|other| other.attribute != path.attribute) {
                paths.push(path);
            }
        }
        paths
    }

    /// Returns actions on different attributes, or none.
    pub(super) fn actions(&mut self, shape: &TableShape) -> Vec<Action> {
        let mut actions: Vec<Action> = Vec::new();
        for _ in 0..self.chance.below(4) {
            let action = self.action(shape);
            if actions.iter().all(|other| other.path().attribute != action.path().attribute) {
                actions.push(action);
            }
        }
        actions
    }

    fn action(&mut self, shape: &TableShape) -> Action {
        if self.chance.one_in(4) {
            return self.index_key_action(shape);
        }
        let name = self.chance.pick_text(&PLAIN_ATTRIBUTES);
        match self.chance.below(8) {
            0 => Action::Remove(self.path_into(name)),
            1 | 2 => {
                let value = if self.chance.one_in(2) { Value::N(1_000) } else { set(&mut self.chance) };
                Action::Add(Path::from_attribute(name), value)
            }
            3 => Action::Delete(Path::from_attribute(name), set(&mut self.chance)),
            _ => {
                let operand = self.operand(name);
                Action::Set(self.path_into(name), operand)
            }
        }
    }

    /// Returns an action that moves the item within an index, or out of it.
    fn index_key_action(&mut self, shape: &TableShape) -> Action {
        if self.chance.one_in(40) {
            return Action::Set(Path::from_attribute(&shape.key.partition.0), Operand::Value(Value::Null));
        }
        let (name, kind) = *self.chance.pick(&[("gs", Kind::S), ("gn", Kind::N), ("gb", Kind::B)]);
        match self.chance.below(12) {
            0..=3 => Action::Remove(Path::from_attribute(name)),
            4 => Action::Set(Path::from_attribute(name), Operand::Value(self.value(0))),
            _ => Action::Set(Path::from_attribute(name), Operand::Value(self.partition_value(kind))),
        }
    }

    fn operand(&mut self, name: &str) -> Operand {
        let path = Path::from_attribute(name);
        match self.chance.below(8) {
            0 => Operand::Plus(path, Value::N(500)),
            1 => Operand::Minus(path, Value::N(2_000)),
            2 => Operand::IfNotExists(path, self.value(1)),
            3 => Operand::Append(path, Value::L(vec![self.value(0)])),
            4 => {
                let other = self.chance.pick_text(&PLAIN_ATTRIBUTES);
                Operand::Path(self.path_into(other))
            }
            _ => Operand::Value(self.value(2)),
        }
    }

    pub(super) fn sort_test(&mut self, kind: Kind) -> SortTest {
        let kind = if self.chance.one_in(40) { Kind::B } else { kind };
        let (one, other) = (self.sort_value(kind), self.sort_value(kind));
        match self.chance.below(7) {
            0 => SortTest::Equal(one),
            1 => SortTest::Less(one),
            2 => SortTest::LessOrEqual(one),
            3 => SortTest::Greater(one),
            4 => SortTest::GreaterOrEqual(one),
            5 if kind != Kind::N || self.chance.one_in(10) => SortTest::BeginsWith(one),
            _ if one > other && !self.chance.one_in(15) => SortTest::Between(other, one),
            _ => SortTest::Between(one, other),
        }
    }
}
