//! Executes the page's requests about the objects in buckets.

use std::collections::{BTreeMap, BTreeSet};

use dynalab_storage::StoreError;
use dynalab_storage::buckets::{Buckets, NewObject, ObjectSummary};
use dynalab_types::Timestamp;

use crate::host::refusal_of;
use crate::protocol::Refusal;
use crate::protocol::files::{FileSummary, FilesAnswer, FilesQuestion, NewFile};

/// The limit of Amazon S3.
const KEY_BYTES_MAX: usize = 1024;

/// Executes one request and returns its result.
///
/// # Errors
/// If the storage fails, the object does not exist, or a name is invalid. Nothing is changed then.
pub async fn answer(
    buckets: &impl Buckets,
    question: FilesQuestion,
    now: Timestamp,
) -> Result<FilesAnswer, Refusal> {
    match question {
        FilesQuestion::List => {}
        FilesQuestion::Put { bucket, prefix, files } => put(buckets, &bucket, &prefix, &files, now).await?,
        FilesQuestion::Get { bucket, key } => {
            let found = buckets.get(&bucket, &key).await.map_err(refused)?;
            return found.map(FilesAnswer::Bytes).ok_or_else(|| bad(format!("there is no object {key:?}")));
        }
        FilesQuestion::Delete { bucket, key } => buckets.delete(&bucket, &key).await.map_err(refused)?,
    }
    let objects = buckets.list().await.map_err(refused)?.into_iter();
    let objects = objects.filter(|object| is_bucket_name(&object.bucket));
    Ok(FilesAnswer::List(objects.map(summary).collect()))
}

/// Copies all objects from one place to another, or none. Other objects there stay. An object whose name is taken by other
/// content gets a free name: `a.json` becomes `a (2).json`.
///
/// # Errors
/// If a storage fails. Nothing is copied then, and no object is replaced.
pub async fn move_all(from: &impl Buckets, to: &impl Buckets) -> Result<(), StoreError> {
    let there = to.list().await?;
    let mut taken: BTreeSet<(String, String)> =
        there.into_iter().map(|object| (object.bucket, object.key)).collect();
    let mut by_time: BTreeMap<u64, Vec<(String, String, Vec<u8>)>> = BTreeMap::new();
    for ObjectSummary { bucket, key, put_ms, .. } in from.list().await? {
        let Some(bytes) = from.get(&bucket, &key).await? else { continue };
        let place = (bucket, key);
        let is_taken = taken.contains(&place);
        if is_taken && to.get(&place.0, &place.1).await?.as_ref() == Some(&bytes) {
            continue;
        }
        let key = if is_taken { free_key(&taken, &place) } else { place.1 };
        taken.insert((place.0.clone(), key.clone()));
        by_time.entry(put_ms).or_default().push((place.0, key, bytes));
    }
    let mut done: Vec<&(String, String, Vec<u8>)> = Vec::new();
    for (put_ms, objects) in &by_time {
        let new: Vec<NewObject> =
            objects.iter().map(|(bucket, key, bytes)| NewObject { bucket, key, bytes }).collect();
        if let Err(error) = to.put(&new, *put_ms).await {
            // Every name was free, so deleting the new objects restores the state before.
            for (bucket, key, _) in done {
                to.delete(bucket, key).await?;
            }
            return Err(error);
        }
        done.extend(objects);
    }
    Ok(())
}

/// Returns a key that is not taken in the bucket: the number is before the extension of the last part.
fn free_key(taken: &BTreeSet<(String, String)>, (bucket, key): &(String, String)) -> String {
    let name_from = key.rfind('/').map_or(0, |slash| slash + 1);
    let name = &key[name_from..];
    let dot = name.find('.').filter(|dot| *dot > 0).map_or(key.len(), |dot| name_from + dot);
    let (stem, extension) = key.split_at(dot);
    let keys = (2_u64..).map(|number| format!("{stem} ({number}){extension}"));
    let mut free = keys.filter(|key| !taken.contains(&(bucket.clone(), key.clone())));
    free.next().unwrap_or_else(|| key.clone())
}

async fn put(
    buckets: &impl Buckets,
    bucket: &str,
    prefix: &str,
    files: &[NewFile],
    now: Timestamp,
) -> Result<(), Refusal> {
    if !is_bucket_name(bucket) {
        return Err(bad(format!("{bucket:?} is no name of a bucket")));
    }
    let slash = if prefix.is_empty() || prefix.ends_with('/') { "" } else { "/" };
    let keys: Vec<String> = files.iter().map(|file| format!("{prefix}{slash}{}", file.name)).collect();
    if let Some(key) = keys.iter().find(|key| key.is_empty() || key.len() > KEY_BYTES_MAX) {
        return Err(bad(format!("{key:?} is no name of an object")));
    }
    let objects = keys.iter().zip(files).map(|(key, file)| NewObject { bucket, key, bytes: &file.bytes });
    let objects: Vec<NewObject> = objects.collect();
    buckets.put(&objects, now.epoch_ms).await.map_err(refused)
}

/// Returns true if the name follows the rules of Amazon S3. The rule against names like IP addresses is not checked.
pub fn is_bucket_name(name: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let ends = |byte: Option<&u8>| byte.is_some_and(|byte| inside(*byte));
    let bytes = name.as_bytes();
    (3..=63).contains(&bytes.len())
        && bytes.iter().all(|byte| inside(*byte) || matches!(byte, b'.' | b'-'))
        && ends(bytes.first())
        && ends(bytes.last())
        && !name.contains("..")
}

fn summary(object: ObjectSummary) -> FileSummary {
    let ObjectSummary { bucket, key, size_bytes, put_ms } = object;
    FileSummary { bucket, key, size_bytes, put_ms }
}

fn refused(error: StoreError) -> Refusal {
    refusal_of(&error)
}

fn bad(detail: String) -> Refusal {
    Refusal::BadRequest { detail }
}
