//! The share of one key in a design's load, such as one event: which key it is, and the same load with another share.

use std::borrow::Cow;

use dynalab_load::{Keys, Load};
use dynalab_traffic::lab::{busiest_request, busiest_table};

use super::inputs::{Inputs, Number, Side};

/// The key that is nearest to the limits of one partition in the table that the lab simulates. Returns none if the load knows no key.
pub fn busiest_keys(load: &Load) -> Option<&Keys> {
    let keys = &busiest_request(load)?.keys;
    (keys.busiest_share > 0.0 && !keys.busiest.is_empty()).then_some(keys)
}

impl Inputs {
    /// Returns the name of the table of a design that the lab simulates. It is the same for every share of its busiest key.
    pub fn simulated_table(&self, side: Side) -> Option<&str> {
        busiest_table(self.offered(side)?)
    }

    /// Returns the keys whose busiest value can be given another share: those of A, or of B if only B has the load of a design.
    pub fn adjustable_keys(&self) -> Option<&Keys> {
        Side::ALL.into_iter().find_map(|side| busiest_keys(self.offered(side)?))
    }

    /// Returns the share of the busiest of these keys in percent: the one that a person set, or the one of the design.
    pub fn busiest_percent(&self, keys: &Keys) -> f64 {
        match self.number(Side::A, Number::BusiestShare) {
            0.0 => keys.busiest_share * 100.0,
            percent => percent,
        }
    }

    /// Returns the load of a design with the share of the busiest key that a person set. In the other design the share of its busiest
    /// key changes by the same factor: an event with 40 sections keeps a fortieth in each.
    pub fn adjusted_load(&self, side: Side) -> Option<Cow<'_, Load>> {
        let load = self.offered(side)?;
        let percent = self.number(Side::A, Number::BusiestShare);
        if percent == 0.0 {
            return Some(Cow::Borrowed(load));
        }
        let (Some(of_design), Some(request)) = (self.adjustable_keys(), busiest_request(load)) else {
            return Some(Cow::Borrowed(load));
        };
        let factor = percent / 100.0 / of_design.busiest_share;
        let (table, keys) = (request.table.clone(), request.keys.clone());
        let mut load = load.clone();
        let requests = load.patterns.iter_mut().flat_map(|pattern| &mut pattern.requests);
        for request in requests.filter(|request| request.table == table) {
            let of_key = &mut request.keys;
            if of_key.busiest == keys.busiest || of_key.is_alike(&keys.template) {
                of_key.busiest_share = (of_key.busiest_share * factor).min(1.0);
            }
        }
        Some(Cow::Owned(load))
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use dynalab_load::{PatternLoad, RequestLoad, TableLoad};

    use super::*;
    use crate::calculator::linked_inputs::LinkedInputs;
    use crate::scale::inputs::Choice;

    fn request(busiest: &str, template: &str, busiest_share: f64) -> RequestLoad {
        let (busiest, template) = (busiest.to_owned(), template.to_owned());
        RequestLoad {
            table: "Seats".to_owned(),
            write_units: 2.0,
            keys: Keys { values: 100.0, busiest, busiest_share, template, ..Keys::default() },
            ..RequestLoad::default()
        }
    }

    /// A load in which one event has this share, and each of its keys a part of it.
    fn load(template: &str, key: &str, share: f64) -> Load {
        let hold = request(key, template, share);
        let seat_map = request("E#9", &template.replace("event", "id"), share / 2.0);
        let buyers = request("BUYER#1", "BUYER#{buyer}", 0.001);
        Load {
            tables: vec![TableLoad { name: "Seats".to_owned(), ..TableLoad::default() }],
            patterns: vec![PatternLoad {
                name: "Hold".to_owned(),
                average: 100.0,
                requests: vec![hold, seat_map, buyers],
                ..PatternLoad::default()
            }],
            ..Load::default()
        }
    }

    fn inputs() -> Inputs {
        let mut inputs = Inputs::plain();
        inputs.offered = [
            Some(Ok(Rc::new(load("E#{event}", "E#1", 0.2)))),
            Some(Ok(Rc::new(load("E#{event}#{section}", "E#1#A", 0.01)))),
        ];
        Side::ALL.into_iter().for_each(|side| inputs.choose(side, Choice::Source, "design"));
        inputs
    }

    fn shares(inputs: &Inputs, side: Side) -> Vec<f64> {
        let load = inputs.adjusted_load(side);
        let requests = load.iter().flat_map(|load| &load.patterns[0].requests);
        requests.map(|request| (request.keys.busiest_share * 10_000.0).round() / 10_000.0).collect()
    }

    #[test]
    fn one_share_changes_all_requests_to_this_kind_of_key_in_both_designs() {
        let mut inputs = inputs();
        assert_eq!(inputs.adjustable_keys().map(Keys::busiest_label).as_deref(), Some("E#1 (E#{event})"));
        let percent = |inputs: &Inputs| inputs.adjustable_keys().map(|keys| inputs.busiest_percent(keys));
        assert_eq!(percent(&inputs), Some(20.0));
        assert_eq!(shares(&inputs, Side::A), [0.2, 0.1, 0.001]);
        inputs.set_number(Side::A, Number::BusiestShare, 50.0);
        assert_eq!(percent(&inputs), Some(50.0));
        assert_eq!(shares(&inputs, Side::A), [0.5, 0.25, 0.001]);
        assert_eq!(shares(&inputs, Side::B), [0.025, 0.0125, 0.001]);
        assert_eq!(inputs.simulated_table(Side::A), Some("Seats"));
        assert_eq!(Inputs::from_link(&inputs.to_link()), inputs);
        inputs.set_number(Side::A, Number::BusiestShare, 0.0);
        assert_eq!(shares(&inputs, Side::A), [0.2, 0.1, 0.001], "the share of the design again");
    }

    #[test]
    fn a_load_without_keys_has_no_share_to_set() {
        let mut inputs = Inputs::plain();
        inputs.set_number(Side::A, Number::BusiestShare, 50.0);
        assert_eq!((inputs.adjustable_keys(), inputs.adjusted_load(Side::A)), (None, None));
        inputs.choose(Side::A, Choice::Source, "design");
        let mut without = load("", "", 0.2);
        without.patterns[0].requests.iter_mut().for_each(|request| request.keys = Keys::default());
        inputs.offered[0] = Some(Ok(Rc::new(without.clone())));
        assert_eq!(inputs.adjustable_keys(), None);
        assert_eq!(inputs.adjusted_load(Side::A).as_deref(), Some(&without));
    }
}
