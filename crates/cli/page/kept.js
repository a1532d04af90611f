// Keeps the key of this page in the browser for other tabs, as a CryptoKey that can sign but cannot be read. So another program
// that takes this address after the end of the program learns nothing that the program would accept.

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

// If the browser cannot keep the key, the page opens only with the key in its address.
export const keep = (key) => store('readwrite', (keys) => keys.put(key, 'page')).catch(() => {});

export const kept = () => store('readonly', (keys) => keys.get('page')).catch(() => undefined);
