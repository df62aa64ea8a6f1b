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

/// A link that the page of a design wrote before it carried a load. It must open forever.
#[test]
fn a_link_without_a_load_opens_with_its_keys() {
    let hours = ["16"; 12].join(".") + ".100." + &["15"; 11].join(".");
    let link = format!(
        "curve=drawn&a.distribution=hot&b.distribution=hot&a.projection=include&b.projection=include&peak=1922\
         &reads=92&a.keys=5&b.keys=5&a.hot=30&b.hot=30&a.item=448&b.item=448&a.indexes=2&b.indexes=2\
         &a.index-values=3&b.index-values=3&a.entry=491&b.entry=491&drawn={hours}"
    );
    let inputs = Inputs::from_link(&link);
    let DayQuestion::Begin { traffic, designs } = inputs.question() else { panic!("a day begins") };
    assert_eq!((traffic.peak_per_second, traffic.reads_permille, traffic.percents[12]), (1_922, 920, 100));
    for design in designs {
        assert_eq!(design.keys, DayKeys::Hot { count: 5, hot_permille: 300 });
        assert_eq!(design.indexes, Some(IndexDesign { count: 2, key_values: 3, entry_bytes: 448 }));
        assert_eq!(design.offered, None);
    }
    assert_eq!(Inputs::from_link(&inputs.to_link()), inputs);
}
