//! A folder in place of S3. A bucket is a folder in it, and a key is a path in the bucket. No file outside is ever read or
//! written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dynalab_service::transfer::{Delivery, ExternalJob, Failure, File, Task};

/// The message when no folder was given.
const NO_FOLDER: &str = "There is no S3 here. Start dynalab-server with --s3-folder DIR: the bucket is then the folder of its name in DIR.";
/// Maximum objects of an import. Buckets of S3 can hold more.
const OBJECTS_MAX: usize = 50_000;

#[derive(Clone, Debug)]
pub struct S3Folder {
    root: PathBuf,
}

/// Runs an external job, in the folder if one was given.
pub fn run(folder: Option<&S3Folder>, job: &ExternalJob) -> Delivery {
    let Some(folder) = folder else { return Delivery::Failed(Failure::no_bucket_because(NO_FOLDER)) };
    let done = match &job.task {
        Task::Put(files) => files.iter().try_for_each(|file| folder.put(file)).map(|()| Delivery::Put),
        Task::Take { bucket, prefix } => folder.take(bucket, prefix).map(Delivery::Taken),
    };
    done.unwrap_or_else(Delivery::Failed)
}

impl S3Folder {
    pub fn new(root: PathBuf) -> S3Folder {
        S3Folder { root }
    }

    fn put(&self, file: &File) -> Result<(), Failure> {
        let mut path = self.bucket(&file.bucket)?;
        let names = names_of(&file.key)?;
        let Some((last, folders)) = names.split_last() else { return Err(refused(&file.key)) };
        for name in folders {
            path.push(name);
            match kind_of(&path)? {
                Some(Kind::Folder) => {}
                None => fs::create_dir(&path).map_err(|error| failed(&path, &error))?,
                Some(_) => return Err(refused(&file.key)),
            }
        }
        path.push(last);
        match kind_of(&path)? {
            None | Some(Kind::File) => fs::write(&path, &file.bytes).map_err(|error| failed(&path, &error)),
            Some(_) => Err(refused(&file.key)),
        }
    }

    /// Returns the files of a bucket below a prefix, in the order of their keys.
    fn take(&self, bucket: &str, prefix: &str) -> Result<Vec<File>, Failure> {
        let root = self.bucket(bucket)?;
        let mut keys = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let path = root.join(&folder);
            for entry in fs::read_dir(&path).map_err(|error| failed(&path, &error))? {
                let entry = entry.map_err(|error| failed(&path, &error))?;
                // A file name that is not valid text cannot be part of a key.
                let Ok(name) = entry.file_name().into_string() else { continue };
                let key = format!("{folder}{name}");
                match kind_of(&entry.path())? {
                    Some(Kind::Folder) => folders.push(format!("{key}/")),
                    Some(Kind::File) if key.starts_with(prefix) => keys.push(key),
                    _ => {}
                }
                if keys.len() > OBJECTS_MAX {
                    let message = format!("More than {OBJECTS_MAX} objects begin with {prefix:?}.");
                    return Err(Failure { code: "S3TooManyObjects".into(), message });
                }
            }
        }
        keys.sort();
        let read = |key: String| {
            let path = root.join(&key);
            let bytes = fs::read(&path).map_err(|error| failed(&path, &error))?;
            Ok(File { bucket: bucket.to_owned(), key, bytes })
        };
        keys.into_iter().map(read).collect()
    }

    /// Returns the folder of a bucket, which must exist.
    fn bucket(&self, bucket: &str) -> Result<PathBuf, Failure> {
        let [name] = names_of(bucket)?[..] else { return Err(refused(bucket)) };
        let path = self.root.join(name);
        match kind_of(&path)? {
            Some(Kind::Folder) => Ok(path),
            _ => Err(Failure::no_such_bucket()),
        }
    }
}

/// Splits a key into names. Rejects names that are invalid for files or lead out of the bucket.
fn names_of(key: &str) -> Result<Vec<&str>, Failure> {
    let names: Vec<&str> = key.split('/').collect();
    let leads_down = |name: &&str| !matches!(*name, "" | "." | "..") && !name.contains(['\\', ':', '\0']);
    if names.iter().all(leads_down) { Ok(names) } else { Err(refused(key)) }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// A link, which may lead out of the folder, or another special file. These are not objects.
    Other,
}

/// Returns the kind of file at a path, or None if it does not exist.
fn kind_of(path: &Path) -> Result<Option<Kind>, Failure> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(Kind::File)),
        Ok(found) if found.is_dir() => Ok(Some(Kind::Folder)),
        Ok(_) => Ok(Some(Kind::Other)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, &error)),
    }
}

fn refused(key: &str) -> Failure {
    let message = format!("{key:?} cannot be the name of a file in the folder of the bucket.");
    Failure { code: "S3InvalidKey".into(), message }
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::access_denied(&format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("dynalab-s3-{name}-{}", std::process::id()));
            drop(fs::remove_dir_all(&path));
            fs::create_dir_all(path.join("root/shelf")).unwrap();
            Folder(path)
        }

        fn s3(&self) -> S3Folder {
            S3Folder::new(self.0.join("root"))
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    fn file(bucket: &str, key: &str) -> File {
        File { bucket: bucket.to_owned(), key: key.to_owned(), bytes: key.as_bytes().to_vec() }
    }

    #[test]
    fn what_is_put_can_be_taken() {
        let folder = Folder::new("put");
        let s3 = folder.s3();
        for key in ["data/2.json", "data2/x", "data.bak", "data/1.json", "a/b/c/d"] {
            s3.put(&file("shelf", key)).unwrap();
        }
        let keys = |prefix| -> Vec<String> {
            s3.take("shelf", prefix).unwrap().into_iter().map(|file| file.key).collect()
        };
        assert_eq!(keys("data"), ["data.bak", "data/1.json", "data/2.json", "data2/x"]);
        assert_eq!(keys("data/1.json"), ["data/1.json"]);
        assert_eq!(keys("none"), Vec::<String>::new());
        assert_eq!(s3.take("shelf", "a/").unwrap(), [file("shelf", "a/b/c/d")]);
        assert_eq!(s3.take("nowhere", "").unwrap_err(), Failure::no_such_bucket());
        assert_eq!(s3.put(&file("nowhere", "a")).unwrap_err(), Failure::no_such_bucket());
    }

    #[test]
    fn nothing_leads_out() {
        let folder = Folder::new("out");
        let s3 = folder.s3();
        for key in ["../x", "a/../../x", "/etc/x", "a//x", "a/./x", "c:/x", "a\\..\\x", "", "a\0b"] {
            let refusal = s3.put(&file("shelf", key)).unwrap_err();
            assert_eq!(refusal.code, "S3InvalidKey", "{key}");
        }
        for bucket in ["..", "a/b", ".", "", "/etc"] {
            assert_eq!(s3.take(bucket, "").unwrap_err().code, "S3InvalidKey", "{bucket}");
        }
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
        assert_eq!(
            fs::read_dir(folder.0.join("root/shelf"))
                .unwrap()
                .filter(|entry| entry.as_ref().unwrap().file_name() != "a")
                .count(),
            0
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let folder = Folder::new("links");
        let s3 = folder.s3();
        let outside = folder.0.join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(&outside, folder.0.join("root/shelf/link")).unwrap();
        std::os::unix::fs::symlink(outside.join("secret"), folder.0.join("root/shelf/file")).unwrap();
        std::os::unix::fs::symlink(&outside, folder.0.join("root/linked")).unwrap();
        assert_eq!(s3.take("shelf", "").unwrap(), []);
        assert_eq!(s3.take("linked", "").unwrap_err(), Failure::no_such_bucket());
        for key in ["link/x", "file", "link"] {
            assert_eq!(s3.put(&file("shelf", key)).unwrap_err().code, "S3InvalidKey", "{key}");
        }
        assert_eq!(fs::read_to_string(outside.join("secret")).unwrap(), "secret");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }
}
