// The key of this page, which the browser keeps for other tabs as a CryptoKey that signs and cannot be read: whoever gets this
// address after the program has ended learns nothing that the program would accept.

const opened = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('faro', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('keys');
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function store(mode, act) {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('keys', mode);
      const request = act(transaction.objectStore('keys'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

// A browser that keeps nothing opens the page by the whole address only.
export const keep = (key) => store('readwrite', (keys) => keys.put(key, 'page')).catch(() => {});

export const kept = () => store('readonly', (keys) => keys.get('page')).catch(() => undefined);
