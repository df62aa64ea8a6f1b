// IndexedDB as plain as it is: one record in a strict transaction of its own.
const NAME = "benchmark-raw";

export function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("items");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Resolves when the record is on the disk.
export function put(database, key, record) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("items", "readwrite", { durability: "strict" });
    transaction.objectStore("items").put(record, key);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
