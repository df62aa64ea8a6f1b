//! Waits for IndexedDB: for the answer to a request, and for the end of a transaction.

use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, IdbRequest, IdbTransaction};

use super::failure;
use crate::error::StoreError;

/// What a request is answered with. It has to be waited for in the task in which the request was made.
pub(super) fn answer(request: IdbRequest) -> impl Future<Output = Result<JsValue, StoreError>> {
    let answered = once(|resolve, reject| {
        request.set_onsuccess(Some(resolve));
        request.set_onerror(Some(reject));
    });
    async move {
        match answered.await {
            Ok(_) => request.result().map_err(|thrown| failure::of_work(&thrown)),
            Err(_) => Err(failure::of_cause(request.error().ok().flatten())),
        }
    }
}

/// Resolves when the transaction is complete, with the durability that it asked for. When it was aborted, it knows why;
/// the requests in it know only that it was.
pub(super) fn complete(
    transaction: &IdbTransaction,
) -> impl Future<Output = Result<(), Option<DomException>>> {
    let ended = once(|resolve, reject| {
        transaction.set_oncomplete(Some(resolve));
        transaction.set_onabort(Some(reject));
    });
    let transaction = transaction.clone();
    async move { ended.await.map(drop).map_err(|_| transaction.error()) }
}

fn once(listen: impl Fn(&Function, &Function)) -> JsFuture {
    JsFuture::from(Promise::new(&mut |resolve, reject| listen(&resolve, &reject)))
}
