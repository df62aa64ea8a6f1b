//! What a picture asks the engine, asked again at every moment.

use std::rc::Rc;

use serde::de::DeserializeOwned;
use yew::prelude::*;

use super::Canvas;
use crate::page_context::Told;
use crate::turnstile::Turnstile;

/// What a control describes, asked again whenever the moment is another. What is shown stays until the next answer is here.
#[hook]
pub fn use_described<T: DeserializeOwned + PartialEq + 'static>(
    canvas: &Canvas,
    operation: &'static str,
    body: serde_json::Value,
) -> Option<Rc<Told<T>>> {
    let page = canvas.page.clone();
    use_told(canvas.moment, body.to_string(), move || async move { page.look(operation, &body).await })
}

/// What a question without a trace is answered with, asked again only when the number is another.
#[hook]
pub fn use_answer<T: DeserializeOwned + PartialEq + 'static>(
    canvas: &Canvas,
    number: u64,
    operation: &'static str,
    body: serde_json::Value,
) -> Option<Rc<Told<T>>> {
    let page = canvas.page.clone();
    use_told(number, body.to_string(), move || async move { page.look(operation, &body).await })
}

/// What a question is answered with, at a moment; of an earlier one until that is here. A question waits for the one before.
#[hook]
pub fn use_told<T: PartialEq + 'static, Answer: Future<Output = Told<T>> + 'static>(
    moment: u64,
    question: String,
    ask: impl FnOnce() -> Answer + 'static,
) -> Option<Rc<Told<T>>> {
    let told = use_state_eq(|| None::<Rc<Told<T>>>);
    let turnstile = use_memo((), |()| Turnstile::default());
    let asked_last = use_mut_ref(String::new);
    {
        let told = told.clone();
        use_effect_with((moment, question), move |(_, question)| {
            // An answer to another question says nothing here.
            if asked_last.replace(question.clone()) != *question {
                told.set(None);
            }
            let told = told.setter();
            turnstile.enter(async move { told.set(Some(Rc::new(ask().await))) });
        });
    }
    (*told).clone()
}
