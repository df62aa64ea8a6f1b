//! The learner's progress in the page: read at the start, stored after each change, exported to a file and imported.

use std::cell::RefCell;
use std::rc::Rc;

use dynalab_app::shared::Shared;
use dynalab_lessons::Progress;
use futures_channel::oneshot;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::File;
use yew::prelude::*;

use super::progress_store;
use crate::download;
use crate::latest_only_queue::LatestOnlyQueue;

const FILE_NAME: &str = "dynalab-progress.json";
/// Maximum size of a progress file in bytes. A file with all lessons has some kilobytes.
const FILE_BYTES_MAX: f64 = 1_000_000.0;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportError {
    Unreadable,
    Newer,
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

    /// Adds the progress in a file. Returns the number of its lessons.
    ///
    /// # Errors
    /// Returns an error if the file is not a progress file, or has a newer format.
    pub async fn import(&self, file: File) -> Result<usize, ImportError> {
        if file.size() > FILE_BYTES_MAX {
            return Err(ImportError::Unreadable);
        }
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        let imported = read(&text.unwrap_or_default())?;
        let lessons = imported.lessons.len();
        let mut saved = self.save(|progress| progress.merge(imported)).await;
        // A newer save that replaced this one contains the import, and may still wait. `is_lost` has the result.
        while saved.is_err() {
            saved = self.save(|_| ()).await;
        }
        Ok(lessons)
    }
}

fn read(text: &str) -> Result<Progress, ImportError> {
    /// Only the format is read first, because a newer file may have unknown members.
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let Format { format } = serde_json::from_str(text).map_err(|_| ImportError::Unreadable)?;
    if format > dynalab_lessons::progress::PROGRESS_FORMAT {
        return Err(ImportError::Newer);
    }
    let progress: Progress = serde_json::from_str(text).map_err(|_| ImportError::Unreadable)?;
    progress.checked().map_err(|_| ImportError::Unreadable)
}

#[cfg(test)]
mod tests {
    use super::{ImportError, Progress, read};

    #[test]
    fn a_progress_file_is_read_and_others_are_refused() {
        let empty = serde_json::to_string(&Progress::default()).expect("JSON");
        assert_eq!(read(&empty), Ok(Progress::default()));
        for text in ["", "{}", "[]", "{\"format\":0,\"lessons\":{}}", "{\"format\":1,\"lessons\":7}"] {
            assert_eq!(read(text), Err(ImportError::Unreadable), "{text}");
        }
        assert_eq!(read("{\"format\":2,\"lessons\":{},\"more\":1}"), Err(ImportError::Newer));
    }
}
