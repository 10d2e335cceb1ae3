import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startChain } from './chain.mjs'
import { PlainError } from './plainError.mjs'
import { inRoot } from './root.mjs'
import { startStaticServer } from './staticServer.mjs'

/**
 * Everything `npm start` brings up: a name, the distance of its port from the base, its address at a
 * port, and how to start it. `start` receives `{ port, dataDir, urls, programs }` and answers
 * `{ url, stop, exited? }`; `exited` settles when the part ends by itself.
 */
export const localParts = [
  { name: 'demo', offset: 0, address: pageAddress, start: servePage('apps/demo') },
  {
    name: 'sample-wallet',
    offset: 1,
    address: pageAddress,
    start: servePage('apps/sample-wallet'),
  },
  { name: 'chain-1', offset: 2, address: chainAddress, start: serveChain(1) },
  { name: 'chain-8453', offset: 3, address: chainAddress, start: serveChain(8453) },
  { name: 'relay', offset: 5, address: relayAddress, start: serveRelay },
]

/** Where every part listens, by name. */
export function localUrls(portBase) {
  return Object.fromEntries(
    localParts.map(({ name, offset, address }) => [name, address(portBase + offset)]),
  )
}

/** What pages read from `/local.json` to find their neighbours. */
export function describeLocal(urls) {
  return {
    chains: { 'eip155:1': urls['chain-1'], 'eip155:8453': urls['chain-8453'] },
    sampleWallet: urls['sample-wallet'],
    relay: urls.relay,
  }
}

/** Starts the relay on its own database below `dataDir`. */
export async function serveRelay({ port, dataDir }) {
  // Imported here, because the provider must be built before it can be loaded.
  const { openDatabase } = await import('@latchkey/provider/openDatabase')
  const { startRelay } = await import('@latchkey/provider/startRelay')
  const database = await openDatabase({ dataDir: join(dataDir, 'database') })
  try {
    const relay = await startRelay({ port, database })
    const stop = async () => {
      await relay.stop()
      await database.stop()
    }
    return { url: relay.url, exited: database.lost, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

function servePage(app) {
  return ({ port, urls }) => {
    const folder = inRoot(app, 'dist')
    if (!existsSync(folder)) throw new PlainError(`${app} is not built: ${folder} is missing.`)
    return startStaticServer({ folder, port, documents: { '/local.json': describeLocal(urls) } })
  }
}

function serveChain(chainId) {
  return ({ port, dataDir, programs }) =>
    startChain({ programs, chainId, port, stateFile: join(dataDir, `chain-${chainId}.json`) })
}

function pageAddress(port) {
  return `http://localhost:${port}`
}

function chainAddress(port) {
  return `http://127.0.0.1:${port}`
}

function relayAddress(port) {
  return `ws://127.0.0.1:${port}`
}
