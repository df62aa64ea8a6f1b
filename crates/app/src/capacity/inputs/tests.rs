//! Tests that a link restores the same inputs, and that no link can make them invalid.

use super::*;
use crate::calculator::inputs::SLIDER_STEPS;

fn changed() -> Inputs {
    let mut inputs = Inputs::default();
    for (place, number) in Number::ALL.iter().enumerate() {
        let range = number.range();
        inputs.set_number(*number, range.least + (range.most - range.least) * (place as f64 + 1.0) / 100.0);
    }
    for choice in Choice::ALL {
        inputs.apply(Change::Choice(*choice, choice.options().len() - 1));
    }
    inputs.apply(Change::Hour(9, 77));
    inputs.apply(Change::Item("{\"名前\": \"a&b=c%d#e\"}".to_owned()));
    inputs.apply(Change::Vectors("embedding, other".to_owned()));
    inputs.apply(Change::Price(PriceName::IaReadHour, Some(0.000_18)));
    inputs.apply(Change::Price(PriceName::Storage, None));
    inputs
}

#[test]
fn a_link_opens_the_same_inputs() {
    assert_eq!(Inputs::default().to_link(), "");
    assert_eq!(Inputs::from_link(""), Inputs::default());
    let inputs = changed();
    let link = inputs.to_link();
    assert_eq!(Inputs::from_link(&format!("#{link}")), inputs, "{link}");
    assert!(!link.contains(['#', ' ', '"']), "{link}");
}

#[test]
fn each_number_and_choice_alone_is_in_the_link() {
    for number in Number::ALL {
        let mut inputs = Inputs::default();
        inputs.set_number(*number, number.range().most);
        let link = inputs.to_link();
        assert_eq!(link.split('=').next(), Some(number.name()));
        assert_eq!(Inputs::from_link(&link), inputs, "{link}");
    }
    for choice in Choice::ALL {
        for option in 0..choice.options().len() {
            let mut inputs = Inputs::default();
            inputs.apply(Change::Choice(*choice, option));
            assert_eq!(Inputs::from_link(&inputs.to_link()), inputs, "{}", inputs.to_link());
        }
    }
}

#[test]
fn a_damaged_link_keeps_what_can_be_read() {
    let inputs = Inputs::from_link(
        "#item-kb=12&item-kb=x&reads=NaN&strong=900&writes=-4&section=nowhere&price=mars:storage:1&price=us-east-1:storage:-1&price=us-east-1&item=%E3%8&drawn=300.x&q&=1",
    );
    assert_eq!(inputs.number(Number::ItemKb), 12.0);
    assert_eq!(inputs.number(Number::Reads), Number::Reads.range().start);
    assert_eq!((inputs.number(Number::Strong), inputs.number(Number::Writes)), (100.0, 0.0));
    assert_eq!(inputs.option(Choice::Section), "item-size");
    assert!(inputs.edited.is_empty());
    assert_eq!(inputs.drawn[..2], [0, 0], "neither is a percentage");
}

#[test]
fn names_of_numbers_and_choices_differ() {
    let mut names: Vec<&str> = Number::ALL.iter().map(|number| number.name()).collect();
    names.extend(Choice::ALL.iter().map(|choice| choice.name()));
    names.extend(["item", "vectors", "drawn", "price"]);
    let before = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), before);
}

#[test]
fn the_slider_reaches_both_ends_and_returns_what_it_shows() {
    for number in Number::ALL {
        let range = number.range();
        assert!((range.least..=range.most).contains(&range.start), "{}", number.name());
        assert_eq!(range.place_of(range.least), 0.0);
        assert_eq!(range.place_of(range.most), SLIDER_STEPS);
        assert_eq!(range.value_at(0.0), range.least, "{}", number.name());
        assert_eq!(range.value_at(SLIDER_STEPS), range.most);
        let mut last = f64::MIN;
        for place in 0..=SLIDER_STEPS as u32 {
            let value = range.value_at(f64::from(place));
            assert!(value >= last && value <= range.most, "{}: {value} after {last}", number.name());
            last = value;
        }
    }
}

/// An arrow key moves the slider by one position.
#[test]
fn arrow_keys_reach_every_end() {
    for number in Number::ALL {
        let mut inputs = Inputs::default();
        let range = number.range();
        for (direction, end) in [(1.0, range.most), (-1.0, range.least)] {
            let mut presses = 0;
            while inputs.number(*number) != end {
                let value = inputs.number(*number);
                let place = range.place_of(value) + direction;
                inputs.set_number(*number, range.moved(value, place));
                assert_ne!(inputs.number(*number), value, "{} is stuck", number.name());
                presses += 1;
                assert!(presses <= 1_000, "{}", number.name());
            }
        }
    }
}

#[test]
fn drawing_begins_with_the_curve_that_is_shown() {
    let mut inputs = Inputs::default();
    inputs.apply(Change::Choice(Choice::Shape, 1));
    inputs.apply(Change::Hour(3, 20));
    assert!(inputs.is(Choice::Shape, "drawn"));
    assert_eq!((inputs.drawn[2], inputs.drawn[3], inputs.drawn[4]), (100, 20, 100));
}

#[test]
fn prices_are_edited_for_the_region_that_is_shown() {
    let mut inputs = Inputs::default();
    inputs.apply(Change::Price(PriceName::Storage, Some(9.0)));
    assert_eq!(inputs.book().usd(PriceName::Storage), Some(9.0));
    inputs.apply(Change::Choice(Choice::Place, 1));
    assert_eq!(inputs.book().usd(PriceName::Storage), Some(0.285));
    inputs.apply(Change::OriginalPrices);
    inputs.apply(Change::Choice(Choice::Place, 0));
    assert_eq!(inputs.book().usd(PriceName::Storage), Some(0.25));
}

#[test]
fn presets_set_month_and_gigabyte() {
    let mut inputs = Inputs::default();
    assert!(inputs.has_preset(Preset::PricePage));
    for preset in Preset::ALL {
        inputs.apply(Change::Preset(preset));
        assert!(Preset::ALL.iter().all(|other| inputs.has_preset(*other) == (*other == preset)));
    }
}

/// A link that the page of a design wrote before it carried a load. It must open forever.
#[test]
fn a_link_without_a_load_opens_with_its_units() {
    let hours = ["16"; 12].join(".") + ".100." + &["15"; 11].join(".");
    let link = format!(
        "section=price&free-tier=off&shape=drawn&load=units&pitr=on&item-kb=0.45&indexes=2&read-units=3121.5\
         &write-units=522&index-units=418.4&gb=1.5&index-gb=3&partition-reads=3122&drawn={hours}"
    );
    let inputs = Inputs::from_link(&link);
    assert_eq!((inputs.number(Number::ReadUnits), inputs.number(Number::IndexUnits)), (3_121.5, 418.4));
    assert_eq!((inputs.drawn[0], inputs.drawn[12], inputs.drawn[23]), (16, 100, 15));
    let load = crate::capacity::load::load(&inputs);
    assert_eq!((load.reads, load.writes, load.index_writes), (3_121.5, 522.0, 418.4));
    assert_eq!(crate::capacity::load::offered_bill(&inputs), None);
    assert_eq!(Inputs::from_link(&inputs.to_link()), inputs);
}

#[test]
fn a_damaged_load_in_a_link_is_told() {
    for damaged in
        ["offered=", "offered=%7B%22region%22", "offered=1&load=design", "offered=%7B%7D&load=design"]
    {
        let inputs = Inputs::from_link(damaged);
        assert!(matches!(inputs.offered, Some(Err(_))), "{damaged}");
        assert_eq!(crate::capacity::load::offered_bill(&inputs), None);
        // Without a load, the described requests are used.
        assert_eq!(crate::capacity::load::load(&inputs), crate::capacity::load::load(&Inputs::default()));
    }
}

#[test]
fn a_page_says_why_it_has_no_load_of_a_design() {
    use crate::calculator::link_text::{load_of_part, load_problem};
    let messages = dynalab_messages::Messages::new(dynalab_messages::Language::English);
    let said = |value: &str| load_problem(Some(&load_of_part(value)), &messages);
    assert!(
        said("%7B%22region%22")
            .starts_with("The load of a design in this link can’t be read: not a load: EOF")
    );
    assert!(said(&" ".repeat(2 << 20)).starts_with("The load of this design has 2,097,152 bytes"));
    assert!(load_problem(None, &messages).starts_with("This link has no load of a design."));
}
