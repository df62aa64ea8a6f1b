//! In-memory buckets that run the engine's external jobs.

use std::collections::BTreeMap;

use dynalab_engine::database::change::Change;
use dynalab_service::Engine;
use dynalab_service::transfer::{Delivery, ExternalJob, Failure, File, Task, Transfers, WantedJob};
use dynalab_types::Timestamp;

#[derive(Clone, Debug, Default)]
pub struct Buckets {
    buckets: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

impl Buckets {
    pub fn make(&mut self, bucket: &str) {
        self.buckets.entry(bucket.to_owned()).or_default();
    }

    pub fn put(&mut self, bucket: &str, key: &str, bytes: &[u8]) {
        self.make(bucket);
        if let Some(objects) = self.buckets.get_mut(bucket) {
            objects.insert(key.to_owned(), bytes.to_vec());
        }
    }

    pub fn objects(&self, bucket: &str) -> impl Iterator<Item = (&str, &[u8])> {
        let objects = self.buckets.get(bucket).into_iter().flatten();
        objects.map(|(key, bytes)| (key.as_str(), bytes.as_slice()))
    }

    /// Runs external jobs until the engine has none. Calls `put` for each object that is written.
    pub fn serve(
        &mut self,
        engine: &mut Engine,
        at: Timestamp,
        mut put: impl FnMut(&File),
    ) -> Vec<Vec<Change>> {
        let mut done = Vec::new();
        while let Some(job) = engine.external_job().map(WantedJob::computed) {
            let delivery = self.deliver(&job, &mut put);
            done.push(engine.complete_job(at, &job, delivery));
        }
        done
    }

    fn deliver(&mut self, job: &ExternalJob, put: &mut impl FnMut(&File)) -> Delivery {
        match &job.task {
            Task::Put(files) => {
                for file in files {
                    let Some(objects) = self.buckets.get_mut(&file.bucket) else {
                        return Delivery::Failed(Failure::no_such_bucket());
                    };
                    objects.insert(file.key.clone(), file.bytes.clone());
                    put(file);
                }
                Delivery::Put
            }
            Task::Take { bucket, prefix } => {
                if !self.buckets.contains_key(bucket) {
                    return Delivery::Failed(Failure::no_such_bucket());
                }
                let found = self.objects(bucket).filter(|(key, _)| key.starts_with(prefix));
                let file = |(key, bytes): (&str, &[u8])| File {
                    bucket: bucket.clone(),
                    key: key.to_owned(),
                    bytes: bytes.to_vec(),
                };
                Delivery::Taken(found.map(file).collect())
            }
        }
    }
}
