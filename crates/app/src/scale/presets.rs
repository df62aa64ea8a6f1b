//! Three known examples of a day, each with a design that breaks (A) and its remedy (B).

use super::inputs::{Choice, Inputs, Number, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    Vote,
    Shop,
    Sensors,
}

impl Preset {
    pub const ALL: [Preset; 3] = [Preset::Vote, Preset::Shop, Preset::Sensors];

    pub fn name(self) -> &'static str {
        match self {
            Preset::Vote => "vote",
            Preset::Shop => "shop",
            Preset::Sensors => "sensors",
        }
    }

    pub fn inputs(self) -> Inputs {
        let mut inputs = Inputs::plain();
        match self {
            Preset::Vote => vote(&mut inputs),
            Preset::Shop => shop(&mut inputs),
            Preset::Sensors => sensors(&mut inputs),
        }
        inputs
    }
}

fn numbers(inputs: &mut Inputs, side: Side, values: &[(Number, f64)]) {
    values.iter().for_each(|(number, value)| inputs.set_number(side, *number, *value));
}

fn choices(inputs: &mut Inputs, side: Side, options: &[(Choice, &str)]) {
    options.iter().for_each(|(choice, option)| inputs.choose(side, *choice, option));
}

/// Sets 200,000 votes per second, with one counter per candidate or many.
fn vote(inputs: &mut Inputs) {
    choices(inputs, Side::A, &[(Choice::Curve, "spike")]);
    numbers(inputs, Side::A, &[(Number::Peak, 200_000.0)]);
    for side in Side::ALL {
        choices(inputs, side, &[(Choice::Distribution, "hot")]);
        let of_side = [(Number::Keys, 10.0), (Number::HotPercent, 40.0), (Number::ItemBytes, 100.0)];
        numbers(inputs, side, &of_side);
    }
    numbers(inputs, Side::A, &[(Number::WarmWrites, 200_000.0), (Number::Quota, 200_000.0)]);
    let cure = [(Number::Shards, 4_000.0), (Number::WarmWrites, 400_000.0), (Number::Quota, 400_000.0)];
    numbers(inputs, Side::B, &cure);
}

/// Sets orders by status, in an index with three values, or with many values and keys only.
fn shop(inputs: &mut Inputs) {
    choices(inputs, Side::A, &[(Choice::Curve, "evening")]);
    numbers(inputs, Side::A, &[(Number::Peak, 25_000.0), (Number::Reads, 70.0)]);
    for side in Side::ALL {
        let of_side = [
            (Number::Keys, 1_000_000.0),
            (Number::ItemBytes, 900.0),
            (Number::Indexes, 1.0),
            (Number::WarmWrites, 12_000.0),
            (Number::WarmReads, 24_000.0),
        ];
        numbers(inputs, side, &of_side);
    }
    numbers(inputs, Side::A, &[(Number::IndexValues, 3.0)]);
    numbers(inputs, Side::B, &[(Number::IndexValues, 3_000.0)]);
    choices(inputs, Side::B, &[(Choice::Projection, "keys-only")]);
}

/// Sets measurements whose partition key is the day, or the sensor.
fn sensors(inputs: &mut Inputs) {
    choices(inputs, Side::A, &[(Choice::Curve, "office")]);
    numbers(inputs, Side::A, &[(Number::Peak, 5_000.0), (Number::Reads, 5.0)]);
    for side in Side::ALL {
        let of_side = [(Number::Keys, 50_000.0), (Number::ItemBytes, 200.0), (Number::WarmWrites, 10_000.0)];
        numbers(inputs, side, &of_side);
    }
    choices(inputs, Side::A, &[(Choice::Distribution, "time"), (Choice::Period, "day")]);
}
