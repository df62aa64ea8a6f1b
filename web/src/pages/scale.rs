//! The partition lab: simulates a day of traffic on two designs, in a second worker. The link has all inputs.

mod charts;
mod form;
mod heat;
mod results;
mod run;
mod scale_context;

use dynalab_app::scale::inputs::{Change, Choice, Inputs, Side};
use yew::prelude::*;

use self::results::Results;
use self::run::{Progress, use_run};
use self::scale_context::ScaleContext;
use crate::page::scene::Scene;
use crate::page::sentences::scale as words;
use crate::pages::calculator::link::{copy_link_callback, use_linked_inputs};

#[derive(PartialEq, Properties)]
pub struct ScalePageProps {
    pub scene: Scene,
}

#[component]
pub fn ScalePage(props: &ScalePageProps) -> Html {
    let (inputs, change) = use_linked_inputs::<Inputs>();
    let run = use_run(&props.scene, &inputs);
    let desk = ScaleContext { scene: &props.scene, inputs: &inputs, change: &change };
    html! {
        <div class="page page--wide calc lab" data-testid="scale-page">
            { head(&desk) }
            { form::traffic(&desk) }
            { run.view(&desk) }
            { form::what_if(&desk) }
            <div class="calc-split lab-split">
                { for Side::ALL.into_iter().map(|side| html! {
                    <div class="calc-column">
                        { form::design(&desk, side) }
                        if let Some(outcome) = &run.outcome {
                            <Results scene={props.scene.clone()} {side} outcome={outcome.clone()} is_old={run.progress != Progress::Done} />
                        }
                    </div>
                }) }
            </div>
            if let Some(outcome) = &run.outcome {
                <div class="calc-wide">{ results::reasons(&desk, outcome) }</div>
            }
            <p class="picture-caption lab-note">{ desk.text(words::SCALE_NOTE) }</p>
        </div>
    }
}

fn head(desk: &ScaleContext) -> Html {
    let onclick =
        copy_link_callback(desk.scene, desk.inputs, words::SCALE_LINK_COPIED, words::SCALE_LINK_NOT_COPIED);
    html! {
        <div class="page-head">
            <div><h1 class="page-title">{ desk.text(words::SCALE_TITLE) }</h1><p class="page-lead">{ desk.text(words::SCALE_LEAD) }</p></div>
            <div class="page-tools">
                { desk.choice(Side::A, Choice::Place) }
                <button class="button" type="button" data-testid="scale-copy-link" {onclick}>{ desk.text(words::SCALE_COPY_LINK) }</button>
                { desk.button(words::SCALE_RESET, Change::Open(Box::default())) }
            </div>
        </div>
    }
}
