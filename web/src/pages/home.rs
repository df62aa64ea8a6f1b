//! The home page: a live table with traffic, links to the parts of the site, and recent work.

mod demo;
mod doors;
mod recent;
mod ring;
mod scrolled_rows;
mod stage;
mod stage_table;
mod time_bar;

use dynalab_app::state::EngineStatus;
use yew::prelude::*;

use crate::address::route::Route;
use crate::components::icon::Icon;
use crate::components::{open_dialog, sample_choice};
use crate::page::recent_work;
use crate::page::scene::Scene;
use crate::page::sentences;
use crate::page::usable::use_usable_mark;
use demo::use_demo;
use stage::Stage;

const FIRST_LESSON: &str = "1.1";

#[derive(PartialEq, Properties)]
pub struct HomeProps {
    pub scene: Scene,
}

#[component]
pub fn Home(props: &HomeProps) -> Html {
    let scene = &props.scene;
    let app = &scene.app;
    let messages = app.messages();
    let (demo, on_step) = use_demo(scene);
    use_usable_mark(*app.status() == EngineStatus::Stopped || demo.is_shown());
    // Once: the page is drawn again with each second of the demo.
    let record = use_memo((), |()| recent_work::read());
    html! {
        <>
            <div class="page">
                <div class="page-head">
                    <div>
                        <h1 class="page-title page-title--home">{ messages.text(sentences::shell::HOME_TITLE) }</h1>
                        <p class="page-lead">{ messages.text(sentences::shell::HOME_LEAD) }<br />{ first_lesson(scene) }</p>
                    </div>
                    <div class="page-tools">{ open_in_workbench(scene) }</div>
                </div>
                <Stage scene={scene.clone()} {demo} {on_step} />
                { doors::view(scene) }
                { recent::view(scene, &record) }
                <section class="page-section home-open">
                    { open_dialog::button(scene, sentences::shell::OPEN_DESIGN, "button button--large") }
                    <span class="recent-about">{ messages.text(sentences::shell::OPEN_DROP) }</span>
                </section>
            </div>
            <footer class="page-foot">
                <span>{ messages.text(sentences::shell::FOOT_PRIVATE) }</span>
                { scene.link(Route::About, "", None, html! { { messages.text(sentences::shell::FOOT_ABOUT) } }) }
                <span>{ messages.text(sentences::shell::FOOT_NOT_AFFILIATED) }</span>
            </footer>
        </>
    }
}

/// Renders the link to the first lesson. The address has the lesson's number, which the player replaces with the slug.
fn first_lesson(scene: &Scene) -> Html {
    let to = Route::Lesson { lesson: FIRST_LESSON.to_owned() };
    let link = scene.link(to, "", None, html! { { scene.text(sentences::shell::HOME_FIRST_LESSON) } });
    html! { <span class="home-start" data-testid="first-lesson">{ scene.text(sentences::shell::HOME_NEW) }{ " " }{ link }</span> }
}

/// Renders the button that loads the stage's sample into the person's tables and opens it. If the table exists, the button only opens it.
fn open_in_workbench(scene: &Scene) -> Html {
    let app = &scene.app;
    let Some(entry) = app.samples().iter().find(|entry| entry.id == demo::SAMPLE) else { return html! {} };
    let there = entry.tables.iter().find(|name| app.definition(name).is_some()).cloned();
    let label =
        if there.is_some() { sentences::shell::OPEN_YOUR_TABLE } else { sentences::shell::OPEN_IN_WORKBENCH };
    let onclick = {
        let (scene, name) = (scene.clone(), entry.title.pick(app.language()).to_owned());
        Callback::from(move |_| match there.clone() {
            Some(table) => scene.open_table(table),
            None => sample_choice::load(&scene, demo::SAMPLE, &name),
        })
    };
    html! {
        <button class="button button--go button--large" type="button" data-testid="take-table" disabled={*app.loading_sample()} {onclick}>
            { Icon::Table.draw() }{ scene.text(label) }
        </button>
    }
}
