//! The player of a lesson: opens it in the lesson's engine, checks its goals after each request, and stores the progress.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use dynalab_app::learn::author;
use dynalab_app::learn::play::{Play, PlayAction};
use dynalab_app::request::play_query::PlayQuery;
use dynalab_app::session::Step;
use dynalab_app::shared::Shared;
use dynalab_app::state::EngineStatus;
use dynalab_lessons::attempt::DesignAttempt;
use dynalab_lessons::lesson::RequestFacts;
use dynalab_lessons::progress::{LessonProgress, LessonState};
use dynalab_lessons::verdict::Verdict;
use dynalab_lessons::{Attempt, CourseEntry, DesignAnswer, Json, Language, Lesson, LessonId};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;
use yew_router::Routable;

use super::bench::{Bench, NextLesson, PlaySetter};
use super::lesson_scene::use_lesson_scene;
use super::lesson_start::{prepare, show};
use super::progress::ProgressHandle;
use super::shared_work::SharedWork;
use super::site_files::{self, CourseFiles};
use super::{copied_markdown, language_of, predict, work};
use crate::address::route::Route;
use crate::browser::clipboard;
use crate::components::notices::refusal_sentence;
use crate::components::{dialogs, live_region, notices};
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::sandbox;
use crate::page::context::PageContext;
use crate::page::first_paint::use_first_paint_hold;
use crate::page::reduced::Reduced;
use crate::page::scene::Scene;
use crate::page::sentences::learn as words;
use crate::page::session_record;
use crate::page::workbench_keys::use_request_keys;

#[derive(Clone, PartialEq, Properties)]
pub struct PlayerProps {
    pub scene: Scene,
    pub course: CourseFiles,
    pub progress: ProgressHandle,
    pub slug: String,
    /// A lesson that its author tries, instead of the lesson in the address.
    #[prop_or_default]
    pub own: Option<Shared<Lesson>>,
}

#[component]
pub fn Player(props: &PlayerProps) -> Html {
    let PlayerProps { scene: outer, course, progress, slug, own } = props;
    let scene = use_lesson_scene(outer);
    let play = use_reducer(|| {
        session_record::record(|| Step::OpenPlayer);
        Reduced::new(Play::default(), Step::from)
    });
    let entry = match own {
        Some(lesson) => Some(author::entry(lesson)),
        None => find_entry(course, slug),
    };
    use_own_address(outer, slug, entry.as_ref());
    let openings = use_mut_ref(|| Rc::new(Cell::new(0_u32)));
    let opener =
        Opener { scene: scene.clone(), setter: play.dispatcher(), openings: openings.borrow().clone() };
    use_lesson_file(&opener, entry.as_ref().filter(|_| own.is_none()), progress);
    use_own_lesson(&opener, own.as_ref());
    use_check(&scene, &play, progress);
    use_request_keys(&scene, play.after.unwrap_or(u32::MAX));
    let language = language_of(outer);
    let title = entry.as_ref().map(|entry| entry.text(language).title.clone());
    use_title(title.clone());
    use_focus_on_title(entry.as_ref().map(|entry| entry.id));
    let is_opening = entry.as_ref().is_some_and(|entry| play.is_opening(entry.id));
    use_first_paint_hold(is_opening && *scene.app.status() != EngineStatus::Stopped);
    let Some(entry) = entry else { return no_lesson(outer) };
    let Some(lesson) = play.lesson.clone().filter(|lesson| lesson.facts.id == entry.id) else {
        return match &play.not_loaded {
            Some(detail) => not_loaded(outer, detail),
            None => super::waiting(outer),
        };
    };
    let after = course.index.after(entry.id).filter(|_| own.is_none());
    let next = after.map(|next| NextLesson {
        route: Route::Lesson { lesson: next.slug.clone() },
        title: next.text(language).title.clone(),
    });
    let bench = Bench {
        outer: outer.clone(),
        copy: copy_callback(outer, &scene, &play, &lesson, language),
        share: own.is_none().then(|| share_callback(outer, &scene, &play, &entry)),
        reset: opener.reset_callback(&lesson),
        scene,
        lesson,
        language,
        glossary: course.glossary.clone(),
        progress: progress.clone(),
        play: Play::clone(&**play),
        play_setter: play.dispatcher(),
        next,
    };
    html! {
        <ContextProvider<PageContext> context={bench.scene.page.clone()}>
            { notices::view(&bench.scene) }
            <div
                class={classes!("learn-player", bench.play.design.is_some().then_some("learn-player--design"))} data-testid="learn-player"
                data-lesson={bench.lesson.facts.id.to_string()}
                data-ready={bench.play.after.is_some().to_string()} data-solved={bench.is_solved().to_string()}
            >
                { text_column(&bench, course, &entry) }
                { work::middle(&bench) }
                { work::side(&bench) }
            </div>
            { dialogs::view(&bench.scene) }
            { live_region::view(&bench.scene) }
        </ContextProvider<PageContext>>
    }
}

fn text_column(bench: &Bench, course: &CourseFiles, entry: &CourseEntry) -> Html {
    let messages = bench.scene.messages();
    let text = bench.text();
    let chapters = course.index.chapters.iter().filter(|_| !bench.is_own());
    let chapter = chapters.into_iter().find(|chapter| chapter.number == entry.id.chapter);
    let crumb = chapter.map(|chapter| {
        let title = &chapter.text(bench.language).title;
        let (number, chapter) = (u64::from(chapter.number).into(), title.as_str().into());
        if super::course::counts(entry) {
            let id = entry.id.to_string();
            return messages.text(words::LearnCrumb { number, chapter, id: id.as_str().into() });
        }
        messages.text(words::LearnCrumbOther { number, chapter })
    });
    let standing = bench.progress.now.lesson_state(entry.id, entry.version);
    html! {
        <article class="learn-text">
            <div class="prose">
                <p class="learn-crumb">
                    { for crumb.map(|crumb| bench.outer.link(Route::Learn, "", None, html! { { crumb } })) }
                    { for chapter.map(|chapter| super::course::steps(&bench.outer, &bench.progress, chapter, Some(entry.id))) }
                </p>
                <h1 id="learn-title" tabindex="-1" data-testid="learn-title">{ &text.title }</h1>
                if standing == LessonState::SolvedBefore {
                    <p class="learn-said" data-testid="learn-changed">{ messages.text(words::LEARN_CHANGED) }</p>
                    { bench.html(&text.changed, classes!("learn-body--small")) }
                }
                { bench.html(&text.body, classes!()) }
                <h2>{ messages.text(words::LEARN_TASK) }</h2>
                <div data-testid="learn-task">{ bench.html(&text.task, classes!()) }</div>
            </div>
        </article>
    }
}

/// Finds a lesson by its slug or by its number.
fn find_entry(course: &CourseFiles, slug: &str) -> Option<CourseEntry> {
    let by_number = || {
        let id: LessonId = slug.parse().ok()?;
        course.index.entries().find(|entry| entry.id == id)
    };
    course.index.find(slug).or_else(by_number).cloned()
}

/// Replaces the address of a lesson that was opened by its number.
#[hook]
fn use_own_address(outer: &Scene, slug: &str, entry: Option<&CourseEntry>) {
    let own = entry.map(|entry| entry.slug.clone()).filter(|own| own != slug);
    let navigator = outer.page.navigator.clone();
    use_effect_with(own, move |own| {
        if let Some(own) = own.clone() {
            navigator.replace_with_query(&Route::Lesson { lesson: own }, &PlayQuery::default());
        }
    });
}

/// Opens lessons. Results of an earlier opening are dropped when another one begins.
#[derive(Clone)]
struct Opener {
    scene: Scene,
    setter: PlaySetter,
    openings: Rc<Cell<u32>>,
}

impl Opener {
    /// Begins a lesson. `kept` has the learner's earlier draft and design.
    fn open(&self, lesson: Shared<Lesson>, kept: Option<LessonProgress>) {
        let LessonProgress { draft, design, .. } = kept.unwrap_or_default();
        let fragment = window().location().hash().unwrap_or_default();
        if let Some(work) = SharedWork::read(&fragment) {
            return self.open_shared(lesson, work);
        }
        let number = self.begin_lesson(&lesson, BTreeMap::new(), design);
        self.prepare(number, lesson, draft);
    }

    /// Begins a lesson with the work in a link. Its requests run only in the lesson's temporary copy.
    fn open_shared(&self, lesson: Shared<Lesson>, work: SharedWork) {
        let SharedWork { requests, draft, given, design } = work;
        let number = self.begin_lesson(&lesson, given, design);
        let opener = self.clone();
        spawn_local(async move {
            opener.prepare_now(number, lesson, draft).await;
            for request in requests {
                if opener.openings.get() != number {
                    return;
                }
                // A request that fails here also failed for the learner who shared it. The goals show it.
                let _ = opener.scene.page.answer(&request.operation, &request.body.text()).await;
            }
        });
    }

    /// Returns a handler that restores the start. The prediction is kept.
    fn reset_callback(&self, lesson: &Shared<Lesson>) -> Callback<MouseEvent> {
        let (opener, lesson) = (self.clone(), lesson.clone());
        Callback::from(move |_: MouseEvent| {
            let number = opener.begin(|opening| PlayAction::Reset { opening });
            opener.prepare(number, lesson.clone(), None);
        })
    }

    fn begin_lesson(
        &self,
        lesson: &Shared<Lesson>,
        given: BTreeMap<String, String>,
        design: Option<DesignAnswer>,
    ) -> u32 {
        let (lesson, design) = (lesson.clone(), design.map(Box::new));
        self.begin(|opening| PlayAction::Open { opening, lesson, given, design })
    }

    /// Begins another opening. Returns its number.
    fn begin(&self, action: impl FnOnce(u32) -> PlayAction) -> u32 {
        let number = self.openings.get() + 1;
        self.openings.set(number);
        self.setter.dispatch(action(number));
        number
    }

    fn prepare(&self, number: u32, lesson: Shared<Lesson>, draft: Option<RequestFacts>) {
        let opener = self.clone();
        spawn_local(async move { opener.prepare_now(number, lesson, draft).await });
    }

    async fn prepare_now(&self, number: u32, lesson: Shared<Lesson>, draft: Option<RequestFacts>) {
        let prepared = prepare(&self.scene, &lesson.facts).await;
        if self.openings.get() != number {
            return;
        }
        match prepared {
            Ok(opened) => {
                let after = opened.after();
                show(&self.scene, &lesson.facts, opened, draft);
                self.setter.dispatch(PlayAction::Prepared { after });
            }
            Err(refusal) => {
                let messages = self.scene.messages();
                let detail = refusal_sentence(&refusal, messages);
                let said = messages.text(words::LearnNotOpened { detail: detail.as_str().into() });
                self.setter.dispatch(PlayAction::Failed(said));
            }
        }
    }
}

/// Fetches the lesson in the address and opens it.
#[hook]
fn use_lesson_file(opener: &Opener, entry: Option<&CourseEntry>, progress: &ProgressHandle) {
    let (opener, progress) = (opener.clone(), progress.clone());
    let asked = entry.map(|entry| (entry.id, entry.file.clone())).filter(|_| progress.is_loaded);
    use_effect_with(asked, move |asked| {
        let Some((id, file)) = asked.clone() else { return };
        let number = opener.begin(|opening| PlayAction::Wait { opening });
        spawn_local(async move {
            let fetched = site_files::fetch_lesson(&file).await;
            if opener.openings.get() != number {
                return;
            }
            match fetched {
                Ok(lesson) => {
                    let kept = progress.now.lessons.get(&id).cloned();
                    progress.change(|progress| {
                        progress.last = Some(id);
                        progress.lessons.entry(id).or_default();
                    });
                    opener.open(Shared::new(lesson), kept);
                }
                Err(detail) => opener.setter.dispatch(PlayAction::NotLoaded(detail)),
            }
        });
    });
}

/// Opens an author's lesson, which has no file.
#[hook]
fn use_own_lesson(opener: &Opener, own: Option<&Shared<Lesson>>) {
    let opener = opener.clone();
    use_effect_with(own.cloned(), move |own| {
        if let Some(lesson) = own.clone() {
            opener.open(lesson, None);
        }
    });
}

/// Checks the goals whenever the lesson's history changes or the learner answers a question.
#[hook]
fn use_check(scene: &Scene, play: &UseReducerHandle<Reduced<Play>>, progress: &ProgressHandle) {
    let checks = use_memo((), |()| LatestOnlyQueue::default());
    let checked_run = use_mut_ref(|| (0_u32, 0_u32));
    let standing = scene.app.timeline().as_ref().map(|timeline| (timeline.head, timeline.shown_id));
    let asked = (play.opening, play.after, standing, play.given.clone(), play.answer.clone());
    let (scene, setter, progress) = (scene.clone(), play.dispatcher(), progress.clone());
    let lesson = play.lesson.clone();
    use_effect_with(asked, move |(opening, after, _, given, answer)| {
        let (Some(after), Some(lesson)) = (*after, lesson) else { return };
        let attempt = Attempt {
            goals: lesson.facts.goals.clone(),
            hints: lesson.facts.hints.clone(),
            after,
            given: given.clone(),
            clients: Vec::new(),
            design: lesson
                .facts
                .start
                .design
                .clone()
                .zip(answer.clone())
                .map(|(brief, answer)| DesignAttempt { brief, answer }),
        };
        let (opening, answer) = (*opening, answer.clone());
        checks.submit(async move {
            sandbox::until_idle().await;
            let checked = scene.page.engine.check_lesson(attempt).await;
            let card = scene.app.history().cards().next().cloned();
            let run = (opening, card.as_ref().map_or(0, |card| card.number));
            let is_new_run = run.1 > 0 && checked_run.replace(run) != run;
            match checked {
                Ok(verdict) => {
                    if verdict.solved || is_new_run || answer.is_some() {
                        keep(&progress, &lesson, &verdict, &scene, answer);
                    }
                    let real = card.as_ref().and_then(|card| {
                        let about = lesson.facts.predict.as_ref()?.about;
                        Some(predict::real_option(about, card, &verdict.figures))
                    });
                    let verdict = Box::new(verdict);
                    setter.dispatch(PlayAction::Checked { opening, verdict, is_new_run, real });
                }
                Err(refusal) => {
                    let messages = *scene.messages();
                    let detail = refusal_sentence(&refusal, &messages);
                    let said = messages.text(words::LearnNotChecked { detail: detail.as_str().into() });
                    setter.dispatch(PlayAction::Failed(said));
                }
            }
        });
    });
}

fn keep(
    progress: &ProgressHandle,
    lesson: &Lesson,
    verdict: &Verdict,
    scene: &Scene,
    answer: Option<DesignAnswer>,
) {
    let (id, version) = (lesson.facts.id, lesson.facts.version);
    let draft = Json::parse(&scene.app.draft().body)
        .ok()
        .map(|body| RequestFacts { operation: scene.app.draft().operation.clone(), body });
    progress.change(|progress| {
        if verdict.solved {
            progress.record_solved(id, version, verdict.figures, js_sys::Date::now() as u64);
        } else if answer.is_none() {
            // In a design lesson each letter would count as a failed run.
            progress.record_failed_run(id);
        }
        let kept = progress.lessons.entry(id).or_default();
        (kept.draft, kept.design) = (draft, answer);
    });
}

fn copy_callback(
    outer: &Scene,
    scene: &Scene,
    play: &Play,
    lesson: &Shared<Lesson>,
    language: Language,
) -> Callback<MouseEvent> {
    let (outer, scene, play, lesson) = (outer.clone(), scene.clone(), play.clone(), lesson.clone());
    Callback::from(move |_: MouseEvent| {
        let address = window().location().href().unwrap_or_default();
        // The fragment may contain the work of the person who shared the link.
        let address = address.split('#').next().unwrap_or_default();
        let text = copied_markdown::write(&scene, &play, &lesson, language, address);
        let (page, messages) = (scene.page.clone(), *outer.messages());
        spawn_local(async move {
            match clipboard::copy(&text, None).await {
                true => page.show_message(messages.text(words::LEARN_COPIED)),
                false => page.show_failure(messages.text(words::LEARN_COPY_FAILED)),
            }
        });
    })
}

/// Returns a handler that copies the lesson's address with the learner's work.
fn share_callback(outer: &Scene, scene: &Scene, play: &Play, entry: &CourseEntry) -> Callback<MouseEvent> {
    let (outer, scene, play) = (outer.clone(), scene.clone(), play.clone());
    let path = crate::address::site::address_in(
        outer.app.language(),
        &Route::Lesson { lesson: entry.slug.clone() }.to_path(),
    );
    Callback::from(move |_: MouseEvent| {
        let origin = window().location().origin().unwrap_or_default();
        let link = SharedWork::of_lesson(&scene, &play).fragment();
        let (page, messages, path) = (scene.page.clone(), *outer.messages(), path.clone());
        spawn_local(async move {
            match link {
                None => page.show_failure(messages.text(words::LEARN_SHARE_TOO_LONG)),
                Some(link) if clipboard::copy(&format!("{origin}{path}{link}"), None).await => {
                    page.show_message(messages.text(words::LEARN_SHARE_COPIED));
                }
                Some(_) => page.show_failure(messages.text(words::LEARN_COPY_FAILED)),
            }
        });
    })
}

/// Sets the lesson's title after the app has set the title of the part.
#[hook]
fn use_title(title: Option<String>) {
    use_effect_with(title, |title| {
        if let Some(title) = title.clone() {
            spawn_local(async move { document().set_title(&format!("{title} · Dynalab")) });
        }
    });
}

/// Scrolls to the top and moves the focus there when another lesson opens.
#[hook]
fn use_focus_on_title(lesson: Option<LessonId>) {
    let is_first = use_mut_ref(|| true);
    use_effect_with(lesson, move |_| {
        if is_first.replace(false) {
            return;
        }
        window().scroll_to_with_x_and_y(0.0, 0.0);
        spawn_local(async {
            let main =
                document().get_element_by_id("main").and_then(|main| main.dyn_into::<HtmlElement>().ok());
            if let Some(main) = main {
                // If the element cannot take the focus, the focus does not move.
                let _ = main.focus();
            }
        });
    });
}

fn no_lesson(scene: &Scene) -> Html {
    html! {
        <div class="page" data-testid="learn-missing">
            <h1 class="page-title">{ scene.text(words::LEARN_LESSON_MISSING) }</h1>
            <p class="page-lead">{ scene.text(words::LEARN_LESSON_MISSING_LEAD) }</p>
            <p class="page-gap">{ to_course(scene) }</p>
        </div>
    }
}

fn not_loaded(scene: &Scene, detail: &str) -> Html {
    html! {
        <div class="page" role="alert" data-testid="learn-lesson-not-loaded">
            <p>{ scene.text(words::LearnLessonNotLoaded { detail: detail.into() }) }</p>
            <p class="page-gap">{ to_course(scene) }</p>
        </div>
    }
}

fn to_course(scene: &Scene) -> Html {
    scene.link(Route::Learn, "button", None, html! { { scene.text(words::LEARN_TO_COURSE) } })
}
