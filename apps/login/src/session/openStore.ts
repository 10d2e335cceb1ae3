import { createMemoryStore, type Store } from './store.js'

const database = 'latchkey'
const table = 'kept'
/** After this timeout the browser counts as one without storage. */
const openLimit = 2_000

/** IndexedDB, or memory if the browser denies it to frames. */
export async function openStore(find: () => IDBFactory | undefined): Promise<Store> {
  try {
    // Some browsers throw on access.
    const opened = await openDatabase(find())
    // Some browsers open the database but reject reads: detect that now.
    await settled(opened.transaction(table).objectStore(table).count())
    return createIndexedDbStore(opened)
  } catch {
    return createMemoryStore()
  }
}

function createIndexedDbStore(opened: IDBDatabase): Store {
  const reading = async (key: string) =>
    settled(opened.transaction(table, 'readonly').objectStore(table).get(key))
  const writing = async (write: (objectStore: IDBObjectStore) => void) => {
    const change = opened.transaction(table, 'readwrite', { durability: 'strict' })
    write(change.objectStore(table))
    await new Promise<void>((resolve, reject) => {
      change.oncomplete = () => resolve()
      change.onabort = change.onerror = () => reject(change.error)
    })
  }
  // For values that IndexedDB could not store.
  const rest = createMemoryStore()
  return {
    async get(key) {
      return (await rest.get(key)) ?? reading(key).catch(() => undefined)
    },
    async put(key, value) {
      await rest.remove(key)
      await writing((objectStore) => objectStore.put(value, key)).catch(() => rest.put(key, value))
    },
    async remove(key) {
      await rest.remove(key)
      await writing((objectStore) => {
        objectStore.delete(key)
        // `0` is the character after `/`.
        objectStore.delete(IDBKeyRange.bound(`${key}/`, `${key}0`, false, true))
      })
    },
  }
}

function openDatabase(indexedDB: IDBFactory | undefined): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!indexedDB) throw new TypeError('No IndexedDB')
    const timer = setTimeout(() => reject(new TypeError('IndexedDB does not answer')), openLimit)
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(table)
    request.onblocked = () => reject(new TypeError('IndexedDB is blocked'))
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      clearTimeout(timer)
      resolve(request.result)
    }
  })
}

function settled<value>(request: IDBRequest<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
