//! The settings diagram: the profile, and every delay and limit with its description.

use crate::page::sentences;
use dynalab_service::contract::Call;
use dynalab_service::contract::clock::{DescribeDials, DialDescription, SetDials};
use yew::prelude::*;

use super::account::Account;
use super::draft_field::DraftField;
use super::engine_reads::use_described;
use super::{Canvas, figure};

#[derive(PartialEq, Properties)]
pub struct DialsProps {
    pub canvas: Canvas,
}

#[component]
pub fn Dials(props: &DialsProps) -> Html {
    let canvas = &props.canvas;
    let refusal = use_state(|| None::<String>);
    let described = use_described(canvas, DescribeDials {});
    let Some(described) = described else { return figure::waiting(canvas) };
    let described = match described.as_ref() {
        Ok(described) => described,
        Err(why) => return figure::refused(why),
    };
    let set = {
        let (page, refusal) = (canvas.page.clone(), refusal.setter());
        move |request: SetDials| {
            refusal.set(None);
            let refusal = refusal.clone();
            page.send_control(request.request(), Callback::from(move |why| refusal.set(Some(why))));
        }
    };
    let disabled = !canvas.is_live();
    html! {
        <div class="dials">
            <p class="picture-caption">{ canvas.text(sentences::pictures::DIALS_ABOUT) }</p>
            <div class="dials-profiles" role="group" aria-label={canvas.text(sentences::pictures::PROFILE)}>
                { for ["instant", "realistic"].into_iter().map(|profile| {
                    let onclick = { let set = set.clone(); Callback::from(move |_| set(SetDials {
                        profile: Some(profile.to_owned()), ..SetDials::default() })) };
                    let pressed = (described.profile == profile).to_string();
                    html! {
                        <button class="button" type="button" aria-pressed={pressed} data-testid={format!("profile-{profile}")} {disabled} {onclick}>
                            { canvas.text_or(sentences::pictures::profile(profile), profile) }
                        </button>
                    }
                }) }
                <label class="dials-seed">
                    { canvas.text(sentences::pictures::SEED) }
                    { " " }
                    <DraftField kind="number" value={described.seed.to_string()} test_id="seed" {disabled}
                        on_settle={{ let set = set.clone(); Callback::from(move |entered: String| {
                    if let Ok(seed) = entered.trim().parse::<i64>() { set(SetDials { seed: Some(seed), ..SetDials::default() }); }
                }) }} /></label>
            </div>
            if let Some(why) = refusal.as_ref() { { figure::refused(why) } }
            <Account canvas={canvas.clone()} />
            <table class="sheet dials-sheet">
                <thead>
                    <tr>
                        <th scope="col">{ canvas.text(sentences::pictures::DIAL) }</th>
                        <th scope="col">{ canvas.text(sentences::pictures::VALUE) }</th>
                        <th scope="col">{ canvas.text(sentences::pictures::PROFILE_REALISTIC) }</th>
                    </tr>
                </thead>
                <tbody>{ for described.dials.iter().map(|dial| row(canvas, dial, &described.profile, set.clone(), disabled)) }</tbody>
            </table>
        </div>
    }
}

fn row(
    canvas: &Canvas,
    dial: &DialDescription,
    profile: &str,
    set: impl Fn(SetDials) + 'static,
    disabled: bool,
) -> Html {
    let untouched = if profile == "realistic" { dial.realistic } else { dial.instant };
    let name = dial.name.clone();
    let on_settle = Callback::from(move |entered: String| {
        if let Ok(value) = entered.trim().parse::<u64>() {
            set(SetDials::from_values(&[(&name, value)]));
        }
    });
    let class = (dial.value != untouched).then_some("dials-turned");
    let about = canvas.text_or(sentences::pictures::dial(&dial.name.replace('_', "-")), &dial.name);
    let source = canvas.text_or(sentences::pictures::setting_source(&dial.source), &dial.source);
    html! {
        <tr key={dial.name.clone()} {class}>
            <th scope="row"><code>{ &dial.name }</code><small>{ about }</small><small data-testid={format!("dial-source-{}", dial.name)}>{ source }</small></th>
            <td>
                <DraftField
                    kind="number" most={dial.most} value={dial.value.to_string()} label={dial.name.clone()} test_id={format!("dial-{}", dial.name)}
                    {disabled} {on_settle}
                />
            </td>
            <td class="sheet-num">{ dial.realistic }</td>
        </tr>
    }
}
