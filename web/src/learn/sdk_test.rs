//! A test with the AWS SDK: the learner's JavaScript runs in the sandbox against the lesson's tables. Each of its requests has a
//! card, as if sent from the editor, so the goals include it.

use dynalab_app::pictures::handlers::answer::InvocationEnd;
use dynalab_app::request::call_result::refusal_name;
use dynalab_app::request::history::Outcome;
use serde_json::json;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::browser::field_events::written;
use crate::components::icon::Icon;
use crate::engine::aws_sdk::{self, Importer};
use crate::engine::sandbox::{self, Invocation, InvocationResult};
use crate::engine::submit;
use crate::page::context::PageContext;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;

const LIMIT_MS: u64 = 20_000;
/// The sandbox runs a function named `handler`, so the test's module needs one. The test itself is the module.
const AROUND: &str = "\nexport const handler = () => null;\n";

#[derive(PartialEq, Properties)]
pub struct SdkTestProps {
    pub scene: Scene,
    /// The initial text of the panel.
    pub start: AttrValue,
    /// Whether the tables of the lesson exist.
    pub is_ready: bool,
}

#[component]
pub fn SdkTest(props: &SdkTestProps) -> Html {
    let scene = &props.scene;
    let text = use_state_eq(|| props.start.to_string());
    let running = use_state_eq(|| false);
    let ran = use_state_eq(|| None::<InvocationResult>);
    let run = {
        let (page, text, running, ran) =
            (scene.page.clone(), (*text).clone(), running.setter(), ran.setter());
        Callback::from(move |_: MouseEvent| {
            let (page, text, running, ran) = (page.clone(), text.clone(), running.clone(), ran.clone());
            running.set(true);
            ran.set(None);
            spawn_local(async move {
                ran.set(Some(run_test(&page, text).await));
                running.set(false);
            });
        })
    };
    let stop = Callback::from(|_: MouseEvent| sandbox::stop());
    let reset = {
        let (text, start) = (text.setter(), props.start.to_string());
        Callback::from(move |_: MouseEvent| text.set(start.clone()))
    };
    let oninput = {
        let text = text.setter();
        Callback::from(move |event: InputEvent| text.set(written(&event)))
    };
    let is_changed = *text != props.start.as_str();
    let rows = text.lines().count().clamp(8, 30).to_string();
    html! {
        <details class="learn-part learn-test" data-testid="learn-test">
            <summary>{ scene.text(words::TEST_TITLE) }</summary>
            <p class="learn-test-about">{ scene.text(words::TEST_ABOUT) }</p>
            <textarea
                class="field learn-test-code" data-testid="learn-test-code" aria-label={scene.text(words::TEST_CODE)} {rows} wrap="off"
                autocapitalize="off" autocomplete="off" spellcheck="false"
                value={(*text).clone()} {oninput}
            />
            <div class="learn-test-keys">
                if *running {
                    <button type="button" class="button" data-testid="learn-test-stop" onclick={stop}>{ scene.text(words::TEST_STOP) }</button>
                } else {
                    <button type="button" class="button button--go" data-testid="learn-test-run" disabled={!props.is_ready} onclick={run}>
                        { Icon::Run.draw() }{ scene.text(words::TEST_RUN) }
                    </button>
                }
                <button type="button" class="button button--quiet" data-testid="learn-test-reset" disabled={!is_changed || *running} onclick={reset}>
                    { scene.text(words::TEST_RESET) }
                </button>
            </div>
            <div role="status" data-testid="learn-test-output" data-ended={ran.as_ref().map(|ran| ended_name(&ran.ended))}>
                if let Some(ran) = ran.as_ref() { { outcome(scene, ran) } }
            </div>
        </details>
    }
}

async fn run_test(page: &PageContext, text: String) -> InvocationResult {
    let code = format!("{text}{AROUND}");
    let packages = match aws_sdk::text_for(&code, Importer::Test).await {
        Ok(packages) => packages,
        Err(why) => {
            return InvocationResult {
                ended: InvocationEnd::Threw(why),
                duration_ms: 0,
                lines: Vec::new(),
                calls: 0,
            };
        }
    };
    let nothing = || "{}".to_owned();
    let invocation = Invocation { code, packages, event: nothing(), context: nothing(), limit_ms: LIMIT_MS };
    sandbox::run(invocation, |operation, body| {
        let page = page.clone();
        async move {
            let card = submit::run_saved(&page.engine, &page.app, &operation, &body).await;
            match card.outcome {
                Outcome::Answered { status, body, .. } => (status, String::clone(&body)),
                Outcome::Refused(refusal) => {
                    let message = refusal_name(&refusal);
                    (500, json!({ "__type": "InternalServerError", "message": message }).to_string())
                }
            }
        }
    })
    .await
}

fn ended_name(ended: &InvocationEnd) -> &'static str {
    match ended {
        InvocationEnd::Answered(_) => "passed",
        InvocationEnd::Threw(_) => "failed",
        InvocationEnd::Timeout => "timeout",
        InvocationEnd::Stopped => "stopped",
    }
}

fn outcome(scene: &Scene, ran: &InvocationResult) -> Html {
    let (sign, said, is_bad) = match &ran.ended {
        InvocationEnd::Answered(_) => {
            ("✓", scene.text(words::TestPassed { calls: u64::from(ran.calls).into() }), false)
        }
        InvocationEnd::Threw(why) => ("✕", why.clone(), true),
        InvocationEnd::Timeout => {
            ("✕", scene.text(words::TestTimeout { seconds: (LIMIT_MS / 1_000).into() }), true)
        }
        InvocationEnd::Stopped => ("–", scene.text(words::TEST_STOPPED), false),
    };
    html! {
        <>
            if !ran.lines.is_empty() {
                <pre class="code code--inset" tabindex="0" role="region" aria-label={scene.text(words::TEST_OUTPUT)}>
                    { for ran.lines.iter().map(|line| html! { <span>{ &line.text }{ "\n" }</span> }) }
                </pre>
            }
            <p class={classes!("learn-test-end", is_bad.then_some("learn-test-end--bad"))}><span aria-hidden="true">{ sign }</span>{ " " }{ said }</p>
        </>
    }
}
