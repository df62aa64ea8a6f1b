//! A state of `dynalab-app` in the page. A dispatched action changes a copy of it.

use std::ops::Deref;
use std::rc::Rc;

use dynalab_app::reduce::Reduce;
use yew::Reducible;

#[derive(Clone, PartialEq)]
pub struct Reduced<S>(pub S);

impl<S> Deref for Reduced<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S: Reduce + 'static> Reducible for Reduced<S> {
    type Action = S::Action;

    fn reduce(self: Rc<Self>, action: S::Action) -> Rc<Self> {
        let mut next = self.0.clone();
        next.apply(action);
        Rc::new(Reduced(next))
    }
}
