//! The lesson builder. An author writes a lesson as one text, which is checked while typed. A worker proves it, and the player can show it.

mod arrivals;
mod builder_state;
mod editor;
mod files;
mod proof;
mod report;
mod starts;

use dynalab_app::shared::Shared;
use gloo::utils::document;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::player::Player;
use super::progress::use_trial_progress;
use super::site_files::CourseFiles;
use crate::address::route::Route;
use crate::components::icon::Icon;
use crate::components::open_dialog;
use crate::page::messages::Sentence;
use crate::page::scene::Scene;
use crate::page::sentences::{learn as words, shell};
use builder_state::{BuilderSetter, BuilderState, Change, Running};
use dynalab_lessons::Lesson;
use proof::Prover;

#[derive(Clone, PartialEq, Properties)]
pub struct BuildPageProps {
    pub scene: Scene,
    pub course: CourseFiles,
}

/// The context that the views of the builder receive.
struct Bench<'a> {
    scene: &'a Scene,
    course: &'a CourseFiles,
    desk: &'a BuilderState,
    setter: &'a BuilderSetter,
    prover: &'a Prover,
    area: &'a NodeRef,
}

impl Bench<'_> {
    fn text(&self, sentence: Sentence) -> String {
        self.scene.text(sentence)
    }

    fn button(&self, name: Sentence, id: &'static str, onclick: Callback<MouseEvent>) -> Html {
        html! { <button class="button" type="button" data-testid={id} {onclick}>{ self.text(name) }</button> }
    }
}

#[component]
pub fn BuildPage(props: &BuildPageProps) -> Html {
    let BuildPageProps { scene, course } = props;
    let desk = use_reducer(BuilderState::begin);
    let setter = desk.dispatcher();
    let prover = proof::use_prover(scene, &setter);
    let area = use_node_ref();
    starts::use_first_text(&desk);
    arrivals::use_links(scene, &setter);
    proof::use_reading(&prover, &desk);
    builder_state::use_kept(&desk);
    use_title(scene, desk.tried.is_some());
    if let Some(lesson) = &desk.tried {
        return html! { <Trial scene={scene.clone()} course={course.clone()} lesson={lesson.clone()} {setter} /> };
    }
    let bench = Bench { scene, course, desk: &desk, setter: &setter, prover: &prover, area: &area };
    html! {
        <div class="page build" data-testid="build-page">
            <div class="page-head">
                <div>
                    <h1 class="page-title">{ scene.text(words::BUILD_TITLE) }</h1>
                    <p class="page-lead">{ scene.text(words::BUILD_LEAD) }</p>
                    <p class="learn-said">
                        { scene.link(Route::Learn, "link", None, html! { { scene.text(words::BUILD_TO_LIST) } }) }
                    </p>
                </div>
            </div>
            { starts::view(&bench) }
            { format(&bench) }
            { notes(&bench) }
            <div class="build-desk">
                { editor::view(&bench) }
                <div class="build-side">
                    { actions(&bench) }
                    { report::view(&bench) }
                    { files::view(&bench) }
                </div>
            </div>
        </div>
    }
}

/// Renders messages that are not about the text itself.
fn notes(bench: &Bench) -> Html {
    html! {
        <>
            if let Some(problem) = &bench.desk.not_opened {
                <div data-testid="build-not-opened">
                    { open_dialog::finding(bench.scene, problem) }
                    <p class="learn-said">{ bench.text(words::BUILD_UNCHANGED) }</p>
                </div>
            }
            if bench.desk.is_not_kept {
                <p class="finding finding--warn" role="alert" data-testid="build-not-kept">
                    { Icon::Warning.draw() }<span>{ bench.text(words::BUILD_NOT_KEPT) }</span>
                </p>
            }
        </>
    }
}

/// Renders a summary of the lesson format, enough to change the sample.
fn format(bench: &Bench) -> Html {
    let parts = [
        words::BUILD_FORMAT_SECTIONS,
        words::BUILD_FORMAT_FACTS,
        words::BUILD_FORMAT_TEXTS,
        words::BUILD_FORMAT_PROOF,
        words::BUILD_FORMAT_MORE,
    ];
    html! {
        <details class="build-format" data-testid="build-format">
            <summary>{ bench.text(words::BUILD_FORMAT) }</summary>
            <ul>{ for parts.map(|part| html! { <li>{ bench.text(part) }</li> }) }</ul>
        </details>
    }
}

/// Renders the buttons that check the lesson, stop the check, and try the lesson.
fn actions(bench: &Bench) -> Html {
    let running = bench.desk.running;
    let busy = running.map(|running| {
        bench.text(match running {
            Running::Reading => words::BUILD_READING,
            Running::Check | Running::Trial => words::BUILD_CHECKING,
        })
    });
    let start = |what: Running| {
        let (prover, text) = (bench.prover.clone(), bench.desk.text.clone());
        Callback::from(move |_: MouseEvent| prover.play(what, &text))
    };
    let stop = {
        let prover = bench.prover.clone();
        Callback::from(move |_: MouseEvent| prover.stop())
    };
    let is_playing = bench.desk.is_playing();
    html! {
        <div class="build-actions">
            <button class="button button--go" type="button" data-testid="build-check" disabled={is_playing} onclick={start(Running::Check)}>
                { Icon::Check.draw() }{ bench.text(words::BUILD_CHECK) }
            </button>
            <button class="button" type="button" data-testid="build-try" disabled={is_playing} onclick={start(Running::Trial)}>
                { Icon::Run.draw() }{ bench.text(words::BUILD_TRY) }
            </button>
            <button class="button" type="button" data-testid="build-stop" disabled={running.is_none()} onclick={stop}>
                { Icon::Cross.draw() }{ bench.text(words::BUILD_STOP) }
            </button>
            <span class="learn-said" role="status" data-testid="build-busy" data-running={running.map(Running::name)}>{ busy.unwrap_or_default() }</span>
        </div>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct TrialProps {
    scene: Scene,
    course: CourseFiles,
    lesson: Shared<Lesson>,
    setter: BuilderSetter,
}

/// Shows the lesson in the player, as a learner sees it. The trial stores nothing.
#[component]
fn Trial(props: &TrialProps) -> Html {
    let TrialProps { scene, course, lesson, setter } = props;
    let progress = use_trial_progress();
    let back = {
        let setter = setter.clone();
        Callback::from(move |_: MouseEvent| setter.dispatch(Change::EndTrial))
    };
    html! {
        <>
            <div class="build-trial" data-testid="build-trial">
                <p>{ scene.text(words::BUILD_TRIAL) }</p>
                <button class="button" type="button" data-testid="build-back" onclick={back}>{ Icon::Pen.draw() }{ scene.text(words::BUILD_BACK) }</button>
            </div>
            <Player scene={scene.clone()} course={course.clone()} {progress} slug={lesson.facts.slug.clone()} own={Some(lesson.clone())} />
        </>
    }
}

/// Sets the title of the builder. During a trial the player sets the lesson's title.
#[hook]
fn use_title(scene: &Scene, is_trial: bool) {
    let title = scene.text(shell::TITLE_LEARN_BUILD);
    use_effect_with((title, is_trial), |(title, is_trial)| {
        let title = title.clone();
        if !is_trial {
            spawn_local(async move { document().set_title(&title) });
        }
    });
}
