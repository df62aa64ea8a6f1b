//! Executes the page's requests about the objects in buckets.

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

/// Copies all objects from one place to another. Other objects there stay.
///
/// # Errors
/// If a storage fails. Some objects may be copied then.
pub async fn move_all(from: &impl Buckets, to: &impl Buckets) -> Result<(), StoreError> {
    for object in from.list().await? {
        let (bucket, key) = (object.bucket.as_str(), object.key.as_str());
        if let Some(bytes) = from.get(bucket, key).await? {
            to.put(&[NewObject { bucket, key, bytes: &bytes }], object.put_ms).await?;
        }
    }
    Ok(())
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
