//! Reads the progress from a store, and merges it with what another tab stored.

use dynalab_lessons::Progress;
use dynalab_storage::{Claim, Store, StoreError};

/// Maximum number of attempts to save. Tabs that write at the same time invalidate each other's attempt, and then succeed in turn.
const ATTEMPTS_MAX: u32 = 5;

/// Merges the progress with the stored progress, which another tab may have changed. Returns both together.
///
/// # Errors
/// Returns the errors of [`read`], and those of the store.
pub async fn save(store: &impl Store, progress: &Progress) -> Result<Progress, StoreError> {
    let mut failure = None;
    for _ in 0..ATTEMPTS_MAX {
        match add(store, progress).await {
            Err(error @ (StoreError::Deposed | StoreError::Conflict { .. })) => failure = Some(error),
            saved => return saved,
        }
    }
    Err(failure.unwrap_or(StoreError::Deposed))
}

async fn add(store: &impl Store, progress: &Progress) -> Result<Progress, StoreError> {
    let Claim { epoch, revision, .. } = store.claim().await?;
    let mut together = progress.clone();
    together.merge(read(store).await?);
    let text = serde_json::to_string(&together).map_err(StoreError::unreadable_content)?;
    store.replace(epoch, revision, &[text.into_bytes()]).await?;
    Ok(together)
}

/// Reads the stored progress. Unreadable progress, or a newer format, is an error, because it must not be overwritten.
///
/// # Errors
/// Returns an error if the store cannot be read, or if the progress is not readable.
pub async fn read(store: &impl Store) -> Result<Progress, StoreError> {
    let saved = store.load().await?;
    let Some(bytes) = saved.snapshot.first() else { return Ok(Progress::default()) };
    let progress: Progress = serde_json::from_slice(bytes).map_err(StoreError::unreadable_content)?;
    let newer = |newer: dynalab_lessons::progress::NewerProgress| {
        StoreError::unreadable_content(format!("progress of format {}", newer.format))
    };
    progress.checked().map_err(newer)
}

#[cfg(test)]
mod tests {
    use dynalab_lessons::LessonId;
    use dynalab_lessons::lesson::Figures;
    use dynalab_storage::MemoryStore;
    use futures_util::FutureExt;

    use super::*;

    fn solved(lesson: LessonId) -> Progress {
        let mut progress = Progress::default();
        progress.record_solved(lesson, 1, Figures { requests: 2, ..Figures::default() }, 7);
        progress
    }

    /// Completes a future of the in-memory store, which never waits.
    fn now<T>(work: impl Future<Output = T>) -> T {
        work.now_or_never().expect("nothing to wait for")
    }

    #[test]
    fn what_two_tabs_save_is_kept_together() {
        let disk = MemoryStore::default();
        let [one, other] = [LessonId::lesson(1, 1), LessonId::lesson(2, 5)];
        assert_eq!(now(read(&disk)), Ok(Progress::default()));
        now(add(&disk, &solved(one))).expect("saved");
        let together = now(add(&disk.clone(), &solved(other))).expect("saved");
        assert_eq!(together.lessons.keys().copied().collect::<Vec<_>>(), [one, other]);
        assert_eq!(now(read(&disk.reopened())), Ok(together));
    }

    #[test]
    fn progress_of_a_newer_format_is_left_as_it_is() {
        let disk = MemoryStore::default();
        let newer = Progress { format: 9, ..Progress::default() };
        let text = serde_json::to_string(&newer).expect("JSON");
        let claim = now(disk.claim()).expect("claimed");
        now(disk.replace(claim.epoch, claim.revision, &[text.into_bytes()])).expect("stored");
        let stored = now(disk.load()).expect("stored").snapshot;
        assert!(now(add(&disk, &solved(LessonId::lesson(1, 1)))).is_err());
        assert_eq!(now(disk.load()).expect("stored").snapshot, stored);
    }
}
