//! Tests that a link restores inputs and presets, and that no link can make the inputs invalid.

use dynalab_traffic::lab::{Day, DayQuestion};

use super::*;

#[test]
fn a_link_opens_the_same_inputs() {
    assert_eq!(Inputs::default().to_link(), "");
    assert_eq!(Inputs::from_link(""), Inputs::default());
    let mut inputs = Inputs::default();
    for side in Side::ALL {
        for (place, number) in Number::ALL.iter().enumerate() {
            let range = number.range();
            let part = (place + 1 + 40 * side as usize) as f64 / 100.0;
            inputs.set_number(side, *number, range.least + (range.most - range.least) * part);
        }
        for choice in Choice::ALL {
            inputs.apply(Change::Choice(side, *choice, choice.options().len() - 1));
        }
    }
    inputs.apply(Change::Hour(9, 77));
    let link = inputs.to_link();
    assert_eq!(Inputs::from_link(&format!("#{link}")), inputs, "{link}");
    assert!(!link.contains(['#', ' ', '"', '/']), "{link}");
}

#[test]
fn each_input_alone_is_in_the_link() {
    for side in Side::ALL {
        for number in Number::ALL {
            for value in [number.range().least, number.range().most] {
                let mut inputs = Inputs::default();
                inputs.set_number(side, *number, value);
                assert_eq!(Inputs::from_link(&inputs.to_link()), inputs, "{}", inputs.to_link());
            }
        }
        for choice in Choice::ALL {
            for option in 0..choice.options().len() {
                let mut inputs = Inputs::default();
                inputs.apply(Change::Choice(side, *choice, option));
                assert_eq!(Inputs::from_link(&inputs.to_link()), inputs, "{}", inputs.to_link());
            }
        }
    }
}

#[test]
fn a_damaged_link_keeps_what_can_be_read() {
    let inputs = Inputs::from_link(
        "#peak=x&reads=900&a.shards=0&b.shards=7&c.shards=9&shards=3&a.mode=free&drawn=1.x&&q=1",
    );
    assert_eq!(inputs.number(Side::A, Number::Peak), Inputs::default().number(Side::A, Number::Peak));
    assert_eq!(inputs.number(Side::B, Number::Reads), 100.0);
    assert_eq!([inputs.whole(Side::A, Number::Shards), inputs.whole(Side::B, Number::Shards)], [1, 7]);
    assert_eq!(inputs.option(Side::A, Choice::Mode), Inputs::default().option(Side::A, Choice::Mode));
}

/// The lab can simulate every combination of inputs within their ranges.
#[test]
fn every_input_in_its_range_can_be_simulated() {
    for end in [0.0, 1.0] {
        for distribution in Choice::Distribution.options() {
            for mode in Choice::Mode.options() {
                let mut inputs = Inputs::default();
                for number in Number::ALL {
                    let range = number.range();
                    inputs.set_number(Side::A, *number, range.least + (range.most - range.least) * end);
                }
                inputs.choose(Side::A, Choice::Distribution, distribution);
                inputs.choose(Side::A, Choice::Mode, mode);
                let DayQuestion::Begin { traffic, designs } = inputs.question() else {
                    panic!("a day begins")
                };
                let day = Day::new(&traffic, &designs[0]);
                assert!(day.is_ok(), "{distribution} {mode} {end}: {:?}", day.err());
            }
        }
    }
}

#[test]
fn what_if_changes_b_alone() {
    let mut inputs = Inputs::default();
    let before = inputs.clone();
    inputs.apply(Change::WhatIf(vec![Change::Number(Side::B, Number::Shards, 10.0)]));
    for number in Number::ALL {
        assert_eq!(inputs.number(Side::A, *number), before.number(Side::A, *number));
        let wanted = if *number == Number::Shards { 10.0 } else { before.number(Side::A, *number) };
        assert_eq!(inputs.number(Side::B, *number), wanted, "{}", number.name());
    }
}

#[test]
fn each_preset_differs_in_its_designs() {
    for preset in Preset::ALL {
        let DayQuestion::Begin { designs, .. } = preset.inputs().question() else { panic!("a day begins") };
        assert_ne!(designs[0], designs[1], "{}", preset.name());
        let mut inputs = Inputs::default();
        inputs.apply(Change::Preset(preset));
        assert_eq!(Inputs::from_link(&inputs.to_link()), preset.inputs());
    }
}
