//! The Region and the account of the workspace, as a part of the settings diagram.

use crate::page::sentences;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{DescribeAccount, SetAccount};
use yew::prelude::*;

use super::draft_field::DraftField;
use super::engine_reads::use_described;
use super::{Canvas, figure};
use crate::browser::field_events::written;

#[derive(PartialEq, Properties)]
pub struct AccountProps {
    pub canvas: Canvas,
}

#[component]
pub fn Account(props: &AccountProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let described = use_described(canvas, DescribeAccount {});
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let set = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        move |names: SetAccount| {
            refusal.set(None);
            let refusal = refusal.clone();
            page.send_control(names.request(), Callback::from(move |why| refusal.set(Some(why))));
        }
    };
    let choose_region = {
        let set = set.clone();
        Callback::from(move |event: Event| {
            set(SetAccount { region: Some(written(&event)), ..SetAccount::default() })
        })
    };
    let enter_account = {
        let set = set.clone();
        Callback::from(move |entered: String| {
            set(SetAccount { account_id: Some(entered.trim().to_owned()), ..SetAccount::default() })
        })
    };
    let disabled = !canvas.is_live();
    // A refused choice is replaced by the present Region: a new element shows its selected option.
    let key = if refusal.is_some() { "refused" } else { "chosen" };
    html! {
        <div class="dials-profiles" role="group" aria-label={canvas.text(sentences::pictures::ACCOUNT)}>
            <label>{ canvas.text(sentences::pictures::ACCOUNT_REGION) }{ " " }
                <select {key} class="field" data-testid="account-region" {disabled} onchange={choose_region}>
                    { for described.regions.iter().map(|region| {
                        let selected = *region == described.region;
                        html! { <option value={region.clone()} selected={selected}>{ region }</option> }
                    }) }
                </select>
            </label>
            <label class="dials-seed">
                { canvas.text(sentences::pictures::ACCOUNT_ID) }
                { " " }
                <DraftField value={described.account_id.clone()} test_id="account-id" {disabled} on_settle={enter_account} />
            </label>
            <small>{ canvas.text(sentences::pictures::ACCOUNT_ABOUT) }</small>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
        </div>
    }
}
