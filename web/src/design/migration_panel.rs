//! The migration from a design to its branch: the steps in order with their commands, and their run on the sample.

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::design::cost_text::{money, units};
use dynalab_app::design::editor::Variant;
use dynalab_app::design::migration_text::{risk, sentence};
use dynalab_app::shared::Shared;
use dynalab_app::state::{Action, Notice};
use dynalab_literals::{Replacements, shell};
use dynalab_modeling::formats::ExportedDesign;
use dynalab_modeling::migrate::commands::{StepRequest, requests};
use dynalab_modeling::migrate::run::{PatternResults, StepResult};
use dynalab_modeling::migrate::{Migration, Step, migrate_checked};
use dynalab_modeling::{Design, Report};
use dynalab_pricing::{PriceBook, Region, TableClass};
use dynalab_programs::bench::{DesignDocument, RunMigration};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::design_context::{DesignContext, chip};
use super::files::sentence_of_notes;
use crate::browser::clipboard;
use crate::components::icon::Icon;
use crate::components::notices::ask_sentence;
use crate::engine::program_handle::{Program, ProgramHandle};
use crate::page::messages::{Messages, Sentence};
use crate::page::scene::Scene;
use crate::page::sentences::design as words;

/// Renders the panel. Empty without a branch that has a current check.
pub fn view(desk: &DesignContext) -> Html {
    let Some(branch) = desk.editor.b.as_ref().filter(|branch| branch.is_current()) else { return html! {} };
    let Some(report) = branch.report().cloned() else { return html! {} };
    let (from, to) = (desk.editor.a.design().clone(), Variant::design(branch).clone());
    html! { <MigrationPanel scene={desk.scene.clone()} {from} {to} {report} /> }
}

#[derive(Clone, PartialEq, Properties)]
struct MigrationPanelProps {
    scene: Scene,
    from: Shared<Design>,
    to: Shared<Design>,
    report: Shared<Report>,
}

#[derive(Clone, Default, PartialEq)]
enum Progress {
    #[default]
    Idle,
    Running,
    Done(Vec<StepResult>),
    Failed(String),
}

#[component]
fn MigrationPanel(props: &MigrationPanelProps) -> Html {
    let scene = &props.scene;
    let pair = (props.from.clone(), props.to.clone());
    let migration = use_memo((pair.clone(), props.report.clone()), |((from, to), report)| {
        migrate_checked(from, to, report)
    });
    let progress = use_state(Progress::default);
    let bench = use_mut_ref(|| None::<ProgramHandle>);
    let note = use_state(|| None::<Sentence>);
    {
        // A result of other designs does not apply to these.
        let (progress, bench, note) = (progress.setter(), bench.clone(), note.setter());
        use_effect_with(pair, move |_| {
            progress.set(Progress::Idle);
            note.set(None);
            move || {
                if let Some(bench) = bench.borrow_mut().take() {
                    bench.end();
                }
            }
        });
    }
    let run = run_callback(props, progress.setter(), &bench);
    let cancel = {
        let (progress, bench) = (progress.setter(), bench.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(bench) = bench.borrow_mut().take() {
                bench.end();
            }
            progress.set(Progress::Idle);
        })
    };
    let mut replaced = Replacements::default();
    let commands = whole_text(scene, props, &migration, &mut replaced);
    let copy = copy_callback(scene, commands.clone(), replaced, note.setter());
    let is_running = *progress == Progress::Running;
    html! {
        <section class="panel design-panel" aria-labelledby="design-migration" data-testid="design-migration-panel">
            <div class="design-head">
                <h2 class="design-title" id="design-migration">{ scene.text(words::DESIGN_MIGRATION) }</h2>
                if !migration.steps.is_empty() {
                    <span class="design-side">
                        { button(scene, words::DESIGN_MIGRATION_COPY, Icon::Copy, copy) }
                        if is_running { { button(scene, words::DESIGN_MIGRATION_CANCEL, Icon::Cross, cancel) } } else {
                            { button(scene, words::DESIGN_MIGRATION_RUN, Icon::Run, run) } }
                    </span>
                }
            </div>
            <div class="panel-body">
                if migration.steps.is_empty() {
                    <p class="design-note" data-testid="design-migration-none">{ scene.text(words::DESIGN_MIGRATION_NONE) }</p>
                } else {
                    <p class="design-note">{ scene.text(words::DESIGN_MIGRATION_ABOUT) }</p>
                    <p class="design-note">{ cost(scene, &props.to, &migration) }</p>
                    <p class="design-note" role="status" data-testid="design-migration-status">{ status(*scene.messages(), &progress, *note) }</p>
                    <ol class="design-steps">
                        { for migration.steps.iter().enumerate().map(|(place, step)| step_view(props, step, result(&progress, place))) }
                    </ol>
                    <details class="design-details">
                        <summary>{ scene.text(words::DESIGN_MIGRATION_COMMANDS) }</summary>
                        <pre class="code" tabindex="0" data-testid="design-migration-commands">{ commands }</pre>
                    </details>
                }
            </div>
        </section>
    }
}

type RunningBench = Rc<RefCell<Option<ProgramHandle>>>;

/// Returns a handler that runs all steps in the program `bench`.
fn run_callback(
    props: &MigrationPanelProps,
    progress: UseStateSetter<Progress>,
    bench: &RunningBench,
) -> Callback<MouseEvent> {
    let (props, bench) = (props.clone(), bench.clone());
    Callback::from(move |_: MouseEvent| {
        let handle = ProgramHandle::new(Program::Bench);
        *bench.borrow_mut() = Some(handle.clone());
        progress.set(Progress::Running);
        let (props, progress, bench) = (props.clone(), progress.clone(), bench.clone());
        spawn_local(async move {
            let [from, to] = [&props.from, &props.to].map(|design| DesignDocument::of(design));
            let outcome = handle.ask(RunMigration { from, to }).await;
            // The outcome is dropped if the run was canceled or the designs were edited.
            let is_this = bench.borrow().as_ref() == Some(&handle);
            if !is_this {
                return;
            }
            bench.borrow_mut().take();
            handle.end();
            progress.set(match outcome {
                Ok(Ok(results)) => Progress::Done(results),
                Ok(Err(error)) => Progress::Failed(error.to_string()),
                Err(error) => Progress::Failed(ask_sentence(error, props.scene.messages())),
            });
        });
    })
}

fn copy_callback(
    scene: &Scene,
    commands: String,
    replaced: Replacements,
    note: UseStateSetter<Option<Sentence>>,
) -> Callback<MouseEvent> {
    let about = sentence_of_notes(scene, &ExportedDesign::new(String::new(), replaced).notes);
    let app = scene.app.clone();
    Callback::from(move |_: MouseEvent| {
        let (commands, note) = (commands.clone(), note.clone());
        if let Some(about) = &about {
            app.dispatch(Action::Tell(Notice::Said(about.clone())));
        }
        spawn_local(async move {
            note.set(Some(match clipboard::copy(&commands, None).await {
                true => words::DESIGN_MIGRATION_COPIED,
                false => words::DESIGN_MIGRATION_NOT_COPIED,
            }));
        });
    })
}

fn button(scene: &Scene, name: Sentence, icon: Icon, onclick: Callback<MouseEvent>) -> Html {
    html! { <button class="button design-small" type="button" data-testid={name.name()} {onclick}>{ icon.draw() }{ scene.text(name) }</button> }
}

fn result(progress: &Progress, place: usize) -> Option<&StepResult> {
    match progress {
        Progress::Done(results) => results.get(place),
        _ => None,
    }
}

fn status(messages: Messages, progress: &Progress, note: Option<Sentence>) -> String {
    match progress {
        Progress::Running => messages.text(words::DESIGN_MIGRATION_RUNNING),
        Progress::Failed(detail) => {
            messages.text(words::DesignMigrationFailed { detail: detail.as_str().into() })
        }
        Progress::Done(results) if results.iter().all(is_good) => {
            messages.text(words::DESIGN_MIGRATION_HOLDS)
        }
        Progress::Done(_) => messages.text(words::DESIGN_MIGRATION_BREAKS),
        Progress::Idle => note.map(|note| messages.text(note)).unwrap_or_default(),
    }
}

fn is_good(result: &StepResult) -> bool {
    result.failures == 0 && result.before.iter().chain(&result.after).all(|held| held.broken.is_empty())
}

fn cost(scene: &Scene, to: &Design, migration: &Migration) -> String {
    let region = Region::from_name(&to.region).unwrap_or_default();
    let price = PriceBook::load(region).usd(TableClass::Standard.on_demand(true)).unwrap_or_default();
    scene.text(words::DesignMigrationCost {
        units: units(migration.write_units).as_str().into(),
        amount: money(migration.write_units * price).as_str().into(),
    })
}

fn step_view(props: &MigrationPanelProps, step: &Step, result: Option<&StepResult>) -> Html {
    let scene = &props.scene;
    let made = requests(&props.from, &props.to, step);
    let write_units = step.write_units();
    html! {
        <li class="design-step">
            <p><b>{ sentence(*scene.messages(), step) }</b></p>
            if write_units > 0.0 { <p class="design-note">{ scene.text(words::DesignStepCost { units: units(write_units).as_str().into() }) }</p> }
            if let Some(risk) = risk(*scene.messages(), step) { <p class="design-note" data-testid="design-step-risk">{ risk }</p> }
            if !made.is_empty() {
                <details class="design-details">
                    <summary>{ scene.text(words::DESIGN_MIGRATION_COMMAND) }</summary>
                    <pre class="code" tabindex="0">{ for made.iter().map(|request| command(scene, request, &mut Replacements::default())) }</pre>
                </details>
            }
            { for result.map(|result| result_view(scene, result)) }
        </li>
    }
}

fn result_view(scene: &Scene, result: &StepResult) -> Html {
    let text = scene.text(words::DesignStepResult {
        items: result.items.into(),
        units: units(result.write_units).as_str().into(),
        failures: result.failures.into(),
    });
    let held = [("A", &result.before), ("B", &result.after)];
    html! {
        <div class="design-row" data-testid="design-step-result" data-good={is_good(result).to_string()}>
            { chip(if result.failures == 0 { "ok" } else { "bad" }, text) }
            { for held.into_iter().filter_map(|(side, held)| Some(held_view(scene, side, held.as_ref()?))) }
            if let Some(error) = &result.first_failure { <span class="design-problem">{ format!("{}: {}", error.name, error.message) }</span> }
        </div>
    }
}

fn held_view(scene: &Scene, side: &'static str, held: &PatternResults) -> Html {
    if held.broken.is_empty() {
        let patterns = u64::from(held.patterns).into();
        return chip("ok", scene.text(words::DesignStepHeld { side: side.into(), patterns }));
    }
    let names = held.broken.join(", ");
    chip("bad", scene.text(words::DesignStepBroken { side: side.into(), names: names.as_str().into() }))
}

fn command(scene: &Scene, request: &StepRequest, replaced: &mut Replacements) -> String {
    let line = request.command_line();
    match &request.each {
        None => format!("{line}\n"),
        Some(item) => {
            let each = scene.text(words::DesignMigrationEach { item: item.as_str().into() });
            format!("{}\n{line}\n", shell::comment(&each, replaced))
        }
    }
}

/// Returns all steps as a shell script. Steps of the application are comments.
fn whole_text(
    scene: &Scene,
    props: &MigrationPanelProps,
    migration: &Migration,
    replaced: &mut Replacements,
) -> String {
    let mut text = String::new();
    for (place, step) in migration.steps.iter().enumerate() {
        let said = format!("{}. {}", place + 1, sentence(*scene.messages(), step));
        text.push_str(&format!("{}\n", shell::comment(&said, replaced)));
        for request in requests(&props.from, &props.to, step) {
            text.push_str(&command(scene, &request, replaced));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use dynalab_modeling::migrate::run::{PatternResults, StepResult};

    use super::{Progress, status};
    use crate::page::language::Language;
    use crate::page::messages::Messages;

    #[test]
    fn a_failure_says_what_is_safe_and_what_to_do() {
        let held = |broken: &[&str]| {
            let broken = broken.iter().map(|name| (*name).to_owned()).collect();
            Some(PatternResults { broken, patterns: 3 })
        };
        let good = StepResult { before: held(&[]), after: held(&[]), ..StepResult::default() };
        let failed = StepResult { failures: 1, ..good.clone() };
        let broken_before = StepResult { before: held(&["Orders"]), ..good.clone() };
        let broken_after = StepResult { after: held(&["Orders"]), ..good.clone() };
        for (language, unchanged, next, holds) in [
            (
                Language::English,
                "unchanged",
                "Change design B at the steps in red, then run again.",
                "worked",
            ),
            (Language::Japanese, "変わっていません", "設計 B を直し、もう一度実行します。", "すべて"),
        ] {
            let text =
                |results: Vec<StepResult>| status(Messages::new(language), &Progress::Done(results), None);
            for bad in [&failed, &broken_before, &broken_after] {
                let told = text(vec![good.clone(), bad.clone(), good.clone()]);
                assert!(told.contains(unchanged) && told.ends_with(next), "{bad:?}: {told}");
            }
            let told = text(vec![good.clone(), good.clone()]);
            assert!(told.contains(holds) && !told.contains(next), "{told}");
            // A run that did not start tells the reason.
            let told =
                status(Messages::new(language), &Progress::Failed("Reload the page.".to_owned()), None);
            assert!(told.contains("Reload the page."), "{told}");
        }
    }
}
