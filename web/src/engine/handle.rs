//! The page's side of the worker: performs what the state machine of `dynalab-app` decides, and tells it what happens in the browser. Each
//! answer completes the future of its question.

mod driver;
mod questions;

use std::rc::Rc;

use dynalab_app::engine::event::{EngineEvent, EngineSize};
use dynalab_app::engine::machine::Input;
use dynalab_playground::protocol::{Durability, ToWorker};
use dynalab_playground::workspace_choice::WorkspaceChoice;
use yew::Callback;

use driver::Driver;

#[derive(Clone)]
pub struct EngineHandle(Rc<Driver>);

impl PartialEq for EngineHandle {
    fn eq(&self, other: &EngineHandle) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl EngineHandle {
    /// Returns the engine of the page. Its worker starts with [`EngineHandle::begin`], or with the first question.
    pub fn new(
        on_event: Callback<EngineEvent>,
        durability: Durability,
        workspace: WorkspaceChoice,
        size: EngineSize,
    ) -> EngineHandle {
        EngineHandle(Driver::new(size, on_event, durability, workspace))
    }

    /// Starts the worker, unless a question has started it.
    pub fn begin(&self) {
        self.0.begin();
    }

    /// Starts the engine of a lesson with a temporary copy, beside the engine of the page. End it with [`EngineHandle::end`].
    pub fn start_lesson(on_event: Callback<EngineEvent>) -> EngineHandle {
        let workspace = WorkspaceChoice::Visiting;
        let engine = EngineHandle(Driver::new(EngineSize::Bench, on_event, Durability::default(), workspace));
        engine.begin();
        engine
    }

    pub fn workspace(&self) -> WorkspaceChoice {
        self.0.workspace()
    }

    pub fn take_over(&self) {
        self.0.receive(Input::Post(ToWorker::TakeOver));
    }

    /// Confirms that the device's clock is right.
    pub fn trust_clock(&self) {
        self.0.receive(Input::Post(ToWorker::TrustClock));
    }

    /// Tells the worker that the page is hidden: the browser may end it.
    pub fn tell_hidden(&self) {
        self.0.receive(Input::Hide);
    }

    pub fn set_durability(&self, durability: Durability) {
        self.0.receive(Input::SetDurability(durability));
    }

    /// Starts the complete engine early, so that no request has to wait for it.
    pub fn complete_soon(&self) {
        self.0.receive(Input::Complete);
    }

    /// Ends the work that goes on in parts.
    pub fn stop_work(&self) {
        self.0.receive(Input::StopWork);
    }

    /// Ends a worker that does not answer, and starts another from what is stored.
    pub fn restart_worker(&self) {
        self.0.receive(Input::Restart);
    }

    /// Ends the worker, with the data that is only in its memory.
    pub fn end(&self) {
        self.0.receive(Input::End);
    }

    /// Ends the worker because the page is left (`pagehide`).
    pub fn put_away(&self) {
        self.0.receive(Input::PutAway);
    }

    pub fn is_put_away(&self) -> bool {
        self.0.is_put_away()
    }

    /// Starts a worker because the page is restored (`pageshow`). `workspace` differs from the earlier one if that was deleted meanwhile.
    pub fn bring_back(&self, workspace: WorkspaceChoice) {
        self.0.receive(Input::BringBack(workspace));
    }
}
