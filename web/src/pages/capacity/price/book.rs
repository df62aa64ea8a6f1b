//! The price book of the Region: every price with unit, source and confidence, each in an editable field.

use dynalab_app::calculator::amounts::price;
use dynalab_app::capacity::inputs::Change;
use dynalab_pricing::{Price, PriceBook};
use yew::prelude::*;

use super::super::capacity_context::CapacityContext;
use super::lines::trust;
use crate::browser::field_events::written;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::figure::Figures;

pub fn view(desk: &CapacityContext, book: &PriceBook) -> Html {
    let head =
        [words::CALC_PRICE, words::CALC_USD, words::CALC_UNIT, words::CALC_SOURCE, words::CALC_SOURCES]
            .map(|name| desk.text(name));
    let mut figures = Figures::new(&head);
    for one in book.prices() {
        figures.add([
            name(desk, one),
            one.usd.map(price).unwrap_or_default(),
            one.unit.clone(),
            one.confidence.name().to_owned(),
            one.sources.join("; "),
        ]);
    }
    html! {
        <details class="calc-book" data-testid="calc-book">
            <summary>{ desk.text(words::CalcBookSummary { prices: (book.prices().len() as u64).into(), date: book.as_of.as_str().into() }) }</summary>
            <p class="picture-caption">{ desk.text(words::CALC_BOOK_CAPTION) }</p>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_BOOK_TITLE)}>
                <table class="sheet">
                    <thead><tr>{ for head.iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
                    <tbody>{ for book.prices().iter().map(|price| row(desk, price)) }</tbody>
                </table>
            </div>
            <div class="calc-row">{ figures.csv_button(desk.scene, "prices") }{ desk.button(words::CALC_BOOK_ORIGINAL, Change::OriginalPrices) }</div>
        </details>
    }
}

fn name(desk: &CapacityContext, price: &Price) -> String {
    desk.scene.text_or(words::calc_price_of(price.name.name()), price.name.name())
}

fn row(desk: &CapacityContext, one: &Price) -> Html {
    let (emit, price_name) = (desk.change.clone(), one.name);
    let onchange = Callback::from(move |event: Event| {
        let text = written(&event);
        let text = text.trim().trim_start_matches('$');
        match (text.is_empty(), text.parse::<f64>()) {
            (true, _) => emit.emit(Change::Price(price_name, None)),
            (false, Ok(usd)) if usd.is_finite() && usd >= 0.0 => {
                emit.emit(Change::Price(price_name, Some(usd)))
            }
            _ => {}
        }
    });
    let label = name(desk, one);
    html! {
        <tr>
            <th scope="row">{ label.clone() }</th>
            <td>
                <input
                    class="field calc-price" type="text" inputmode="decimal" autocomplete="off" aria-label={label}
                    placeholder={desk.text(words::CALC_NO_PRICE)} value={one.usd.map(price).unwrap_or_default()}
                    data-testid={format!("calc-price-{}", one.name.name())} {onchange}
                />
            </td>
            <td lang="en">{ &one.unit }</td>
            <td>{ trust(desk, one.confidence) }</td>
            <td class="calc-sources" lang="en">{ one.sources.join("; ") }if let Some(note) = &one.note { <small>{ note }</small> }</td>
        </tr>
    }
}
