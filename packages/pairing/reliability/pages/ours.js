import { createDappClient } from '@latchkey/pairing/dapp'

/** In-memory storage is enough for one visit. */
function createTabStorage() {
  const values = new Map()
  return {
    get: async (key) => values.get(key),
    set: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
  }
}

globalThis.begin = async ({ relayUrl, projectId, metadata, requested }) => {
  const begun = performance.now()
  const client = createDappClient({
    relayUrls: [relayUrl],
    projectId,
    metadata,
    storage: createTabStorage(),
    WebSocket,
    clock: {
      now: Date.now,
      setTimeout(run, milliseconds) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    environment: { online: () => true, visible: () => true, watch: () => () => {} },
  })
  const started = performance.now()
  const { uri, approval } = client.propose({ optional: requested })
  const offered = performance.now()
  const connectedAt = approval.then(() => Date.now())
  globalThis.connected = () => connectedAt
  return { start: started - begun, uri: offered - started, text: uri }
}
