//! The learner's progress in the page: read at the start, stored after each change, exported to a file and imported.

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::shared::Shared;
use dynalab_lessons::Progress;
use dynalab_programs::files::{OpenProgress, Problem, ProgressProblem};
use futures_channel::oneshot;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;
use yew::prelude::*;

use super::progress_store;
use crate::browser::download;
use crate::engine::latest_only_queue::LatestOnlyQueue;
use crate::engine::reading;
use crate::page::context::PageContext;

const FILE_NAME: &str = "dynalab-progress.json";

#[derive(Clone, PartialEq)]
pub struct ProgressHandle {
    pub now: Shared<Progress>,
    /// Whether the read has finished, successfully or not.
    pub is_loaded: bool,
    /// Whether the browser failed to store the progress.
    pub is_lost: bool,
    keeper: ProgressStore,
}

#[derive(Clone)]
struct ProgressStore {
    latest: Rc<RefCell<Progress>>,
    state: UseStateSetter<ProgressCache>,
    saves: LatestOnlyQueue,
    /// Whether the progress is stored. It is not while an author tries a lesson.
    stores: bool,
}

impl PartialEq for ProgressStore {
    fn eq(&self, other: &ProgressStore) -> bool {
        Rc::ptr_eq(&self.latest, &other.latest)
    }
}

#[derive(Clone, Default, PartialEq)]
struct ProgressCache {
    progress: Shared<Progress>,
    is_loaded: bool,
    is_lost: bool,
}

/// Why a file was not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    Unreadable,
    Newer,
    /// The program that reads it ended.
    Ended(Problem),
}

impl From<ProgressProblem> for ImportError {
    fn from(problem: ProgressProblem) -> ImportError {
        match problem {
            ProgressProblem::Unreadable => ImportError::Unreadable,
            ProgressProblem::Newer => ImportError::Newer,
        }
    }
}

#[hook]
pub fn use_progress() -> ProgressHandle {
    let held = use_state(ProgressCache::default);
    let latest = use_mut_ref(Progress::default);
    let saves = use_memo((), |()| LatestOnlyQueue::default());
    let keeper = ProgressStore { latest, state: held.setter(), saves: (*saves).clone(), stores: true };
    {
        let keeper = keeper.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                let loaded = progress_store::load().await;
                let is_lost = loaded.is_err();
                if let Ok(stored) = loaded {
                    keeper.latest.borrow_mut().merge(stored);
                }
                keeper.show(is_lost);
            });
        });
    }
    ProgressHandle { now: held.progress.clone(), is_loaded: held.is_loaded, is_lost: held.is_lost, keeper }
}

/// Returns the progress of a lesson that its author tries. It begins empty and is not stored.
#[hook]
pub fn use_trial_progress() -> ProgressHandle {
    let held = use_state(|| ProgressCache { is_loaded: true, ..ProgressCache::default() });
    let latest = use_mut_ref(Progress::default);
    let saves = use_memo((), |()| LatestOnlyQueue::default());
    let keeper = ProgressStore { latest, state: held.setter(), saves: (*saves).clone(), stores: false };
    ProgressHandle { now: held.progress.clone(), is_loaded: true, is_lost: false, keeper }
}

impl ProgressStore {
    fn show(&self, is_lost: bool) {
        let progress = Shared::new(self.latest.borrow().clone());
        self.state.set(ProgressCache { progress, is_loaded: true, is_lost });
    }
}

impl ProgressHandle {
    /// Changes the progress and stores it.
    pub fn change(&self, change: impl FnOnce(&mut Progress)) {
        drop(self.save(change));
    }

    /// Like `change`, and completes the receiver when the browser has stored the progress or failed.
    fn save(&self, change: impl FnOnce(&mut Progress)) -> oneshot::Receiver<()> {
        let (done, saved) = oneshot::channel();
        let keeper = self.keeper.clone();
        change(&mut keeper.latest.borrow_mut());
        keeper.show(self.is_lost);
        if !keeper.stores {
            // A caller that does not wait has dropped the receiver.
            let _ = done.send(());
            return saved;
        }
        let saving = keeper.clone();
        keeper.saves.submit(async move {
            let progress = saving.latest.borrow().clone();
            let saved = progress_store::save(&progress).await;
            let is_lost = saved.is_err();
            if let Ok(together) = saved {
                saving.latest.borrow_mut().merge(together);
            }
            saving.show(is_lost);
            // A caller that does not wait has dropped the receiver.
            let _ = done.send(());
        });
        saved
    }

    /// Saves the progress as a file.
    pub fn export(&self) {
        if let Ok(text) = serde_json::to_string_pretty(&*self.keeper.latest.borrow()) {
            // A browser that blocks downloads shows its own message.
            let _ = download::save(FILE_NAME, &text, "application/json");
        }
    }

    /// Adds the progress in a file, which the program `files` reads. Returns the number of its lessons. `told` is the sentence that is
    /// shown if it takes long.
    ///
    /// # Errors
    /// Returns an error if the file is not a progress file, has a newer format, or was not read to its end.
    pub async fn import(&self, page: &PageContext, told: String, file: File) -> Result<usize, ImportError> {
        let read = reading::ask(page, told, OpenProgress, &[file.into()]).await;
        let imported = read.map_err(ImportError::Ended)??;
        let lessons = imported.lessons.len();
        let mut saved = self.save(|progress| progress.merge(imported)).await;
        // A newer save that replaced this one contains the import, and may still wait. `is_lost` has the result.
        while saved.is_err() {
            saved = self.save(|_| ()).await;
        }
        Ok(lessons)
    }
}
