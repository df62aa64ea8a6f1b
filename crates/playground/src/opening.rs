//! Opens a document in parts, so that a page can show the progress and stop: a part ends after a number of requests or of scheduled
//! tasks. A document is opened whole or not at all.

use dynalab_engine::TraceLevel;
use dynalab_engine::database::table::TableStatus;
use dynalab_engine::engine::effort::Effort;
use dynalab_engine::operations::Request;
use dynalab_types::Timestamp;
use dynalab_types::wire::write_json_string;

use crate::protocol::{Refusal, ToPage};
use crate::share::document::{BUILT_MAX_BYTES, Document, DocumentError, Excess, LoadRequest};
use crate::workspace::service::WorkspaceService;
use crate::workspace::{Mark, Workspace};

/// Requests between two looks at the page's messages.
const REQUESTS_AT_ONCE: usize = 100;

/// The tables of an opened document, and the number of their items.
pub(crate) type Opened = (Vec<String>, u64);

pub(crate) struct Opening {
    /// The names of the document's tables.
    names: Vec<String>,
    requests: Vec<LoadRequest>,
    /// The number of requests that build tables. The others are the commands.
    built: usize,
    /// The next request.
    place: usize,
    /// The number of commands before the state to show, and the history entry of that state.
    shown: Option<usize>,
    shown_number: Option<u32>,
    now: Timestamp,
    before: Mark,
    /// Whether the step of the next request has begun.
    has_begun: bool,
    /// The time to which the last command continues: a jump of the clock.
    left: Option<Timestamp>,
    /// What the engine had done before the first command.
    began: Option<Effort>,
}

impl Opening {
    /// Reads a document. The workspace is not changed yet.
    pub fn begin<S: WorkspaceService>(
        workspace: &Workspace<S>,
        text: &str,
        now: Timestamp,
    ) -> Result<Opening, Refusal> {
        let document = Document::parse(text).map_err(|error| refused(error.to_string()))?;
        let requests = document.requests().map_err(|error| refused(error.to_string()))?;
        let needs_more =
            |request: &LoadRequest| Request::<S>::needs_complete_engine(&request.operation, &request.body);
        if requests.iter().any(needs_more) {
            return Err(Refusal::NeedsCompleteEngine);
        }
        let shown = document.show.command.map(|shown| usize::try_from(shown).unwrap_or(usize::MAX));
        Ok(Opening {
            names: document.table_names(),
            built: requests.iter().take_while(|request| request.must_succeed).count(),
            requests,
            place: 0,
            shown,
            shown_number: None,
            now,
            before: workspace.mark(),
            has_begun: false,
            left: None,
            began: None,
        })
    }

    /// Executes the next part. Returns the result when everything is done.
    ///
    /// # Errors
    /// If the document cannot be opened. The workspace is then as it was before.
    pub fn advance<S: WorkspaceService>(
        &mut self,
        workspace: &mut Workspace<S>,
    ) -> Result<Option<Opened>, Refusal> {
        match self.execute_part(workspace) {
            Ok(true) => Ok(Some(self.end(workspace))),
            Ok(false) => Ok(None),
            Err(detail) => {
                self.give_up(workspace);
                Err(refused(detail))
            }
        }
    }

    /// Leaves the workspace as it was before.
    pub fn give_up<S: WorkspaceService>(&self, workspace: &mut Workspace<S>) {
        workspace.roll_back_to(self.before);
    }

    /// How much is done, of 1,000.
    pub fn permille(&self) -> u64 {
        (self.place * 1_000 / self.requests.len().max(1)) as u64
    }

    /// Returns true when nothing is left to execute.
    fn execute_part<S: WorkspaceService>(&mut self, workspace: &mut Workspace<S>) -> Result<bool, String> {
        if self.place == 0 && !self.has_begun {
            workspace.step_of(&mut self.has_begun, |workspace| {
                self.names.iter().for_each(|name| drop_table(workspace, name, self.now));
            });
        }
        for _ in 0..REQUESTS_AT_ONCE {
            self.note_shown(workspace);
            self.charge(workspace.engine().effort())?;
            let Some(LoadRequest { at, continues, .. }) = self.requests.get(self.place) else {
                return Ok(true);
            };
            let (at, continues) = (at.unwrap_or(self.now), *continues);
            let is_command = self.place >= self.built;
            if is_command {
                self.began.get_or_insert(workspace.engine().effort());
            }
            if let Some(until) = self.left.take() {
                self.left = workspace.continue_part(until).1;
            } else {
                if is_command && !continues || self.place == self.built {
                    self.has_begun = false;
                }
                if is_command && workspace.pass_before(at) {
                    return Ok(false);
                }
                let LoadRequest { operation, body, must_succeed, .. } = &self.requests[self.place];
                let (answer, left) = workspace.step_of(&mut self.has_begun, |workspace| {
                    workspace.execute_part(at, operation, body, TraceLevel::Off)
                });
                if *must_succeed && answer.status != 200 {
                    return Err(answer.body);
                }
                self.left = left;
            }
            if self.left.is_some() {
                return Ok(false);
            }
            self.place += 1;
            let tables = workspace.engine().database().tables();
            if is_command && tables.map(|table| table.size_bytes).sum::<u64>() > BUILT_MAX_BYTES {
                let place = self.place - self.built;
                return Err(DocumentError::GrowsTooLarge { place }.to_string());
            }
        }
        Ok(false)
    }

    /// Checks the work that the commands caused so far.
    fn charge(&self, effort: Effort) -> Result<(), String> {
        let Some(began) = self.began else { return Ok(()) };
        let place = (self.place + 1).min(self.requests.len()).saturating_sub(self.built);
        match Excess::of(effort.since(began)) {
            None => Ok(()),
            Some(Excess::Tasks) => Err(DocumentError::TooMuchWork { place }.to_string()),
            Some(Excess::Written) => Err(DocumentError::WritesTooMuch { place }.to_string()),
        }
    }

    /// Notes the history entry before the command that is shown first.
    fn note_shown<S: WorkspaceService>(&mut self, workspace: &Workspace<S>) {
        if self.left.is_none() && self.shown.is_some_and(|shown| self.built + shown == self.place) {
            let history = workspace.history();
            self.shown_number.get_or_insert(history.number(history.head()));
        }
    }

    fn end<S: WorkspaceService>(&mut self, workspace: &mut Workspace<S>) -> Opened {
        if let Some(number) = self.shown_number {
            // If the entry is no longer available, the newest state stays visible.
            let _ = workspace.look_at(number);
        }
        let database = workspace.engine().database();
        let tables = match self.built == self.requests.len() {
            true => std::mem::take(&mut self.names),
            // The commands may have created and deleted tables.
            false => database.tables().map(|table| table.definition.name.to_string()).collect(),
        };
        let of_table = |name: &String| database.find(name).map_or(0, |table| table.items.len());
        let items = tables.iter().map(of_table).sum::<usize>() as u64;
        (tables, items)
    }
}

/// Opens a document. Returns the names of the resulting tables and the number of their items.
///
/// # Errors
/// If the document cannot be opened. The workspace is then unchanged.
pub fn open_document<S: WorkspaceService>(
    workspace: &mut Workspace<S>,
    text: &str,
    now: Timestamp,
) -> Result<(Vec<String>, u64), Refusal> {
    let mut opening = Opening::begin(workspace, text, now)?;
    loop {
        if let Some(opened) = opening.advance(workspace)? {
            return Ok(opened);
        }
    }
}

/// The answer of the worker.
pub(crate) fn message(id: u32, opened: Result<Opened, Refusal>) -> ToPage {
    match opened {
        Ok((tables, items)) => ToPage::Loaded { id, tables, items, revision: 0 },
        Err(refusal) => ToPage::Refused { id, refusal },
    }
}

fn refused(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}

/// Deletes a table even if it has deletion protection, because the user has confirmed it.
pub(crate) fn drop_table<S: WorkspaceService>(workspace: &mut Workspace<S>, name: &str, at: Timestamp) {
    let protected = match workspace.engine().database().find(name) {
        None => return,
        Some(table) if table.definition.status == TableStatus::Deleting => return,
        Some(table) => table.definition.deletion_protection,
    };
    let mut quoted = String::new();
    write_json_string(name, &mut quoted);
    let body = |members: &str| format!("{{\"TableName\":{quoted}{members}}}");
    if protected {
        let unprotect = body(",\"DeletionProtectionEnabled\":false");
        workspace.execute(at, "UpdateTable", &unprotect, TraceLevel::Off);
    }
    workspace.execute(at, "DeleteTable", &body(""), TraceLevel::Off);
}
