//! A state of `dynalab-app` in the page. A dispatched action changes a copy of it, and is a step of the session.

use std::ops::Deref;
use std::rc::Rc;

use dynalab_app::reduce::Reduce;
use dynalab_app::session::Step;
use yew::Reducible;

use crate::page::session_record;

#[derive(Clone)]
pub struct Reduced<S: Reduce> {
    state: S,
    step: fn(S::Action) -> Step,
}

impl<S: Reduce> Reduced<S> {
    /// `step` makes a step of the session of an action.
    pub fn new(state: S, step: fn(S::Action) -> Step) -> Reduced<S> {
        Reduced { state, step }
    }
}

impl<S: Reduce + PartialEq> PartialEq for Reduced<S> {
    fn eq(&self, other: &Reduced<S>) -> bool {
        self.state == other.state
    }
}

impl<S: Reduce> Deref for Reduced<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}

impl<S: Reduce + 'static> Reducible for Reduced<S> {
    type Action = S::Action;

    fn reduce(self: Rc<Self>, action: S::Action) -> Rc<Self> {
        let Reduced { mut state, step } = Reduced::clone(&self);
        session_record::record(|| step(action.clone()));
        state.apply(action);
        Rc::new(Reduced { state, step })
    }
}
