//! The bill by line: quantity, free part, price, and the confidence of each price.

use dynalab_app::calculator::amounts::{money, percent, price};
use dynalab_pricing::{ComparedMode, Confidence, Line, LineItem, Mode, PriceBook};
use yew::prelude::*;

use super::super::capacity_context::CapacityContext;
use super::has_scaling;
use crate::browser::figures::grouped_decimal;
use crate::page::sentences::capacity as words;
use crate::pages::calculator::controls::finding;
use crate::pages::calculator::figure::Figures;

pub fn view(desk: &CapacityContext, chosen: &ComparedMode, book: &PriceBook) -> Html {
    let bill = &chosen.bill;
    let head = [words::CALC_LINE, words::CALC_ARITHMETIC, words::CALC_SOURCE, words::CALC_USD]
        .map(|name| desk.text(name));
    let mut figures = Figures::new(&head);
    for line in &bill.lines {
        let confidence =
            desk.scene.text_or(words::calc_trust(line.confidence.name()), line.confidence.name());
        figures.add([item_name(desk, line.item), arithmetic(desk, line, book), confidence, usd(desk, line)]);
    }
    let total = desk.text(words::CALC_PER_MONTH);
    figures.add([total.clone(), String::new(), String::new(), money(bill.total_usd())]);
    html! {
        <>
            <div class="calc-scroll" tabindex="0" role="group" aria-label={desk.text(words::CALC_BILL_TITLE)}>
                <table class="sheet" data-testid="calc-bill">
                    <thead>
                        <tr>
                            { for head.iter().enumerate().map(|(column, name)| html! {
                                <th scope="col" class={(column == 3).then_some("sheet-num")}>{ name }</th>
                            }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for bill.lines.iter().map(|line| html! {
                            <tr data-testid={format!("calc-line-{}", line.item.name())}>
                                <th scope="row">
                                    { item_name(desk, line.item) }
                                    <small class="calc-source" lang="en">{ book.get(line.price).sources.join("; ") }</small>
                                </th>
                                <td class="calc-data">{ arithmetic(desk, line, book) }</td>
                                <td>{ trust(desk, line.confidence) }</td>
                                <td class="sheet-num">{ usd(desk, line) }</td>
                            </tr>
                        }) }
                        <tr class="sheet-total">
                            <th scope="row">{ total }</th> <td></td> <td></td>
                            <td class="sheet-num" data-testid="calc-total">{ money(bill.total_usd()) }</td>
                        </tr>
                    </tbody>
                </table>
            </div>
            { for remarks(desk, chosen, book) }
            <div class="calc-row">{ figures.csv_button(desk.scene, "bill") }</div>
        </>
    }
}

fn usd(desk: &CapacityContext, line: &Line) -> String {
    line.usd.map_or_else(|| desk.text(words::CALC_NO_PRICE), money)
}

/// Returns the charged amount times the price, such as "2,365.2 M × $0.625".
fn arithmetic(desk: &CapacityContext, line: &Line, book: &PriceBook) -> String {
    let amount = |quantity: f64| match quantity {
        quantity if quantity >= 10_000_000.0 => {
            format!("{} M", grouped_decimal((quantity / 100_000.0).round() / 10.0))
        }
        quantity => grouped_decimal((quantity * 100.0).round() / 100.0),
    };
    let found = book.get(line.price);
    let unit = &found.unit;
    let factor = found.usd.map_or_else(|| "?".to_owned(), price);
    let free = if line.free > 0.0 {
        format!(" ({})", desk.text(words::CalcFree { free: amount(line.free).as_str().into() }))
    } else {
        String::new()
    };
    match line.item {
        LineItem::SavingsPlan => format!("{} × {factor} %", money(line.quantity)),
        LineItem::ReservedReads | LineItem::ReservedWrites => desk
            .text(words::CalcBlocks { blocks: (line.quantity as u64).into(), hour: factor.as_str().into() }),
        _ => format!("{}{free} × ${factor} / {unit}", amount(line.quantity)),
    }
}

fn remarks(desk: &CapacityContext, chosen: &ComparedMode, book: &PriceBook) -> Vec<Html> {
    let bill = &chosen.bill;
    let mut remarks = Vec::new();
    let (doubtful, total) = (bill.doubtful_usd(), bill.total_usd());
    if doubtful > 0.0 {
        let text = desk.text(words::CalcBillDoubtful {
            doubtful: money(doubtful).as_str().into(),
            total: money(total).as_str().into(),
            share: percent(doubtful / total.max(f64::MIN_POSITIVE)).as_str().into(),
            date: book.as_of.as_str().into(),
        });
        remarks.push(html! { <div data-testid="calc-doubtful">{ finding("warn", text) }</div> });
    } else {
        remarks.push(finding("ok", desk.text(words::CalcBillSure { date: book.as_of.as_str().into() })));
    }
    let missing: Vec<String> = bill.without_price().map(|item| item_name(desk, item)).collect();
    if !missing.is_empty() {
        let text = desk.text(words::CalcBillMissing { names: missing.join(", ").as_str().into() });
        remarks.push(html! { <div data-testid="calc-missing">{ finding("bad", text) }</div> });
    }
    let upfront = bill.upfront_usd();
    if let (Mode::Provisioned { reserved: Some(term), .. }, true) = (chosen.mode, upfront > 0.0) {
        let text = desk.text(words::CalcBillUpfront {
            usd: money(upfront).as_str().into(),
            month: money(upfront / term.months()).as_str().into(),
        });
        remarks.push(html! { <p class="picture-caption" data-testid="calc-upfront">{ text }</p> });
    }
    if has_scaling(chosen.mode) {
        remarks.push(html! { <p class="picture-caption">{ desk.text(words::CALC_BILL_FOLLOWS) }</p> });
    }
    remarks
}

pub fn item_name(desk: &CapacityContext, item: LineItem) -> String {
    desk.scene.text_or(words::calc_line_of(item.name()), item.name())
}

/// Renders the confidence of a price as a shape and a word.
pub fn trust(desk: &CapacityContext, confidence: Confidence) -> Html {
    let class = match confidence {
        Confidence::Edited | Confidence::PriceList => "",
        Confidence::SecondarySource => "trust--half",
        Confidence::NotVerified | Confidence::Unknown => "trust--none",
    };
    let word = desk.scene.text_or(words::calc_trust(confidence.name()), confidence.name());
    html! { <span class={classes!("trust", class)}>{ word }</span> }
}
