//! What every section is given, and the controls that all sections share: a number with its slider, one of a few, a panel.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::inputs::{Change, Choice, Inputs, Number, SLIDER_STEPS};
use crate::field_events::written;
use crate::figures;
use crate::messages::{Message, Sentence};
use crate::scene::Scene;
use crate::sentences::capacity as words;

/// More options than this are a list that opens.
const OPTIONS_SHOWN_MAX: usize = 7;

#[derive(Clone, Copy)]
pub struct Desk<'a> {
    pub scene: &'a Scene,
    pub inputs: &'a Inputs,
    pub change: &'a Callback<Change>,
}

impl Desk<'_> {
    pub fn text(&self, message: impl Message) -> String {
        self.scene.text(message)
    }

    pub fn number_label(&self, number: Number) -> String {
        self.scene.text_or(words::calc_number(number.name()), number.name())
    }

    pub fn option_label(&self, choice: Choice, option: &str) -> String {
        let name = format!("{}-{option}", choice.name());
        self.scene.text_or(words::calc_option(&name), option)
    }

    /// A button that changes inputs.
    pub fn button(&self, name: Sentence, change: Change) -> Html {
        let emit = self.change.clone();
        let onclick = Callback::from(move |_: MouseEvent| emit.emit(change.clone()));
        html! { <button class="button" type="button" data-testid={name.name()} {onclick}>{ self.text(name) }</button> }
    }

    pub fn number(&self, number: Number) -> Html {
        let (name, range, value) = (number.name(), number.range(), self.inputs.number(number));
        let id = format!("calc-{name}");
        let label = self.number_label(number);
        let emit = self.change.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Ok(value) = written(&event).trim().replace(',', "").parse() {
                emit.emit(Change::Number(number, value));
            }
        });
        let emit = self.change.clone();
        let oninput = Callback::from(move |event: InputEvent| {
            let place =
                event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
            if let Some(place) = place {
                emit.emit(Change::Number(number, number.range().moved(value, place)));
            }
        });
        let shown = figures::grouped_decimal(value);
        html! {
            <div class="slider">
                <label class="slider-label" for={id.clone()}>{ label.clone() }</label>
                <input class="field slider-field" type="text" inputmode="decimal" autocomplete="off" data-testid={id.clone()} {id} value={shown.clone()} {onchange} />
                <input class="range slider-range" type="range" min="0" max={SLIDER_STEPS.to_string()} step="1" value={range.place_of(value).to_string()} aria-label={label} aria-valuetext={shown} data-testid={format!("calc-{name}-slider")} {oninput} />
            </div>
        }
    }

    pub fn numbers(&self, numbers: &[Number]) -> Html {
        html! { <>{ for numbers.iter().map(|number| self.number(*number)) }</> }
    }

    pub fn choice(&self, choice: Choice) -> Html {
        let label = self.scene.text_or(words::calc_choice(choice.name()), choice.name());
        if choice.options().len() > OPTIONS_SHOWN_MAX {
            return self.list(choice, label);
        }
        html! {
            <div class="choice" role="group" aria-label={label.clone()}>
                <span class="choice-label" aria-hidden="true">{ label }</span>
                <span class="choice-set">{ for choice.options().iter().enumerate().map(|(place, option)| {
                    let emit = self.change.clone();
                    let onclick = Callback::from(move |_: MouseEvent| emit.emit(Change::Choice(choice, place)));
                    let pressed = (self.inputs.choice(choice) == place).to_string();
                    html! { <button class="choice-option" type="button" aria-pressed={pressed} data-testid={format!("calc-{}-{option}", choice.name())} {onclick}>{ self.option_label(choice, option) }</button> }
                }) }</span>
            </div>
        }
    }

    fn list(&self, choice: Choice, label: String) -> Html {
        let emit = self.change.clone();
        let onchange = Callback::from(move |event: Event| {
            if let Ok(place) = written(&event).parse() {
                emit.emit(Change::Choice(choice, place));
            }
        });
        let now = self.inputs.choice(choice);
        html! {
            <label class="choice"><span class="choice-label">{ label }</span>
                <select class="field" data-testid={format!("calc-{}", choice.name())} {onchange}>
                    { for choice.options().iter().enumerate().map(|(place, option)| {
                        html! { <option value={place.to_string()} selected={place == now}>{ self.option_label(choice, option) }</option> }
                    }) }
                </select>
            </label>
        }
    }

    /// A titled box. The title's name is its id.
    pub fn panel(&self, title: Sentence, side: Html, body: Html) -> Html {
        html! {
            <section class="panel calc-panel" aria-labelledby={title.name()}>
                <div class="calc-head"><h2 class="calc-title" id={title.name()}>{ self.text(title) }</h2><span class="calc-side">{ side }</span></div>
                <div class="panel-body">{ body }</div>
            </section>
        }
    }

    /// Large figures, each with its name.
    pub fn answer(&self, parts: &[(String, String, &'static str)], test_id: &'static str) -> Html {
        html! {
            <div class="answer" data-testid={test_id} aria-live="polite">
                { for parts.iter().map(|(value, label, class)| html! {
                    <div class="answer-part"><span class={classes!("answer-value", *class)}>{ value }</span><span class="answer-label">{ label }</span></div>
                }) }
            </div>
        }
    }
}

/// Panels in two columns; on a narrow page the left column is first.
pub fn columns(left: Vec<Html>, right: Vec<Html>) -> Html {
    html! { <div class="calc-split"><div class="calc-column">{ for left }</div><div class="calc-column">{ for right }</div></div> }
}

/// A remark with a colored edge: "ok", "warn", "bad".
pub fn finding(kind: &'static str, text: String) -> Html {
    use crate::components::icon::Icon;
    let icon = if kind == "ok" { Icon::Check } else { Icon::Warning };
    html! { <div class={classes!("finding", "calc-finding", format!("finding--{kind}"))}>{ icon.draw() }<p>{ text }</p></div> }
}

/// "$1,478.25". Amounts below a cent keep two significant digits.
pub fn money(usd: f64) -> String {
    let sign = if usd < -0.000_5 { "-" } else { "" };
    let size = usd.abs();
    if size > 0.0 && size < 0.01 {
        let digits = 10_f64.powf(1.0 - size.log10().floor());
        return format!("{sign}${}", price((size * digits).round() / digits));
    }
    let cents = (size * 100.0).round() as u64;
    format!("{sign}${}.{:02}", figures::grouped(cents / 100), cents % 100)
}

/// A price as the book has it, without digits that a float adds.
pub fn price(usd: f64) -> String {
    let digits = format!("{usd:.8}");
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// With one decimal, and none from 1,000 on.
pub fn units(value: f64) -> String {
    let places = if value.abs() >= 1_000.0 { 1.0 } else { 10.0 };
    figures::grouped_decimal((value * places).round() / places)
}

/// 0.289 → "28.9 %", 0.000312 → "0.03 %".
pub fn percent(share: f64) -> String {
    let places = if share.abs() < 0.001 { 100.0 } else { 10.0 };
    format!("{} %", figures::grouped_decimal((share * 100.0 * places).round() / places))
}

#[cfg(test)]
mod tests {
    use super::{money, percent, price, units};

    #[test]
    fn money_has_cents_and_small_amounts_their_digits() {
        assert_eq!(
            [0.0, 1_478.25, 0.24, -3.5, 1_234_567.891].map(money),
            ["$0.00", "$1,478.25", "$0.24", "-$3.50", "$1,234,567.89"]
        );
        assert_eq!([0.000_5, 0.006_053_6].map(money), ["$0.0005", "$0.0061"]);
        assert_eq!([0.000_13, 0.25, 30.0].map(price), ["0.00013", "0.25", "30"]);
        assert_eq!([2_200.4, 0.5, 12.34].map(units), ["2,200", "0.5", "12.3"]);
        assert_eq!([0.288_9, 0.000_312_5, 0.0, 1.0].map(percent), ["28.9 %", "0.03 %", "0 %", "100 %"]);
    }
}
