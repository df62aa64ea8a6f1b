//! The rates in the form of an access pattern: average and peak, the shape of the day, growth, and the share of failed conditions.

use dynalab_app::design::edit::RateEdit;
use dynalab_app::design::field_text::amount;
use dynalab_app::design::rate_draft::{self as draft, DAYS, RateFault};
use dynalab_load::Day;
use dynalab_modeling::design::AccessPattern;
use yew::prelude::*;

use super::design_context::{DesignContext, Field};
use crate::browser::figures;
use crate::page::sentences::design as words;

pub fn view(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    html! {
        <>
            { units(desk, number, pattern) }
            { day(desk, number, &pattern.rate.day) }
            { shares(desk, number, pattern) }
        </>
    }
}

/// Renders the requests per second, on average and at the peak.
fn units(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let messages = *desk.scene.messages();
    let field = |name, label, value| short(name, "decimal", label, figures::grouped_decimal(value));
    let average = field("design-pattern-average", desk.text(words::DESIGN_AVERAGE), pattern.rate.average);
    let peak = field("design-pattern-peak", desk.text(words::DESIGN_PEAK), pattern.rate.peak);
    html! {
        <>
            { desk.field(&average, move |_, text| Ok(RateEdit::SetAverage(amount(messages, text)?).of(number))) }
            { desk.field(&peak, move |_, text| Ok(RateEdit::SetPeak(amount(messages, text)?).of(number))) }
        </>
    }
}

/// Renders the list of shapes, and the fields of a peak or of a drawn day.
fn day(desk: &DesignContext, number: usize, day: &Day) -> Html {
    let options: Vec<(String, String)> =
        DAYS.iter().map(|name| ((*name).to_owned(), desk.text(draft::day_label(name)))).collect();
    let shapes = desk.list(
        "design-pattern-day",
        desk.text(words::DESIGN_DAY),
        &options,
        draft::day_name(day),
        move |chosen| Some(RateEdit::SetDay(chosen.to_owned()).of(number)),
    );
    let fields = match *day {
        Day::OnePeak { minutes, at } => one_peak(desk, number, minutes, at),
        Day::Drawn(hours) => {
            let label = desk.text(words::DESIGN_HOURS);
            let field = Field {
                class: classes!("field--grow"),
                ..Field::new("design-pattern-hours", label, draft::hours_text(&hours))
            };
            value(desk, number, &field, draft::read_hours, RateEdit::SetHours)
        }
        Day::Flat | Day::DayAndNight => Html::default(),
    };
    html! { <>{ shapes }{ fields }</> }
}

fn one_peak(desk: &DesignContext, number: usize, minutes: u32, at: u32) -> Html {
    let start =
        short("design-pattern-peak-start", "text", desk.text(words::DESIGN_PEAK_START), draft::time_text(at));
    let length = short(
        "design-pattern-peak-minutes",
        "numeric",
        desk.text(words::DESIGN_PEAK_MINUTES),
        figures::grouped(u64::from(minutes)),
    );
    html! {
        <>
            { value(desk, number, &start, draft::read_time, RateEdit::SetPeakStart) }
            { value(desk, number, &length, draft::read_minutes, RateEdit::SetPeakMinutes) }
        </>
    }
}

/// Renders the growth, and for writes the share whose condition fails.
fn shares(desk: &DesignContext, number: usize, pattern: &AccessPattern) -> Html {
    let percent = |name, label, share| short(name, "decimal", label, draft::percent_text(share));
    let growth = percent("design-pattern-growth", desk.text(words::DESIGN_RATE_GROWTH), pattern.rate.growth);
    let failed = draft::has_failed_conditions(pattern).then(|| {
        let label = desk.text(words::DESIGN_FAILED);
        let field = percent("design-pattern-failed", label, pattern.failed_conditions);
        value(desk, number, &field, draft::read_failed, RateEdit::SetFailed)
    });
    html! {
        <>
            { value(desk, number, &growth, draft::read_growth, RateEdit::SetGrowth) }
            { for failed }
        </>
    }
}

fn short(name: &str, mode: &'static str, label: String, value: String) -> Field {
    Field { mode, class: classes!("field--short"), ..Field::new(name, label, value) }
}

/// Renders a field whose text is read into a value of the pattern.
fn value<T: 'static>(
    desk: &DesignContext,
    number: usize,
    field: &Field,
    read: fn(&str) -> Result<T, RateFault>,
    edit: fn(T) -> RateEdit,
) -> Html {
    let messages = *desk.scene.messages();
    desk.field(field, move |_, text| {
        let value = read(text).map_err(|fault| fault.text(messages))?;
        Ok(edit(value).of(number))
    })
}
