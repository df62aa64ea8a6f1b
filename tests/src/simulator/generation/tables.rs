//! Generates tables and indexes with every key type and projection.

use crate::simulator::generation::Generator;
use crate::simulator::generation::items::INDEX_ATTRIBUTES;
use crate::simulator::request::{IndexShape, KeyShape, Projection, Request, TableShape};
use crate::simulator::value::Kind;

const KINDS: [Kind; 3] = [Kind::S, Kind::N, Kind::B];

impl Generator {
    pub(super) fn create_table(&mut self) -> Request {
        // Large items and crowded transactions need one common table.
        let one_table = self.appetite.large_items || self.appetite.crowded;
        let names = if one_table { &["Alpha"][..] } else { &["Alpha", "Beta", "Gamma"] };
        let name = self.chance.pick_text(names).to_string();
        let partition = ("pk".to_owned(), *self.chance.pick(&KINDS));
        let sort = (!self.chance.one_in(4)).then(|| ("sk".to_owned(), *self.chance.pick(&KINDS)));
        let mut shape = TableShape { name, key: KeyShape { partition, sort }, indexes: Vec::new() };
        for number in 0..self.chance.below(4) {
            let index = if shape.key.sort.is_some() && self.chance.one_in(2) {
                self.local_index(&shape, number)
            } else {
                self.global_index(&shape, number)
            };
            shape.indexes.push(index);
        }
        // CreateTable does not replace an existing table.
        if self.shapes.iter().all(|known| known.name != shape.name) {
            self.remember(&shape);
        }
        Request::CreateTable(shape)
    }

    /// Adds a table to those that later requests use.
    fn remember(&mut self, shape: &TableShape) {
        self.shapes.retain(|known| known.name != shape.name);
        self.shapes.push(shape.clone());
    }

    fn local_index(&mut self, table: &TableShape, number: usize) -> IndexShape {
        let (name, kind) = *self.chance.pick(&INDEX_ATTRIBUTES);
        let key = KeyShape { partition: table.key.partition.clone(), sort: Some((name.to_owned(), kind)) };
        IndexShape { name: format!("local{number}"), global: false, key, projection: self.index_projection() }
    }

    fn global_index(&mut self, table: &TableShape, number: usize) -> IndexShape {
        let mut choice: Vec<(String, Kind)> =
            INDEX_ATTRIBUTES.iter().map(|(name, kind)| (name.to_string(), *kind)).collect();
        choice.extend(table.key.sort.clone());
        let partition = self.chance.pick(&choice).clone();
        choice.push(table.key.partition.clone());
        choice.retain(|(name, _)| *name != partition.0);
        let sort = (!self.chance.one_in(3)).then(|| self.chance.pick(&choice).clone());
        let key = KeyShape { partition, sort };
        IndexShape { name: format!("global{number}"), global: true, key, projection: self.index_projection() }
    }

    fn index_projection(&mut self) -> Projection {
        match self.chance.below(3) {
            0 => Projection::All,
            1 => Projection::KeysOnly,
            _ => Projection::Include(vec!["a".to_owned(), "pad".to_owned()]),
        }
    }

    pub(super) fn create_index(&mut self, shape: &TableShape) -> Request {
        let table = self.table_name(shape);
        let number = 3 + self.chance.below(2);
        let index = self.global_index(shape, number);
        let mut wanted = shape.clone();
        if wanted.index(&index.name).is_none() {
            wanted.indexes.push(index.clone());
            self.remember(&wanted);
        }
        Request::CreateIndex { table, index }
    }

    pub(super) fn delete_index(&mut self, shape: &TableShape) -> Request {
        let global = shape.indexes.iter().filter(|index| index.global);
        let names: Vec<String> = global.map(|index| index.name.clone()).collect();
        let index = if names.is_empty() { "nothing".to_owned() } else { self.chance.pick(&names).clone() };
        let mut left = shape.clone();
        left.indexes.retain(|known| known.name != index);
        self.remember(&left);
        Request::DeleteIndex { table: shape.name.clone(), index }
    }

    pub(super) fn delete_table(&mut self, shape: &TableShape) -> Request {
        // Sometimes keep a deleted table, so that later requests use it.
        if !self.chance.one_in(4) {
            self.shapes.retain(|known| known.name != shape.name);
        }
        Request::DeleteTable { table: shape.name.clone() }
    }
}
