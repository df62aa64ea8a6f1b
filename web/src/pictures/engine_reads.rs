//! Reads of a diagram from the engine, repeated at every point in time.

use std::rc::Rc;

use dynalab_app::request::call_result::{CallResult, ReadyRequest};
use dynalab_service::contract::Call;
use serde::de::DeserializeOwned;
use yew::prelude::*;

use super::Canvas;
use crate::engine::latest_only_queue::LatestOnlyQueue;

/// Returns the description of a control, and reads it again at each new point in time. The earlier result remains until the next one
/// arrives.
#[hook]
pub fn use_described<C: Call<Response: PartialEq> + 'static>(
    canvas: &Canvas,
    request: C,
) -> Option<Rc<CallResult<C::Response>>> {
    use_described_as(canvas, request.request())
}

/// Like [`use_described`], with the response as another type, such as a view model.
#[hook]
pub fn use_described_as<T: DeserializeOwned + PartialEq + 'static>(
    canvas: &Canvas,
    request: ReadyRequest,
) -> Option<Rc<CallResult<T>>> {
    let page = canvas.page.clone();
    use_told(canvas.drawing, format!("{} {}", request.0, request.1), move || async move {
        page.look_at(request).await
    })
}

/// Returns the response of a dry run, and repeats the run only if `number` changes.
#[hook]
pub fn use_answer<C: Call<Response: PartialEq> + 'static>(
    canvas: &Canvas,
    number: u64,
    request: C,
) -> Option<Rc<CallResult<C::Response>>> {
    use_answer_as(canvas, number, request.request())
}

/// Like [`use_answer`], with the response as another type, such as a view model.
#[hook]
pub fn use_answer_as<T: DeserializeOwned + PartialEq + 'static>(
    canvas: &Canvas,
    number: u64,
    request: ReadyRequest,
) -> Option<Rc<CallResult<T>>> {
    let page = canvas.page.clone();
    use_told(
        number,
        format!("{} {}", request.0, request.1),
        move || async move { page.look_at(request).await },
    )
}

/// Returns the response at a point in time. An earlier response remains until the new one arrives. One request runs at a time, and only the
/// newest waits.
#[hook]
pub fn use_told<T: PartialEq + 'static, Answer: Future<Output = CallResult<T>> + 'static>(
    drawing: u64,
    question: String,
    ask: impl FnOnce() -> Answer + 'static,
) -> Option<Rc<CallResult<T>>> {
    let told = use_state_eq(|| None::<Rc<CallResult<T>>>);
    let turnstile = use_memo((), |()| LatestOnlyQueue::default());
    let asked_last = use_mut_ref(String::new);
    {
        let told = told.clone();
        use_effect_with((drawing, question), move |(_, question)| {
            // The response to another request does not apply.
            if asked_last.replace(question.clone()) != *question {
                told.set(None);
            }
            let (told, question) = (told.setter(), question.clone());
            turnstile.submit(async move {
                let answer = ask().await;
                // Another request may have become current meanwhile.
                if *asked_last.borrow() == question {
                    told.set(Some(Rc::new(answer)));
                }
            });
        });
    }
    (*told).clone()
}
