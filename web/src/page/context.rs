//! The context that all parts of the app share: the engine, the dispatcher of the state, the address bar and the parts of the
//! program. Parts reach the engine only through it.

use dynalab_app::request::call_result::{CallResult, ReadyRequest, RunError, body_of, read, refusal_name};
use dynalab_app::request::history::Outcome;
use dynalab_app::state::{Action, Notice};
use dynalab_playground::protocol::Space;
use dynalab_service::contract::Call;
use dynalab_service::contract::dynamodb::ListTables;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::address::bar::Navigator;
use crate::engine::handle::EngineHandle;
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::program_handle::ProgramHandle;
use crate::engine::submit;
use crate::page::parts::Parts;
use crate::page::state::AppDispatcher;

#[derive(Clone, PartialEq)]
pub struct PageContext {
    pub engine: EngineHandle,
    pub app: AppDispatcher,
    pub navigator: Navigator,
    /// Runs moves to other points in history one at a time. Of the waiting moves only the newest is kept.
    pub looks: LatestOnlyQueue,
    pub parts: Parts,
    /// Reads links and files.
    pub reader: ProgramHandle,
}

/// Returns the context of the page.
#[hook]
pub fn use_page() -> PageContext {
    use_context::<PageContext>().expect("the app provides it to everything that it shows")
}

impl PageContext {
    /// Executes a request at the shown point in history, then reverts it. History, meters and storage do not change.
    ///
    /// # Errors
    /// Returns DynamoDB's message, or the name of Dynalab's own error.
    pub async fn look<C: Call>(&self, request: &C) -> CallResult<C::Response> {
        self.look_as(request).await
    }

    /// Like [`PageContext::look`], with the response as another type, such as a view model.
    ///
    /// # Errors
    /// Returns the errors of [`PageContext::look`].
    pub async fn look_as<C: Call, T: DeserializeOwned>(&self, request: &C) -> CallResult<T> {
        self.look_at((C::NAME, request.body())).await
    }

    /// Like [`PageContext::look`], for a request without a struct.
    ///
    /// # Errors
    /// Returns the errors of [`PageContext::look`].
    pub async fn look_at<T: DeserializeOwned>(&self, (operation, body): (&str, String)) -> CallResult<T> {
        let answer = self.engine.look_at(operation.to_owned(), body).await;
        read(&body_of(answer.map_err(|refusal| refusal_name(&refusal).to_owned())?)?)
    }

    /// Returns the names of all tables at the shown point in history, from every results page of ListTables.
    ///
    /// # Errors
    /// Returns the errors of [`PageContext::look`].
    pub async fn list_tables(&self) -> CallResult<Vec<String>> {
        let mut names = Vec::new();
        let mut request = ListTables::default();
        loop {
            let listed = self.look(&request).await?;
            names.extend(listed.table_names);
            match listed.last_evaluated_table_name {
                Some(last) => request.exclusive_start_table_name = Some(last),
                None => return Ok(names),
            }
        }
    }

    /// Executes a request that becomes part of the history. It has no card, because the person did not write it.
    ///
    /// # Errors
    /// Returns the errors of [`PageContext::look`].
    pub async fn control<C: Call>(&self, request: &C) -> CallResult<C::Response> {
        self.send((C::NAME, &request.body())).await
    }

    /// Like [`PageContext::control`], for a request without a struct.
    ///
    /// # Errors
    /// Returns the errors of [`PageContext::look`].
    pub async fn send<T: DeserializeOwned>(&self, (operation, body): (&str, &str)) -> CallResult<T> {
        read(&body_of(self.execute(operation, body).await?)?)
    }

    /// Like [`PageContext::send`], for callers that do not wait. `refused` receives the error.
    pub fn send_control(&self, (operation, body): ReadyRequest, refused: Callback<String>) {
        let page = self.clone();
        spawn_local(async move {
            if let Err(why) = page.send::<IgnoredAny>((operation, &body)).await {
                refused.emit(why);
            }
        });
    }

    /// Sends a request as the Run button does: it gets a card in the history, and its response is shown.
    ///
    /// # Errors
    /// Returns DynamoDB's error with its type, or the name of Dynalab's own error.
    pub async fn run(&self, operation: &str, body: &Value) -> Result<Value, RunError> {
        let card = submit::run_saved(&self.engine, &self.app, operation, &body.to_string()).await;
        match card.outcome {
            Outcome::Answered { status: 200, body, .. } => read(&body).map_err(RunError::from_message),
            Outcome::Answered { body, .. } => Err(RunError::from_body(&body)),
            Outcome::Refused(refusal) => Err(RunError::from_message(refusal_name(&refusal).to_owned())),
        }
    }

    /// Executes a request as written. Returns the status and the body of its response. If Dynalab rejects the request, the status
    /// is 0 and the body is the name of the error.
    pub async fn answer(&self, operation: &str, body: &str) -> (u16, String) {
        self.execute(operation, body).await.unwrap_or_else(|why| (0, why))
    }

    async fn execute(&self, operation: &str, body: &str) -> CallResult<(u16, String)> {
        let answer = self.engine.execute(Space::Saved, operation.to_owned(), body.to_owned()).await;
        let answer = answer.map_err(|refusal| refusal_name(&refusal).to_owned())?;
        self.app.dispatch(Action::Revision(answer.revision));
        Ok((answer.status, answer.body))
    }

    /// Puts a request into the editor.
    pub fn edit(&self, operation: &str, body: String) {
        self.app.dispatch(Action::Edit { operation: operation.to_owned(), body });
    }

    /// Sets whether the editor's text is not a valid request. Such a text cannot be sent.
    pub fn mark_unread(&self, unread: bool) {
        self.app.dispatch(Action::Unread(unread));
    }

    /// Puts a request into the editor and sends it from there.
    pub fn edit_and_send(&self, operation: &str, body: String) {
        self.edit(operation, body.clone());
        submit::send(&self.engine, &self.app, operation.to_owned(), body);
    }

    /// Says that something could not be done, and why.
    pub fn show_failure(&self, sentence: String) {
        self.app.dispatch(Action::Tell(Notice::Failed(sentence)));
    }

    /// Says that something was done.
    pub fn show_message(&self, sentence: String) {
        self.app.dispatch(Action::Tell(Notice::Said(sentence)));
    }

    pub fn close_dialog(&self) {
        self.app.dispatch(Action::CloseDialog);
    }
}
